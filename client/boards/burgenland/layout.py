"""The layout of the map. One unit is a pixel in the smallest window.

It follows from the crossings and roads of the data file, so a corrected file is shown as it is. A castle goes to the middle of
its road. A road that would cross another crossing runs around the outside. If two places would overlap, the later one moves
aside.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import cache

from PySide6.QtCore import QPointF, QRectF

Target = tuple[str, int, int]
"""Something on the map that can be pointed at, as (what, number, part):

``("square", castle, 1..4)``, ``("well", castle, 0)``, ``("castle", castle, 0)`` for the rest of its ground,
``("crossing", number, 0)``, ``("large", piece, 1 for one colour, 0 for different ones)``."""

WHOLE: Target = ("large", 0, 0)
"""The whole of the large castle."""

SQUARE = 35.0
"""The side of a castle's square."""

GAP = 3.0
PAD = 5.0
FOOT = 28.0
"""The height of the strip below the squares, with the well place, the number, and what the hand has for the castle."""

STONE = (44.0, 50.0)
"""The size of a border stone."""

WIDE = (4 * SQUARE + 3 * GAP + 2 * PAD, SQUARE + FOOT + 2 * PAD + GAP)
TALL = (2 * SQUARE + GAP + 2 * PAD, 2 * SQUARE + FOOT + 2 * PAD + 2 * GAP)
LARGE_VIEW, LARGE_HEAD = 90.0, 116.0
"""The height of the large castle's picture, and of everything above its prices."""

LARGE = (204.0, LARGE_HEAD + 2 * 29.0 + GAP + PAD)
COLUMN, ROW = 212.0, 268.0
"""From crossing to crossing."""

ROUND = 92.0
"""How far outside a road runs if it cannot be straight."""

MARGIN = 17.0
RIM = 11.0
EDGE = 13.0
"""The margin around everything, and the width and thickness of the board's rim."""


@dataclass(frozen=True)
class Plate:
    """The ground of a small castle.

    Attributes:
        box: all of it; ``squares``: its squares a, b, c and the place of the extra plot.
        well: the square around the round well place.
        strip: the rest of the foot, for number and purse.
        road: the points of its road, from crossing to crossing.
    """

    box: QRectF
    squares: tuple[QRectF, ...]
    well: QRectF
    strip: QRectF
    road: tuple[QPointF, ...]


@dataclass(frozen=True)
class Layout:
    """The map.

    Attributes:
        stones: the rectangle of each border stone, crossing A first.
        plates: the small castles, castle 1 first.
        large: the large castle; ``prices``: the rectangle of each of its prices, by target.
        lawn: everything inside the rim; ``bounds``: the board with rim and edge.
    """

    stones: tuple[QRectF, ...]
    plates: tuple[Plate, ...]
    large: QRectF
    prices: dict[Target, QRectF]
    lawn: QRectF
    bounds: QRectF

    def room(self, target: Target) -> QRectF:
        """The rectangle of a target."""
        what, number, part = target
        if what == "square":
            return self.plates[number - 1].squares[part - 1]
        if what == "well":
            return self.plates[number - 1].well
        if what == "castle":
            return self.plates[number - 1].box
        if what == "crossing":
            return self.stones[number - 1]
        return self.large if target == WHOLE else self.prices[target]

    def targets(self) -> Iterator[Target]:
        """All targets, small ones before the ground on which they lie."""
        for number in range(1, len(self.stones) + 1):
            yield ("crossing", number, 0)
        for number, plate in enumerate(self.plates, 1):
            for part in range(1, len(plate.squares) + 1):
                yield ("square", number, part)
            yield ("well", number, 0)
        yield from self.prices
        for number in range(1, len(self.plates) + 1):
            yield ("castle", number, 0)

    def at(self, place: QPointF) -> Target | None:
        """The target at a point."""
        return next((target for target in self.targets() if self.room(target).contains(place)), None)


@cache
def layout_of(grid: tuple[tuple[int, int], ...], roads: tuple[tuple[int, int], ...], around: tuple[int, ...]) -> Layout:
    """The map for these crossings (column, row), roads (pairs of crossings) and crossings around the large castle."""
    spots = _spots(grid, around)
    stones = tuple(_box(spot, STONE) for spot in spots)
    corners = [spots[number - 1] for number in around]
    middle = QPointF(sum(spot.x() for spot in corners) / len(corners), sum(spot.y() for spot in corners) / len(corners))
    taken = list(stones)
    large = _free(_box(middle, LARGE), taken)
    taken.append(large)
    plates = []
    for number, road in enumerate(roads):
        bent = road in roads[:number] or (road[1], road[0]) in roads[:number]
        plate = _plate(spots, road, bent, taken)
        taken.append(plate.box)
        plates.append(plate)
    used = QRectF()
    for box in taken:
        used = used.united(box)
    lawn = used.adjusted(-MARGIN, -MARGIN, MARGIN, MARGIN)
    bounds = lawn.adjusted(-RIM, -RIM, RIM, RIM + EDGE)
    return Layout(stones, tuple(plates), large, _prices(large), lawn, bounds)


