"""How cards are dealt: a dealer answers the deals that the rules ask for (:class:`rules.contract.Deal`).

The rules ask in the same way at every table. A dealer may need contributions from peers before it can answer: these are entries
of the log, each written by the peer that the dealer names. So a dealer's knowledge comes from the log alone, and replaying the
log gives the same answers.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from functools import partial
from typing import NamedTuple

from net.deal.dealer import Dealer, DealError, Secrets
from net.deal.fair import card
from net.deal.fair.contribution import words as fair_words
from net.deal.fair.dealer import FairDealer
from net.deal.local import LocalDealer
from net.deal.seeded import words as local_words
from rules.message import message

LOCAL = "local"
"""The dealer of a table with a single peer: a seed from the system's random source."""

FAIR = "fair-5"
"""The dealer of a table between peers: nobody can see or choose what is dealt. The number rises when contributions change."""

FAIR_4 = "fair-4"
"""The same at a table with a program of an earlier protocol: when a peer returns, only that peer takes new keys."""

FAIR_3 = "fair-3"
"""The same at a table with a program of a still earlier one: who replaces a vanished peer does not shuffle again, either."""

FAIR_2 = "fair-2"
"""The same in still earlier games: they may contain parts of a vanished peer's secrets in an earlier form."""

FAIR_VERSIONS = {FAIR: 5, FAIR_4: 4, FAIR_3: 3, FAIR_2: 2}
"""The names of the fair dealer in charters, each with the version that it means."""

__all__ = [
    "DEALERS",
    "FAIR",
    "FAIR_2",
    "FAIR_3",
    "FAIR_4",
    "FAIR_VERSIONS",
    "LOCAL",
    "DealError",
    "Dealer",
    "Estate",
    "Place",
    "dealer_called",
    "get_ready",
    "words",
]

Estate = Mapping[bytes, Sequence[Secrets | None]]
"""By peer, the secrets that departed peers have left to this one: all that each has had, see :meth:`Dealer.lineage`."""


class Place(NamedTuple):
    """What a dealer starts from.

    Attributes:
        agreement: the charter's hash.
        peers: the peers' keys in the charter's order.
        owners: the keys of the peers that play the seats, by seat.
        me: this peer's key; empty for a program that only reads the log.
        private: thirty-two secret random bytes, the same whenever this game is opened here; empty for a reader.
        estate: the secrets that this peer has inherited by the end of a log that is replayed.
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
    """A way of dealing: functions that make its dealer and that describe a contribution for a game file."""

    dealer: Callable[[Place], Dealer]
    words: Callable[[bytes], str]


def _local(place: Place) -> Dealer:
    return LocalDealer(place.peers[0], place.private)


def _fair(version: int, place: Place) -> Dealer:
    return FairDealer(*place, version=version)


DEALERS: dict[str, Kind] = {
    LOCAL: Kind(_local, local_words),
    **{name: Kind(partial(_fair, version), fair_words) for name, version in FAIR_VERSIONS.items()},
}
"""Every way of dealing by its name in the charter."""


def dealer_called(name: str, place: Place) -> Dealer:
    """A dealer by the name in the charter; raises :class:`DealError` for another name."""
    if name not in DEALERS:
        raise DealError(message("session.deal.unknown", dealer=name))
    return DEALERS[name].dealer(place)


def get_ready() -> None:
    """Compute what is the same in every game. The first shuffle would do so itself, while somebody waits."""
    card.get_ready()


def words(name: str, payload: bytes) -> str:
    """A contribution to the dealing as readable text for game files; raises :class:`DealError` if it cannot be read.

    A seed is given in full; for the fair dealer, the word, the peer's place, and the number of parts.
    """
    if name not in DEALERS:
        raise DealError(message("session.deal.unknown", dealer=name))
    return DEALERS[name].words(payload)
