"""How those who are away and the others find each other again: a code to send them, and a field for the code that they send."""

from __future__ import annotations

from PySide6.QtCore import Qt, QTimer, Signal
from PySide6.QtGui import QGuiApplication, QKeyEvent
from PySide6.QtWidgets import QHBoxLayout, QLineEdit, QPushButton, QWidget

from client.look.lies_on import lies_on
from client.look.plain import Label
from client.messages import Catalogue
from client.table.density import Density
from client.table.panel import Panel
from net.api import Reachable
from net.invite import InviteError, read

COPIED_MS = 2500
"""How long the button says that the code was copied."""


class Way(Panel):
    """A card over the board: the code of this computer, and a field for one from there.

    Signals:
        reached: the player has a code or an address of a missing peer.
    """

    reached = Signal(str)

    def __init__(self, catalogue: Catalogue, board: QWidget) -> None:
        self._catalogue = catalogue
        self._reachable: Reachable | None = None
        text = catalogue.text
        super().__init__(text("table.missing.title"), "way-way", board)
        self.sentence = Label()
        self.sentence.setObjectName("way-sentence")
        self.sentence.setWordWrap(True)
        self.body.addWidget(self.sentence)
        self.copy = QPushButton(text("table.missing.copy"))
        self.copy.setObjectName("way-copy")
        self.copy.clicked.connect(self._copy)
        self.body.addWidget(self.copy)
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

    def show_way(self, reachable: Reachable) -> None:
        """Show how this computer can be found."""
        self._reachable = reachable
        self.sentence.setText(self._catalogue.text("table.missing.help" if reachable.invite else "table.missing.no-network"))
        self.copy.setVisible(bool(reachable.invite))

    def toggle(self) -> None:
        """Come, or go away again."""
        if self.isVisible():
            self.hide()
        else:
            self.come()

    def come(self) -> None:
        """Lie down at the left edge of the board."""
        board = lies_on(self)
        self.setFixedWidth(min(board.width() - 16, self._wide))
        self.adjustSize()
        self.move(8, max(8, board.height() - self.height() - 8))
        self.show()
        self.raise_()
        self.field.setFocus()

    def set_density(self, density: Density) -> None:
        """Fit to the room there is; a card that lies there is put away."""
        super().set_density(density)
        self._wide = density.px(360)
        self.hide()

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Escape puts it away."""
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
