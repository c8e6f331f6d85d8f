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
        deck: the number of that pile.
        shares: by peer, the shares published so far.
        face: its face once everybody can see it, else SEALED.
    """

    sealed: Ciphertext
    pile: tuple[int, ...]
    needs: tuple[bytes, ...]
    deck: int
    shares: Mapping[bytes, Point] = field(default_factory=dict)
    face: int = SEALED

    @property
    def missing(self) -> tuple[bytes, ...]:
        """The peers that have not published their share yet."""
        return tuple(peer for peer in self.needs if peer not in self.shares)

    def with_share(self, peer: bytes, share: Point) -> Card:
        """The same card with another share published.

        The last share gives it a face; raises :class:`~net.deal.DealError` if that is not a card of the pile.
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
        """The seal without the published shares: only the missing shares are needed to open it."""
        return Ciphertext(opened(self.sealed, list(self.shares.values())), self.sealed.hint)


@cache
def card_places(cards: int) -> dict[bytes, int]:
    """By packed point, the place of each card in a pile of this size."""
    return {hashed_point(CARDS, place).format(): place for place in range(cards)}
