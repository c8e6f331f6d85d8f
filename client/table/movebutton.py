"""A button for a move that can be made now."""

from __future__ import annotations

from PySide6.QtCore import QEvent, Signal
from PySide6.QtGui import QEnterEvent, QFocusEvent
from PySide6.QtWidgets import QPushButton

from rules.contract import Move


class MoveButton(QPushButton):
    """The button.

    Signals:
        chosen: it was clicked (its move).
        pointed: the pointer or the focus has come (its move) or gone (None).
    """

    chosen = Signal(object)
    pointed = Signal(object)

    def __init__(self, move: Move, text: str, name: str) -> None:
        super().__init__(text)
        self.setObjectName(name)
        self.setProperty("role", "answer")
        self._move = move
        self.clicked.connect(lambda: self.chosen.emit(move))

    def enterEvent(self, event: QEnterEvent) -> None:
        """The pointer has come."""
        super().enterEvent(event)
        self.pointed.emit(self._move)

    def leaveEvent(self, event: QEvent) -> None:
        """The pointer has gone."""
        super().leaveEvent(event)
        self.pointed.emit(None)

    def focusInEvent(self, event: QFocusEvent) -> None:
        """The focus has come."""
        super().focusInEvent(event)
        self.pointed.emit(self._move)
