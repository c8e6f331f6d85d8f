"""Places for labels on the board of Torres: a castle's area lies on that castle, and hides no piece and no other label."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from functools import lru_cache
from typing import NamedTuple

from PySide6.QtCore import QPointF

from client.boards.stacks.aside import Aside
from client.boards.stacks.projection import RISE, Projection, Spots

_TILE = 120
"""The zoom level at which places are computed; they are the same at others."""

_Box = tuple[float, float, float, float]
"""Left, top, right and bottom; sizes are relative to the width of a field, around a place."""

_AREA: _Box = (-0.23, -0.12, 0.23, 0.12)
_LEVEL: _Box = (-0.1, -0.1, 0.1, 0.1)
_NUMBER: _Box = (-0.2, -0.11, 0.2, 0.11)
_PIECE: _Box = (-0.16, -0.62, 0.16, 0.1)
_FOOT = 0.07
"""How far the foot of a piece is below the middle of its field."""

_SAMPLES = ((0.5, 0.5), (0.09, 0.17), (0.91, 0.17), (0.09, 0.83), (0.91, 0.83))
"""The points of a label that should lie on its castle, in shares of its size."""

_ON_EDGE = ((0.0, 0.24), (-0.25, 0.31), (0.25, 0.31))
"""The first places to try, right of and below the middle of a tower's top: its front corner, its left and its right wall."""

_ON_ROOF = {
    (0.0, 0.1): Aside(-0.27, -0.27, True),
    (-0.27, -0.06): Aside(0.2, -0.27, True),
    (0.27, -0.06): Aside(-0.27, 0.2, True),
}
"""The last places to try lie on the roof itself. The tower's number then makes room, and goes to the other side."""

_BY_FOOT = ((0.0, 0.24), (-0.25, 0.12), (0.25, 0.12))
"""The places for the level of a piece, best first."""

_ELSEWHERE, _ON_GROUND, _ON_PIECE, _ON_LABEL, _ON_NUMBER, _FARTHER = 1.0, 0.12, 3.0, 5.0, 0.8, 0.03
"""What it costs if a point of a label lies on another castle or on the ground, if the label covers a piece, another label or a
number (in shares of its size), and if it is one place or one tower farther down the list."""

_MOST_TOWERS = 6


class Spot(NamedTuple):
    """The place of a label: its field, and how far it is right of and below the middle of the field's top, in fields."""

    field: int
    right: float
    down: float

    def at(self, at: Projection, level: int) -> QPointF:
        """The place in pixels of a projection; ``level`` is the field's."""
        return at.top(self.field, level) + QPointF(round(self.right * at.tile), round(self.down * at.tile))

    @property
    def number(self) -> Aside | None:
        """Where the number of the tower goes to make room; None if it need not."""
        return _ON_ROOF.get((self.right, self.down))


class _Wall(NamedTuple):
    """The outline of a tower: the middle of its top, how far its foot is below that, and its castle."""

    x: float
    y: float
    high: float
    castle: int


