"""The board of Torres as a scene: blocks, knights and the king from shared pictures, seen from any of four sides."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache

from PySide6.QtCore import QPointF, QRectF, Qt
from PySide6.QtGui import QColor, QLinearGradient, QPainter, QPen

from client import theme
from client.boards.loop.ground import ground_bounds, paint_slab
from client.boards.loop.pixmaps import Picture, Pixmaps
from client.boards.loop.projection import Spots
from client.boards.loop.stackscene import GLOW, NUMBER, ON_TOP, StackScene
from client.boards.torres.facts import SIDE, TorresFacts
from client.table import art

_PIECE = 50
_HIGH = 30
_INSIDE = Qt.FillRule.OddEvenFill
_BODY = (0.27, 0.48)
"""How high the middle and the head of a piece are over its foot, by the width of a field."""

_SHAPE = ((0.0, 0.18), (-0.12, 0.18), (0.12, 0.18), (0.0, 0.08))
"""Points of the shape on a knight's body, right of and over his foot, by the width of a field."""

_HEAD = 0.52
"""How high the middle of his head is."""

_WIDE, _TALL = 0.13, 0.58
"""What a piece covers of those behind it: so much to either side, and so high, by the width of a field."""

_FADED = 0.3
"""What is left of a block that stands before a piece."""

_STONE_CREST = 7
"""Any crest will do: castles of Torres are of sandstone, and the blocks show no cornice."""


@cache
def spots_from(side: int) -> Spots:
    """Where the squares lie when one looks from a side: 0 the usual one, then by quarter turns. Cell 0 is field 1."""
    places = []
    for cell in range(SIDE * SIDE):
        y, x = divmod(cell, SIDE)
        for _ in range(side % 4):
            x, y = SIDE - 1 - y, x
        places.append((x + 1, y + 1))
    return Spots(SIDE, SIDE, tuple(places))


class TorresPixmaps(Pixmaps):
    """The pictures of one zoom level, with what only this board has."""

    def ground(self) -> Picture:
        """The empty board; the anchor is the projection's origin."""
        return self.picture(("ground",), ground_bounds(self.at), self._paint_ground)

    def _paint_ground(self, painter: QPainter) -> None:
        paint_slab(painter, self.at, self.colours)
        for cell in self.at.spots.cells:
            centre = self.at.top(cell)
            even = sum(self.at.spots.of(cell)) % 2 == 0
            shade = QLinearGradient(centre - QPointF(self.at.tile / 2, 0), centre + QPointF(self.at.tile / 2, 0))
            lawn = QColor(self.colours.lawn)
            shade.setColorAt(0, lawn.lighter(118 if even else 106))
            shade.setColorAt(1, lawn.lighter(108 if even else 97))
            painter.setBrush(shade)
            painter.setPen(QPen(QColor(self.colours.lawn_dark), max(1.0, self.at.tile / 90)))
            painter.drawPolygon(self.at.diamond(centre, 1.0))

    def tower(self, buried: bool) -> Picture:
        """A block of a tower: flat on top, so that height and knights stay readable."""
        return self.block(_STONE_CREST, False, buried)

    def king(self) -> Picture:
        """The king, anchored at the middle of his foot."""
        size = art.size_of("torres/king", self.at.tile * 0.74)
        foot = size.height() * 0.91
        box = QRectF(-size.width() / 2, -foot, size.width(), size.height())
        return self.picture(("king",), box, lambda painter: art.paint(painter, "torres/king", box))

    def head(self, seat: int) -> Picture:
        """The shape of a seat for the head of a knight whose body is covered; anchored in its middle."""
        size = max(14.0, self.at.tile * 0.25)
        box = QRectF(-size * 0.62, -size * 0.62, size * 1.24, size * 1.24)
        return self.picture(("head", seat), box, lambda painter: theme.paint_seat(painter, seat, QPointF(), size))

    def step(self, number: int) -> Picture:
        """A mark on the way of a knight: the action points spent so far, 0 for a square only passed."""
        size = max(16.0, self.at.tile * (0.26 if number else 0.14))
        box = QRectF(-size / 2, -size / 2, size, size)

        def paint(painter: QPainter) -> None:
            painter.setPen(QPen(QColor("#171310"), 1.4))
            painter.setBrush(QColor("#fffaf0"))
            painter.drawEllipse(box.adjusted(1, 1, -1, -1))
            if number:
                painter.setFont(theme.font(max(11.0, size * 0.62), serif=True))
                painter.setPen(QColor("#38291a"))
                painter.drawText(box, 0x84, str(number))

        return self.picture(("step", number), box, paint)


