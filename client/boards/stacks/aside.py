"""The place of a number on a field where no tower in front hides it."""

from __future__ import annotations

import math
from collections.abc import Iterable, Iterator, Sequence
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
    walls = _walls(at, field, height, towers)
    return _place(at.tile, at.depth, walls) if walls else MIDDLE


def among(spots: Spots, field: int, height: int, towers: Sequence[tuple[int, int, int]], ways: Iterable[Aside]) -> Aside | None:
    """The first of these places where no tower, and no parapet as high as the field, hides any part of the number, if any."""
    at = _projection(spots)
    return next(_clear(at.tile, at.depth, _walls(at, field, height, towers, level=True), 1.0, ways), None)


class Wall(NamedTuple):
    """A tower as it is seen: the middles of its roof and of its foot, from the middle of the number's field, in pixels."""

    across: float
    top: float
    foot: float


def _walls(
    at: Projection, field: int, height: int, towers: Sequence[tuple[int, int, int]], level: bool = False
) -> tuple[Wall, ...]:
    """The towers that may hide a number; with ``level``, also those that are only as high."""
    middle, order = at.top(field, height), at.order(field)
    walls = []
    for cell, floor, top in towers:
        if (top > height or (level and top == height)) and at.order(cell) > order:
            roof, foot = at.top(cell, top + _CREST), at.top(cell, floor)
            wall = Wall(roof.x() - middle.x(), roof.y() - middle.y(), foot.y() - middle.y())
            if abs(wall.across) < at.tile and wall.top < at.depth:
                walls.append(wall)
    return tuple(walls)


@lru_cache(maxsize=8192)
def _place(tile: int, depth: int, walls: tuple[Wall, ...]) -> Aside:
    """The place of a number behind these walls; equal surroundings are frequent."""
    found = next(_clear(tile, depth, walls, 1.0, WAYS), None)
    if found is None:
        found = next(_clear(tile, depth, walls, _NEARLY, WAYS), _HIDDEN)._replace(cut=True)
    return found


def _clear(tile: int, depth: int, walls: Sequence[Wall], share: float, ways: Iterable[Aside]) -> Iterator[Aside]:
    """Those places where these walls hide nothing of a ``share`` of the number."""
    half, deep = tile / 2, depth / 2
    for way in ways:
        points = _points(tile, depth, way, share)
        if not any(_hides(wall, points, half, deep) for wall in walls):
            yield way


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


def _ways(small: bool) -> tuple[Aside, ...]:
    """Places to try, nearest first."""
    steps = (0.0, -0.12, 0.12, -0.2, 0.2) if not small else (0.0, -0.14, 0.14, -0.2, 0.2, -0.27, 0.27)
    ways = sorted(((x, y) for x in steps for y in steps), key=lambda way: (round(math.hypot(*way), 3), way))
    return tuple(Aside(x, y, small) for x, y in ways)


WAYS = (*_ways(small=False), *_ways(small=True))
"""All places to try, nearest first, and then those of a small number."""


@cache
def _points(tile: int, depth: int, way: Aside, share: float) -> Sequence[tuple[float, float]]:
    """Points around a ``share`` of a number at a place, in pixels from the middle of its field."""
    right, down = way.offset(tile, depth)
    reach = (SMALL if way.small else WHOLE) * share * 0.7
    turns = (step * math.pi / 4 for step in range(8))
    return [(right + math.cos(turn) * reach * tile, down + math.sin(turn) * reach * depth) for turn in turns]
