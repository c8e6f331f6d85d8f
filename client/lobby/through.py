"""For a host whose friend cannot join: the public address for the invite, and the field for the friend's answer code."""

from __future__ import annotations

from PySide6.QtCore import Qt, Signal
from PySide6.QtGui import QGuiApplication
from PySide6.QtWidgets import QDialog, QHBoxLayout, QLayout, QLineEdit, QVBoxLayout, QWidget

from client.lobby.consent import Consent
from client.messages import Catalogue
from client.pages.bricks import button, label
from client.system.settings import Settings
from rules.message import Message

WIDTH = 560


class ThroughDialog(QDialog):
    """Two steps: find out the public address and send the new invite, then paste the answer code.

    Signals:
        asked: find out the public address (from these servers).
        answered: an answer code was given.
        checked: check the connection (with these servers).
        changed: a setting was changed (its name).
    """

    asked = Signal(object)
    answered = Signal(str)
    checked = Signal(object)
    changed = Signal(str)

    def __init__(self, catalogue: Catalogue, settings: Settings, parent: QWidget) -> None:
        super().__init__(parent)
        self.setObjectName("through")
        self._catalogue = catalogue
        text = catalogue.text
        self.setWindowTitle(text("answer.host.title"))
        column = QVBoxLayout(self)
        column.setContentsMargins(24, 20, 24, 20)
        column.setSpacing(12)
        column.setSizeConstraint(QLayout.SizeConstraint.SetNoConstraint)
        column.addWidget(label(text("answer.host.title"), "title"))
        column.addWidget(label(text("answer.host.step.1")))
        self.consent = Consent(catalogue, settings, "through-consent", self._agreed)
        column.addWidget(self.consent)
        row = QHBoxLayout()
        self.public = label("", "soft", "through-public")
        row.addWidget(self.public, 1)
        self.ask_button = button(text("answer.host.ask"), "through-ask", self._ask)
        row.addWidget(self.ask_button)
        column.addLayout(row)
        column.addWidget(label(text("answer.host.step.2")))
        row = QHBoxLayout()
        self.code = QLineEdit()
        self.code.setObjectName("through-code")
        self.code.setAccessibleName(text("answer.code"))
        self.code.setPlaceholderText("alarife-answer:…")
        self.code.setMaxLength(1000)
        self.code.textChanged.connect(self._typed)
        self.code.returnPressed.connect(self._answer)
        row.addWidget(self.code, 1)
        row.addWidget(button(text("client.paste"), "through-paste", self._paste))
        self.open_button = button(text("answer.host.open"), "through-open", self._answer, "primary")
        self.open_button.setEnabled(False)
        self.open_button.setDefault(True)  # otherwise Enter in the field would also press the first button of the window
        row.addWidget(self.open_button)
        column.addLayout(row)
        self.said = label("", name="through-said")
        column.addWidget(self.said)
        self.found = label("", "soft", "through-found")
        self.found.setTextInteractionFlags(
            Qt.TextInteractionFlag.TextSelectableByMouse | Qt.TextInteractionFlag.TextSelectableByKeyboard
        )
        self.found.hide()
        column.addWidget(self.found)
        row = QHBoxLayout()
        self.check_button = button(text("answer.check"), "through-check", self._check, "link")
        row.addWidget(self.check_button)
        row.addStretch(1)
        row.addWidget(button(text("answer.host.close"), "through-close", self.close))
        column.addLayout(row)
        self._agreed_to(bool(self.consent.servers))
        self.resize(WIDTH, column.heightForWidth(WIDTH))

    def show_public(self, text: Message) -> None:
        """Show what is known about the public address."""
        self.public.setText(self._catalogue.text(text))
        self._fit()

    def show_finding(self, text: Message, last: bool) -> None:
        """Add a sentence about the connection."""
        self.found.setText("\n".join(filter(None, (self.found.text(), self._catalogue.text(text)))))
        if last:
            self.check_button.setEnabled(True)
        self._fit()

    def _check(self) -> None:
        self.check_button.setEnabled(False)
        self.found.setText(self._catalogue.text("answer.checking"))
        self.found.show()
        self._fit()
        self.checked.emit(self.consent.servers)

    def say(self, text: Message) -> None:
        """Show the outcome of an answer code."""
        self.said.setText(self._catalogue.text(text))
        self._fit()

    def _fit(self) -> None:
        layout = self.layout()
        assert layout is not None
        self.resize(self.width(), max(self.height(), layout.heightForWidth(self.width())))

    def _agreed(self) -> None:
        self.changed.emit("stun")
        self._agreed_to(bool(self.consent.servers))

    def _agreed_to(self, yes: bool) -> None:
        self.ask_button.setEnabled(yes)

    def _ask(self) -> None:
        self.public.setText(self._catalogue.text("answer.host.asking"))
        self.asked.emit(self.consent.servers)

    def _paste(self) -> None:
        self.code.setText(QGuiApplication.clipboard().text().strip())

    def _typed(self, code: str) -> None:
        self.open_button.setEnabled(bool(code.strip()))

    def _answer(self) -> None:
        if self.open_button.isEnabled():
            self.answered.emit(self.code.text().strip())
            self.code.clear()
