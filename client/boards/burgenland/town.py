"""Painting the town at a crossing, behind its border stone."""

from __future__ import annotations

from PySide6.QtCore import QPointF, QRectF, Qt
from PySide6.QtGui import QColor, QPainter, QPen, QPolygonF

from client.boards.burgenland.hues import HUES

_WALLS, _SHADE = "#f6ebd2", "#d8c6a0"
_ROOFS = ("#b5532f", "#c46a3c", "#9d4a2e", "#a85f3a")
_LINE = "#4a3420"

_HOUSES = (
    (-31.0, -14.0, 1.0),
    (30.0, -16.0, 0.95),
    (-21.0, -27.0, 0.85),
    (19.0, -29.0, 0.9),
    (-34.0, 6.0, 1.0),
    (34.0, 5.0, 1.0),
)
"""The houses: their places, relative to the middle of the border stone, and sizes; the rear ones come first."""

_CHURCH = QPointF(0.0, -21.0)
"""The foot of the church, relative to the middle of the border stone."""

_REACH = (-48.0, -56.0, 48.0, 26.0)


def town_bounds(stone: QRectF) -> QRectF:
    """The area of the town around a border stone."""
    return QRectF(stone.center() + QPointF(*_REACH[:2]), stone.center() + QPointF(*_REACH[2:]))


def paint_town(painter: QPainter, stone: QRectF) -> None:
    """Paint houses around a church; :func:`paint_pennant` completes it."""
    middle = stone.center()
    painter.setPen(Qt.PenStyle.NoPen)
    painter.setBrush(QColor(214, 191, 146, 200))
    painter.drawEllipse(middle + QPointF(0, 2), 40, 25)
    _church(painter, middle + _CHURCH)
    for number, (right, down, size) in sorted(enumerate(_HOUSES), key=lambda house: house[1][1]):
        _house(painter, middle + QPointF(right, down), size, _ROOFS[number % len(_ROOFS)], number % 2 == 0)


def paint_pennant(painter: QPainter, stone: QRectF, colour: int) -> None:
    """Paint the pennant of the church, which no house hides, in the border stone's colour; none before it is known."""
    if colour:
        foot = stone.center() + _CHURCH
        painter.setPen(QPen(QColor("#1c1410"), 0.8))
        painter.setBrush(QColor(HUES[colour]))
        painter.drawPolygon(QPolygonF([foot + QPointF(0, -34.5), foot + QPointF(11, -31.6), foot + QPointF(0, -28.6)]))


def _house(painter: QPainter, foot: QPointF, size: float, roof: str, gable: bool) -> None:
    wide, high = 9.0 * size, 9.0 * size
    x, y = foot.x(), foot.y() + high
    painter.setPen(Qt.PenStyle.NoPen)
    painter.setBrush(QColor(25, 18, 8, 70))
    painter.drawPolygon(
        QPolygonF([QPointF(x - wide, y), QPointF(x + wide, y), QPointF(x + wide + 4, y + 2.6), QPointF(x - wide + 4, y + 2.6)])
    )
    painter.setPen(QPen(QColor(_LINE), 0.9))
    painter.setBrush(QColor(_WALLS))
    painter.drawRect(QRectF(x - wide, y - high, wide * 2, high))
    painter.setBrush(QColor(_SHADE))
    painter.drawRect(QRectF(x + wide * 0.1, y - high, wide * 0.9, high))
    painter.setBrush(QColor(roof))
    peak = y - high * 2.05
    if gable:
        painter.drawPolygon(
            QPolygonF([QPointF(x - wide - 1.6, y - high), QPointF(x - wide * 0.45, peak), QPointF(x + wide * 0.1, y - high)])
        )
        painter.setBrush(QColor(roof).lighter(118))
        painter.drawPolygon(
            QPolygonF(
                [
                    QPointF(x - wide * 0.45, peak),
                    QPointF(x + wide * 0.7, peak),
                    QPointF(x + wide + 1.6, y - high),
                    QPointF(x + wide * 0.1, y - high),
                ]
            )
        )
    else:
        painter.drawPolygon(
            QPolygonF(
                [
                    QPointF(x - wide - 1.6, y - high),
                    QPointF(x - wide * 0.6, peak),
                    QPointF(x + wide * 0.6, peak),
                    QPointF(x + wide + 1.6, y - high),
                ]
            )
        )
    painter.setPen(Qt.PenStyle.NoPen)
    painter.setBrush(QColor("#4d381e"))
    for left in (-0.62, 0.42):
        painter.drawRect(QRectF(x + wide * left, y - high * 0.72, wide * 0.26, high * 0.36))


def _church(painter: QPainter, foot: QPointF) -> None:
    x, y = foot.x(), foot.y()
    painter.setPen(QPen(QColor(_LINE), 1))
    painter.setBrush(QColor(_WALLS))
    painter.drawRect(QRectF(x - 6, y - 14, 12, 22))
    painter.setBrush(QColor(_SHADE))
    painter.drawRect(QRectF(x + 1, y - 14, 5, 22))
    painter.setBrush(QColor("#5a7288"))
    painter.drawPolygon(QPolygonF([QPointF(x - 7.4, y - 14), QPointF(x, y - 30), QPointF(x + 7.4, y - 14)]))
    painter.setPen(QPen(QColor("#2b1d10"), 1.2))
    painter.drawLine(QPointF(x, y - 30), QPointF(x, y - 34.5))
