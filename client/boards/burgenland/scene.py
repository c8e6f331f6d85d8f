"""The map as a scene: every stone, square, piece and mark is a separate small picture.

Items are found by key; an item with unchanged content stays as it is.
"""

from __future__ import annotations

import math
from collections import deque
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from functools import partial
from itertools import islice

from PySide6.QtCore import QPointF, QRectF, Qt, Signal
from PySide6.QtGui import QImage, QPainter, QPen, QPixmap
from PySide6.QtWidgets import QGraphicsRectItem, QGraphicsScene, QStyleOptionGraphicsItem, QWidget

from client.boards.burgenland import stones
from client.boards.burgenland.facts import PIECES, WELL, BurgenlandFacts
from client.boards.burgenland.ground import paint_ground, shadow_bounds
from client.boards.burgenland.hues import HUES
from client.boards.burgenland.largecastle import paint_large
from client.boards.burgenland.layout import Layout, Plate, Target, layout_of
from client.boards.burgenland.town import paint_pennant, paint_town, town_bounds
from client.boards.stacks.pixmaps import AS_IT_IS, strips
from client.look import theme

Key = tuple[object, ...]

_GROUND, _TOWN, _PLATE, _LYING, _LOOSE, _PRICE, _STONE, _STANDING, _MARKS, _GHOST, _MARKER = range(11)
"""Order of drawing. What is up to ``_LYING`` never moves; a view paints it together with the table below it."""

_DOWN, _TO_THE_RIGHT = 1e-4, 1e-7
"""What a unit of the map down and one to the right add to the order of what stands: far less than one in total."""

_PLOT = 4
"""The square of a castle that is laid down in the game."""


_KEPT = 2
"""The number of zoom levels for which an item keeps its picture: the current one and the next."""

_REMEMBERED = 30
"""If more places have changed than these, the whole map is painted anew: many small repairs would take longer."""

_SHELVED = 3_000_000
"""The most pixels of the pictures of items that are gone."""

_MOST_PIXELS = 12_000_000
"""The largest picture, in pixels. A larger one (a country that fills the screen) is painted at this size and magnified."""

Painting = Callable[[QPainter], Iterator[None] | None]
"""Paints something, in steps if it takes long."""


class Below:
    """The lower part of a picture whose upper part often changes: it is painted once for each zoom level.

    Attributes:
        paint: paints it.
        made: the picture with it alone, by pixels per unit of the map and physical pixels per pixel.
    """

    def __init__(self, paint: Callable[[QPainter], None]) -> None:
        self.paint = paint
        self.made: dict[tuple[float, float], QImage] = {}


