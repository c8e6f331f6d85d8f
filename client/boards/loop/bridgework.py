"""Painting bridges: a deck over three cells on an arch of red and white stones, through which one sees what is below.

As in :mod:`~.stones`, everything is painted around the centre of the upper side of one cell's part.
"""

from __future__ import annotations

from PySide6.QtCore import QPointF, QRectF, Qt
from PySide6.QtGui import QColor, QLinearGradient, QPainter, QPainterPath, QPen, QPolygonF

from client.boards.stacks.projection import Projection
from client.boards.stacks.stones import FOOT, HIGH, WIDE, Face, Stone, arch, faded, flat, wall
from client.look import theme

BRICK = Stone("#efd9bb", "#d3a57f", "#a9764f", "#6d3f22", "#3a2316")
RED, WHITE = "#a8452f", "#f1e2c6"
"""The alternating colours of the arch's stones, as in Córdoba."""

PARAPET = 0.07
"""The height of the parapets, relative to the width of a field."""

REAR, MIDDLE, FRONT = 0, 1, 2
"""The parts of a bridge in drawing order."""

_SPRING = 7.0
"""The width of the arch's feet in the coordinates of a face; ``_CROWN`` is the deck's height above the arch."""

_CROWN = 19.0
_RING = 13.0
_VOUSSOIRS = 13


def paint_bridge(painter: QPainter, at: Projection, along: bool, part: int, band: QColor | None, crowned: bool) -> None:
    """Paint one cell's part of a bridge.

    Args:
        painter: its origin is the centre of the part's upper side.
        at: the projection.
        along: whether the bridge runs along the columns (from left to right), else along the rows.
        part: rear end, middle or front end.
        band: the colour of the castle's crest, or None for a villa.
        crowned: whether nothing stands on this part.
    """
    half, deep = at.tile / 2, at.depth / 2
    inset = (1 - FOOT) / 2
    low, high = -0.5 + (inset if part == REAR else 0.0), 0.5 - (inset if part == FRONT else 0.0)
    near, far = -0.5 + inset, 0.5 - inset
    x0, x1, y0, y1 = (low, high, near, far) if along else (near, far, low, high)

    def place(x: float, y: float) -> QPointF:
        return QPointF((x - y) * half, (x + y) * deep)

    long_side = "left" if along else "right"
    for side, start, end in (("left", place(x0, y1), place(x1, y1)), ("right", place(x1, y1), place(x1, y0))):
        if side == long_side and part == MIDDLE:
            _reveal(painter, at, side, start, end)
            with Face(painter, at, side, 0, 0, start, end):
                _arched(painter, side)
                _cornice(painter, side, band)
        elif side == long_side or part == FRONT:
            with Face(painter, at, side, 0, 0, start, end):
                wall(painter, BRICK, side, courses=(HIGH * 0.36, HIGH * 0.66))
                arch(painter, BRICK, 50, 16, 30, 58)
                _cornice(painter, side, band)
    _deck(painter, at, along, (x0, x1, y0, y1))
    if crowned and band is not None:
        _carpet(painter, at, along, (x0, x1, y0, y1), band)
    if crowned:
        _parapets(painter, at, along, (x0, x1, y0, y1))


def _opening(grow: float = 0.0) -> QPainterPath:
    """The hole under the arch in the coordinates of the middle face; ``grow`` widens it to the outer edge of the ring."""
    left, top = _SPRING - grow, _CROWN - grow
    path = QPainterPath()
    path.moveTo(left, HIGH + 1)
    path.arcTo(QRectF(left, top, WIDE - 2 * left, (HIGH - top) * 2), 180, -180)
    path.lineTo(WIDE - left, HIGH + 1)
    path.closeSubpath()
    return path


