"""Undo, reset and confirm, for a turn that is tried on the board."""

from __future__ import annotations

from PySide6.QtCore import QSize, Signal
from PySide6.QtWidgets import QHBoxLayout, QPushButton, QVBoxLayout, QWidget

from client.look.plain import give_tip
from client.messages import Catalogue
from client.table import art
from client.table.density import Density
from client.table.keys import give_key


class TurnBar(QWidget):
    """The three buttons.

    Signals:
        undone, reset, confirmed: the button was pressed.
    """

    undone = Signal()
    reset = Signal()
    confirmed = Signal()

    def __init__(self, catalogue: Catalogue) -> None:
        super().__init__()
        self.setObjectName("turn-bar")
        text = catalogue.text
        self.undo_button = self._button("undo", text("table.undo"), text("table.undo.about"))
        self.reset_button = self._button("reset", text("table.reset"), text("table.reset.about"))
        self.confirm_button = self._button("confirm", text("table.confirm"), text("table.confirm.about"))
        self.confirm_button.setProperty("role", "primary")
        give_key(self.undo_button, "Ctrl+Z", repeats=True)
        give_key(self.reset_button, "Ctrl+Shift+Z")
        self.undo_button.clicked.connect(self.undone)
        self.reset_button.clicked.connect(self.reset)
        self.confirm_button.clicked.connect(self.confirmed)
        self._small = QHBoxLayout()
        self._small.addWidget(self.undo_button)
        self._small.addWidget(self.reset_button)
        self._column = QVBoxLayout(self)
        self._column.setContentsMargins(0, 0, 0, 0)
        self._column.addStretch(1)
        self._column.addLayout(self._small)
        self._column.addWidget(self.confirm_button)
        self._column.addStretch(1)
        self.show_state(tried=False, complete=False)

    @staticmethod
    def _button(name: str, text: str, about: str) -> QPushButton:
        button = QPushButton(text)
        button.setObjectName(name)
        give_tip(button, about)
        button.setAccessibleDescription(about)
        return button

    def show_state(self, tried: bool, complete: bool) -> None:
        """Show whether something can be taken back, and whether the turn can be confirmed."""
        focused = self.undo_button.hasFocus() or self.reset_button.hasFocus()
        self.undo_button.setEnabled(tried)
        self.reset_button.setEnabled(tried)
        self.confirm_button.setEnabled(complete)
        if complete and focused:
            self.confirm_button.setFocus()

    def set_density(self, density: Density) -> None:
        """Fit the available space."""
        self._column.setSpacing(density.px(5 if density.compact else 8))
        self._small.setSpacing(density.px(6 if density.compact else 8))
        size = density.px(16)
        for name, button in (("undo", self.undo_button), ("reset", self.reset_button)):
            button.setIcon(art.icon(name))
            button.setIconSize(QSize(size, size))
            button.ensurePolished()
        words = self.undo_button.sizeHint().width() + self._small.spacing() + self.reset_button.sizeHint().width()
        self.setFixedWidth(max(density.px(216 if density.compact else 236), words))
