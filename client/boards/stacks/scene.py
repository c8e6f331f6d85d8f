"""A board of stacks as a scene: what the loop board and the board of Torres share.

Every block, piece and mark is one item that shows a shared picture. A position is placed group by group: a field whose pieces
look the same keeps its items. Items are found by key, so that animations can move them.
"""

from __future__ import annotations

import math
from abc import abstractmethod
from collections.abc import Callable, Iterable, Iterator, Mapping
from contextlib import contextmanager
from functools import partial
from typing import Any, NamedTuple

from PySide6.QtCore import QPointF, QRect, QRectF, Qt, Signal
from PySide6.QtGui import QColor, QPainter, QPainterPath, QPen, QPixmap
from PySide6.QtWidgets import (
    QGraphicsItem,
    QGraphicsPathItem,
    QGraphicsPixmapItem,
    QGraphicsScene,
    QStyleOptionGraphicsItem,
    QWidget,
)

from client.boards.kept import Kept, Key
from client.boards.stacks.aside import Aside, aside
from client.boards.stacks.pixmaps import Picture, Pixmaps, shared_pixmaps
from client.boards.stacks.projection import BORDER, HEADROOM, Projection, Spots, turned
from client.boards.stacks.slab import ground_bounds
from client.boards.stacks.stones import EDGES
from client.look import theme
from client.look.abstract import QtAbstract

NUMBER, GLOW = 40, 41
"""The items on a field, from the ground up: offsets to the field's drawing order, which grows by 100."""

_DOWN, _TO_THE_RIGHT = 1e-4, 1e-7
"""What a pixel down and a pixel to the right add to the order: far less than one in total, even in a large window."""

ON_TOP = 1_000_000
"""The order of items that nothing hides."""

SEEN_THROUGH = 0.26
"""The opacity of towers that one looks through, from 0 to 1."""

NEAR = 1.6
"""How near the pointer must be to something hidden by a tower, relative to the width of a field."""

_MOST_ASIDES = 2000
"""The number of cached places for numbers."""

_STANDING = ("block", "bridge", "number")


class Group(NamedTuple):
    """Items that are added and removed together.

    Attributes:
        items: all of them.
        named: those that can be found by key.
        top: the upper end of the highest one.
    """

    items: list[QGraphicsItem]
    named: dict[Key, QGraphicsPixmapItem]
    top: float


class Built(NamedTuple):
    """The items of a position at a zoom level to come, which are in no scene yet.

    Attributes:
        pictures: the pictures of that zoom level.
        facts: the position.
        side: the side from which one looks.
        groups: the groups of the items.
        entries: the items that can be found by key.
    """

    pictures: Pixmaps
    facts: Any
    side: int
    groups: Kept[Group]
    entries: dict[Key, QGraphicsPixmapItem]


class Ground(QGraphicsPixmapItem):
    """The board, and the shadows of all stacks on it. A view paints it itself, together with the table below it.

    The pixmap is the one that all boards of this zoom level share: a copy with the shadows would be a large picture more.

    Attributes:
        shadows: the shadows, each with the place of its corner.
    """

    def __init__(self, picture: Picture) -> None:
        super().__init__(picture.pixmap)
        self.setOffset(picture.offset)
        self.setZValue(-1)
        self.setShapeMode(QGraphicsPixmapItem.ShapeMode.BoundingRectShape)
        self.shadows: tuple[tuple[QPointF, QPixmap], ...] = ()

    def paint(self, painter: QPainter, _option: QStyleOptionGraphicsItem, widget: QWidget | None = None) -> None:
        """Paint it where there is no view."""
        if widget is None:
            self.lay(painter)

    def lay(self, painter: QPainter) -> None:
        """Paint the board with the shadows."""
        painter.drawPixmap(self.offset(), self.pixmap())
        for corner, shadow in self.shadows:
            painter.drawPixmap(corner, shadow)


