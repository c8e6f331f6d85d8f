"""A small widget keeps what it has painted: whenever something over it or beside it changes, it is only copied."""

from __future__ import annotations

from collections.abc import Callable

from PySide6.QtCore import Qt
from PySide6.QtGui import QPainter, QPixmap
from PySide6.QtWidgets import QWidget

from client.look import theme


class Painted:
    """What one widget looks like. The widget forgets it in its own ``update``."""

    def __init__(self) -> None:
        self._picture: QPixmap | None = None
        self._look: tuple[object, ...] = ()

    def forget(self) -> None:
        """It looks otherwise now."""
        self._picture = None

    def show(self, widget: QWidget, paint: Callable[[QPainter], None]) -> None:
        """Paint the widget in its paint event: anew if it was to be forgotten, or has another size, state or theme."""
        ratio = widget.devicePixelRatioF()
        state = widget.underMouse(), widget.hasFocus(), widget.isEnabled(), widget.layoutDirection()
        look = widget.size(), ratio, theme.palette().name, theme.scale(), state
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
        painter = QPainter(widget)
        painter.drawPixmap(0, 0, self._picture)
        painter.end()
