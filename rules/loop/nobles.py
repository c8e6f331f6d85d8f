"""Barons and grandes: how many each player has left, and where they stand."""

from __future__ import annotations

from rules.loop.board import LoopBoard
from rules.loop.terms import BARON, GRANDE, SUPPLY
from rules.native import mypyc_attr
from rules.written import text_of


@mypyc_attr(allow_interpreted_subclasses=True)
class Nobles:
    """The nobles of all players. A noble's rank is 1 for a baron and 2 for a grande.

    Attributes:
        on: by cell, the noble who stands there, as ``4 * seat + rank``; 0 if the cell is free.
        supply: how many nobles are not on the board, at index ``2 * seat`` for barons and ``2 * seat + 1`` for grandes.
        cells: where anybody stands, lowest first.
        own: by seat, where its nobles stand, lowest first.

    Copies share ``supply`` and ``own``: both are replaced, never changed. The text of the nobles on the board is kept, and goes
    along with copies, until one of them comes, leaves or moves.
    """

    __slots__ = ("_text", "cells", "on", "own", "supply")

    def __init__(self, on: list[int], supply: list[int], cells: tuple[int, ...], own: list[tuple[int, ...]]) -> None:
        self.on = on
        self.supply = supply
        self.cells = cells
        self.own = own
        self._text = ""

    def copy(self) -> Nobles:
        """An independent copy."""
        twin = Nobles(self.on[:], self.supply, self.cells, self.own)
        twin._text = self._text
        return twin

    def left(self, seat: int, rank: int) -> int:
        """How many of that rank a seat has in its supply."""
        return self.supply[2 * seat + rank - 1]

    def is_of(self, cell: int, seat: int) -> bool:
        """Whether a noble of that seat stands on the cell."""
        noble = self.on[cell]
        return noble != 0 and noble >> 2 == seat

    def is_foreign(self, cell: int, seat: int) -> bool:
        """Whether a noble of another seat stands on the cell."""
        noble = self.on[cell]
        return noble != 0 and noble >> 2 != seat

    def standing(self) -> list[tuple[int, int, int]]:
        """Cell, seat and rank of every noble on the board, by cell."""
        on = self.on
        return [(cell, on[cell] >> 2, on[cell] & 3) for cell in self.cells]

    def told(self) -> list[list[int]]:
        """The same as plain data."""
        return [list(noble) for noble in self.standing()]

    def text(self) -> str:
        """The same as text, as it stands in the text of the facts."""
        if not self._text:
            self._text = text_of(self.standing())
        return self._text

    def place(self, cell: int, seat: int, rank: int) -> None:
        """Put a noble from the supply onto a cell."""
        self._count(seat, rank, -1)
        self._come(cell, 4 * seat + rank)

    def take(self, cell: int) -> tuple[int, int]:
        """Take the noble on a cell back into his player's supply; returns his seat and rank."""
        noble = self.on[cell]
        seat, rank = noble >> 2, noble & 3
        self._leave(cell)
        self._count(seat, rank, 1)
        return seat, rank

    def move(self, cell: int, to: int) -> None:
        """Move a noble from one cell to another, which is free."""
        noble = self.on[cell]
        self._leave(cell)
        self._come(to, noble)

    def swap(self, cell: int, other: int) -> None:
        """Let two nobles of one seat change places."""
        on = self.on
        on[cell], on[other] = on[other], on[cell]
        self._text = ""

    def _count(self, seat: int, rank: int, more: int) -> None:
        """So many more of that rank are in a seat's supply."""
        supply = self.supply[:]
        supply[2 * seat + rank - 1] += more
        self.supply = supply

    def _stand(self, seat: int, cells: tuple[int, ...]) -> None:
        """A seat's nobles stand on these cells now."""
        own = self.own[:]
        own[seat] = cells
        self.own = own

    def _come(self, cell: int, noble: int) -> None:
        seat = noble >> 2
        self.on[cell] = noble
        self._text = ""
        self.cells = tuple(sorted((*self.cells, cell)))
        self._stand(seat, tuple(sorted((*self.own[seat], cell))))

    def _leave(self, cell: int) -> None:
        seat = self.on[cell] >> 2
        self.on[cell] = 0
        self._text = ""
        self.cells = tuple([other for other in self.cells if other != cell])
        self._stand(seat, tuple([other for other in self.own[seat] if other != cell]))

    def problems(self, level: list[int]) -> list[str]:
        """The impossible facts about the nobles; ``level`` is the height of each cell."""
        found: list[str] = []
        there = [(cell, noble >> 2) for cell, noble in enumerate(self.on) if noble]
        said = sorted((cell, seat) for seat, cells in enumerate(self.own) for cell in cells)
        if there != said or [cell for cell, _ in there] != list(self.cells):
            found.append("nobles do not stand where they are said to stand")
        count = self.supply[:]
        for cell, seat in there:
            rank = self.on[cell] & 3
            if not level[cell]:
                found.append(f"a noble floats over cell {cell}")
            if not 0 <= 2 * seat < len(count) or rank not in (BARON, GRANDE):
                found.append(f"cell {cell}: no such noble")
                continue
            count[2 * seat + rank - 1] += 1
        for index, number in enumerate(count):
            if number != SUPPLY[index % 2 + 1] or self.supply[index] < 0:
                found.append(f"seat {index // 2} has {number} nobles of rank {index % 2 + 1}")
        return found


def all_at_home(seats: int, board: LoopBoard) -> Nobles:
    """Every noble in his player's supply."""
    return Nobles([0] * (board.cells + 1), [SUPPLY[BARON], SUPPLY[GRANDE]] * seats, (), [()] * seats)
