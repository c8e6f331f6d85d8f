"""The pictures that all items of a board share: painted once per zoom level and screen density, then only copied.

A :class:`Picture` is a pixmap with the place of its anchor, a point of the board.
"""

from __future__ import annotations

import math
from abc import abstractmethod
from collections.abc import Callable, Iterator
from functools import partial, wraps
from typing import NamedTuple, TypeVar, cast

from PySide6.QtCore import QPointF, QRect, QRectF, QSize, Qt
from PySide6.QtGui import QColor, QImage, QPainter, QPen, QPixmap, QPolygonF

from client.boards.stacks import slab, stones
from client.boards.stacks.projection import Projection
from client.look import theme
from client.table import art

LONGEST = 5
"""The number of blocks beyond which a shadow grows no longer."""

KEPT = 3
"""The number of zoom levels whose pictures are kept."""


class Picture(NamedTuple):
    """A pixmap, and the offset of its top left corner from the anchor."""

    pixmap: QPixmap
    offset: QPointF


def covers(picture: Picture, anchor: QPointF, place: QPointF) -> bool:
    """Whether a picture with this anchor paints something at a place, and not only its transparent corners."""
    spot = (place - anchor - picture.offset) * picture.pixmap.devicePixelRatio()
    x, y = math.floor(spot.x()), math.floor(spot.y())
    if not (0 <= x < picture.pixmap.width() and 0 <= y < picture.pixmap.height()):
        return False
    return QColor.fromRgba(picture.pixmap.copy(x, y, 1, 1).toImage().pixel(0, 0)).alpha() > _SOLID


_SOLID = 90
"""A pixel with a lower alpha value than this (of 255) belongs to a shadow, not to a piece."""

Method = TypeVar("Method", bound=Callable[..., Picture])


def drawn(method: Method) -> Method:
    """Marks a method of :class:`Pixmaps` that makes a picture, so that its calls are remembered."""
    name = method.__name__

    @wraps(method)
    def ask(self: Pixmaps, *args: object) -> Picture:
        found = self.asked.get((name, args))
        if found is None:
            found = self.asked[name, args] = method(self, *args)
        return found

    return cast(Method, ask)


