"""Doing it: what happens when a move is made, until the turn passes on.

The order inside a build is T2: captured nobles leave and are paid at the old value; the piece is placed; the value rises and
buildings merge; crests go to villas; the player is paid the new value; then nobles may be placed at the new value.
"""

from __future__ import annotations

from abc import abstractmethod

from rules.contract import NOBODY, Deal, Event, Move
from rules.loop.legality import LoopLegality
from rules.loop.position import HIDDEN
from rules.loop.terms import BARON, CAP, CARD_PRICE, GRANDE, TOWER_PRICE


class LoopState(LoopLegality):
    """A position that can be played on. A game derives from it, and adds its scoring and its ends."""

    @abstractmethod
    def copy(self) -> LoopState:
        """An independent copy: playing on one never changes the other."""

    def play(self, move: Move) -> list[Event]:
        """Make a legal move and tell what happened. Trusts its caller: ask ``why_not`` first about an unchecked move."""
        events: list[Event] = []
        self.undoable += 1
        self._do(move.kind, move.args[0] if move.args else 0, events)
        return events

    def _do(self, kind: str, number: int, events: list[Event]) -> None:
        if kind == "play":
            self._show(number, events)
        elif kind == "play-tower":
            self._play_tower(number, events)
        elif kind == "withdraw":
            self._withdraw(number, events)
        elif kind in ("buy-card", "buy-pile", "buy-tower"):
            self._buy(kind, number, events)
        elif kind == "pass":
            self._pass(events)
        elif kind == "villa":
            self._found_villa(events)
        elif kind == "castle":
            self._found_castle(number, events)
        elif kind == "keep":
            one, other = self._sides()
            first = one if self.buildings.crest[one] == number else other
            self._merge(first, other if first == one else one, events)
        elif kind == "crest":
            self._give_crest(self.buildings.of[number], events)
            self._pay(self.places[0], events)
        elif kind == "baron":
            self._place(number, BARON, events)
        elif kind == "grande":
            self._place(number, GRANDE, events)
        else:
            self._end_turn(events)

    # -- money ---------------------------------------------------------------------------------------------------------

    def _earn(self, seat: int, real: int) -> None:
        """Money from the bank, which never runs out (T5), or to it when negative."""
        if self.money[seat] != HIDDEN:
            self.money[seat] += real

    # -- main actions that build nothing -------------------------------------------------------------------------------

    def _change(self) -> None:
        """Something happens: whoever passed before has to pass again before the game ends (E1)."""
        for seat in range(self.seats):
            self.passed[seat] = 0

    def _withdraw(self, cell: int, events: list[Event]) -> None:
        real = self._income(cell)
        seat, rank = self.nobles.take(cell)
        self._earn(seat, real)
        self.withdrawn = True
        self._change()
        events.append(self.event("withdrew", seat=seat, cell=cell, rank=rank, real=real))

    def _buy(self, kind: str, number: int, events: list[Event]) -> None:
        seat, cards = self.seat, self.cards
        self._change()
        if kind == "buy-tower":
            self._earn(seat, -TOWER_PRICE)
            cards.stack -= 1
            cards.towers[seat] += 1
            events.append(self.event("bought-tower", seat=seat, real=TOWER_PRICE))
        else:
            self._earn(seat, -CARD_PRICE)
            events.append(self.event("bought", seat=seat, card=number, real=CARD_PRICE))
            if kind == "buy-pile":
                slots = cards.take(1)
                cards.to_hand(seat, slots[0])
                self._deals = (Deal("draw", slots, seat),)
            else:
                slot = cards.row_slot(number)
                cards.to_hand(seat, slot)
                if cards.pile():
                    slots = cards.take(1)
                    cards.row[cards.row.index(slot)] = slots[0]
                    self._deals = (Deal("open", slots),)
                else:
                    cards.row.remove(slot)
        self._end_turn(events)

    def _pass(self, events: list[Event]) -> None:
        """E2: without cards, and with none for sale, the player is out; E1: a turn with a withdrawal is no mere pass."""
        seat = self.seat
        events.append(self.event("passed", seat=seat))
        if not self.withdrawn:
            self.passed[seat] = 1
        if not self.cards.hand_size(seat) and not self._cheapest():
            self.out[seat] = 1
            events.append(self.event("out", seat=seat))
        self._end_turn(events)

    # -- building ------------------------------------------------------------------------------------------------------

    def _show(self, number: int, events: list[Event]) -> None:
        """A construction card is named; which slot of the hand it is has to be shown before anything comes of it."""
        self.card = number
        self._change()
        self._deals = (Deal("show", self.cards.candidates(self.seat, number), self.seat, (number,)),)
        events.append(self.event("played", seat=self.seat, card=number))

    def _sides(self) -> tuple[int, int]:
        """The buildings before and after the field of the card being played; 0 for a free field."""
        of = self.buildings.of
        return of[self.board.before[self.card]], of[self.board.after[self.card]]

    def _play_card(self, seat: int, slot: int, number: int, events: list[Event]) -> None:
        """T4: what a construction card does depends on its field and its two neighbours."""
        self.cards.discard(seat, slot, number)
        buildings = self.buildings
        if buildings.level[number]:
            self._build_up(number, events)
            return
        one, other = self._sides()
        if not one and not other:
            if buildings.castle_sites(number):
                self.step = "found"
            else:
                self._found_villa(events)
        elif not one or not other or one == other:
            self._build(number, one or other, events)
            self._settle(other or one, (number,), 1, 0, events)
        elif not buildings.crest[one] or not buildings.crest[other]:
            stays = other if buildings.crest[other] else one
            self._merge(stays, one if stays == other else other, events)
        else:
            self._join_castles(one, other, events)

    def _join_castles(self, one: int, other: int, events: list[Event]) -> None:
        """M1: the higher castle survives; the player is asked where that is open and makes a difference. M3: none at 50."""
        value = self.buildings.value
        if CAP in (value[one], value[other]):
            self._lose_block(events)
        elif abs(value[one] - value[other]) <= 1 and self._captures(one, other):
            self.step = "keep"
        elif value[one] != value[other]:
            stays = one if value[one] > value[other] else other
            self._merge(stays, other if stays == one else one, events)
        else:
            stays = one if self.buildings.crest[one] < self.buildings.crest[other] else other
            self._merge(stays, other if stays == one else one, events)

    def _captures(self, one: int, other: int) -> bool:
        """Whether a foreign noble would leave one of two castles, were it absorbed (M2)."""
        if not self.setup.terms.merger_captures:
            return False
        of = self.buildings.of
        return any(of[cell] in (one, other) and seat != self.seat for cell, seat, _ in self.nobles.standing())

    def _lose_block(self, events: list[Event]) -> None:
        """M3: no merger; the block leaves the game, the player gets 50 and places no noble."""
        self.buildings.lose_block()
        events.append(self.event("lost-block", seat=self.seat, cell=self.card))
        self._note_last_block(events)
        self._earn(self.seat, CAP)
        events.append(self.event("paid", seat=self.seat, real=CAP))
        self._end_turn(events)

    def _found_villa(self, events: list[Event]) -> None:
        self.buildings.found_villa(self.card)
        events.append(self.event("villa", seat=self.seat, cell=self.card))
        self._note_last_block(events)
        self._settle(self.card, (self.card,), 1, 0, events)

    def _found_castle(self, first: int, events: list[Event]) -> None:
        """T7: up to two nobles, on any of the three fields."""
        crest = self.buildings.found_castle(first, self.card)
        events.append(self.event("castle", seat=self.seat, first=first, card=self.card, crest=crest))
        self._note_last_block(events)
        self._settle(self.card, self.board.three(first), 2, 0, events)

    def _build_up(self, cell: int, events: list[Event]) -> None:
        """W3: a construction card on top of whatever stands there; a foreign noble is captured, an own one rises."""
        if self.nobles.is_foreign(cell, self.seat):
            self._capture(cell, events)
        building = self.buildings.of[cell]
        self._build(cell, building, events)
        self._after_rise(cell, building, events)

    def _play_tower(self, cell: int, events: list[Event]) -> None:
        """W1: a tower card never captures."""
        self.cards.towers[self.seat] -= 1
        self.cards.spent += 1
        self._change()
        events.append(self.event("played-tower", seat=self.seat, cell=cell))
        building = self.buildings.of[cell]
        self._build(cell, building, events)
        self._after_rise(cell, building, events)

    def _after_rise(self, cell: int, building: int, events: list[Event]) -> None:
        """T7: no noble may be placed after sliding a block under an own one."""
        rises = self.nobles.is_of(cell, self.seat)
        if rises:
            events.append(self.event("rises", seat=self.seat, cell=cell, level=self.buildings.level[cell]))
        self._settle(building, (cell,), 0 if rises else 1, 0, events)

    def _build(self, cell: int, building: int, events: list[Event]) -> None:
        """One block, and the new value of its building."""
        buildings = self.buildings
        buildings.add_block(cell, building)
        events.append(
            self.event(
                "built",
                seat=self.seat,
                cell=cell,
                level=buildings.level[cell],
                crest=buildings.crest[building],
                value=buildings.value[building],
            )
        )
        self._note_last_block(events)

    def _merge(self, stays: int, goes: int, events: list[Event]) -> None:
        """The card being played joins two buildings; nobles are captured only where a castle absorbs a castle (M2, M4)."""
        buildings = self.buildings
        if buildings.crest[goes] and self.setup.terms.merger_captures:
            for cell in buildings.cells(goes):
                if self.nobles.is_foreign(cell, self.seat):
                    self._capture(cell, events)
        crest = buildings.crest[goes]
        self._build(self.card, stays, events)
        freed = buildings.merge(stays, goes)
        events.append(
            self.event(
                "merged", seat=self.seat, cell=self.card, stays=buildings.crest[stays], goes=crest, value=buildings.value[stays]
            )
        )
        self._settle(stays, (self.card,), 1, freed, events)

    def _capture(self, cell: int, events: list[Event]) -> None:
        """A foreign noble leaves and is paid as for a withdrawal, before any value rises (T2)."""
        real = self._income(cell)
        owner, rank = self.nobles.take(cell)
        self._earn(owner, real)
        events.append(self.event("captured", seat=owner, cell=cell, rank=rank, real=real, by=self.seat))

    def _note_last_block(self, events: list[Event]) -> None:
        if not self.buildings.blocks:
            events.append(self.event("last-block", seat=self.seat))

    # -- crests, payment, nobles ---------------------------------------------------------------------------------------

    def _settle(self, building: int, places: tuple[int, ...], nobles: int, freed: int, events: list[Event]) -> None:
        """What follows every build: a villa becomes a castle (V1), a freed crest finds a villa (V2), the player is paid.

        Args:
            building: what was built on.
            places: the cells that may take a noble afterwards, ``nobles`` of them.
            nobles: see there.
            freed: the crest that a merger freed, or 0.
            events: what happened is added here.
        """
        self.places = places
        self.places_left = nobles
        if self.buildings.deserves_crest(building):
            self._give_crest(building, events)
        if freed:
            waiting = self.buildings.waiting()
            if len(waiting) > 1:
                self.step = "crest"
                return
            if waiting:
                self._give_crest(waiting[0], events)
        self._pay(building, events)

    def _give_crest(self, building: int, events: list[Event]) -> None:
        crest = self.buildings.give_crest(building)
        cell = self.buildings.cells(building)[0]
        events.append(self.event("crest", cell=cell, crest=crest, value=self.buildings.value[building]))

    def _pay(self, cell: int, events: list[Event]) -> None:
        """Pay the new value of the building on the cell; then nobles, if any can be placed."""
        real = self.buildings.value_at(cell)
        self._earn(self.seat, real)
        events.append(self.event("paid", seat=self.seat, real=real))
        self._ask_for_noble(events)

    def _ask_for_noble(self, events: list[Event]) -> None:
        """The noble step is skipped when nothing is possible (T1)."""
        if self.places_left and any(not self._why_no_noble(cell, rank) for cell in self.places for rank in (BARON, GRANDE)):
            self.step = "noble"
        else:
            self._end_turn(events)

    def _place(self, cell: int, rank: int, events: list[Event]) -> None:
        real = rank * self.buildings.value_at(cell)
        self._earn(self.seat, -real)
        self.nobles.place(cell, self.seat, rank)
        events.append(self.event("placed", seat=self.seat, cell=cell, rank=rank, real=real))
        self.places_left -= 1
        self._ask_for_noble(events)

    # -- the end of a turn ---------------------------------------------------------------------------------------------

    @abstractmethod
    def _ending(self) -> str:
        """How the game ends after this turn; empty if it goes on (E1)."""

    def _all_passed(self) -> bool:
        """E1: whether every player still in has passed in a row, with nothing changed."""
        return all(self.out[seat] or self.passed[seat] for seat in range(self.seats))

    def _end_turn(self, events: list[Event]) -> None:
        self.card = 0
        self.withdrawn = False
        self.places = ()
        self.places_left = 0
        self.undoable = 0
        self.end = self._ending()
        if self.end:
            self.step = "over"
            self.seat = NOBODY
            events.append(self.event("over", end=self.end))
            return
        self.step = "main"
        self.round += 1
        self.seat = (self.seat + 1) % self.seats
        while self.out[self.seat]:
            self.seat = (self.seat + 1) % self.seats
