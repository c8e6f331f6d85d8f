"""Painting the building pieces: a block of a castle or a villa, and the long founding stone, three faces each.

Everything is painted round the centre of the block's *upper* side, in pixels of one :class:`~.projection.Projection`.
A face is painted in its own flat coordinates, ``WIDE`` by ``HIGH``, and tilted into place.
"""

from __future__ import annotations

from typing import NamedTuple

from PySide6.QtCore import QPointF, QRectF, Qt
from PySide6.QtGui import QColor, QLinearGradient, QPainter, QPainterPath, QPen, QPolygonF, QTransform

from client.boards.loop.projection import Projection

WIDE, HIGH = 100.0, 70.0
"""Size of a face in its own coordinates."""

FOOT = 0.93
"""Side of a block by the side of its field."""

MERLON = 0.085
"""Height of the battlements by the width of a field."""


class Stone(NamedTuple):
    """The colours of a kind of stone: upper side, left and right face, joints, inside of a window."""

    top: str
    left: str
    right: str
    joint: str
    inside: str


SANDSTONE = Stone("#f5e7c8", "#dcc291", "#b78f58", "#7d5a2e", "#43301f")
WHITEWASH = Stone("#fbf8f1", "#ece5d8", "#c9bda9", "#9b8d78", "#5a5048")
ASHLAR = Stone("#e4cd9c", "#c6a36a", "#9a7442", "#5f431f", "#33241a")
TERRACOTTA = "#d9a083"


def paint_block(painter: QPainter, at: Projection, stone: Stone, band: QColor | None, crowned: bool) -> None:
    """One block: ``band`` is the crest's colour below the cornice; ``crowned`` if nothing stands on it."""
    half, deep = at.tile / 2 * FOOT, at.depth / 2 * FOOT
    villa = stone is WHITEWASH
    for side in ("left", "right"):
        with Face(painter, at, side, half, deep):
            wall(painter, stone, side)
            if villa:
                arch(painter, stone, 50, 22, 27, 60)
            else:
                arch(painter, stone, 31, 17, 27, 58)
                arch(painter, stone, 69, 17, 27, 58)
            if band is not None and crowned:
                painter.fillRect(QRectF(0, 4, WIDE, 8), band.darker(100 if side == "left" else 125))
    _upper(painter, at, stone, half, deep, terrace=villa)
    if crowned and not villa:
        _battlements(painter, at, stone, band)


def paint_founding_stone(painter: QPainter, at: Projection, along_columns: bool, part: int) -> None:
    """A third of a founding stone: ``part`` 0 is the rearmost, 2 the one nearest to the eye."""
    half, deep = at.tile / 2, at.depth / 2
    inset = (1 - FOOT) / 2
    # In units of the field: the stone keeps its inset at the sides and at its two ends, and has no seam in between.
    low, high = -0.5 + (inset if part == 0 else 0.0), 0.5 - (inset if part == 2 else 0.0)
    side_low, side_high = -0.5 + inset, 0.5 - inset
    x0, x1, y0, y1 = (low, high, side_low, side_high) if along_columns else (side_low, side_high, low, high)

    def place(x: float, y: float) -> QPointF:
        return QPointF((x - y) * half, (x + y) * deep)

    for side, start, end in (("left", place(x0, y1), place(x1, y1)), ("right", place(x1, y1), place(x1, y0))):
        long_side = (side == "left") == along_columns
        if not long_side and part != 2:
            continue
        with Face(painter, at, side, 0, 0, start, end):
            wall(painter, ASHLAR, side, courses=(HIGH * 0.52,), plinth=True)
            if not long_side:
                arch(painter, ASHLAR, 50, 24, 26, 60)
            elif part == 1:
                arch(painter, ASHLAR, 50, 34, 20, HIGH)
            else:
                arch(painter, ASHLAR, 50, 15, 30, 52)
    corners = QPolygonF([place(x0, y0), place(x1, y0), place(x1, y1), place(x0, y1)])
    shade = QLinearGradient(QPointF(-half, 0), QPointF(half, 0))
    shade.setColorAt(0, QColor(ASHLAR.top).lighter(106))
    shade.setColorAt(1, QColor(ASHLAR.top).darker(106))
    painter.setPen(Qt.PenStyle.NoPen)
    painter.setBrush(shade)
    painter.drawPolygon(corners)
    line = QPen(faded(ASHLAR.joint, 150), max(1.0, at.tile / 70))
    painter.setPen(line)
    edges = [(place(x0, y0), place(x1, y0)), (place(x0, y1), place(x1, y1))]
    ends = [(place(x0, y0), place(x0, y1)), (place(x1, y0), place(x1, y1))]
    if not along_columns:
        edges, ends = ends, edges
    for start, end in edges:
        painter.drawLine(start, end)
    for number, (start, end) in enumerate(ends):
        if part == (0, 2)[number]:
            painter.drawLine(start, end)


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


