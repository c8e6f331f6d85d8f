"""What lies behind the pages: the table's colour, lighter above the middle. It is painted once for each size."""

from __future__ import annotations

from PySide6.QtCore import QPointF, QSize
from PySide6.QtGui import QBrush, QColor, QPainter, QPainterPath, QPixmap, QRadialGradient

from client.look import theme

_MIDDLE = QPointF(0.5, 0.42)
_RADIUS = 0.8
"""Place and size of the light, as parts of the width and the height."""


class Ground:
    """Keeps the picture behind the pages."""

    def __init__(self) -> None:
        self._picture = QPixmap()
        self._look: tuple[object, ...] = ()

    def picture(self, size: QSize, ratio: float) -> QPixmap:
        """The picture at this size in pixels, in the colours of the current theme."""
        colours = theme.palette()
        look = size, ratio, colours.table, colours.table_light
        if look != self._look:
            self._picture, self._look = _painted(size, ratio, colours.table, colours.table_light), look
        return self._picture


def _painted(size: QSize, ratio: float, edge: str, light: str) -> QPixmap:
    made = QPixmap(size * ratio)
    glow = QRadialGradient(_MIDDLE, _RADIUS)
    glow.setColorAt(0, QColor(light))
    glow.setColorAt(1, QColor(edge))
    all_of_it = QPainterPath()
    all_of_it.addRect(0, 0, 1, 1)
    painter = QPainter(made)
    painter.scale(made.width(), made.height())
    painter.fillPath(all_of_it, QBrush(glow))  # to fill a rectangle would make Qt's enumerations, which delays the first frame
    painter.end()
    made.setDevicePixelRatio(ratio)
    return made
