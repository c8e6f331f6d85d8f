"""The board of Torres as a scene: towers, knights and the king from shared pictures, seen from any of four sides."""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from functools import cache, partial

from PySide6.QtCore import QPointF, QRectF, Qt

from client.boards.stacks.aside import Aside
from client.boards.stacks.pixmaps import Picture
from client.boards.stacks.projection import Spots
from client.boards.stacks.roofs import COLOURS
from client.boards.stacks.scene import GLOW, NEAR, NUMBER, ON_TOP, SEEN_THROUGH, StackScene
from client.boards.stacks.stones import worn
from client.boards.torres.facts import SIDE, TorresFacts
from client.boards.torres.labels import Labels, Spot
from client.boards.torres.pixmaps import TorresPixmaps

_PIECE = 50
_HIGH = 30
_INSIDE = Qt.FillRule.OddEvenFill
_SHAPE = ((0.0, 0.18), (-0.12, 0.18), (0.12, 0.18), (0.0, 0.08))
"""Points of the shape on a knight's body, right of and above its foot, relative to the width of a field."""

_HEAD = 0.52
"""The height of the middle of its head."""

_WIDE, _TALL = 0.13, 0.58
"""How much of the pieces behind a piece hides: to each side, and in height, relative to the width of a field."""

_BEHIND = 0.62
"""The opacity of a piece that is seen through a tower, from 0 to 1."""


