"""The puzzle rating: how well somebody finds turns. As Elo's, with larger steps while little is known."""

from __future__ import annotations

from typing import Final

FIRST: Final = 1200
"""Of somebody who has not tried a puzzle."""

LEAST, MOST = 400, 3200

MISSED, NEARLY, SOLVED = 0, 1, 2
"""How a first try ends: half points of a puzzle."""

FAST, SLOW, SETTLING = 96, 20, 12
"""The step of the first puzzle, that of all after so many, and how fast it falls between them."""


def expected(own: int, puzzle: int) -> int:
    """The half points to expect of a player in a puzzle, in thousandths of two of them: 500 between equals."""
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
