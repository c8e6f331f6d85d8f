"""Every peer deposits its secrets with the others, in parts (:mod:`net.deal.fair.deposit`), in case it vanishes.

It does so before anything is sealed, and again whenever a peer has left or returned.
"""

from __future__ import annotations

from collections.abc import Sequence

from msgspec.structs import replace

from net.deal.dealer import DealError
from net.deal.fair import deposit
from net.deal.fair.contribution import Contribution
from net.deal.fair.duties.duty import Written
from net.deal.fair.group import GroupError
from net.deal.fair.standing import Standing
from rules.contract import Deal
from rules.message import message


def owing(at: Standing, deals: Sequence[Deal]) -> bytes | None:
    """The first peer without a deposit; a peer with new keys comes before the others."""
    if not at.escrow or len(at.deposits) == len(at.peers) or at.lot_first:
        return None
    return next((peer for peer in sorted(at.peers, key=lambda peer: peer != at.renewed) if at.owes_deposit(peer)), None)


def write(at: Standing, deals: Sequence[Deal], peer: bytes) -> Written:
    """A part for each of the others."""
    holders = {at.seat_at(other): at.keys[other].letters for other in at.there if other != peer}
    return Written("escrow", deposit.make(at.left_by(peer), at.letters, holders, at.context(peer)))


def take(at: Standing, deals: Sequence[Deal], peer: bytes, given: Contribution) -> Standing:
    """Take the deposit, and check this peer's part."""
    acted_for = at.acted_for(peer)
    places = [at.seat_at(other) for other in at.there if other != peer]
    given.expect("escrow", 2 * len(acted_for) + len(places))
    publics = [key for other in acted_for for key in (at.keys[other].cards, at.keys[other].lots)]
    me = at.seat_at(at.me) if at.me in at.charter else 0
    try:
        made = deposit.take(given.parts, publics, at.keys[peer].letters, places, me, at.letters, at.context(peer))
    except GroupError as error:
        raise DealError(message("session.deal.bad-escrow")) from error
    narrow = at.narrow if len(places) == len(at.peers) - 1 or peer in at.narrow else (*at.narrow, peer)
    return replace(at, deposits={**at.deposits, peer: made}, narrow=narrow).joined()
