"""Whole turns as values: the moves of one seat from its first to its last, and what they are worth."""

from __future__ import annotations

from typing import NamedTuple

from rules.contract import Move, State


class Turn(NamedTuple):
    """A whole turn, or its part up to a deal that tells its seat something new.

    Attributes:
        moves: in order; at least one.
        worth: of the position after it to its seat, in the unit of the game's evaluation.
    """

    moves: tuple[Move, ...]
    worth: int


def show_known(state: State) -> None:
    """Answer what the copy can answer by itself: the showing of a card that it knows."""
    while state.deals:
        answer = state.known(state.deals[0])
        if answer is None:
            return
        state.learn_silently(state.deals[0], answer)
