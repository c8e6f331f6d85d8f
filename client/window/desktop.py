"""The window's dealings with the desktop: its icon, its sounds, its notices, and its place in front of other windows."""

from __future__ import annotations

import os
from functools import cached_property
from typing import TYPE_CHECKING

from PySide6.QtCore import QObject, Signal
from PySide6.QtGui import QGuiApplication
from PySide6.QtWidgets import QMainWindow

if TYPE_CHECKING:
    from client.sound.sounds import Sounds
    from client.system.notices import Notices
    from client.system.settings import Settings

UNHEARD = ("offscreen", "minimal")
"""Qt platforms without a screen: they stay silent, since nobody listens."""

RAISING = ("xcb", "windows", "cocoa")
"""Qt platforms on which a program may raise its own window."""


class Desktop(QObject):
    """Owns the sounds and the desktop notices of one window. Both are made when they are first needed.

    Signals:
        noticed: the person has clicked on a desktop notice.
    """

    noticed = Signal()

    def __init__(self, window: QMainWindow, settings: Settings) -> None:
        super().__init__(window)
        self._window = window
        self._settings = settings

    @cached_property
    def sounds(self) -> Sounds:
        """The sounds; loaded when the first one is needed, long after the first frame."""
        from client.sound.sounds import Sounds
        from client.sound.speaker import Speaker

        return Sounds(self._settings, Speaker() if QGuiApplication.platformName() not in UNHEARD else None)

    @cached_property
    def notices(self) -> Notices:
        """The desktop notices."""
        from client.system.notices import Notices

        notices = Notices(self._window)
        notices.clicked.connect(self.noticed)
        return notices

    def play(self, cue: str) -> None:
        """Play a sound by its name."""
        self.sounds.play(cue)

    def call_people(self, said: str) -> None:
        """Have the desktop tell the people here something, if they want that."""
        if self._settings.notices:
            self.notices.show(self._window.windowTitle(), said)

    def show_icon(self) -> None:
        """Give the window its icon; called late, so that the first page does not wait for it."""
        from PySide6.QtGui import QIcon

        from client.table import art

        icon = QIcon()
        for size in (16, 32, 64, 128):
            icon.addPixmap(art.pixmap("alarife", size))
        self._window.setWindowIcon(icon)

    def bring_forward(self, token: str) -> None:
        """Bring the window to the front; ``token`` is the desktop's permission, or empty."""
        window = self._window
        if token:
            os.environ["XDG_ACTIVATION_TOKEN"] = token  # Qt reads it there and removes it
        if window.isMinimized():
            from PySide6.QtCore import Qt  # its enumerations load slowly, and every start passes here

            window.setWindowState(window.windowState() & ~Qt.WindowState.WindowMinimized)
        if QGuiApplication.platformName() in RAISING:
            window.raise_()
        window.activateWindow()

    def close(self) -> None:
        """End the sounds and remove the notice, as far as they were made."""
        for part in ("sounds", "notices"):
            if part in self.__dict__:
                getattr(self, part).close()
