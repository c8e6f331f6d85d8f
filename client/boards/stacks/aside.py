"""The place of a number on a field where no tower in front hides it."""

from __future__ import annotations

import math
from collections.abc import Sequence
from functools import cache, lru_cache
from typing import NamedTuple

from PySide6.QtCore import QPointF

from client.boards.stacks.projection import Projection, Spots

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
        return QPointF(*self.offset(at.tile, at.depth))

    def offset(self, tile: int, depth: int) -> tuple[int, int]:
        """The same for a field of this width and depth."""
        return round((self.right - self.down) * tile / 2), round((self.right + self.down) * depth / 2)


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
    middle, order = at.top(field, height), at.order(field)
    walls = []
    for cell, floor, top in towers:
        if top > height and at.order(cell) > order:
            roof, foot = at.top(cell, top + _CREST), at.top(cell, floor)
            wall = Wall(roof.x() - middle.x(), roof.y() - middle.y(), foot.y() - middle.y())
            if abs(wall.across) < at.tile and wall.top < at.depth:
                walls.append(wall)
    return _place(at.tile, at.depth, tuple(walls)) if walls else MIDDLE


class Wall(NamedTuple):
    """A tower as it is seen: the middles of its roof and of its foot, from the middle of the number's field, in pixels."""

    across: float
    top: float
    foot: float


@lru_cache(maxsize=8192)
def _place(tile: int, depth: int, walls: tuple[Wall, ...]) -> Aside:
    """The place of a number among the walls in front of it; equal surroundings are frequent."""
    half, deep = tile / 2, depth / 2
    for share in (1.0, _NEARLY):
        for small in (False, True):
            for way, points in _tries(tile, depth, small, share):
                if not any(_hides(wall, points, half, deep) for wall in walls):
                    return way if share == 1.0 else way._replace(cut=True)
    return _HIDDEN


def _hides(wall: Wall, points: Sequence[tuple[float, float]], half: float, deep: float) -> bool:
    """Whether one of the points lies within the outline of a wall: a hexagon with upright sides."""
    across, top, foot = wall
    for x, y in points:
        slope = deep * (1 - abs(x - across) / half)
        if slope > 0 and top - slope <= y < foot + slope:
            return True
    return False


@lru_cache(maxsize=16)
def _projection(spots: Spots) -> Projection:
    return Projection(spots, _TILE)


@cache
def _ways(small: bool) -> tuple[Aside, ...]:
    """Places to try, nearest first."""
    steps = (0.0, -0.12, 0.12, -0.2, 0.2) if not small else (0.0, -0.14, 0.14, -0.2, 0.2, -0.27, 0.27)
    ways = sorted(((x, y) for x in steps for y in steps), key=lambda way: (round(math.hypot(*way), 3), way))
    return tuple(Aside(x, y, small) for x, y in ways)


@cache
def _tries(tile: int, depth: int, small: bool, share: float) -> tuple[tuple[Aside, Sequence[tuple[float, float]]], ...]:
    """Places to try, nearest first, each with points around a ``share`` of a number there, in pixels."""
    reach = (SMALL if small else WHOLE) * share
    edge = [
        (math.cos(step * math.pi / 4) * reach * tile * 0.7, math.sin(step * math.pi / 4) * reach * depth * 0.7)
        for step in range(8)
    ]
    tries = []
    for way in _ways(small):
        right, down = way.offset(tile, depth)
        tries.append((way, [(right + x, down + y) for x, y in edge]))
    return tuple(tries)
