"""The secrets that the simulation owns. They identify a derived number or point, but do not imply that anybody knows it."""

from __future__ import annotations

from collections.abc import Mapping
from typing import NamedTuple

from net.deal.dealer import Secrets
from net.deal.fair.group import base, point, times
from net.deal.fair.standing import derived


class Owner(NamedTuple):
    """The owner and kind of a secret number.

    Attributes:
        peer: the peer.
        kind: ``cards``, ``lots`` or ``letters``.
        key: the public key.
    """

    peer: bytes
    kind: str
    key: bytes


class TrueSecrets:
    """All secrets of all peers, made from their private bytes as their programs make them."""

    def __init__(self, agreement: bytes, privates: Mapping[bytes, bytes]) -> None:
        self._agreement = agreement
        self._privates = privates
        self.owners: dict[int, Owner] = {}
        self.by_key: dict[bytes, int] = {}
        self._shared: dict[tuple[int, bytes], bytes] = {}
        self.latest: dict[bytes, Secrets] = {}
        self.letters = {peer: self._made(peer, "letters", agreement) for peer in privates}
        for peer in privates:
            self.renewed(peer, b"")

    def renewed(self, peer: bytes, seed: bytes) -> Secrets:
        """The secrets that a peer takes with this seed; from now on they are its latest."""
        made = Secrets(*(self._made(peer, kind, self._agreement + seed) for kind in ("cards", "lots")))
        self.latest[peer] = made
        return made

    def own(self, peer: bytes) -> set[int]:
        """Every secret of its own that a peer has by now."""
        return {number for number, owner in self.owners.items() if owner.peer == peer}

    def product(self, number: int, content: bytes) -> bytes:
        """A number times a point, worked out once."""
        found = self._shared.get((number, content))
        if found is None:
            found = self._shared[number, content] = times(number, point(content)).format()
        return found

    def _made(self, peer: bytes, kind: str, occasion: bytes) -> int:
        number = derived(kind.encode(), self._privates[peer], occasion)
        key = base(number).format()
        self.owners[number] = Owner(peer, kind, key)
        self.by_key[key] = number
        return number
