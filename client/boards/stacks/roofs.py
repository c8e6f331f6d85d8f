"""Painting the roofs of castles: each has a colour and a pattern, so that people can tell them apart without colour, too."""

from __future__ import annotations

from PySide6.QtCore import QPointF, QRectF, Qt
from PySide6.QtGui import QColor, QLinearGradient, QPainter, QPainterPath, QPen, QPolygonF

from client.boards.stacks.projection import Projection
from client.boards.stacks.slab import on_ground

COLOURS = ("#6d5a40", "#9e2f2f", "#27496d", "#74386a", "#b03a5b", "#1c737a", "#646c20", "#84522a", "#43464f", "#3b6b3d")
"""The colours by number from 1; 0 is no castle. On a loop board, eight of them are the crests' colours."""

_HALF = 39.0
"""Half the side of a roof, in hundredths of a field."""

_WHOLE = 50.0
"""The same where the roof continues over the next field."""


def paint_roof(painter: QPainter, at: Projection, number: int, rim: int = 0b1111) -> None:
    """Paint a flat roof inside the battlements, around the centre of a block's upper side.

    Across an edge that is not in ``rim`` (bits: next column, next row, last column, last row) the roof continues.
    """
    colour = QColor(COLOURS[number])
    right, low, left, high = (_HALF if rim >> edge & 1 else _WHOLE for edge in range(4))
    whole = QRectF(QPointF(-left, -high), QPointF(right, low))
    box = QRectF(-_HALF, -_HALF, _HALF * 2, _HALF * 2)
    painter.save()
    painter.setTransform(on_ground(at, QPointF()), True)
    painter.setPen(Qt.PenStyle.NoPen)
    painter.setBrush(colour.lighter(116))
    painter.drawRect(whole)
    shade = QLinearGradient(box.bottomLeft(), box.topRight())
    shade.setColorAt(0, colour.lighter(132))
    shade.setColorAt(1, colour.lighter(104))
    painter.setBrush(shade)
    painter.setPen(QPen(colour.darker(165), 3.2))
    painter.drawRect(box)
    painter.setClipRect(box)
    painter.setBrush(Qt.BrushStyle.NoBrush)
    _pattern(painter, number, colour)
    painter.restore()


def _pattern(painter: QPainter, number: int, colour: QColor) -> None:
    """Paint the pattern that tells a roof from the others without colour: bars, chequers, dots, a cross and so on."""
    light = QColor(255, 246, 226, 120)
    broad, thin = QPen(light, 8), QPen(light, 4)
    reach = _HALF
    if number == 1:  # bars along the rows
        painter.setPen(broad)
        for x in (-25, 0, 25):
            painter.drawLine(QPointF(x, -reach), QPointF(x, reach))
    elif number == 2:  # bars along the columns
        painter.setPen(broad)
        for y in (-25, 0, 25):
            painter.drawLine(QPointF(-reach, y), QPointF(reach, y))
    elif number == 3:  # chequers
        painter.setPen(Qt.PenStyle.NoPen)
        side = reach * 2 / 4
        for place in range(16):
            if (place // 4 + place) % 2 == 0:
                painter.fillRect(QRectF(place % 4 * side - reach, place // 4 * side - reach, side, side), light)
    elif number == 4:  # dots
        painter.setPen(Qt.PenStyle.NoPen)
        painter.setBrush(light)
        for x in (-24, 0, 24):
            for y in (-24, 0, 24):
                painter.drawEllipse(QPointF(x, y), 6.4, 6.4)
    elif number == 5:  # frames
        painter.setPen(QPen(light, 5.5))
        for inset in (9, 22):
            painter.drawRect(QRectF(inset - reach, inset - reach, 2 * (reach - inset), 2 * (reach - inset)))
    elif number == 6:  # bends
        painter.setPen(broad)
        for shift in (-44, 0, 44):
            painter.drawLine(QPointF(shift - reach, reach), QPointF(shift + reach, -reach))
    elif number == 7:  # a cross
        painter.setPen(QPen(light, 13))
        painter.drawLine(QPointF(-reach, 0), QPointF(reach, 0))
        painter.drawLine(QPointF(0, -reach), QPointF(0, reach))
    elif number == 8:  # a lattice
        painter.setPen(thin)
        for shift in (-38, 0, 38):
            painter.drawLine(QPointF(shift - reach, reach), QPointF(shift + reach, -reach))
            painter.drawLine(QPointF(shift - reach, -reach), QPointF(shift + reach, reach))
    else:  # rings
        painter.setPen(QPen(light, 6))
        for radius in (14, 30):
            painter.drawEllipse(QPointF(), radius, radius)
    painter.setBrush(Qt.BrushStyle.NoBrush)
    painter.setPen(QPen(colour.darker(125), 2.2))
    painter.drawRect(QRectF(-reach, -reach, 2 * reach, 2 * reach))


def paint_swatch(painter: QPainter, box: QRectF, number: int) -> None:
    """Paint the same roof seen from above, for lines of a panel."""
    painter.save()
    frame = QPainterPath()
    frame.addRoundedRect(box, box.width() * 0.16, box.width() * 0.16)
    painter.setClipPath(frame, Qt.ClipOperation.IntersectClip)
    painter.fillRect(box, QColor(COLOURS[number]).lighter(115))
    painter.translate(box.center())
    painter.scale(box.width() / (2 * _HALF), box.height() / (2 * _HALF))
    painter.setBrush(Qt.BrushStyle.NoBrush)
    _pattern(painter, number, QColor(COLOURS[number]))
    painter.restore()


def paint_band(painter: QPainter, number: int, side: str, wide: float, top: float, high: float) -> None:
    """Paint the band in a castle's colour below the battlements of a face, in the face's coordinates."""
    colour = QColor(COLOURS[number])
    if side == "right":
        colour = colour.darker(122)
    painter.fillRect(QRectF(-0.4, top, wide + 0.8, high), colour)
    painter.setPen(QPen(QColor(255, 246, 226, 150 if side == "left" else 95), 1.8))
    painter.drawLine(QPointF(0, top), QPointF(wide, top))
    painter.drawLine(QPointF(0, top + high), QPointF(wide, top + high))


def paint_banner(painter: QPainter, number: int, side: str, middle: float, top: float) -> None:
    """Paint a swallow-tailed banner that hangs down a face, in the face's coordinates."""
    colour = QColor(COLOURS[number])
    painter.setPen(QPen(QColor("#1c1410"), 1.4))
    painter.setBrush(colour.lighter(118) if side == "left" else colour)
    wide, high = 9.0, 33.0
    painter.drawPolygon(
        QPolygonF(
            [
                QPointF(middle - wide, top),
                QPointF(middle + wide, top),
                QPointF(middle + wide, top + high),
                QPointF(middle, top + high - 8),
                QPointF(middle - wide, top + high),
            ]
        )
    )
    painter.setPen(QPen(QColor(255, 246, 226, 170), 1.8))
    painter.drawLine(QPointF(middle - wide + 2, top + 5), QPointF(middle + wide - 2, top + 5))
