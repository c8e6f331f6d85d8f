"""The screen positions on a board of stacks: the isometric projection, and back from a point to a field.

Columns run from the top corner to the right, rows from the top corner to the left, both counted from 1. One unit of the
projection is a pixel. Zooming projects again with another ``tile``, so that everything stays sharp.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import cache, cached_property

from PySide6.QtCore import QPointF, QRectF, Qt
from PySide6.QtGui import QPolygonF

TILT = 0.56
"""The height of a field's diamond, relative to its width: how steeply one looks down."""

RISE = 0.34
"""The height of a block, relative to the width of a field."""

BORDER = 0.62
"""The width of the board's rim around the grid, in fields."""

EDGE = 0.3
"""The thickness of the board, relative to the width of a field."""

HEADROOM = 0.3
"""The least space above the rearmost corner, relative to the width of a field."""

SMALLEST, LARGEST = 36, 220
"""The limits of the width of a field's diamond, in pixels."""

_FILL = Qt.FillRule.OddEvenFill


@dataclass(frozen=True)
class Spots:
    """The places of a board's cells.

    Attributes:
        columns, rows: the size of the grid.
        at: the column and row of each cell (cell 1 at index 0): first the numbered fields, then gaps that may be built over.
        gaps: the number of gaps.
    """

    columns: int
    rows: int
    at: tuple[tuple[int, int], ...]
    gaps: int = 0

    def of(self, cell: int) -> tuple[int, int]:
        """The column and row of a cell."""
        return self.at[cell - 1]

    @property
    def cells(self) -> range:
        """The numbers of the cells."""
        return range(1, len(self.at) + 1)

    @property
    def fields(self) -> int:
        """The number of numbered fields."""
        return len(self.at) - self.gaps

    @property
    def numbered(self) -> range:
        """The numbers of the fields."""
        return range(1, self.fields + 1)

    @cached_property
    def by_place(self) -> dict[tuple[int, int], int]:
        """The cell at each column and row."""
        return {place: cell for cell, place in enumerate(self.at, 1)}

    def name(self, cell: int) -> str:
        """A field's number, or a gap's place: a letter for its column and a number for its row."""
        if cell <= self.fields:
            return str(cell)
        x, y = self.of(cell)
        return f"{chr(ord('A') + x - 1)}{y}"

    def along(self, field: int, steps: int) -> int:
        """The field that is so many steps along the loop."""
        return (field - 1 + steps) % self.fields + 1

    def before(self, cell: int) -> tuple[int, ...]:
        """The fields near a field that are in front of it: towers there may hide it."""
        return self._before[cell]

    @cached_property
    def _before(self) -> dict[int, tuple[int, ...]]:
        near = {}
        for cell in self.cells:
            x, y = self.of(cell)
            near[cell] = tuple(
                other
                for other in self.cells
                if other != cell and 0 <= self.of(other)[0] - x <= 4 and 0 <= self.of(other)[1] - y <= 4
            )
        return near

    @cached_property
    def _hash(self) -> int:
        return hash((self.columns, self.rows, self.at, self.gaps))

    def __hash__(self) -> int:
        """The hash, computed once: that takes long for a hundred cells, and every item of a board looks up its spots."""
        return self._hash

    def neighbour(self, cell: int, dx: int, dy: int, among: Iterable[int] | None = None) -> int:
        """The nearest cell in a direction (dx or dy is 0), straight ahead if possible, else with the least deviation.

        It is one of the numbered fields, or of the cells ``among``.
        """
        x, y = self.of(cell)
        best, best_cost = cell, 10_000
        for other in self.numbered if among is None else among:
            u, v = self.of(other)
            ahead = (u - x) * dx + (v - y) * dy
            aside = abs((u - x) * dy) + abs((v - y) * dx)
            if ahead > 0 and ahead + 3 * aside < best_cost:
                best, best_cost = other, ahead + 3 * aside
        return best


@cache
def turned(spots: Spots, side: int) -> Spots:
    """The same cells seen from another side: 0 is the usual side, and each step is a quarter turn."""
    for _ in range(side % 4):
        at = tuple((spots.rows + 1 - y, x) for x, y in spots.at)
        spots = Spots(spots.rows, spots.columns, at, spots.gaps)
    return spots