def faded(colour: str, alpha: int) -> QColor:
    """A colour one can see through: ``alpha`` 0 to 255."""
    made = QColor(colour)
    made.setAlpha(alpha)
    return made


def wall(painter: QPainter, stone: Stone, side: str, courses: tuple[float, ...] = (28.0, 50.0), plinth: bool = False) -> None:
    """The masonry of a face, in its own coordinates; ``courses`` are the heights of its joints."""
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
    # The seam between this block and what lies below it: levels stay countable.
    painter.setBrush(faded(stone.joint, 150))
    painter.drawRect(QRectF(0, HIGH - 2.2, WIDE, 3))


def arch(painter: QPainter, stone: Stone, middle: float, width: float, top: float, bottom: float) -> None:
    """A round-headed window or door in a face, in the face's own coordinates."""

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
    shade.setColorAt(0, QColor(stone.inside).darker(130))
    shade.setColorAt(1, QColor(stone.inside).lighter(125))
    painter.setBrush(shade)
    painter.drawPath(outline(0))


def _upper(painter: QPainter, at: Projection, stone: Stone, half: float, deep: float, terrace: bool) -> None:
    shade = QLinearGradient(QPointF(-half, 0), QPointF(half, 0))
    shade.setColorAt(0, QColor(stone.top).lighter(104))
    shade.setColorAt(1, QColor(stone.top).darker(107))
    painter.setPen(QPen(faded("#ffffff", 150), max(1.0, at.tile / 80)))
    painter.setBrush(shade)
    painter.drawPolygon(at.diamond(QPointF(), FOOT))
    if terrace:
        painter.setPen(QPen(faded("#8d4f34", 130), max(1.0, at.tile / 90)))
        painter.setBrush(QColor(TERRACOTTA))
        painter.drawPolygon(at.diamond(QPointF(), FOOT * 0.8))
        painter.setPen(QPen(faded("#8d4f34", 60), max(0.8, at.tile / 110)))
        reach = 0.5 * FOOT * 0.8
        for step in range(1, 5):
            offset = -reach + step * reach * 2 / 5
            painter.drawLine(flat(at, offset, -reach), flat(at, offset, reach))
            painter.drawLine(flat(at, -reach, offset), flat(at, reach, offset))
    else:
        painter.setPen(QPen(faded(stone.joint, 70), max(1.0, at.tile / 90)))
        painter.setBrush(Qt.BrushStyle.NoBrush)
        painter.drawPolygon(at.diamond(QPointF(), FOOT * 0.76))


def flat(at: Projection, x: float, y: float) -> QPointF:
    """A place on a level surface seen from the middle of its field, in parts of the field along columns and rows."""
    return QPointF((x - y) * at.tile / 2, (x + y) * at.depth / 2)


def _battlements(painter: QPainter, at: Projection, stone: Stone, band: QColor | None) -> None:
    """Small boxes round the edge of a castle's top, the rear ones first."""
    edge, size, height = 0.5 * FOOT, 0.155, at.tile * MERLON
    places = sorted(
        {(x, y) for x in (-1, 0, 1) for y in (-1, 0, 1)} - {(0, 0)}, key=lambda place: (place[0] + place[1], place[0])
    )
    for px, py in places:
        x, y = px * (edge - size / 2), py * (edge - size / 2)
        low_x, high_x, low_y, high_y = x - size / 2, x + size / 2, y - size / 2, y + size / 2
        lift = QPointF(0, -height)
        a, b = flat(at, low_x, high_y), flat(at, high_x, high_y)
        c, d = flat(at, high_x, low_y), flat(at, low_x, low_y)
        painter.setPen(QPen(faded(stone.joint, 120), max(0.6, at.tile / 130)))
        painter.setBrush(QColor(stone.left))
        painter.drawPolygon(QPolygonF([a, b, b + lift, a + lift]))
        painter.setBrush(QColor(stone.right))
        painter.drawPolygon(QPolygonF([b, c, c + lift, b + lift]))
        painter.setBrush(QColor(stone.top).lighter(103))
        painter.drawPolygon(QPolygonF([a + lift, b + lift, c + lift, d + lift]))
