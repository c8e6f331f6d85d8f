"""Which entries every peer at the table has confirmed, and which peers have been late for too long."""

from __future__ import annotations

from net.api import Confirmed
from net.session.format.charter import Charter
from net.session.traffic.gossip import Gossip, Link

PATIENCE = 1_000
"""Milliseconds after which peers that have not confirmed an entry are named."""


class Confirming:
    """Compares the log here with the lengths that the other peers state.

    A peer that is reached only through others states nothing itself, so nobody waits for it.
    """

    def __init__(self, charter: Charter, gossip: Gossip) -> None:
        self._charter = charter
        self._gossip = gossip
        self._goal = 0
        self._since = 0
        self._shown = Confirmed(0, 0, ())

    def shown(self, there: tuple[bytes, ...], length: int, now: int) -> Confirmed | None:
        """The event for the program, None if there is nothing new. ``there`` are the peers at the table."""
        index, links = length, self._gossip.links
        for key in there:
            link = links.get(key)
            if link is not None and (link.have or 0) < index and self._counts(key, link):
                index = link.have or 0
        if index >= self._goal:  # all have confirmed; from now on time counts for the entries played since
            self._goal, self._since = length, now
        late = index < length and now - self._since >= PATIENCE
        before = self._shown
        same = (index, length) == (before.index, before.length) or (index < length and before.index < before.length)
        if same and not late and not before.waiting:
            return None  # as long as some peers lack some entries, it does not matter how many
        others = [(key, links[key]) for key in there if key in links] if late else []
        lacking = [key for key, link in others if (link.have or 0) < length and self._counts(key, link)]
        confirmed = Confirmed(index, length, tuple(map(self._charter.name, lacking)))
        if confirmed == self._shown:
            return None
        self._shown = confirmed
        return confirmed

    def _counts(self, key: bytes, link: Link) -> bool:
        """Whether a peer states its length itself: its link stands, or it cannot be reached through others either."""
        return link.up or not self._gossip.near(key)
