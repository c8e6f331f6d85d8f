"""What the host hands out so that others can join, and what guests compare."""

from __future__ import annotations

from PySide6.QtGui import QFontDatabase, QGuiApplication
from PySide6.QtWidgets import QHBoxLayout, QLineEdit, QVBoxLayout, QWidget

from client.messages import Catalogue
from client.pages import Panel, button, emptied, label
from net.api import Lobby


class InvitePanel(Panel):
    """For the host: the invite, the addresses and the words, to copy. For a guest: the host's words to compare."""

    def __init__(self, catalogue: Catalogue) -> None:
        super().__init__(catalogue.text("client.invite.title"), "invite")
        self._catalogue = catalogue
        text = catalogue.text
        self._shown: tuple[object, ...] = ()
        self._for_host = QWidget()
        column = QVBoxLayout(self._for_host)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(8)
        column.addWidget(label(text("client.invite.help"), "soft"))
        row = QHBoxLayout()
        self.code = _fixed("invite-code", text("client.invite.code"))
        row.addWidget(self.code, 1)
        self.copy_button = button(text("client.copy"), "invite-copy", lambda: self._copy(self.code.text()))
        self.copy_button.setAccessibleName(text("client.invite.copy"))
        row.addWidget(self.copy_button)
        column.addLayout(row)
        self.said = label("", "good", "invite-said")
        self.said.hide()
        column.addWidget(self.said)
        column.addWidget(label(text("client.invite.addresses"), "soft"))
        self._addresses = QVBoxLayout()
        self._addresses.setSpacing(6)
        column.addLayout(self._addresses)
        self.port = label("", "soft", "invite-port")
        column.addWidget(self.port)
        self.body.addWidget(self._for_host)
        self._words_label = label("", "soft")
        self.body.addWidget(self._words_label)
        self.words = label("", "words", "invite-words")
        self.words.setFont(QFontDatabase.systemFont(QFontDatabase.SystemFont.FixedFont))
        self.body.addWidget(self.words)

    def show_lobby(self, lobby: Lobby) -> None:
        """Show the invite, addresses and words of a lobby."""
        shown = (lobby.host, lobby.invite, lobby.addresses, lobby.words)
        if shown == self._shown:
            return
        self._shown = shown
        text = self._catalogue.text
        self._for_host.setVisible(lobby.host)
        self.code.setText(lobby.invite)
        self.code.setCursorPosition(0)
        emptied(self._addresses)
        for number, address in enumerate(lobby.addresses):
            row = QHBoxLayout()
            field = _fixed(f"invite-address-{number}", text("client.invite.address"))
            field.setText(address)
            field.setCursorPosition(0)
            row.addWidget(field, 1)
            copy = button(
                text("client.copy"), f"invite-copy-address-{number}", lambda address=address: self._copy(address), "link"
            )
            copy.setAccessibleName(text("client.invite.copy-address", address=address))
            row.addWidget(copy)
            self._addresses.addLayout(row)
        port = lobby.addresses[0].rpartition(":")[2] if lobby.addresses else ""
        self.port.setVisible(bool(port))
        self.port.setText(text("client.invite.port", port=port))
        self._words_label.setText(text("client.invite.words" if lobby.host else "client.invite.compare"))
        self.words.setText(lobby.words)

    def _copy(self, content: str) -> None:
        QGuiApplication.clipboard().setText(content)
        self.said.setText(self._catalogue.text("client.copied"))
        self.said.show()


def _fixed(name: str, accessible: str) -> QLineEdit:
    field = QLineEdit()
    field.setObjectName(name)
    field.setReadOnly(True)
    field.setAccessibleName(accessible)
    return field
