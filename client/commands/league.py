"""``alarife league``: bot levels against each other over shared deals, and the table of their strength."""

from __future__ import annotations

import argparse
import itertools
import os
import sys
import time
from collections.abc import Iterable, Iterator, Sequence
from pathlib import Path
from typing import TYPE_CHECKING

from client.commands.choices import add_house_rules, add_text, chosen_options, seat_count
from client.commands.output import print_record, print_text, trouble, words
from rules.contract import offered_levels
from rules.registry import game

if TYPE_CHECKING:
    from client.league.games import Line, Terms
    from client.league.schedule import Fixture
    from client.league.standings import Pairing, Standing


def options(command: argparse.ArgumentParser) -> None:
    """Its arguments."""
    command.add_argument("--game", required=True, metavar="GAME", help=words("help.game"))
    command.add_argument("--players", type=int, metavar="N", help=words("help.players"))
    command.add_argument("--bots", metavar="A,B", help=words("league.help.bots"))
    command.add_argument("--ladder", action="store_true", help=words("league.help.ladder"))
    command.add_argument("--games", type=int, default=400, metavar="K", help=words("league.help.games"))
    command.add_argument("--seed", type=int, default=1, metavar="S", help=words("league.help.seed"))
    command.add_argument("--think", type=int, default=1000, metavar="MS", help=words("league.help.think"))
    command.add_argument("--looks", type=int, default=0, metavar="N", help=words("league.help.looks"))
    command.add_argument("--jobs", type=int, default=os.cpu_count() or 1, metavar="N", help=words("league.help.jobs"))
    command.add_argument("--out", type=Path, metavar="FILE", help=words("league.help.out"))
    add_house_rules(command)
    add_text(command)


def run(given: argparse.Namespace) -> int:
    """Play the games that are missing, and print the table."""
    from client.league.games import Results, StrangeFile, Terms
    from client.league.schedule import fixtures, pairings
    from client.league.standings import pairing_table, standing_table

    rules = game(given.game)
    seats = seat_count(rules, given.players)
    levels = given.bots.split(",") if given.bots else offered_levels(rules)
    for level in levels:
        if level not in rules.bots:
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
        raise trouble("trouble.league.unwritable", file=str(given.out), why=error.strerror or str(error)) from error
    pairs = pairings(levels, given.ladder, seats)
    missing = results.missing(fixtures(pairs, seats, given.games))
    begun = time.monotonic()
    for done, line in enumerate(played(terms, missing, given.jobs), 1):
        results.add(line)
        _progress(done, len(missing), time.monotonic() - begun)
    lines = [line for line in results.lines if line["one"] in levels and line["other"] in levels]
    report(given.text, pairing_table(lines, pairs, seats), standing_table(lines, levels, given.seed))
    return 0


def played(terms: Terms, missing: Sequence[Fixture], jobs: int) -> Iterator[Line]:
    """Play games in so many processes at once, each told when it has ended."""
    from client.league.games import play_fixture

    if jobs == 1 or len(missing) < 2:
        yield from (play_fixture(terms, fixture) for fixture in missing)
        return
    import multiprocessing

    from client.system import spawned

    spawned.prepare()
    with multiprocessing.get_context("spawn").Pool(min(jobs, len(missing))) as pool:
        yield from pool.imap_unordered(_play, zip(itertools.repeat(terms), missing, strict=False))


def _play(work: tuple[Terms, Fixture]) -> Line:
    from client.league.games import play_fixture

    return play_fixture(*work)


def _progress(done: int, all_games: int, seconds: float) -> None:
    """One line on the screen that counts up; nothing where the output goes into a file."""
    if sys.stderr.isatty():
        left = round(seconds / done * (all_games - done) / 60)
        sys.stderr.write("\r" + words("league.progress", done=done, games=all_games, minutes=left) + "\x1b[K")
        sys.stderr.write("\n" if done == all_games else "")
        sys.stderr.flush()


def report(text: bool, pairings: Iterable[Pairing], standings: Iterable[Standing]) -> None:
    """Print what came out, pairings first."""
    for pairing in pairings:
        if text:
            print_text(
                f"{pairing.one:>14} - {pairing.other:14} {pairing.part:6.3f} [{pairing.low:.3f}, {pairing.high:.3f}]"
                f"  {pairing.fair:6.3f} [{pairing.fair_low:.3f}, {pairing.fair_high:.3f}]  {pairing.games:5}"
            )
        else:
            print_record(pairing._asdict())
    for standing in standings:
        if text:
            print_text(
                f"{standing.level:>14} {standing.elo:7.0f} [{standing.low:.0f}, {standing.high:.0f}]"
                f"  {standing.ms:8.1f} ms  {standing.games:5}"
            )
        else:
            print_record(standing._asdict())
