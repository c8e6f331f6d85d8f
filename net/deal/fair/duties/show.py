"""A seat shows a card of its hand: the seat's owner publishes the last share."""

from __future__ import annotations

from collections.abc import Container, Sequence

from msgspec.structs import replace

from net.deal.dealer import DealError
from net.deal.fair.contribution import Contribution, hold
from net.deal.fair.duties.duty import Written
from net.deal.fair.duties.shares import face
from net.deal.fair.group import point
from net.deal.fair.proofs import check_shares, prove_shares
from net.deal.fair.standing import Standing
from rules.contract import Deal
from rules.message import message


def owing(at: Standing, deals: Sequence[Deal]) -> bytes | None:
    """The owner of the seat, unless everybody can see such a card already."""
    if not deals or deals[0].kind != "show" or at.shown or _open_slot(at, deals[0]):
        return None
    return at.owners[deals[0].seat]


def write(at: Standing, deals: Sequence[Deal], peer: bytes) -> Written:
    """A slot with that card, its share, and the proof."""
    slot = _held(at, deals[0], peer)
    made, proof = prove_shares(at.secrets[peer].cards, [at.slots[slot].sealed.hint], at.context(peer))
    return Written("show", [slot.to_bytes(4, "big"), made[0].format(), proof])


def take(at: Standing, deals: Sequence[Deal], peer: bytes, given: Contribution) -> Standing:
    """Check that it is the card that has to be shown."""
    given.expect("show", 3)
    slot = int.from_bytes(given.parts[0], "big")
    if len(given.parts[0]) != 4 or slot not in deals[0].slots:
        raise _not_there(deals[0])
    card, made = at.slots[slot], point(given.parts[1])
    hold(at.wrote(given) or check_shares(at.keys[peer].cards, [card.sealed.hint], [made], given.parts[2], at.context(peer)))
    shown = card.with_share(peer, made)
    if shown.face != deals[0].faces[0]:
        raise _not_there(deals[0])
    return replace(at, slots={**at.slots, slot: shown}, shown=slot)


def answer(at: Standing, deal: Deal, knows: Container[int]) -> tuple[tuple[int, ...] | None, Standing]:
    """The slot of the shown card."""
    slot = at.shown or _open_slot(at, deal)
    return ((slot,) if slot else None), (replace(at, shown=0) if at.shown else at)


def _held(at: Standing, deal: Deal, peer: bytes) -> int:
    """The slot that a peer has to show."""
    for slot in deal.slots:
        if face(at, slot, peer) == deal.faces[0]:
            return slot
    raise _not_there(deal)


def _open_slot(at: Standing, deal: Deal) -> int:
    """The slot of such a card that already lies open; 0 if there is none."""
    return next((slot for slot in deal.slots if at.slots[slot].face == deal.faces[0]), 0)


def _not_there(deal: Deal) -> DealError:
    return DealError(message("session.deal.not-there", seat=deal.seat))
