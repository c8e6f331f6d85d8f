"""A cache for a small widget's picture, so that changes over or beside it only copy the picture."""

from __future__ import annotations

from collections.abc import Callable

from PySide6.QtCore import Qt
from PySide6.QtGui import QPainter, QPixmap
from PySide6.QtWidgets import QWidget

from client.look import theme


class Painted:
    """The picture of one widget. The widget calls :meth:`forget` in its own ``update``."""

    def __init__(self) -> None:
        self._picture: QPixmap | None = None
        self._look: tuple[object, ...] = ()

    def forget(self) -> None:
        """The widget has changed: paint it anew next time."""
        self._picture = None

    def show(self, widget: QWidget, paint: Callable[[QPainter], None]) -> None:
        """Paint the widget in its paint event: anew after :meth:`forget`, or with another size, state or theme."""
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
