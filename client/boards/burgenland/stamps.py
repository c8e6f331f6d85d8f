"""Drawings that many places of the map share: each is rendered once for its size in pixels, and then copied.

To render the drawing of a palace takes a quarter of a millisecond, and to copy it a fifteenth of that. A step of a replay may
change many places.
"""

from __future__ import annotations

from collections.abc import Callable

from PySide6.QtCore import QPointF, QRectF, QSizeF, Qt
from PySide6.QtGui import QImage, QPainter

Key = tuple[object, ...]
Painting = Callable[[QPainter, QRectF], None]
"""Paints a drawing into a rectangle."""

KEPT = 200
"""How many pictures are kept; the one that was used longest ago goes first."""

LARGEST = 160
"""Pixels of a side. A larger drawing is painted where it is wanted, because its pictures would fill the memory."""

MARGIN = 2
"""Pixels around the rectangle, for outlines that reach beyond it."""

_made: dict[tuple[Key, int, int], QImage] = {}


def stamp(painter: QPainter, where: QRectF, key: Key, paint: Painting) -> None:
    """Paint a drawing into a rectangle, moved to whole pixels.

    Args:
        painter: paints in any units.
        where: the rectangle in these units.
        key: what the look depends on, but for the size.
        paint: paints the drawing.
    """
    course = painter.deviceTransform()
    pixels = course.mapRect(where)
    wide, high = max(1, round(pixels.width())), max(1, round(pixels.height()))
    if course.isRotating() or max(wide, high) > LARGEST:
        paint(painter, where)
        return
    image = _made.pop((key, wide, high), None)
    if image is None:
        image = _rendered(wide, high, paint)
        if len(_made) >= KEPT:
            del _made[next(iter(_made))]
    _made[key, wide, high] = image
    corner = QPointF(round(pixels.left()) - MARGIN, round(pixels.top()) - MARGIN)
    painter.save()
    painter.resetTransform()
    units, _ = painter.deviceTransform().inverted()  # what is left: the place of a widget in its window, and the pixel ratio
    painter.drawImage(units.mapRect(QRectF(corner, QSizeF(image.size()))), image)
    painter.restore()


def _rendered(wide: int, high: int, paint: Painting) -> QImage:
    image = QImage(wide + 2 * MARGIN, high + 2 * MARGIN, QImage.Format.Format_ARGB32_Premultiplied)
    image.fill(Qt.GlobalColor.transparent)
    painter = QPainter(image)
    painter.setRenderHint(QPainter.RenderHint.Antialiasing)
    paint(painter, QRectF(MARGIN, MARGIN, wide, high))
    painter.end()
    return image
