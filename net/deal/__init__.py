"""How cards are dealt: whoever answers the deals that the rules state (:class:`rules.contract.Deal`).

The rules ask in the same words at every table. A dealer may need to hear from peers before it can answer: what they contribute
are entries of the log, written when the dealer names them as the writer. So a dealer's knowledge is made of the log alone, and
reading the log again gives the same answers.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import NamedTuple

from net.deal.dealer import Dealer, DealError, Secrets
from net.deal.fair.contribution import words as fair_words
from net.deal.fair.dealer import FairDealer
from net.deal.local import LocalDealer
from net.deal.seeded import words as local_words
from rules.message import message

LOCAL = "local"
"""The dealer of a table with a single peer: a seed from the system's random source."""

FAIR = "fair-3"
"""The dealer of a table between peers: nobody can see or choose what is dealt. Another number, other contributions."""

FAIR_BEFORE = "fair-2"
"""The same in games that earlier versions began: they may contain parts of a vanished peer's secrets in an earlier form."""

__all__ = ["DEALERS", "FAIR", "FAIR_BEFORE", "LOCAL", "DealError", "Dealer", "Estate", "Place", "dealer_called", "words"]

Estate = Mapping[bytes, Sequence[Secrets | None]]
"""The secrets that peers have left to this one when they went, by peer: all it has had, see :meth:`Dealer.lineage`."""


class Place(NamedTuple):
    """The state of a dealer.

    Attributes:
        agreement: the charter's hash.
        peers: the peers' keys in the charter's order.
        owners: the keys of the peers that play the seats, by seat.
        me: own key; empty for somebody who only reads the log.
        private: thirty-two secret random bytes, the same whenever this game is opened here; empty for a reader.
        estate: what this peer has inherited by the end of a log that is read again.
        escrow: whether the peers deposit their secrets with each other, so that a vanished one can be replaced.
    """

    agreement: bytes
    peers: Sequence[bytes]
    owners: Sequence[bytes]
    me: bytes
    private: bytes
    estate: Estate
    escrow: bool = False

    def __repr__(self) -> str:
        return f"<Place at {self.agreement.hex()[:8]}>"


class Kind(NamedTuple):
    """A way of dealing: how its dealer is made, and how a contribution reads in a game file."""

    dealer: Callable[[Place], Dealer]
    words: Callable[[bytes], str]


def _local(place: Place) -> Dealer:
    return LocalDealer(place.peers[0], place.private)


def _fair(place: Place) -> Dealer:
    return FairDealer(*place)


def _fair_before(place: Place) -> Dealer:
    return FairDealer(*place, earlier=True)


DEALERS: dict[str, Kind] = {
    LOCAL: Kind(_local, local_words),
    FAIR: Kind(_fair, fair_words),
    FAIR_BEFORE: Kind(_fair_before, fair_words),
}
"""Every way of dealing by its name in the charter."""


def dealer_called(name: str, place: Place) -> Dealer:
    """A dealer by the name in the charter; raises :class:`DealError` for another name."""
    if name not in DEALERS:
        raise DealError(message("session.deal.unknown", dealer=name))
    return DEALERS[name].dealer(place)


def words(name: str, payload: bytes) -> str:
    """A contribution to the dealing as readable text for game files; raises :class:`DealError` for what is none.

    A seed is told in full; of the fair dealer's contributions the word, whose it is, and how many parts it has.
    """
    if name not in DEALERS:
        raise DealError(message("session.deal.unknown", dealer=name))
    return DEALERS[name].words(payload)
