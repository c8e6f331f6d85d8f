"""The codes that the host gives to others so that they can join, and the words that guests compare."""

from __future__ import annotations

from functools import partial

from PySide6.QtCore import QSize, Qt, Signal
from PySide6.QtGui import QFontDatabase, QGuiApplication, QResizeEvent
from PySide6.QtWidgets import QFrame, QHBoxLayout, QLineEdit, QScrollArea, QSizePolicy, QVBoxLayout, QWidget

from client.messages import Catalogue
from client.pages.bricks import Panel, button, emptied, label
from net.api import Lobby

_LEAST = 40
"""The least visible height of the details, in pixels."""


class InvitePanel(Panel):
    """For the host: the invite, the addresses and the words, to copy. For a guest: the host's words, to compare.

    Signals:
        stuck: the host's friend cannot join with the invite.
    """

    stuck = Signal()

    def __init__(self, catalogue: Catalogue) -> None:
        super().__init__(catalogue.text("client.invite.title"), "invite")
        self._catalogue = catalogue
        text = catalogue.text
        self._shown: tuple[object, ...] = ()
        self._for_host = QWidget()
        column = QVBoxLayout(self._for_host)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(8)
        self._help = label(text("client.invite.help"), "soft")
        column.addWidget(self._help)
        self.said = label("", "good", "invite-said")
        self.said.hide()
        column.addWidget(self.said)
        row = QHBoxLayout()
        self.code = _fixed("invite-code", text("client.invite.code"))
        row.addWidget(self.code, 1)
        self.copy_button = button(text("client.copy"), "invite-copy", lambda: self._copy(self.code.text()))
        self.copy_button.setAccessibleName(text("client.invite.copy"))
        row.addWidget(self.copy_button)
        column.addLayout(row)
        self.stuck_button = button(text("answer.host.stuck"), "invite-stuck", self.stuck.emit, "link")
        stuck = QHBoxLayout()
        stuck.addWidget(self.stuck_button)
        stuck.addStretch(1)
        column.addLayout(stuck)
        self.body.addWidget(self._for_host)
        details = QWidget()
        below = QVBoxLayout(details)
        below.setContentsMargins(0, 0, 6, 0)
        below.setSpacing(6)
        self._addresses_label = label(text("client.invite.addresses"), "soft")
        below.addWidget(self._addresses_label)
        self._addresses = QVBoxLayout()
        self._addresses.setSpacing(6)
        below.addLayout(self._addresses)
        self._words_label = label("", "soft")
        below.addWidget(self._words_label)
        self.words = label("", "words", "invite-words")
        self.words.setFont(QFontDatabase.systemFont(QFontDatabase.SystemFont.FixedFont))
        below.addWidget(self.words)
        self.port = label("", "soft", "invite-port")
        below.addWidget(self.port)
        self._details = _Details(details)
        self.body.addWidget(self._details)
        self.setSizePolicy(QSizePolicy.Policy.Preferred, QSizePolicy.Policy.Maximum)

    def show_lobby(self, lobby: Lobby) -> None:
        """Show the invite, addresses and words of a lobby."""
        shown = (lobby.host, lobby.invite, lobby.addresses, lobby.words)
        if shown == self._shown:
            return
        self._shown = shown
        text = self._catalogue.text
        self._for_host.setVisible(lobby.host)
        if lobby.invite != self.code.text():  # nobody has copied this one
            self.said.hide()
            self._help.show()
        self._addresses_label.setVisible(lobby.host)
        self.code.setText(lobby.invite)
        self.code.setCursorPosition(0)
        emptied(self._addresses)
        for number, address in enumerate(lobby.addresses):
            row = QHBoxLayout()
            field = _fixed(f"invite-address-{number}", text("client.invite.address"))
            field.setText(address)
            field.setCursorPosition(0)
            row.addWidget(field, 1)
            copy = button(text("client.copy"), f"invite-copy-address-{number}", partial(self._copy, address), "link")
            copy.setAccessibleName(text("client.invite.copy-address", address=address))
            row.addWidget(copy)
            self._addresses.addLayout(row)
        port = lobby.addresses[0].rpartition(":")[2] if lobby.addresses else ""
        self.port.setVisible(bool(port))
        self.port.setText(text("client.invite.port", port=port))
        self._words_label.setText(text("client.invite.words" if lobby.host else "client.invite.compare"))
        self.words.setText(lobby.words)
        self._details.updateGeometry()

    def _copy(self, content: str) -> None:
        QGuiApplication.clipboard().setText(content)
        self.said.setText(self._catalogue.text("client.copied"))
        if self.said.isHidden():
            self.said.setMinimumHeight(self._help.height())  # so that nothing moves under the pointer
            self._help.hide()
            self.said.show()


class _Details(QScrollArea):
    """Text that few people need: shown in full if there is space, and scrolled if the chat needs the space more."""

    def __init__(self, details: QWidget) -> None:
        super().__init__()
        self.setObjectName("invite-details")
        self._content = details
        self.setWidget(details)
        self.setWidgetResizable(True)
        self.setFrameShape(QFrame.Shape.NoFrame)
        self.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.setSizePolicy(QSizePolicy.Policy.Preferred, QSizePolicy.Policy.Maximum)
        self.setMinimumHeight(_LEAST)

    def sizeHint(self) -> QSize:
        """As high as the details are at this width."""
        return QSize(super().sizeHint().width(), self._content.heightForWidth(self.viewport().width()))

    def resizeEvent(self, event: QResizeEvent) -> None:
        """Update the height, which depends on the width."""
        super().resizeEvent(event)
        if event.size().width() != event.oldSize().width():
            self.updateGeometry()


def _fixed(name: str, accessible: str) -> QLineEdit:
    field = QLineEdit()
    field.setObjectName(name)
    field.setReadOnly(True)
    field.setAccessibleName(accessible)
    return field
