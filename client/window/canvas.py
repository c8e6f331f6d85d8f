"""How often a window that takes other sizes is painted, and the memory that it is painted in on X11.

On X11 Qt shares memory with the X server, and asks for other memory whenever the window needs more than it has. Both then touch
all of the new memory for the first time, which takes half of a frame. Qt keeps memory that is less than twice what it needs.

Qt paints a window as soon as the system wants it painted. If the window has just taken another size, Qt paints all of it,
even if it did so a moment ago in the same round of the event loop. Two such frames take too long for one round.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import QEvent, QObject, QSize
from PySide6.QtGui import QGuiApplication

if TYPE_CHECKING:
    from PySide6.QtGui import QWindow
    from PySide6.QtWidgets import QWidget

MORE = 1.9
"""How many times what the window needs it gets; less than 2. The system gives it only those pages that are painted on."""

_X11 = "xcb"

_ONCE = (_X11, "wayland", "offscreen")
"""The platforms on which a window is painted once in each round. On Windows and macOS the system may wait for the painting."""


class Canvas(QObject):
    """Asks for the memory of one window, and lets it be painted once in each round of the event loop."""

    def __init__(self, window: QWidget) -> None:
        super().__init__(window)
        self._window = window
        self._handle: QWindow | None = None
        self._held = 0
        self._painted = False  # in this round

    def follow(self) -> None:
        """The window has another size. Ask for more memory if what it has is too small, or so large that Qt lets go of it."""
        platform = QGuiApplication.platformName()
        if platform in _ONCE and self._window.isVisible():  # the first page needs none of this
            self._watch()
        store = self._window.backingStore() if platform == _X11 else None
        if store is None:
            return
        size, screen = self._window.size(), self._window.screen().virtualSize()
        need = size.width() * size.height()
        if need <= self._held < 2 * need or not need:
            return
        most = max(need, screen.width() * screen.height())
        tall = max(size.height(), min(int(size.height() * MORE), most // size.width()))
        self._held = size.width() * tall
        store.resize(QSize(size.width(), tall))  # before it paints, Qt makes it as large as the window

    def _watch(self) -> None:
        """Watch when the window is painted."""
        from PySide6.QtCore import QAbstractEventDispatcher

        handle, dispatcher = self._window.windowHandle(), QAbstractEventDispatcher.instance()
        if self._handle is handle or handle is None or dispatcher is None:
            return
        if self._handle is None:
            dispatcher.aboutToBlock.connect(self._end_round)
            self._window.installEventFilter(self)
        self._handle = handle
        handle.installEventFilter(self)

    def _end_round(self) -> None:
        self._painted = False

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        """Put off the second painting of a round if it would be one of the whole window."""
        kind = event.type()
        if kind == QEvent.Type.UpdateRequest:
            self._painted = True
        elif kind == QEvent.Type.Expose and watched is self._handle:
            if self._painted and self._all_is_due():
                self._window.update()  # in the next round
                return True
            self._painted = True
        return False

    def _all_is_due(self) -> bool:
        """Whether the window, which has been seen before and still is, has another size than when it was painted."""
        from PySide6.QtCore import Qt  # imported late for the sake of the first page: see client.pages.bricks

        window, handle, store = self._window, self._handle, self._window.backingStore()
        if handle is None or store is None or store.size() == window.size():
            return False
        return handle.isExposed() and window.testAttribute(Qt.WidgetAttribute.WA_Mapped)
