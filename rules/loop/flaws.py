"""The flaws of a loop board, field by field, and the differences between two boards."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from rules.flaws import Difference, Flaw, differing, without_about
from rules.loop.board import DATA
from rules.loop.terms import FIELDS
from rules.message import message

WIDEST: Final = 36
"""Columns, and rows, of the largest board: a loop of 72 fields cannot be wider."""

Spot = tuple[int, int]


def loop_flaws(data: Mapping[str, object]) -> list[Flaw]:
    """Fields outside the grid, two on one square, and neighbours that lie apart; empty where the data cannot be read at all."""
    spots = spots_of(data)
    if spots is None:
        return []
    columns, rows = _size(data)
    if not (1 <= columns <= WIDEST and 1 <= rows <= WIDEST):
        return [Flaw(message("boards.loop.size", columns=columns, rows=rows, most=WIDEST))]
    found = []
    there: dict[Spot, int] = {}
    for field, (x, y) in enumerate(spots, 1):
        if not (1 <= x <= columns and 1 <= y <= rows):
            found.append(Flaw(message("boards.loop.outside", field=field), (str(field),)))
        other = there.setdefault((x, y), field)
        if other != field:
            found.append(Flaw(message("boards.loop.same", one=other, other=field), (str(other), str(field))))
    for field, (x, y) in enumerate(spots, 1):
        following = field % FIELDS + 1
        u, v = spots[following - 1]
        if abs(x - u) + abs(y - v) not in (0, 1):
            found.append(Flaw(message("boards.loop.apart", one=field, other=following), (str(field), str(following))))
    return found


def loop_differences(old: Mapping[str, object], new: Mapping[str, object]) -> list[Difference]:
    """The fields that lie elsewhere, and the size of the grid if it has changed."""
    before, after = spots_of(old), spots_of(new)
    if before is None or after is None:
        return differing(old, new)
    found = []
    for field, (one, other) in enumerate(zip(before, after, strict=True), 1):
        if one != other:
            said = message("boards.loop.moved", field=field, x=one[0], y=one[1], column=other[0], row=other[1])
            found.append(Difference(f"{DATA}.fields.{field - 1}", list(one), list(other), said, (str(field),)))
    if _size(old) != _size(new):
        (x, y), (columns, rows) = _size(old), _size(new)
        said = message("boards.loop.resized", columns=columns, rows=rows, x=x, y=y)
        found.append(Difference(f"{DATA}.size", [x, y], [columns, rows], said))
    return found + differing(_rest(old), _rest(new), DATA)


def spots_of(data: Mapping[str, object]) -> list[Spot] | None:
    """The column and row of each field, even outside the grid; None if the data do not give them for 72 fields."""
    content = data.get(DATA)
    if not isinstance(content, Mapping) or not all(type(content.get(side)) is int for side in ("columns", "rows")):
        return None
    fields = content.get("fields")
    if not isinstance(fields, list) or len(fields) != FIELDS:
        return None
    spots = []
    for field in fields:
        if not isinstance(field, list) or len(field) != 2 or type(field[0]) is not int or type(field[1]) is not int:
            return None
        spots.append((field[0], field[1]))
    return spots


def _size(data: Mapping[str, object]) -> Spot:
    content = data[DATA]
    assert isinstance(content, Mapping)
    return content["columns"], content["rows"]


def _rest(data: Mapping[str, object]) -> object:
    content = without_about(data[DATA])
    assert isinstance(content, dict)
    return {key: value for key, value in content.items() if key not in ("columns", "rows", "fields")}
