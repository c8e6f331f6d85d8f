"""The loop board as a scene: blocks, founding stones, bridges, nobles and flags, and the preview of a move."""

from __future__ import annotations

import math
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from functools import partial
from typing import NamedTuple, TypeVar

from PySide6.QtCore import QPointF, Qt

from client.boards.kept import Kept, Key
from client.boards.loop.bridges import Offer, Shares, shares_of
from client.boards.loop.facts import Building, LoopFacts, Noble
from client.boards.loop.flags import Flagged, place_flags, tagged
from client.boards.loop.labels import Label, Numbers, place_numbers
from client.boards.loop.pixmaps import LoopPixmaps
from client.boards.stacks.aside import Aside, among
from client.boards.stacks.pixmaps import Picture, covers
from client.boards.stacks.projection import Projection, Spots, solids
from client.boards.stacks.scene import GLOW, NEAR, NUMBER, ON_TOP, SEEN_THROUGH, Built, StackScene
from client.boards.stacks.stones import worn

_MAST, _NOBLE = 46, 50
_SHADE, _COVERED_NUMBER = 0.2, 0.4  # above the block on their level, below what stands over them
_ON_PAVING = 0.1
_PRICE = 2 * ON_TOP
_LABEL = ON_TOP - 100_000  # below everything else that nothing hides


class _Found(NamedTuple):
    """What was found out about a position: solid parts, flags and numbers, each with what it holds for; None if unknown."""

    facts: LoopFacts
    standing: tuple[LoopFacts, list[list[tuple[int, int]]]] | None = None
    flagged: tuple[tuple[LoopFacts, Projection], dict[int, Flagged]] | None = None
    numbered: tuple[LoopFacts, Projection, int, Numbers] | None = None

    def seen_as(self, at: Projection, side: int) -> bool:
        """Whether the numbers were found for this zoom level and this side."""
        return self.numbered is not None and self.numbered[1] is at and self.numbered[2] == side


