"""The page of a table before the game, while it is being made."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import QObject, Signal
from PySide6.QtWidgets import QWidget

if TYPE_CHECKING:
    from client.table.slices import Slices
    from client.window.content import Content
    from net import api


class ComingLobby(QObject):
    """Brings a lobby up: its page is made in slices beside the page shown, and events for it wait until it is there.

    Signals:
        heard: an event that has waited (one of :data:`net.api.NetEvent`). They come in order.
    """

    heard = Signal(object)

    def __init__(self, content: Content, parent: QObject) -> None:
        super().__init__(parent)
        self._content = content
        self._slices: Slices | None = None
        self._held: list[api.NetEvent] = []

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
        """Whether the page is still being made: then the event waits for it."""
        if self._slices is None or not self._slices.running:
            return False
        self._held.append(event)
        return True

    def finish(self) -> None:
        """Something is about to happen that needs the lobby, or its place: it comes up at once if it is on its way."""
        if self._slices is not None:
            self._slices.finish()

    def _come_up(self) -> None:
        slices, self._slices = self._slices, None
        if slices is not None:
            slices.deleteLater()
        self._content.pages.bring_up(self._content.pages.lobby_page)
        held, self._held = self._held, []
        for event in held:
            self.heard.emit(event)
