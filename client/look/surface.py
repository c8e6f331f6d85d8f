"""The table that the boards lie on: plain, wood, felt or the night sky, lit from above the board.

A surface stays close to the theme's table colour, so that text on it stays readable. It is painted once for each size and
cached.
"""

from __future__ import annotations

import random
from collections.abc import Callable

from PySide6.QtCore import QPointF, QRectF, QSize, Qt
from PySide6.QtGui import QColor, QImage, QPainter, QPen, QPixmap, QRadialGradient

from client.look import theme

_WOOD = {"dark": ("#1d1713", "#33261d"), "light": ("#cfb58c", "#e9d8b6"), "contrast": ("#000000", "#140d08")}
_FELT = {"dark": ("#10201b", "#1f3b31"), "light": ("#b5c6ad", "#d9e3cd"), "contrast": ("#000000", "#04140d")}
_NIGHT = {"dark": ("#0a1020", "#1c2a4a"), "light": ("#b9c4d9", "#e3e9f3"), "contrast": ("#000000", "#060b1c")}
"""By theme: the colour at the table's edge, and that under the light."""

PLANK = 132
"""The width of a plank, in pixels."""

GRAINS = 26
"""The number of grain lines on a plank."""

STARS = 0.00013
"""Stars by pixel."""

WEAVE = 96
"""The width of the repeated piece of cloth, in pixels."""

_chosen = "plain"


def choose(name: str) -> None:
    """Use this surface for all tables from now on; an unknown name means the plain one."""
    global _chosen
    _chosen = name


def painted(size: QSize, ratio: float = 1.0) -> QPixmap:
    """A picture of the table at this size in pixels."""
    made = QPixmap(size * ratio)
    made.setDevicePixelRatio(ratio)
    colours = theme.palette()
    edge, light, cover = {
        "wood": (*_WOOD[colours.name], _planks),
        "felt": (*_FELT[colours.name], _cloth),
        "night": (*_NIGHT[colours.name], _stars),
    }.get(_chosen, (colours.table, colours.table_light, _nothing))
    made.fill(QColor(edge))
    painter = QPainter(made)
    painter.save()
    painter.translate(size.width() / 2, size.height() / 2)
    painter.scale(size.width() / 2, size.height() / 2)
    glow = QRadialGradient(QPointF(), 1.0)
    glow.setColorAt(0, QColor(light))
    glow.setColorAt(1, QColor(edge))
    painter.fillRect(QRectF(-1, -1, 2, 2), glow)
    painter.restore()
    painter.setRenderHint(QPainter.RenderHint.Antialiasing)
    paint: Callable[[QPainter, QSize], None] = cover
    paint(painter, size)
    painter.end()
    return made


def _nothing(_painter: QPainter, _size: QSize) -> None:
    """Paint nothing: the plain table."""


def _ink(alpha: int) -> QColor:
    """A colour slightly darker than the table, in both themes."""
    return QColor(0, 0, 0, alpha) if theme.palette().dark else QColor(92, 60, 24, alpha)


def _planks(painter: QPainter, size: QSize) -> None:
    """Paint planks from left to right, each with its own grain."""
    chance = random.Random(7)
    dark = theme.palette().dark
    for top in range(0, size.height(), PLANK):
        tone = chance.randint(0, 14)
        painter.fillRect(QRectF(0, top, size.width(), PLANK), QColor(255, 235, 205, tone) if dark else _ink(tone))
        painter.setPen(QPen(_ink(46 if dark else 26), 1.1))
        for _ in range(GRAINS):
            start, high = chance.uniform(-300, size.width()), chance.uniform(top + 3, top + PLANK - 3)
            long, bend = chance.uniform(120, 760), chance.uniform(-2.2, 2.2)
            painter.drawLine(QPointF(start, high), QPointF(start + long, high + bend))
        painter.setPen(QPen(_ink(120 if dark else 60), 1.6))
        painter.drawLine(QPointF(0, top + 0.5), QPointF(size.width(), top + 0.5))
        joint = chance.uniform(0.2, 0.8) * size.width()
        painter.drawLine(QPointF(joint, top), QPointF(joint, top + PLANK))


def _cloth(painter: QPainter, size: QSize) -> None:
    """Paint cloth: fine, even noise."""
    chance = random.Random(11)
    strength = 13 if theme.palette().dark else 16
    weave = QImage(WEAVE, WEAVE, QImage.Format.Format_ARGB32)
    for y in range(WEAVE):
        for x in range(WEAVE):
            grey = 255 if chance.random() < 0.5 else 0
            weave.setPixelColor(x, y, QColor(grey, grey, grey, chance.randrange(strength)))
    painter.drawTiledPixmap(QRectF(QPointF(), size.toSizeF()), QPixmap.fromImage(weave))


def _stars(painter: QPainter, size: QSize) -> None:
    """Paint a clear night; in the light theme the stars are specks of mist."""
    chance = random.Random(13)
    painter.setPen(Qt.PenStyle.NoPen)
    for _ in range(round(size.width() * size.height() * STARS)):
        far = chance.random()
        painter.setBrush(QColor(255, 250, 235, round(40 + 150 * far**3)))
        painter.drawEllipse(
            QPointF(chance.uniform(0, size.width()), chance.uniform(0, size.height())), 0.5 + far**4, 0.5 + far**4
        )
