"""The short list that opens on a field with several possible moves."""

from __future__ import annotations

from collections.abc import Sequence

from PySide6.QtCore import QPoint, Qt, Signal
from PySide6.QtGui import QKeyEvent
from PySide6.QtWidgets import QFrame, QVBoxLayout, QWidget

from client.look.lies_on import lies_on
from client.table.movebutton import MoveButton
from rules.contract import Move


class FieldMenu(QFrame):
    """Covers a part of the board until the person chooses a move, presses Escape, or moves the focus elsewhere.

    Signals:
        chosen: this move was chosen.
        given_up: none was chosen; the focus is still on the list.
        pointed: the pointer or the focus is on a move, or has left (None).
    """

    chosen = Signal(object)
    given_up = Signal()
    pointed = Signal(object)

    def __init__(self, board: QWidget) -> None:
        super().__init__(board)
        self.setObjectName("field-menu")
        self.setProperty("role", "panel")
        self.entries: list[MoveButton] = []
        self._column = QVBoxLayout(self)
        self._column.setContentsMargins(8, 8, 8, 8)
        self._column.setSpacing(5)
        self.hide()

    def open(self, entries: Sequence[tuple[Move, str]], at: QPoint) -> None:
        """Offer these moves with their texts, at a place of the board."""
        self.close()
        for move, text in entries:
            entry = MoveButton()
            entry.show_move(move, text, f"menu-{move}")
            entry.chosen.connect(self._choose)
            entry.pointed.connect(self.pointed)
            self._column.addWidget(entry)
            self.entries.append(entry)
        self.adjustSize()
        room = lies_on(self).rect()
        left = max(4, min(at.x() + 10, room.right() - self.width() - 4))
        top = max(4, min(at.y() + 10, room.bottom() - self.height() - 4))
        self.move(left, top)
        self.show()
        self.raise_()
        self.entries[0].setFocus()

    def close(self) -> bool:
        """Close the list; returns whether it was open."""
        for entry in self.entries:
            self._column.removeWidget(entry)
            entry.hide()
            entry.setParent(None)
            entry.deleteLater()
        self.entries = []
        if self.isVisible():
            self.hide()
            self.pointed.emit(None)
        return True

    def _choose(self, move: Move) -> None:
        self.close()
        self.chosen.emit(move)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Arrow keys walk through the list, Enter chooses, Escape closes it."""
        key = event.key()
        place = next((number for number, entry in enumerate(self.entries) if entry.hasFocus()), 0)
        if key == Qt.Key.Key_Escape:
            self.given_up.emit()
            self.close()
        elif key in (Qt.Key.Key_Down, Qt.Key.Key_Up) and self.entries:
            self.entries[(place + (1 if key == Qt.Key.Key_Down else -1)) % len(self.entries)].setFocus()
        elif key in (Qt.Key.Key_Return, Qt.Key.Key_Enter) and self.entries:
            self.entries[place].click()
        else:
            super().keyPressEvent(event)
