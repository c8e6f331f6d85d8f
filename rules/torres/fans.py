"""Moves made once and for all: the moves of one kind to every cell of a mask, ascending."""

from __future__ import annotations

from typing import Final

from rules.contract import Move
from rules.torres.grid import CELLS, ROW, SIDE, cells_of
from rules.torres.terms import CARDS


class Fan:
    """The moves that differ in their last argument, a cell. Those to the cells of one row are remembered together."""

    __slots__ = ("_moves", "_rows")

    def __init__(self, kind: str, *first: int) -> None:
        self._moves = [Move(kind, (*first, cell)) for cell in range(CELLS)]
        self._rows: list[list[tuple[Move, ...]]] = [[()] * (ROW + 1) for _ in range(SIDE)]

    def to(self, mask: int) -> list[Move]:
        """The moves to the cells of a mask."""
        found: list[Move] = []
        self.add(found, mask)
        return found

    def add(self, found: list[Move], mask: int) -> None:
        """Add the moves to the cells of a mask."""
        for row, columns in enumerate(mask.to_bytes(SIDE, "little")):
            if columns:
                found += self._rows[row][columns] or self._in_row(row, columns)

    def _in_row(self, row: int, columns: int) -> tuple[Move, ...]:
        """The moves to some columns of a row, asked for the first time."""
        moves = self._rows[row][columns] = tuple([self._moves[cell] for cell in cells_of(columns << SIDE * row)])
        return moves


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
