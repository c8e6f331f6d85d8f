"""The puzzle rating: how well a person finds turns. Like Elo's, with larger steps while little is known."""

from __future__ import annotations

from typing import Final

FIRST: Final = 1200
"""The rating of somebody who has tried no puzzle."""

LEAST, MOST = 400, 3200

MISSED, NEARLY, SOLVED = 0, 1, 2
"""The results of a first try, in half points."""

FAST, SLOW, SETTLING = 96, 20, 12
"""The step of the first puzzle, that of all late ones, and how fast it falls in between."""


def expected(own: int, puzzle: int) -> int:
    """A player's expected result in a puzzle, in thousandths of its two half points: 500 between equals."""
    difference = max(-800, min(800, puzzle - own))
    return round(1000 / (1 + 10 ** (difference / 400)))


def rated(own: int, tried: int, puzzle: int, result: int) -> int:
    """The rating after a puzzle.

    Args:
        own: the rating before.
        tried: how many puzzles were tried before.
        puzzle: the puzzle's rating.
        result: one of :data:`MISSED`, :data:`NEARLY` and :data:`SOLVED`.
    """
    step = max(SLOW, FAST - (FAST - SLOW) * tried // SETTLING)
    change = step * (500 * result - expected(own, puzzle))
    return max(LEAST, min(MOST, own + (change + 500) // 1000))
