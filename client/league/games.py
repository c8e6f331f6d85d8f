"""Playing the games of a league, and storing them as lines."""

from __future__ import annotations

import json
import random
import time
from collections.abc import Callable, Iterable, Mapping
from pathlib import Path
from typing import NamedTuple, NotRequired, TypedDict

import msgspec

from client.league.schedule import Fixture
from rules.contract import Bot, Budget, Move, State


class Line(TypedDict):
    """The stored result of a game.

    ``ms`` and ``turns`` are by level: the thinking time of its seats in milliseconds, and their number of turns. A game that a
    program forfeited ends with ``forfeit``; ``why`` then says what the program did, in English.
    """

    one: str
    other: str
    deal: int
    seat: int
    ranks: list[int]
    scores: list[int]
    end: str
    ms: dict[str, int]
    turns: dict[str, int]
    why: NotRequired[str]


FORFEIT = "forfeit"
"""The end of a game in which a program has failed."""


class Terms(NamedTuple):
    """What all games of a league have in common.

    Attributes:
        game: the game's id.
        players: the number of seats.
        options: the chosen house rules.
        seed: the seed of all deals and chance.
        think: the milliseconds that a bot may think about a whole turn; 0 if ``looks`` counts.
        looks: the looks that a bot may take each time it searches: once a turn, but in Torres again after a draw. With them, a
            league has the same games on every computer. Programs have a time even then.
    """

    game: str
    players: int
    options: Mapping[str, str]
    seed: int
    think: int
    looks: int


class TurnBudget:
    """The budget for the turns of one seat, and how much of it is used."""

    def __init__(self, terms: Terms, level: str = "") -> None:
        from client.bots import THINKING_MS, TurnTime
        from client.programs import EXEC

        self._looks = 0 if level.startswith(EXEC) else terms.looks
        self._time = TurnTime(THINKING_MS if terms.looks else terms.think)
        self._turn = -1
        self.total_ns = 0
        self.turns = 0

    def of(self, view: State) -> Budget:
        """The rest of the budget for a decision in this position."""
        from client.bots import Clock
        from rules.search.turns import Looks

        if view.turn_number != self._turn:
            self._turn = view.turn_number
            self.turns += 1
        return Looks(self._looks) if self._looks else Clock(self._time.left(view))

    def spent(self, ns: int) -> None:
        """Count a decision that took so many nanoseconds."""
        self._time.spent(ns / 1_000_000)
        self.total_ns += ns


class Forfeit(Exception):
    """A program on this seat has failed; the text says how."""

    def __init__(self, seat: int, why: str) -> None:
        super().__init__(why)
        self.seat = seat


def play_fixture(terms: Terms, fixture: Fixture, make: Callable[[str, str], Bot] | None = None) -> Line:
    """Play one game. With looks instead of time, everything but the milliseconds follows from the seed.

    Args:
        terms: what all games have in common.
        fixture: the game's fixture.
        make: makes a bot for a game and level; by default the program's own bots. ``exec:COMMAND`` starts a program, so pass
            only levels from the command line.
    """
    from client.bots import end_bot
    from client.messages import catalogue
    from client.programs import ProgramTrouble, commanded_bot
    from net.deal.seeded import Chance, seed_of
    from net.offline import play_out

    levels = fixture.bots(terms.players)
    budgets = [TurnBudget(terms, level) for level in levels]
    chance = random.Random(f"{terms.seed} {fixture}")
    bots: list[Bot] = []

    def begin(seat: int) -> None:
        try:
            bots.append((make or commanded_bot)(terms.game, levels[seat]))
        except ProgramTrouble as error:
            raise Forfeit(seat, catalogue("en").text(error.reason)) from error

    def chooser(seat: int) -> Callable[[State], Move]:
        bot = bots[seat]

        def choose(view: State) -> Move:
            budget = budgets[seat].of(view)
            begun = time.perf_counter_ns()
            try:
                move = bot.choose(view, budget, Chance(seed_of(str(chance.getrandbits(64))), 0))
            except ProgramTrouble as error:
                raise Forfeit(seat, catalogue("en").text(error.reason)) from error
            budgets[seat].spent(time.perf_counter_ns() - begun)
            return move

        return choose

    seed = seed_of(f"league {terms.seed} {fixture.deal}")
    line = Line(
        one=fixture.one, other=fixture.other, deal=fixture.deal, seat=fixture.seat, ranks=[], scores=[], end="", ms={}, turns={}
    )
    try:
        for seat in range(terms.players):
            begin(seat)
        played = play_out(terms.game, terms.options, seed, [chooser(seat) for seat in range(terms.players)])
    except Forfeit as lost:
        line["ranks"] = [terms.players if seat == lost.seat else 1 for seat in range(terms.players)]
        line["scores"] = [0] * terms.players
        line["end"], line["why"] = FORFEIT, str(lost)
    else:
        result = played.state.result
        assert result is not None
        line["ranks"], line["scores"], line["end"] = list(result.ranks), list(played.state.scores()), result.end
    finally:
        for bot in bots:
            end_bot(bot)
    for level, budget in zip(levels, budgets, strict=True):
        line["ms"][level] = line["ms"].get(level, 0) + budget.total_ns // 1_000_000
        line["turns"][level] = line["turns"].get(level, 0) + budget.turns
    return line


def head(terms: Terms) -> dict[str, object]:
    """The first line of a file, with everything that its games have in common."""
    return {"league": 1, **terms._asdict(), "options": dict(terms.options)}


class StrangeFile(Exception):
    """The file does not contain results, or is of another league; the text says why."""


def read_results(file: Path, terms: Terms) -> list[Line]:
    """The games in a file that were played on these terms, without an incomplete last line.

    Raises :class:`StrangeFile`, and :class:`OSError` if it cannot be read.
    """
    try:
        *whole, _ = file.read_text("utf-8").split("\n")
        if not whole or json.loads(whole[0]) != head(terms):
            raise StrangeFile("head")
        return [_line_of(text, terms.players) for text in whole[1:]]
    except (ValueError, msgspec.MsgspecError) as error:
        raise StrangeFile(str(error)) from error


def _line_of(text: str, players: int) -> Line:
    """The game in a line of a file. Raises :class:`ValueError` if it is none between so many players."""
    line = msgspec.json.decode(text, type=Line)
    if len(line["ranks"]) != players or 1 not in line["ranks"] or not 0 <= line["seat"] < players:
        raise ValueError("ranks of no game")
    return line


class Results:
    """A file of results, to which each game adds a line."""

    def __init__(self, file: Path | None, terms: Terms) -> None:
        """Open or create a file; without one, nothing is stored. Raises what :func:`read_results` raises."""
        self.lines: list[Line] = []
        self._file = file
        if file is None:
            return
        begun = file.read_bytes() if file.exists() else b""
        first = (json.dumps(head(terms)) + "\n").encode()
        if first.startswith(begun):  # nothing, or a first line that was cut off
            file.write_bytes(first)
            return
        self.lines = read_results(file, terms)
        with file.open("r+b") as out:
            out.truncate(len(begun.rpartition(b"\n")[0]) + 1)  # without an incomplete line

    def add(self, line: Line) -> None:
        """Store a game; raises :class:`OSError`."""
        self.lines.append(line)
        if self._file is not None:
            with self._file.open("a", encoding="utf-8") as out:
                out.write(json.dumps(line) + "\n")

    def missing(self, wanted: Iterable[Fixture]) -> list[Fixture]:
        """The games that are still missing."""
        there = {(line["one"], line["other"], line["deal"], line["seat"]) for line in self.lines}
        return [fixture for fixture in wanted if tuple(fixture) not in there]
