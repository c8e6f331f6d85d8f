"""The common part of game views: a picture of the board and a flat board, one of which is in use."""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Iterator, Sequence
from typing import Any, ClassVar

from PySide6.QtCore import QPoint, QRect
from PySide6.QtWidgets import QWidget

from client.boards.cardrow import CardRow
from client.boards.contract import GameView
from client.boards.fieldmenu import FieldMenu
from client.boards.flatbutton import FlatView
from client.boards.hint import Hint
from client.boards.motion import Motion, Tween
from client.boards.peek import Peek
from client.boards.sceneview import SceneView
from client.look import theme
from client.messages import Catalogue
from client.table.density import Density
from client.table.panel import Panel
from client.table.slices import finish
from rules.contract import Event, Move

_NEARER = 1.2

_LOOKS = 4
"""How many points are probed on each side of a place's middle."""


class TwoBoardView(GameView):
    """A game's view. Each game has its own type of place (a field, a target); a false value means no place.

    Attributes:
        last: the last place with the pointer or the focus.
    """

    zooms: ClassVar[bool] = True

    hand: CardRow
    panels: tuple[Panel, ...]
    _view: SceneView
    _flat: FlatView

    def __init__(self, catalogue: Catalogue, view: SceneView, flat: FlatView, name: str, about: str, first: object) -> None:
        """``name`` and ``about`` describe the picture to screen readers; ``first`` is the first place to get the focus."""
        super().__init__(catalogue)
        self.board = self._view = view
        self.flat = self._flat = flat
        self.last: Any = first
        self._pointing: Any = None
        theme.keep_sides(view, flat)
        view.setObjectName("board")
        view.setAccessibleName(name)
        view.setAccessibleDescription(about)
        self._motion = Motion(self)
        self._motion.moved.connect(view.note)
        self._motion.ended.connect(self.settled)
        view.destroyed.connect(self._motion.stop)
        self._hints = {id(board): Hint(board) for board in (view, flat)}
        self._menus = {id(board): FieldMenu(board) for board in (view, flat)}
        for menu in self._menus.values():
            menu.chosen.connect(self._chosen)
            menu.given_up.connect(self.take_focus)
            menu.pointed.connect(self.preview)
        self._peek = Peek(view)
        self._peek.held.connect(self.peeked)
        for board in (view, flat):
            board.clicked.connect(self._click)
            board.pointed.connect(self.point_at)

    # -- what each game defines ------------------------------------------------------------------------------------

    @abstractmethod
    def _clicked(self, place: Any) -> None:
        """A place was clicked. Animations have ended, and the list of moves is closed."""

    @abstractmethod
    def _tell_about(self, place: Any) -> None:
        """The pointer or the focus is on a place: show what is there and what is possible."""

    def _tell_nothing(self) -> None:
        """The pointer and the focus are on no place."""
        self.hint.hide()
        self.preview(None)

    @abstractmethod
    def _tweens(self, events: Sequence[Event]) -> list[Tween]:
        """The animation of these events on the picture."""

    def _named(self, place: str) -> Any:
        """The place with this name in lessons; false if there is none."""
        return int(place) if place.isdecimal() else 0

    def _chosen(self, move: Move) -> None:
        """A move was chosen from the list."""
        self.wanted.emit(move)

    # -- the board in use ----------------------------------------------------------------------------------------------

    @property
    def active(self) -> SceneView | FlatView:
        """The board in use."""
        return self._flat if self._flat.isVisible() else self._view

    @property
    def hint(self) -> Hint:
        """The box about the place under the pointer, on the board in use."""
        return self._hints[id(self.active)]

    @property
    def menu(self) -> FieldMenu:
        """The list of moves on a place, on the board in use."""
        return self._menus[id(self.active)]

    def point_at(self, place: Any) -> None:
        """The pointer or the focus is now on this place, or on none."""
        self._pointing = place
        if place:
            self.last = place
            self._tell_about(place)
        else:
            self._tell_nothing()

    def _tell_again(self) -> None:
        """Update the text about the place under the pointer."""
        if self._pointing:
            self._tell_about(self._pointing)

    def _click(self, place: Any) -> None:
        self._touch()
        self._clicked(place)

    def _touch(self) -> None:
        """A click: end animations and report it."""
        self.touched.emit()
        self._calm()

    def _calm(self) -> None:
        """End animations, and close the list of moves."""
        self.skip()
        self._close_menus()

    def _close_menus(self) -> None:
        for menu in self._menus.values():
            menu.close()

    def _ask(self, place: Any, entries: Sequence[tuple[Move, str]]) -> None:
        """Open a list of several possible moves on a place."""
        self.hint.hide()
        self.menu.open(entries, self.active.room(place).center())

    def locate(self, place: str) -> tuple[QWidget, QRect] | None:
        """The widget that shows a place, and the place's rectangle in it."""
        found = self._named(place)
        if not found:
            return None
        board = self.active
        try:
            room = board.room(found)
        except (IndexError, KeyError):
            return None
        if not isinstance(board, SceneView):
            return board, room
        return board.viewport(), board.zooming.seen(_seen(board, found, room))

    # -- what the window asks of both boards ----------------------------------------------------------------------------------

    def animate(self, events: Sequence[Event], speed: float) -> None:
        """Animate these events."""
        if self.active is self._view:
            self._motion.play(self._tweens(events), speed)

    def set_speed(self, speed: float) -> None:
        """Set the speed of motions. Unless it is 0, a zoom is painted some frames after it begins."""
        self._view.swift = speed > 0

    def skip(self) -> None:
        """End every animation at once."""
        self._motion.finish()

    @property
    def moving(self) -> bool:
        """Whether an animation runs."""
        return self._motion.running

    def put_away(self) -> None:
        """Close the list of moves."""
        self._close_menus()

    def take_focus(self) -> None:
        """Put the keyboard focus on the last place that had it."""
        button = self._flat.button(self.last) if self.active is self._flat else None
        (button or self.active).setFocus()

    def set_covered(self, pixels: int) -> None:
        """Take the number of pixels at the top of the board that the prompt covers."""
        if self._view.covered != pixels:
            self._view.cover(pixels)
            self._flat.covered = pixels
            self._flat.arrange()

    def set_flat(self, flat: bool) -> None:
        """Choose the board in use."""
        for hint in self._hints.values():
            hint.hide()
        self._pointing = None
        self._flat.used = flat
        if flat:
            self._flat.make()
            self.skip()

    def zoom(self, direction: int) -> None:
        """Zoom in (1) or out (-1), or show the whole board (0)."""
        if direction:
            self._view.nearer(_NEARER if direction > 0 else 1 / _NEARER)
        else:
            self._view.lose_pointer()
            self._view.whole()

    def made_later(self) -> Iterator[None]:
        """Make the buttons of the flat board."""
        yield from self._flat.made_in_slices()

    def set_density(self, density: Density) -> None:
        """Fit the available space."""
        self.fit_hand(density)
        finish(self.panels_fitted(density))

    def fit_hand(self, density: Density) -> None:
        """Fit the hand."""
        self.hand.set_density(density)

    def panels_fitted(self, density: Density) -> Iterator[None]:
        """Fit one panel in each slice."""
        for panel in self.panels:
            panel.set_density(density)
            yield

    def restyle(self) -> None:
        """Take the colours of the current theme."""
        self._view.restyle()
        for part in (self._flat, self.hand, *self.panels):
            part.update()
        if not self.hint.isHidden():
            self._tell_again()


def _seen(board: SceneView, place: Any, room: QRect) -> QRect:
    """The part of a place that nothing hides: around the point nearest its middle that a click finds."""
    middle = room.center()
    across, along = room.width() // (2 * _LOOKS), room.height() // (2 * _LOOKS)
    spots = [middle + QPoint(x * across, y * along) for x in range(-_LOOKS, _LOOKS + 1) for y in range(-_LOOKS, _LOOKS + 1)]
    for spot in sorted(spots, key=lambda spot: (spot - middle).manhattanLength()):
        if board.place_at(board.mapToScene(spot)) == place:
            if spot != middle:
                room = QRect(0, 0, room.width() // 2, room.height() // 2)
                room.moveCenter(spot)
            return room
    return room
