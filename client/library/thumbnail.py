"""A small picture of a game's last position, painted by the game's board."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence

from PySide6.QtCore import QBuffer, QIODevice, QSize, Qt
from PySide6.QtGui import QImage
from PySide6.QtWidgets import QToolButton

from client.boards import board_view
from client.boards.contract import Shown
from client.look import theme
from client.messages import catalogue
from rules.contract import State

FREQUENT = 192
"""How many of the 256 colours are chosen by frequency."""

MOST_SEEN = 1200
"""The number of colours considered, most frequent first."""

FINER = 1.6
"""The board is painted larger by this factor and then reduced, so that its lines stay fine."""


def thumbnail(game: str, state: State, names: Sequence[str], look: str, size: tuple[int, int]) -> bytes:
    """A PNG file of the board as everybody may see it, ``size`` pixels wide and high, with at most 256 colours."""
    app = theme.application()
    if (theme.palette().name, theme.scale()) != (look, 1.0) or not app.styleSheet():
        theme.apply(app, look)
    view = board_view(game)(catalogue())
    board = view.board
    wanted = QSize(*size)
    board.resize(wanted * FINER)
    view.show(Shown(state.view(None), None, (), tuple(names), None))
    view.set_flat(False)
    for button in board.findChildren(QToolButton):
        button.hide()  # nobody can press a button in a picture
    board.ensurePolished()
    board.grab()  # lays out widgets that were never shown
    app.sendPostedEvents()
    image = board.grab().toImage()
    image = image.scaled(wanted, Qt.AspectRatioMode.IgnoreAspectRatio, Qt.TransformationMode.SmoothTransformation)
    image = image.convertToFormat(QImage.Format.Format_RGB32)
    few = image.convertToFormat(QImage.Format.Format_Indexed8, _colours(image), Qt.ImageConversionFlag.ThresholdDither)
    board.deleteLater()
    view.deleteLater()
    buffer = QBuffer()
    buffer.open(QIODevice.OpenModeFlag.WriteOnly)
    few.save(buffer, "PNG")  # type: ignore[call-overload]
    return bytes(buffer.data().data())


def _colours(image: QImage) -> list[int]:
    """The colours of a small file: the most frequent ones, then those farthest from all chosen so far.

    So large plain areas keep their look, and the few pixels of a noble keep the colour of their seat.
    """
    coarse = image.convertToFormat(QImage.Format.Format_RGB16)
    counted = Counter(memoryview(coarse.constBits()).cast("H"))
    found = [_whole(colour) for colour, _ in counted.most_common(MOST_SEEN)]
    chosen = found[:FREQUENT]
    near = [min(_distance(colour, other) for other in chosen[:24]) for colour in found]
    while len(chosen) < min(256, len(found)):
        far = max(range(len(found)), key=near.__getitem__)
        chosen.append(found[far])
        near = [min(known, _distance(colour, found[far])) for known, colour in zip(near, found, strict=True)]
    return [0xFF000000 | red << 16 | green << 8 | blue for red, green, blue in chosen]


def _whole(colour: int) -> tuple[int, int, int]:
    """A colour of five, six and five bits, as three bytes."""
    red, green, blue = colour >> 11, colour >> 5 & 63, colour & 31
    return red << 3 | red >> 2, green << 2 | green >> 4, blue << 3 | blue >> 2


def _distance(one: tuple[int, int, int], other: tuple[int, int, int]) -> int:
    return sum((left - right) ** 2 for left, right in zip(one, other, strict=True))
