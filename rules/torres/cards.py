"""Action cards: which slots lie in which deck or hand, and which faces this copy knows.

In the base game each seat has its own deck, in the variant all draw from one, in the master version every hand is full
and open from the start. The slots of a seat's own cards are consecutive, counted from 1; decks are listed from the top.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping, Sequence

from rules.contract import NOBODY, SEALED, Deal, Unseen
from rules.native import mypyc_attr
from rules.torres.terms import COLOURS, Terms


def _colour(terms: Terms) -> tuple[int, ...]:
    return tuple(face for face, copies in enumerate(terms.box.cards) for _ in range(copies))


@mypyc_attr(allow_interpreted_subclasses=True)
class Cards:
    """All action cards of a game. Methods that change them return a changed copy, so that copies of a position share them.

    Attributes:
        open: whether everybody sees every card (master version).
        common: whether there is one deck for all (variant).
        size: number of cards in one colour.
        faces: the face of each slot as far as this copy knows it, else SEALED; slot 0 is none.
        seen: the slots of decks that the deck's owner has looked at.
        decks: by seat, or one for all, the slots from the top.
        hands: by seat, ascending.
        fresh: the slots bought in this turn.
        looking: the slots that the seat on turn looks at to keep one of them.
        played: by seat, in order of playing.
    """

    __slots__ = ("common", "decks", "faces", "fresh", "hands", "looking", "open", "played", "seen", "size")

    open: bool
    common: bool
    size: int
    faces: list[int]
    seen: tuple[int, ...]
    decks: list[tuple[int, ...]]
    hands: list[tuple[int, ...]]
    fresh: tuple[int, ...]
    looking: tuple[int, ...]
    played: list[tuple[int, ...]]

    def __init__(self, terms: Terms | None, like: Cards | None = None) -> None:
        """All cards of a game by these terms before they are shuffled, or cards like others."""
        if like is not None:
            self.open = like.open
            self.common = like.common
            self.size = like.size
            self.faces = like.faces[:]
            self.seen = like.seen
            self.decks = like.decks[:]
            self.hands = like.hands[:]
            self.fresh = like.fresh
            self.looking = like.looking
            self.played = like.played[:]
            return
        assert terms is not None
        colour = _colour(terms)
        self.open = terms.master
        self.common = terms.common
        self.size = len(colour)
        colours = COLOURS if terms.common else terms.seats
        own = [tuple(range(1 + number * self.size, 1 + (number + 1) * self.size)) for number in range(colours)]
        none: list[tuple[int, ...]] = [()] * terms.seats
        self.faces = [SEALED] + (list(colour) * colours if terms.master else [SEALED] * (self.size * colours))
        self.seen = ()
        self.decks = [tuple(range(1, len(self.faces)))] if terms.common else none[:] if terms.master else own
        self.hands = own if terms.master else none[:]
        self.fresh = ()
        self.looking = ()
        self.played = none[:]

    def copy(self) -> Cards:
        """An independent copy."""
        return Cards(None, self)

    def view(self, seat: int | None) -> Cards:
        """A copy without the faces that the seat, or a spectator, may not know."""
        twin = self.copy()
        if self.open:
            return twin
        public = [slot for slots in self.played for slot in slots]
        own: Sequence[int] = ()
        if seat is not None:
            own = (
                self.hands[seat]
                if self.common
                else [slot for slot in self._of(seat) if slot in self.seen or slot in self.hands[seat]]
            )
        known = {*public, *own}
        twin.faces = [face if slot in known else SEALED for slot, face in enumerate(self.faces)]
        return twin

    def _of(self, seat: int) -> range:
        """The slots among which the cards of a seat lie."""
        return range(1, len(self.faces)) if self.common else range(1 + seat * self.size, 1 + (seat + 1) * self.size)

    def shuffles(self, terms: Terms) -> Iterator[Deal]:
        """The decks to shuffle before the game."""
        if not self.open:
            for deck in self.decks:
                yield Deal("shuffle", deck, NOBODY, tuple(sorted(_colour(terms) * (len(deck) // self.size))))

    def unseen(self, terms: Terms, waiting: Collection[int]) -> tuple[Unseen, ...]:
        """What this copy does not know of the shuffled decks; ``waiting`` are slots whose faces are still to be dealt."""
        if self.open:
            return ()
        colour = _colour(terms)
        groups = [range(1, len(self.faces))] if self.common else [self._of(seat) for seat in range(terms.seats)]
        covered = [slot for deck in self.decks for slot in deck if slot not in self.seen]
        found = []
        for group in groups:
            slots, left = [], sorted(colour * (len(group) // self.size))
            for slot in group:
                if self.faces[slot] == SEALED:
                    slots.append(slot)
                else:
                    left.remove(self.faces[slot])
            if slots:
                held = tuple([slot for slot in slots if slot not in covered and slot not in waiting])
                found.append(Unseen(tuple(slots), tuple(left), held))
        return tuple(found)

    def supposed(self, faces: Mapping[int, int]) -> Cards:
        """The same cards with these faces taken for known."""
        twin = self.copy()
        for slot, face in faces.items():
            twin.faces[slot] = face
        return twin

    # -- buying --------------------------------------------------------------------------------------------------------

    def deck(self, seat: int) -> tuple[int, ...]:
        """The deck that the seat draws from."""
        return self.decks[0] if self.common else self.decks[seat]

    def looked(self, seat: int, count: int) -> Cards:
        """The seat looks at the top cards of its deck: as many as there are, ``count`` at most."""
        twin = self.copy()
        number = 0 if self.common else seat
        twin.looking = self.decks[number][:count]
        twin.decks[number] = self.decks[number][count:]
        return twin

    def unknown(self) -> tuple[int, ...]:
        """The cards looked at that their owner has not seen before."""
        return tuple(slot for slot in self.looking if slot not in self.seen)

    def drawn(self, slots: Sequence[int], faces: Sequence[int]) -> Cards:
        """The drawn slots with their faces, for a seat that may know them."""
        twin = self.copy()
        if not self.common:
            twin.seen = tuple(sorted((*self.seen, *slots)))
        for slot, face in zip(slots, faces, strict=True):
            twin.faces[slot] = face
        return twin

    def kept(self, seat: int, slot: int) -> Cards:
        """The cards after the seat has taken one of the cards it looks at into its hand."""
        twin = self.copy()
        twin.hands[seat] = tuple(sorted((*self.hands[seat], slot)))
        twin.fresh = tuple(sorted((*self.fresh, slot)))
        twin.looking = tuple(other for other in self.looking if other != slot)
        twin.seen = tuple(other for other in self.seen if other != slot)
        return twin

    def returned(self, seat: int, first: int, on_top: bool) -> Cards:
        """The cards after the others looked at have gone back together, ``first`` uppermost (ruling U17)."""
        twin = self.copy()
        order = (first, *(slot for slot in self.looking if slot != first))
        deck = self.decks[seat]
        twin.decks[seat] = order + deck if on_top else deck + order
        twin.looking = ()
        return twin

    def rested(self) -> Cards:
        """The cards in a new turn: bought cards may be played from now on."""
        if not self.fresh:
            return self
        twin = self.copy()
        twin.fresh = ()
        return twin

    # -- playing -------------------------------------------------------------------------------------------------------

    def ready(self, seat: int) -> tuple[int, ...]:
        """The slots of the hand that may be played in this turn."""
        fresh = self.fresh
        return tuple(slot for slot in self.hands[seat] if slot not in fresh) if fresh else self.hands[seat]

    def playable(self, seat: int, copies: Sequence[int], public: bool = False) -> list[int]:
        """The faces that a card ready in the seat's hand has or may have, ascending, as this copy knows (or everybody)."""
        ready = self.ready(seat)
        if not ready:
            return []
        faces = self.faces
        known = [SEALED if public and not self.open else faces[slot] for slot in ready]
        if SEALED not in known:
            return known if len(known) == 1 else sorted(set(known))
        left = [count * (COLOURS if self.common else 1) for count in copies]
        played = self.played if self.common else (self.played[seat],)
        for slot in [slot for slots in played for slot in slots] if public else self._of(seat):
            left[faces[slot]] -= 1
        return [face for face in range(1, len(left)) if left[face] > 0 or face in known]

    def gone(self, seat: int, slot: int, face: int) -> Cards:
        """The cards after the seat has played the card in this slot, which has this face."""
        twin = self.copy()
        twin.faces[slot] = face
        twin.hands[seat] = tuple(other for other in self.hands[seat] if other != slot)
        twin.played[seat] = (*self.played[seat], slot)
        return twin

    def may_be(self, slot: int, face: int, copies: Sequence[int]) -> bool:
        """Whether the slot can have this face as far as this copy knows."""
        if self.faces[slot] != SEALED:
            return self.faces[slot] == face
        if not 0 < face < len(copies):
            return False
        among = range(1, len(self.faces)) if self.common else self._of((slot - 1) // self.size)
        left = copies[face] * (COLOURS if self.common else 1)
        return sum(self.faces[other] == face for other in among) < left

    # -- reports -------------------------------------------------------------------------------------------------------

    def problems(self, copies: Sequence[int]) -> list[str]:
        """The impossible facts about the cards."""
        found = []
        places = [*self.decks, *self.hands, *self.played, self.looking]
        lying = sorted(slot for slots in places for slot in slots)
        if lying != list(range(1, len(self.faces))):
            found.append("not every card lies in exactly one place")
        colours = COLOURS if self.common else 1
        size = self.size * colours
        for first in range(1, len(self.faces), size):
            faces = self.faces[first : first + size]
            for face in range(1, len(copies)):
                if faces.count(face) > copies[face] * colours:
                    found.append(f"there are more cards {face} than in the box")
        if not all(any(slot in hand for hand in self.hands) for slot in self.fresh):
            found.append("a card bought in this turn is in no hand")
        return found
