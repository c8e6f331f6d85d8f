"""One sealed card in a slot, as everybody sees it."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from functools import cache

from net.deal.dealer import DealError
from net.deal.fair.elgamal import CARDS, Ciphertext, opened
from net.deal.fair.group import Point, hashed_point
from rules.contract import SEALED
from rules.message import message


@dataclass(frozen=True, slots=True)
class Card:
    """One slot.

    Attributes:
        sealed: its seal.
        pile: the faces in the pile that it came from.
        needs: the peers whose shares open it.
        deck: which pile, by number.
        shares: those published so far.
        face: what it is, once everybody can see it.
    """

    sealed: Ciphertext
    pile: tuple[int, ...]
    needs: tuple[bytes, ...]
    deck: int
    shares: Mapping[bytes, Point] = field(default_factory=dict)
    face: int = SEALED

    @property
    def missing(self) -> tuple[bytes, ...]:
        """The peers whose share has still to be published."""
        return tuple(peer for peer in self.needs if peer not in self.shares)

    def with_share(self, peer: bytes, share: Point) -> Card:
        """The same card with another share published.

        With the last share it has a face; raises :class:`~net.deal.DealError` if the face is not a card of the pile.
        """
        card = replace(self, shares={**self.shares, peer: share})
        if card.missing:
            return card
        found = card_places(len(self.pile)).get(opened(card.sealed, list(card.shares.values())).format())
        if found is None:
            raise DealError(message("session.deal.damaged"))
        return replace(card, face=self.pile[found])

    @property
    def rest(self) -> Ciphertext:
        """The seal for those who know the published shares: only the missing ones are needed to open it."""
        return Ciphertext(opened(self.sealed, list(self.shares.values())), self.sealed.hint)


@cache
def card_places(cards: int) -> dict[bytes, int]:
    """The places of a pile's cards by their points."""
    return {hashed_point(CARDS, place).format(): place for place in range(cards)}
