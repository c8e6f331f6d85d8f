"""What a peer leaves to its heir when it goes: the secrets with which it dealt, sealed for the heir alone."""

from __future__ import annotations

import hashlib
from collections.abc import Sequence

from net.deal.fair.group import ORDER, GroupError, Point, base, pack, times


def seal(secrets: Sequence[int], own: int, heir: Point, agreement: bytes) -> bytes:
    """Thirty-two bytes a secret, which only the owner of ``own`` and the owner of ``heir`` can read.

    Args:
        secrets: what is left.
        own: the secret of the leaver's card key.
        heir: the heir's public card key.
        agreement: the charter's hash; the same secrets look different at another table.
    """
    shared = times(own, heir)
    return b"".join(pack(number ^ _pad(shared, agreement, place)) for place, number in enumerate(secrets))


def open_seal(sealed: bytes, own: int, leaver: Point, agreement: bytes) -> list[int]:
    """The secrets in what was sealed for the owner of ``own`` by the owner of ``leaver``; raises :class:`GroupError`."""
    if len(sealed) % 32:
        raise GroupError("not a legacy")
    shared = times(own, leaver)
    found = [
        int.from_bytes(sealed[at : at + 32], "big") ^ _pad(shared, agreement, at // 32) for at in range(0, len(sealed), 32)
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
