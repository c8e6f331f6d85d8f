"""Painting blocks of castles and villas, three faces each.

Everything is painted around the centre of the block's *upper* side, in pixels of one :class:`~.projection.Projection`.
A face is painted in its own flat coordinates, ``WIDE`` by ``HIGH``, and tilted into place.
"""

from __future__ import annotations

from typing import NamedTuple

from PySide6.QtCore import QPointF, QRectF, Qt
from PySide6.QtGui import QColor, QLinearGradient, QPainter, QPainterPath, QPen, QPolygonF, QTransform

from client.boards.stacks.projection import Projection
from client.boards.stacks.roofs import paint_band, paint_banner, paint_roof

WIDE, HIGH = 100.0, 70.0
"""The size of a face in its own coordinates."""

FOOT = 1.0
"""The side of a castle's block, relative to its field: neighbouring blocks form one wall."""

_COTTAGE = 0.93
"""The side of a villa's block: every house stands alone."""

MERLON = 0.07
"""The height of the battlements, relative to the width of a field."""

EDGES = ((1, 0), (0, 1), (-1, 0), (0, -1))
"""The neighbours across the four edges of a block, by columns and rows; the first two edges are the nearer ones."""

ALL_EDGES = 0b1111
"""Every edge of a block, each as a bit in the order of :data:`EDGES`."""

_WALK = 0.1
"""The thickness of the parapet, relative to the side of a field."""


class Stone(NamedTuple):
    """The colours of a kind of stone: upper side, left and right face, joints, inside of a window."""

    top: str
    left: str
    right: str
    joint: str
    inside: str


SANDSTONE = Stone("#f5e7c8", "#dcc291", "#b78f58", "#7d5a2e", "#43301f")
WHITEWASH = Stone("#fbf8f1", "#ece5d8", "#c9bda9", "#9b8d78", "#5a5048")
TERRACOTTA = "#d9a083"


class Dress(NamedTuple):
    """The traits that distinguish blocks of the same stone.

    Attributes:
        roof: the number of its castle's colour and pattern (see :mod:`~.roofs`); 0 for a villa.
        crowned: whether nothing stands on it.
        deep: the number of blocks on it, up to :data:`DEEPEST`; lower blocks are darker.
        worn: the variant of its stones, one of :data:`WORN`.
        lit: whether there is light behind its windows.
        rim: the edges of its roof where the castle ends, as bits; there it has battlements.
    """

    roof: int = 0
    crowned: bool = False
    deep: int = 0
    worn: int = 0
    lit: bool = False
    rim: int = ALL_EDGES


WORN = 3
"""The number of variants of a block: plain, weathered, and with ivy."""

DEEPEST = 3
"""With more blocks than this above it, a block gets no darker."""


