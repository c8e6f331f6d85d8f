"""How much room there is: sizes of everything that is painted by hand follow from it."""

from __future__ import annotations

from dataclasses import dataclass

from PySide6.QtCore import QSize

COMPACT_WIDTH, COMPACT_HEIGHT = 1500, 840
"""Below this size of the table, panels shrink to icons and numbers."""


@dataclass(frozen=True)
class Density:
    """Sizes for now.

    Attributes:
        scale: how much larger than usual everything is.
        compact: whether panels show icons and numbers instead of words.
    """

    scale: float = 1.0
    compact: bool = False

    def px(self, pixels: float) -> int:
        """Pixels at the usual size, enlarged."""
        return round(pixels * self.scale)


def density_for(size: QSize, scale: float) -> Density:
    """The density of a table of this size in a program whose text is ``scale`` times as large as usual."""
    compact = size.width() < COMPACT_WIDTH * scale or size.height() < COMPACT_HEIGHT * scale
    return Density(scale, compact)
