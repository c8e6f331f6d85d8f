"""Work that waits until nothing more has come for a moment, or that should not be done too often."""

from __future__ import annotations

from collections.abc import Callable

from PySide6.QtCore import QTimer
from PySide6.QtWidgets import QWidget

COUNT_MS = 1000
"""How long statistics and series wait after news of the library, which come often while it reads, in milliseconds."""


def later(parent: QWidget, milliseconds: int, do: Callable[[], object]) -> QTimer:
    """A timer that does this once, so long after its start."""
    timer = QTimer(parent)
    timer.setSingleShot(True)
    timer.setInterval(milliseconds)
    timer.timeout.connect(do)
    return timer
