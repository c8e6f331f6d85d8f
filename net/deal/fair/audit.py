"""Looking under every seal once all secrets are known: the proofs said that it was right, here it is seen.

The proofs stay as they are and are checked as ever. This reads the same contributions with open eyes beside them, and trusts
none of them.
"""

from __future__ import annotations

from collections.abc import Container, Sequence
from dataclasses import dataclass, field

from net.deal.dealer import DealError
from net.deal.fair import elgamal
from net.deal.fair.dealer import Contribution, FairDealer, card_places
from net.deal.fair.elgamal import Ciphertext
from net.deal.fair.group import ORDER, point, times
from net.session import wire
from rules.contract import SEALED, Deal
from rules.message import message


@dataclass(slots=True)
class Ledger:
    """What was found under the seals.

    Attributes:
        cards: how many seals were opened, those that a shuffle replaced included.
        shuffles: how many shuffles by one peer held the same cards before and after.
        dealt: how many cards were told to a seat or shown to everybody as they were sealed.
        lots: how many answers to lots were the only possible ones.
        faces: the faces in the slots as the last shuffle left them.
    """

    cards: int = 0
    shuffles: int = 0
    dealt: int = 0
    lots: int = 0
    faces: dict[int, int] = field(default_factory=dict)


class AuditingDealer(FairDealer):
    """A fair dealer that holds every peer's secrets and compares what was sealed with what was dealt."""

    ledger: Ledger

    def read(self, deals: Sequence[Deal], author: bytes, payload: bytes) -> None:
        """Take a contribution and look under its seals; raises :class:`~net.deal.DealError` naming what is not right."""
        shuffled = deals[0] if deals and deals[0].kind == "shuffle" and self._joint is not None else None
        before = self._before(shuffled) if shuffled is not None else ()
        renewing = self._owing(deals) if self._joint is not None else None
        if renewing in self._stale:
            still = [slot for slots in self._still_sealed(renewing).values() for slot in slots]
        else:
            still = list(self._unmixed[0]) if self._unmixed else []
        under = [self._under(slot) for slot in still]
        super().read(deals, author, payload)
        given: Contribution = wire.unpack(payload, Contribution, limit=1 << 17)
        if given.word == "mix" and shuffled is not None:
            self._look_through(shuffled, before)
        elif given.word == "lot":
            peer = self.peers_by_place[given.peer]
            if point(given.parts[0]) != times(self._secrets[peer].lots, self._question()):
                raise DealError(message("session.audit.lot"))
            self.ledger.lots += 1
        elif given.word == "renew":
            if under != [self._under(slot) for slot in still]:
                raise DealError(message("session.audit.renewal"))
            self.ledger.cards += len(still)
        elif given.word == "remix":
            now = [self._under(slot) for slot in still]
            if sorted(under) != sorted(now):
                raise DealError(message("session.audit.shuffle"))
            places = card_places(len(self._slots[still[0]].pile))
            self.ledger.faces.update(
                (slot, self._slots[slot].pile[places[card]]) for slot, card in zip(still, now, strict=True)
            )
            self.ledger.cards += len(still)
            self.ledger.shuffles += 1

    def answer(self, deal: Deal, knows: Container[int]) -> tuple[int, ...] | None:
        """The answer, compared with what lies under the seals."""
        found = super().answer(deal, knows)
        if found is None or deal.kind in ("shuffle", "lot"):
            return found
        slots = found if deal.kind == "show" else deal.slots
        faces = deal.faces if deal.kind == "show" else found
        for slot, face in zip(slots, faces, strict=True):
            if face == SEALED:
                continue
            card = self._slots[slot]
            false = any(made != elgamal.share(card.sealed, self._secrets[peer].cards) for peer, made in card.shares.items())
            if false or self.ledger.faces.get(slot) != face:
                raise DealError(message("session.audit.card"))
            self.ledger.dealt += 1
        return found

    def copy(self) -> AuditingDealer:
        """An independent copy with the same ledger."""
        other = super().copy()
        assert isinstance(other, AuditingDealer)
        other.ledger = self.ledger
        return other

    @property
    def peers_by_place(self) -> dict[int, bytes]:
        """The peers by their place in the charter."""
        return {place: peer for peer, place in self._places.items()}

    def _look_through(self, deal: Deal, before: Sequence[Ciphertext]) -> None:
        """One peer has shuffled: the pile holds what it held before, and all cards of the deal once each."""
        under = [self._open(card) for card in self._pile]
        if sorted(under) != sorted(self._open(card) for card in before):
            raise DealError(message("session.audit.shuffle"))
        places = card_places(len(deal.faces))
        if any(card not in places for card in under):
            raise DealError(message("session.audit.shuffle"))
        self.ledger.cards += len(under)
        self.ledger.shuffles += 1
        if len(self._mixed) == len(self.peers):
            self.ledger.faces.update(zip(deal.slots, (deal.faces[places[card]] for card in under), strict=True))

    def _under(self, slot: int) -> bytes:
        """The card in a slot, opened with the secrets of those who have not published their share."""
        card = self._slots[slot]
        secret = sum(self._secrets[peer].cards for peer in card.missing) % ORDER
        return elgamal.opened(card.rest, [times(secret, card.sealed.hint)]).format()

    def _open(self, card: Ciphertext) -> bytes:
        secret = sum(self._secrets[peer].cards for peer in self.peers) % ORDER
        return elgamal.opened(card, [times(secret, card.hint)]).format()
