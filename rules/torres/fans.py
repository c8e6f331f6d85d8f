"""Moves made once and for all: the moves of one kind to every cell of a mask, ascending."""

from __future__ import annotations

from typing import Final

from rules.contract import Move
from rules.torres.grid import CELLS, ROW, SIDE, cells_of
from rules.torres.terms import CARDS

REMEMBERED: Final = 4096
"""How many masks a fan remembers at most; when it is full it starts anew."""


class Fan(dict[int, tuple[Move, ...]]):
    """The moves that differ in their last argument, a cell: ``fan[mask]`` are those to the cells of the mask.

    Answers are remembered. Masks that hardly come twice are listed row by row instead (``add``).
    """

    __slots__ = ("_moves", "_rows")

    def __init__(self, kind: str, *first: int) -> None:
        super().__init__()
        self._moves = tuple(Move(kind, (*first, cell)) for cell in range(CELLS))
        self._rows: dict[int, tuple[Move, ...]] = {}

    def __missing__(self, mask: int) -> tuple[Move, ...]:
        """The moves to the cells of a mask asked for the first time."""
        if len(self) >= REMEMBERED:
            self.clear()
        moves = self[mask] = tuple([self._moves[cell] for cell in cells_of(mask)])
        return moves

    def add(self, found: list[Move], mask: int) -> None:
        """Add the moves to the cells of the mask."""
        rows = self._rows
        row = 0
        while mask:
            bits = mask & ROW
            if bits:
                moves = rows.get(row | bits)
                if moves is None:
                    first = row // (ROW + 1) * SIDE
                    moves = rows[row | bits] = tuple([self._moves[cell] for cell in cells_of(bits << first)])
                found += moves
            mask >>= SIDE
            row += ROW + 1


FOUND_ON: Final = Fan("found")
PLACE_ON: Final = Fan("place")
KING_TO: Final = Fan("king")
INSERT_ON: Final = Fan("insert")
BLOCK_ON: Final = Fan("block")
LIFT_FROM: Final = Fan("lift")
DROP_ON: Final = Fan("drop")
MOVE_FROM: Final = tuple(Fan("move", cell) for cell in range(CELLS))

PLAY_CARD: Final = tuple(Move("card", (face,)) for face in range(len(CARDS) + 1))

STAY: Final = Move("stay")
BUY: Final = Move("buy")
STEP: Final = Move("step")
FINISH: Final = Move("end")
OPENED: Final = Move("opened")
