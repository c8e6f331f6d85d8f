"""The page of a table before the game, while it is being made."""

from __future__ import annotations

from collections import deque
from collections.abc import Iterator
from typing import TYPE_CHECKING

from PySide6.QtCore import QObject, Signal
from PySide6.QtWidgets import QWidget

if TYPE_CHECKING:
    from client.table.slices import Slices
    from client.window.content import Content
    from net import api


class ComingLobby(QObject):
    """Brings a lobby up: its page is made in slices beside the page shown, and events for it wait until it is there.

    Then it hears of one event in each turn of the event loop, because each may change many parts of the page. Of states of the
    lobby in a row it hears only the last.

    Signals:
        heard: an event that has waited (one of :data:`net.api.NetEvent`). They come in order.
    """

    heard = Signal(object)

    def __init__(self, content: Content, parent: QObject) -> None:
        super().__init__(parent)
        self._content = content
        self._slices: Slices | None = None
        self._held: deque[api.NetEvent] = deque()
        self._catching_up: Slices | None = None
        self._telling = False

    @property
    def page(self) -> QWidget | None:
        """The page while it is being made, else None."""
        return self._content.pages.known("lobby_page") if self._slices is not None else None

    def begin(self, lobby: api.Lobby) -> None:
        """Make the page of this lobby."""
        from client.table.slices import Slices

        self._slices = Slices(self._content.pages.open_lobby(lobby), self)
        self._slices.done.connect(self._come_up)

    def holds(self, event: api.NetEvent) -> bool:
        """Whether the page is still being made, or has not heard of everything: then the event waits."""
        from net import api

        if self._telling or (self._slices is None and self._catching_up is None):
            return False
        if isinstance(event, api.Opened):
            self.finish()  # the table that it opens must not miss what comes after it
            return False
        self._held.append(event)
        return True

    def finish(self) -> None:
        """Something is about to happen that needs the lobby, or its place: it comes up at once if it is on its way."""
        if self._slices is not None:
            self._slices.finish()
        if self._catching_up is not None:
            self._catching_up.finish()

    def _come_up(self) -> None:
        from client.table.slices import Slices

        slices, self._slices = self._slices, None
        if slices is not None:
            slices.deleteLater()
        self._content.pages.bring_up(self._content.pages.lobby_page)
        if self._held:
            self._catching_up = Slices(self._caught_up(), self)
            self._catching_up.done.connect(self._has_caught_up)

    def _caught_up(self) -> Iterator[None]:
        from net import api

        while self._held:
            event = self._held.popleft()
            if isinstance(event, api.LobbyChanged) and self._held and isinstance(self._held[0], api.LobbyChanged):
                continue
            self._telling = True
            try:
                self.heard.emit(event)
            finally:
                self._telling = False
            yield

    def _has_caught_up(self) -> None:
        slices, self._catching_up = self._catching_up, None
        if slices is not None:
            slices.deleteLater()
