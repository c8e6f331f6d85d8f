"""Moves made once and for all: the moves of one kind to every cell of a mask, ascending."""

from __future__ import annotations

from rules.contract import Move
from rules.torres.grid import CELLS, ROW, SIDE, cells_of
from rules.torres.terms import CARDS

REMEMBERED = 4096
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


FOUND_ON = Fan("found")
PLACE_ON = Fan("place")
KING_TO = Fan("king")
INSERT_ON = Fan("insert")
BLOCK_ON = Fan("block")
LIFT_FROM = Fan("lift")
DROP_ON = Fan("drop")
MOVE_FROM = tuple(Fan("move", cell) for cell in range(CELLS))

PLAY_CARD = tuple(Move("card", (face,)) for face in range(len(CARDS) + 1))

STAY = Move("stay")
BUY = Move("buy")
STEP = Move("step")
FINISH = Move("end")
OPENED = Move("opened")
