"""The effects of moves, up to the end of the turn.

The order inside a build is T2: captured nobles leave and are paid at the old value; the piece is placed; the value rises and
buildings merge; crests go to villas; the player is paid the new value; then nobles may be placed at the new value.
"""

from __future__ import annotations

from abc import abstractmethod

from rules.contract import NOBODY, Deal, Event, Move
from rules.kinds import Told
from rules.loop.legality import LoopLegality
from rules.loop.terms import BARON, CAP, CARD_PRICE, GRANDE, TOWER_PRICE
from rules.native import mypyc_attr


@mypyc_attr(allow_interpreted_subclasses=True)
class LoopState(LoopLegality):
    """A position that can be played on. A game derives from it, and adds its scoring and its ends."""

    @abstractmethod
    def copy(self) -> LoopState:
        """An independent copy: playing on one never changes the other."""

    def play(self, move: Move) -> list[Event]:
        """Make a legal move and return what happened. Trusts its caller: ask ``why_not`` first about an unchecked move."""
        events: list[Event] = []
        self.undoable += 1
        self.kinds.rows[move.kind].do(self, move, events)
        return events

    def play_silently(self, move: Move) -> None:
        """Make a legal move as ``play`` does, but without events."""
        self.undoable += 1
        self.kinds.rows[move.kind].do(self, move, None)

    # -- money ---------------------------------------------------------------------------------------------------------

    def _earn(self, seat: int, real: int) -> None:
        """Pay a seat from the bank, which never runs out (T5); a negative amount goes to the bank."""
        self.money[seat] += real

    # -- main actions that build nothing -------------------------------------------------------------------------------

    def _change(self) -> None:
        """Note that something has changed: players who have passed must pass again before the game ends (E1)."""
        if 1 in self.passed:
            self.passed = [0] * self.seats

    def withdraw(self, cell: int, told: Told) -> None:
        """Withdraw a noble: he leaves the board and pays his player (T1)."""
        real = self._income(cell)
        seat, rank = self.nobles.take(cell)
        self._earn(seat, real)
        self.withdrawn = True
        self._change()
        if told is not None:
            self.tell(told, "withdrew", seat=seat, cell=cell, rank=rank, real=real)

    def buy_card(self, number: int, told: Told) -> None:
        """Buy a card that lies face up (T5); its place is filled from the draw pile."""
        slot = self.cards.row_slot(number)
        self._pay_for_card(number, told)
        cards = self.cards
        cards.to_hand(self.seat, slot)
        if cards.pile():
            slots = cards.take(1)
            cards.refill(slot, slots[0])
            self._deals = (Deal("open", slots),)
        else:
            cards.refill(slot, 0)
        self.end_turn(told)

    def buy_from_pile(self, told: Told) -> None:
        """Buy the top card of the draw pile (T5)."""
        self._pay_for_card(0, told)
        slots = self.cards.take(1)
        self.cards.to_hand(self.seat, slots[0])
        self._deals = (Deal("draw", slots, self.seat),)
        self.end_turn(told)

    def _pay_for_card(self, number: int, told: Told) -> None:
        self._change()
        self._earn(self.seat, -CARD_PRICE)
        if told is not None:
            self.tell(told, "bought", seat=self.seat, card=number, real=CARD_PRICE)

    def buy_tower(self, told: Told) -> None:
        """Buy a tower card."""
        self._change()
        self._earn(self.seat, -TOWER_PRICE)
        self.cards.stack -= 1
        self.cards.add_towers(self.seat, 1)
        if told is not None:
            self.tell(told, "bought-tower", seat=self.seat, real=TOWER_PRICE)
        self.end_turn(told)

    def pass_on(self, told: Told) -> None:
        """Pass. A player without cards, with none for sale, is out (E2). A turn with a withdrawal is no pass (E1)."""
        seat = self.seat
        self.tell(told, "passed", seat=seat)
        if not self.withdrawn:
            self.passed = [*self.passed[:seat], 1, *self.passed[seat + 1 :]]
        if not self.cards.hand_size(seat) and not self._cheapest():
            self.out = [*self.out[:seat], 1, *self.out[seat + 1 :]]
            self.tell(told, "out", seat=seat)
        self.end_turn(told)

    # -- building ------------------------------------------------------------------------------------------------------

    def name_card(self, number: int, told: Told) -> None:
        """Name a construction card. The player must show which slot of the hand it is before it takes effect."""
        self.card = number
        self._change()
        self._deals = (Deal("show", self.cards.candidates(self.seat, number), self.seat, (number,)),)
        if told is not None:
            self.tell(told, "played", seat=self.seat, card=number)

    def _sides(self) -> tuple[int, int]:
        """The buildings before and after the field of the card being played; 0 for a free field."""
        of = self.buildings.of
        return of[self.board.before[self.card]], of[self.board.after[self.card]]

    def _play_card(self, seat: int, slot: int, number: int, told: Told) -> None:
        """Play a construction card. Its effect depends on its field and the two neighbours (T4)."""
        self.cards.discard(seat, slot, number)
        buildings = self.buildings
        if buildings.level[number]:
            self._build_up(number, told)
            return
        one, other = self._sides()
        if not one and not other:
            if buildings.may_found(number):
                self.step = "found"
            else:
                self.found_villa(told)
        elif not one or not other or one == other:
            self._build(number, one or other, told)
            self._settle(other or one, (number,), 1, 0, told)
        elif not buildings.crest[one] or not buildings.crest[other]:
            self._join(one, other, told)
        else:
            self._join_castles(one, other, told)

    def _join_castles(self, one: int, other: int, told: Told) -> None:
        """Join two castles. The player is asked which one stays if that matters (M1). A castle of 50 does not merge (M3)."""
        value = self.buildings.value
        if CAP in (value[one], value[other]):
            self._lose_block(told)
        elif abs(value[one] - value[other]) <= 1 and self._captures(one, other):
            self.step = "keep"
        else:
            self._join(one, other, told)

    def _survivor(self, one: int, other: int) -> int:
        """Which of two buildings stays (M1, M5): the castle, then the more valuable one, then the one with the lower crest."""
        crest, value = self.buildings.crest, self.buildings.value
        if not crest[one] or not crest[other]:
            return other if crest[other] else one
        if value[one] != value[other]:
            return one if value[one] > value[other] else other
        return one if crest[one] < crest[other] else other

    def _join(self, one: int, other: int, told: Told) -> None:
        stays = self._survivor(one, other)
        self._merge(stays, other if stays == one else one, told)

    def keep_castle(self, crest: int, told: Told) -> None:
        """Merge after the player has chosen the castle with this crest (M1)."""
        one, other = self._sides()
        stays = one if self.buildings.crest[one] == crest else other
        self._merge(stays, other if stays == one else one, told)

    def _captures(self, one: int, other: int) -> bool:
        """Whether a foreign noble would leave one of two castles, were it absorbed (M2)."""
        if not self.setup.terms.merger_captures:
            return False
        of = self.buildings.of
        return any(of[cell] in (one, other) and seat != self.seat for cell, seat, _ in self.nobles.standing())

    def _lose_block(self, told: Told) -> None:
        """Do not merge: the block leaves the game, and the player gets 50 and places no noble (M3)."""
        self.buildings.lose_block()
        self.tell(told, "lost-block", seat=self.seat, cell=self.card)
        self._note_last_block(told)
        self._earn(self.seat, CAP)
        self.tell(told, "paid", seat=self.seat, real=CAP)
        self.end_turn(told)

    def found_villa(self, told: Told) -> None:
        """Found a villa: one block on the field of the card being played (T3)."""
        self.buildings.found_villa(self.card)
        if told is not None:
            self.tell(told, "villa", seat=self.seat, cell=self.card)
        self._note_last_block(told)
        self._settle(self.card, (self.card,), 1, 0, told)

    def found_castle(self, first: int, told: Told) -> None:
        """Found a castle. Then the player may place up to two nobles on any of the three fields (T7)."""
        crest = self.buildings.found_castle(first, self.card)
        self.tell(told, "castle", seat=self.seat, first=first, card=self.card, crest=crest)
        self._note_last_block(told)
        self._settle(self.card, self.board.three(first), 2, 0, told)

    def _build_up(self, cell: int, told: Told) -> None:
        """Build on top of whatever stands there (W3): another player's noble is captured, the player's own rises."""
        if self.nobles.is_foreign(cell, self.seat):
            self._capture(cell, told)
        building = self.buildings.of[cell]
        self._build(cell, building, told)
        self._after_rise(cell, building, told)

    def play_tower(self, cell: int, told: Told) -> None:
        """Play a tower card, which never captures (W1)."""
        self.cards.add_towers(self.seat, -1)
        self.cards.spent += 1
        self._change()
        if told is not None:
            self.tell(told, "played-tower", seat=self.seat, cell=cell)
        building = self.buildings.of[cell]
        self._build(cell, building, told)
        self._after_rise(cell, building, told)

    def _after_rise(self, cell: int, building: int, told: Told) -> None:
        """Settle a build in height. No noble may be placed after sliding a block under the player's own noble (T7)."""
        rises = self.nobles.is_of(cell, self.seat)
        if rises:
            self.tell(told, "rises", seat=self.seat, cell=cell, level=self.buildings.level[cell])
        self._settle(building, (cell,), 0 if rises else 1, 0, told)

    def _build(self, cell: int, building: int, told: Told) -> None:
        """Add one block, and tell the new value of its building."""
        buildings = self.buildings
        buildings.add_block(cell, building)
        if told is not None:
            self.tell(
                told,
                "built",
                seat=self.seat,
                cell=cell,
                level=buildings.level[cell],
                crest=buildings.crest[building],
                value=buildings.value[building],
            )
        self._note_last_block(told)

    def _merge(self, stays: int, goes: int, told: Told) -> None:
        """Join two buildings by the card being played. Nobles are captured only if a castle absorbs a castle (M2, M4)."""
        buildings = self.buildings
        if buildings.crest[goes] and self.setup.terms.merger_captures:
            for cell in buildings.cells(goes):
                if self.nobles.is_foreign(cell, self.seat):
                    self._capture(cell, told)
        crest = buildings.crest[goes]
        self._build(self.card, stays, told)
        freed = buildings.merge(stays, goes)
        self.tell(
            told,
            "merged",
            seat=self.seat,
            cell=self.card,
            stays=buildings.crest[stays],
            goes=crest,
            value=buildings.value[stays],
        )
        self._settle(stays, (self.card,), 1, freed, told)

    def _capture(self, cell: int, told: Told) -> None:
        """Capture a noble: he leaves, and his player is paid as for a withdrawal, before any value rises (T2)."""
        real = self._income(cell)
        owner, rank = self.nobles.take(cell)
        self._earn(owner, real)
        if told is not None:
            self.tell(told, "captured", seat=owner, cell=cell, rank=rank, real=real, by=self.seat)

    def _note_last_block(self, told: Told) -> None:
        if not self.buildings.blocks:
            self.tell(told, "last-block", seat=self.seat)

    # -- crests, payment, nobles ---------------------------------------------------------------------------------------

    def _settle(self, building: int, places: tuple[int, ...], nobles: int, freed: int, told: Told) -> None:
        """The effects of every build: a villa becomes a castle (V1), a freed crest finds a villa (V2), the player is paid.

        Args:
            building: the building that was built on.
            places: the cells on which nobles may be placed afterwards.
            nobles: how many nobles may be placed there.
            freed: the crest that a merger freed, or 0.
            told: the list to which events are added; None if nobody wants them.
        """
        self.places = places
        self.places_left = nobles
        if self.buildings.deserves_crest(building):
            self._give_crest(building, told)
        if freed:
            waiting = self.buildings.waiting()
            if len(waiting) > 1:
                self.step = "crest"
                return
            if waiting:
                self._give_crest(waiting[0], told)
        self._pay(building, told)

    def crest_villa(self, cell: int, told: Told) -> None:
        """Give the freed crest to the waiting villa on this cell, which the player has chosen (V2)."""
        self._give_crest(self.buildings.of[cell], told)
        self._pay(self.places[0], told)

    def _give_crest(self, building: int, told: Told) -> None:
        crest = self.buildings.give_crest(building)
        cell = self.buildings.cells(building)[0]
        self.tell(told, "crest", cell=cell, crest=crest, value=self.buildings.value[building])

    def _pay(self, cell: int, told: Told) -> None:
        """Pay the new value of the building on the cell; then go to the noble step, if any noble can be placed."""
        real = self.buildings.value_at(cell)
        self._earn(self.seat, real)
        if told is not None:
            self.tell(told, "paid", seat=self.seat, real=real)
        self._ask_for_noble(told)

    def _ask_for_noble(self, told: Told) -> None:
        """Go to the noble step, or skip it if nothing is possible in it (T1)."""
        if self._may_place():
            self.step = "noble"
        else:
            self.end_turn(told)

    def _may_place(self) -> bool:
        """Whether a noble can be placed on what was built this turn."""
        return self.places_left > 0 and bool(self.noble_sites(BARON) or self.noble_sites(GRANDE))

    def place(self, cell: int, rank: int, told: Told) -> None:
        """Place a noble from the supply, for once or twice the value of the building (T7)."""
        real = rank * self.buildings.value_at(cell)
        self._earn(self.seat, -real)
        self.nobles.place(cell, self.seat, rank)
        if told is not None:
            self.tell(told, "placed", seat=self.seat, cell=cell, rank=rank, real=real)
        self.places_left -= 1
        self._ask_for_noble(told)

    # -- the end of a turn ---------------------------------------------------------------------------------------------

    @abstractmethod
    def _ending(self) -> str:
        """How the game ends after this turn; empty if it goes on (E1)."""

    def _all_passed(self) -> bool:
        """Whether all players who are not out have passed in a row, with no change in between (E1)."""
        return 0 not in map(max, self.passed, self.out)

    def end_turn(self, told: Told) -> None:
        """Go on to the next player, or end the game (E1)."""
        self.card = 0
        self.withdrawn = False
        self.places = ()
        self.places_left = 0
        self.undoable = 0
        self.end = self._ending()
        if self.end:
            self.step = "over"
            self.seat = NOBODY
            self.tell(told, "over", end=self.end)
            return
        self.step = "main"
        self.round += 1
        self.seat = (self.seat + 1) % self.seats
        while self.out[self.seat]:
            self.seat = (self.seat + 1) % self.seats
