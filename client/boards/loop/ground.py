"""Painting what never changes: the board with its rim, garden and numbered fields."""

from __future__ import annotations

import math

from PySide6.QtCore import QPointF, QRectF, Qt
from PySide6.QtGui import QBrush, QColor, QLinearGradient, QPainter, QPainterPath, QPen, QPolygonF, QRadialGradient, QTransform

from client import theme
from client.boards.loop.projection import BORDER, EDGE, Projection

FIELD = 0.93
"""Side of a painted field by its full size."""


def ground_bounds(at: Projection) -> QRectF:
    """What the painted board covers, its shadow included."""
    box = at.slab(BORDER).boundingRect()
    return box.adjusted(-at.tile * 0.5, -at.tile * 0.2, at.tile * 0.5, at.tile * (EDGE + 0.75))


def paint_ground(painter: QPainter, at: Projection, colours: theme.Palette) -> None:
    """The empty board."""
    paint_slab(painter, at, colours)
    _garden(painter, at, colours)
    for cell in at.spots.numbered:
        _field(painter, at, cell)


def paint_slab(painter: QPainter, at: Projection, colours: theme.Palette) -> None:
    """The board's body with its rim and its shadow on the table, whatever lies on it."""
    painter.setRenderHint(QPainter.RenderHint.Antialiasing)
    _shadow(painter, at, colours)
    _slab(painter, at, colours)


def on_ground(at: Projection, centre: QPointF) -> QTransform:
    """Maps flat coordinates (a field is 100 wide) onto the ground round a centre."""
    return QTransform(at.tile / 200, at.depth / 200, 0, -at.tile / 200, at.depth / 200, 0, centre.x(), centre.y(), 1)


def paint_number(painter: QPainter, at: Projection, number: int | str, colour: QColor, size: float = 31) -> None:
    """A field's number (or name) lying on the ground (or on a stack's top) round the origin."""
    painter.save()
    # Turned halfway out of the ground's own grid, so that it reads level from where the players sit.
    painter.scale(at.tile / 100, at.depth / 100 * 1.22)
    painter.setFont(theme.font(size, serif=True))
    painter.setPen(colour)
    painter.drawText(QRectF(-50, -50, 100, 99), Qt.AlignmentFlag.AlignCenter, str(number))
    painter.restore()


def _shadow(painter: QPainter, at: Projection, colours: theme.Palette) -> None:
    outline = at.slab(BORDER)
    drop = at.tile * (EDGE + 0.12)
    dark = colours is theme.DARK
    painter.setPen(Qt.PenStyle.NoPen)
    for step in range(8, 0, -1):
        grow = step * 0.045
        painter.setBrush(QColor(0, 0, 0, 16) if dark else QColor(70, 45, 15, 11))
        painter.drawPolygon(at.slab(BORDER + grow).translated(0, drop))
    painter.setBrush(QColor(0, 0, 0, 70) if dark else QColor(70, 45, 15, 45))
    painter.drawPolygon(outline.translated(0, drop))


def _slab(painter: QPainter, at: Projection, colours: theme.Palette) -> None:
    _, right, bottom, left = (at.slab(BORDER).at(corner) for corner in range(4))
    down = QPointF(0, at.tile * EDGE)
    painter.setPen(Qt.PenStyle.NoPen)
    for corners, colour in (
        ([left, bottom, bottom + down, left + down], QColor(colours.rim_dark)),
        ([bottom, right, right + down, bottom + down], QColor(colours.rim_dark).darker(135)),
    ):
        shade = QLinearGradient(corners[0], corners[0] + down * 1.6)
        shade.setColorAt(0, colour.lighter(118))
        shade.setColorAt(1, colour.darker(125))
        painter.setBrush(shade)
        painter.drawPolygon(QPolygonF(corners))
    shade = QLinearGradient(left, right)
    shade.setColorAt(0, QColor(colours.rim).lighter(116))
    shade.setColorAt(1, QColor(colours.rim).darker(108))
    painter.setBrush(shade)
    painter.drawPolygon(at.slab(BORDER))
    painter.setPen(QPen(QColor(255, 232, 200, 90), max(1.0, at.tile / 60)))
    painter.drawPolyline(QPolygonF([left, bottom, right]))
    painter.setPen(QPen(QColor(255, 240, 215, 60), max(1.0, at.tile / 80)))
    painter.setBrush(Qt.BrushStyle.NoBrush)
    painter.drawPolygon(at.slab(BORDER - 0.2))


