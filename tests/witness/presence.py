"""Presence (section 5): which peers are there, and which peer plays for which. Peers are their places in the charter."""

from __future__ import annotations

from tests.witness.charter import Charter


class Presence:
    """The peers at the table at one place in the log.

    Attributes:
        there: the peers at the table, in the charter's order.
        acting: by peer, the peer that plays for it.
        owner: by seat, its peer; a peer that is left out of the dealing passes its seats on for good.
        gone: by peer, the place of the entry by which it went.
        left_out: the peers that went before they had a part in the dealing.
    """

    def __init__(self, charter: Charter) -> None:
        keys = charter.keys
        self.there = list(range(len(keys)))
        self.acting = list(range(len(keys)))
        self.owner = [keys.index(seat.peer) for seat in charter.seats]
        self.gone: dict[int, int] = {}
        self.left_out: set[int] = set()
        self.returns = 0

    def heir(self, peer: int) -> int:
        """The first other peer that is there."""
        return next(other for other in self.there if other != peer)

    def go(self, peer: int, n: int, dealt: bool) -> None:
        """A peer goes by entry ``n``. ``dealt``: whether it has a part in the dealing."""
        heir = self.heir(peer)
        self.there.remove(peer)
        self.acting = [heir if other == peer else other for other in self.acting]
        self.gone[peer] = n
        if not dealt:
            self.left_out.add(peer)
            self.owner = [heir if other == peer else other for other in self.owner]

    def come_back(self, peer: int) -> None:
        """A peer takes its seat back."""
        self.there = sorted([*self.there, peer])
        self.acting[peer] = peer
        del self.gone[peer]
        self.returns += 1

    def dealing(self) -> list[int]:
        """The peers with a part in the dealing."""
        return [peer for peer in range(len(self.acting)) if peer not in self.left_out]

    def acted_for(self, peer: int) -> list[int]:
        """The peers whose secrets this peer holds: its own and those left to it, in the charter's order."""
        return [other for other in self.dealing() if self.acting[other] == peer]
