"""Moves made once and for all: the moves of one kind to every cell of a mask, ascending."""

from __future__ import annotations

from rules.contract import Move
from rules.torres.grid import CELLS, SIDE


class Fan:
    """The moves that differ in their last argument, a cell. Whole rows of the board are remembered."""

    __slots__ = ("_moves", "_rows")

    def __init__(self, kind: str, *first: int) -> None:
        self._moves = tuple(Move(kind, (*first, cell)) for cell in range(CELLS))
        self._rows: dict[int, tuple[Move, ...]] = {}

    def add(self, mask: int, found: list[Move]) -> None:
        """Append the moves to the cells of the mask."""
        rows = self._rows
        start = 0
        while mask:
            row = mask & 255
            if row:
                key = start | row
                moves = rows.get(key)
                if moves is None:
                    first = (start >> SIDE) * SIDE
                    moves = rows[key] = tuple(self._moves[first + column] for column in range(SIDE) if row >> column & 1)
                found += moves
            mask >>= SIDE
            start += 256


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
