"""How cards are dealt: whoever answers the deals that the rules state (:class:`rules.contract.Deal`).

The rules ask in the same words at every table. A dealer may need to hear from peers before it can answer: what they contribute
are entries of the log, written when the dealer names them as the writer. So a dealer's knowledge is made of the log alone, and
reading the log again gives the same answers.
"""

from __future__ import annotations

from collections.abc import Sequence

from net.deal.dealer import Dealer, DealError
from net.deal.joint_seed import JointSeedDealer
from net.deal.local import LocalDealer
from net.deal.seeded import read_contribution
from rules.message import message

LOCAL = "local"
"""The dealer of a table with a single peer: a seed from the system's random source."""

JOINT_SEED = "joint-seed"
"""The dealer of a table between peers: a seed to which everybody contributes."""

__all__ = ["JOINT_SEED", "LOCAL", "DealError", "Dealer", "dealer_called", "words"]


def dealer_called(name: str, agreement: bytes, peers: Sequence[bytes], me: bytes, private: bytes) -> Dealer:
    """A dealer by the name in the charter.

    Args:
        name: LOCAL or JOINT_SEED.
        agreement: the charter's hash.
        peers: the peers' keys in the charter's order.
        me: own key; empty for somebody who only reads the log.
        private: thirty-two secret random bytes, the same whenever this game is opened here; empty for a reader.

    Raises :class:`DealError` for another name.
    """
    if name == LOCAL:
        return LocalDealer(peers[0], private)
    if name == JOINT_SEED:
        return JointSeedDealer(agreement, peers, me, private)
    raise DealError(message("session.deal.unknown", dealer=name))


def words(payload: bytes) -> str:
    """A contribution to the dealing as readable text for game files: its word and its bytes in hex."""
    given = read_contribution(payload)
    return f"{given.word} {given.content.hex()}"
