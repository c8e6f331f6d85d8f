"""Painting what never changes during a game: the board with its rim, and the country on it."""

from __future__ import annotations

from collections.abc import Iterator

from PySide6.QtCore import QPointF, QRectF, Qt
from PySide6.QtGui import QColor, QLinearGradient, QPainter, QPen

from client.boards.burgenland.country import paint_country
from client.boards.burgenland.layout import EDGE, Layout
from client.look import theme


def shadow_bounds(layout: Layout) -> QRectF:
    """The area of the painted board, including its shadow."""
    return layout.bounds.adjusted(-16, -4, 16, 26)


def paint_ground(painter: QPainter, layout: Layout, colours: theme.Palette) -> Iterator[None]:
    """Paint the empty board, step by step."""
    board = layout.bounds.adjusted(0, 0, 0, -EDGE)
    painter.setPen(Qt.PenStyle.NoPen)
    for step in range(7, 0, -1):
        painter.setBrush(QColor(0, 0, 0, 18) if colours.dark else QColor(70, 45, 15, 12))
        painter.drawRoundedRect(board.adjusted(-step * 2, EDGE, step * 2, EDGE + step * 3), 16, 16)
        yield
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
    yield
    yield from paint_country(painter, layout, colours)
