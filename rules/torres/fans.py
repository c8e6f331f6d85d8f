"""Moves made once and for all: the moves of one kind to every cell of a mask, ascending."""

from __future__ import annotations

from typing import Final

from rules.contract import Move
from rules.torres.grid import CELLS, ROW, SIDE, cells_of
from rules.torres.terms import CARDS


class Fan:
    """The moves that differ in their last argument, a cell.

    Those to the mask that was asked last are remembered: from one position to the next about half of the masks are the same.

    Attributes:
        moves: the move to each cell.
    """

    __slots__ = ("_last", "moves")

    def __init__(self, kind: str, *first: int) -> None:
        self.moves = [Move(kind, (*first, cell)) for cell in range(CELLS)]
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
        if asked != mask:
            found = self._new(mask)
            self._last = (mask, found)
        return found

    def _new(self, mask: int) -> list[Move]:
        """The moves to a mask of few cells, cell by cell, the last one first: masks without the last cells are the fastest."""
        moves, found = self.moves, []
        while mask:
            cell = mask.bit_length() - 1
            found.append(moves[cell])
            mask ^= 1 << cell
        found.reverse()
        return found


class WideFan(Fan):
    """A fan whose masks have many cells. The moves to the cells of one row are remembered together."""

    __slots__ = ("_rows",)

    def __init__(self, kind: str) -> None:
        super().__init__(kind)
        self._rows: list[tuple[Move, ...]] = [()] * (SIDE * (ROW + 1))

    def _new(self, mask: int) -> list[Move]:
        """The moves to a mask, row by row."""
        rows = self._rows
        found: list[Move] = []
        place = 0
        while mask:
            columns = mask & ROW
            if columns:
                found += rows[place + columns] or self._in_row(place, columns)
            mask >>= SIDE
            place += ROW + 1
        return found

    def _in_row(self, place: int, columns: int) -> tuple[Move, ...]:
        """The moves to some columns of the row that begins at ``place`` in the table, asked for the first time."""
        first = place // (ROW + 1) * SIDE
        moves = self._rows[place + columns] = tuple([self.moves[first + column] for column in cells_of(columns)])
        return moves


FOUND_ON: Final = WideFan("found")
PLACE_ON: Final = WideFan("place")
KING_TO: Final = WideFan("king")
INSERT_ON: Final = Fan("insert")
BLOCK_ON: Final = WideFan("block")
LIFT_FROM: Final = WideFan("lift")
DROP_ON: Final = WideFan("drop")
MOVE_FROM: Final = tuple([Fan("move", cell) for cell in range(CELLS)])

PLAY_CARD: Final = tuple([Move("card", (face,)) for face in range(len(CARDS) + 1)])

STAY: Final = Move("stay")
BUY: Final = Move("buy")
STEP: Final = Move("step")
FINISH: Final = Move("end")
OPENED: Final = Move("opened")
