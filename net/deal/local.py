"""Dealing at a table with a single peer: it writes a seed as the first entry, and all cards follow from that."""

from __future__ import annotations

from collections.abc import Container, Mapping, Sequence

from net.deal.dealer import DealError, Secrets
from net.deal.seeded import SeededDeals, contribution, read_contribution
from rules.contract import Deal, Event, State
from rules.message import message


class LocalDealer:
    """The dealer ``local``. ``private`` is the seed; it is empty in a program that only reads the log."""

    def __init__(self, peer: bytes, private: bytes) -> None:
        self._peer = peer
        self._private = private
        self._deals: SeededDeals | None = None

    def writer(self, deals: Sequence[Deal]) -> bytes | None:
        """The only peer, once."""
        return None if self._deals or not deals else self._peer

    def write(self, deals: Sequence[Deal]) -> bytes:
        """The seed."""
        return contribution("seed", self._private)

    def prepare(self, deals: Sequence[Deal]) -> bool:
        """There is nothing to prepare."""
        return False

    def read(self, deals: Sequence[Deal], author: bytes, payload: bytes) -> None:
        """Take the seed."""
        given = read_contribution(payload)
        if given.word != "seed" or self._deals is not None:
            raise DealError(message("session.deal.unasked"))
        if self._private and self._private != given.content:
            raise DealError(message("session.deal.no-secret"))
        self._deals = SeededDeals(given.content)

    def answer(self, deal: Deal, knows: Container[int]) -> tuple[int, ...] | None:
        """See :meth:`net.deal.dealer.Dealer.answer`."""
        return None if self._deals is None else self._deals.answer(deal, knows)

    @property
    def steady(self) -> bool:
        """Nothing has to be kept."""
        return True

    def leaves(self, peer: bytes, heir: bytes) -> bool:
        """At once: nobody else needs anything from a peer that leaves."""
        self.left(peer, heir, ())
        return True

    @property
    def leaver(self) -> bytes:
        """Nobody: leaving takes no time."""
        return b""

    @property
    def exposed(self) -> bool:
        """There is nothing to hand over."""
        return False

    def write_stay(self) -> bytes:
        """Nothing: nobody is on the way out."""
        raise DealError(message("session.deal.unasked"))

    @property
    def departed(self) -> bytes:
        """Nobody, see :meth:`leaves`."""
        return b""

    def left(self, peer: bytes, heir: bytes, legacies: Sequence[bytes]) -> None:
        """Nobody else needs anything from a peer that has left."""

    def can_spare(self, peer: bytes) -> bool:
        """Nobody else needs anything from a peer."""
        return True

    def dropped(self, peer: bytes, heir: bytes) -> None:
        """As if it had left."""
        self.left(peer, heir, ())

    @property
    def liar(self) -> bytes:
        """Nobody."""
        return b""

    def can_return(self, peer: bytes) -> bool:
        """Nothing keeps it from playing again."""
        return True

    def returned(self, peer: bytes, seed: bytes) -> None:
        """Nothing changes."""

    def lineage(self, peer: bytes, secrets: Secrets) -> tuple[Secrets, ...]:
        """None: this dealer has no secrets of peers."""
        return ()

    @property
    def estate(self) -> Mapping[bytes, Sequence[Secrets | None]]:
        """Nothing."""
        return {}

    @property
    def holders(self) -> Sequence[bytes]:
        """Nobody: the seed is in the log."""
        return ()

    @property
    def secrets(self) -> Mapping[bytes, Secrets]:
        """Nothing."""
        return {}

    def fits(self, peer: bytes, secrets: Secrets) -> bool:
        """Nobody has secrets here."""
        return False

    def copy(self) -> LocalDealer:
        """An independent copy."""
        other = LocalDealer(self._peer, self._private)
        other._deals = self._deals and self._deals.copy()
        return other


def settle(state: State, deals: SeededDeals) -> list[Event]:
    """Answer every pending deal of a position that may know everything. Returns the events.

    Self-play uses this without a table: the same seed deals the same cards as at a table.
    """
    everybody = range(state.seats)
    events: list[Event] = []
    while state.deals:
        deal = state.deals[0]
        events += state.learn(deal, deals.answer(deal, everybody))
    return events
