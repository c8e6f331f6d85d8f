"""A cache for a small widget's picture, so that changes over or beside it only copy the picture."""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Hashable
from typing import TYPE_CHECKING, Any

from PySide6.QtCore import QEvent, Qt
from PySide6.QtGui import QPainter, QPaintEvent, QPixmap

from client.look import theme

if TYPE_CHECKING:
    from PySide6.QtWidgets import QWidget as _Widget
else:
    _Widget = object

SHARED_BYTES = 3_000_000
"""The most that pictures take which widgets share."""


class _Shared:
    """Pictures that widgets of one kind take from each other, by all that their look depends on; the oldest go first."""

    def __init__(self) -> None:
        self._pictures: OrderedDict[Hashable, QPixmap] = OrderedDict()
        self._bytes = 0

    def find(self, key: Hashable) -> QPixmap | None:
        found = self._pictures.get(key)
        if found is not None:
            self._pictures.move_to_end(key)
        return found

    def keep(self, key: Hashable, picture: QPixmap) -> None:
        self._pictures[key] = picture
        self._bytes += _size(picture)
        while self._bytes > SHARED_BYTES:
            _, gone = self._pictures.popitem(last=False)
            self._bytes -= _size(gone)


def _size(picture: QPixmap) -> int:
    return picture.width() * picture.height() * 4


_SHARED = _Shared()


class Painted(_Widget):
    """A widget that is painted once for each look, and then copied. It stands before the Qt class among the bases of a widget,
    which paints itself in :meth:`paint`.
    """

    _picture: QPixmap | None = None
    _look: tuple[object, ...] = ()
    _dressed = False
    """Whether the widget has got another style since it was painted. Until then it stays as it is although the text size of the
    program has changed: all parts of a window would be painted at once otherwise.
    """

    def paint(self, painter: QPainter) -> None:
        """Paint the widget."""
        raise NotImplementedError

    def _content(self) -> tuple[object, ...] | None:
        """All that the look of the widget depends on, besides its size and state; None if its picture is its own.

        Widgets of a class with the same content share their pictures.
        """
        return None

    def update(self, *area: Any) -> None:
        """Repaint: the widget has changed."""
        self._picture = None
        super().update(*area)

    def changeEvent(self, event: QEvent) -> None:
        """Be painted anew with another style."""
        super().changeEvent(event)
        if event.type() == QEvent.Type.StyleChange:
            self._dressed = True

    def paintEvent(self, _event: QPaintEvent) -> None:
        """Qt wants the widget painted."""
        self.copy_picture()

    def copy_picture(self) -> None:
        """Copy the picture to the widget; paint it first if there is none, or if size, state or style are different."""
        ratio = self.devicePixelRatioF()
        state = self.underMouse(), self.hasFocus(), self.isEnabled(), self.layoutDirection()
        look = self.width(), self.height(), ratio, theme.palette().name, state
        content = self._content()
        key = (type(self), content, look, theme.scale()) if content is not None else None
        if self._dressed or look != self._look:
            self._picture, self._dressed, self._look = None, False, look
        if self._picture is None and key is not None:
            self._picture = _SHARED.find(key)
        if self._picture is None:
            picture = QPixmap(self.size() * ratio)
            picture.setDevicePixelRatio(ratio)
            picture.fill(Qt.GlobalColor.transparent)
            painter = QPainter(picture)
            try:
                painter.setRenderHint(QPainter.RenderHint.Antialiasing)
                painter.setLayoutDirection(self.layoutDirection())
                self.paint(painter)
            finally:
                painter.end()
            self._picture = picture
            if key is not None:
                _SHARED.keep(key, picture)
        painter = QPainter(self)
        painter.drawPixmap(0, 0, self._picture)
        painter.end()
