"""Moves made once and for all: the moves of one kind to every cell of a mask, ascending."""

from __future__ import annotations

from rules.contract import Move
from rules.torres.grid import CELLS, cells_of

REMEMBERED = 4096
"""How many masks a fan remembers at most; when it is full it starts anew."""


class Fan:
    """The moves that differ in their last argument, a cell."""

    __slots__ = ("_by_mask", "_moves")

    def __init__(self, kind: str, *first: int) -> None:
        self._moves = tuple(Move(kind, (*first, cell)) for cell in range(CELLS))
        self._by_mask: dict[int, tuple[Move, ...]] = {}

    def to(self, mask: int) -> tuple[Move, ...]:
        """The moves to the cells of the mask."""
        moves = self._by_mask.get(mask)
        if moves is None:
            if len(self._by_mask) >= REMEMBERED:
                self._by_mask.clear()
            moves = self._by_mask[mask] = tuple([self._moves[cell] for cell in cells_of(mask)])
        return moves


FOUND_ON = Fan("found")
PLACE_ON = Fan("place")
KING_TO = Fan("king")
INSERT_ON = Fan("insert")
BLOCK_ON = Fan("block")
LIFT_FROM = Fan("lift")
DROP_ON = Fan("drop")
MOVE_FROM = tuple(Fan("move", cell) for cell in range(CELLS))

STAY = Move("stay")
BUY = Move("buy")
STEP = Move("step")
FINISH = Move("end")
OPENED = Move("opened")