def _spots(grid: Sequence[tuple[int, int]], around: Sequence[int]) -> list[QPointF]:
    """The middles of the crossings: grid lines in order, farther apart where the large castle lies between them."""
    columns = sorted({column for column, _ in grid})
    rows = sorted({row for _, row in grid})
    inner = {grid[number - 1][0] for number in around}
    x, at_column = 0.0, {}
    for place, column in enumerate(columns):
        if place:
            wide = column in inner and columns[place - 1] in inner
            x += LARGE[0] + TALL[0] + 14 if wide else COLUMN
        at_column[column] = x
    return [QPointF(at_column[column], rows.index(row) * ROW) for column, row in grid]


def _box(middle: QPointF, size: tuple[float, float]) -> QRectF:
    return QRectF(middle.x() - size[0] / 2, middle.y() - size[1] / 2, *size)


def _free(box: QRectF, taken: Sequence[QRectF]) -> QRectF:
    """The nearest free place for a box."""
    for ring in range(60):
        reach = ring * 12.0
        for right, down in ((0, 0), (0, -1), (0, 1), (1, 0), (-1, 0), (1, -1), (-1, -1), (1, 1), (-1, 1)):
            moved = box.translated(right * reach, down * reach)
            if not any(moved.adjusted(-4, -4, 4, 4).intersects(other) for other in taken):
                return moved
    return box


def _plate(spots: Sequence[QPointF], road: tuple[int, int], bent: bool, taken: Sequence[QRectF]) -> Plate:
    one, other = (spots[number - 1] for number in road)
    middle = (one + other) / 2
    others = [spot for number, spot in enumerate(spots, 1) if number not in road]
    along = other - one
    way: tuple[QPointF, ...] = (one, other)
    if bent or any(_on_road(one, other, spot) for spot in others):
        inside = QPointF(sum(spot.x() for spot in spots) / len(spots), sum(spot.y() for spot in spots) / len(spots))
        if abs(along.x()) >= abs(along.y()):
            out = QPointF(0, -ROUND if middle.y() <= inside.y() else ROUND)
        else:
            out = QPointF(-ROUND if middle.x() <= inside.x() else ROUND, 0)
        middle += out
        way = (one, one + out, other + out, other)
    lying = abs(along.x()) >= abs(along.y())
    box = _free(_box(middle, WIDE if lying else TALL), taken)
    step = SQUARE + GAP
    left, top = box.left() + PAD, box.top() + PAD
    across = 4 if lying else 2
    squares = tuple(QRectF(left + place % across * step, top + place // across * step, SQUARE, SQUARE) for place in range(4))
    foot = QRectF(left, box.bottom() - PAD - FOOT, box.width() - 2 * PAD, FOOT)
    well = QRectF(foot.left(), foot.top(), FOOT, FOOT)
    if way == (one, other) and box.center() != middle:
        way = (one, box.center(), other)
    return Plate(box, squares, well, foot.adjusted(FOOT + 2, 0, 0, 0), way)


def _on_road(one: QPointF, other: QPointF, spot: QPointF) -> bool:
    """Whether a crossing lies on the straight line between two others."""
    along, there = other - one, spot - one
    length = along.x() ** 2 + along.y() ** 2
    share = (along.x() * there.x() + along.y() * there.y()) / length
    off = there - along * share
    return 0 < share < 1 and max(abs(off.x()), abs(off.y())) < STONE[1]


def _prices(large: QRectF) -> dict[Target, QRectF]:
    """The six prices of the large castle: a column for each piece, one colour above different colours."""
    wide = (large.width() - 2 * PAD - 2 * GAP) / 3
    high = 29.0
    rooms: dict[Target, QRectF] = {}
    for piece in range(3):
        left = large.left() + PAD + piece * (wide + GAP)
        for line, same in enumerate((1, 0)):
            top = large.bottom() - PAD - (2 - line) * high - (1 - line) * GAP
            rooms["large", piece + 1, same] = QRectF(left, top, wide, high)
    return rooms