class Labels:
    """Finds the places in one position, seen from one side.

    Args:
        spots: the places of the fields from that side.
        levels: the level of each cell.
        castles: the cells of each castle.
        pieces: the cells with a knight or the king.
    """

    def __init__(self, spots: Spots, levels: Sequence[int], castles: Sequence[Sequence[int]], pieces: Iterable[int]) -> None:
        self._at = at = _projection(spots)
        self._levels = levels
        self._castles = castles
        tops = [at.top(field, levels[field - 1]) for field in spots.cells]
        self._tops = [(top.x(), top.y()) for top in tops]
        self._pieces = {cell: self._around(cell, 0.0, _FOOT, _PIECE) for cell in sorted(set(pieces))}
        owner = {cell: number for number, cells in enumerate(castles) for cell in cells}
        built = sorted(owner, key=lambda cell: at.order(cell + 1), reverse=True)
        self._walls = [_Wall(*self._tops[cell], levels[cell] * at.rise, owner[cell]) for cell in built]

    def areas(self) -> dict[int, Spot]:
        """The place of each castle's area, by the castle's first cell."""
        found: dict[int, Spot] = {}
        taken = [self._around(cell, *self.level(cell)[1:], _LEVEL) for cell in self._pieces if self._levels[cell]]
        for number, cells in enumerate(self._castles):
            if cells:
                found[cells[0]] = spot = self._area(number, cells, taken)
                taken.append(self._around(spot.field - 1, spot.right, spot.down, _AREA))
        return found

    def level(self, cell: int) -> Spot:
        """The place of the level of a piece: before its foot, or beside it if another piece stands there."""
        for right, down in _BY_FOOT:
            box = self._around(cell, right, down, _LEVEL)
            if not any(_common(box, piece) for other, piece in self._pieces.items() if other != cell):
                return Spot(cell + 1, right, down)
        return Spot(cell + 1, *_BY_FOOT[0])

    def _area(self, castle: int, cells: Sequence[int], taken: Sequence[_Box]) -> Spot:
        nearest = sorted(cells, key=lambda cell: self._at.order(cell + 1), reverse=True)[:_MOST_TOWERS]
        numbers = [self._around(cell, 0.0, 0.0, _NUMBER) for cell in cells if cell not in self._pieces]
        best: tuple[float, Spot] | None = None
        for farther, cell in enumerate(nearest):
            for place, (right, down) in enumerate(self._ways(cell)):
                box = self._around(cell, right, down, _AREA)
                cost = (farther + place) * _FARTHER
                if best is None or cost < best[0]:
                    cost += sum(_common(box, piece) for piece in self._pieces.values()) * _ON_PIECE
                    cost += sum(_common(box, label) for label in taken) * _ON_LABEL
                    if (right, down) not in _ON_ROOF:
                        cost += sum(_common(box, number) for number in numbers) * _ON_NUMBER
                for x, y in _SAMPLES:
                    if best is not None and cost > best[0] - 1e-9:
                        break
                    cost += self._astray(box[0] + x * (box[2] - box[0]), box[1] + y * (box[3] - box[1]), castle)
                if best is None or cost < best[0] - 1e-9:
                    best = cost, Spot(cell + 1, right, down)
        assert best is not None
        return best[1]

    def _ways(self, cell: int) -> list[tuple[float, float]]:
        """The places to try on a tower, best first."""
        return [(right, down + step * RISE) for step in range(self._levels[cell]) for right, down in _ON_EDGE] + [*_ON_ROOF]

    def _astray(self, x: float, y: float, castle: int) -> float:
        """What it costs that a point lies where it does."""
        half, steep = self._at.tile / 2, self._at.depth / self._at.tile
        for wall in self._walls:
            aside = abs(x - wall.x)
            edge = (half - aside) * steep
            if aside <= half and -edge <= y - wall.y <= wall.high + edge:
                return 0.0 if wall.castle == castle else _ELSEWHERE
        return _ON_GROUND

    def _around(self, cell: int, right: float, down: float, size: _Box) -> _Box:
        """A box of this size around a place that is given in fields from the middle of a tower's top."""
        (x, y), tile = self._tops[cell], self._at.tile
        return (
            x + (right + size[0]) * tile,
            y + (down + size[1]) * tile,
            x + (right + size[2]) * tile,
            y + (down + size[3]) * tile,
        )


@lru_cache(maxsize=8)
def _projection(spots: Spots) -> Projection:
    return Projection(spots, _TILE)


def _common(box: _Box, other: _Box) -> float:
    """How much of a box another one covers, from 0 to 1."""
    wide = min(box[2], other[2]) - max(box[0], other[0])
    if wide <= 0:
        return 0.0
    high = min(box[3], other[3]) - max(box[1], other[1])
    return wide * high / ((box[2] - box[0]) * (box[3] - box[1])) if high > 0 else 0.0
