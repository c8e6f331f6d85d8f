"""Somebody at a table before the game: name and state, and for the host a button that sends them away."""

from __future__ import annotations

from PySide6.QtCore import Signal
from PySide6.QtWidgets import QHBoxLayout, QVBoxLayout, QWidget

from client.look.plain import give_tip
from client.messages import Catalogue
from client.pages.bricks import button, label, restyled
from net.api import Lobby, Peer

GAP = 4
"""The gap between the parts of a row, and between the rows, in pixels."""


class PeerRow(QWidget):
    """One computer at the table. It stays while others come and go.

    Signals:
        sent_away: the host wants this peer to leave.
    """

    sent_away = Signal()

    def __init__(self, catalogue: Catalogue, peer: Peer) -> None:
        super().__init__()
        self._catalogue = catalogue
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(GAP)
        row = QHBoxLayout()
        self._name = label("", "strong", wrap=False)
        row.addWidget(self._name)
        row.addStretch(1)
        self._state = label("", "soft", wrap=False)
        row.addWidget(self._state)
        self._away = button("✕", f"send-away-{peer.name}", self.sent_away.emit, "link")
        give_tip(self._away, catalogue.text("client.lobby.send-away.name", name=peer.name))
        self._away.setAccessibleDescription(catalogue.text("client.lobby.send-away.help"))
        self._away.setAccessibleName(catalogue.text("client.lobby.send-away.name", name=peer.name))
        self._away.hide()
        row.addWidget(self._away)
        column.addLayout(row)
        self._words = label("", "soft")
        self._words.hide()
        column.addWidget(self._words)

    def show_peer(self, lobby: Lobby, peer: Peer) -> None:
        """Show what this peer is doing."""
        text, host = self._catalogue.text, peer is lobby.peers[0]
        self._name.setText(text("client.lobby.peer-me", name=peer.name) if peer.key == lobby.me else peer.name)
        if host:
            state, good = text("client.lobby.peer-host"), True
        elif not peer.linked:
            state, good = text(peer.status), False
        else:
            state, good = text("client.lobby.peer-ready" if peer.ready else "client.lobby.peer-waits"), peer.ready
        self._state.setText(state)
        restyled(self._state, "good" if good else "soft")
        self._away.setVisible(lobby.host and not host)
        compared = peer.linked and bool(peer.status.values)  # the status has more than the link's state: words to compare
        self._words.setText(text(peer.status) if compared else "")
        self._words.setVisible(compared)
