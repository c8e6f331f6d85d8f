"""A button for a move that can be made now."""

from __future__ import annotations

from PySide6.QtCore import QEvent, Signal
from PySide6.QtGui import QEnterEvent, QFocusEvent
from PySide6.QtWidgets import QPushButton

from rules.contract import Move


class MoveButton(QPushButton):
    """The button.

    Signals:
        chosen: the button was pressed (its move).
        pointed: the pointer or the focus has arrived (its move) or left (None).
    """

    chosen = Signal(object)
    pointed = Signal(object)

    def __init__(self) -> None:
        super().__init__()
        self.setProperty("role", "answer")
        self._move: Move | None = None
        self.clicked.connect(lambda: self.chosen.emit(self._move))

    def show_move(self, move: Move | None, text: str, name: str) -> None:
        """Show this move; None while the button is not needed."""
        self._move = move
        self.setText(text)
        self.setObjectName(name)

    def enterEvent(self, event: QEnterEvent) -> None:
        """The pointer has arrived."""
        super().enterEvent(event)
        self.pointed.emit(self._move)

    def leaveEvent(self, event: QEvent) -> None:
        """The pointer has left."""
        super().leaveEvent(event)
        self.pointed.emit(None)

    def focusInEvent(self, event: QFocusEvent) -> None:
        """The focus has arrived."""
        super().focusInEvent(event)
        self.pointed.emit(self._move)
