"""The size of texts and of the gaps between them, which follow the size of the window."""

from __future__ import annotations

from collections.abc import Iterator

from PySide6.QtCore import QSize
from PySide6.QtWidgets import QApplication, QWidget

from client.look import theme
from client.look.scale import scale_for

NARROW, NARROW_GAPS = 900, 0.7
"""In a window narrower than this, the gaps in pages are multiplied by this factor."""


class Sizes:
    """Owns the scale of the program's look.

    Attributes:
        scale: the factor by which texts are larger or smaller than usual.
    """

    def __init__(self, room: QSize) -> None:
        """``room`` is what the screen has for windows. On a small screen the look shrinks at once: pages depend on it."""
        self.scale = min(1.0, scale_for(room))
        if self.scale < 1:
            theme.apply(theme.application(), theme.palette().name, self.scale)

    def follow(self, size: QSize, text_size: int) -> Iterator[None] | None:
        """Fit texts to a window of this size and to the person's percentage, in slices; None if they fit already."""
        scale, app = scale_for(size, text_size), QApplication.instance()
        if scale == self.scale or not isinstance(app, QApplication):
            return None
        self.scale = scale
        return theme.applied(app, theme.palette().name, scale)

    def tighten(self, page: QWidget, width: int) -> None:
        """Reduce the gaps of a page in a window of this width if there is little room."""
        gaps = min(self.scale, NARROW_GAPS if width < NARROW else 1.0)
        if gaps != (page.property("gaps") or 1.0):
            from client.look.tight import tighten

            page.setProperty("gaps", gaps)
            tighten(page, gaps)
