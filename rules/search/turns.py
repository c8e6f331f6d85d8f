"""Whole turns as values: all moves of one seat in a turn, and their worth."""

from __future__ import annotations

from typing import NamedTuple

from rules.contract import Move, State


class Turn(NamedTuple):
    """A whole turn, or the part of it up to a deal that tells its seat something new.

    Attributes:
        moves: in order; at least one.
        worth: the value of the position after it for its seat, in the unit of the game's evaluation.
    """

    moves: tuple[Move, ...]
    worth: int


class Patience:
    """A budget that never ends."""

    def left(self) -> bool:
        """Always."""
        return True


class Looks:
    """A budget that counts looks instead of time, so that it is the same on every computer.

    Attributes:
        count: how many are left; negative once more were asked for.
    """

    def __init__(self, count: int) -> None:
        self.count = count

    def left(self) -> bool:
        """Use up one look; whether there was one left."""
        self.count -= 1
        return self.count >= 0


def show_known(state: State) -> None:
    """Answer the deals that the copy can answer by itself: showing a card that it knows."""
    while state.deals:
        answer = state.known(state.deals[0])
        if answer is None:
            return
        state.learn_silently(state.deals[0], answer)
