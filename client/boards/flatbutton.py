"""The common part of all flat boards: a button for each place, which reports pointer and focus to the board."""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Callable, Iterable, Iterator
from functools import partial, wraps
from typing import Any, Concatenate, ParamSpec, TypeVar

from PySide6.QtCore import QEvent, QRect, Qt, Signal
from PySide6.QtGui import QEnterEvent, QFocusEvent, QKeyEvent, QResizeEvent, QShowEvent
from PySide6.QtWidgets import QAbstractButton, QWidget

from client.look.abstract import QtAbstract

_ARROWS = {Qt.Key.Key_Left: (-1, 0), Qt.Key.Key_Right: (1, 0), Qt.Key.Key_Up: (0, -1), Qt.Key.Key_Down: (0, 1)}
"""Arrow keys as steps to the right and down."""


AT_ONCE = 6
"""Buttons that are made in one slice."""

_Given = ParamSpec("_Given")
_Board = TypeVar("_Board", bound="FlatView")


def when_made(show: Callable[Concatenate[_Board, _Given], None]) -> Callable[Concatenate[_Board, _Given], None]:
    """A method of a flat board that shows something on its buttons: as long as nobody looks at them, its last call waits."""

    @wraps(show)
    def wait(board: _Board, /, *given: _Given.args, **named: _Given.kwargs) -> None:
        seen = board.used or board.isVisible()
        if seen:
            board.make()
        if seen and board.made:
            show(board, *given, **named)
        else:
            board.put_off(show.__name__, partial(show, board, *given, **named))

    return wait


