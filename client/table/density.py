"""The available space. The sizes of everything that is painted by hand follow from it."""

from __future__ import annotations

from dataclasses import dataclass

from PySide6.QtCore import QSize

COMPACT_WIDTH, COMPACT_HEIGHT = 1500, 840
"""On a smaller table, panels shrink to icons and numbers."""

AMPLE_WIDTH, AMPLE_HEIGHT = 1800, 980
"""On a larger table, the heraldic cards are as large as cards in the hand are."""


@dataclass(frozen=True)
class Density:
    """The current sizes.

    Attributes:
        scale: how much larger than usual everything is.
        compact: whether panels show icons and numbers instead of words.
        ample: whether there is room for large cards.
    """

    scale: float = 1.0
    compact: bool = False
    ample: bool = False

    def px(self, pixels: float) -> int:
        """This many pixels at the usual size, scaled."""
        return round(pixels * self.scale)


def density_for(size: QSize, scale: float) -> Density:
    """The density of a table of this size, if the program's text is ``scale`` times the usual size."""
    compact = size.width() < COMPACT_WIDTH * scale or size.height() < COMPACT_HEIGHT * scale
    ample = size.width() >= AMPLE_WIDTH * scale and size.height() >= AMPLE_HEIGHT * scale
    return Density(scale, compact, ample)
