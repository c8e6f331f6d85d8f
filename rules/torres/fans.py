"""Moves made once and for all: the moves of one kind to every cell of a mask, ascending."""

from __future__ import annotations

from typing import Final

from rules.contract import Move
from rules.torres.grid import CELLS, cells_of
from rules.torres.terms import CARDS


class Fan:
    """The moves that differ in their last argument, a cell.

    Those to the mask that was asked last are remembered: from one position to the next about half of the masks are the same.
    """

    __slots__ = ("_last", "_moves")

    def __init__(self, kind: str, *first: int) -> None:
        self._moves = [Move(kind, (*first, cell)) for cell in range(CELLS)]
        self._last: tuple[int, list[Move]] = (0, [])  # in one piece, for the threads of a table share the fans

    def to(self, mask: int) -> list[Move]:
        """The moves to the cells of a mask, in a list for the caller to keep."""
        return self._at(mask)[:]

    def add(self, found: list[Move], mask: int) -> None:
        """Add the moves to the cells of a mask."""
        found += self._at(mask)

    def _at(self, mask: int) -> list[Move]:
        """The moves to the cells of a mask, in the list that is remembered."""
        asked, found = self._last
        if asked == mask:
            return found
        moves = self._moves
        found = [moves[cell] for cell in cells_of(mask)]
        self._last = (mask, found)
        return found


FOUND_ON: Final = Fan("found")
PLACE_ON: Final = Fan("place")
KING_TO: Final = Fan("king")
INSERT_ON: Final = Fan("insert")
BLOCK_ON: Final = Fan("block")
LIFT_FROM: Final = Fan("lift")
DROP_ON: Final = Fan("drop")
MOVE_FROM: Final = tuple([Fan("move", cell) for cell in range(CELLS)])

PLAY_CARD: Final = tuple([Move("card", (face,)) for face in range(len(CARDS) + 1)])

STAY: Final = Move("stay")
BUY: Final = Move("buy")
STEP: Final = Move("step")
FINISH: Final = Move("end")
OPENED: Final = Move("opened")
