"""How large text and everything round it is: larger in a large window, and as the person wants it while there is room."""

from __future__ import annotations

from PySide6.QtCore import QSize

_ROOMY = ((2300, 1300, 1.4), (1880, 1000, 1.2))
"""From this width and height on, everything is this much larger for everybody."""

_NEEDED = (960, 600)
"""The room that a page needs at the usual size; text grows no further than leaves it that."""

LEAST = (800, 600)
"""The smallest window in which everything has its usual size; in a smaller one everything is smaller."""

_USUAL, _PART = (1280, 720), 0.8
"""The first window, and the part of a larger screen that it takes."""

_STEPS = 20
"""So many sizes to a doubling: a window being resized is not painted anew with every pixel."""


def scale_for(size: QSize, text_size: int = 100) -> float:
    """The scale of everything in a window of this size, for a wanted text size (per cent)."""
    usual = next((scale for width, height, scale in _ROOMY if size.width() >= width and size.height() >= height), 1.0)
    most = min(size.width() / _NEEDED[0], size.height() / _NEEDED[1])
    least = min(size.width() / LEAST[0], size.height() / LEAST[1])
    if least < 1:
        return max(1, int(least * _STEPS)) / _STEPS
    return max(usual, int(min(usual * text_size / 100, most) * _STEPS) / _STEPS)


def first_size(room: QSize) -> QSize:
    """The size of the first window on a screen with this room for windows."""
    wanted = QSize(round(room.width() * _PART), round(room.height() * _PART))
    return wanted.expandedTo(QSize(*_USUAL)).boundedTo(room)
