"""Small pictures of players: a portrait for each person (:mod:`client.look.portraiture`), and for each bot a tower.

The bot's name decides the parts of its tower, so the same name has the same tower on every computer. Towers differ in shape, so
that nobody needs colour to tell them apart: a roof, what is on it, an opening, and what stands beside the tower.
"""

from __future__ import annotations

import hashlib
from functools import lru_cache
from typing import NamedTuple

from PySide6.QtCore import QPointF, QRectF, Qt
from PySide6.QtGui import QColor, QPainter, QPainterPath, QPen, QPixmap, QPolygonF

from client.look.portrait import Portrait
from client.look.portraiture import paint as paint_portrait

ROOFS = ("battlements", "cone", "dome", "gable", "steps")
TOPS = ("flag", "ball", "ring", "star", "pennon")
OPENINGS = ("gate", "windows", "rose", "slits")
SIDES = ("none", "turrets", "wall")
GROUNDS = ("#35597f", "#7a4436", "#3f6b55", "#6a4a78", "#7a6428", "#4b5560")

_STONE, _SHADE, _ROOF, _DARK = "#f3e4c3", "#cfae79", "#c9694a", "#2a1d14"


class Avatar(NamedTuple):
    """The parts of a tower, each one of the names above."""

    roof: str
    top: str
    opening: str
    side: str
    ground: str


Picture = Avatar | Portrait
"""The picture of a bot or of a person."""


def avatar_of(name: str) -> Avatar:
    """The tower of a name. Spaces and capitals do not matter."""
    digest = hashlib.blake2b(" ".join(name.casefold().split()).encode("utf-8", "replace"), digest_size=8).digest()
    number = int.from_bytes(digest, "big")
    chosen = []
    for kinds in (ROOFS, TOPS, OPENINGS, SIDES, GROUNDS):
        number, place = divmod(number, len(kinds))
        chosen.append(kinds[place])
    return Avatar(*chosen)


@lru_cache(maxsize=256)
def pixmap(picture: Picture, size: int, ratio: float = 1.0) -> QPixmap:
    """A picture of so many pixels each way (times ``ratio`` on dense screens)."""
    made = QPixmap(round(size * ratio), round(size * ratio))
    made.setDevicePixelRatio(ratio)
    made.fill(QColor(0, 0, 0, 0))
    painter = QPainter(made)
    paint(painter, picture, QRectF(0, 0, size, size))
    painter.end()
    return made


def paint(painter: QPainter, picture: Picture, where: QRectF) -> None:
    """Paint a picture into a square."""
    if isinstance(picture, Portrait):
        paint_portrait(painter, picture, where)
    else:
        paint_tower(painter, picture, where)


def paint_tower(painter: QPainter, avatar: Avatar, where: QRectF) -> None:
    """Paint a tower into a square."""
    painter.save()
    painter.setRenderHint(QPainter.RenderHint.Antialiasing)
    painter.translate(where.topLeft())
    painter.scale(where.width() / 100, where.height() / 100)
    plate = QPainterPath()
    plate.addRoundedRect(QRectF(2, 2, 96, 96), 20, 20)
    painter.fillPath(plate, QColor(avatar.ground))
    painter.setClipPath(plate)
    painter.setPen(Qt.PenStyle.NoPen)
    if avatar.side == "wall":
        _block(painter, 0, 70, 100, 30)
        for x in (0, 22, 66, 88):
            _block(painter, x, 62, 13, 9)
    elif avatar.side == "turrets":
        for x in (8, 74):
            _block(painter, x, 60, 18, 40)
            _fill(painter, [(x - 3, 61), (x + 9, 42), (x + 21, 61)], _ROOF)
    _block(painter, 28, 48, 44, 52)
    _roof(painter, avatar.roof)
    _top(painter, avatar.top, {"battlements": 32, "cone": 20, "dome": 24, "gable": 26, "steps": 24}[avatar.roof])
    _opening(painter, avatar.opening)
    painter.setClipping(False)
    painter.setPen(QPen(QColor(_DARK), 4))
    painter.setBrush(Qt.BrushStyle.NoBrush)
    painter.drawPath(plate)
    painter.restore()


