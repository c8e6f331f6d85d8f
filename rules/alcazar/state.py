"""A position of Alcazar: building a bridge (B2, B3, M5), the noble step (B4), how the game ends (E1), what counts (E4)."""

from __future__ import annotations

from typing import Final

from rules.alcazar.bridges import BRIDGE_PRICE, BridgedBuildings
from rules.alcazar.legality import KINDS, AlcazarLegality
from rules.contract import Event, Facts, Move, ScoreLine
from rules.loop.cards import Cards
from rules.loop.nobles import Nobles
from rules.loop.position import HIDDEN
from rules.loop.terms import Setup
from rules.message import message

REAL_PER_POINT: Final = 50
"""Every full 50 Real are a victory point, and the money is kept for the tie-break (E4)."""


class AlcazarState(AlcazarLegality):
    """A position of Alcazar."""

    def __init__(self, setup: Setup, buildings: BridgedBuildings, cards: Cards, nobles: Nobles) -> None:
        super().__init__(setup, buildings, cards, nobles)
        self.raised = False
        self.built = 0
        self.exchange = False

    def copy(self) -> AlcazarState:
        """An independent copy: playing on one never changes the other."""
        twin = AlcazarState(self.setup, self.buildings.copy(), self.cards.copy(), self.nobles.copy())
        self._copy_to(twin)
        twin.raised = self.raised
        twin.built = self.built
        twin.exchange = self.exchange
        return twin

    def facts(self) -> Facts:
        """The facts of Das neue Big Boss, and those listed in :mod:`rules.alcazar`."""
        return {
            **super().facts(),
            "bridges": [list(bridge) for bridge in self.buildings.bridges],
            "bridges_left": self.buildings.bridges_left(),
            "built": self.built,
            "raised": self.raised,
        }

    # -- bridges -------------------------------------------------------------------------------------------------------

    def play(self, move: Move) -> list[Event]:
        """Make a legal move and tell what happened. Trusts its caller: ask ``why_not`` first about an unchecked move."""
        if move.kind not in KINDS:
            return super().play(move)
        events: list[Event] = []
        self.undoable += 1
        one, other = move.args
        if move.kind == "bridge":
            self._bridge(one, other, events)
        elif move.kind == "move":
            self._move(one, other, events)
        else:
            self._swap(one, other, events)
        return events

    def _bridge(self, first: int, last: int, events: list[Event]) -> None:
        """B1 to B3 in the order of T2: pay, capture, build, merge, raise the nobles, be paid."""
        buildings, nobles, seat = self.buildings, self.nobles, self.seat
        middle = self.board.between(first, last)
        self._change()
        self._earn(seat, -BRIDGE_PRICE)
        level = buildings.level[first] + 1
        events.append(self.event("bridge", seat=seat, first=first, middle=middle, last=last, level=level, real=BRIDGE_PRICE))
        if nobles.is_foreign(middle, seat):
            self._capture(middle, events)
        one, other = buildings.of[first], buildings.of[last]
        assert buildings.of[middle] in (0, one, other), "M5: an occupied middle belongs to a pillar's building"
        stays = self._survivor(one, other)
        goes = other if stays == one else one
        crest = buildings.crest[goes]
        buildings.span(first, middle, last, stays)
        events.append(
            self.event(
                "spanned", seat=seat, cell=middle, level=level, crest=buildings.crest[stays], value=buildings.value[stays]
            )
        )
        if not buildings.bridges_left():
            events.append(self.event("last-bridge", seat=seat))
        freed = 0
        if goes != stays:
            freed = buildings.merge(stays, goes)
            events.append(
                self.event(
                    "merged", seat=seat, cell=middle, stays=buildings.crest[stays], goes=crest, value=buildings.value[stays]
                )
            )
        for cell in (first, middle, last):
            if nobles.on[cell]:
                events.append(self.event("rises", seat=seat, cell=cell, level=level))
        self._settle(stays, (first, middle, last), 1, freed, events)

    def _survivor(self, one: int, other: int) -> int:
        """Which of two buildings lives on: the castle, or the higher castle; nothing in this game depends on a tie (M1, M5)."""
        crest, value = self.buildings.crest, self.buildings.value
        if not crest[one] or not crest[other]:
            return other if crest[other] else one
        if value[one] != value[other]:
            return one if value[one] > value[other] else other
        return one if crest[one] < crest[other] else other

    def _withdraw(self, cell: int, events: list[Event]) -> None:
        """E2: who had to withdraw for the price of a card buys one with it, if it is enough."""
        forced = self._must_withdraw()
        super()._withdraw(cell, events)
        self.raised = forced

    # -- the noble step ------------------------------------------------------------------------------------------------

    def _settle(self, building: int, places: tuple[int, ...], nobles: int, freed: int, events: list[Event]) -> None:
        """B4: after any build nobles of that building may be moved or swapped instead of placing one."""
        self.built = building
        self.exchange = True
        super()._settle(building, places, nobles, freed, events)

    def _ask_for_noble(self, events: list[Event]) -> None:
        if self._may_place() or self._exchanges():
            self.step = "noble"
        else:
            self._end_turn(events)

    def _place(self, cell: int, rank: int, events: list[Event]) -> None:
        self.exchange = False
        super()._place(cell, rank, events)

    def _move(self, cell: int, to: int, events: list[Event]) -> None:
        noble = self.nobles.on[cell]
        self.nobles.on[cell] = 0
        self.nobles.on[to] = noble
        events.append(self.event("moved", seat=self.seat, cell=cell, to=to, rank=noble & 3))
        self._end_turn(events)

    def _swap(self, cell: int, other: int, events: list[Event]) -> None:
        on = self.nobles.on
        on[cell], on[other] = on[other], on[cell]
        events.append(self.event("swapped", seat=self.seat, cell=cell, other=other))
        self._end_turn(events)

    def _awaits_noble(self) -> bool:
        return self.built != 0

    # -- the end -------------------------------------------------------------------------------------------------------

    def _end_turn(self, events: list[Event]) -> None:
        self.raised = False
        self.built = 0
        self.exchange = False
        super()._end_turn(events)

    def _ending(self) -> str:
        """E1: the blocks or the bridges have run out, or everybody has passed."""
        if not self.buildings.blocks:
            return "blocks"
        if not self.buildings.bridges_left():
            return "bridges"
        return "passed" if self._all_passed() else ""

    def scores(self) -> tuple[int, ...]:
        """Victory points by seat: the level of each baron, twice that of each grande, one for 50 Real each."""
        found = [0 if money == HIDDEN else money // REAL_PER_POINT for money in self.money]
        for cell, seat, rank in self.nobles.standing():
            found[seat] += rank * self.buildings.level[cell]
        return tuple(found)

    def score_trace(self) -> list[ScoreLine]:
        """E4 line by line: each noble by his level, then the money."""
        lines = [
            ScoreLine(
                seat,
                rank * self.buildings.level[cell],
                message("alcazar.score.noble", seat=seat, cell=cell, rank=rank, level=self.buildings.level[cell]),
            )
            for cell, seat, rank in self.nobles.standing()
        ]
        lines += [
            ScoreLine(seat, money // REAL_PER_POINT, message("alcazar.score.money", seat=seat, real=money))
            for seat, money in enumerate(self.money)
            if money != HIDDEN
        ]
        return lines

    def _rank_keys(self) -> list[tuple[int, ...]]:
        """E4: the most points win; on a tie, who has more money."""
        return list(zip(self.scores(), self.money, strict=True))