class FlatView(QWidget, metaclass=QtAbstract):
    """A flat board. Most players never look at it, so its buttons are made when they are needed, or when the window has time.

    Signals:
        clicked: a place was pressed.
        pointed: the pointer or the focus is on a place, or on none (each board has its own value for none).

    Attributes:
        covered: the pixels at the top that something else covers.
        made: whether the buttons are there.
        used: whether this is the board in use, though it may not be on the screen.
    """

    clicked = Signal(object)
    pointed = Signal(object)

    def __init__(self, name: str, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setObjectName("flat-board")
        self.setAccessibleName(name)
        self.covered = 0
        self.made = self.used = False
        self._making: Iterator[QWidget] | None = None
        self._last: QWidget | None = None
        self._unshown: dict[str, Callable[[], None]] = {}
        self._unsaid: dict[str, Callable[[], None]] = {}

    def buttons_made(self) -> Iterator[QWidget]:
        """Make the buttons one by one. A board with few may make them when it is made itself, and leave this as it is."""
        yield from ()

    @property
    def knows_places(self) -> bool:
        """Whether it is known what buttons are needed."""
        return True

    def make(self) -> None:
        """Make the buttons at once, if they are not there yet, and show what was to be shown on them."""
        for _ in self.made_in_slices():
            pass
        self._show_waiting()

    def made_in_slices(self) -> Iterator[None]:
        """Make the buttons, a few in each slice, and then show what was to be shown on them."""
        if self.made or not self.knows_places:
            return
        if self._making is None:
            self._making = self.buttons_made()
        for number, button in enumerate(self._making, 1):
            if self._last is None:
                self._last = self._before()
            QWidget.setTabOrder(self._last, button)  # else the new ones would come after all that is in the window
            self._last = button
            if number % AT_ONCE == 0:
                yield
                if self.made:
                    return  # somebody could not wait
        self.made, self._making = True, None
        self._show_waiting()
        self.arrange()

    def _show_waiting(self) -> None:
        if self.made:
            unshown, self._unshown = self._unshown, {}
            for show in unshown.values():
                show()

    def _before(self) -> QWidget:
        """The widget that the keyboard reaches before this board."""
        before: QWidget | None = self.previousInFocusChain()
        while before is not None and before is not self and before.focusPolicy() == Qt.FocusPolicy.NoFocus:
            before = before.previousInFocusChain()
        return before or self

    def put_off(self, what: str, show: Callable[[], None]) -> None:
        """Show something when somebody looks at the buttons; a later call about the same thing replaces it."""
        self._unshown.pop(what, None)
        self._unshown[what] = show

    def say(self, what: str, say: Callable[[], None]) -> None:
        """Set the places' sentences, at once or as soon as somebody sees or hears this board.

        Each position has dozens of sentences, and most positions are seen on the other board only. A later call for the same
        subject (``what``) replaces one that still waits.
        """
        if self.isVisible():
            say()
        else:
            self._unsaid[what] = say

    def showEvent(self, event: QShowEvent) -> None:
        """Make what is not made yet, and say what was left unsaid."""
        self.make()
        while self._unsaid:
            self._unsaid.pop(next(iter(self._unsaid)))()
        super().showEvent(event)

    @property
    def made_buttons(self) -> Iterable[FlatButton]:
        """The buttons that are there. A board that keeps them in a list need not look for them."""
        return self.findChildren(FlatButton)

    def call_places(self, describe: Callable[[Any], str]) -> None:
        """Give each place the sentence about it, once somebody sees or hears this board."""
        self.say("places", lambda: self._call(describe))

    def _call(self, describe: Callable[[Any], str]) -> None:
        for button in self.made_buttons:
            button.setAccessibleName(describe(button.place))

    @when_made
    def mark(self, places: Iterable[Any], describe: Callable[[Any], str]) -> None:
        """Mark exactly these places in gold; ``describe`` says what is possible there."""
        wanted = set(places)
        for button in self.made_buttons:
            if button.can != (button.place in wanted):
                button.can = not button.can
                button.update()
        self.say("deeds", lambda: self._describe(describe))

    def _describe(self, describe: Callable[[Any], str]) -> None:
        for button in self.made_buttons:
            button.setAccessibleDescription(describe(button.place) if button.can else "")

    @property
    def marked(self) -> frozenset[Any]:
        """The places marked in gold."""
        self.make()
        return frozenset(button.place for button in self.made_buttons if button.can)

    @when_made
    def ring(self, rings: Iterable[tuple[Any, int]]) -> None:
        """Ring exactly these places (pairs of place and seat), each in the colour of a seat; -1 is white."""
        wanted: dict[Any, list[int]] = {}
        for place, seat in rings:
            wanted.setdefault(place, []).append(seat)
        for button in self.made_buttons:
            ringed = tuple(wanted.get(button.place, ()))
            if ringed != button.rings:
                button.rings = ringed
                button.update()

    @abstractmethod
    def button(self, place: Any) -> FlatButton | None:
        """The button of a place, or None."""

    @abstractmethod
    def beside(self, place: Any, right: int, down: int) -> FlatButton:
        """The button that an arrow key leads to from a place; the place's own if there is none in that direction."""

    @abstractmethod
    def arrange(self) -> None:
        """Lay out the buttons in the available space."""

    def room(self, place: Any) -> QRect:
        """The rectangle of a place; empty if it has no button."""
        button = self.button(place)
        return button.geometry() if button is not None else QRect()

    def resizeEvent(self, event: QResizeEvent) -> None:
        """Lay out again."""
        super().resizeEvent(event)
        self.arrange()


class FlatButton(QAbstractButton):
    """A place. The player can press it even if nothing is possible there: then the rules say why.

    Attributes:
        place: the place.
        can: whether something is possible here now.
        rings: the seats in whose colours it is ringed; -1 is white.
    """

    def __init__(self, board: FlatView, place: Any, nowhere: object, name: str) -> None:
        super().__init__(board)
        self.place = place
        self.can = False
        self.rings: tuple[int, ...] = ()
        self._flat = board
        self._nowhere = nowhere
        self.setObjectName(name)
        self.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        self.clicked.connect(lambda: board.clicked.emit(place))

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Arrow keys lead to the next place in that direction. Space presses; so does Enter if something is possible.

        Otherwise Enter goes to the window, which confirms the turn.
        """
        key = Qt.Key(event.key())
        if key in _ARROWS:
            self._flat.beside(self.place, *_ARROWS[key]).setFocus()
        elif key in (Qt.Key.Key_Return, Qt.Key.Key_Enter) and self.can:
            self.click()
        else:
            super().keyPressEvent(event)

    def enterEvent(self, event: QEnterEvent) -> None:
        """The pointer has arrived."""
        super().enterEvent(event)
        self._flat.pointed.emit(self.place)
        self.update()

    def leaveEvent(self, event: QEvent) -> None:
        """The pointer has left."""
        super().leaveEvent(event)
        self._flat.pointed.emit(self._nowhere)
        self.update()

    def focusInEvent(self, event: QFocusEvent) -> None:
        """The focus has arrived."""
        super().focusInEvent(event)
        self._flat.pointed.emit(self.place)

    def focusOutEvent(self, event: QFocusEvent) -> None:
        """The focus has left."""
        super().focusOutEvent(event)
        self._flat.pointed.emit(self._nowhere)
