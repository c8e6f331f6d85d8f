"""Rates the shipped puzzles again: every level of bots tries each of them, and the published table says how strong it is.

    python -m tests.training.ratings [--tries] [FILE ...]

With ``--tries`` the levels try again, which takes an hour or so for all puzzles; else the tries in the files count.
"""

from __future__ import annotations

import argparse
import sys
from dataclasses import replace
from pathlib import Path

from client.analysis.mind import mind_of
from client.puzzles.making import difficulty_of, looks_hard, rating_of, solvers, strengths_of
from client.puzzles.puzzle import Puzzle, read, write
from client.puzzles.shelf import SHIPPED
from rules.search.analysis import QUICK, Analysis


def tried(puzzle: Puzzle) -> Puzzle:
    """The puzzle with new tries of all levels in its origin."""
    analysis = Analysis(*mind_of(puzzle.game, puzzle.seats), QUICK)
    tries = solvers(analysis, puzzle.game, puzzle.view(), puzzle.answer, puzzle.gap)
    return replace(puzzle, origin={key: value for key, value in puzzle.origin.items() if key != "levels"} | {"tries": tries})


def rated(puzzle: Puzzle) -> Puzzle:
    """The puzzle with the rating that follows from its tries."""
    looks = looks_hard(puzzle.origin["rank"], puzzle.answer, puzzle.gap)
    rating = rating_of(strengths_of(puzzle.game), puzzle.origin["tries"], looks)
    return replace(puzzle, rating=rating, difficulty=difficulty_of(puzzle.game, rating))


def main() -> int:
    """Write the files again, each as soon as it is rated."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("files", nargs="*", type=Path)
    parser.add_argument("--tries", action="store_true")
    given = parser.parse_args()
    for file in given.files or sorted(SHIPPED.glob("*/*.json")):
        puzzle = read(file)
        if given.tries or "tries" not in puzzle.origin:
            puzzle = tried(puzzle)
        puzzle = rated(puzzle)
        write(puzzle, SHIPPED)
        sys.stdout.write(f"{puzzle.id} {puzzle.rating} {puzzle.difficulty} {puzzle.origin['tries']}\n")
        sys.stdout.flush()
    return 0


if __name__ == "__main__":
    sys.exit(main())
