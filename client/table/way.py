"""How missing players and the others find each other again: a code to send, and a field for the code that comes back.

If routers are in between, each side pastes the other's code, and the codes have to contain public addresses. The peers still at
the table know these, or a server that the player lets Alarife ask.
"""

from __future__ import annotations

from PySide6.QtCore import Qt, QTimer, Signal
from PySide6.QtGui import QGuiApplication, QKeyEvent
from PySide6.QtWidgets import QHBoxLayout, QLineEdit, QPushButton, QWidget

from client.lobby.consent import Consent, ConsentSettings
from client.look.lies_on import lies_on
from client.look.plain import Label
from client.messages import Catalogue
from client.table.density import Density
from client.table.panel import Panel
from net.api import Reachable
from net.invite import InviteError, read
from rules.message import Message

COPIED_MS = 2500
"""How long the button confirms that the code was copied."""


class Way(Panel):
    """A card over the board: this computer's code, and a field for the missing player's code.

    Signals:
        reached: the player has a code or an address of a missing peer.
        asked: find out the public address (from these servers).
        agreed: whether the player lets Alarife ask servers has changed.
    """

    reached = Signal(str)
    asked = Signal(object)
    agreed = Signal()

    def __init__(self, catalogue: Catalogue, board: QWidget) -> None:
        self._catalogue = catalogue
        self._reachable: Reachable | None = None
        self._consent: Consent | None = None
        self._asked = False
        text = catalogue.text
        super().__init__(text("table.missing.title"), "way-way", board)
        self.sentence = self._label("way-sentence")
        self.first = self._label("way-first", text("table.missing.first"))
        self.copy = QPushButton(text("table.missing.copy"))
        self.copy.setObjectName("way-copy")
        self.copy.clicked.connect(self._copy)
        self.body.addWidget(self.copy)
        self.public = self._label("way-public")
        self.public.setProperty("role", "soft")
        self.ask = QPushButton(text("answer.host.ask"))
        self.ask.setObjectName("way-ask")
        self.ask.clicked.connect(self._ask)
        self.ask.hide()
        self.body.addWidget(self.ask)
        self.second = self._label("way-second", text("table.missing.second"))
        self.field = QLineEdit()
        self.field.setObjectName("way-code")
        self.field.setMaxLength(2000)
        self.field.setPlaceholderText(text("table.missing.code"))
        self.field.setAccessibleName(text("table.missing.code"))
        self.field.textChanged.connect(self._check)
        self.field.returnPressed.connect(self._reach)
        self.body.addWidget(self.field)
        row = QHBoxLayout()
        shut = QPushButton(text("table.missing.close"))
        shut.setObjectName("way-close")
        shut.clicked.connect(self.hide)
        row.addWidget(shut)
        self.link = QPushButton(text("table.missing.link"))
        self.link.setObjectName("way-link")
        self.link.clicked.connect(self._reach)
        row.addWidget(self.link)
        self.body.addLayout(row)
        self._said = QTimer(self)
        self._said.setSingleShot(True)
        self._said.setInterval(COPIED_MS)
        self._said.timeout.connect(lambda: self.copy.setText(text("table.missing.copy")))
        self._check()
        self.hide()

    def _label(self, name: str, text: str = "") -> Label:
        label = Label(text)
        label.setObjectName(name)
        label.setWordWrap(True)
        self.body.addWidget(label)
        return label

    def ask_by(self, settings: ConsentSettings) -> None:
        """Show the switch that lets Alarife ask servers for the public address; these settings keep the answer."""
        self._consent = Consent(self._catalogue, settings, "way-consent", self._answered, narrow=True)
        self.body.insertWidget(self.body.indexOf(self.ask), self._consent)

    def show_way(self, reachable: Reachable) -> None:
        """Show how this computer can be found."""
        self._reachable = reachable
        self.public.setText(self._catalogue.text("table.missing.outside" if reachable.outside else "answer.near"))
        self._refresh()

    def show_public(self, text: Message) -> None:
        """Show the servers' answer."""
        self.public.setText(self._catalogue.text(text))
        self._refresh()

    def begin(self) -> None:
        """Somebody is missing: ask servers once for this computer's address, if the player allows it."""
        if self._consent is not None and self._consent.servers and not self._asked:
            self._ask()

    def end(self) -> None:
        """Nobody is missing any more."""
        self._asked = False
        self.hide()

    def _refresh(self) -> None:
        """Show what is useful now, and fit the space."""
        network = self._reachable is not None and bool(self._reachable.invite)
        self.sentence.setText(self._catalogue.text("table.missing.help" if network else "table.missing.no-network"))
        for part in (self.first, self.copy, self.public, self.second):
            part.setVisible(network)
        if self._consent is not None:
            outside = self._reachable is not None and self._reachable.outside
            agreed = bool(self._consent.servers)
            self._consent.begin()
            self._consent.setVisible(network and not (outside and agreed))
            self.ask.setVisible(network and not outside and agreed)
        if self.isVisible():
            self.come()

    def _answered(self) -> None:
        self.agreed.emit()
        self._refresh()
        self.begin()

    def _ask(self) -> None:
        assert self._consent is not None
        self._asked = True
        self.public.setText(self._catalogue.text("answer.host.asking"))
        self.asked.emit(self._consent.servers)
        self._refresh()

    def toggle(self) -> None:
        """Show or hide the card."""
        if self.isVisible():
            self.hide()
        else:
            self.begin()
            self.come()

    def come(self) -> None:
        """Show the card at the left edge of the board, as high as its sentences need."""
        if not self.isVisible():
            self.show()
            self.field.setFocus()
        board, column = lies_on(self), self._column
        self.setFixedWidth(min(board.width() - 16, self._wide))
        column.invalidate()
        self.resize(self.width(), max(column.totalHeightForWidth(self.width()), column.totalMinimumSize().height()))
        self.move(8, max(8, board.height() - self.height() - 8))
        self.raise_()

    def set_density(self, density: Density) -> None:
        """Fit the available space; an open card is hidden."""
        super().set_density(density)
        self._wide = density.px(360)
        self.hide()

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Escape hides the card."""
        if event.key() == Qt.Key.Key_Escape:
            self.hide()
        else:
            super().keyPressEvent(event)

    def _copy(self) -> None:
        if self._reachable is not None:
            QGuiApplication.clipboard().setText(self._reachable.invite)
            self.copy.setText(self._catalogue.text("table.missing.copied"))
            self._said.start()

    def _check(self, *_: object) -> None:
        try:
            read(self.field.text())
        except InviteError:
            self.link.setEnabled(False)
        else:
            self.link.setEnabled(True)

    def _reach(self) -> None:
        if self.link.isEnabled():
            self.reached.emit(self.field.text().strip())
            self.field.clear()
            self.hide()