class TorresScene(StackScene):
    """The board from one side. Fields are cells plus one.

    Attributes:
        side: from which side one looks, 0 to 3.
        entries: the items of the position by key: ``("block", cell, level)``, ``("knight", cell)``, ``("king",)``,
            ``("head", cell)`` for the shape on the head of a knight whose body is covered.
        faded: the fields whose tower stands before a piece, and above which level it lets one see through.
    """

    kind = TorresPixmaps
    facts: TorresFacts | None

    def __init__(self, tile: int, ratio: float = 1.0) -> None:
        super().__init__()
        self.side = 0
        self.faded: dict[int, int] = {}
        self._way: tuple[tuple[int, int], ...] = ()
        self.zoom(tile, ratio)

    @property
    def spots(self) -> Spots:
        """Where the squares lie, from this side."""
        return spots_from(self.side)

    # -- what is shown -------------------------------------------------------------------------------------------------

    def turn(self, steps: int) -> None:
        """Walk round the table by quarter turns."""
        self.side = (self.side + steps) % 4
        self.zoom(self.at.tile, self.pictures.ratio)

    def show(self, facts: TorresFacts) -> None:
        """Show a position; marks, rings and ghosts go."""
        self.facts = facts
        self._ghost = None
        self._way = ()
        self.marked = frozenset()
        self._fill()

    def ghost(self, after: TorresFacts | None, way: Sequence[tuple[int, int]] = ()) -> None:
        """Show faintly what a move would change, and the way a knight takes: pairs of field and points spent."""
        self._ghost, self._way = after, tuple(way)
        self._refresh()

    def fields_at(self, place: QPointF) -> int:
        """The field seen at a point of the scene, or 0."""
        return self.at.at(place, self.facts.levels if self.facts else (0,) * (SIDE * SIDE))

    def level(self, field: int) -> int:
        """How high a field is built."""
        return self.facts.levels[field - 1] if self.facts else 0

    # -- items ---------------------------------------------------------------------------------------------------------

    def _put_position(self) -> None:
        self.faded = self._before_pieces()
        if self.facts is not None:
            for field in self.at.spots.cells:
                self._tower(field, self.level(field), 1, None)
                if self.level(field) and field - 1 not in self.facts.knight_at and field - 1 != self.facts.king:
                    number = self.put(self.pictures.number(self.level(field)), self.top(field), self.at.order(field) + NUMBER)
                    number.setOpacity(_FADED if field in self.faded else 1.0)
            for cell, seat in self.facts.knight_at.items():
                self._piece(cell + 1, self.pictures.noble(seat, 1), ("knight", cell))
                if self._shape_covered(cell + 1):
                    head = self._foot(cell + 1) - QPointF(0, round(self.at.tile * _HEAD))
                    self.put(self.pictures.head(seat), head, ON_TOP - 3, ("head", cell))
            if self.facts.king >= 0:
                self._piece(self.facts.king + 1, self.pictures.king(), ("king",))

    def _tower(self, field: int, height: int, first: int, opacity: float | None) -> None:
        order = self.at.order(field)
        for level in range(first, height + 1):
            picture = self.pictures.tower(level < height - 1)
            key = ("block", field - 1, level) if opacity is None else None
            item = self.put(picture, self.at.top(field, level), order + min(level, _HIGH) + (GLOW if opacity else 0), key)
            if opacity is not None:
                item.setOpacity(opacity)
                self._passing.append(item)
            elif level > self.faded.get(field, level):
                item.setOpacity(_FADED)

    def _piece(self, field: int, picture: Picture, key: tuple[object, ...]) -> None:
        self.put(picture, self._foot(field), self.at.order(field) + _PIECE, key)

    def _foot(self, field: int) -> QPointF:
        """Where a piece on a field stands."""
        return self.top(field) + QPointF(0, round(self.at.depth * 0.12))

    def _before_pieces(self) -> dict[int, int]:
        """The fields whose tower hides a knight or the king, with the level from which it does."""
        found: dict[int, int] = {}
        if self.facts is None:
            return found
        for cell in (*self.facts.knight_at, *([self.facts.king] if self.facts.king >= 0 else [])):
            field, height = cell + 1, self.level(cell + 1)
            for other in self.at.spots.before(field):
                if self.level(other) > height and self._covers(other, field, height):
                    found[other] = min(height, found.get(other, height))
        return found

    def _covers(self, other: int, field: int, height: int) -> bool:
        """Whether the tower on another field hides the body or the head of a piece on a field."""
        if self.at.order(other) <= self.at.order(field):
            return False
        outline, foot = self.at.silhouette(other, self.level(other)), self.at.top(field, height)
        return any(outline.containsPoint(foot - QPointF(0, self.at.tile * share), _INSIDE) for share in _BODY)

    def _shape_covered(self, field: int) -> bool:
        """Whether a tower that one cannot see through, or another piece, covers some of the shape on a knight's body."""
        tile, foot, order = self.at.tile, self._foot(field), self.at.order(field)
        spots = [foot + QPointF(tile * right, -tile * up) for right, up in _SHAPE]
        for other in self.at.spots.before(field):
            if self.at.order(other) <= order:
                continue
            outline = self.at.silhouette(other, self.level(other))
            if other not in self.faded and any(outline.containsPoint(spot, _INSIDE) for spot in spots):
                return True
            if self._occupied(other):
                stands = self._foot(other)
                piece = QRectF(stands.x() - tile * _WIDE, stands.y() - tile * _TALL, tile * _WIDE * 2, tile * _TALL)
                if any(piece.contains(spot) for spot in spots):
                    return True
        return False

    def _occupied(self, field: int) -> bool:
        return self.facts is not None and (field - 1 in self.facts.knight_at or field - 1 == self.facts.king)

    def _name(self, field: int) -> Picture | None:
        written = self.level(field) and self.facts is not None and field - 1 not in self.facts.knight_at
        return self.pictures.number(self.level(field)) if written else None

    def _put_passing(self) -> None:
        for field, points in self._way:
            self._pass(self.pictures.step(points), field, ON_TOP)
        if self.facts is not None and self._ghost is not None:
            self._put_ghost(self.facts, self._ghost)

    def _put_ghost(self, before: TorresFacts, after: TorresFacts) -> None:
        for field in self.at.spots.cells:
            self._tower(field, after.levels[field - 1], before.levels[field - 1] + 1, 0.72)
        pieces = [
            (cell, self.pictures.noble(seat, 1)) for cell, seat in after.knight_at.items() if before.knight_at.get(cell) != seat
        ]
        if after.king >= 0 and after.king != before.king:
            pieces.append((after.king, self.pictures.king()))
        for cell, picture in pieces:
            place = self.at.top(cell + 1, after.levels[cell]) + QPointF(0, round(self.at.depth * 0.12))
            item = self.put(picture, place, self.at.order(cell + 1) + 90)
            item.setOpacity(0.75)
            self._passing.append(item)
