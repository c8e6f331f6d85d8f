"""The positions to which the game could go back: all since a player last learned something new."""

from __future__ import annotations

from rules.contract import NOBODY, State
from rules.native import mypyc_attr

MOST_TURNS = 12
"""The number of turns whose beginnings are remembered."""


@mypyc_attr(allow_interpreted_subclasses=True)
class Quiet:
    """A run of entries by which nothing was dealt, drawn, opened or shown, and nobody came or left.

    Attributes:
        turns: the turns that began in it, oldest first: the number of entries before, and the seat. A turn that began
            before the run is not among them: nobody wants to go back to the middle of a turn.
    """

    def __init__(self) -> None:
        self.turns: list[tuple[int, int]] = []
        self._first = 0
        self.positions: list[State] = []

    def __bool__(self) -> bool:
        return bool(self.positions)

    def add(self, index: int, before: State, begins: bool) -> None:
        """An entry was played that revealed nothing; ``before`` was the position after ``index`` entries.

        ``begins`` tells whether a turn began with that position.
        """
        if not self.positions:
            self._first = index
        self.positions.append(before)
        if begins:
            seat = NOBODY if before.turn is None else before.turn
            self.turns = [*self.turns[1 - MOST_TURNS :], (index, seat)]

    def position(self, index: int) -> State | None:
        """The position after ``index`` entries, or None if the game cannot go back to it."""
        place = index - self._first
        return self.positions[place] if 0 <= place < len(self.positions) else None
