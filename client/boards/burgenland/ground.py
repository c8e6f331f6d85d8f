"""Painting what never changes during a game: the board with its rim, garden and roads."""

from __future__ import annotations

import itertools
import math

from PySide6.QtCore import QPointF, QRectF, Qt
from PySide6.QtGui import QColor, QLinearGradient, QPainter, QPainterPath, QPen, QPolygonF, QRadialGradient

from client import theme
from client.boards.burgenland.layout import EDGE, Layout


def shadow_bounds(layout: Layout) -> QRectF:
    """What the painted board covers, its shadow included."""
    return layout.bounds.adjusted(-16, -4, 16, 26)


def paint_ground(painter: QPainter, layout: Layout, colours: theme.Palette) -> None:
    """The empty board."""
    board = layout.bounds.adjusted(0, 0, 0, -EDGE)
    painter.setPen(Qt.PenStyle.NoPen)
    for step in range(7, 0, -1):
        painter.setBrush(QColor(0, 0, 0, 18) if colours is theme.DARK else QColor(70, 45, 15, 12))
        painter.drawRoundedRect(board.adjusted(-step * 2, EDGE, step * 2, EDGE + step * 3), 16, 16)
    side = QLinearGradient(board.bottomLeft(), board.bottomLeft() + QPointF(0, EDGE))
    side.setColorAt(0, QColor(colours.rim_dark).lighter(125))
    side.setColorAt(1, QColor(colours.rim_dark).darker(120))
    painter.setBrush(side)
    painter.drawRoundedRect(board.translated(0, EDGE), 14, 14)
    top = QLinearGradient(board.topLeft(), board.bottomRight())
    top.setColorAt(0, QColor(colours.rim).lighter(118))
    top.setColorAt(1, QColor(colours.rim).darker(108))
    painter.setBrush(top)
    painter.setPen(QPen(QColor(255, 232, 200, 90), 1.2))
    painter.drawRoundedRect(board, 14, 14)
    _lawn(painter, layout, colours)
    for plate in layout.plates:
        _road(painter, plate.road)


def _lawn(painter: QPainter, layout: Layout, colours: theme.Palette) -> None:
    light = QRadialGradient(layout.lawn.center() - QPointF(0, 60), layout.lawn.width() * 0.62)
    light.setColorAt(0, QColor(colours.lawn).lighter(112))
    light.setColorAt(0.55, QColor(colours.lawn))
    light.setColorAt(1, QColor(colours.lawn_dark))
    painter.setPen(QPen(QColor(40, 24, 14, 130), 1.4))
    painter.setBrush(light)
    painter.drawRoundedRect(layout.lawn, 8, 8)
    blocked = [plate.box for plate in layout.plates] + [layout.large, *layout.stones]
    blocked += [box for plate in layout.plates for box in _along(plate.road)]
    step = 38.0
    columns, rows = int(layout.lawn.width() // step), int(layout.lawn.height() // step)
    left = layout.lawn.center().x() - (columns - 1) * step / 2
    top = layout.lawn.center().y() - (rows - 1) * step / 2
    for column in range(columns):
        for row in range(rows):
            spot = QRectF(left + column * step - 11, top + row * step - 11, 22, 22)
            if (column + row) % 2 == 0 and not any(spot.intersects(box) for box in blocked):
                _bed(painter, spot.center(), colours)


def _along(road: tuple[QPointF, ...]) -> list[QRectF]:
    return [QRectF(one, other).normalized().adjusted(-9, -9, 9, 9) for one, other in itertools.pairwise(road)]


def _bed(painter: QPainter, middle: QPointF, colours: theme.Palette) -> None:
    """A flower bed: the eight-pointed star of the other boards, cut into the lawn."""
    star = QPolygonF()
    for step in range(16):
        reach = 5.4 if step % 2 else 8.0
        angle = math.pi * step / 8
        star.append(middle + QPointF(reach * math.cos(angle), reach * math.sin(angle)))
    painter.setPen(Qt.PenStyle.NoPen)
    painter.setBrush(QColor(colours.lawn_dark).darker(104))
    painter.drawPolygon(star)
    painter.setBrush(QColor(colours.lawn).lighter(108))
    painter.drawEllipse(middle, 2.4, 2.4)


def _road(painter: QPainter, points: tuple[QPointF, ...]) -> None:
    path = QPainterPath(points[0])
    for place, point in enumerate(points[1:], 1):
        if place < len(points) - 1:  # a bend is round
            before, after = _towards(point, points[place - 1], 26), _towards(point, points[place + 1], 26)
            path.lineTo(before)
            path.quadTo(point, after)
        else:
            path.lineTo(point)
    painter.setBrush(Qt.BrushStyle.NoBrush)
    for colour, wide in (("#5b4a30", 15.0), ("#cdb486", 12.6), ("#e4d2a8", 9.0)):
        painter.setPen(QPen(QColor(colour), wide, Qt.PenStyle.SolidLine, Qt.PenCapStyle.FlatCap, Qt.PenJoinStyle.RoundJoin))
        painter.drawPath(path)
    cobbles = QPen(QColor(120, 92, 48, 90), 9.0, Qt.PenStyle.CustomDashLine, Qt.PenCapStyle.FlatCap)
    cobbles.setDashPattern([0.12, 0.8])
    painter.setPen(cobbles)
    painter.drawPath(path)


def _towards(start: QPointF, goal: QPointF, reach: float) -> QPointF:
    way = goal - start
    length = math.hypot(way.x(), way.y())
    return start + way * min(1.0, reach / length) if length else start
