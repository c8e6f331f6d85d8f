"""The page for an invite that led nowhere: the guest makes an answer code, sends it back, and waits for the host."""

from __future__ import annotations

from PySide6.QtCore import Signal
from PySide6.QtGui import QGuiApplication
from PySide6.QtWidgets import QHBoxLayout, QLineEdit, QProgressBar, QVBoxLayout, QWidget

from client.lobby.consent import Consent
from client.messages import Catalogue
from client.pages.bricks import Page, Panel, button, label
from client.system.settings import Settings
from rules.message import Message


class AnswerPage(Page):
    """Guides the guest through the answer code in three steps.

    Signals:
        wanted: make the code (with these servers, if they may be asked).
        changed: a setting was changed (its name).
    """

    wanted = Signal(object)
    changed = Signal(str)

    def __init__(self, catalogue: Catalogue, settings: Settings) -> None:
        text = catalogue.text
        super().__init__(catalogue, "answer-page", text("answer.title"))
        panel = Panel(name="answer")
        self.reason = label("", "error", "answer-reason")
        panel.body.addWidget(self.reason)
        panel.body.addWidget(label(text("answer.help")))
        for number in (1, 2, 3):
            panel.body.addWidget(label(text(f"answer.step.{number}"), name=f"answer-step-{number}"))
        self._making = QWidget()
        making = QVBoxLayout(self._making)
        making.setContentsMargins(0, 8, 0, 0)
        making.setSpacing(10)
        self.consent = Consent(catalogue, settings, "answer-consent", lambda: self.changed.emit("stun"))
        making.addWidget(self.consent)
        row = QHBoxLayout()
        row.addStretch(1)
        self.make_button = button(text("answer.make"), "answer-make", self._make, "primary")
        row.addWidget(self.make_button)
        making.addLayout(row)
        panel.body.addWidget(self._making)
        self._waiting = QWidget()
        waiting = QVBoxLayout(self._waiting)
        waiting.setContentsMargins(0, 8, 0, 0)
        waiting.setSpacing(10)
        row = QHBoxLayout()
        self.code = QLineEdit()
        self.code.setObjectName("answer-code")
        self.code.setReadOnly(True)
        self.code.setAccessibleName(text("answer.code"))
        row.addWidget(self.code, 1)
        self.copy_button = button(text("client.copy"), "answer-copy", self._copy, "primary")
        self.copy_button.setAccessibleName(text("answer.copy"))
        row.addWidget(self.copy_button)
        waiting.addLayout(row)
        self.said = label("", "good", "answer-said")
        waiting.addWidget(self.said)
        self.state = label("", name="answer-state")
        waiting.addWidget(self.state)
        self.near = label(text("answer.near"), "soft", "answer-near")
        waiting.addWidget(self.near)
        bar = QProgressBar()
        bar.setRange(0, 0)
        bar.setTextVisible(False)
        bar.setFixedHeight(6)
        waiting.addWidget(bar)
        panel.body.addWidget(self._waiting)
        column = QVBoxLayout()
        column.addWidget(panel)
        column.addStretch(1)
        self.columns.addStretch(1)
        self.columns.addLayout(column, 4)
        self.columns.addStretch(1)

    def begin(self, reason: Message) -> None:
        """Say why the host could not be reached, and offer a code."""
        self.reason.setText(self.catalogue.text(reason))
        self.consent.begin()
        self._making.show()
        self._waiting.hide()
        self.make_button.setEnabled(True)
        self.make_button.setText(self.catalogue.text("answer.make"))
        self.make_button.setFocus()

    def show_code(self, code: str, minutes: int, public: bool) -> None:
        """Show the code, and that the program now waits for the host."""
        self._making.hide()
        self._waiting.show()
        self.code.setText(code)
        self.code.setCursorPosition(0)
        self.said.hide()
        self.near.setVisible(not public)
        self.state.setText(self.catalogue.text("answer.waiting", minutes=minutes))
        self.copy_button.setFocus()

    def _make(self) -> None:
        self.make_button.setEnabled(False)
        self.make_button.setText(self.catalogue.text("answer.making"))
        self.wanted.emit(self.consent.servers)

    def _copy(self) -> None:
        QGuiApplication.clipboard().setText(self.code.text())
        self.said.setText(self.catalogue.text("client.copied"))
        self.said.show()
