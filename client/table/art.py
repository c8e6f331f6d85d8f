"""The program's own drawings: SVG files of ``resources/art`` as pixmaps and icons of any size and colour."""

from __future__ import annotations

from functools import cache
from typing import TYPE_CHECKING

from PySide6.QtCore import QByteArray, QRectF, QSizeF
from PySide6.QtGui import QColor, QPainter, QPixmap
from PySide6.QtSvg import QSvgRenderer

from client.look import theme
from client.resource import FOLDER

if TYPE_CHECKING:
    from pathlib import Path

    from PySide6.QtGui import QIcon


def file_of(name: str) -> Path:
    """The file of a drawing."""
    return FOLDER / "art" / f"{name}.svg"


@cache
def require(name: str) -> None:
    """Raise :class:`FileNotFoundError`, with the path, if there is no such drawing.

    A widget asks this before it is painted: an exception in the middle of painting can end the program without a word.
    """
    if not file_of(name).is_file():
        raise FileNotFoundError(f"there is no drawing {file_of(name)}")


@cache
def drawing(name: str, colour: str = "#000000") -> QSvgRenderer:
    """The drawing ``resources/art/<name>.svg`` with ``currentColor`` replaced."""
    text = file_of(name).read_text("utf-8")
    return QSvgRenderer(QByteArray(text.replace("currentColor", colour).encode()))


def size_of(name: str, height: float, colour: str = "#000000") -> QSizeF:
    """The size of a drawing that is ``height`` high."""
    box = drawing(name, colour).viewBoxF()
    return QSizeF(height * box.width() / box.height(), height)


def paint(painter: QPainter, name: str, where: QRectF, colour: str = "#000000") -> None:
    """Paint a drawing into a rectangle (whose proportions should be the drawing's)."""
    drawing(name, colour).render(painter, where)


@cache
def pixmap(name: str, height: int, colour: str = "#000000", ratio: float = 1.0) -> QPixmap:
    """A drawing as a pixmap ``height`` pixels high, ``ratio`` times denser on dense screens."""
    size = size_of(name, height, colour)
    made = QPixmap(max(1, round(size.width() * ratio)), max(1, round(height * ratio)))
    made.setDevicePixelRatio(ratio)
    made.fill(QColor(0, 0, 0, 0))
    painter = QPainter(made)
    painter.setRenderHint(QPainter.RenderHint.Antialiasing)
    paint(painter, name, QRectF(0, 0, made.width() / ratio, made.height() / ratio), colour)
    painter.end()
    return made


def icon(name: str, colour: str | None = None) -> QIcon:
    """An icon of ``resources/art/icons`` in the text colour of the theme (or another)."""
    from PySide6.QtGui import QIcon  # the first page needs none

    made = QIcon()
    for height in (20, 40):  # Qt scales icons down as needed, never up
        for ratio in (1.0, 2.0):
            made.addPixmap(pixmap(f"icons/{name}", height, colour or theme.palette().text, ratio))
        made.addPixmap(pixmap(f"icons/{name}", height, theme.palette().line), QIcon.Mode.Disabled)
    return made
