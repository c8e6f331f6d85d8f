"""Some peers that tell each other everything, and everything that they can compute together."""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from net.deal.dealer import Secrets
from net.deal.fair import escrow, renewal
from net.deal.fair.card import Card, card_places
from net.deal.fair.elgamal import opened
from net.deal.fair.group import point
from tests.knowledge.found import Blob, Found, Lock
from tests.knowledge.secrets import TrueSecrets


class Seal:
    """One seal that a slot has had.

    Attributes:
        card: the number of the card under it: the same for two seals where everybody can see that one was made of the other.
        slot: where it lies.
        shares: for each peer that it needs, the share that opens it.
        keys: for each of them, the public key that its share belongs to.
    """

    def __init__(self, card: int, slot: int, sealed: Card, keys: Mapping[bytes, bytes], true: TrueSecrets) -> None:
        self.card = card
        self.slot = slot
        self.keys = dict(keys)
        self.shares = {peer: true.product(true.by_key[key], sealed.sealed.hint.format()) for peer, key in keys.items()}
        self._sealed = sealed

    def face(self) -> int:
        """The face under it, computed from all shares."""
        found = opened(self._sealed.sealed, [point(share) for share in self.shares.values()]).format()
        return self._sealed.pile[card_places(len(self._sealed.pile))[found]]


class Coalition:
    """The joint knowledge of some peers.

    Attributes:
        members: the peers; somebody who only watches is always one of them.
        numbers: the secret numbers that they have or can compute.
        points: the points that they have been sent beside the log.
        faces: the faces that they can compute, by the number of the card.
    """

    def __init__(self, members: frozenset[bytes], true: TrueSecrets) -> None:
        self.members = members
        self.numbers: set[int] = set()
        self.points: set[bytes] = set()
        self.faces: dict[int, int] = {}
        self._true = true
        self._shut: list[Blob] = []
        self._locks: list[Lock] = []
        self._parts: dict[bytes, dict[int, tuple[int, ...]]] = {}
        self._seals: dict[bytes | int, list[tuple[Seal, bytes]]] = {}  # by the share that is lacking, and by its secret
        self._lacking: dict[Seal, set[bytes]] = {}
        self.learn_own()

    def learn_own(self) -> None:
        """The secrets of the members, new ones included."""
        self.learn({number for peer in self.members for number in self._true.own(peer)})

    def hear(self, found: Found, public: set[bytes], sizes: Mapping[bytes, int], locks: Iterable[Lock] = ()) -> None:
        """The members receive this; ``public`` are all points in the log, ``sizes`` the numbers of holders of deposits."""
        self._shut += found.blobs
        self._locks += locks
        for content in found.points:
            self._give(content)
        self.learn(found.numbers)
        while self._compute(public, sizes):
            pass

    def learn(self, numbers: Iterable[int]) -> bool:
        """The members have these numbers; returns whether any is new."""
        fresh = [number for number in numbers if number in self._true.owners and number not in self.numbers]
        self.numbers.update(fresh)
        for number in fresh:
            self._give(number)
        return bool(fresh)

    def see(self, seal: Seal, public: set[bytes]) -> None:
        """A card lies in a slot under this seal."""
        lacking = self._lacking[seal] = set()
        for peer, share in seal.shares.items():
            if self._true.by_key[seal.keys[peer]] in self.numbers or share in public or share in self.points:
                continue
            lacking.add(peer)
            for token in (share, self._true.by_key[seal.keys[peer]]):
                self._seals.setdefault(token, []).append((seal, peer))
        self._open(seal)

    def _give(self, token: bytes | int) -> None:
        """The members have a point that could be a share, or a number that could be a secret."""
        for seal, peer in self._seals.pop(token, ()):
            self._lacking[seal].discard(peer)
            self._open(seal)

    def _open(self, seal: Seal) -> None:
        if not self._lacking[seal] and seal.card not in self.faces:
            self.faces[seal.card] = seal.face()

    def _compute(self, public: set[bytes], sizes: Mapping[bytes, int]) -> bool:
        """Open seals, combine parts and unlock old secrets; returns whether that told anything new."""
        found: set[int] = set()
        shut = []
        for blob in self._shut:
            if not (blob.openers & self.numbers or blob.shared in public or blob.shared in self.points):
                shut.append(blob)
            elif blob.deposit:
                self._parts.setdefault(blob.deposit, {})[blob.place] = blob.numbers
            else:
                found.update(blob.numbers)
        self._shut = shut
        for id in [id for id, parts in self._parts.items() if len(parts) == sizes[id]]:
            parts = self._parts.pop(id)
            for each in range(len(next(iter(parts.values())))):
                found.add(escrow.rebuilt({place: numbers[each] for place, numbers in parts.items()}))
        kept = []
        for lock in self._locks:
            new = [self._true.by_key[key] for key in (lock.cards, lock.lots)]
            if set(new) <= self.numbers:
                found.update(renewal.unlock(lock.locked, Secrets(*new), lock.context))
            else:
                kept.append(lock)
        self._locks = kept
        return self.learn(found)