@cache
def torres_spots() -> Spots:
    """The places of the squares, seen from the usual side. Cell 0 is field 1."""
    return Spots(SIDE, SIDE, tuple((cell % SIDE + 1, cell // SIDE + 1) for cell in range(SIDE * SIDE)))


def roofs_of(facts: TorresFacts, before: Mapping[int, int]) -> dict[int, int]:
    """The number of the roof of each built cell.

    Castles that begin on cells of the box have the roofs of these cells, so that everybody sees the same ones, whenever they
    came. A castle that no longer stands there, or that the players have founded, keeps the roof that it had ``before``; a new
    one gets the first free roof.
    """
    of_start = {cell: number for number, cell in enumerate(facts.starts, 1) if number < len(COLOURS)}
    numbers: list[int] = []
    for castle in facts.castles:
        had = {before[cell] for cell in castle.cells if cell in before}
        begun = {of_start[cell] for cell in castle.cells if cell in of_start}
        numbers.append(min(begun & had or begun, default=0))
    for place, castle in enumerate(facts.castles):
        if not numbers[place]:
            kept = [before[cell] for cell in castle.cells if cell in before]
            numbers[place] = next((number for number in kept if number not in numbers), 0)
    free = (number for number in range(1, len(COLOURS)) if number not in numbers)
    numbers = [number or next(free, 1 + place % (len(COLOURS) - 1)) for place, number in enumerate(numbers)]
    return {cell: number for castle, number in zip(facts.castles, numbers, strict=True) for cell in castle.cells}


class TorresScene(StackScene):
    """The board from one side. Fields are cells plus one.

    Attributes:
        entries: the items of the position by key: ``("block", cell, level)``, ``("knight", cell)``, ``("king",)``,
            ``("head", cell)`` for the shape on the head of a knight whose body is hidden, ``("behind", cell)`` for a piece seen
            through a tower.
        roofs: the number of the roof of each built cell.
        hiding: for each hidden piece, by cell, the cells of the towers in front of it, and the levels from which they hide it.
            These towers are transparent while the pointer is near.
    """

    pictures: TorresPixmaps
    kind = TorresPixmaps
    facts: TorresFacts | None

    def __init__(self, tile: int, ratio: float = 1.0, empty: bool = False) -> None:
        super().__init__(torres_spots())
        self.hiding: dict[int, dict[int, int]] = {}
        self.roofs: dict[int, int] = {}
        self._way: tuple[tuple[int, int], ...] = ()
        self._areas: dict[int, Spot] = {}
        self._stands: dict[int, Spot] = {}
        self._room_made: dict[int, Aside] = {}
        self._labelled: object = None
        self.zoom(tile, ratio, empty)

    # -- what is shown -------------------------------------------------------------------------------------------------

    def show(self, facts: TorresFacts) -> None:
        """Show a position, without marks, rings and ghosts."""
        self._fade(self._before_eye(self._pointed), 1.0)
        self.facts = facts
        self.roofs = roofs_of(facts, self.roofs)
        self._ghost = None
        self._way = ()
        self.marked = frozenset()
        self._fill()

    def point(self, field: int) -> None:
        """Highlight the field under the pointer (0: none), and make towers in front of pieces near it transparent."""
        if field != self._pointed:
            self._fade(self._before_eye(self._pointed), 1.0)
            super().point(field)
            self._fade(self._before_eye(field), SEEN_THROUGH)

    def _before_eye(self, pointed: int) -> dict[int, int]:
        """The transparent cells while the pointer is on a field, each with the level above which it is transparent."""
        found: dict[int, int] = {}
        if pointed:
            here = self.top(pointed)
            for cell, towers in self.hiding.items():
                away = self.top(cell + 1) - here
                if math.hypot(away.x(), away.y()) < self.at.tile * NEAR:
                    for other, level in towers.items():
                        found[other] = min(level, found.get(other, level))
        return found

    def ghost(self, after: TorresFacts | None, way: Sequence[tuple[int, int]] = ()) -> None:
        """Show faintly what a move would change, and a knight's way (pairs of field and points spent)."""
        if after is not self._ghost or tuple(way) != self._way:
            self._ghost, self._way = after, tuple(way)
            self._refresh()

    def fields_at(self, place: QPointF) -> int:
        """The field visible at a point of the scene, or 0."""
        behind = self.at.at(place, self.facts.levels if self.facts else (0,) * (SIDE * SIDE))
        return self._piece_at(place, behind) or behind

    def _piece_at(self, place: QPointF, behind: int) -> int:
        """The field of the piece whose body or head is visible there, in front of the field ``behind``; 0 for none."""
        tile = self.at.tile
        for field in sorted(filter(self._occupied, self.at.spots.cells), key=self.at.order, reverse=True):
            if behind and self.at.order(field) <= self.at.order(behind):
                return 0
            foot = self._foot(field)
            if QRectF(foot.x() - tile * _WIDE, foot.y() - tile * _TALL, tile * _WIDE * 2, tile * _TALL).contains(place):
                return field
        return 0

    def level(self, field: int) -> int:
        """How many levels a field has."""
        return self.facts.levels[field - 1] if self.facts else 0

    # -- items ---------------------------------------------------------------------------------------------------------

    def _put_position(self) -> None:
        self.hiding = self._before_pieces()
        facts = self.facts
        if facts is None:
            return
        self._place_labels(facts)
        for field in self.at.spots.cells:
            height, numbered = self.level(field), not self._occupied(field)
            if height:
                rim = self._rim(field)
                content = (height, self.roofs.get(field - 1, 0), numbered, rim, self.aside(field))
                self._ask(("tower", field), content, partial(self._put_tower, field, height, numbered))
        self._put_areas(facts)
        for cell, seat in facts.knight_at.items():
            covered, hidden = self._shape_covered(cell + 1), cell in self.hiding
            knight = partial(self._put_knight, cell, seat, covered, hidden)
            self._ask(("knight", cell), (seat, self.level(cell + 1), covered, hidden, self._stands[cell]), knight)
        if facts.king >= 0:
            hidden = facts.king in self.hiding
            king = partial(self._put_king, facts.king, hidden)
            self._ask(("king",), (facts.king, self.level(facts.king + 1), hidden, self._stands[facts.king]), king)

    def _put_tower(self, field: int, height: int, numbered: bool) -> None:
        order = self.at.order(field)
        for level in range(1, height + 1):
            place, over = self.at.top(field, level), order + min(level, _HIGH)
            self.put(self._block(field, level, height), place, over, ("block", field - 1, level))
        if numbered:
            where = self.aside(field)
            self.put(
                self.pictures.number(height, where.small),
                self.top(field) + where.shift(self.at),
                order + NUMBER,
                ("number", field - 1),
            )

    def _block(self, field: int, level: int, height: int) -> Picture:
        rim = self._rim(field)
        return self.pictures.tower(self.roofs.get(field - 1, 0), height - level, worn(field, level), rim)

    def _rim(self, field: int) -> int:
        """The edges at which the roof of a tower ends, because its castle ends or continues lower."""
        roof, height = self.roofs.get(field - 1, 0), self.level(field)
        return self.rim(field, lambda other: self.roofs.get(other - 1) == roof and self.level(other) >= height)

    def _put_king(self, cell: int, hidden: bool) -> None:
        self._piece(cell + 1, self.pictures.king(), ("king",))
        if hidden:
            self._put_behind(cell, self.pictures.king())

    def _put_behind(self, cell: int, picture: Picture) -> None:
        """Show a hidden piece through the stone."""
        self.put(picture, self._foot(cell + 1), ON_TOP - 4, ("behind", cell)).setOpacity(_BEHIND)

    def _put_knight(self, cell: int, seat: int, covered: bool, hidden: bool) -> None:
        self._piece(cell + 1, self.pictures.knight(seat), ("knight", cell))
        if hidden:
            self._put_behind(cell, self.pictures.knight(seat))
        if covered:
            head = self._foot(cell + 1) - QPointF(0, round(self.at.tile * _HEAD))
            self.put(self.pictures.head(seat), head, ON_TOP - 3, ("head", cell))

    def _place_labels(self, facts: TorresFacts) -> None:
        """Find the places of the areas and of the pieces' levels, unless that was done for this position and side."""
        pieces = (*facts.knight_at, *([facts.king] if facts.king >= 0 else []))
        castles = tuple(castle.cells for castle in facts.castles)
        labelled = self.side, facts.levels, castles, frozenset(pieces)
        if labelled != self._labelled:
            self._labelled = labelled
            labels = Labels(self.spots, facts.levels, castles, pieces)
            self._areas = labels.areas()
            self._stands = {cell: labels.level(cell) for cell in pieces}
            self._room_made = {spot.field: spot.number for spot in self._areas.values() if spot.number is not None}

    def aside(self, field: int, height: int | None = None) -> Aside:
        """The place of the number on a field's stack: where no tower hides it, and no area that lies on the same roof."""
        return self._room_made.get(field) or super().aside(field, height)

    def _put_areas(self, facts: TorresFacts) -> None:
        """Show the area of every castle on the castle itself."""
        for castle in facts.castles:
            if castle.cells:
                spot = self._areas[castle.cells[0]]
                level, roof = self.level(spot.field), self.roofs[spot.field - 1]
                area = partial(self._put_area, spot, roof, castle.area, castle.cells[0])
                self._ask(("area", castle.cells[0]), (spot, level, roof, castle.area), area)

    def _put_area(self, spot: Spot, roof: int, area: int, cell: int) -> None:
        place = spot.at(self.at, self.level(spot.field))
        self.put(self.pictures.area(roof, area), place, ON_TOP - 5, ("area", cell))

    def _piece(self, field: int, picture: Picture, key: tuple[object, ...]) -> None:
        self.put(picture, self._foot(field), self.at.order(field) + _PIECE, key)
        if self.level(field):
            corner = self._stands[field - 1].at(self.at, self.level(field))
            self.put(self.pictures.level(self.level(field)), corner, ON_TOP - 3.5)

    def _foot(self, field: int) -> QPointF:
        """The place of a piece on a field."""
        return self.top(field) + QPointF(0, round(self.at.depth * 0.12))

    def _before_pieces(self) -> dict[int, dict[int, int]]:
        """By cell of each hidden knight or king: the cells of the towers that hide it, with the levels from which they do."""
        found: dict[int, dict[int, int]] = {}
        if self.facts is None:
            return found
        for cell in (*self.facts.knight_at, *([self.facts.king] if self.facts.king >= 0 else [])):
            field, height = cell + 1, self.level(cell + 1)
            for other in self.at.spots.before(field):
                if self.level(other) > height and self._covers(other, field, height):
                    found.setdefault(cell, {})[other - 1] = height
        return found

    def _covers(self, other: int, field: int, height: int) -> bool:
        """Whether the tower on another field hides the head of a piece on this field."""
        if self.at.order(other) <= self.at.order(field):
            return False
        head = self.at.top(field, height) - QPointF(0, self.at.tile * _HEAD)
        return self.at.silhouette(other, self.level(other)).containsPoint(head, _INSIDE)

    def _shape_covered(self, field: int) -> bool:
        """Whether a tower or another piece hides a part of the shape on a knight's body."""
        tile, foot, order = self.at.tile, self._foot(field), self.at.order(field)
        spots = [foot + QPointF(tile * right, -tile * up) for right, up in _SHAPE]
        for other in self.at.spots.before(field):
            if self.at.order(other) <= order:
                continue
            outline = self.at.silhouette(other, self.level(other))
            if self.level(other) and any(outline.containsPoint(spot, _INSIDE) for spot in spots):
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
        return self.pictures.number(self.level(field), self.aside(field).small) if written else None

    def _put_passing(self) -> None:
        for number, (field, points) in enumerate(self._way):
            self._pass(("step", number), self.pictures.step(points), field, ON_TOP + number / 10_000)
        if self.facts is not None and self._ghost is not None:
            self._put_ghost(self.facts, self._ghost)

    def _put_ghost(self, before: TorresFacts, after: TorresFacts) -> None:
        for field in self.at.spots.cells:
            height = after.levels[field - 1]
            for level in range(before.levels[field - 1] + 1, height + 1):
                over = self.at.order(field) + min(level, _HIGH) + GLOW
                self._pass_at(("ghost", field, level), self._block(field, level, height), self.at.top(field, level), over, 0.72)
        pieces = [
            (cell, self.pictures.knight(seat)) for cell, seat in after.knight_at.items() if before.knight_at.get(cell) != seat
        ]
        if after.king >= 0 and after.king != before.king:
            pieces.append((after.king, self.pictures.king()))
        for cell, picture in pieces:
            place = self.at.top(cell + 1, after.levels[cell]) + QPointF(0, round(self.at.depth * 0.12))
            self._pass_at(("ghost-piece", cell), picture, place, self.at.order(cell + 1) + 90, 0.75)
