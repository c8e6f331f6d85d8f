"""A board of stacks as a scene: what the loop board and the board of Torres do alike with their items.

Every block, piece and mark is one item that shows a shared picture. A scene shows one position at one zoom level and is filled
anew for another; items are found again by their key, so that an animation can move what a position has put in place.
"""

from __future__ import annotations

import math
from abc import abstractmethod
from collections.abc import Iterable
from typing import Any

from PySide6.QtCore import QPointF, Qt, Signal
from PySide6.QtGui import QColor, QPainter, QPainterPath, QPen, QPixmap
from PySide6.QtWidgets import QGraphicsItem, QGraphicsPathItem, QGraphicsPixmapItem, QGraphicsScene

from client.boards.stacks.pixmaps import Picture, Pixmaps, shared_pixmaps
from client.boards.stacks.projection import BORDER, HEADROOM, Projection, Spots, turned
from client.boards.stacks.slab import ground_bounds
from client.look import theme
from client.look.abstract import QtAbstract

Key = tuple[object, ...]

NUMBER, GLOW = 40, 41
"""The pieces on one field, from the ground up: offsets to the field's drawing order, which grows by 100."""

ON_TOP = 1_000_000
"""The order of what nothing hides."""


class StackScene(QGraphicsScene, metaclass=QtAbstract):
    """Fields are told by numbers from 1; 0 is none.

    Signals:
        filling: all items are about to be made anew.

    Attributes:
        at: the projection of the zoom level; ``pictures`` those for it.
        facts: the position shown, or None before the first.
        side: from which side one looks, 0 to 3, by quarter turns.
        marked: the fields that glow in gold; ``glows`` their items; ``quiet`` if they only show a stud.
        entries: the items of the position by key.
    """

    filling = Signal()

    pictures: Pixmaps
    kind: type[Pixmaps]
    """The pictures of this board."""

    def __init__(self, spots: Spots) -> None:
        """A scene is empty until it has been zoomed for the first time; ``spots`` as seen from the usual side."""
        super().__init__()
        self._spots = spots
        self.side = 0
        self.quiet = False
        self.setItemIndexMethod(QGraphicsScene.ItemIndexMethod.NoIndex)
        self.facts: Any = None
        self.marked: frozenset[int] = frozenset()
        self.glows: dict[int, QGraphicsPixmapItem] = {}
        self.entries: dict[Key, QGraphicsPixmapItem] = {}
        self._passing: list[QGraphicsItem] = []
        self._outlined: tuple[int, ...] = ()
        self._pointed = 0
        self._rings: tuple[tuple[int, int], ...] = ()
        self._ghost: Any = None

    # -- what a board says of itself -----------------------------------------------------------------------------------

    @abstractmethod
    def show(self, facts: Any) -> None:
        """Show a position."""

    @abstractmethod
    def fields_at(self, place: QPointF) -> int:
        """The field seen at a point of the scene, or 0."""

    @abstractmethod
    def level(self, field: int) -> int:
        """How high a field is built."""

    def stands(self, field: int) -> bool:
        """Whether a block stands on the ground of a field."""
        return self.level(field) > 0

    @abstractmethod
    def _put_position(self) -> None:
        """Put the items of the position on the ground."""

    @abstractmethod
    def _name(self, field: int) -> Picture | None:
        """The text on a glowing field, if any."""

    @abstractmethod
    def _put_passing(self) -> None:
        """Put what comes and goes besides glows, pointer and rings."""

    # -- what is shown -------------------------------------------------------------------------------------------------

    def zoom(self, tile: int, ratio: float = 1.0) -> None:
        """Show the same at another width of a field in pixels."""
        self.at = Projection(self.spots, tile)
        self.pictures = shared_pixmaps(self.at, ratio, theme.palette(), self.kind)
        air = self.at.tile * 5
        self.setSceneRect(ground_bounds(self.at).adjusted(-air, -air, air, air))
        self._fill()

    @property
    def spots(self) -> Spots:
        """The positions of the fields, from this side."""
        return turned(self._spots, self.side)

    def turn(self, steps: int) -> None:
        """Walk round the table by quarter turns."""
        self.side = (self.side + steps) % 4
        self.zoom(self.at.tile, self.pictures.ratio)

    def mark(self, fields: Iterable[int], quiet: bool = False) -> None:
        """Let these fields glow: exactly those where something can be done now; ``quiet`` where that is nearly everywhere."""
        self.marked, self.quiet = frozenset(fields), quiet
        self._refresh()

    def outline(self, fields: Iterable[int]) -> None:
        """Draw one line round all that stands on these fields, or none."""
        self._outlined = tuple(fields)
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

    def _shaded(self, ground: Picture) -> Picture:
        """The ground with the shadows of all stacks on it: one picture, so that they cost nothing when it is painted."""
        built = {self.spots.of(field): field for field in self.spots.cells if self.stands(field)}
        if not built:
            return ground
        pixmap = QPixmap(ground.pixmap)
        painter = QPainter(pixmap)
        for (x, y), field in built.items():
            if not {(x + 1, y), (x, y - 1), (x + 1, y - 1)} <= built.keys():  # hidden by stacks on the right
                shadow = self.pictures.shadow(self.level(field))
                painter.drawPixmap(self.at.top(field) + shadow.offset - ground.offset, shadow.pixmap)
        painter.end()
        return Picture(pixmap, ground.offset)

    def _fill(self) -> None:
        self.filling.emit()
        self.clear()
        self.entries.clear()
        self.glows.clear()
        self._passing.clear()
        self.put(self._shaded(self.pictures.ground()), QPointF(), -1)
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
            picture = self._glow(field == self._pointed)
            self.glows[field] = self.put(picture, self.top(field), self.at.order(field) + GLOW)
            name = self._name(field)
            if name is not None:
                self._pass(name, field, self.at.order(field) + GLOW + 1)
        if self._pointed and not self.usable(self._pointed):
            self._pass(self.pictures.pointed(), self._pointed, self.at.order(self._pointed) + GLOW)
        self._put_outline()
        for field, seat in self._rings:
            self._pass(self.pictures.ring(seat), field, ON_TOP - 2)
        self._put_passing()

    def _glow(self, bright: bool) -> Picture:
        return self.pictures.hint(bright) if self.quiet else self.pictures.glow(bright)

    def _put_outline(self) -> None:
        shape = QPainterPath()
        for field in self._outlined:
            column = QPainterPath()
            column.addPolygon(self.at.silhouette(field, self.level(field)))
            column.closeSubpath()
            shape = shape.united(column)
        if shape.isEmpty():
            return
        for colour, wide in (("#171310", 0.11), ("#ffffff", 0.055)):
            line = QGraphicsPathItem(shape.simplified())
            pen = QPen(QColor(colour), max(2.0, self.at.tile * wide), Qt.PenStyle.SolidLine)
            pen.setJoinStyle(Qt.PenJoinStyle.RoundJoin)
            line.setPen(pen)
            line.setZValue(ON_TOP - 6)
            self.addItem(line)
            self._passing.append(line)

    def _pass(self, picture: Picture, field: int, height: float) -> None:
        self._passing.append(self.put(picture, self.top(field), height))
