"""The peers at the table, and the substitutes of departed peers: both follow from the log alone."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import NamedTuple


class Presence(NamedTuple):
    """The peers at the table at one point of the log; immutable.

    Attributes:
        peers: keys of all peers in the charter's order.
        there: those that are at the table, in that order.
        acting: for each peer, the one that plays for it: itself while it is there.
        owners: the peer each seat belongs to, by seat. A seat passes on for good when its peer goes before it has taken part
            in the dealing.
        gone: for each departed peer, the number of entries before the one by which it left, and the level of the
            bot that plays for it (empty for the strongest).
        returns: how often a peer has come back.
    """

    peers: tuple[bytes, ...]
    there: tuple[bytes, ...]
    acting: Mapping[bytes, bytes]
    owners: tuple[bytes, ...]
    gone: Mapping[bytes, tuple[int, str]]
    returns: int

    @classmethod
    def full(cls, peers: Sequence[bytes], owners: Sequence[bytes]) -> Presence:
        """Everybody is there."""
        return cls(tuple(peers), tuple(peers), {peer: peer for peer in peers}, tuple(owners), {}, 0)

    def owner(self, seat: int) -> bytes:
        """The peer that plays a seat now."""
        return self.acting[self.owners[seat]]

    def heir(self, peer: bytes) -> bytes:
        """The peer that would play for another: the first of the others; raises :class:`StopIteration` if there are none."""
        return next(other for other in self.there if other != peer)

    def without(self, peer: bytes, index: int, level: str, returnable: bool) -> Presence:
        """A peer has left by the entry after ``index`` others; its heir plays for it and for all it played for."""
        heir = self.heir(peer)
        return self._replace(
            there=tuple(other for other in self.there if other != peer),
            acting={other: heir if actor == peer else actor for other, actor in self.acting.items()},
            owners=self.owners if returnable else tuple(heir if owner == peer else owner for owner in self.owners),
            gone={**self.gone, peer: (index, level)},
        )

    def returned(self, peer: bytes) -> Presence:
        """A departed peer is there again and plays for itself."""
        return self._replace(
            there=tuple(other for other in self.peers if other in self.there or other == peer),
            acting={**self.acting, peer: peer},
            gone={other: how for other, how in self.gone.items() if other != peer},
            returns=self.returns + 1,
        )
