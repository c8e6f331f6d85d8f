"""The common part of all flat boards: a button for each place, which tells the board about pointer and focus."""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Callable
from typing import Any

from PySide6.QtCore import QEvent, QRect, Qt, Signal
from PySide6.QtGui import QEnterEvent, QFocusEvent, QKeyEvent, QResizeEvent, QShowEvent
from PySide6.QtWidgets import QAbstractButton, QWidget

from client.look.abstract import QtAbstract

_ARROWS = {Qt.Key.Key_Left: (-1, 0), Qt.Key.Key_Right: (1, 0), Qt.Key.Key_Up: (0, -1), Qt.Key.Key_Down: (0, 1)}
"""Steps to the right and down."""


class FlatView(QWidget, metaclass=QtAbstract):
    """A flat board.

    Signals:
        clicked: a place was pressed.
        pointed: the pointer or the focus is on a place, or on none (what stands for that is the board's own).

    Attributes:
        covered: pixels at the top that something else covers.
    """

    clicked = Signal(object)
    pointed = Signal(object)

    def __init__(self, name: str, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setObjectName("flat-board")
        self.setAccessibleName(name)
        self.covered = 0
        self._unsaid: dict[str, Callable[[], None]] = {}

    def say(self, what: str, say: Callable[[], None]) -> None:
        """Give the places their sentences: at once, or as soon as somebody sees or hears this board.

        There are dozens of them for each position, and most positions are seen on the other board alone. A later call about the
        same thing (``what``) replaces one that still waits.
        """
        if self.isVisible():
            say()
        else:
            self._unsaid[what] = say

    def showEvent(self, event: QShowEvent) -> None:
        """Say what was left unsaid."""
        while self._unsaid:
            self._unsaid.pop(next(iter(self._unsaid)))()
        super().showEvent(event)

    @abstractmethod
    def button(self, place: Any) -> FlatButton | None:
        """The button of a place, if there is one."""

    @abstractmethod
    def beside(self, place: Any, right: int, down: int) -> FlatButton:
        """The button that an arrow key goes to from a place; its own where there is none in that direction."""

    @abstractmethod
    def arrange(self) -> None:
        """Lay the buttons out in the room there is."""

    def room(self, place: Any) -> QRect:
        """The rectangle of a place; empty if it has no button."""
        button = self.button(place)
        return button.geometry() if button is not None else QRect()

    def resizeEvent(self, event: QResizeEvent) -> None:
        """Lay out again."""
        super().resizeEvent(event)
        self.arrange()


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
        self.clicked.connect(lambda: board.clicked.emit(place))

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Arrow keys go to the next place in that direction, Space presses; Enter too, where something can be done.

        Where nothing can be done Enter is left to the window, which confirms the turn with it.
        """
        key = Qt.Key(event.key())
        if key in _ARROWS:
            self._flat.beside(self._place, *_ARROWS[key]).setFocus()
        elif key in (Qt.Key.Key_Return, Qt.Key.Key_Enter) and self.can:
            self.click()
        else:
            super().keyPressEvent(event)

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
