"""The memory that the window is painted in, asked for in advance so that a growing window keeps it.

On X11 Qt shares memory with the X server, and asks for other memory whenever the window needs more than it has. Both then touch
all of the new memory for the first time, which takes half of a frame. Qt keeps memory that is less than twice what it needs.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import QSize
from PySide6.QtGui import QGuiApplication

if TYPE_CHECKING:
    from PySide6.QtWidgets import QWidget

MORE = 1.9
"""How many times what the window needs it gets; less than 2. The system gives it only those pages that are painted on."""

_X11 = "xcb"


class Canvas:
    """Asks for the memory of one window."""

    def __init__(self, window: QWidget) -> None:
        self._window = window
        self._held = 0

    def follow(self) -> None:
        """The window has another size. Ask for more memory if what it has is too small, or so large that Qt lets go of it."""
        store = self._window.backingStore()
        if store is None or QGuiApplication.platformName() != _X11:
            return
        size, screen = self._window.size(), self._window.screen().virtualSize()
        need = size.width() * size.height()
        if need <= self._held < 2 * need or not need:
            return
        most = max(need, screen.width() * screen.height())
        tall = max(size.height(), min(int(size.height() * MORE), most // size.width()))
        self._held = size.width() * tall
        store.resize(QSize(size.width(), tall))  # before it paints, Qt makes it as large as the window
