"""What may be done now, and why something may not: the one place for both questions.

``moves()`` proposes candidates and keeps those that ``_check`` finds no fault with; ``why_not()`` asks the same ``_check``.
"""

from __future__ import annotations

from rules.contract import NOBODY, Move
from rules.loop.position import HIDDEN, LoopPosition
from rules.loop.terms import BARON, CARD_PRICE, CRESTS, FIELDS, GRANDE, TOWER_LEVELS, TOWER_PRICE
from rules.message import Message, message

KINDS: dict[str, tuple[str, int]] = {
    "withdraw": ("main", 1),
    "play": ("main", 1),
    "play-tower": ("main", 1),
    "buy-card": ("main", 1),
    "buy-pile": ("main", 0),
    "buy-tower": ("main", 0),
    "pass": ("main", 0),
    "villa": ("found", 0),
    "castle": ("found", 1),
    "keep": ("keep", 1),
    "crest": ("crest", 1),
    "baron": ("noble", 1),
    "grande": ("noble", 1),
    "done": ("noble", 0),
}
"""The step to which each kind of move belongs, and how many arguments it has."""

TOO_EARLY: dict[str, str] = {
    "found": "nothing-founded",
    "keep": "nothing-merges",
    "crest": "no-crest-free",
    "noble": "nothing-built",
}
"""Why a later step cannot come before the main action."""

HIGHEST_ARG = 160


def _numbered(kind: str) -> tuple[Move, ...]:
    return tuple(Move(kind, (number,)) for number in range(HIGHEST_ARG + 1))


_WITHDRAW, _PLAY, _PLAY_TOWER, _BUY_CARD = map(_numbered, ("withdraw", "play", "play-tower", "buy-card"))
_CASTLE, _KEEP, _CREST, _BARON, _GRANDE = map(_numbered, ("castle", "keep", "crest", "baron", "grande"))
_BUY_PILE, _BUY_TOWER, _PASS, _VILLA, _DONE = map(Move, ("buy-pile", "buy-tower", "pass", "villa", "done"))