class Picture(QGraphicsRectItem):
    """An item that is painted once for each zoom level, and then only copied.

    Attributes:
        content: what its look depends on.
        lies: whether it never moves.
    """

    def __init__(self, box: QRectF, paint: Painting, height: int, content: object = None, below: Below | None = None) -> None:
        super().__init__(box)
        self._below = below
        self.setPen(QPen(Qt.PenStyle.NoPen))
        self._paint = paint
        self._made: dict[tuple[float, float], tuple[QPixmap, QPointF]] = {}
        self.content = content
        self.lies = height <= _LYING
        lower = box.bottom() * _DOWN + box.right() * _TO_THE_RIGHT  # it covers what stands behind it, whichever came first
        self.setZValue(height + lower if height == _STANDING else height)

    @property
    def pixels(self) -> int:
        """The number of pixels of its pictures."""
        return sum(pixmap.width() * pixmap.height() for pixmap, _ in self._made.values())

    def paint(self, painter: QPainter, _option: QStyleOptionGraphicsItem, widget: QWidget | None = None) -> None:
        """Copy the picture, unless a view has done so because it lies."""
        if widget is None or not self.lies:
            self.copy(painter)

    def copy(self, painter: QPainter) -> None:
        """Copy the picture for this zoom level; paint it the first time."""
        course = painter.worldTransform()
        key = scale, ratio = course.m11(), painter.device().devicePixelRatioF()
        if key not in self._made:
            for _ in self.ahead(scale, ratio):
                pass
        pixmap, corner = self._made[key]
        place = QPointF(corner.x() + round(course.dx() * ratio) / ratio, corner.y() + round(course.dy() * ratio) / ratio)
        painter.setWorldMatrixEnabled(False)
        if pixmap.devicePixelRatio() == ratio:
            painter.drawPixmap(place, pixmap)
        else:
            size = pixmap.deviceIndependentSize()
            painter.setRenderHint(QPainter.RenderHint.SmoothPixmapTransform)
            painter.drawPixmap(QRectF(place, size), pixmap, QRectF(pixmap.rect()))
        painter.setWorldMatrixEnabled(True)

    def ahead(self, scale: float, ratio: float) -> Iterator[None]:
        """Paint the picture step by step, unless that has been done.

        Args:
            scale: pixels per unit of the map.
            ratio: physical pixels per pixel.
        """
        if (scale, ratio) in self._made:
            return
        box = self.rect()
        pixels = box.width() * box.height() * (scale * ratio) ** 2
        finer = ratio if pixels <= _MOST_PIXELS else ratio * math.sqrt(_MOST_PIXELS / pixels)
        left, top = (math.floor(side * scale * finer) - 1 for side in (box.left(), box.top()))
        right, bottom = (math.ceil(side * scale * finer) + 1 for side in (box.right(), box.bottom()))
        corner = QPointF(left / finer, top / finer)
        below = self._below.made.get((scale, ratio)) if self._below is not None else None
        if below is not None:
            image = below.copy()
        else:
            image = QImage(right - left, bottom - top, QImage.Format.Format_ARGB32_Premultiplied)
            for strip in strips(image.size()):
                painter = QPainter(image)
                painter.setCompositionMode(QPainter.CompositionMode.CompositionMode_Source)
                painter.fillRect(strip, Qt.GlobalColor.transparent)
                painter.end()
                yield
            image.setDevicePixelRatio(finer)
            if self._below is not None:
                painter = _painter(image, corner, scale)
                self._below.paint(painter)
                painter.end()
                yield
                self._below.made[scale, ratio] = image.copy()
                while len(self._below.made) > _KEPT:
                    del self._below.made[next(iter(self._below.made))]
        painter = _painter(image, corner, scale)
        try:
            yield from self._paint(painter) or ()
        finally:
            painter.end()
        self._made[scale, ratio] = QPixmap.fromImage(image, AS_IT_IS), corner
        while len(self._made) > _KEPT:
            del self._made[next(iter(self._made))]


class Shelf:
    """Items that are gone, for when the same comes again: in a replay the hands take turns at the castles."""

    def __init__(self) -> None:
        self._items: dict[tuple[Key, object], Picture] = {}
        self._pixels = 0

    def put(self, key: Key, item: Picture) -> None:
        """Keep an item with its pictures; the ones that were put here first go when there are too many pixels."""
        self.take(key, item.content)
        self._items[key, item.content] = item
        self._pixels += item.pixels
        while self._pixels > _SHELVED:
            self.take(*next(iter(self._items)))

    def take(self, key: Key, content: object) -> Picture | None:
        """The item that has shown this, or None; it is not kept here any more."""
        item = self._items.pop((key, content), None)
        if item is not None:
            self._pixels -= item.pixels
        return item


def _painter(image: QImage, corner: QPointF, scale: float) -> QPainter:
    """Paints in units of the map on a picture with its corner at this point of the view."""
    painter = QPainter(image)
    painter.setRenderHint(QPainter.RenderHint.Antialiasing)
    painter.translate(-corner)
    painter.scale(scale, scale)
    return painter


def _paint_numbered(painter: QPainter, plate: Plate, number: int) -> None:
    """Paint the courtyard of a castle with its number."""
    stones.paint_plate(painter, plate.box)
    stones.paint_plaque(painter, plate, number)


def map_of(facts: BurgenlandFacts) -> Layout:
    """The layout for the crossings and roads of a position."""
    return layout_of(
        tuple((crossing.column, crossing.row) for crossing in facts.crossings),
        tuple(castle.ends for castle in facts.castles),
        facts.around,
    )