class BoardScene(StackScene):
    """The loop board.

    Attributes:
        offers: the bridges that can be built now.
        entries: the items of the position, by key: ``("block", cell, level)``, ``("bridge", cell, level)``,
            ``("noble", cell)``, ``("flag", cell)``.
    """

    pictures: LoopPixmaps
    kind = LoopPixmaps
    facts: LoopFacts | None

    def __init__(self, spots: Spots, tile: int, ratio: float = 1.0, empty: bool = False) -> None:
        super().__init__(spots)
        self.offers: tuple[Offer, ...] = ()
        self._flagged: tuple[tuple[LoopFacts, Projection], dict[int, Flagged]] | None = None
        self._numbered: tuple[LoopFacts, Projection, int, Numbers] | None = None
        self._expected: _Found | None = None
        self.zoom(tile, ratio, empty)

    # -- what is shown -------------------------------------------------------------------------------------------------

    def show(self, facts: LoopFacts) -> None:
        """Show a position. The marks disappear unless they are set again."""
        before = self.facts
        same = before is not None and before.built == facts.built
        if not same:
            self._fade(self._before_eye(self._pointed), 1.0)
        self.facts = facts
        if before is not None and same:
            self._know(self._found_out(before), facts)
        expected, self._expected = self._expected, None
        if expected is not None and expected.facts.built == facts.built and expected.seen_as(self.at, self.side):
            self._know(expected, facts)
        self._ghost = None
        self.marked = frozenset()
        self.offers = ()
        if same:
            self._refresh()
        else:
            self._fill()

    def foresee(self, facts: LoopFacts) -> Iterator[None]:
        """Find out and paint, group by group, what a position that comes soon needs and the current one does not."""
        pictures, side = self.pictures, self.side
        self._expected = _Found(facts)
        asked: list[tuple[Key, object, Callable[[], None]]] = []
        with self._imagined(facts):
            self._numbers(facts, self.at)
            for level in self._cast().values():
                pictures.shadow(level)
        yield
        if self._expected is None or self._expected.facts is not facts:
            return  # a position has come in the meantime
        with self._imagined(facts):
            self._asked = asked
            try:
                self._put_position()
            finally:
                self._asked = None
        yield
        for key, content, put in asked:
            if self.pictures is not pictures or self.side != side:
                return
            if self._expected is None or self._expected.facts is not facts:
                return
            if not self._groups.has(key, content):
                with self._imagined(facts), self._elsewhere(Built(pictures, facts, side, Kept(self._take_away), {})):
                    self._put_group(put)
                yield

    @contextmanager
    def _imagined(self, facts: LoopFacts) -> Iterator[None]:
        """Work as if the expected position were shown; what is found out about it is kept."""
        here = self.facts, self._standing, self._flagged, self._numbered
        assert self._expected is not None
        self._know(self._expected, facts)
        self.facts = facts
        try:
            yield
        finally:
            self._expected = _Found(facts, self._standing, self._flagged, self._numbered)
            self.facts, self._standing, self._flagged, self._numbered = here

    def _found_out(self, facts: LoopFacts) -> _Found:
        """What was found out about these facts, and not about others."""
        standing, flagged, numbered = self._standing, self._flagged, self._numbered
        return _Found(
            facts,
            standing if standing is not None and standing[0] is facts else None,
            flagged if flagged is not None and flagged[0][0] is facts else None,
            numbered if numbered is not None and numbered[0] is facts else None,
        )

    def _know(self, found: _Found, facts: LoopFacts) -> None:
        """Take what was found out about a position, for facts that are built the same."""
        self._standing = (facts, found.standing[1]) if found.standing is not None else None
        self._flagged = ((facts, found.flagged[0][1]), found.flagged[1]) if found.flagged is not None else None
        self._numbered = (facts, *found.numbered[1:]) if found.numbered is not None else None

    def point(self, cell: int) -> None:
        """Highlight the field under the pointer (0: none)."""
        if cell != self._pointed:
            self._fade(self._before_eye(self._pointed), 1.0)
            super().point(cell)
            self._fade(self._before_eye(cell), SEEN_THROUGH)

    def offer(self, offers: Iterable[Offer]) -> None:
        """Show these bridges in gold: exactly those that can be built now."""
        offered = tuple(offers)
        if offered != self.offers:
            self.offers = offered
            self._refresh()

    def usable(self, cell: int) -> bool:
        """Whether a click on a cell does something now."""
        return cell in self.marked or any(offer.middle == cell for offer in self.offers)

    def ghost(self, after: LoopFacts | None) -> None:
        """Show faintly what a move would add to the position; None ends that."""
        if after is not self._ghost:
            self._ghost = after
            self._refresh()

    def fields_at(self, place: QPointF) -> int:
        """The field of what is painted at a point of the scene, or 0.

        Offered bridges are on top. A noble takes precedence over the field behind it, and over a tower that is transparent
        while the pointer is there.
        """
        facts = self.facts
        if facts is None:
            return self.at.at(place, (0,) * len(self.spots.at))
        on_offer = self._offer_at(place)
        if on_offer:
            return on_offer
        labelled = self._label_at(place, facts)
        if labelled:
            return labelled
        seen = self._stack_at(place, facts) or self.at.at(place, (0,) * len(self.spots.at))
        return self._noble_at(place, facts, seen) or seen

    def _stack_at(self, place: QPointF, facts: LoopFacts) -> int:
        """The cell whose block or bridge is painted at a point, nearest first; 0 for none."""
        for cell in self._nearest:
            height = facts.level(cell)
            if not height or abs(place.x() - self.at.top(cell).x()) > self.at.tile:
                continue
            for level in range(height, 0, -1):
                item = self.entries.get(("block", cell, level)) or self.entries.get(("bridge", cell, level))
                if item is not None and covers(Picture(item.pixmap(), item.offset()), item.pos(), place):
                    return cell
        return 0

    def _label_at(self, place: QPointF, facts: LoopFacts) -> int:
        """The cell whose label is painted at a point; 0 for none."""
        labels = self._numbers(facts, self.at).labels.items()
        return next((cell for cell, label in labels if covers(self.pictures.label(label.said), label.place, place)), 0)

    @property
    def _nearest(self) -> list[int]:
        """All cells, nearest first."""
        return sorted(self.spots.cells, key=self.at.order, reverse=True)

    def _offer_at(self, place: QPointF) -> int:
        """The middle cell of the offered bridge whose price or middle is painted at a point; 0 for none."""
        over: dict[int, int] = {}
        found = 0
        for offer in self.offers:
            top = self.at.top(offer.middle, offer.level)
            step = over[offer.middle] = over.get(offer.middle, 0) + 1
            price = self.pictures.price(offer.said, False)
            if covers(price, top - QPointF(0, self.at.tile * 0.27 * (step - 1)), place):
                return offer.middle
            if self.at.diamond(top, 0.8).containsPoint(place, Qt.FillRule.WindingFill):
                found = offer.middle
        return found

    def _noble_at(self, place: QPointF, facts: LoopFacts, seen: int) -> int:
        """The field of the noble that is painted at a point in front of the field ``seen``; 0 for none."""
        for noble in sorted(facts.nobles, key=lambda noble: self.at.order(noble.cell), reverse=True):
            foot = self._foot(noble)
            away = place - foot
            if abs(away.x()) > self.at.tile or not -self.at.tile * 1.5 < away.y() < self.at.tile:
                continue  # no part of it reaches that point
            hiding = self._hiding(facts, noble)
            pictures = [(self.pictures.noble(noble.seat, noble.rank), foot)]
            if hiding:
                pictures.append((self.pictures.behind(noble.seat, noble.rank), self._mark_of_hidden(foot)))
            before = not seen or self.at.order(noble.cell) >= self.at.order(seen) or seen in hiding
            if before and any(covers(picture, where, place) for picture, where in pictures):
                return noble.cell
        return 0

    def _foot(self, noble: Noble) -> QPointF:
        """The place on the roof where a noble stands."""
        return self.at.top(noble.cell, self.level(noble.cell)) + QPointF(0, round(self.at.depth * 0.12))

    def _mark_of_hidden(self, foot: QPointF) -> QPointF:
        """The place of the mark of a noble that a tower hides."""
        return foot - QPointF(0, round(self.at.tile * 0.3))

    def level(self, cell: int) -> int:
        """How many levels a cell has."""
        return self.facts.level(cell) if self.facts is not None else 0

    def stands(self, cell: int) -> bool:
        """Whether a block stands on the ground of a cell; a bridge alone does not count."""
        return self.facts is not None and self.facts.level(cell) > 0 and (cell, 1) not in self.facts.air

    # -- items ---------------------------------------------------------------------------------------------------------

    def solids(self, field: int) -> list[tuple[int, int]]:
        """The solid parts on a field, since one sees through under a bridge."""
        return solids(field, self.level(field), self.facts.air) if self.facts is not None else []

    def _put_position(self) -> None:
        self._put_ground_numbers()
        if self.facts is not None:
            self._put_buildings(self.facts)
            self._put_nobles(self.facts)
            self._put_values(self.facts)
            self._put_labels(self.facts)

    def _put_ground_numbers(self) -> None:
        for cell in self.spots.numbered:
            if not self.level(cell):
                where = self.aside(cell)
                if where.cut and self.facts is not None:
                    continue  # it has a label
                self._ask(("ground-number", cell), where, partial(self._put_ground_number, cell, where))

    def _put_ground_number(self, cell: int, where: Aside) -> None:
        picture = self.pictures.ground_number(cell, where.small)
        self.put(picture, self.at.top(cell) + where.shift(self.at), self.at.order(cell) + _ON_PAVING, ("ground-number", cell))

    def _stone_parts(self, stones: Iterable[int]) -> dict[int, tuple[bool, int]]:
        """For each field under a founding stone: whether it runs along the columns, and which third this is."""
        parts = {}
        for first in stones:
            cells = [self.spots.along(first, step) for step in range(3)]
            along = self.spots.of(cells[0])[1] == self.spots.of(cells[1])[1]
            for part, cell in enumerate(sorted(cells, key=self.at.order)):
                parts[cell] = (along, part)
        return parts

    def _put_buildings(self, facts: LoopFacts) -> None:
        parts = self._stone_parts(facts.stones)
        shares = shares_of(facts, self.at)
        spans = _by_cell((cell, (level, share)) for (cell, level), share in shares.items())
        hollow = _by_cell(facts.air)
        for building in facts.buildings:
            for cell in building.cells:
                part, rim = parts.get(cell), self._rim(facts, building, cell)
                content = (
                    building.crest,
                    facts.level(cell),
                    rim,
                    part,
                    spans.get(cell),
                    hollow.get(cell),
                    cell in facts.noble_at,
                    self.aside(cell),
                )
                self._ask(("stack", cell), content, partial(self._put_stack, facts, building, cell, part, shares, rim))

    def _put_stack(
        self, facts: LoopFacts, building: Building, cell: int, part: tuple[bool, int] | None, shares: Shares, rim: int
    ) -> None:
        order, height, air = self.at.order(cell), facts.level(cell), facts.air
        for level in range(1, height + 1):
            place, over = self.at.top(cell, level), order + min(level, 30)
            share = shares.get((cell, level))
            if (cell, level) in air:
                continue
            if share is not None:
                picture = self.pictures.bridge(*share, building.crest, level == height)
                self.put(picture, place, over, ("bridge", cell, level))
            elif level == 1 and part is not None:
                crest = building.crest if level == height else 0
                self.put(self.pictures.founding_stone(*part, crest), place, over, ("block", cell, level))
            else:
                picture = self.pictures.block(building.crest, _above(cell, level, height, air), worn(cell, level), rim)
                self.put(picture, place, over, ("block", cell, level))
        for under in sorted({level - 1 for other, level in air if other == cell and (cell, level - 1) not in air}):
            self.put(self.pictures.shade(), self.at.top(cell, under), order + under + _SHADE, ("shade", cell, under))
            if cell <= self.spots.fields:
                place = self.at.top(cell, under)
                number = self.put(self.pictures.number(cell), place, order + under + _COVERED_NUMBER, ("under", cell, under))
                number.setVisible(False)  # the bridge would cut it
        where = self.aside(cell)
        if cell not in facts.noble_at and not where.cut:
            self.put(self._written(cell), self.at.top(cell, height) + where.shift(self.at), order + NUMBER, ("number", cell))

    def _rim(self, facts: LoopFacts, building: Building, cell: int) -> int:
        """The edges at which the roof of a stack ends, because its castle ends or continues lower."""
        height, own = facts.level(cell), building.cells
        return self.rim(cell, lambda other: other in own and facts.level(other) >= height)

    def _written(self, cell: int) -> Picture:
        small = self.aside(cell).small
        return (
            self.pictures.number(cell, small) if cell <= self.spots.fields else self.pictures.name(self.spots.name(cell), small)
        )

    def _fade(self, cells: Mapping[int, int], opacity: float) -> None:
        super()._fade(cells, opacity)
        for key, item in self.entries.items():
            if key[0] == "under" and key[1] in cells:
                item.setVisible(opacity < 1)

    def _before_eye(self, pointed: int) -> dict[int, int]:
        """The cells that are transparent while the pointer is on a cell, each with the level above which it is.

        This shows what is under the bridge on the cell itself, and nobles nearby behind towers.
        """
        facts = self.facts
        if facts is None or not pointed:
            return {}
        hollow = [level for other, level in facts.air if other == pointed]
        found = {pointed: min(hollow)} if hollow else {}
        here = self.top(pointed)
        for noble in facts.nobles:
            height = facts.level(noble.cell)
            away = self.at.top(noble.cell, height) - here
            if math.hypot(away.x(), away.y()) < self.at.tile * NEAR:
                for cell in self._hiding(facts, noble):
                    found[cell] = min(height, found.get(cell, height))
        return found

    def _put_nobles(self, facts: LoopFacts) -> None:
        for noble in facts.nobles:
            hidden = bool(self._hiding(facts, noble))
            content = (noble, facts.level(noble.cell), hidden)
            self._ask(("noble", noble.cell), content, partial(self._put_noble, noble, hidden))

    def _put_noble(self, noble: Noble, hidden: bool) -> None:
        place = self._foot(noble)
        picture = self.pictures.noble(noble.seat, noble.rank)
        self.put(picture, place, self.at.order(noble.cell) + _NOBLE, ("noble", noble.cell))
        if hidden:
            above = self._mark_of_hidden(place)
            self.put(self.pictures.behind(noble.seat, noble.rank), above, ON_TOP - 1, ("behind", noble.cell))

    def _hiding(self, facts: LoopFacts, noble: Noble) -> list[int]:
        """The cells whose towers hide a noble."""
        height = facts.level(noble.cell)
        return [
            cell
            for cell in self.spots.before(noble.cell)
            if facts.level(cell) > height and self.at.hides(cell, facts.level(cell), noble.cell, height, facts.air)
        ]

    def _put_values(self, facts: LoopFacts) -> None:
        flags = self._flags(facts, self.at)
        for building in facts.buildings:
            first, flag = building.cells[0], flags.get(building.crest)
            cell = flag.cell if flag is not None else tagged(facts, building)
            content = (building.crest, building.value, cell, facts.level(cell), flag)
            self._ask(("value", first), content, partial(self._put_value, building, cell, facts.level(cell), flag))

    def _put_labels(self, facts: LoopFacts) -> None:
        """Put the numbers for which towers and bridges leave no room on labels above everything that stands."""
        for cell, label in self._numbers(facts, self.at).labels.items():
            key = "number" if facts.level(cell) else "ground-number", cell
            self._ask(("label", cell), (label, facts.level(cell)), partial(self._put_label, label, key))

    def _put_label(self, label: Label, key: tuple[str, int]) -> None:
        self.put(self.pictures.label(label.said), label.place, _LABEL + self.at.order(key[1]), key)

    def aside(self, field: int, height: int | None = None) -> Aside:
        """The place of the number on a field's stack, where neither a tower nor a flag nor a noble hides it."""
        placed = self._numbers(self.facts, self.at).asides.get(field) if self.facts is not None and height is None else None
        return placed or super().aside(field, height)

    def _numbers(self, facts: LoopFacts, at: Projection) -> Numbers:
        """The places of all numbers, and the labels of those that would be cut; the latest are kept."""
        kept = self._numbered
        if kept is not None and kept[0] is facts and kept[1] is at and kept[2] == self.side:
            return kept[3]
        best = super().aside
        places = {
            cell: best(cell)
            for cell in self.spots.cells
            if cell not in facts.noble_at and (facts.level(cell) or cell <= self.spots.fields)
        }
        behind = [noble.cell for noble in facts.nobles if self._hiding(facts, noble)]
        found = place_numbers(facts, at, places, self._among, self._flags(facts, at), behind)
        self._numbered = facts, at, self.side, found
        return found

    def _among(self, cell: int, ways: Iterable[Aside]) -> Aside | None:
        """The first of these places of a cell's number where no tower hides it."""
        level = self.level(cell)
        return among(self.spots, cell, level, self._towers_before(cell, level - 1), ways)

    def _flags(self, facts: LoopFacts, at: Projection) -> dict[int, Flagged]:
        """The castles' flags at a zoom level; the latest are kept, so that a zoom finds those that it prepared."""
        seen = facts, at
        if self._flagged is None or any(one is not other for one, other in zip(seen, self._flagged[0], strict=True)):
            self._flagged = seen, place_flags(facts, at)
        return self._flagged[1]

    def _prepare(self, at: Projection) -> None:
        if self.facts is not None:
            self._numbers(self.facts, at)

    def _put_value(self, building: Building, cell: int, height: int, flag: Flagged | None) -> None:
        """Put up a castle's flag or a villa's value."""
        place = self.at.top(cell, height)
        if flag is not None:
            picture = self.pictures.flag(building.crest, building.value, flag.leftwards, flag.pole)
            place -= QPointF(0, round(self.at.depth * 0.22))
            self.put(self.pictures.mast(flag.pole), place, self.at.order(cell) + _MAST, ("mast", building.cells[0]))
        else:
            picture = self.pictures.tag(building.value)
            place += QPointF(0, round(self.at.depth * 0.46 + self.at.rise * 0.78))
        self.put(picture, place, ON_TOP + self.at.order(cell), ("flag", building.cells[0]))

    # -- marks ---------------------------------------------------------------------------------------------------------

    def _name(self, cell: int) -> Picture | None:
        """The number on a field that glows, unless a noble stands there, or the number has a label."""
        hidden = self.facts is not None and (cell in self.facts.noble_at or self.aside(cell).cut)
        return None if hidden else self._written(cell)

    def _put_passing(self) -> None:
        if self._ghost is not None and self.facts is not None:
            self._put_ghost(self.facts, self._ghost)
        self._put_offers(self.offers)

    def _put_offers(self, offers: Sequence[Offer]) -> None:
        over: dict[int, int] = {}
        for offer in offers:
            bright = offer.middle == self._pointed
            place = self.at.top(offer.middle, offer.level)
            plank = self.pictures.bridge_offer(offer.along(self.spots), bright)
            self._pass_at(("plank", offer.move), plank, place, ON_TOP - 4 + bright)
            step = over[offer.middle] = over.get(offer.middle, 0) + 1
            place -= QPointF(0, self.at.tile * 0.27 * (step - 1))
            self._pass_at(("price", offer.move), self.pictures.price(offer.said, bright), place, _PRICE + bright)

    def _put_ghost(self, facts: LoopFacts, after: LoopFacts) -> None:
        parts = self._stone_parts(set(after.stones) - set(facts.stones))
        shares = shares_of(after, self.at)
        for cell, building in after.building_at.items():
            for level in range(facts.level(cell) + 1, after.level(cell) + 1):
                part, share = parts.get(cell) if level == 1 else None, shares.get((cell, level))
                if (cell, level) in after.air:
                    continue
                if share is not None:
                    picture = self.pictures.bridge(*share, building.crest, level == after.level(cell))
                elif part is not None:
                    picture = self.pictures.founding_stone(*part, building.crest)
                else:
                    rim = self._rim(after, building, cell)
                    picture = self.pictures.block(building.crest, after.level(cell) - level, worn(cell, level), rim)
                place = self.at.top(cell, level)
                self._pass_at(("ghost", cell, level), picture, place, self.at.order(cell) + GLOW + level, 0.72)
        before = set(facts.nobles)
        for noble in after.nobles:
            if noble not in before:
                place = self.at.top(noble.cell, after.level(noble.cell)) + QPointF(0, round(self.at.depth * 0.12))
                picture = self.pictures.noble(noble.seat, noble.rank)
                self._pass_at(("ghost-noble", noble.cell), picture, place, self.at.order(noble.cell) + 60, 0.75)


Content = TypeVar("Content")


def _by_cell(pairs: Iterable[tuple[int, Content]]) -> dict[int, set[Content]]:
    """Group these pairs by cell."""
    found: dict[int, set[Content]] = {}
    for cell, content in pairs:
        found.setdefault(cell, set()).add(content)
    return found


def _above(cell: int, level: int, height: int, air: frozenset[tuple[int, int]]) -> int:
    """How many blocks hide a block's upper side: those on it, up to the next hollow or the top."""
    hollow = next((step - 1 for step in range(1, height - level + 1) if (cell, level + step) in air), height - level)
    return max(hollow, min(1, height - level))
