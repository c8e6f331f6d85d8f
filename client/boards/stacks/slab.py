"""Painting the body of a board of stacks: its rim, its shadow on the table, and the numbers on it."""

from __future__ import annotations

from collections.abc import Iterator

from PySide6.QtCore import QPointF, QRectF, Qt
from PySide6.QtGui import QColor, QLinearGradient, QPainter, QPen, QPolygonF, QTransform

from client.boards.stacks.projection import BORDER, EDGE, Projection
from client.look import theme


def paint_in_two(painter: QPainter, shape: QPolygonF) -> Iterator[None]:
    """Paint a large shape in two steps: its inside, and its edge, which takes three times as long."""
    pen = painter.pen()
    painter.setPen(Qt.PenStyle.NoPen)
    painter.drawPolygon(shape)
    yield
    painter.setPen(pen)
    painter.setBrush(Qt.BrushStyle.NoBrush)
    painter.drawPolygon(shape)
    yield


def ground_bounds(at: Projection) -> QRectF:
    """The area of the painted board, including its shadow."""
    box = at.slab(BORDER).boundingRect()
    return box.adjusted(-at.tile * 0.5, -at.tile * 0.2, at.tile * 0.5, at.tile * (EDGE + 0.75))


def paint_slab(painter: QPainter, at: Projection, colours: theme.Palette, dark: bool) -> Iterator[None]:
    """Paint the empty board with its rim and its shadow on a ``dark`` or light table, step by step."""
    painter.setRenderHint(QPainter.RenderHint.Antialiasing)
    yield from _shadow(painter, at, dark)
    yield from _slab(painter, at, colours)


def on_ground(at: Projection, centre: QPointF) -> QTransform:
    """Maps flat coordinates (a field is 100 wide) onto the ground around a centre."""
    return QTransform(at.tile / 200, at.depth / 200, 0, -at.tile / 200, at.depth / 200, 0, centre.x(), centre.y(), 1)


def paint_number(painter: QPainter, at: Projection, number: int | str, colour: QColor, size: float = 31) -> None:
    """Paint a field's number or name, lying on the ground or a stack's top around the origin."""
    painter.save()
    # Turned by half a right angle against the grid, so that it reads level from where the players sit.
    painter.scale(at.tile / 100, at.depth / 100 * 1.22)
    painter.setFont(theme.font(size, serif=True))
    painter.setPen(colour)
    painter.drawText(QRectF(-50, -50, 100, 99), Qt.AlignmentFlag.AlignCenter, str(number))
    painter.restore()


def paint_plaque(
    painter: QPainter, at: Projection, number: int | str, size: float = 31, radius: float = 29, faint: bool = False
) -> None:
    """Paint a number on a light plaque that lies on a roof, around the origin; a ``faint`` plaque has no edge."""
    painter.save()
    painter.setTransform(on_ground(at, QPointF()), True)
    painter.setPen(Qt.PenStyle.NoPen if faint else QPen(QColor("#4a3720"), 2.4))
    painter.setBrush(QColor(251, 243, 223, 205) if faint else QColor("#fbf3df"))
    painter.drawEllipse(QPointF(), radius, radius)
    painter.restore()
    paint_number(painter, at, number, QColor("#38291a"), size)


def _shadow(painter: QPainter, at: Projection, dark: bool) -> Iterator[None]:
    outline = at.slab(BORDER)
    drop = at.tile * (EDGE + 0.12)
    painter.setPen(Qt.PenStyle.NoPen)
    for step in range(8, 0, -1):
        grow = step * 0.045
        painter.setBrush(QColor(0, 0, 0, 16) if dark else QColor(70, 45, 15, 11))
        painter.drawPolygon(at.slab(BORDER + grow).translated(0, drop))
        yield
    painter.setBrush(QColor(0, 0, 0, 70) if dark else QColor(70, 45, 15, 45))
    painter.drawPolygon(outline.translated(0, drop))
    yield


def _slab(painter: QPainter, at: Projection, colours: theme.Palette) -> Iterator[None]:
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
        yield
    shade = QLinearGradient(left, right)
    shade.setColorAt(0, QColor(colours.rim).lighter(116))
    shade.setColorAt(1, QColor(colours.rim).darker(108))
    painter.setBrush(shade)
    painter.drawPolygon(at.slab(BORDER))
    yield
    painter.setPen(QPen(QColor(255, 232, 200, 90), max(1.0, at.tile / 60)))
    painter.drawPolyline(QPolygonF([left, bottom, right]))
    yield
    painter.setPen(QPen(QColor(255, 240, 215, 60), max(1.0, at.tile / 80)))
    painter.setBrush(Qt.BrushStyle.NoBrush)
    painter.drawPolygon(at.slab(BORDER - 0.2))
    yield
