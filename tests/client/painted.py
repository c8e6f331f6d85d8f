"""Measures text that widgets paint by hand against the pixels that it is painted on."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass

import pytest
from PySide6.QtCore import QPointF, QRect, QRectF
from PySide6.QtGui import QColor, QFontInfo, QImage, QPainter
from PySide6.QtWidgets import QWidget

from client.look import theme
from client.look.painted import Painted

LARGE, LARGE_BOLD = 24, 18.66
"""The size in pixels from which WCAG counts text as large; then a contrast of 3:1 is enough."""


@dataclass(frozen=True)
class Text:
    """A text that was painted.

    Attributes:
        said: its words.
        colour: of the pen, as ``#aarrggbb``.
        room: where it stands on its widget, in pixels.
        large: whether it counts as large.
    """

    said: str
    colour: str
    room: tuple[int, int, int, int]
    large: bool


def texts_of(widget: QWidget) -> tuple[list[Text], QImage]:
    """The texts that a widget and those in it paint by hand, and the picture of the widget without them."""
    found: list[Text] = []

    def noted(painter: QPainter, *given: object) -> None:
        said = next((one for one in given if isinstance(one, str)), "")
        room = _room(painter, given, said)
        if said.strip() and not room.isEmpty() and painter.device() is not None and painter.opacity() == 1:
            info = QFontInfo(painter.font())
            large = info.pixelSize() >= (LARGE_BOLD if info.bold() else LARGE)
            place = painter.deviceTransform().mapRect(room).toRect()
            found.append(Text(said, painter.pen().color().name(QColor.NameFormat.HexArgb), place.getRect(), large))

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(QPainter, "drawText", noted)
        patch.setattr(Painted, "copy_picture", straight)
        ground = widget.grab().toImage()
    return found, ground


def straight(widget: Painted) -> None:
    """Paint a widget at its place, not into a picture that is kept and copied."""
    painter = QPainter(widget)
    try:
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        widget.paint(painter)
    finally:
        painter.end()


def _room(painter: QPainter, given: tuple[object, ...], said: str) -> QRectF:
    """The room of a painted text, as closely as its alignment tells."""
    first = given[0]
    if isinstance(first, QRect | QRectF):
        flags = next((one for one in given[1:] if not isinstance(one, str)), 0)
        return painter.fontMetrics().boundingRect(QRectF(first).toRect(), _number(flags), said).toRectF()
    if isinstance(first, QPointF):
        wide = painter.fontMetrics().tightBoundingRect(said)
        return QRectF(wide).translated(first)
    return QRectF()


def _number(flags: object) -> int:
    return flags if isinstance(flags, int) else int(getattr(flags, "value", 0))


def faint(widget: QWidget) -> Iterator[str]:
    """The texts of a widget with less contrast than WCAG AA asks for, against the colour that fills most of their room."""
    return faint_of(*texts_of(widget))


def faint_of(texts: list[Text], ground: QImage) -> Iterator[str]:
    """The same for texts that were noted, on a picture."""
    for text in texts:
        room = QRect(*text.room).intersected(ground.rect())
        pixels = Counter(
            ground.pixel(x, y) for x in range(room.left(), room.right(), 2) for y in range(room.top(), room.bottom(), 2)
        )
        if not pixels:
            continue
        [(most, _)] = pixels.most_common(1)
        found = theme.contrast(QColor(text.colour), QColor.fromRgb(most))
        if found < (3 if text.large else 4.5):
            yield f"{text.said}: {text.colour} on {QColor.fromRgb(most).name()}, {found:.2f}"
