"""A cache for a small widget's picture, so that changes over or beside it only copy the picture."""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Callable, Hashable

from PySide6.QtCore import Qt
from PySide6.QtGui import QPainter, QPixmap
from PySide6.QtWidgets import QWidget

from client.look import theme

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


class Painted:
    """The picture of one widget. The widget calls :meth:`forget` in its own ``update``."""

    def __init__(self) -> None:
        self._picture: QPixmap | None = None
        self._look: tuple[object, ...] = ()

    def forget(self) -> None:
        """The widget has changed: paint it anew next time."""
        self._picture = None

    def show(self, widget: QWidget, paint: Callable[[QPainter], None], content: Hashable = None) -> None:
        """Paint the widget in its paint event: anew if it was to be forgotten, or has another size, state or theme.

        Where ``content`` is given, it is all else that the look of such a widget depends on: then another one that has looked
        the same gives its picture.
        """
        ratio = widget.devicePixelRatioF()
        state = widget.underMouse(), widget.hasFocus(), widget.isEnabled(), widget.layoutDirection()
        look = widget.width(), widget.height(), ratio, theme.palette().name, theme.scale(), state
        key = (type(widget), content, look) if content is not None else None
        if key is not None and (self._picture is None or look != self._look):
            self._picture, self._look = _SHARED.find(key), look
        if self._picture is None or look != self._look:
            picture = QPixmap(widget.size() * ratio)
            picture.setDevicePixelRatio(ratio)
            picture.fill(Qt.GlobalColor.transparent)
            painter = QPainter(picture)
            try:
                painter.setRenderHint(QPainter.RenderHint.Antialiasing)
                painter.setLayoutDirection(widget.layoutDirection())
                paint(painter)
            finally:
                painter.end()
            self._picture, self._look = picture, look
            if key is not None:
                _SHARED.keep(key, picture)
        painter = QPainter(widget)
        painter.drawPixmap(0, 0, self._picture)
        painter.end()
