"""What the buttons of all flat boards have in common: pointer and focus tell the board which place they are on."""

from __future__ import annotations

from PySide6.QtCore import QEvent, Qt, Signal
from PySide6.QtGui import QEnterEvent, QFocusEvent
from PySide6.QtWidgets import QAbstractButton, QWidget

ARROWS = {Qt.Key.Key_Left: (-1, 0), Qt.Key.Key_Right: (1, 0), Qt.Key.Key_Up: (0, -1), Qt.Key.Key_Down: (0, 1)}
"""Steps to the right and down."""


class FlatView(QWidget):
    """A flat board.

    Signals:
        pointed: the pointer or the focus is on a place, or on none (what stands for that is the board's own).
    """

    pointed = Signal(object)


class FlatButton(QAbstractButton):
    """One place. It may be pressed also when nothing can be done there: then the rules say why.

    Attributes:
        can: whether something can be done here now.
    """

    def __init__(self, board: FlatView, place: object, nowhere: object, name: str) -> None:
        super().__init__(board)
        self.can = False
        self._flat = board
        self._place = place
        self._nowhere = nowhere
        self.setObjectName(name)
        self.setFocusPolicy(Qt.FocusPolicy.StrongFocus)

    def enterEvent(self, event: QEnterEvent) -> None:
        """The pointer has come."""
        super().enterEvent(event)
        self._flat.pointed.emit(self._place)
        self.update()

    def leaveEvent(self, event: QEvent) -> None:
        """The pointer has gone."""
        super().leaveEvent(event)
        self._flat.pointed.emit(self._nowhere)
        self.update()

    def focusInEvent(self, event: QFocusEvent) -> None:
        """The focus has come."""
        super().focusInEvent(event)
        self._flat.pointed.emit(self._place)

    def focusOutEvent(self, event: QFocusEvent) -> None:
        """The focus has gone."""
        super().focusOutEvent(event)
        self._flat.pointed.emit(self._nowhere)