def _garden(painter: QPainter, at: Projection, colours: theme.Palette) -> None:
    lawn = at.slab(BORDER - 0.34)
    middle = at.point((at.spots.columns + 1) / 2, (at.spots.rows + 1) / 2)
    light = QRadialGradient(middle - QPointF(at.tile * 1.5, at.depth * 1.2), at.tile * 6.4)
    light.setColorAt(0, QColor(colours.lawn).lighter(112))
    light.setColorAt(0.55, QColor(colours.lawn))
    light.setColorAt(1, QColor(colours.lawn_dark))
    painter.setPen(QPen(QColor(40, 24, 14, 130), max(1.0, at.tile / 50)))
    painter.setBrush(light)
    painter.drawPolygon(lawn)
    fields = set(at.spots.at[: at.spots.fields])
    for x in range(1, at.spots.columns + 1):
        for y in range(1, at.spots.rows + 1):
            if (x, y) not in fields:
                painter.save()
                painter.setTransform(on_ground(at, at.point(x, y)), True)
                if (x, y) == ((at.spots.columns + 1) // 2, (at.spots.rows + 1) // 2):
                    _fountain(painter)
                elif (x + y) % 2 == 0:
                    _bed(painter, colours)
                painter.restore()


def _star(points: int, outer: float, inner: float) -> QPainterPath:
    path = QPainterPath()
    for step in range(points * 2):
        reach = inner if step % 2 else outer
        angle = math.pi * step / points
        corner = QPointF(reach * math.cos(angle), reach * math.sin(angle))
        if step:
            path.lineTo(corner)
        else:
            path.moveTo(corner)
    path.closeSubpath()
    return path


def _bed(painter: QPainter, colours: theme.Palette) -> None:
    """A flower bed: the eight-pointed star of Andalusian tiles, cut into the lawn."""
    painter.setPen(QPen(QColor(colours.lawn_dark).darker(112), 3))
    painter.setBrush(QColor(colours.lawn_dark))
    painter.drawPath(_star(8, 31, 22))
    painter.setPen(Qt.PenStyle.NoPen)
    painter.setBrush(QColor(colours.lawn).lighter(108))
    painter.drawEllipse(QPointF(), 10, 10)


def _fountain(painter: QPainter) -> None:
    painter.setPen(QPen(QColor("#8b7350"), 3))
    painter.setBrush(QColor("#e3d2ab"))
    painter.drawPath(_star(8, 46, 36))
    painter.setBrush(QColor("#b9d4d6"))
    painter.drawEllipse(QPointF(), 27, 27)
    painter.setPen(QPen(QColor(255, 255, 255, 140), 2))
    painter.setBrush(Qt.BrushStyle.NoBrush)
    painter.drawEllipse(QPointF(), 17, 17)
    painter.drawEllipse(QPointF(), 8, 8)


def _field(painter: QPainter, at: Projection, cell: int) -> None:
    centre = at.top(cell)
    painter.setPen(Qt.PenStyle.NoPen)
    painter.setBrush(QColor(30, 30, 20, 60))
    painter.drawPolygon(at.diamond(centre + QPointF(0, at.tile * 0.035), FIELD))
    painter.setBrush(QColor("#b79d6c"))
    painter.drawPolygon(at.diamond(centre + QPointF(0, at.tile * 0.018), FIELD))
    shade = QLinearGradient(centre - QPointF(at.tile / 2, 0), centre + QPointF(at.tile / 2, 0))
    even = sum(at.spots.of(cell)) % 2 == 0
    shade.setColorAt(0, QColor("#f3e7cd" if even else "#eddfc0"))
    shade.setColorAt(1, QColor("#e4d3ae" if even else "#dccaa2"))
    painter.setBrush(QBrush(shade))
    painter.setPen(QPen(QColor(255, 252, 240, 120), max(1.0, at.tile / 90)))
    painter.drawPolygon(at.diamond(centre, FIELD))
    painter.setPen(QPen(QColor(120, 92, 48, 70), max(1.0, at.tile / 100)))
    painter.setBrush(Qt.BrushStyle.NoBrush)
    painter.drawPolygon(at.diamond(centre, FIELD * 0.86))
    painter.save()
    painter.translate(centre)
    paint_number(painter, at, cell, QColor("#6b5230"))
    painter.restore()
