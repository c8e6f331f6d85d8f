"""The scale of text and everything around it: larger in a large window, and as the person wants if there is space."""

from __future__ import annotations

from PySide6.QtCore import QSize

_ROOMY = ((2300, 1300, 1.4), (1880, 1000, 1.2))
"""From this width and height on, everything is larger by this factor."""

_NEEDED = (948, 520)
"""The space that larger text leaves to a page at the usual size: enough for a table with both of its columns."""

LEAST = (800, 600)
"""The smallest window with everything at its usual size; a smaller one reduces everything."""

_USUAL, _PART = (1280, 720), 0.8
"""The size of the first window, and the share of a larger screen that it takes."""

_STEPS = 20
"""The number of scales up to a doubling, so that resizing a window does not repaint it for every pixel."""


def scale_for(size: QSize, text_size: int = 100) -> float:
    """The scale of a window of this size, for a chosen text size (per cent)."""
    usual = next((scale for width, height, scale in _ROOMY if size.width() >= width and size.height() >= height), 1.0)
    most = min(size.width() / _NEEDED[0], size.height() / _NEEDED[1])
    least = min(size.width() / LEAST[0], size.height() / LEAST[1])
    if least < 1:
        return max(1, int(least * _STEPS)) / _STEPS
    return max(usual, int(min(usual * text_size / 100, most) * _STEPS) / _STEPS)


def first_size(room: QSize) -> QSize:
    """The size of the first window on a screen with this much space."""
    wanted = QSize(round(room.width() * _PART), round(room.height() * _PART))
    return wanted.expandedTo(QSize(*_USUAL)).boundedTo(room)
