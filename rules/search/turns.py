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


class Patience:
    """A budget that never ends."""

    def left(self) -> bool:
        """Always."""
        return True


class Looks:
    """A budget counted in looks instead of time: the same on every computer."""

    def __init__(self, count: int) -> None:
        self._count = count

    def left(self) -> bool:
        """Whether there is another look, which is then used."""
        self._count -= 1
        return self._count >= 0


def show_known(state: State) -> None:
    """Answer what the copy can answer by itself: the showing of a card that it knows."""
    while state.deals:
        answer = state.known(state.deals[0])
        if answer is None:
            return
        state.learn_silently(state.deals[0], answer)