class LoopLegality(LoopPosition):
    """A position that knows what may be done in it."""

    # -- the contract --------------------------------------------------------------------------------------------------

    def moves(self) -> list[Move]:
        """Every legal move of the seat on turn: main step withdraw, play, play-tower, buy, pass; numbers ascending."""
        if self._deals or self.seat == NOBODY:
            return []
        return [move for move in self._candidates() if not self._check(move.kind, move.args[0] if move.args else 0)]

    def why_not(self, move: Move) -> Message | None:
        """None if the move is legal now, else why not. Every reason has the same values; its sentence takes what it needs."""
        reason = self._refusal(move)
        if not reason:
            return None
        seat = self.seat
        number = move.args[0] if move.args else 0
        return message(
            f"{self.setup.terms.game}.refusal.{reason}",
            seat=seat,
            number=number,
            price=self._price(move.kind),
            money=self.money[seat] if seat != NOBODY else 0,
        )

    def prompt(self) -> Message:
        """What the seat on turn is asked: its seat, the card being played, and the value of the building just built."""
        word = "deal" if self._deals else self.step
        if word == "main" and not self._must_act():
            word = "must-withdraw" if self._must_withdraw() else "may-pass"
        place = self.places[0] if self.places else 0
        return message(
            f"{self.setup.terms.game}.prompt.{word}", seat=self.seat, card=self.card, value=self.buildings.value_at(place)
        )

    # -- candidates ----------------------------------------------------------------------------------------------------

    def _candidates(self) -> list[Move]:
        """Moves among which are all legal ones, in the order in which they are listed."""
        if self.step == "main":
            return self._main_candidates()
        if self.step == "found":
            one = self.board.before[self.card]
            return [_VILLA, _CASTLE[self.board.before[one]], _CASTLE[one], _CASTLE[self.card]]
        if self.step == "keep":
            return [_KEEP[crest] for crest in range(1, CRESTS + 1)]
        if self.step == "crest":
            return [_CREST[self.buildings.cells(villa)[0]] for villa in self.buildings.waiting()]
        return [_BARON[cell] for cell in self.places] + [_GRANDE[cell] for cell in self.places] + [_DONE]

    def _main_candidates(self) -> list[Move]:
        seat, cards = self.seat, self.cards
        found = [_WITHDRAW[cell] for cell in self.nobles.cells_of(seat)]
        found += [_PLAY[number] for number in cards.playable(seat)]
        if cards.towers[seat]:
            found += [_PLAY_TOWER[cell] for cell, level in enumerate(self.buildings.level) if level]
        found += [_BUY_CARD[number] for number in sorted([cards.faces[slot] for slot in cards.row])]
        found += [_BUY_PILE, _BUY_TOWER, _PASS]
        return found

    # -- faults --------------------------------------------------------------------------------------------------------

    def _shape(self, kind: str) -> tuple[str, int] | None:
        """The step a kind of move belongs to and its number of arguments; None for a kind that the game does not have."""
        if kind == "keep" and not self.setup.terms.merger_captures:
            return None  # M1: nothing depends on which castle stays, and nothing is asked
        return KINDS.get(kind)

    def _refusal(self, move: Move) -> str:
        """The reason why a move is not legal now; empty if it is."""
        if self.end:
            return "over"
        if self._deals:
            return "dealing"
        shape = self._shape(move.kind)
        if shape is None or len(move.args) != shape[1]:
            return "unknown-move"
        if shape[0] != self.step:
            return TOO_EARLY[shape[0]] if self.step == "main" else f"finish-{self.step}"
        return self._check(move.kind, move.args[0] if move.args else 0)

    def _check(self, kind: str, number: int) -> str:
        """The reason why a move of this step is not legal; empty if it is."""
        if kind == "play":
            return self._why_no_play(number)
        if kind == "play-tower":
            return self._why_no_tower(number)
        if kind == "withdraw":
            return self._why_no_withdrawal(number)
        if kind == "buy-card":
            return self._why_no_card(number)
        if kind == "buy-pile":
            return "" if self.cards.pile() and self._affords(CARD_PRICE) else "dear-card" if self.cards.pile() else "pile-empty"
        if kind == "buy-tower":
            return (
                "" if self.cards.stack and self._affords(TOWER_PRICE) else "dear-tower" if self.cards.stack else "towers-gone"
            )
        if kind == "pass":
            return self._why_no_pass()
        if kind == "castle":
            return self.buildings.why_no_castle(number, self.card) if 1 <= number <= FIELDS else "no-field"
        if kind == "keep":
            return "" if 0 < number <= CRESTS and number in self._merging_crests() else "castle-not-merging"
        if kind == "crest":
            return self._why_no_crest(number)
        if kind == "baron":
            return self._why_no_noble(number, BARON)
        if kind == "grande":
            return self._why_no_noble(number, GRANDE)
        return ""

    # -- the main step -------------------------------------------------------------------------------------------------

    def _why_no_withdrawal(self, cell: int) -> str:
        """T1: one own noble, first in the turn; E2: one that helps to buy, if that is what has to be done."""
        if not 1 <= cell <= self.board.cells:
            return "no-field"
        if self.withdrawn:
            return "withdrawn-already"
        if not self.nobles.on[cell]:
            return "nobody-there"
        if self.nobles.is_foreign(cell, self.seat):
            return "not-your-noble"
        if self._must_withdraw() and not self._brings_enough(cell):
            own = self.nobles.cells_of(self.seat)
            if any(self._brings_enough(other) for other in own):
                return "withdraw-enough"
        return ""

    def _why_no_play(self, number: int) -> str:
        """A construction card in the hand is always playable while blocks last (T4)."""
        if not 1 <= number <= FIELDS:
            return "no-card"
        return "" if self.cards.may_hold(self.seat, number) else "not-in-hand"

    def _why_no_tower(self, cell: int) -> str:
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

    def _why_no_card(self, number: int) -> str:
        if not 1 <= number <= FIELDS:
            return "no-card"
        if not self.cards.row_slot(number):
            return "not-for-sale"
        return "" if self._affords(CARD_PRICE) else "dear-card"

    def _why_no_pass(self) -> str:
        """E2: only without any main action, and not before a withdrawal that has to be tried."""
        if self._must_act():
            return "must-act"
        return "must-withdraw" if self._must_withdraw() else ""

    def _affords(self, price: int) -> bool:
        """Whether the seat on turn can pay, as far as this copy knows."""
        money = self.money[self.seat]
        return money >= price or money == HIDDEN

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
        return cards.towers[seat] > 0 and any(not self._why_no_tower_here(cell) for cell in range(1, self.board.cells + 1))

    def _must_withdraw(self) -> bool:
        """E2: whether money for the cheapest card has to be raised first: nothing in the hand, and a noble to withdraw."""
        seat = self.seat
        if self.withdrawn or self.cards.hand_size(seat) or self.money[seat] == HIDDEN:
            return False
        return self.money[seat] < self._cheapest() and bool(self.nobles.cells_of(seat))

    def _brings_enough(self, cell: int) -> bool:
        return self.money[self.seat] + self._income(cell) >= self._cheapest()

    def _income(self, cell: int) -> int:
        """What the noble on a cell pays when he leaves: the value of his building, twice it for a grande."""
        return self.buildings.value_at(cell) * (self.nobles.on[cell] & 3)

    # -- the later steps -----------------------------------------------------------------------------------------------

    def _merging_crests(self) -> tuple[int, int]:
        """The crests of the buildings on both sides of the card being played."""
        return self.buildings.crest_at(self.board.before[self.card]), self.buildings.crest_at(self.board.after[self.card])

    def _why_no_crest(self, cell: int) -> str:
        """V2: a waiting villa, named by its lowest field."""
        if not 1 <= cell <= self.board.cells:
            return "no-field"
        building = self.buildings.of[cell]
        waits = building in self.buildings.waiting() and self.buildings.cells(building)[0] == cell
        return "" if waits else "villa-not-waiting"

    def _why_no_noble(self, cell: int, rank: int) -> str:
        """T7: on what was built this turn, on a free cell, from the supply, for once or twice the value."""
        if not 1 <= cell <= self.board.cells:
            return "no-field"
        if cell not in self.places:
            return "not-new"
        if self.nobles.on[cell]:
            return "place-taken"
        if not self.nobles.left(self.seat, rank):
            return "no-baron" if rank == BARON else "no-grande"
        if not self._affords(rank * self.buildings.value_at(cell)):
            return "dear-noble"
        return ""

    def _price(self, kind: str) -> int:
        """What a kind of move costs now."""
        if kind in ("buy-card", "buy-pile"):
            return CARD_PRICE
        if kind == "buy-tower":
            return TOWER_PRICE
        if kind in ("baron", "grande") and self.places:
            return (BARON if kind == "baron" else GRANDE) * self.buildings.value_at(self.places[0])
        return 0
