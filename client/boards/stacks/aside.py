"""The place of a number on a field where no tower in front hides it."""

from __future__ import annotations

import math
from collections.abc import Sequence
from functools import cache, lru_cache
from typing import NamedTuple

from PySide6.QtCore import QPointF, Qt
from PySide6.QtGui import QPolygonF

from client.boards.stacks.projection import Projection, Spots

_INSIDE = Qt.FillRule.OddEvenFill

WHOLE, SMALL = 0.3, 0.22
"""The radius of a number and of a small one, relative to the side of a field."""

_NEARLY = 0.84
"""How much of that radius must be seen where there is no room for all of it."""

_CREST = 0.18
"""How far battlements and parapets rise above a tower, in levels."""


class Aside(NamedTuple):
    """The place of a number on the top of its field.

    Attributes:
        right, down: the offsets along columns and rows, in fields.
        small: whether it is a small number.
        cut: whether a tower hides a part of it, or all of it.
    """

    right: float = 0.0
    down: float = 0.0
    small: bool = False
    cut: bool = False

    def shift(self, at: Projection) -> QPointF:
        """The offset from the field's middle, in pixels."""
        return QPointF(round((self.right - self.down) * at.tile / 2), round((self.right + self.down) * at.depth / 2))


MIDDLE = Aside()
_HIDDEN = Aside(cut=True)

_TILE = 120
"""The zoom level at which places are computed; they are the same at others."""


def aside(spots: Spots, field: int, height: int, towers: Sequence[tuple[int, int, int]]) -> Aside:
    """The place nearest to the middle of a field's top at ``height`` where no tower hides any part of a number.

    ``towers`` are what may stand in front: a cell, the level below the tower, and its highest level. If there is no such place,
    the number is cut: it lies where hardly anything is hidden, or in the middle.
    """
    at = _projection(spots)
    middle = at.top(field, height)
    walls = [
        wall
        for cell, floor, top in towers
        if top > height
        and at.order(cell) > at.order(field)
        and _near(wall := at.silhouette(cell, top + _CREST, floor), middle, at)
    ]
    if not walls:
        return MIDDLE
    for share in (1.0, _NEARLY):
        for small in (False, True):
            edges = _edge(at.tile, at.depth, small, share)
            for way in _ways(small):
                spot = middle + way.shift(at)
                round_it = [spot + edge for edge in edges]
                if not any(wall.containsPoint(place, _INSIDE) for wall in walls for place in round_it):
                    return way if share == 1.0 else way._replace(cut=True)
    return _HIDDEN


@lru_cache(maxsize=16)
def _projection(spots: Spots) -> Projection:
    return Projection(spots, _TILE)


def _near(wall: QPolygonF, middle: QPointF, at: Projection) -> bool:
    box = wall.boundingRect()
    return abs(box.center().x() - middle.x()) < at.tile and box.top() < middle.y() + at.depth / 2


@cache
def _ways(small: bool) -> tuple[Aside, ...]:
    """Places to try, nearest first."""
    steps = (0.0, -0.12, 0.12, -0.2, 0.2) if not small else (0.0, -0.14, 0.14, -0.2, 0.2, -0.27, 0.27)
    ways = sorted(((x, y) for x in steps for y in steps), key=lambda way: (round(math.hypot(*way), 3), way))
    return tuple(Aside(x, y, small) for x, y in ways)


@cache
def _edge(tile: int, depth: int, small: bool, share: float) -> tuple[QPointF, ...]:
    """Points around a ``share`` of a number."""
    reach = (SMALL if small else WHOLE) * share
    return tuple(
        QPointF(math.cos(step * math.pi / 4) * reach * tile * 0.7, math.sin(step * math.pi / 4) * reach * depth * 0.7)
        for step in range(8)
    )
