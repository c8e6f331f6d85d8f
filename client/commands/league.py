"""``alarife league``: bot levels against each other with shared deals, and the table of their strength."""

from __future__ import annotations

import argparse
import os
import sys
import time
from collections.abc import Iterable, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Self

from client.commands.choices import add_house_rules, add_text, chosen_options, seat_count
from client.commands.output import Trouble, print_record, print_text, print_trouble, trouble, words
from client.programs import program_of
from rules.contract import offered_levels
from rules.message import message
from rules.registry import game

if TYPE_CHECKING:
    from client.league.games import Line, Results
    from client.league.schedule import Fixture
    from client.league.sprt import Decision, Hypotheses
    from client.league.standings import Pairing, Standing


def options(command: argparse.ArgumentParser) -> None:
    """Add its arguments."""
    command.add_argument("--game", required=True, metavar="GAME", help=words("help.game"))
    command.add_argument("--players", type=int, metavar="N", help=words("help.players"))
    command.add_argument("--bots", metavar="A,B", help=words("league.help.bots"))
    command.add_argument("--ladder", action="store_true", help=words("league.help.ladder"))
    command.add_argument("--games", type=int, default=400, metavar="K", help=words("league.help.games"))
    command.add_argument("--seed", type=int, default=1, metavar="S", help=words("league.help.seed"))
    command.add_argument("--think", type=int, default=1000, metavar="MS", help=words("league.help.think"))
    command.add_argument("--looks", type=int, default=0, metavar="N", help=words("league.help.looks"))
    command.add_argument("--jobs", type=int, default=os.cpu_count() or 1, metavar="N", help=words("league.help.jobs"))
    command.add_argument("--scheduler", metavar="ADDRESS", help=words("league.help.scheduler"))
    command.add_argument("--sprt", metavar="LOW,HIGH", help=words("league.help.sprt"))
    command.add_argument("--out", type=Path, metavar="FILE", help=words("league.help.out"))
    add_house_rules(command)
    add_text(command)


def run(given: argparse.Namespace) -> int:
    """Play the missing games, and print the table."""
    from client.league.crew import Asked, CrewLost, played
    from client.league.games import Results, StrangeFile, Terms
    from client.league.schedule import fixtures, pairings
    from client.league.standings import pairing_table, standing_table

    rules = game(given.game)
    seats = seat_count(rules, given.players)
    levels = given.bots.split(",") if given.bots else offered_levels(rules)
    for level in levels:
        if program_of(level) is None and level not in rules.bots:
            raise trouble("trouble.level", game=rules.id, level=level, levels=", ".join(rules.bots))
    if len(set(levels)) != len(levels) or len(levels) < 2:
        raise trouble("trouble.league.bots")
    if given.games < 1 or given.jobs < 1 or given.think < 0 or given.looks < 0:
        raise trouble("trouble.games")
    looks, think = given.looks, 0 if given.looks else given.think
    terms = Terms(rules.id, seats, chosen_options(rules, given.option), given.seed, think, looks)
    try:
        results = Results(given.out, terms)
    except StrangeFile as error:
        raise trouble("trouble.league.file", file=str(given.out)) from error
    except OSError as error:
        raise _unwritable(given.out, error) from error
    pairs = pairings(levels, given.ladder, seats)
    tests = _Tests(pairs, _hypotheses(given.sprt), seats, results.lines)
    missing = [fixture for fixture in results.missing(fixtures(pairs, seats, given.games)) if tests.wants(fixture)]
    if missing:
        try:
            crew = Asked(given.jobs, given.scheduler).crew(terms, len(missing))
            with _Progress(len(missing)) as progress:
                for line in played(crew, filter(tests.wants, missing)):
                    _keep(results, line, given.out)
                    tests.look(line)
                    progress.count()
        except ImportError as error:
            raise trouble("trouble.league.no-dask") from error
        except CrewLost as error:
            why = " ".join(str(error).split()).rstrip(".")  # Dask's reasons may have several lines
            raise trouble("trouble.league.lost", why=why) from error
    lines = [line for line in results.lines if line["one"] in levels and line["other"] in levels and tests.counts(line)]
    report(given.text, pairing_table(lines, pairs, seats), standing_table(lines, levels, given.seed), tests.decisions())
    forfeits = [line["why"] for line in lines if "why" in line]
    if forfeits:
        print_trouble(message("cli.league.forfeits", games=len(forfeits), why=forfeits[0]))
    return 0