class Projection:
    """One zoom level of one board.

    Attributes:
        tile: the width of a field's diamond in pixels, an even number.
        depth: its height; ``rise``: the height of a block.
    """

    def __init__(self, spots: Spots, tile: int) -> None:
        self.spots = spots
        self.tile = max(SMALLEST, min(LARGEST, tile)) // 2 * 2
        self.depth = round(self.tile * TILT / 2) * 2
        self.rise = round(self.tile * RISE)
        self._outlines: dict[tuple[int, float, int], QPolygonF] = {}
        self._hidden: dict[tuple[int, tuple[tuple[int, int], ...], int, int], bool] = {}
        self._tops: dict[tuple[int, float], tuple[int, int]] = {}

    def point(self, x: float, y: float, level: float = 0) -> QPointF:
        """The screen position of a place on the grid; fields have integer coordinates at their centres."""
        return QPointF(*self._pixel(x, y, level))

    def _pixel(self, x: float, y: float, level: float) -> tuple[int, int]:
        return (
            round((x - y) * self.tile / 2),
            round((x + y - self.spots.columns - 1) * self.depth / 2 - level * self.rise),
        )

    def top(self, cell: int, level: float = 0) -> QPointF:
        """The centre of a field's ground, or of the top of its stack of ``level`` blocks."""
        return QPointF(*self.pixel(cell, level))

    def pixel(self, cell: int, level: float = 0) -> tuple[int, int]:
        """The same as two numbers: right and down."""
        found = self._tops.get((cell, level))
        if found is None:
            found = self._tops[cell, level] = self._pixel(*self.spots.of(cell), level)
        return found

    def order(self, cell: int) -> int:
        """The drawing order: fields with a higher number are nearer, and drawn later."""
        x, y = self.spots.of(cell)
        return (x + y) * 100

    def diamond(self, centre: QPointF, share: float = 1.0) -> QPolygonF:
        """A field's outline around a centre, ``share`` of its full size."""
        half, deep = self.tile / 2 * share, self.depth / 2 * share
        return QPolygonF(
            [
                centre + QPointF(0, -deep),
                centre + QPointF(half, 0),
                centre + QPointF(0, deep),
                centre + QPointF(-half, 0),
            ]
        )

    def silhouette(self, cell: int, level: float, floor: int = 0) -> QPolygonF:
        """The outline of a cell's stack from level ``floor`` to ``level``. It is cached: do not change it."""
        found = self._outlines.get((cell, level, floor))
        if found is None:
            ground, top = self.top(cell, floor), self.top(cell, level)
            half, deep = self.tile / 2, self.depth / 2
            found = self._outlines[cell, level, floor] = QPolygonF(
                [
                    top + QPointF(0, -deep),
                    top + QPointF(half, 0),
                    ground + QPointF(half, 0),
                    ground + QPointF(0, deep),
                    ground + QPointF(-half, 0),
                    top + QPointF(-half, 0),
                ]
            )
        return found

    def at(
        self,
        place: QPointF,
        levels: Sequence[int],
        air: Collection[tuple[int, int]] = (),
        offered: Mapping[int, Sequence[int]] | None = None,
    ) -> int:
        """The cell visible at a point, nearest first; 0 if there is none.

        ``air`` has the hollow levels of cells, ``offered`` the levels at which something could be built over a cell. A gap is
        visible only where something stands or is offered.
        """
        for cell in sorted(self.spots.cells, key=self.order, reverse=True):
            solid = solids(cell, levels[cell - 1], air)
            if cell <= self.spots.fields:
                solid.append((0, 0))
            if offered is not None:
                solid += [(level - 1, level) for level in offered.get(cell, ())]
            if any(self.silhouette(cell, level, floor).containsPoint(place, _FILL) for floor, level in solid):
                return cell
        return 0

    def slab(self, margin: float) -> QPolygonF:
        """The outline of the board's upper side, ``margin`` fields wider than the grid."""
        low, right, bottom = 0.5 - margin, self.spots.columns + 0.5 + margin, self.spots.rows + 0.5 + margin
        return QPolygonF([self.point(low, low), self.point(right, low), self.point(right, bottom), self.point(low, bottom)])

    def hides(self, front: int, level: int, cell: int, height: int, air: Collection[tuple[int, int]] = ()) -> bool:
        """Whether a stack of ``level`` blocks on ``front``, with ``air`` in it, hides a piece on ``cell`` at ``height``."""
        if self.order(front) <= self.order(cell):
            return False
        key = front, tuple(solids(front, level, air)), cell, height
        found = self._hidden.get(key)
        if found is None:
            place = self.top(cell, height) + QPointF(0, -self.rise * 0.8)
            found = any(self.silhouette(front, top, floor).containsPoint(place, _FILL) for floor, top in key[1])
            self._hidden[key] = found
        return found


def solids(cell: int, level: int, air: Collection[tuple[int, int]]) -> list[tuple[int, int]]:
    """The solid parts on a cell, without air, from the ground up: the level below each and its highest."""
    if not air:
        return [(0, level)] if level else []
    found: list[tuple[int, int]] = []
    for step in range(1, level + 1):
        if (cell, step) in air:
            continue
        if found and found[-1][1] == step - 1:
            found[-1] = (found[-1][0], step)
        else:
            found.append((step - 1, step))
    return found


def fitting_tile(spots: Spots, area: QRectF, headroom: float = HEADROOM) -> int:
    """The largest tile at which the board fits the area, including ``headroom`` above its rearmost corner."""
    wide = area.width() / (spots.columns + 2 * BORDER)
    high = area.height() / ((spots.rows + 2 * BORDER) * TILT + EDGE + headroom)
    return max(SMALLEST, min(LARGEST, int(min(wide, high)) // 2 * 2))
