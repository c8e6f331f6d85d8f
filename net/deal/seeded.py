"""Dealing from a seed: every shuffle, lot and hidden face follows from thirty-two bytes."""

from __future__ import annotations

import hashlib
import struct
from collections.abc import Container, Iterator
from itertools import count
from typing import Annotated

from msgspec import Meta, Struct

from net.deal.dealer import DealError
from net.session.format.wire import WireError, pack, unpack
from rules.contract import SEALED, Deal
from rules.message import message

SEED_LENGTH = 32
"""Bytes of a seed."""


WORDS = 1 << 64
"""How many words of eight bytes there are."""

_four_words = struct.Struct(">4Q").unpack


class Contribution(Struct, frozen=True, array_like=True, forbid_unknown_fields=True):
    """The payload of a deal entry: its word (``seed``) and its bytes."""

    word: Annotated[str, Meta(max_length=16)]
    content: Annotated[bytes, Meta(min_length=SEED_LENGTH, max_length=SEED_LENGTH)]


def contribution(word: str, content: bytes) -> bytes:
    """The payload of a contribution."""
    return pack(Contribution(word, content))


def read_contribution(payload: bytes) -> Contribution:
    """The contribution in a payload; raises :class:`~net.deal.dealer.DealError` if it cannot be read."""
    try:
        read: Contribution = unpack(payload, Contribution, limit=256)
    except WireError as error:
        raise DealError(message("session.deal.damaged")) from error
    return read


def words(payload: bytes) -> str:
    """A contribution as readable text: its word and its bytes in hex; raises :class:`~net.deal.DealError` if it is damaged."""
    given = read_contribution(payload)
    return f"{given.word} {given.content.hex()}"


def seed_of(text: str) -> bytes:
    """The seed for a word or number given by a person, for instance on the command line."""
    return hashlib.sha256(b"alarife seed\0" + text.encode()).digest()


class Chance:
    """Uniform random numbers that follow from a seed and a place: the number of this use of chance, from 1."""

    def __init__(self, seed: bytes, place: int) -> None:
        self._words = _words_of(hashlib.sha256(b"alarife chance\0" + seed + place.to_bytes(8, "big")).digest())

    def below(self, bound: int) -> int:
        """A number from 0 up to but not including ``bound``."""
        even = WORDS - WORDS % bound
        while (word := next(self._words)) >= even:
            pass
        return word % bound

    def order(self, faces: tuple[int, ...]) -> list[int]:
        """The faces in a random order (Fisher and Yates)."""
        mixed, below = list(faces), self.below
        for last in range(len(mixed) - 1, 0, -1):
            other = below(last + 1)
            mixed[last], mixed[other] = mixed[other], mixed[last]
        return mixed


def _words_of(key: bytes) -> Iterator[int]:
    for block in count():
        yield from _four_words(hashlib.sha256(key + block.to_bytes(8, "big")).digest())


class SeededDeals:
    """Answers deals in order from a seed. A program with the seed knows every card of the table."""

    def __init__(self, seed: bytes) -> None:
        self._seed = seed
        self._chances = 0
        self._faces: dict[int, int] = {}

    def answer(self, deal: Deal, knows: Container[int]) -> tuple[int, ...]:
        """The answer to the next deal, see :meth:`net.deal.dealer.Dealer.answer`."""
        if deal.kind == "shuffle":
            self._faces.update(zip(deal.slots, self._chance().order(deal.faces), strict=True))
            return ()
        if deal.kind == "lot":
            return (self._chance().below(deal.faces[0]),)
        if deal.kind == "show":
            for slot in deal.slots:
                if self._faces[slot] == deal.faces[0]:
                    return (slot,)
            raise DealError(message("session.deal.not-there", seat=deal.seat))
        if deal.kind == "draw" and deal.seat not in knows:
            return (SEALED,) * len(deal.slots)
        return tuple(self._faces[slot] for slot in deal.slots)

    def copy(self) -> SeededDeals:
        """An independent copy."""
        other = SeededDeals(self._seed)
        other._chances = self._chances
        other._faces = dict(self._faces)
        return other

    def _chance(self) -> Chance:
        self._chances += 1
        return Chance(self._seed, self._chances)