class StackScene(QGraphicsScene, metaclass=QtAbstract):
    """Its fields are numbers from 1; 0 is none.

    Signals:
        filling: another position, or another zoom level, is about to be shown.
        touched: items were added or removed.

    Attributes:
        at: the projection of the zoom level; ``pictures``: its pictures.
        facts: the current position, or None before the first.
        side: the side from which one looks, 0 to 3, in quarter turns.
        marked: the fields that glow in gold; ``quiet``: whether they only show a stud.
        entries: the items of the position by key.
        ground: the board itself.
    """

    filling = Signal()
    touched = Signal()

    pictures: Pixmaps
    kind: type[Pixmaps]
    """The class of this board's pictures."""

    def __init__(self, spots: Spots) -> None:
        """A scene is empty until the first zoom; ``spots`` are the places seen from the usual side."""
        super().__init__()
        self._spots = spots
        self.side = 0
        self.quiet = False
        self.setItemIndexMethod(QGraphicsScene.ItemIndexMethod.NoIndex)
        self.facts: Any = None
        self._standing: tuple[Any, list[list[tuple[int, int]]]] | None = None  # every field's solid parts
        self.marked: frozenset[int] = frozenset()
        self.entries: dict[Key, QGraphicsPixmapItem] = {}
        self._groups = Kept[Group](self._take_away)
        self._group: Group | None = None
        self._highest = math.inf  # the upper end of what has been put into that group
        self._built: Built | None = None
        self._asked: list[tuple[Key, object, Callable[[], None]]] | None = None  # groups that are to be put later
        self._apart = False  # whether items are made for later
        self._passing = Kept[QGraphicsItem](self.removeItem)
        self.ground: Ground | None = None
        self._shadows: dict[int, int] = {}
        self._outlined: tuple[int, ...] = ()
        self._pointed = 0
        self._rings: tuple[tuple[int, int], ...] = ()
        self._ghost: Any = None
        self._asides: dict[tuple[object, ...], Aside] = {}

    # -- what each board defines -----------------------------------------------------------------------------------

    @abstractmethod
    def show(self, facts: Any) -> None:
        """Show a position."""

    @abstractmethod
    def fields_at(self, place: QPointF) -> int:
        """The field visible at a point of the scene, or 0."""

    @abstractmethod
    def level(self, field: int) -> int:
        """How many levels a field has."""

    def stands(self, field: int) -> bool:
        """Whether a block stands on the ground of a field."""
        return self.level(field) > 0

    @abstractmethod
    def _put_position(self) -> None:
        """Place the items of the position, or of the empty board before the first position."""

    @abstractmethod
    def _name(self, field: int) -> Picture | None:
        """The text on a glowing field, if any."""

    def _prepare(self, at: Projection) -> None:
        """Find out what the current position needs at a zoom level to come, if that takes long."""

    @abstractmethod
    def _put_passing(self) -> None:
        """Add temporary items other than glows, pointer and rings."""

    # -- what is shown -------------------------------------------------------------------------------------------------

    def zoom(self, tile: int, ratio: float = 1.0, empty: bool = False) -> None:
        """Show the same at another field width in pixels; with ``empty`` pictures if nobody sees the board yet."""
        self.pictures = shared_pixmaps(Projection(self.spots, tile), ratio, theme.palette(), self.kind, empty)
        self.at = self.pictures.at
        air = self.at.tile * 5
        self.setSceneRect(ground_bounds(self.at).adjusted(-air, -air, air, air))
        self._fill(anew=True)

    def render(
        self,
        painter: QPainter,
        target: QRectF | QRect | None = None,
        source: QRectF | QRect | None = None,
        aspectRatioMode: Qt.AspectRatioMode = Qt.AspectRatioMode.KeepAspectRatio,
    ) -> None:
        """Paint the scene outside its view. If nobody has seen the board yet, this makes its pictures first."""
        if self.pictures.empty:
            self.zoom(self.at.tile, self.pictures.ratio)
        super().render(painter, target or QRectF(), source or QRectF(), aspectRatioMode)

    def lie(self, spots: Spots, tile: int = 0) -> None:
        """Use another arrangement of the fields, without a position; ``tile`` is another field width in pixels."""
        if spots != self._spots:
            self._spots, self.facts, self._ghost, self._standing = spots, None, None, None
            self._asides.clear()
            self._pointed, self.marked, self._rings, self._outlined = 0, frozenset(), (), ()
            self.zoom(tile or self.at.tile, self.pictures.ratio, self.pictures.empty)

    def pictures_at(self, tile: int) -> Iterator[None]:
        """Make, bit by bit, what another zoom level needs: its pictures, and the items of the position."""
        pictures = shared_pixmaps(Projection(self.spots, tile), self.pictures.ratio, theme.palette(), self.kind)
        at = pictures.at
        yield from pictures.like(self.pictures)
        self._prepare(at)
        yield
        yield from self._build(pictures)

    def _build(self, pictures: Pixmaps) -> Iterator[None]:
        """Make the items of the position for another zoom level, group by group."""
        made = Built(pictures, self.facts, self.side, Kept(self._take_away), {})
        asked = self._asked = []
        try:
            with self._elsewhere(made):
                self._put_position()
        finally:
            self._asked = None
        yield
        made.groups.begin()
        for key, content, put in asked:
            if made.facts is not self.facts or made.side != self.side:
                return
            with self._elsewhere(made):
                self._ask(key, content, put)
            yield
        self._built = made

    @contextmanager
    def _elsewhere(self, made: Built) -> Iterator[None]:
        """Make items for another zoom level, and for no scene."""
        here = self.at, self.pictures, self._groups, self.entries
        self.at, self.pictures, self._groups, self.entries = made.pictures.at, made.pictures, made.groups, made.entries
        self._apart = True
        try:
            yield
        finally:
            self.at, self.pictures, self._groups, self.entries = here
            self._apart = False

    def _take_built(self) -> bool:
        """Take the items that were made ahead for exactly this; returns whether there are any."""
        made, self._built = self._built, None
        if made is None or made.pictures is not self.pictures or made.facts is not self.facts or made.side != self.side:
            return False
        self._groups = made.groups
        self.entries.update(made.entries)
        made.entries.clear()
        for group in made.groups.parts.values():
            for item in group.items:
                self.addItem(item)
        return True

    @property
    def spots(self) -> Spots:
        """The places of the fields, seen from the current side."""
        return turned(self._spots, self.side)

    def turn(self, steps: int) -> None:
        """Turn the board by quarter turns."""
        self.side = (self.side + steps) % 4
        self.zoom(self.at.tile, self.pictures.ratio, self.pictures.empty)

    def mark(self, fields: Iterable[int], quiet: bool = False) -> None:
        """Let exactly these fields glow, where something is possible now; ``quiet`` if that is most of them."""
        chosen = frozenset(fields)
        if (chosen, quiet) != (self.marked, self.quiet):
            self.marked, self.quiet = chosen, quiet
            self._refresh()

    def outline(self, fields: Iterable[int]) -> None:
        """Draw one line around everything that stands on these fields; none removes it."""
        outlined = tuple(fields)
        if outlined != self._outlined:
            self._outlined = outlined
            self._refresh()

    def point(self, field: int) -> None:
        """Highlight the field under the pointer (0: none)."""
        if field != self._pointed:
            self._pointed = field
            self._refresh()

    def ring(self, rings: Iterable[tuple[int, int]]) -> None:
        """Ring fields in a seat's colour: pairs of field and seat."""
        ringed = tuple(rings)
        if ringed != self._rings:
            self._rings = ringed
            self._refresh()

    @property
    def glows(self) -> dict[object, QGraphicsItem]:
        """The items of the fields that glow."""
        return {key[1]: item for key, item in self._passing.parts.items() if key[0] == "glow"}

    def usable(self, field: int) -> bool:
        """Whether a click on a field does something now."""
        return field in self.marked

    def top(self, field: int) -> QPointF:
        """The middle of the top of a field's stack."""
        return self.at.top(field, self.level(field))

    def rim(self, field: int, goes_on: Callable[[int], bool]) -> int:
        """The edges of a field's roof (bits in the order of :data:`~.stones.EDGES`) across which it does not continue."""
        x, y = self.spots.of(field)
        fields = self.spots.by_place
        near = (fields.get((x + across, y + along), 0) for across, along in EDGES)
        return sum(1 << edge for edge, other in enumerate(near) if not (other and goes_on(other)))

    def solids(self, field: int) -> list[tuple[int, int]]:
        """The solid parts on a field, from the ground up: the level below each and its highest."""
        level = self.level(field)
        return [(0, level)] if level else []

    def aside(self, field: int, height: int | None = None) -> Aside:
        """The place of the number on a field's stack, or at another height, where no tower hides it."""
        level = self.level(field) if height is None else height
        towers = self._towers_before(field, level)
        key = self.side, field, level, towers
        found = self._asides.get(key)
        if found is None:
            found = self._asides[key] = aside(self.spots, field, level, towers)
        return found

    def _towers_before(self, field: int, level: int) -> tuple[tuple[int, int, int], ...]:
        """What stands in front of a field higher than a level: the cell, the level below the tower, and its highest."""
        if self._standing is None or self._standing[0] is not self.facts:
            self._standing = self.facts, [self.solids(cell) for cell in self.spots.cells]
        solids = self._standing[1]
        found = []
        for other in self.spots.before(field):
            for floor, top in solids[other - 1]:
                if top > level:
                    found.append((other, floor, top))
        return tuple(found)

    def headroom(self) -> float:
        """How far the towers rise above the board's rearmost corner, relative to the width of a field."""
        corner = self.at.slab(BORDER).boundingRect().top()
        highest = min((group.top for group in self._groups.parts.values()), default=corner)
        return max(HEADROOM, math.ceil((corner - highest) / self.at.tile * 5) / 5)

    # -- items ---------------------------------------------------------------------------------------------------------

    def put(self, picture: Picture, place: QPointF, height: float, key: Key | None = None) -> QGraphicsPixmapItem:
        """Add a picture with its anchor at a place; ``height`` is its drawing order.

        Of touching or overlapping pictures with the same order, the lower one is drawn later, then the one to the right,
        whichever was added first.
        """
        item = QGraphicsPixmapItem(picture.pixmap)
        item.setOffset(picture.offset)
        item.setPos(place)
        item.setZValue(height + place.y() * _DOWN + place.x() * _TO_THE_RIGHT)
        item.setShapeMode(QGraphicsPixmapItem.ShapeMode.BoundingRectShape)
        if not self._apart:
            self.addItem(item)
        if self._group is not None:
            self._group.items.append(item)
            if key is not None:
                self._group.named[key] = item
                self._highest = min(self._highest, place.y() + picture.offset.y())
        return item

    def _ask(self, key: Key, content: object, put: Callable[[], None]) -> None:
        """Ask for a group of the position: ``put`` places its items, unless they are there with the same content."""
        if self._asked is not None:
            self._asked.append((key, content, put))
        else:
            self._groups.ask(key, content, lambda: self._put_group(put))

    def _put_group(self, put: Callable[[], None]) -> Group:
        group = self._group = Group([], {}, math.inf)
        self._highest = math.inf
        put()
        self._group = None
        self.entries.update(group.named)
        return group._replace(top=self._highest)

    def _take_away(self, group: Group) -> None:
        for item in group.items:
            self.removeItem(item)
        for key, item in group.named.items():
            if self.entries[key] is item:
                del self.entries[key]

    def _lay_ground(self) -> None:
        """Put down the ground, with the shadows of all stacks."""
        before, self._shadows = self._shadows, self._cast()
        if self.ground is None:
            self.ground = Ground(self.pictures.ground())
            self.addItem(self.ground)
        elif self._shadows == before:
            return
        self.ground.shadows = tuple(
            (self._shadow(field, level).topLeft(), self.pictures.shadow(level).pixmap) for field, level in self._shadows.items()
        )
        self.ground.update()

    @property
    def cast(self) -> frozenset[tuple[int, int]]:
        """The shadows: pairs of a field and the height of its stack."""
        return frozenset(self._shadows.items())

    def shaded(self, shadows: Iterable[tuple[int, int]]) -> list[QRectF]:
        """Where these shadows lie, in pixels of the scene."""
        return [self._shadow(field, level) for field, level in shadows]

    def _cast(self) -> dict[int, int]:
        """The fields whose stacks cast visible shadows, and the height of each stack."""
        built = {self.spots.of(field): field for field in self.spots.cells if self.stands(field)}
        return {
            field: self.level(field)
            for (x, y), field in built.items()
            if not {(x + 1, y), (x, y - 1), (x + 1, y - 1)} <= built.keys()  # hidden by stacks on the right
        }

    def _shadow(self, field: int, level: int) -> QRectF:
        """The bounds of a stack's shadow."""
        shadow = self.pictures.shadow(level)
        return QRectF(self.at.top(field) + shadow.offset, shadow.pixmap.deviceIndependentSize())

    def _fill(self, anew: bool = False) -> None:
        """Place the position; ``anew`` keeps no items, for another zoom level or side."""
        self.filling.emit()
        self._built = self._built if anew else None
        if len(self._asides) > _MOST_ASIDES:
            self._asides.clear()
        if anew:
            self._groups.clear()
            self._passing.clear()
            self.clear()
            self.ground = None
        self._lay_ground()
        if not (anew and self._take_built()):
            self._groups.begin()
            self._put_position()
            self._groups.end()
        self._refresh()

    def _refresh(self) -> None:
        """Place glows, pointer, rings and ghosts."""
        self._passing.begin()
        for field in sorted(self.marked):
            self._pass(("glow", field), self._glow(field == self._pointed), field, self.at.order(field) + GLOW)
            name = self._name(field)
            if name is not None:
                place = self.top(field) + self.aside(field).shift(self.at)
                self._pass_at(("name", field), name, place, self.at.order(field) + GLOW + 1)
        if self._pointed and not self.usable(self._pointed):
            self._pass(("pointed",), self.pictures.pointed(), self._pointed, self.at.order(self._pointed) + GLOW)
        if self._outlined:
            self._put_outline()
        for number, (field, seat) in enumerate(self._rings):
            # Later ones lie over earlier ones.
            self._pass(("ring", number), self.pictures.ring(seat), field, ON_TOP - 2 + number / 10_000)
        self._put_passing()
        self._passing.end()
        self.touched.emit()

    def _fade(self, cells: Mapping[int, int], opacity: float) -> None:
        """Make everything on these cells above a level transparent, or opaque again; cells as in the items' keys."""
        for key, item in self.entries.items():
            if cells and key[0] in _STANDING and key[1] in cells:
                cell, level = key[1], key[2] if len(key) > 2 else math.inf
                if isinstance(cell, int) and isinstance(level, int | float) and level > cells[cell]:
                    item.setOpacity(opacity)

    def _glow(self, bright: bool) -> Picture:
        return self.pictures.hint(bright) if self.quiet else self.pictures.glow(bright)

    def _put_outline(self) -> None:
        for number, (colour, wide) in enumerate((("#171310", 0.11), ("#ffffff", 0.055))):
            line = partial(self._line, QColor(colour), self.at.tile * wide, ON_TOP - 6 + number / 10)
            self._passing.ask(("outline", number), (self._outlined, self.facts), line)

    def _line(self, colour: QColor, wide: float, height: float) -> QGraphicsPathItem:
        shape = QPainterPath()
        for field in self._outlined:
            column = QPainterPath()
            column.addPolygon(self.at.silhouette(field, self.level(field)))
            column.closeSubpath()
            shape = shape.united(column)
        line = QGraphicsPathItem(shape.simplified())
        pen = QPen(colour, max(2.0, wide), Qt.PenStyle.SolidLine)
        pen.setJoinStyle(Qt.PenJoinStyle.RoundJoin)
        line.setPen(pen)
        line.setZValue(height)
        self.addItem(line)
        return line

    def _pass(self, key: Key, picture: Picture, field: int, height: float) -> None:
        """Add a temporary picture on top of a field."""
        self._pass_at(key, picture, self.top(field), height)

    def _pass_at(self, key: Key, picture: Picture, place: QPointF, height: float, opacity: float = 1.0) -> None:
        """Add a temporary picture anywhere."""

        def put() -> QGraphicsItem:
            item = self.put(picture, place, height)
            item.setOpacity(opacity)
            return item

        self._passing.ask(key, (picture, place, height, opacity), put)
