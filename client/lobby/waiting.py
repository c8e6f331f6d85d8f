"""The page while a table is opened, called, or waits for its people: a sentence and a way out, never a frozen screen."""

from __future__ import annotations

from collections.abc import Sequence

from PySide6.QtCore import Signal
from PySide6.QtWidgets import QHBoxLayout

from client.messages import Catalogue
from client.pages.bricks import Page, Sheet, button, emptied, label
from net.api import Peer
from rules.message import Message


class WaitPage(Page):
    """Says what the program waits for, and the state of each link.

    Signals:
        cancelled: the person does not want to wait any longer.
    """

    cancelled = Signal()

    def __init__(self, catalogue: Catalogue) -> None:
        super().__init__(catalogue, "wait-page", "")
        self.back_button.hide()
        self.sentence = label("", "strong", "wait-sentence")
        self.cancel_button = button(catalogue.text("client.cancel"), "wait-cancel", self.cancelled.emit)
        self.cancel_button.setShortcut("Esc")
        sheet = Sheet(self.sentence, self.cancel_button, busy=True)
        sheet.put_into(self.columns)
        self._peers = sheet.middle

        self._states: tuple[tuple[str, str, bool], ...] = ()

    def begin(self, said: Message) -> None:
        """Wait for something, which the sentence names."""
        emptied(self._peers)
        self._states = ()
        self.say(said)

    def say(self, said: Message) -> None:
        """Change the sentence."""
        self.sentence.setText(self.catalogue.text(said))

    def show_peers(self, peers: Sequence[Peer]) -> None:
        """Show the state of the link to each peer. A page that is not shown needs none: what it waits for begins anew."""
        states = tuple((peer.name, self.catalogue.text(peer.status), peer.linked) for peer in peers)
        if states == self._states or not self.isVisible():
            return
        self._states = states
        emptied(self._peers)
        for name, said, linked in states:
            row = QHBoxLayout()
            row.addWidget(label(name, "strong", wrap=False))
            row.addStretch(1)
            row.addWidget(label(said, "good" if linked else "soft", wrap=False))
            self._peers.addLayout(row)
