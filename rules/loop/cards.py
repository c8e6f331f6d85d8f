"""Construction cards and tower cards: draw pile, face-up row, hands, and what this copy knows of them.

A construction card is a slot from 1 to 72. Slots are dealt in order, so the shuffle alone decides which card is in which slot.
"""

from __future__ import annotations

from collections.abc import Collection, Sequence

from rules.contract import SEALED, Unseen
from rules.loop.terms import FIELDS, TOWER_CARDS
from rules.native import mypyc_attr
from rules.written import text_of


@mypyc_attr(allow_interpreted_subclasses=True)
class Cards:
    """The places of the cards.

    Attributes:
        faces: by slot, the number on the card, or SEALED where this copy does not know it.
        shown: by slot, 1 if everybody knows the face (it was bought face up, T5).
        hands: by seat, the slots in the hand, lowest first.
        row: the slots for sale face up, in the order in which they lie.
        top: the next slot of the draw pile; above 72 when there is none.
        discards: the numbers played, in order.
        stack: tower cards for sale.
        towers: by seat, tower cards in the hand.
        spent: tower cards played.

    Copies share all lists, each hand too, and only the list of hands is their own: the others are replaced, never changed. The
    text of the discards is kept, and goes along with copies, until another card is played.
    """

    __slots__ = ("_discards_text", "discards", "faces", "hands", "row", "shown", "spent", "stack", "top", "towers")

    def __init__(
        self, faces: list[int], shown: list[int], hands: list[list[int]], row: list[int], discards: list[int], towers: list[int]
    ) -> None:
        self.faces = faces
        self.shown = shown
        self.hands = hands
        self.row = row
        self.top = 1
        self.discards = discards
        self.stack = TOWER_CARDS
        self.towers = towers
        self.spent = 0
        self._discards_text = ""

    def copy(self) -> Cards:
        """An independent copy."""
        twin = Cards(self.faces, self.shown, self.hands[:], self.row, self.discards, self.towers)
        twin.top = self.top
        twin.stack = self.stack
        twin.spent = self.spent
        twin._discards_text = self._discards_text
        return twin

    # -- looking -------------------------------------------------------------------------------------------------------

    def pile(self) -> int:
        """Cards in the draw pile."""
        return FIELDS + 1 - self.top

    def hand_size(self, seat: int) -> int:
        """Cards of both kinds in a hand."""
        return len(self.hands[seat]) + self.towers[seat]

    def discards_text(self) -> str:
        """The discards as text, as it stands in the text of the facts."""
        if not self._discards_text:
            self._discards_text = text_of(self.discards)
        return self._discards_text

    def row_slot(self, number: int) -> int:
        """The slot in the face-up row with that number; 0 if it is not there."""
        for slot in self.row:
            if self.faces[slot] == number:
                return slot
        return 0

    def may_hold(self, seat: int, number: int) -> bool:
        """Whether a hand holds that card, as far as this copy can tell: a sealed card may be any card not seen elsewhere."""
        faces = self.faces
        sealed = False
        for slot in self.hands[seat]:
            if faces[slot] == number:
                return True
            sealed = sealed or faces[slot] == SEALED
        return sealed and number not in faces

    def playable(self, seat: int) -> list[int]:
        """The numbers that a hand may hold, lowest first."""
        faces = self.faces
        held = sorted([faces[slot] for slot in self.hands[seat]])
        if held and held[0] == SEALED:
            seen = [False] * (FIELDS + 1)
            for number in faces:
                seen[number] = True
            for number in held:
                seen[number] = False
            seen[SEALED] = True
            return [number for number, elsewhere in enumerate(seen) if not elsewhere]
        return held

    def candidates(self, seat: int, number: int) -> tuple[int, ...]:
        """The slots of a hand that could hold that card, as far as everybody knows."""
        for slot in self.hands[seat]:
            if self.shown[slot] and self.faces[slot] == number:
                return (slot,)
        return tuple([slot for slot in self.hands[seat] if not self.shown[slot]])

    def unseen(self, waiting: Collection[int]) -> tuple[Unseen, ...]:
        """What this copy does not know of a shuffled pack; ``waiting`` are slots in hands whose faces are still to be dealt."""
        faces = self.faces
        slots = tuple([slot for slot in range(1, FIELDS + 1) if faces[slot] == SEALED])
        if not slots:
            return ()
        seen = [False] * (FIELDS + 1)
        for face in faces:
            seen[face] = True
        held = sorted([slot for hand in self.hands for slot in hand if faces[slot] == SEALED and slot not in waiting])
        return (Unseen(slots, tuple([face for face in range(1, FIELDS + 1) if not seen[face]]), tuple(held)),)

    # -- learning ------------------------------------------------------------------------------------------------------

    def learn(self, slots: Sequence[int], faces: Sequence[int]) -> None:
        """Note the faces of slots."""
        known = self.faces[:]
        for slot, face in zip(slots, faces, strict=True):
            known[slot] = face
        self.faces = known

    def show(self, slots: Sequence[int]) -> None:
        """Note that everybody knows the faces of slots."""
        shown = self.shown[:]
        for slot in slots:
            shown[slot] = 1
        self.shown = shown

    # -- moving --------------------------------------------------------------------------------------------------------

    def take(self, count: int) -> tuple[int, ...]:
        """Take slots from the top of the draw pile."""
        first = self.top
        self.top += count
        return tuple(range(first, self.top))

    def to_hand(self, seat: int, slot: int) -> None:
        """Put a slot into a hand."""
        hand = self.hands[seat][:]
        hand.append(slot)
        hand.sort()
        self.hands[seat] = hand

    def refill(self, slot: int, by: int) -> None:
        """Put another slot in the place of one that lay for sale; with 0 the row gets shorter."""
        row = self.row[:]
        if by:
            row[row.index(slot)] = by
        else:
            row.remove(slot)
        self.row = row

    def add_towers(self, seat: int, count: int) -> None:
        """Give a hand so many tower cards more; a negative number takes them away."""
        towers = self.towers[:]
        towers[seat] += count
        self.towers = towers

    def discard(self, seat: int, slot: int, number: int) -> None:
        """Move a card from a hand to the discards; from now on everybody knows it."""
        hand = self.hands[seat][:]
        hand.remove(slot)
        self.hands[seat] = hand
        if self.faces[slot] != number:
            self.learn((slot,), (number,))
        if not self.shown[slot]:
            self.show((slot,))
        self.discards = [*self.discards, number]
        self._discards_text = ""

    def hide(self, seat: int | None) -> None:
        """Forget the faces that a seat, or a spectator, may not know."""
        faces = self.faces[:]
        for owner, hand in enumerate(self.hands):
            if owner != seat:
                for slot in hand:
                    if not self.shown[slot]:
                        faces[slot] = SEALED
        self.faces = faces

    # -- conservation --------------------------------------------------------------------------------------------------

    def problems(self) -> list[str]:
        """The impossible facts about the cards."""
        found: list[str] = []
        held = [slot for hand in self.hands for slot in hand] + self.row
        known = [face for face in self.faces if face != SEALED]
        if len(held) + self.pile() + len(self.discards) != FIELDS:
            found.append(f"cards: {len(held)} held or for sale, {self.pile()} in the pile, {len(self.discards)} played")
        if len(set(held)) != len(held) or any(not 0 < slot < self.top for slot in held):
            found.append("a card is in two places")
        if len(set(known)) != len(known) or any(not 1 <= face <= FIELDS for face in known):
            found.append("a number is on two cards")
        if any(self.faces[slot] for slot in range(self.top, FIELDS + 1)):
            found.append("a card of the pile has been seen")
        if any(self.faces[slot] in self.discards for slot in held):
            found.append("a card was played twice")
        if any(number not in self.faces for number in self.discards):
            found.append("a card was played that nobody held")
        if any(hand != sorted(hand) for hand in self.hands):
            found.append("a hand is out of order")
        if self.stack < 0 or min(self.towers) < 0 or self.stack + sum(self.towers) + self.spent != TOWER_CARDS:
            found.append(f"tower cards: {self.stack} for sale, {self.towers} held, {self.spent} played")
        return found


def full_box(seats: int) -> Cards:
    """All cards in their piles, nothing dealt."""
    zeros = [0] * (FIELDS + 1)
    return Cards(zeros, zeros[:], [[] for _ in range(seats)], [], [], [0] * seats)
