"""Cards are drawn and opened: the peers publish their shares of the seals, all but a peer that draws for itself."""

from __future__ import annotations

from collections.abc import Container, Sequence

from msgspec.structs import replace

from net.deal.fair import elgamal
from net.deal.fair.contribution import Contribution, hold
from net.deal.fair.duties.duty import Written
from net.deal.fair.group import point
from net.deal.fair.proofs import check_shares, prove_shares
from net.deal.fair.standing import Standing
from rules.contract import Deal


def owing(at: Standing, deals: Sequence[Deal]) -> bytes | None:
    """The first peer that owes a share."""
    if not deals or deals[0].kind not in ("draw", "open"):
        return None
    for peer in at.peers:
        if owed(at, deals, peer):
            return peer
    return None


def write(at: Standing, deals: Sequence[Deal], peer: bytes) -> Written:
    """All shares that this peer owes, and one proof."""
    hints = [at.slots[slot].sealed.hint for slot in owed(at, deals, peer)]
    made, proof = prove_shares(at.secrets[peer].cards, hints, at.context(peer))
    return Written("shares", [*(each.format() for each in made), proof])


def take(at: Standing, deals: Sequence[Deal], peer: bytes, given: Contribution) -> Standing:
    """Check and take the shares."""
    slots = owed(at, deals, peer)
    given.expect("shares", len(slots) + 1)
    made = [point(part) for part in given.parts[:-1]]
    hints = [at.slots[slot].sealed.hint for slot in slots]
    hold(at.wrote(given) or check_shares(at.keys[peer].cards, hints, made, given.parts[-1], at.context(peer)))
    helped = {slot: at.slots[slot].with_share(peer, share) for slot, share in zip(slots, made, strict=True)}
    return replace(at, slots={**at.slots, **helped})


def answer(at: Standing, deal: Deal, knows: Container[int]) -> tuple[tuple[int, ...] | None, Standing]:
    """The faces; SEALED for those that this copy may not know."""
    owner = at.owners[deal.seat] if deal.kind == "draw" and deal.seat in knows else b""
    return tuple(face(at, slot, owner) for slot in deal.slots), at


def owed(at: Standing, deals: Sequence[Deal], peer: bytes) -> list[int]:
    """The slots whose share a peer owes for the draws and openings at the head of the pending deals, each once.

    No other place lets a share go out: the rules must have asked for this slot to be told to a seat, or to everybody.
    """
    found: list[int] = []
    for deal in deals:
        if deal.kind not in ("draw", "open"):
            break
        if deal.kind == "draw" and at.owners[deal.seat] == peer:
            continue
        for slot in deal.slots:
            if peer in at.slots[slot].missing and slot not in found:
                found.append(slot)
    return found


def face(at: Standing, slot: int, owner: bytes = b"") -> int:
    """The face of a slot, from all published shares and, if this copy holds its secret, the owner's share; else SEALED."""
    card = at.slots[slot]
    if card.missing == (owner,) and owner in at.secrets:
        return card.with_share(owner, elgamal.share(card.sealed, at.secrets[owner].cards)).face
    return card.face