def strips(size: QSize) -> Iterator[QRect]:
    """Cut the room of a large picture into strips of about :data:`STRIP` pixels."""
    high = max(1, STRIP // max(1, size.width()))
    for top in range(0, size.height(), high):
        yield QRect(0, top, size.width(), min(high, size.height() - top))


def _painter(pixmap: QPixmap | QImage, offset: QPointF) -> QPainter:
    painter = QPainter(pixmap)
    painter.setRenderHint(QPainter.RenderHint.Antialiasing)
    painter.translate(-offset)
    return painter


STRIP = 750_000
"""Pixels of a large picture that are cleared or copied in one step: memory that is touched for the first time takes long."""

AS_IT_IS = Qt.ImageConversionFlag.NoFormatConversion | Qt.ImageConversionFlag.NoOpaqueDetection


class Pixmaps:
    """The pictures of one zoom level that all boards of stacks have; a board adds its own.

    Attributes:
        at: the projection for which they are painted.
        asked: the pictures requested so far, by method name and arguments.
        empty: whether they have only their sizes, for a board that nobody sees yet.
    """

    likely_block: str
    """The name of the method that paints a castle's block, given its castle, depth, wear and rim."""

    def __init__(self, at: Projection, ratio: float, colours: theme.Palette, empty: bool = False) -> None:
        self.at = at
        self.empty = empty
        self.ratio = ratio
        self.colours = colours
        self.asked: dict[tuple[str, tuple[object, ...]], Picture] = {}
        self._made: dict[tuple[object, ...], Picture] = {}
        self._foreseen: set[tuple[object, object]] = set()

    def picture(
        self, key: tuple[object, ...], box: QRectF, paint: Callable[[QPainter], None], below: Picture | None = None
    ) -> Picture:
        """The picture with this key. The first time, it is painted into a box around the origin.

        ``below`` is a picture of the same box, on a copy of which it is painted.
        """
        found = self._made.get(key)
        if found is None:
            pixmap, offset = self._blank(box) if below is None else (QPixmap(below.pixmap), below.offset)
            if not self.empty:
                painter = _painter(pixmap, offset)
                try:
                    paint(painter)
                finally:
                    painter.end()
            found = self._made[key] = Picture(pixmap, offset)
        return found

    def _blank(self, box: QRectF) -> tuple[QPixmap, QPointF]:
        """A pixmap for a box, and where its corner lies."""
        size, offset = self._room(box)
        pixmap = QPixmap(size)
        pixmap.setDevicePixelRatio(self.ratio)
        pixmap.fill(Qt.GlobalColor.transparent)
        return pixmap, offset

    def _room(self, box: QRectF) -> tuple[QSize, QPointF]:
        """The size of a picture for a box, and where its corner lies.

        It has whole pixels on every side, so that the anchor falls on a pixel and copying needs no blending.
        """
        left, top = int(box.left()) - 2, int(box.top()) - 2
        width, height = int(box.right()) + 3 - left, int(box.bottom()) + 3 - top
        return QSize(round(width * self.ratio), round(height * self.ratio)), QPointF(left, top)

    def ground(self) -> Picture:
        """The empty board; the anchor is the projection's origin."""
        for _ in self.ground_in_steps():
            pass
        return self._made["ground",]

    def ground_in_steps(self) -> Iterator[None]:
        """Paint the ground step by step, unless that has been done; it takes longer than all other pictures together."""
        if ("ground",) in self._made:
            return
        size, offset = self._room(slab.ground_bounds(self.at))
        image = QImage(size, QImage.Format.Format_ARGB32_Premultiplied)
        for strip in strips(size):
            painter = QPainter(image)
            painter.setCompositionMode(QPainter.CompositionMode.CompositionMode_Source)
            painter.fillRect(strip, Qt.GlobalColor.transparent)
            painter.end()
            yield
        image.setDevicePixelRatio(self.ratio)
        if not self.empty:
            painter = _painter(image, offset)
            try:
                yield from self.paint_ground(painter)
            finally:
                painter.end()
        self._made["ground",] = Picture(QPixmap.fromImage(image, AS_IT_IS), offset)

    @abstractmethod
    def paint_ground(self, painter: QPainter) -> Iterator[None]:
        """Paint the empty board around the projection's origin, in steps."""

    def like(self, other: Pixmaps) -> Iterator[None]:
        """Paint step by step the pictures that the same board had at another zoom level."""
        yield from self.ground_in_steps()
        for name, args in list(other.asked):
            getattr(self, name)(*args)
            yield

    def likely(self) -> Iterator[None]:
        """Paint step by step the blocks that the next moves may need: those of existing castles, with all rims.

        :attr:`asked` does not list them, so another zoom level does not paint them.
        """
        name = self.likely_block
        paint = getattr(type(self), name).__wrapped__
        there = {(args[0], args[2]) for asked, args in list(self.asked) if asked == name and not args[1]}
        for crest, worn in sorted(there - self._foreseen):
            for rim in range(stones.ALL_EDGES + 1):
                paint(self, crest, 0, worn, rim)
                yield
            self._foreseen.add((crest, worn))

    def block_box(self, buried: bool = False) -> QRectF:
        """The bounds of a block with its battlements, around the centre of its upper side.

        For a ``buried`` one, with two or more blocks above, they omit the rear of its upper side: nobody sees it, and this
        halves the pixels to copy.
        """
        at = self.at
        top = 0 if buried else -at.depth / 2 - at.tile * stones.MERLON * 1.5
        return QRectF(-at.tile / 2, top, at.tile, at.depth / 2 + at.rise - top)

    def walls(self, stone: stones.Stone, dress: stones.Dress, tower: bool = False) -> Picture:
        """The walls that many blocks share; anchored like the block."""
        buried, worn, lit = dress.deep > 1, dress.worn, dress.lit
        return self.picture(
            ("walls", stone, worn, lit, tower, buried),
            self.block_box(buried),
            lambda painter: stones.paint_walls(painter, self.at, stone, worn, lit, tower),
        )

    @drawn
    def shadow(self, level: int) -> Picture:
        """The shadow on the ground of a stack of so many blocks, lit from the left. Anchored at the field's middle."""
        level = min(level, LONGEST)
        away = QPointF(self.at.tile * (0.14 + 0.09 * level), 0)
        box = QRectF(-self.at.tile * 0.6, -self.at.depth * 0.6, self.at.tile * 1.2 + away.x(), self.at.depth * 1.2)

        def paint(painter: QPainter) -> None:
            painter.setPen(Qt.PenStyle.NoPen)
            for share, alpha in ((1.1, 14), (1.04, 18), (0.97, 26)):
                foot = self.at.diamond(QPointF(), share)
                top, right, bottom, left = (foot.at(corner) for corner in range(4))
                painter.setBrush(QColor(16, 20, 8, alpha))
                painter.drawPolygon(
                    QPolygonF([left, top, top + away * share, right + away * share, bottom + away * share, bottom])
                )

        return self.picture(("shadow", level), box, paint)

    @drawn
    def number(self, cell: int, small: bool = False) -> Picture:
        """A field's number on a plaque, for the top of its stack; ``small`` if towers leave little space."""
        return self._plaque(cell, 31, small)

    def _plaque(self, said: int | str, size: float, small: bool) -> Picture:
        box = QRectF(-self.at.tile / 4, -self.at.depth / 4, self.at.tile / 2, self.at.depth / 2)
        size, radius = (size * 0.78, 21.0) if small else (size, 29.0)
        paint = partial(slab.paint_plaque, at=self.at, number=said, size=size, radius=radius)
        return self.picture(("number", said, small), box, paint)

    @drawn
    def glow(self, bright: bool) -> Picture:
        """Gold around a field or the top of a stack where something is possible now; ``bright`` under the pointer."""

        def paint(painter: QPainter) -> None:
            gold = QColor(theme.GOLD)
            for width, alpha in ((0.14, 40), (0.1, 60)):
                halo = QColor(gold)
                halo.setAlpha(alpha * (2 if bright else 1))
                painter.setPen(QPen(halo, self.at.tile * width))
                painter.drawPolygon(self.at.diamond(QPointF(), 0.9))
            fill = QColor("#ffd768")
            fill.setAlpha(130 if bright else 24)
            painter.setBrush(fill)
            painter.setPen(QPen(QColor("#5d4203"), max(3.0, self.at.tile * 0.07)))
            painter.drawPolygon(self.at.diamond(QPointF(), 0.88))
            painter.setBrush(Qt.BrushStyle.NoBrush)
            painter.setPen(QPen(QColor("#ffe08a" if bright else theme.GOLD), max(2.0, self.at.tile * 0.05)))
            painter.drawPolygon(self.at.diamond(QPointF(), 0.88))

        return self.picture(("glow", bright), self._spread(0.62), paint)

    @drawn
    def hint(self, bright: bool) -> Picture:
        """A gold stud, for squares if something is possible on most of them; ``bright`` under the pointer."""
        if bright:
            return self.glow(True)
        size = self.at.tile * 0.1

        def paint(painter: QPainter) -> None:
            painter.setPen(QPen(QColor("#5d4203"), max(1.2, size * 0.2)))
            painter.setBrush(QColor(theme.GOLD))
            painter.drawPolygon(self.at.diamond(QPointF(), 0.24))

        return self.picture(("hint",), QRectF(-size * 2, -size * 2, size * 4, size * 4), paint)

    @drawn
    def pointed(self) -> Picture:
        """A faint light for a field under the pointer where nothing is possible."""

        def paint(painter: QPainter) -> None:
            painter.setBrush(QColor(255, 255, 255, 50))
            painter.setPen(QPen(QColor(255, 255, 255, 170), max(1.2, self.at.tile * 0.025)))
            painter.drawPolygon(self.at.diamond(QPointF(), 0.9))

        return self.picture(("pointed",), self._spread(0.55), paint)

    @drawn
    def ring(self, seat: int) -> Picture:
        """A ring in a seat's colour around what the scoring counts; white for no seat (-1)."""

        def paint(painter: QPainter) -> None:
            painter.setPen(QPen(QColor("#171310"), max(3.0, self.at.tile * 0.085)))
            painter.drawPolygon(self.at.diamond(QPointF(), 0.92))
            colour = theme.seat_colour(seat) if seat >= 0 else QColor("#ffffff")
            painter.setPen(QPen(colour, max(2.0, self.at.tile * 0.05)))
            painter.drawPolygon(self.at.diamond(QPointF(), 0.92))

        return self.picture(("ring", seat), self._spread(0.6), paint)

    def _spread(self, share: float) -> QRectF:
        half, deep = self.at.tile * share, self.at.depth * share
        return QRectF(-half, -deep, half * 2, deep * 2)

    @drawn
    def noble(self, seat: int, rank: int) -> Picture:
        """A noble, anchored at the middle of its foot."""
        name = "pieces/grande" if rank > 1 else "pieces/baron"
        size = art.size_of(name, self.at.tile * (0.82 if rank > 1 else 0.66))
        foot = size.height() * 0.91
        box = QRectF(-size.width() / 2, -foot, size.width(), size.height())

        def paint(painter: QPainter) -> None:
            art.paint(painter, name, box, theme.SEAT_COLOURS[seat])
            emblem = theme.seat_path(seat, size.width() * 0.5, QPointF(0, -size.height() * (0.26 if rank > 1 else 0.27)))
            painter.setPen(QPen(QColor("#171310"), max(1.0, size.width() * 0.035)))
            painter.setBrush(QColor("#fffaf0"))
            painter.drawPath(emblem)

        return self.picture(("noble", seat, rank), box, paint)


Kind = TypeVar("Kind", bound=Pixmaps)

levels: dict[tuple[object, ...], Pixmaps] = {}
"""The zoom levels whose pictures are kept, the one used last at the end."""


def shared_pixmaps(at: Projection, ratio: float, colours: theme.Palette, kind: type[Kind], empty: bool = False) -> Kind:
    """The pictures of a zoom level, shared by all boards. The last few levels are kept, but no ``empty`` ones."""
    if empty:
        return kind(at, ratio, colours, empty)
    key = (kind, at.spots, at.tile, ratio, colours.name)
    kept = levels.pop(key, None)
    found = kept if isinstance(kept, kind) else kind(at, ratio, colours)
    levels[key] = found
    while len(levels) > KEPT:
        del levels[next(iter(levels))]
    return found
