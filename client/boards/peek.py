"""A quick look at the flat board while a key is held."""

from __future__ import annotations

from PySide6.QtCore import QEvent, QObject, Qt, Signal
from PySide6.QtGui import QKeyEvent, QKeySequence, QShortcut
from PySide6.QtWidgets import QWidget

from client.look import theme

KEY = Qt.Key.Key_V


class Peek(QObject):
    """Watches the key while the board is on the screen.

    Signals:
        held: the key was pressed (true) or released (false).
    """

    held = Signal(bool)

    def __init__(self, board: QWidget) -> None:
        super().__init__(board)
        self._down = False
        shortcut = QShortcut(QKeySequence(KEY), board)
        shortcut.setAutoRepeat(False)
        shortcut.activated.connect(self._press)

    def _press(self) -> None:
        if not self._down:
            self._down = True
            # The board that had the focus is hidden now, so the application's filter watches for the release.
            theme.application().installEventFilter(self)
            self.held.emit(True)

    def eventFilter(self, _watched: QObject, event: QEvent) -> bool:
        """End the look when the key is released or the window loses the keyboard."""
        up = isinstance(event, QKeyEvent) and event.type() == QEvent.Type.KeyRelease and event.key() == KEY
        released = up and isinstance(event, QKeyEvent) and not event.isAutoRepeat()
        if released or event.type() == QEvent.Type.ApplicationDeactivate:
            self._release()
        return False

    def _release(self) -> None:
        if self._down:
            self._down = False
            theme.application().removeEventFilter(self)
            self.held.emit(False)