class MapScene(QGraphicsScene):
    """The map.

    Signals:
        filling: items are about to change.
        touched: they have changed.

    Attributes:
        layout: the layout; None before the first position.
        facts: the current position.
        marked: the targets in gold.
        lying: how often something has come to lie on the map, or lain there no longer.
        entries: the items of the position by key: ``("piece", castle, square)``, ``("stone", crossing)``,
            ``("well", castle)``, ``("marker",)``, ``("large",)`` and so on.
    """

    filling = Signal()
    touched = Signal()

    def __init__(self, title: str) -> None:
        super().__init__()
        self.setItemIndexMethod(QGraphicsScene.ItemIndexMethod.NoIndex)
        self._title = title
        self.layout: Layout | None = None
        self.facts: BurgenlandFacts | None = None
        self.marked: frozenset[Target] = frozenset()
        self.lying = 0
        self._lie: list[Picture] = []
        self._relaid: deque[QRectF] = deque(maxlen=_REMEMBERED)
        self.entries: dict[Key, Picture] = {}
        self._passing: list[Picture] = []
        self._below: dict[Key, Below] = {}
        self._shelf = Shelf()
        self._pointed: Target | None = None
        self._rings: tuple[tuple[Target, int], ...] = ()
        self._ghost: tuple[Target, int] | None = None

    # -- what is shown -------------------------------------------------------------------------------------------------

    def show(
        self,
        facts: BurgenlandFacts,
        purses: Mapping[int, Sequence[int]],
        lacking: Mapping[tuple[int, int], tuple[int, int | None]],
    ) -> None:
        """Show a position.

        Args:
            facts: the position.
            purses: by castle, what the hand has for it (see :func:`.stones.paint_strip`); empty without a hand.
            lacking: by piece and 1 (one colour) or 0 (different colours): the cards that the large castle costs, and how many
                of them the hand lacks (None without a hand).
        """
        self.filling.emit()
        self.facts = facts
        layout = map_of(facts)
        if layout is not self.layout:
            self.layout = layout
            self.setSceneRect(layout.bounds.adjusted(-900, -700, 900, 700))
            self.renew()
        self.marked = frozenset()
        self._ghost = None
        wanted: dict[Key, tuple[QRectF, Painting, int, object]] = {}
        self._ask_for_places(wanted, facts, layout, purses)
        self._ask_for_large(wanted, facts, layout, lacking)
        for key in [key for key in self.entries if key not in wanted]:
            self._shelve(key, self.entries.pop(key))
        for key, (box, paint, height, content) in wanted.items():
            there = self.entries.get(key)
            if there is not None and there.content == content:
                continue
            if there is not None:
                self._shelve(key, there)
            shelved = self._shelf.take(key, content)
            self.entries[key] = self._add(shelved or Picture(box, paint, height, content, self._below.get(key)))
        self._refresh()

    def renew(self) -> None:
        """Paint everything anew, because the map or the theme has changed."""
        for item in (*self.entries.values(), *self._passing):
            self._drop(item)
        self.entries = {}
        self._passing = []
        self._below = {}
        self._shelf = Shelf()

    def pictures_at(self, scale: float, ratio: float) -> Iterator[None]:
        """Paint step by step what another zoom level needs."""
        for item in [*self.entries.values(), *self._passing]:
            yield from item.ahead(scale, ratio)
            yield
        if self.layout is not None and self.facts is not None and not all(one.colour for one in self.facts.crossings):
            box = self.layout.stones[0]
            for colour in range(1, len(HUES)):  # all colours will be dealt at once: their crests are rendered before
                yield from Picture(box, partial(stones.paint_stone, box=box, colour=colour), _STONE).ahead(scale, ratio)
                yield

    def paint_lying(self, painter: QPainter) -> None:
        """Paint everything that lies on the map, and the map itself; but not what the painter clips away."""
        clip = painter.clipBoundingRect() if painter.hasClipping() else None
        if not self._lie:
            self._lie = sorted((item for item in self.entries.values() if item.lies), key=QGraphicsRectItem.zValue)
        for item in self._lie:
            if clip is None or item.rect().intersects(clip):
                item.copy(painter)

    def relaid(self, before: int) -> Sequence[QRectF] | None:
        """The places of what has changed since :attr:`lying` was ``before``; None if these are too many."""
        changes = self.lying - before
        if changes > len(self._relaid):
            return None
        latest = islice(self._relaid, len(self._relaid) - changes, None)
        return list({box.getRect(): box for box in latest}.values())  # what has changed its look has gone and come

    def _add(self, item: Picture) -> Picture:
        self.addItem(item)
        self._note(item)
        return item

    def _shelve(self, key: Key, item: Picture) -> None:
        self._drop(item)
        self._shelf.put(key, item)

    def _drop(self, item: Picture) -> None:
        self.removeItem(item)
        self._note(item)

    def _note(self, item: Picture) -> None:
        """Count something that has come or gone, if it lies."""
        if item.lies:
            self._lie = []
            self.lying += 1
            self._relaid.append(item.rect())

    def _ask_for_places(
        self,
        wanted: dict[Key, tuple[QRectF, Painting, int, object]],
        facts: BurgenlandFacts,
        layout: Layout,
        purses: Mapping[int, Sequence[int]],
    ) -> None:
        colours = theme.palette()
        bill = facts.payment
        site = bill.move.args if bill is not None and bill.move.kind in PIECES else None
        wanted["ground",] = (
            shadow_bounds(layout),
            lambda painter: paint_ground(painter, layout, colours),
            _GROUND,
            colours.name,
        )
        for number, crossing in enumerate(facts.crossings, 1):
            box, letter = layout.stones[number - 1], chr(64 + number)
            self._below.setdefault(("town", number), Below(partial(paint_town, stone=box)))
            wanted["town", number] = (
                town_bounds(box),
                partial(paint_pennant, stone=box, colour=crossing.colour),
                _TOWN,
                crossing.colour,
            )
            wanted["stone", number] = (
                box.adjusted(-5, -8, 10, 6),
                partial(stones.paint_stone, box=box, colour=crossing.colour),
                _STONE,
                crossing.colour,
            )
            tag = QRectF(box.right() - 9, box.top() - 5, 16, 16)
            wanted["letter", number] = (
                tag.adjusted(-1, -1, 1, 1),
                partial(stones.paint_letter, tag=tag, letter=letter),
                _MARKER,
                None,
            )
        for number, castle in enumerate(facts.castles, 1):
            plate = layout.plates[number - 1]
            has = tuple(purses.get(number, ()))
            built, colours_of = sum(piece > 0 for _, piece in castle.squares), facts.stones(number)
            wanted["curtain", number] = (
                QRectF(plate.box.left() - 4, plate.box.top() - 32, plate.box.width() + 18, 40),
                partial(stones.paint_curtain, box=plate.box, built=built, squares=len(castle.squares), colours=colours_of),
                _TOWN,
                (built, len(castle.squares), colours_of),
            )
            self._below.setdefault(("plate", number), Below(partial(_paint_numbered, plate=plate, number=number)))
            wanted["plate", number] = (
                plate.box.adjusted(-6, -2, 8, 11),
                partial(stones.paint_strip, plate=plate, number=number, has=has),
                _PLATE,
                has,
            )
            for place, box in enumerate(plate.squares, 1):
                reward, piece = castle.squares[place - 1] if place <= len(castle.squares) else (None, 0)
                height = _LOOSE if place == _PLOT else _LYING
                around = box.adjusted(-1, -1, 1, 1)
                if reward is None:
                    wanted["garden", number, place] = around, partial(stones.paint_garden, box=box), height, None
                else:
                    shown = "" if piece else reward
                    self._below.setdefault(("place", number, place), Below(partial(stones.paint_plot, box=box)))
                    paint = partial(stones.paint_printed, box=box, reward=shown)
                    wanted["place", number, place] = around, paint, height, shown
                if piece:
                    wanted["piece", number, place] = (
                        stones.piece_bounds(box),
                        partial(stones.paint_built, box=box, piece=piece, colour=colours_of[(place - 1) % 2]),
                        _STANDING,
                        (piece, colours_of[(place - 1) % 2]),
                    )
                elif site == (number, place):
                    wanted["scaffold", number, place] = (
                        stones.piece_bounds(box),
                        partial(stones.paint_scaffold, box=box),
                        _STANDING,
                        None,
                    )
            wanted["well-place", number] = (
                plate.well,
                partial(stones.paint_well_place, box=plate.well),
                _LYING,
                None,
            )
            if castle.well:
                wanted["well", number] = (
                    plate.well.adjusted(-3, -6, 3, 2),
                    partial(stones.paint_built, box=plate.well, piece=WELL),
                    _STANDING,
                    None,
                )
        if facts.marker:
            spot = layout.plates[facts.marker - 1].well
            box = QRectF(spot.center().x() - 15, spot.bottom() - 34, 30, 34)
            wanted["marker",] = (
                box.adjusted(-2, -2, 2, 2),
                lambda painter: stones.paint_digging(painter, box),
                _MARKER,
                facts.marker,
            )

    def _ask_for_large(
        self,
        wanted: dict[Key, tuple[QRectF, Painting, int, object]],
        facts: BurgenlandFacts,
        layout: Layout,
        lacking: Mapping[tuple[int, int], tuple[int, int | None]],
    ) -> None:
        wanted["large",] = (
            layout.large.adjusted(-6, -2, 8, 14),
            lambda painter: paint_large(painter, layout.large, self._title, facts.large),
            _LOOSE,
            (facts.large, theme.palette().name),
        )
        for target, box in layout.prices.items():
            _, piece, same = target
            if (piece, same) in lacking:
                cards, short = lacking[piece, same]
                key = "price", piece, same, cards
                self._below.setdefault(key, Below(partial(stones.paint_price, box=box, same=bool(same), cards=cards)))
                wanted[key] = box, partial(stones.paint_short, box=box, lacking=short), _PRICE, short

    # -- marks ---------------------------------------------------------------------------------------------------------

    def mark(self, targets: Iterable[Target]) -> None:
        """Mark exactly these targets in gold: those where something is possible now."""
        self.marked = frozenset(targets)
        self._refresh()

    def point(self, target: Target | None) -> None:
        """Highlight the target under the pointer."""
        if target != self._pointed:
            self._pointed = target
            self._refresh()

    def ring(self, targets: Iterable[tuple[Target, int]]) -> None:
        """Draw rings around these targets, each in the colour of a seat (-1: white)."""
        self._rings = tuple(targets)
        self._refresh()

    def ghost(self, target: Target | None, piece: int = 0) -> None:
        """Show a piece faintly where it would stand; None ends that."""
        wanted = None if target is None else (target, piece)
        if wanted != self._ghost:
            self._ghost = wanted
            self._refresh()

    def _refresh(self) -> None:
        for item in self._passing:
            self.removeItem(item)
        self._passing = []
        self.touched.emit()
        if self.layout is None:
            return
        for target in sorted(self.marked):
            self._pass(target, partial(stones.paint_mark, round_one=target[0] == "well", bright=target == self._pointed))
        rings = [*self._rings]
        if self._pointed is not None and self._pointed not in self.marked:
            rings.append((self._pointed, -1))
        for target, seat in rings:
            self._pass(target, partial(stones.paint_ring, round_one=target[0] == "well", seat=seat))
        if self._ghost is not None:
            target, piece = self._ghost
            box = self.layout.room(target)
            if target[0] == "large":
                box = QRectF(self.layout.large.center().x() - 24, self.layout.large.top() + 40, 48, 48)
            item = Picture(stones.piece_bounds(box), lambda painter: stones.paint_built(painter, box, piece), _GHOST)
            item.setOpacity(0.75)
            self._passing.append(self._add(item))

    def _pass(self, target: Target, paint: Callable[[QPainter, QRectF], None]) -> None:
        assert self.layout is not None
        box = self.layout.room(target)
        self._passing.append(self._add(Picture(box.adjusted(-4, -4, 4, 4), lambda painter: paint(painter, box), _MARKS)))

    def at(self, place: QPointF) -> Target | None:
        """The target visible at a point of the scene."""
        return self.layout.at(place) if self.layout is not None else None
