"""A peer with new keys, or the heir of a vanished one, shuffles the rest of every pile: others may know its cards."""

from __future__ import annotations

from collections.abc import Sequence

from msgspec.structs import replace

from net.deal.fair.contribution import Contribution
from net.deal.fair.duties import mix
from net.deal.fair.duties.duty import Written
from net.deal.fair.standing import Standing
from rules.contract import Deal


def owing(at: Standing, deals: Sequence[Deal]) -> bytes | None:
    """The first peer that has to shuffle, once for each pile."""
    return at.unmixed[0][0] if at.unmixed and not at.lot_first else None


def write(at: Standing, deals: Sequence[Deal], peer: bytes) -> Written:
    """The next pile in another order."""
    return mix.shuffled("remix", at, peer, [at.slots[slot].sealed for slot in at.unmixed[0][1]])


def take(at: Standing, deals: Sequence[Deal], peer: bytes, given: Contribution) -> Standing:
    """Check the shuffle and put the cards in their new places."""
    slots = at.unmixed[0][1]
    given.expect("remix", len(slots) + 1)
    after = mix.proven(at, peer, given, [at.slots[slot].sealed for slot in slots])
    cards = {slot: at.slots[slot]._replace(sealed=card) for slot, card in zip(slots, after, strict=True)}
    return replace(at, slots={**at.slots, **cards}, unmixed=at.unmixed[1:])