def _keep(results: Results, line: Line, file: Path) -> None:
    try:
        results.add(line)
    except OSError as error:
        raise _unwritable(file, error) from error


def _unwritable(file: Path, error: OSError) -> Trouble:
    return trouble("trouble.league.unwritable", file=str(file), why=error.strerror or str(error))


def _hypotheses(given: str | None) -> Hypotheses | None:
    """The two hypotheses of ``--sprt``."""
    from client.league.sprt import Hypotheses

    if given is None:
        return None
    try:
        low, high = map(float, given.split(","))
    except ValueError:
        low = high = 0.0
    if not -1000 <= low < high <= 1000:
        raise trouble("trouble.league.sprt", given=given)
    return Hypotheses(low, high)


class _Tests:
    """The sequential tests of the pairings. Without hypotheses, all games are played and count."""

    def __init__(
        self, pairs: Sequence[tuple[str, str]], hypotheses: Hypotheses | None, seats: int, lines: Sequence[Line]
    ) -> None:
        self._pairs = pairs
        self._hypotheses = hypotheses
        self._seats = seats
        self._lines = lines
        self._decided: dict[tuple[str, str], Decision] = {}
        for pair in pairs:
            self._judge(pair)

    def _judge(self, pair: tuple[str, str]) -> None:
        from client.league.sprt import decide

        if self._hypotheses is not None:
            self._decided[pair] = decide(self._lines, pair, self._hypotheses, self._seats)

    def look(self, line: Line) -> None:
        """Take a finished game, which is already among the lines."""
        self._judge((line["one"], line["other"]))

    def _open(self, pair: tuple[str, str]) -> bool:
        return pair not in self._decided or self._decided[pair].decided == "open"

    def wants(self, fixture: Fixture) -> bool:
        """Whether a game still has to be played."""
        return self._open((fixture.one, fixture.other))

    def counts(self, line: Line) -> bool:
        """Whether a game counts. Games after the decision do not, however many were running."""
        pair = (line["one"], line["other"])
        return self._open(pair) or line["deal"] < self._decided[pair].deals

    def decisions(self) -> list[Decision]:
        """The results of the tests."""
        return list(self._decided.values())


class _Progress:
    """A counting line on the screen; nothing if the output goes to a file. The line ends however the league does."""

    def __init__(self, games: int) -> None:
        self._games = games
        self._done = 0
        self._begun = time.monotonic()
        self._shown = sys.stderr.isatty()

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        if self._shown and self._done:
            sys.stderr.write("\n")
            sys.stderr.flush()

    def count(self) -> None:
        """Count a game, and show how many are done and how long the others take."""
        self._done += 1
        if self._shown:
            seconds = (time.monotonic() - self._begun) / self._done * (self._games - self._done)
            minutes = round(seconds / 60)
            sys.stderr.write("\r" + words("league.progress", done=self._done, games=self._games, minutes=minutes) + "\x1b[K")
            sys.stderr.flush()


def report(text: bool, pairings: Iterable[Pairing], standings: Iterable[Standing], decisions: Iterable[Decision] = ()) -> None:
    """Print the results, pairings first."""
    for pairing in pairings:
        if text:
            print_text(
                f"{pairing.one:>14} - {pairing.other:14} {pairing.part:6.3f} [{pairing.low:.3f}, {pairing.high:.3f}]"
                f"  {pairing.fair:6.3f} [{pairing.fair_low:.3f}, {pairing.fair_high:.3f}]  {pairing.games:5}"
            )
        else:
            print_record(pairing._asdict())
    for decision in decisions:
        if text:
            print_text(f"{_said(decision)} (LLR {decision.llr:.2f})")
        else:
            print_record({"sprt": decision._asdict()})
    for standing in standings:
        if text:
            print_text(
                f"{standing.level:>14} {standing.elo:7.0f} [{standing.low:.0f}, {standing.high:.0f}]"
                f"  {standing.ms:8.1f} ms  {standing.games:5}"
            )
        else:
            print_record(standing._asdict())


def _said(decision: Decision) -> str:
    """A decision in words."""
    one, other, deals = decision.one, decision.other, decision.deals
    if decision.decided == "open":
        return words("league.sprt.open", one=one, other=other, deals=deals)
    low, high = f"{decision.low:g}", f"{decision.high:g}"
    stronger = decision.decided == "high"
    return words("league.sprt.high" if stronger else "league.sprt.low", one=one, other=other, low=low, high=high, deals=deals)
