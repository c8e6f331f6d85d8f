"""Looking under every seal once all secrets are known: the proofs claimed that every card was right, and this checks it.

The proofs are checked as in every game. In addition, this dealer opens every seal, and relies on none of the proofs.
"""

from __future__ import annotations

from collections.abc import Container, Sequence
from dataclasses import dataclass, field

from net.deal.dealer import DealError
from net.deal.fair import contribution, elgamal
from net.deal.fair.card import card_places
from net.deal.fair.dealer import FairDealer
from net.deal.fair.duties import lot, mix, renew
from net.deal.fair.elgamal import Ciphertext
from net.deal.fair.group import ORDER, point, times
from net.deal.fair.standing import Standing
from rules.contract import SEALED, Deal
from rules.message import message


@dataclass(slots=True)
class Ledger:
    """The findings under the seals.

    Attributes:
        cards: the number of seals opened, including those that a shuffle replaced.
        shuffles: the number of shuffles by one peer that held the same cards before and after.
        dealt: the number of cards told to a seat or shown to everybody that match their seals.
        lots: the number of answers to lots that were the only possible ones.
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
    """The findings; all copies of the dealer share it."""

    def read(self, deals: Sequence[Deal], author: bytes, payload: bytes) -> None:
        """Take a contribution and look under its seals; raises :class:`~net.deal.DealError` naming the fault."""
        before = self.at
        super().read(deals, author, payload)
        given = contribution.read(payload)
        peer = before.charter[given.peer]
        if given.word == "mix":
            self._look_through(deals[0], mix.before(before, deals[0]))
        elif given.word == "lot":
            if point(given.parts[0]) != times(before.secrets[peer].lots, lot.question(before)):
                raise DealError(message("session.audit.lot"))
            self.ledger.lots += 1
        elif given.word == "renew":
            slots = [slot for slots in renew.still_sealed(before, peer).values() for slot in slots]
            if [_under(before, slot) for slot in slots] != [_under(self.at, slot) for slot in slots]:
                raise DealError(message("session.audit.renewal"))
            self.ledger.cards += len(slots)
        elif given.word == "remix":
            self._look_through_again(before.unmixed[0][1], before)
        elif given.word in ("shares", "show"):
            self._check_shares(before, peer)

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
            if self.ledger.faces.get(slot) != face:
                raise DealError(message("session.audit.card"))
            self.ledger.dealt += 1
        return found

    def _check_shares(self, before: Standing, peer: bytes) -> None:
        """Check the shares of a peer now: they stay valid even if the peer takes new keys later."""
        secret = before.secrets[peer].cards
        for slot, card in before.slots.items():
            made = self.at.slots[slot].shares.get(peer)
            if made is not None and peer not in card.shares and made != elgamal.share(card.sealed, secret):
                raise DealError(message("session.audit.card"))

    def _look_through(self, deal: Deal, before: Sequence[Ciphertext]) -> None:
        """Check a peer's shuffle: the pile holds the same cards as before, and each card of the deal once."""
        under = [_opened(self.at, card) for card in self.at.pile]
        if sorted(under) != sorted(_opened(self.at, card) for card in before):
            raise DealError(message("session.audit.shuffle"))
        places = card_places(len(deal.faces))
        if any(card not in places for card in under):
            raise DealError(message("session.audit.shuffle"))
        self.ledger.cards += len(under)
        self.ledger.shuffles += 1
        if len(self.at.mixed) == len(self.at.peers):
            self.ledger.faces.update(zip(deal.slots, (deal.faces[places[card]] for card in under), strict=True))

    def _look_through_again(self, slots: Sequence[int], before: Standing) -> None:
        """Check a peer's shuffle of the rest of a pile: it holds the same cards as before."""
        now = [_under(self.at, slot) for slot in slots]
        if sorted(now) != sorted(_under(before, slot) for slot in slots):
            raise DealError(message("session.audit.shuffle"))
        pile = self.at.slots[slots[0]].pile
        places = card_places(len(pile))
        self.ledger.faces.update((slot, pile[places[card]]) for slot, card in zip(slots, now, strict=True))
        self.ledger.cards += len(slots)
        self.ledger.shuffles += 1


def _under(at: Standing, slot: int) -> bytes:
    """The card in a slot, opened with the secrets of the peers that have not published their share."""
    card = at.slots[slot]
    secret = sum(at.secrets[peer].cards for peer in card.missing) % ORDER
    return elgamal.opened(card.rest, [times(secret, card.sealed.hint)]).format()


def _opened(at: Standing, card: Ciphertext) -> bytes:
    secret = sum(at.secrets[peer].cards for peer in at.peers) % ORDER
    return elgamal.opened(card, [times(secret, card.hint)]).format()
