"""The loop board: 72 numbered fields, each next to the one before and the one after it, 72 next to 1."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final, NoReturn

from rules.contract import RulesError
from rules.loop.terms import FIELDS
from rules.message import message
from rules.native import mypyc_attr

DATA: Final = "loop-board"
"""Name of the data file that says where the fields lie."""


@mypyc_attr(allow_interpreted_subclasses=True)
class LoopBoard:
    """The fields and their neighbours; never changed once made, so that all positions share one.

    Every tuple is indexed by the cell; cell 0 stands for no neighbour. A game may add cells above 72 where the board has no
    field; they have no neighbours along the loop.

    Attributes:
        cells: the highest cell number.
        spots: column and row of each cell, counted from 1 at the top left.
        before: the neighbour with the lower number (72 for 1).
        after: the neighbour with the higher number (1 for 72).
        straight: whether the cell and the two after it lie in a straight line (F1).
    """

    def __init__(self, spots: list[tuple[int, int]], spare: list[tuple[int, int]] | None = None) -> None:
        """``spots`` are the numbered fields in order; ``spare`` are further cells, numbered from 73."""
        others = spare or []
        count = len(spots)
        self.cells = count + len(others)
        self.spots: tuple[tuple[int, int], ...] = ((0, 0), *spots, *others)
        self.before: tuple[int, ...] = (0, count, *range(1, count), *[0] * len(others))
        self.after: tuple[int, ...] = (0, *range(2, count + 1), 1, *[0] * len(others))
        self.straight: tuple[bool, ...] = (False, *map(self._is_straight, range(1, count + 1)), *[False] * len(others))

    def _is_straight(self, first: int) -> bool:
        middle = self.after[first]
        (x, y), (u, v), (p, q) = self.spots[first], self.spots[middle], self.spots[self.after[middle]]
        return (u - x, v - y) == (p - u, q - v)

    def three(self, first: int) -> tuple[int, int, int]:
        """A numbered field and the two after it."""
        middle = self.after[first]
        return first, middle, self.after[middle]


def _damaged(entry: str) -> NoReturn:
    raise RulesError(message("rules.error.data", file=DATA, entry=entry))


def read_spots(data: object) -> list[tuple[int, int]]:
    """The column and row of each field from the data file. Raises :class:`~rules.contract.RulesError` for a damaged entry."""
    content = data.get(DATA) if isinstance(data, Mapping) else None
    if not isinstance(content, Mapping):
        _damaged("(all)")
    columns, rows, fields = content.get("columns"), content.get("rows"), content.get("fields")
    if type(columns) is not int:
        _damaged("columns")
    if type(rows) is not int:
        _damaged("rows")
    if not isinstance(fields, list) or len(fields) != FIELDS:
        _damaged("fields")
    spots: list[tuple[int, int]] = []
    for number, field in enumerate(fields):
        if not isinstance(field, list) or len(field) != 2:
            _damaged(f"fields.{number}")
        x, y = field
        if type(x) is not int or type(y) is not int or not (1 <= x <= columns and 1 <= y <= rows) or (x, y) in spots:
            _damaged(f"fields.{number}")
        spots.append((x, y))
    for number, (x, y) in enumerate(spots):
        u, v = spots[number - 1]
        if abs(x - u) + abs(y - v) != 1:
            _damaged(f"fields.{number}")
    return spots
