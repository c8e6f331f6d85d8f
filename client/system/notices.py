"""Desktop notifications that tell players about their turn while the window is not in front."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import QObject, Qt, Signal
from PySide6.QtWidgets import QWidget

if TYPE_CHECKING:
    from PySide6.QtWidgets import QSystemTrayIcon

SHOWN_MS = 15_000


def can_be_shown() -> bool:
    """Whether the desktop has a place for notifications."""
    from PySide6.QtWidgets import QSystemTrayIcon

    return QSystemTrayIcon.isSystemTrayAvailable() and QSystemTrayIcon.supportsMessages()


class Notices(QObject):
    """Shows one notification at a time; a click on it brings the window to the front.

    The desktop's tray has an icon meanwhile, since systems show notifications only for icons.

    Signals:
        clicked: the person has clicked on the notification.
    """

    clicked = Signal()

    def __init__(self, window: QWidget) -> None:
        super().__init__(window)
        self._window = window
        self._icon: QSystemTrayIcon | None = None

    def show(self, title: str, said: str) -> bool:
        """Show a notification; returns False if the desktop has no place for it."""
        if not can_be_shown():
            return False
        from PySide6.QtWidgets import QSystemTrayIcon

        if self._icon is None:
            self._icon = QSystemTrayIcon(self._window.windowIcon(), self)
            self._icon.messageClicked.connect(self.come)
            self._icon.activated.connect(lambda _reason: self.come())
        self._icon.show()
        self._icon.showMessage(title, said, self._window.windowIcon(), SHOWN_MS)
        return True

    def come(self) -> None:
        """The person has seen the notification: bring the window to the front, and remove the icon."""
        self.close()
        self._window.setWindowState(self._window.windowState() & ~Qt.WindowState.WindowMinimized)
        self._window.raise_()
        self._window.activateWindow()
        self.clicked.emit()

    def close(self) -> None:
        """Remove the icon from the tray."""
        if self._icon is not None:
            self._icon.hide()
