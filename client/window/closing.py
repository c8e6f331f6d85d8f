"""How the window closes."""

from __future__ import annotations

import time
from typing import TYPE_CHECKING

from PySide6.QtCore import QObject, Signal
from PySide6.QtWidgets import QMainWindow

from client.window.stage import End, Stage, TableProgress

if TYPE_CHECKING:
    from client.system.settings import Settings
    from client.window.bridge import Bridge
    from client.window.cominglobby import ComingLobby
    from client.window.content import Content
    from client.window.desktop import Desktop
    from client.window.leaving import Leaving

LOGOUT_SECONDS = 60.0
"""For so long after the desktop has announced its end, a close counts as the desktop's."""


class Closing(QObject):
    """Closes the window when nobody objects: first unsaved work is settled, then the table is left, then everything ends.

    Signals:
        ended: the window has closed and everything behind it has ended.
    """

    ended = Signal()

    def __init__(
        self,
        window: QMainWindow,
        bridge: Bridge,
        content: Content,
        settings: Settings,
        progress: TableProgress,
        lobby: ComingLobby,
        leaving: Leaving,
        desktop: Desktop,
    ) -> None:
        super().__init__(window)
        self._window = window
        self._bridge = bridge
        self._content = content
        self._settings = settings
        self._progress = progress
        self._lobby = lobby
        self._leaving = leaving
        self._desktop = desktop
        self._end = End.NOT_YET
        self._logout = 0.0
        leaving.declined.connect(self._call_off)

    @property
    def wanted(self) -> bool:
        """Whether the window closes as soon as it can, or has closed."""
        return self._end is not End.NOT_YET

    @property
    def done(self) -> bool:
        """Whether everything behind the window has ended."""
        return self._end is End.DONE

    def allows(self) -> bool:
        """The person or the desktop closes the window: whether it may close at once. If not, it does so when it can."""
        self._lobby.finish()
        if self.done:
            return True
        if self._end is End.WANTED and self._leaving.waiting:
            return False
        if self._content.pages.holds(self._window.close):
            return False
        if time.monotonic() < self._logout and self._content.saving.news is None:
            self.quit()
            return self.done
        self._end = End.WANTED
        if self._leaving.at_stake():
            self._leaving.ask()
        elif self._progress.stage.has_game or self._progress.stage is Stage.LOBBY:
            self._leaving.leave()
        elif self._progress.stage is not Stage.LEAVING:  # if it is leaving, the node's answer closes it
            self._finish()
        return False

    def quit(self) -> None:
        """Close without a question. A signal or the end of the session pauses a game, so nobody loses a seat."""
        self._lobby.finish()
        self._end = End.WANTED
        if self._progress.stage is not Stage.LEAVING:
            self._leaving.pause()
            self._finish()

    def expect_logout(self) -> None:
        """The person logs out or shuts down: the system closes the window next, unless some program objects."""
        self._logout = time.monotonic() + LOGOUT_SECONDS

    def go_on(self) -> None:
        """The table is gone: close now if that was wanted, else return to the page that the person came from."""
        if self._end is End.WANTED:
            self._finish()
        else:
            self._content.pages.back()

    def _call_off(self) -> None:
        self._end = End.NOT_YET

    def _finish(self) -> None:
        written = self._window.focusWidget()
        if written is not None:
            written.clearFocus()  # a page takes what was typed when its field is left
        self._settings.lessons_offered = True  # once is enough
        self._settings.window = bytes(self._window.saveGeometry().toHex().data()).decode()
        try:
            self._settings.save()
            self._content.pages.close_library()
            self._bridge.close()
            self._desktop.close()
        finally:  # a window that cannot be closed is worse than anything that can fail here
            self._end = End.DONE
            self._window.close()
            self.ended.emit()
