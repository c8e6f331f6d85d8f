"""Legality: the choices open now and the reasons against others, for the table of kinds (:mod:`rules.loop.kinds`).

For each kind of move it gives the current choices, worked out once for the whole position, and why others are illegal.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, ClassVar, Final

from rules.contract import NOBODY, Move
from rules.loop.kinds import BUY_CARD, BUY_PILE, BUY_TOWER, PASS, PLAY, PLAY_TOWER, WITHDRAW, Kinds
from rules.loop.position import LoopPosition
from rules.loop.terms import BARON, CARD_PRICE, FIELDS, TOWER_LEVELS, TOWER_PRICE
from rules.message import Message, message
from rules.native import mypyc_attr

TOO_EARLY: Final[dict[str, str]] = {
    "found": "nothing-founded",
    "keep": "nothing-merges",
    "crest": "no-crest-free",
    "noble": "nothing-built",
}
"""Why a later step cannot come before the main action."""


@mypyc_attr(allow_interpreted_subclasses=True)
class LoopLegality(LoopPosition):
    """A position that knows what may be done in it.

    Attributes:
        kinds: the game's table of moves.
    """

    kinds: ClassVar[Kinds[Any]]

    # -- the contract --------------------------------------------------------------------------------------------------

    def moves(self) -> list[Move]:
        """Every legal move of the seat on turn: by kind in the order of the table, numbers ascending."""
        if self._deals or self.seat == NOBODY:
            return []
        if self.step == "main":
            return self.actions()
        found: list[Move] = []
        for kind in self.kinds.asked[self.step]:
            found += kind.choices(self)
        return found

    def why_not(self, move: Move) -> Message | None:
        """None if the move is legal now, else why not. Every reason has the same values; its sentence takes what it needs."""
        reason = self._refusal(move)
        if not reason:
            return None
        seat = self.seat
        kind = self.kinds.rows.get(move.kind)
        return message(
            f"{self.setup.terms.game}.refusal.{reason}",
            seat=seat,
            number=move.args[0] if move.args else 0,
            price=kind.price(self, move) if kind else 0,
            money=self.money[seat] if seat != NOBODY else 0,
        )

    def _refusal(self, move: Move) -> str:
        """The reason why a move is not legal now; empty if it is."""
        if self.end:
            return "over"
        if self._deals:
            return "dealing"
        kind = self.kinds.rows.get(move.kind)
        if kind is None or len(move.args) != kind.arity:
            return "unknown-move"
        if kind.step != self.step:
            return TOO_EARLY[kind.step] if self.step == "main" else f"finish-{self.step}"
        return kind.check(self, move)

    def prompt(self) -> Message:
        """The prompt for the seat on turn: its seat, the card being played, and the value of the building just built."""
        word = "deal" if self._deals else self.step
        if word == "main" and not self._must_act():
            word = "must-withdraw" if self._must_withdraw() else "may-pass"
        place = self.places[0] if self.places else 0
        return message(
            f"{self.setup.terms.game}.prompt.{word}", seat=self.seat, card=self.card, value=self.buildings.value_at(place)
        )

    # -- the main step -------------------------------------------------------------------------------------------------

    def actions(self) -> list[Move]:
        """Everything that may be done in the main step, in the order of the table.

        It is asked in every turn, so all kinds are listed in one go.
        """
        seat, cards, money = self.seat, self.cards, self.money[self.seat]
        found = [WITHDRAW[cell] for cell in self.withdrawable()]
        found += [PLAY[number] for number in cards.playable(seat)]
        if cards.towers[seat]:
            found += [PLAY_TOWER[cell] for cell in self.tower_sites()]
        if money >= CARD_PRICE:
            faces = cards.faces
            found += [BUY_CARD[number] for number in sorted([faces[slot] for slot in cards.row])]
            if cards.pile():
                found.append(BUY_PILE)
        if money >= TOWER_PRICE and cards.stack:
            found.append(BUY_TOWER)
        if not cards.hands[seat] and not self.why_no_pass():
            found.append(PASS)
        return found

    def withdrawable(self) -> Sequence[int]:
        """The cells from which a noble may be withdrawn now, lowest first."""
        if self.withdrawn:
            return ()
        own = self.nobles.own[self.seat]
        if not own or not self._must_withdraw():
            return own
        return [cell for cell in own if self._brings_enough(cell)] or own

    def why_no_withdrawal(self, cell: int) -> str:
        """T1: one own noble, first in the turn; E2: one that helps to buy, if the seat must do that."""
        if not 1 <= cell <= self.board.cells:
            return "no-field"
        if self.withdrawn:
            return "withdrawn-already"
        if not self.nobles.on[cell]:
            return "nobody-there"
        if self.nobles.is_foreign(cell, self.seat):
            return "not-your-noble"
        return "" if cell in self.withdrawable() else "withdraw-enough"

    def why_no_play(self, number: int) -> str:
        """A construction card in the hand is always playable while blocks last (T4)."""
        if not 1 <= number <= FIELDS:
            return "no-card"
        return "" if self.cards.may_hold(self.seat, number) else "not-in-hand"

    def tower_sites(self) -> list[int]:
        """The cells on which a tower card of the seat on turn may be played, lowest first (W1)."""
        if not self.cards.towers[self.seat]:
            return []
        seat, on = self.seat, self.nobles.on
        levels = enumerate(self.buildings.level)
        return [cell for cell, level in levels if 0 < level < TOWER_LEVELS and (not on[cell] or on[cell] >> 2 == seat)]

    def why_no_tower(self, cell: int) -> str:
        """W1: onto at least one level, up to the fifth, under nobody else's noble."""
        if not 1 <= cell <= self.board.cells:
            return "no-field"
        if not self.cards.towers[self.seat]:
            return "no-tower-card"
        return self._why_no_tower_here(cell)

    def _why_no_tower_here(self, cell: int) -> str:
        """The part of W1 that has to do with the cell."""
        level = self.buildings.level[cell]
        if not level:
            return "tower-on-ground"
        if level >= TOWER_LEVELS:
            return "tower-too-high"
        if self.nobles.is_foreign(cell, self.seat):
            return "tower-under-foreign"
        return ""

    def why_no_card(self, number: int) -> str:
        """Why a card that lies face up cannot be bought (T5)."""
        if not 1 <= number <= FIELDS:
            return "no-card"
        if not self.cards.row_slot(number):
            return "not-for-sale"
        return "" if self._affords(CARD_PRICE) else "dear-card"

    def why_no_pile(self) -> str:
        """Why no card can be bought from the draw pile."""
        if not self.cards.pile():
            return "pile-empty"
        return "" if self._affords(CARD_PRICE) else "dear-card"

    def why_no_tower_card(self) -> str:
        """Why no tower card can be bought."""
        if not self.cards.stack:
            return "towers-gone"
        return "" if self._affords(TOWER_PRICE) else "dear-tower"

    def why_no_pass(self) -> str:
        """E2: only without any main action, and not before a withdrawal that has to be tried."""
        if self._must_act():
            return "must-act"
        return "must-withdraw" if self._must_withdraw() else ""

    def _affords(self, price: int) -> bool:
        """Whether the seat on turn can pay."""
        return self.money[self.seat] >= price

    def _cheapest(self) -> int:
        """The price of the cheapest card for sale; 0 if there is none."""
        if self.cards.row or self.cards.pile():
            return CARD_PRICE
        return TOWER_PRICE if self.cards.stack else 0

    def _must_act(self) -> bool:
        """Whether there surely is a main action: a construction card, a tower card with a place for it, or a purchase."""
        seat, cards = self.seat, self.cards
        if cards.hands[seat]:
            return True
        price = self._cheapest()
        if price and self.money[seat] >= price:
            return True
        return bool(self.tower_sites())

    def _must_withdraw(self) -> bool:
        """E2: whether money for the cheapest card has to be raised first: nothing in the hand, and a noble to withdraw."""
        seat = self.seat
        if self.withdrawn or self.cards.hand_size(seat):
            return False
        return self.money[seat] < self._cheapest() and bool(self.nobles.own[seat])

    def _brings_enough(self, cell: int) -> bool:
        return self.money[self.seat] + self._income(cell) >= self._cheapest()

    def _income(self, cell: int) -> int:
        """The pay of the noble on a cell when he leaves: the value of his building, twice it for a grande."""
        return self.buildings.value_at(cell) * (self.nobles.on[cell] & 3)

    # -- the later steps -----------------------------------------------------------------------------------------------

    def why_no_castle(self, first: int) -> str:
        """F1 to F4: why no castle can be founded on a field and the two after it with the card being played."""
        return self.buildings.why_no_castle(first, self.card) if 1 <= first <= FIELDS else "no-field"

    def merging_crests(self) -> tuple[int, int]:
        """The crests of the buildings on both sides of the card being played."""
        return self.buildings.crest_at(self.board.before[self.card]), self.buildings.crest_at(self.board.after[self.card])

    def why_not_kept(self, crest: int) -> str:
        """M1: one of the two castles that merge stays, named by its crest."""
        return "" if crest and crest in self.merging_crests() else "castle-not-merging"

    def why_no_crest(self, cell: int) -> str:
        """V2: a waiting villa, named by its lowest field."""
        if not 1 <= cell <= self.board.cells:
            return "no-field"
        building = self.buildings.of[cell]
        waits = building in self.buildings.waiting() and self.buildings.cells(building)[0] == cell
        return "" if waits else "villa-not-waiting"

    def noble_sites(self, rank: int) -> list[int]:
        """The cells built this turn on which a noble of that rank may be placed, in their order (T7)."""
        if not self.nobles.left(self.seat, rank) or not self._affords(self.noble_price(rank)):
            return []
        on = self.nobles.on
        return [cell for cell in self.places if not on[cell]]

    def why_no_noble(self, cell: int, rank: int) -> str:
        """T7: on what was built this turn, on a free cell, from the supply, for once or twice the value."""
        if not 1 <= cell <= self.board.cells:
            return "no-field"
        if cell not in self.places:
            return "not-new"
        if self.nobles.on[cell]:
            return "place-taken"
        if not self.nobles.left(self.seat, rank):
            return "no-baron" if rank == BARON else "no-grande"
        return "" if self._affords(self.noble_price(rank)) else "dear-noble"

    def noble_price(self, rank: int) -> int:
        """The price of a noble of that rank on what was built this turn."""
        return rank * self.buildings.value_at(self.places[0]) if self.places else 0