def _fill(painter: QPainter, corners: list[tuple[float, float]], colour: str) -> None:
    painter.setBrush(QColor(colour))
    painter.drawPolygon(QPolygonF([QPointF(*corner) for corner in corners]))


def _block(painter: QPainter, x: float, y: float, wide: float, high: float) -> None:
    """Paint a part of stone, with shade on its right."""
    painter.fillRect(QRectF(x, y, wide, high), QColor(_STONE))
    painter.fillRect(QRectF(x + wide * 0.62, y, wide * 0.38, high), QColor(_SHADE))


def _roof(painter: QPainter, roof: str) -> None:
    if roof == "battlements":
        _block(painter, 22, 42, 56, 12)
        for x in (22, 43, 64):
            _block(painter, x, 32, 14, 11)
    elif roof == "cone":
        _fill(painter, [(20, 51), (50, 20), (80, 51)], _ROOF)
    elif roof == "dome":
        path = QPainterPath(QPointF(24, 50))
        path.cubicTo(QPointF(16, 32), QPointF(42, 32), QPointF(50, 22))
        path.cubicTo(QPointF(58, 32), QPointF(84, 32), QPointF(76, 50))
        path.closeSubpath()
        painter.fillPath(path, QColor(_ROOF))
    elif roof == "gable":
        _block(painter, 28, 40, 44, 12)
        _fill(painter, [(18, 48), (50, 26), (82, 48), (76, 54), (50, 36), (24, 54)], _ROOF)
    else:
        for x, y, wide in ((22, 44, 56), (30, 34, 40), (40, 24, 20)):
            _block(painter, x, y, wide, 11)


def _top(painter: QPainter, top: str, y: float) -> None:
    """Paint what is on the roof, whose highest point is at ``y``."""
    painter.fillRect(QRectF(48, y - 14, 4, 16), QColor(_STONE))
    if top == "flag":
        _fill(painter, [(52, y - 14), (78, y - 8), (52, y - 1)], _STONE)
    elif top == "ball":
        painter.setBrush(QColor(_STONE))
        painter.drawEllipse(QPointF(50, y - 8), 8, 8)
    elif top == "ring":
        ring = QPainterPath()
        ring.addEllipse(QPointF(50, y - 9), 10, 10)
        ring.addEllipse(QPointF(50, y - 9), 5, 5)
        painter.fillPath(ring, QColor(_STONE))
    elif top == "star":
        _fill(
            painter,
            [(50, y - 20), (54, y - 11), (63, y - 8), (54, y - 5), (50, y + 3), (46, y - 5), (37, y - 8), (46, y - 11)],
            _STONE,
        )
    else:
        _fill(painter, [(48, y - 14), (16, y - 14), (24, y - 8), (16, y - 2), (48, y - 2)], _STONE)


def _opening(painter: QPainter, opening: str) -> None:
    painter.setBrush(QColor(_DARK))
    if opening == "gate":
        path = QPainterPath(QPointF(38, 101))
        path.lineTo(38, 76)
        path.arcTo(QRectF(38, 64, 24, 24), 180, -180)
        path.lineTo(62, 101)
        painter.drawPath(path)
    elif opening == "windows":
        for x, y in ((35, 60), (54, 60), (35, 80), (54, 80)):
            painter.drawRoundedRect(QRectF(x, y, 11, 14), 5, 5)
    elif opening == "rose":
        painter.drawEllipse(QPointF(50, 74), 15, 15)
        painter.setBrush(QColor(_STONE))
        painter.drawEllipse(QPointF(50, 74), 6, 6)
    else:
        for left in (34.0, 46.5, 59.0):
            painter.drawRoundedRect(QRectF(left, 60, 7, 30), 3, 3)
