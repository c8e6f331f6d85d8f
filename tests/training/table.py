"""Writes the published table of levels from the files of leagues, one file for each game, and prints tables for the documents.

    python -m tests.training.table --commit ID FILE ...

The games of each file are those of ``alarife league --ladder --out FILE``. The published table has games for two. Files with
more seats are only printed: the part won, the same converted to two players, and its interval. Games that are not named keep
their entries.
"""

from __future__ import annotations

import argparse
import json
import sys
from pathlib import Path

from client.league.games import Line
from client.league.published import FILE, Published, entry_of, published
from client.league.standings import pairing_table
from client.lobby.levels import level_text
from client.messages import catalogue
from rules.contract import offered_levels
from rules.registry import game

PUBLISHED = 2
"""The number of seats in the published table."""


def main() -> int:
    """Write the table again."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("files", nargs="+", type=Path)
    parser.add_argument("--commit", required=True, help="the version of the program that played")
    given = parser.parse_args()
    content = json.loads(FILE.read_text("utf-8"))
    for file in given.files:
        head, *lines = (json.loads(line) for line in file.read_text("utf-8").splitlines())
        there = {level for line in lines for level in (line["one"], line["other"])}
        levels = [level for level in offered_levels(game(head["game"])) if level in there]
        if head["players"] == PUBLISHED:
            content[head["game"]] = entry_of(head, lines, levels, given.commit)
        else:
            print_larger(head["game"], head["players"], levels, lines)
    FILE.write_text(json.dumps(dict(sorted(content.items())), indent=1) + "\n", "utf-8")
    for name, table in published().items():
        print_published(name, table)
    return 0


def name_of(game_id: str, level: str) -> str:
    """A level as the documents call it: its English name in small letters."""
    return level_text(catalogue("en"), game_id, level).lower()


def rows(name: str, table: Published) -> list[str]:
    """The rows of a game's published table, the weakest level first.

    Each has the level, its share against the level below with its interval and the number of games, its Elo with its interval,
    and the milliseconds that a turn took it. The weakest level has no level below it, and its Elo is 0 by definition.
    """
    below = {one.one: f"{one.part:.2f} | {one.low:.2f} to {one.high:.2f} | {one.games}" for one in table.pairs}
    found = []
    for level in table.levels:
        elo = f"{level.elo:.0f} | {level.low:.0f} to {level.high:.0f}" if level.level in below else f"{level.elo:.0f} | –"
        found.append(f"| {name_of(name, level.level)} | {below.get(level.level, '– | – | –')} | {elo} | {level.ms:.1f} |")
    return found


def print_larger(name: str, seats: int, levels: list[str], lines: list[Line]) -> None:
    """Print each level in one seat of a larger table, against the level below it."""
    sys.stdout.write(f"{name}\n\n")
    for one in pairing_table(lines, list(zip(levels[1:], levels[:-1], strict=True)), seats):
        said = f"{one.part:.2f} | {one.fair:.2f} | {one.fair_low:.2f} to {one.fair_high:.2f} | {one.games}"
        sys.stdout.write(f"| {seats} | {name_of(name, one.one)} | {said} |\n")


def print_published(name: str, table: Published) -> None:
    """Print the published table of a game."""
    sys.stdout.write(f"{name}, {table.terms}\n\n")
    for row in rows(name, table):
        sys.stdout.write(f"{row}\n")


if __name__ == "__main__":
    sys.exit(main())