def _arched(painter: QPainter, side: str) -> None:
    """Paint the face over the hollow: masonry with the arch cut out, and the ring of stones around the hole."""
    face = QPainterPath()
    face.addRect(QRectF(-0.4, 0, WIDE + 0.8, HIGH + 0.8))
    painter.save()
    painter.setClipPath(face.subtracted(_opening()), Qt.ClipOperation.IntersectClip)
    wall(painter, BRICK, side, courses=(HIGH * 0.36, HIGH * 0.66))
    painter.setPen(Qt.PenStyle.NoPen)
    box = QRectF(_SPRING - _RING, _CROWN - _RING, WIDE - 2 * (_SPRING - _RING), (HIGH - _CROWN + _RING) * 2)
    painter.setClipPath(_opening(_RING), Qt.ClipOperation.IntersectClip)
    step = 180 / _VOUSSOIRS
    for number in range(_VOUSSOIRS):
        stone = QColor(WHITE if number % 2 else RED)
        painter.setBrush(stone if side == "left" else stone.darker(122))
        painter.drawPie(box.adjusted(-30, -30, 30, 30), round(16 * step * number), round(16 * step) + 1)
    painter.restore()
    painter.setBrush(Qt.BrushStyle.NoBrush)
    painter.setPen(QPen(faded(BRICK.joint, 190), 2.2))
    painter.drawPath(_curve())


def _curve() -> QPainterPath:
    path = QPainterPath()
    path.moveTo(_SPRING, HIGH)
    path.arcTo(QRectF(_SPRING, _CROWN, WIDE - 2 * _SPRING, (HIGH - _CROWN) * 2), 180, -180)
    return path


def _reveal(painter: QPainter, at: Projection, side: str, start: QPointF, end: QPointF) -> None:
    """Paint the inside of the arch's foot, visible through the hole."""
    depth = flat(at, 0, -FOOT) if side == "left" else flat(at, -FOOT, 0)
    along = end - start
    foot = start + along * (_SPRING / WIDE) if side == "left" else end - along * (_SPRING / WIDE)
    down, crown = QPointF(0, at.rise), QPointF(0, at.rise * 0.62)
    painter.save()
    with Face(painter, at, side, 0, 0, start, end):
        hole = painter.transform().map(_opening())
    painter.setClipPath(painter.transform().inverted()[0].map(hole), Qt.ClipOperation.IntersectClip)
    shade = QLinearGradient(foot + down, foot + down + depth)
    colour = QColor(BRICK.right if side == "left" else BRICK.left)
    shade.setColorAt(0, colour.darker(125))
    shade.setColorAt(1, colour.darker(190))
    painter.setPen(Qt.PenStyle.NoPen)
    painter.setBrush(shade)
    painter.drawPolygon(QPolygonF([foot + down, foot + crown, foot + crown + depth, foot + down + depth]))
    painter.restore()


def _cornice(painter: QPainter, side: str, band: QColor | None) -> None:
    painter.setPen(Qt.PenStyle.NoPen)
    if band is not None:
        painter.fillRect(QRectF(-0.4, 3, WIDE + 0.8, 11), band.darker(100 if side == "left" else 125))


def _deck(painter: QPainter, at: Projection, along: bool, edges: tuple[float, float, float, float]) -> None:
    x0, x1, y0, y1 = edges
    corners = QPolygonF([flat(at, x0, y0), flat(at, x1, y0), flat(at, x1, y1), flat(at, x0, y1)])
    shade = QLinearGradient(QPointF(-at.tile / 2, 0), QPointF(at.tile / 2, 0))
    shade.setColorAt(0, QColor(BRICK.top).lighter(105))
    shade.setColorAt(1, QColor(BRICK.top).darker(107))
    painter.setPen(Qt.PenStyle.NoPen)
    painter.setBrush(shade)
    painter.drawPolygon(corners)
    painter.setPen(QPen(faded(BRICK.joint, 60), max(0.8, at.tile / 110)))
    for step in range(1, 4):
        share = step / 4
        if along:
            painter.drawLine(flat(at, x0 + (x1 - x0) * share, y0), flat(at, x0 + (x1 - x0) * share, y1))
        else:
            painter.drawLine(flat(at, x0, y0 + (y1 - y0) * share), flat(at, x1, y0 + (y1 - y0) * share))


