"""The board on which a person corrects a draft, or looks at differences."""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Iterable

from PySide6.QtCore import QEvent, QObject, QRect, Qt, Signal
from PySide6.QtGui import QKeyEvent
from PySide6.QtWidgets import QVBoxLayout, QWidget

from client.boards.editing.draft import Content
from client.boards.editing.frames import Frames
from client.boards.sceneview import SceneView
from client.boards.stacks.view import StackView
from client.look.abstract import QtAbstract
from client.messages import Catalogue
from rules.message import Message

_ARROWS = {Qt.Key.Key_Left: (-1, 0), Qt.Key.Key_Right: (1, 0), Qt.Key.Key_Up: (0, -1), Qt.Key.Key_Down: (0, 1)}
_PRESS = (Qt.Key.Key_Return, Qt.Key.Key_Enter, Qt.Key.Key_Space)


class Surface(QObject, metaclass=QtAbstract):
    """Shows a draft on the real board. Places have the names used in lessons (``8``, ``square 3 2``).

    Signals:
        edited: the person has changed the board (its new content).
        told: the text about the place under the pointer or the focus has changed (a sentence, or empty).

    Attributes:
        view: the board.
        frames: the frames over it.
        tools: the controls for further changes, beside the board.
        editable: whether clicks and keys change the draft.
    """

    edited = Signal(object)
    told = Signal(str)

    def __init__(self, catalogue: Catalogue, view: SceneView, editable: bool) -> None:
        super().__init__(view)
        self.catalogue = catalogue
        self.view = view
        self.editable = editable
        self.content: Content = {}
        self.tools = QWidget()
        self.column = QVBoxLayout(self.tools)
        self.column.setContentsMargins(0, 0, 0, 0)
        self.column.setSpacing(8)
        self.frames = Frames(view, self.room, isinstance(view, StackView))
        self.cursor = ""
        view.setObjectName("edited-board")
        view.setAccessibleName(catalogue.text("boards.editor.board"))
        view.installEventFilter(self)
        view.clicked.connect(lambda place: self._pressed(self.name(place)))
        view.pointed.connect(lambda place: self._point(self.name(place) if place else ""))

    # -- what each kind of board defines ---------------------------------------------------------------------------

    @staticmethod
    @abstractmethod
    def can_show(content: Content) -> bool:
        """Whether the content has the form of such a board, so that its faults can be shown on it."""

    @abstractmethod
    def show_content(self) -> None:
        """Show :attr:`content`."""

    @abstractmethod
    def name(self, place: object) -> str:
        """The name of one of the view's places."""

    @abstractmethod
    def room(self, name: str) -> QRect | None:
        """The current rectangle of a place in the view; None if there is no such place."""

    @abstractmethod
    def beside(self, name: str, right: int, down: int) -> str:
        """The next place in a direction, or the first one if no place is named."""

    @abstractmethod
    def press(self, name: str) -> None:
        """Press a place: change the content, or take something up."""

    @abstractmethod
    def say(self, name: str) -> Message:
        """What is on a place, as a sentence."""

    def drop(self) -> bool:
        """Put back what was taken up; returns whether there was anything."""
        return False

    # -- showing -------------------------------------------------------------------------------------------------------

    def show_board(self, content: Content, wrong: Iterable[str], different: Iterable[str]) -> None:
        """Show a board with frames around its faults and its differences."""
        self.content = content
        self.show_content()
        self.frames.show_places(wrong, different)
        self._tell()

    def _point(self, name: str) -> None:
        self.told.emit(self.catalogue.text(self.say(name)) if name else "")

    def _tell(self) -> None:
        if self.cursor and self.room(self.cursor) is not None:
            self._point(self.cursor)

    def _pressed(self, name: str) -> None:
        self.cursor = name
        if self.editable:
            self.press(name)
        self._move_to(name)

    def go_to(self, name: str) -> None:
        """Move the focus to a place, so that it is visible and can be changed."""
        self.view.setFocus()
        self._move_to(name)

    def _move_to(self, name: str) -> None:
        self.cursor = name
        self.frames.focused = name if self.view.hasFocus() else ""
        self.frames.update()
        self._point(name)
        said = self.catalogue.text(self.say(name))
        self.view.setAccessibleDescription(said)

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        """Arrow keys move the focus, Enter and the space bar press a place, Escape puts back what is taken up."""
        if watched is self.view and isinstance(event, QKeyEvent) and event.type() == QEvent.Type.KeyPress:
            key = Qt.Key(event.key())
            if key in _ARROWS and event.modifiers() in (Qt.KeyboardModifier.NoModifier, Qt.KeyboardModifier.KeypadModifier):
                self._move_to(self.beside(self.cursor, *_ARROWS[key]))
                return True
            if key in _PRESS:
                self._pressed(self.cursor or self.beside("", 0, 0))
                return True
        if watched is self.view and event.type() == QEvent.Type.ShortcutOverride and isinstance(event, QKeyEvent):
            escape = event.key() == Qt.Key.Key_Escape and self.drop()
            event.setAccepted(escape)
            return escape
        if watched is self.view and event.type() == QEvent.Type.FocusIn:
            self._move_to(self.cursor or self.beside("", 0, 0))
        if watched is self.view and event.type() == QEvent.Type.FocusOut:
            self.frames.focused = ""
            self.frames.update()
        return False


def step_on_grid(spot: tuple[int, int], right: int, down: int, columns: int, rows: int) -> tuple[int, int]:
    """The next square of a grid in a direction; at the edge, the same square."""
    return min(max(spot[0] + right, 1), columns), min(max(spot[1] + down, 1), rows)