def worn(cell: int, level: int) -> int:
    """The variant of a block, always the same at one place."""
    return (cell * 7 + level * 5 + cell // 3) % WORN


def paint_walls(painter: QPainter, at: Projection, stone: Stone, worn: int, lit: bool, tower: bool = False) -> None:
    """Paint the walls of a block of a castle, a villa or a tower, without the colours of its castle.

    A block of a tower has a gate in each face for knights. But for a villa's, the upper side is painted, too.
    """
    villa = stone is WHITEWASH
    for side in ("left", "right"):
        with _face(painter, at, side, stone):
            wall(painter, stone, side)
            if tower:
                gate(painter, stone, lit and worn != 1)
            elif villa:
                arch(painter, stone, 50, 22, 27, 60, lit and side == "left")
            else:
                arch(painter, stone, 27, 17, 27, 58, lit and (worn + (side == "left")) % 2 == 0)
                arch(painter, stone, 73, 17, 27, 58, lit and (worn + (side == "left")) % 3 == 1)
            wear(painter, stone, side, worn)
    if not villa:
        painter.setPen(Qt.PenStyle.NoPen)
        _slab(painter, at, stone, FOOT)


def paint_block(painter: QPainter, at: Projection, stone: Stone, dress: Dress) -> None:
    """Paint what distinguishes a block of a castle or a villa, on its walls."""
    for side in ("left", "right"):
        with _face(painter, at, side, stone):
            if dress.roof and dress.crowned:
                paint_band(painter, dress.roof, side, WIDE, 3, 13)
                paint_banner(painter, dress.roof, side, 50, 16)
            dusk(painter, dress.deep)
    if stone is WHITEWASH:
        _terrace(painter, at, stone)
    else:
        _top(painter, at, stone, dress)


def paint_tower(painter: QPainter, at: Projection, stone: Stone, dress: Dress) -> None:
    """Paint what distinguishes a block of a tower, on its walls."""
    for side in ("left", "right"):
        with _face(painter, at, side, stone):
            if dress.roof:
                paint_band(painter, dress.roof, side, WIDE, 2, 11 if dress.crowned else 6)
            dusk(painter, dress.deep)
    _top(painter, at, stone, dress)


class Face:
    """Paints in the coordinates of a face while entered."""

    def __init__(
        self,
        painter: QPainter,
        at: Projection,
        side: str,
        half: float,
        deep: float,
        start: QPointF | None = None,
        end: QPointF | None = None,
    ) -> None:
        if start is None or end is None:
            bottom = QPointF(0, deep)
            start, end = (QPointF(-half, 0), bottom) if side == "left" else (bottom, QPointF(half, 0))
        along = end - start
        self.painter = painter
        self.transform = QTransform(along.x() / WIDE, along.y() / WIDE, 0, 0, at.rise / HIGH, 0, start.x(), start.y(), 1)

    def __enter__(self) -> None:
        self.painter.save()
        self.painter.setTransform(self.transform, True)

    def __exit__(self, *_: object) -> None:
        self.painter.restore()


def _face(painter: QPainter, at: Projection, side: str, stone: Stone) -> Face:
    """One of the two faces of a block."""
    foot = _COTTAGE if stone is WHITEWASH else FOOT
    return Face(painter, at, side, at.tile / 2 * foot, at.depth / 2 * foot)


def faded(colour: str, alpha: int) -> QColor:
    """A translucent colour: ``alpha`` is 0 to 255."""
    made = QColor(colour)
    made.setAlpha(alpha)
    return made


def wall(painter: QPainter, stone: Stone, side: str, courses: tuple[float, ...] = (28.0, 50.0), plinth: bool = False) -> None:
    """Paint the masonry of a face, in its own coordinates; ``courses`` are the heights of its joints."""
    colour = QColor(stone.left if side == "left" else stone.right)
    shade = QLinearGradient(0, 0, 0, HIGH)
    shade.setColorAt(0, colour.lighter(107))
    shade.setColorAt(0.6, colour)
    shade.setColorAt(1, colour.darker(113))
    painter.setPen(Qt.PenStyle.NoPen)
    painter.setBrush(shade)
    painter.drawRect(QRectF(-0.4, 0, WIDE + 0.8, HIGH + 0.8))
    joint = QPen(faded(stone.joint, 60), 1.6)
    painter.setPen(joint)
    tops = (14.0, *courses, HIGH)
    for number, height in enumerate(courses):
        painter.drawLine(QPointF(0, height), QPointF(WIDE, height))
        for x in (25.0, 75.0) if number % 2 else (12.5, 50.0, 87.5):
            painter.drawLine(QPointF(x, tops[number + 1]), QPointF(x, tops[number + 2]))
    painter.setPen(Qt.PenStyle.NoPen)
    painter.setBrush(faded("#ffffff", 70 if side == "left" else 45))
    painter.drawRect(QRectF(0, 0, WIDE, 4.5))
    painter.setBrush(faded(stone.joint, 70))
    painter.drawRect(QRectF(0, 12, WIDE, 2))
    if plinth:
        painter.setBrush(faded(stone.joint, 60))
        painter.drawRect(QRectF(0, HIGH - 10, WIDE, 10.8))
    # The seam between this block and the one below, so that people can count levels.
    painter.setBrush(faded(stone.joint, 150))
    painter.drawRect(QRectF(0, HIGH - 2.2, WIDE, 3))


def wear(painter: QPainter, stone: Stone, side: str, look: int) -> None:
    """Paint the marks of age on a face, in its own coordinates: nothing, odd stones, or ivy."""
    painter.setPen(Qt.PenStyle.NoPen)
    if look == 1:
        for x, y, wide, high, darker in (
            (3, 30, 18, 9, True),
            (80, 52, 16, 8, True),
            (40, 54, 15, 7, False),
            (84, 18, 14, 7, False),
        ):
            painter.setBrush(faded(stone.joint if darker else "#fffaf0", 46 if darker else 60))
            painter.drawRect(QRectF(x, y, wide, high))
    elif look == 2:
        leaf = QColor("#6f8f4e" if side == "left" else "#55733c")
        leaf.setAlpha(215)
        painter.setBrush(leaf)
        near = 6.0 if side == "left" else 94.0
        way = 1 if side == "left" else -1
        for step, y in enumerate((66, 60, 63, 54, 57, 47, 50, 41, 36)):
            painter.drawEllipse(QPointF(near + way * (step * 5 % 14), y), 5.4, 4.2)


def dusk(painter: QPainter, deep: int) -> None:
    """Darken a face, in its own coordinates, since less light falls on lower storeys."""
    if deep:
        painter.fillRect(QRectF(-0.4, 0, WIDE + 0.8, HIGH + 0.8), QColor(38, 22, 8, 17 * min(deep, DEEPEST)))


def gate(painter: QPainter, stone: Stone, lit: bool) -> None:
    """Paint a gate with its portcullis half up between two slits, in a face's coordinates."""
    arch(painter, stone, 50, 38, 20, HIGH - 3, lit)
    painter.setPen(QPen(faded("#c9a468", 235), 2.6))
    for x in (38, 46, 54, 62):
        painter.drawLine(QPointF(x, 26), QPointF(x, 47))
    painter.drawLine(QPointF(32, 34), QPointF(68, 34))
    painter.drawLine(QPointF(31, 43), QPointF(69, 43))
    for x in (15, 85):
        painter.fillRect(QRectF(x - 2.6, 30, 5.2, 19), QColor(stone.inside))


def arch(painter: QPainter, stone: Stone, middle: float, width: float, top: float, bottom: float, lit: bool = False) -> None:
    """Paint an arched window or door in a face, in the face's coordinates; ``lit`` with light behind it."""

    def outline(grow: float) -> QPainterPath:
        half = width / 2 + grow
        path = QPainterPath()
        path.moveTo(middle - half, bottom + (grow if bottom < HIGH else 0))
        path.lineTo(middle - half, top + half)
        path.arcTo(QRectF(middle - half, top - grow, half * 2, half * 2), 180, -180)
        path.lineTo(middle + half, bottom + (grow if bottom < HIGH else 0))
        path.closeSubpath()
        return path

    painter.setPen(Qt.PenStyle.NoPen)
    painter.setBrush(faded("#fff8e6", 120))
    painter.drawPath(outline(4))
    shade = QLinearGradient(0, top, 0, bottom)
    shade.setColorAt(0, QColor("#a9561f") if lit else QColor(stone.inside).darker(130))
    shade.setColorAt(1, QColor("#e9924c") if lit else QColor(stone.inside).lighter(125))
    painter.setBrush(shade)
    painter.drawPath(outline(0))


def _slab(painter: QPainter, at: Projection, stone: Stone, share: float) -> None:
    shade = QLinearGradient(QPointF(-at.tile / 2, 0), QPointF(at.tile / 2, 0))
    shade.setColorAt(0, QColor(stone.top).lighter(104))
    shade.setColorAt(1, QColor(stone.top).darker(107))
    painter.setBrush(shade)
    painter.drawPolygon(at.diamond(QPointF(), share))


def _terrace(painter: QPainter, at: Projection, stone: Stone) -> None:
    """Paint the upper side of a villa, with red tiles."""
    painter.setPen(QPen(faded("#ffffff", 150), max(1.0, at.tile / 80)))
    _slab(painter, at, stone, _COTTAGE)
    painter.setPen(QPen(faded("#8d4f34", 130), max(1.0, at.tile / 90)))
    painter.setBrush(QColor(TERRACOTTA))
    painter.drawPolygon(at.diamond(QPointF(), _COTTAGE * 0.8))
    painter.setPen(QPen(faded("#8d4f34", 60), max(0.8, at.tile / 110)))
    reach = 0.5 * _COTTAGE * 0.8
    for step in range(1, 5):
        offset = -reach + step * reach * 2 / 5
        painter.drawLine(flat(at, offset, -reach), flat(at, offset, reach))
        painter.drawLine(flat(at, -reach, offset), flat(at, reach, offset))


def _top(painter: QPainter, at: Projection, stone: Stone, dress: Dress) -> None:
    """Paint what is on the upper side of a castle's block: the roof if nothing stands on it, and battlements at its edges."""
    if not dress.crowned:
        return
    _parapets(painter, at, stone, dress.rim, rear=True)
    if dress.roof:
        paint_roof(painter, at, dress.roof, dress.rim)
    _parapets(painter, at, stone, dress.rim, rear=False)


def flat(at: Projection, x: float, y: float) -> QPointF:
    """A point on a level surface relative to the middle of its field, in shares of the field along columns and rows."""
    return QPointF((x - y) * at.tile / 2, (x + y) * at.depth / 2)


def _parapets(painter: QPainter, at: Projection, stone: Stone, rim: int, rear: bool) -> None:
    """Paint the battlements along the rear or the front edges of a roof: a low wall with merlons."""
    half = FOOT / 2
    for edge in (2, 3) if rear else (0, 1):
        if not rim >> edge & 1:
            continue
        x, y = EDGES[edge]
        # The wall lies outside the roof and reaches around its corners.
        box = QRectF(-half, y * (half - _WALK / 2) - _WALK / 2, FOOT, _WALK)
        if x:
            box = QRectF(x * (half - _WALK / 2) - _WALK / 2, -half, _WALK, FOOT)
        _cube(painter, at, stone, box, 0, at.tile * MERLON * 0.35)
    size = 0.14
    for px, py in sorted(_merlons(rim, rear), key=lambda place: (place[0] + place[1], place[0])):
        reach = half - size / 2
        centre = QPointF(px * reach, py * reach)
        box = QRectF(centre.x() - size / 2, centre.y() - size / 2, size, size)
        _cube(painter, at, stone, box, at.tile * MERLON * 0.35, at.tile * MERLON)


def _merlons(rim: int, rear: bool) -> set[tuple[float, float]]:
    """The merlons on the rear or the front edges of a roof, from -1 to 1 along columns and rows."""
    found: set[tuple[float, float]] = set()
    for edge, (x, y) in enumerate(EDGES):
        if rim >> edge & 1 and (edge > 1) == rear:
            # A corner of two walls has one merlon; where a wall continues, so do the intervals.
            ends = ((1, 1), (3, -1)) if x else ((0, 1), (2, -1))
            found |= {
                (x or step, y or step) for step in (0.0, *(way * (1.0 if rim >> next_ & 1 else 0.72) for next_, way in ends))
            }
    return found


def _cube(painter: QPainter, at: Projection, stone: Stone, box: QRectF, low: float, high: float) -> None:
    """Paint a block of stone over a part of the upper side, from ``low`` to ``high`` pixels above it."""
    foot, lift = QPointF(0, -low), QPointF(0, -high)
    a, b = flat(at, box.left(), box.bottom()), flat(at, box.right(), box.bottom())
    c, d = flat(at, box.right(), box.top()), flat(at, box.left(), box.top())
    painter.setPen(QPen(faded(stone.joint, 110), max(0.6, at.tile / 140)))
    painter.setBrush(QColor(stone.left))
    painter.drawPolygon(QPolygonF([a + foot, b + foot, b + lift, a + lift]))
    painter.setBrush(QColor(stone.right))
    painter.drawPolygon(QPolygonF([b + foot, c + foot, c + lift, b + lift]))
    painter.setBrush(QColor(stone.top).lighter(103))
    painter.drawPolygon(QPolygonF([a + lift, b + lift, c + lift, d + lift]))
