"""What every training needs of a turn: the position after it, and its features as they are and times what is left."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from rules.search.turns import show_known

PACE = 1000
"""Weights are thousandths."""


def after(view: Any, turn: Any) -> Any:
    """The position after a whole turn, as its seat sees it."""
    state = view.copy()
    for move in turn.moves:
        state.play_silently(move)
        show_known(state)
    return state


def doubled(row: Sequence[float], left: float) -> list[float]:
    """Features as they are, and times the part of the game that is left."""
    return [*row, *(value * left for value in row)]
