"""Leaving in the form of earlier versions, which programs still read but no longer write."""

from __future__ import annotations

from net.deal.fair.dealer import FairDealer
from net.deal.fair.legacy import seal
from net.identity import Identity
from net.session.format.entry import LeaveBody
from net.session.format.wire import pack


def legacies(dealer: FairDealer) -> tuple[bytes, ...]:
    """The legacies of a peer to each peer of the charter: its own secrets and those left to it, sealed for each."""
    at = dealer.at
    if at.joint is None:
        return tuple(b"" for _ in at.charter)
    left = at.left_by(at.me)
    return tuple(
        seal(left, at.letters, at.keys[heir].letters, at.agreement) if heir != at.me and heir in at.keys else b""
        for heir in at.charter
    )


def leave_entry(identity: Identity, agreement: bytes, legacies: tuple[bytes, ...], returns: int = 0) -> LeaveBody:
    content = agreement + pack(legacies) + (pack(returns) if returns else b"")
    return LeaveBody(identity.key, legacies, identity.sign("leave", content))
