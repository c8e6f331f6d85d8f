"""How large text and everything round it is: larger in a large window, and as the person wants it while there is room."""

from __future__ import annotations

from PySide6.QtCore import QSize

_ROOMY = ((2300, 1300, 1.4), (1880, 1000, 1.2))
"""From this width and height on, everything is this much larger for everybody."""

_NEEDED = (960, 600)
"""The room that a page needs at the usual size; text grows no further than leaves it that."""

_STEPS = 20
"""So many sizes to a doubling: a window being resized is not painted anew with every pixel."""


def scale_for(size: QSize, text_size: int = 100) -> float:
    """How much larger than usual everything is in a window of this size, for who wants text so large (per cent)."""
    usual = next((scale for width, height, scale in _ROOMY if size.width() >= width and size.height() >= height), 1.0)
    most = min(size.width() / _NEEDED[0], size.height() / _NEEDED[1])
    return max(usual, int(min(usual * text_size / 100, most) * _STEPS) / _STEPS)
