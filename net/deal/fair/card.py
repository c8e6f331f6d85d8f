"""One sealed card in a slot, as everybody sees it."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache
from types import MappingProxyType
from typing import NamedTuple

from net.deal.dealer import DealError
from net.deal.fair.ahead import generators
from net.deal.fair.elgamal import CARDS, Ciphertext, opened
from net.deal.fair.group import Point, hashed_point
from rules.contract import SEALED
from rules.message import message

LARGE = 80
"""The cards of the largest pile that is prepared; in Das neue Big Boss a pile has 72."""


class Card(NamedTuple):
    """One slot.

    Attributes:
        sealed: its seal.
        pile: the faces in the pile that it came from.
        missing: the peers whose shares open it, without those that have published theirs.
        deck: the number of that pile.
        shares: by peer, the shares published so far.
        face: its face once everybody can see it, else SEALED.
    """

    sealed: Ciphertext
    pile: tuple[int, ...]
    missing: tuple[bytes, ...]
    deck: int
    shares: Mapping[bytes, Point] = MappingProxyType({})
    face: int = SEALED

    def with_share(self, peer: bytes, share: Point) -> Card:
        """The same card with another share published.

        The last share gives it a face; raises :class:`~net.deal.DealError` if that is not a card of the pile.
        """
        shares = {**self.shares, peer: share}
        missing = tuple([other for other in self.missing if other != peer])
        face = SEALED
        if not missing:
            found = card_places(len(self.pile)).get(opened(self.sealed, list(shares.values())).format())
            if found is None:
                raise DealError(message("session.deal.damaged"))
            face = self.pile[found]
        return Card(self.sealed, self.pile, missing, self.deck, shares, face)

    @property
    def rest(self) -> Ciphertext:
        """The seal without the published shares: only the missing shares are needed to open it."""
        return Ciphertext(opened(self.sealed, list(self.shares.values())), self.sealed.hint)


@cache
def get_ready() -> None:
    """Hash the points of a large pile; see :func:`net.deal.get_ready`."""
    card_places(LARGE)
    generators(LARGE)


@cache
def card_places(cards: int) -> dict[bytes, int]:
    """By packed point, the place of each card in a pile of this size."""
    return {hashed_point(CARDS, place).format(): place for place in range(cards)}
