"""A board of stacks as a scene: what the loop board and the board of Torres do alike with their items.

Every block, piece and mark is one item that shows a shared picture. A scene shows one position at one zoom level and is filled
anew for another; items are found again by their key, so that an animation can move what a position has put in place.
"""

from __future__ import annotations

import math
from abc import abstractmethod
from collections.abc import Iterable
from typing import Any

from PySide6.QtCore import QPointF, Signal
from PySide6.QtWidgets import QGraphicsPixmapItem, QGraphicsScene

from client import theme
from client.boards.loop.ground import ground_bounds
from client.boards.loop.pixmaps import Picture, Pixmaps, shared_pixmaps
from client.boards.loop.projection import BORDER, HEADROOM, Projection, Spots

Key = tuple[object, ...]

NUMBER, GLOW = 40, 41
"""What lies on one field, from the ground up: offsets to the field's drawing order, which grows by 100."""

ON_TOP = 1_000_000
"""The order of what nothing hides."""


class StackScene(QGraphicsScene):
    """Fields are told by numbers from 1; 0 is none.

    Signals:
        filling: all items are about to be made anew.

    Attributes:
        at: the projection of the zoom level; ``pictures`` those for it.
        facts: the position shown, or None before the first.
        marked: the fields that glow in gold; ``glows`` their items.
        entries: the items of the position by key.
    """

    filling = Signal()

    kind: type[Pixmaps] = Pixmaps
    """The pictures of this board."""

    spots: Spots
    """Where the fields lie."""

    def __init__(self) -> None:
        """A scene is empty until it has been zoomed for the first time."""
        super().__init__()
        self.setItemIndexMethod(QGraphicsScene.ItemIndexMethod.NoIndex)
        self.facts: Any = None
        self.marked: frozenset[int] = frozenset()
        self.glows: dict[int, QGraphicsPixmapItem] = {}
        self.entries: dict[Key, QGraphicsPixmapItem] = {}
        self._passing: list[QGraphicsPixmapItem] = []
        self._pointed = 0
        self._rings: tuple[tuple[int, int], ...] = ()
        self._ghost: Any = None

    # -- what a board says of itself -----------------------------------------------------------------------------------

    @abstractmethod
    def level(self, field: int) -> int:
        """How high a field is built."""

    @abstractmethod
    def _put_position(self) -> None:
        """Put the items of the position on the ground."""

    @abstractmethod
    def _name(self, field: int) -> Picture | None:
        """What is written on a field that glows, if anything."""

    @abstractmethod
    def _put_passing(self) -> None:
        """Put what comes and goes besides glows, pointer and rings."""

    # -- what is shown -------------------------------------------------------------------------------------------------

    def zoom(self, tile: int, ratio: float = 1.0) -> None:
        """Show the same at another width of a field in pixels."""
        self.at = Projection(self.spots, tile)
        self.pictures: Any = shared_pixmaps(self.at, ratio, theme.palette(), self.kind)
        air = self.at.tile * 5
        self.setSceneRect(ground_bounds(self.at).adjusted(-air, -air, air, air))
        self._fill()

    def mark(self, fields: Iterable[int]) -> None:
        """Let these fields glow: exactly those where something can be done now."""
        self.marked = frozenset(fields)
        self._refresh()

    def point(self, field: int) -> None:
        """Light the field under the pointer (0: none)."""
        if field != self._pointed:
            self._pointed = field
            self._refresh()

    def ring(self, rings: Iterable[tuple[int, int]]) -> None:
        """Ring fields in a seat's colour: pairs of field and seat."""
        self._rings = tuple(rings)
        self._refresh()

    def usable(self, field: int) -> bool:
        """Whether a click on a field does something now."""
        return field in self.marked

    def top(self, field: int) -> QPointF:
        """The middle of the top of a field's stack."""
        return self.at.top(field, self.level(field))

    def headroom(self) -> float:
        """How far all that stands there rises above the board's rearmost corner, by the width of a field."""
        corner = self.at.slab(BORDER).boundingRect().top()
        highest = min((item.sceneBoundingRect().top() for item in self.entries.values()), default=corner)
        return max(HEADROOM, math.ceil((corner - highest) / self.at.tile * 5) / 5)

    # -- items ---------------------------------------------------------------------------------------------------------

    def put(self, picture: Picture, place: QPointF, height: float, key: Key | None = None) -> QGraphicsPixmapItem:
        """Add a picture with its anchor at a place; ``height`` is its order of drawing."""
        item = QGraphicsPixmapItem(picture.pixmap)
        item.setOffset(picture.offset)
        item.setPos(place)
        item.setZValue(height)
        item.setShapeMode(QGraphicsPixmapItem.ShapeMode.BoundingRectShape)
        self.addItem(item)
        if key is not None:
            self.entries[key] = item
        return item

    def _fill(self) -> None:
        self.filling.emit()
        self.clear()
        self.entries.clear()
        self.glows.clear()
        self._passing.clear()
        self.put(self.pictures.ground(), QPointF(), -1)
        if self.facts is not None:
            self._put_position()
        self._refresh()

    def _refresh(self) -> None:
        """Put glows, pointer, rings and ghosts anew."""
        for item in (*self.glows.values(), *self._passing):
            self.removeItem(item)
        self.glows.clear()
        self._passing.clear()
        for field in sorted(self.marked):
            picture = self.pictures.glow(field == self._pointed)
            self.glows[field] = self.put(picture, self.top(field), self.at.order(field) + GLOW)
            name = self._name(field)
            if name is not None:
                self._pass(name, field, self.at.order(field) + GLOW + 1)
        if self._pointed and not self.usable(self._pointed):
            self._pass(self.pictures.pointed(), self._pointed, self.at.order(self._pointed) + GLOW)
        for field, seat in self._rings:
            self._pass(self.pictures.ring(seat), field, ON_TOP - 2)
        self._put_passing()

    def _pass(self, picture: Picture, field: int, height: float) -> None:
        self._passing.append(self.put(picture, self.top(field), height))
