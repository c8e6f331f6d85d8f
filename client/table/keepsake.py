"""The end of a game as one picture to keep or to send: the final board, the winner and all scores."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from PySide6.QtCore import QPointF, QRectF, QSize, Qt
from PySide6.QtGui import QColor, QFont, QImage, QPainter, QPainterPath, QPen
from PySide6.QtWidgets import QGraphicsScene

from client.look import avatar, surface, theme

SIZE = QSize(1600, 900)
"""The picture's size in pixels, on every screen."""

_MARGIN = 48.0
_SIDE = 470.0
"""The width of the scores on the right."""

_ROW = (58.0, 84.0)
"""The smallest and the largest height of a player's row."""


class Line(NamedTuple):
    """A player in the picture: rank from 1, seat, name, score, and portrait."""

    rank: int
    seat: int
    name: str
    score: int
    picture: avatar.Picture


class Words(NamedTuple):
    """The texts: the result, why the game ended, the game's name, and the date."""

    title: str
    why: str
    game: str
    day: str


def painted(scene: QGraphicsScene, lines: Sequence[Line], words: Words) -> QImage:
    """Paint the picture.

    Args:
        scene: the board as it is shown.
        lines: the players, best first.
        words: the texts, in the person's language.
    """
    made = QImage(SIZE, QImage.Format.Format_RGB32)
    painter = QPainter(made)
    painter.setRenderHint(QPainter.RenderHint.Antialiasing)
    painter.setRenderHint(QPainter.RenderHint.SmoothPixmapTransform)
    painter.drawPixmap(0, 0, surface.painted(SIZE))
    board = QRectF(_MARGIN, 176, SIZE.width() - _SIDE - 3 * _MARGIN, SIZE.height() - 176 - _MARGIN)
    scene.render(painter, board, scene.itemsBoundingRect(), Qt.AspectRatioMode.KeepAspectRatio)
    _titles(painter, words)
    _scores(painter, lines, words)
    painter.end()
    return made


def _titles(painter: QPainter, words: Words) -> None:
    colours = theme.palette()
    room = SIZE.width() - 2 * _MARGIN
    painter.setPen(QColor(colours.text))
    pixels = 60
    painter.setFont(theme.font(pixels, serif=True))
    while painter.fontMetrics().horizontalAdvance(words.title) > room and pixels > 30:  # three winners with long names
        pixels -= 4
        painter.setFont(theme.font(pixels, serif=True))
    title = painter.fontMetrics().elidedText(words.title, Qt.TextElideMode.ElideRight, int(room))
    painter.drawText(QRectF(_MARGIN, 40, room, 76), _LEFT, title)
    painter.setFont(theme.font(24))
    painter.setPen(QColor(colours.soft))
    painter.drawText(QRectF(_MARGIN, 114, room, 36), _LEFT, words.why)


def _scores(painter: QPainter, lines: Sequence[Line], words: Words) -> None:
    colours = theme.palette()
    left = SIZE.width() - _MARGIN - _SIDE
    high = min(_ROW[1], max(_ROW[0], 560 / max(1, len(lines))))
    panel = QRectF(left, 190, _SIDE, 40 + high * len(lines))
    path = QPainterPath()
    path.addRoundedRect(panel, 16, 16)
    painter.fillPath(path, QColor(colours.panel))
    painter.setPen(QPen(QColor(colours.line), 1.5))
    painter.drawPath(path)
    for number, line in enumerate(lines):
        middle = panel.top() + 20 + high * (number + 0.5)
        first = line.rank == 1
        painter.setPen(QColor(colours.soft))
        painter.setFont(theme.font(24, QFont.Weight.DemiBold))
        painter.drawText(QRectF(left + 22, middle - 20, 40, 40), _LEFT, f"{line.rank}.")
        theme.paint_seat(painter, line.seat, QPointF(left + 78, middle), 32)
        avatar.paint(painter, line.picture, QRectF(left + 104, middle - 23, 46, 46))
        painter.setPen(QColor(colours.text))
        painter.setFont(theme.font(34, serif=True))
        wide = painter.fontMetrics().horizontalAdvance(str(line.score))
        painter.drawText(QRectF(panel.right() - 26 - wide, middle - 26, wide + 2, 52), _RIGHT, str(line.score))
        painter.setFont(theme.font(28 if first else 25, QFont.Weight.Bold if first else QFont.Weight.Medium))
        room = panel.right() - 42 - wide - (left + 166)
        name = painter.fontMetrics().elidedText(line.name, Qt.TextElideMode.ElideRight, int(room))
        painter.drawText(QRectF(left + 166, middle - 24, room, 48), _LEFT, name)
    painter.setPen(QColor(colours.text))
    painter.setFont(theme.font(30, serif=True))
    painter.drawText(QRectF(left, SIZE.height() - _MARGIN - 84, _SIDE, 44), _RIGHT, words.game)
    painter.setPen(QColor(colours.soft))
    painter.setFont(theme.font(20))
    painter.drawText(QRectF(left, SIZE.height() - _MARGIN - 36, _SIDE, 32), _RIGHT, f"Alarife · {words.day}")


_LEFT = Qt.AlignmentFlag.AlignVCenter | Qt.AlignmentFlag.AlignLeft
_RIGHT = Qt.AlignmentFlag.AlignVCenter | Qt.AlignmentFlag.AlignRight
