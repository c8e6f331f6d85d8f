"""Secrets sealed by one peer for another alone: the bequest of a leaver to its heir, the parts of a peer's secrets that it
deposits with the others, and the parts that they give to the heir of a vanished peer.

Every seal begins with fresh random bytes, since two peers seal for each other more than once in a game.
"""

from __future__ import annotations

import hashlib
import secrets
from collections.abc import Sequence

from net.deal.fair.group import ORDER, GroupError, Point, base, pack, times

FRESH = 16
"""Random bytes at the beginning of a seal."""


def seal_length(numbers: int) -> int:
    """The bytes of a seal that holds ``numbers`` scalars."""
    return FRESH + 32 * numbers


def seal(left: Sequence[int], own: int, heir: Point, agreement: bytes) -> bytes:
    """Seal secrets so that only the owners of ``own`` and of ``heir`` can read them: 16 bytes, and 32 for each secret.

    Args:
        left: the secrets.
        own: the secret of the leaver's key for letters.
        heir: the heir's public key for letters.
        agreement: the charter's hash, so that the same secrets look different at another table.
    """
    shared, fresh = times(own, heir), secrets.token_bytes(FRESH)
    return fresh + b"".join(pack(number ^ _pad(shared, agreement + fresh, place)) for place, number in enumerate(left))


def open_seal(sealed: bytes, own: int, leaver: Point, agreement: bytes) -> list[int]:
    """The secrets that the owner of ``leaver`` sealed for the owner of ``own``; raises :class:`GroupError`."""
    return opened_with(sealed, times(own, leaver), agreement)


def opened_with(sealed: bytes, shared: Point, agreement: bytes) -> list[int]:
    """The same with the point that the two share: the product of their secrets, times the generator."""
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
    """Whether a secret belongs to a public key."""
    return base(secret) == public


def _pad(shared: Point, agreement: bytes, place: int) -> int:
    content = b"alarife legacy\0" + agreement + shared.format() + place.to_bytes(2, "big")
    return int.from_bytes(hashlib.sha256(content).digest(), "big")