def _carpet(painter: QPainter, at: Projection, along: bool, edges: tuple[float, float, float, float], band: QColor) -> None:
    """Paint the castle's colour along the middle of the deck."""
    x0, x1, y0, y1 = edges
    half = 0.24
    low, high = ((x0, -half), (x1, half)) if along else ((-half, y0), (half, y1))
    painter.setPen(Qt.PenStyle.NoPen)
    painter.setBrush(band.lighter(118))
    painter.drawPolygon(QPolygonF([flat(at, *low), flat(at, high[0], low[1]), flat(at, *high), flat(at, low[0], high[1])]))
    painter.setPen(QPen(QColor(255, 246, 226, 150), max(0.8, at.tile / 70)))
    for share in (-0.19, 0.19):
        ends = ((x0, share), (x1, share)) if along else ((share, y0), (share, y1))
        painter.drawLine(flat(at, *ends[0]), flat(at, *ends[1]))


def _parapets(painter: QPainter, at: Projection, along: bool, edges: tuple[float, float, float, float]) -> None:
    """Paint low walls on both long sides, the rear one first."""
    x0, x1, y0, y1 = edges
    thick, lift = 0.075, QPointF(0, -at.tile * PARAPET)
    if along:
        walls = [(x0, x1, y0, y0 + thick), (x0, x1, y1 - thick, y1)]
    else:
        walls = [(x0, x0 + thick, y0, y1), (x1 - thick, x1, y0, y1)]
    for a, b, c, d in walls:
        corner = [flat(at, a, d), flat(at, b, d), flat(at, b, c), flat(at, a, c)]
        painter.setPen(QPen(faded(BRICK.joint, 110), max(0.6, at.tile / 130)))
        painter.setBrush(QColor(BRICK.left))
        painter.drawPolygon(QPolygonF([corner[0], corner[1], corner[1] + lift, corner[0] + lift]))
        painter.setBrush(QColor(BRICK.right))
        painter.drawPolygon(QPolygonF([corner[1], corner[2], corner[2] + lift, corner[1] + lift]))
        painter.setBrush(QColor(BRICK.top).lighter(104))
        painter.drawPolygon(QPolygonF([point + lift for point in corner]))


def paint_shade(painter: QPainter, at: Projection) -> None:
    """Paint the shadow of a bridge on what is below it, around the centre of its upper side."""
    painter.setPen(Qt.PenStyle.NoPen)
    for share, alpha in ((0.92, 34), (0.78, 34)):
        painter.setBrush(QColor(30, 18, 8, alpha))
        painter.drawPolygon(at.diamond(QPointF(), share))


def plank(at: Projection, along: bool) -> QPolygonF:
    """The outline of a whole bridge's upper side, around the centre of its middle."""
    reach, half = 1.5 - (1 - FOOT) / 2, FOOT / 2
    x, y = (reach, half) if along else (half, reach)
    return QPolygonF([flat(at, -x, -y), flat(at, x, -y), flat(at, x, y), flat(at, -x, y)])


def paint_offer(painter: QPainter, at: Projection, along: bool, bright: bool) -> None:
    """Paint a possible bridge in translucent gold, around the centre of its middle's upper side."""
    top = plank(at, along)
    down = QPointF(0, at.rise)
    _, right, bottom, left = (top.at(number) for number in range(4))
    gold = QColor(theme.GOLD)
    for corners, darker in (
        ([left, bottom, bottom + down, left + down], 108),
        ([bottom, right, right + down, bottom + down], 128),
    ):
        side = gold.darker(darker)
        side.setAlpha(160 if bright else 88)
        painter.setPen(QPen(faded("#5d4203", 170 if bright else 110), max(1.0, at.tile * 0.02)))
        painter.setBrush(side)
        painter.drawPolygon(QPolygonF(corners))
    fill = QColor("#ffd768")
    fill.setAlpha(175 if bright else 105)
    painter.setBrush(fill)
    painter.setPen(QPen(QColor("#5d4203"), max(2.6, at.tile * 0.06)))
    painter.drawPolygon(top)
    painter.setBrush(Qt.BrushStyle.NoBrush)
    painter.setPen(QPen(QColor("#ffe08a" if bright else theme.GOLD), max(1.6, at.tile * 0.036)))
    painter.drawPolygon(top)
