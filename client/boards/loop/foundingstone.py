"""Painting the long founding stone of a castle, in thirds: one for each field under it.

As in :mod:`client.boards.stacks.stones`, everything is painted around the centre of the upper side of one field's part.
"""

from __future__ import annotations

from PySide6.QtCore import QPointF, Qt
from PySide6.QtGui import QColor, QLinearGradient, QPainter, QPen, QPolygonF

from client.boards.stacks.projection import Projection
from client.boards.stacks.roofs import paint_band, paint_roof
from client.boards.stacks.stones import FOOT, HIGH, WIDE, Face, Stone, arch, faded, wall

ASHLAR = Stone("#e4cd9c", "#c6a36a", "#9a7442", "#5f431f", "#33241a")


def paint_founding_stone(painter: QPainter, at: Projection, along_columns: bool, part: int, crest: int) -> None:
    """Paint a third of a founding stone: ``part`` 0 is the rearmost, 2 the nearest.

    With a ``crest`` it has its castle's colour; 0 if something stands on it.
    """
    half, deep = at.tile / 2, at.depth / 2
    inset = (1 - FOOT) / 2
    # In units of the field: the stone has an inset at its sides and its two ends, but none between its parts.
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
            if crest:
                paint_band(painter, crest, side, WIDE, 3, 11)
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
    if crest:
        paint_roof(painter, at, crest)
