"""The duties of the peers at a fair table and their order, with one module for each kind of contribution."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from net.deal.fair.duties import deposits, farewell, keys, lot, mix, release, remix, renew, shares, show
from net.deal.fair.duties.duty import Answering, Duty
from net.deal.fair.standing import Standing
from rules.contract import Deal

DUTIES: tuple[Duty, ...] = (
    release,  # first, secrets reach the peers that have to hold them,
    farewell,
    keys,  # then every peer gets keys,
    renew,
    deposits,
    remix,
    mix,  # and then the pending deals are answered.
    lot,
    show,
    shares,
)
"""All duties, in the order in which they have to be fulfilled."""

ANSWERS: Mapping[str, Answering] = {"shuffle": mix, "lot": lot, "show": show, "draw": shares, "open": shares}
"""The duty that answers each kind of deal. As long as such a deal is not the first one, nobody owes that duty."""


def next_duty(at: Standing, deals: Sequence[Deal]) -> tuple[Duty, bytes] | None:
    """The next contribution and the peer that owes it; None when nothing is owed."""
    if at.joint is None:
        if not deals:
            return None  # nothing has been dealt yet
    elif at.settled:  # nearly always: then only the first deal is left to look at
        answering = ANSWERS[deals[0].kind] if deals else None
        owing = answering.owing(at, deals) if answering else None
        return (answering, owing) if answering and owing is not None else None
    for duty in DUTIES:
        peer = duty.owing(at, deals)
        if peer is not None:
            return duty, peer
    return None
