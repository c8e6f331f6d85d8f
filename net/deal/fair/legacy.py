"""Secrets on their way from one peer to another, sealed for that one alone: what a peer leaves to its heir when it goes, the
parts of its secrets that it gives to the others, and those that they give to the heir of a peer that has vanished.

Every seal begins with fresh random bytes: two peers seal for each other more than once in a game.
"""

from __future__ import annotations

import hashlib
import secrets
from collections.abc import Sequence

from net.deal.fair.group import ORDER, GroupError, Point, base, pack, times

FRESH = 16
"""Random bytes at the beginning of a seal."""


def seal_length(numbers: int) -> int:
    """The bytes of a seal with so many scalars in it."""
    return FRESH + 32 * numbers


def seal(left: Sequence[int], own: int, heir: Point, agreement: bytes) -> bytes:
    """Sixteen bytes and thirty-two for each secret, which only the owner of ``own`` and the owner of ``heir`` can read.

    Args:
        left: the secrets.
        own: the secret of the leaver's key for letters.
        heir: the heir's public key for letters.
        agreement: the charter's hash; the same secrets look different at another table.
    """
    shared, fresh = times(own, heir), secrets.token_bytes(FRESH)
    return fresh + b"".join(pack(number ^ _pad(shared, agreement + fresh, place)) for place, number in enumerate(left))


def open_seal(sealed: bytes, own: int, leaver: Point, agreement: bytes) -> list[int]:
    """The secrets in what was sealed for the owner of ``own`` by the owner of ``leaver``; raises :class:`GroupError`."""
    return opened_with(sealed, times(own, leaver), agreement)


def opened_with(sealed: bytes, shared: Point, agreement: bytes) -> list[int]:
    """The same with the point that the two have in common: the product of their secrets, times the generator."""
    if len(sealed) < FRESH or (len(sealed) - FRESH) % 32:
        raise GroupError("not a legacy")
    fresh, rest = sealed[:FRESH], sealed[FRESH:]
    found = [
        int.from_bytes(rest[at : at + 32], "big") ^ _pad(shared, agreement + fresh, at // 32) for at in range(0, len(rest), 32)
    ]
    if not all(0 < number < ORDER for number in found):
        raise GroupError("not a legacy")
    return found


def fits(secret: int, public: Point) -> bool:
    """Whether a secret is the one of a public key."""
    return base(secret) == public


def _pad(shared: Point, agreement: bytes, place: int) -> int:
    content = b"alarife legacy\0" + agreement + shared.format() + place.to_bytes(2, "big")
    return int.from_bytes(hashlib.sha256(content).digest(), "big")
