"""New keys (section 11): a peer's seals change to its new key and keep their cards."""

from __future__ import annotations

import hashlib
from collections.abc import Sequence

from tests.witness.curve import G, Point, Q, combination, finite, packed, scalar
from tests.witness.group import Ciphertext, bytes32, challenge


def holds(
    before: Sequence[Ciphertext], after: Sequence[Ciphertext], key: Point, difference: Point, raw: bytes, context: bytes
) -> bool:
    """Whether the proof for one group holds.

    Args:
        key: the joint key of the peers whose shares are missing, with the new key of this peer.
        difference: the new key minus the old.
        context: ``B`` of the page.
    """
    try:
        if len(raw) != 96:
            return False
        e, y, z = (scalar(raw[start : start + 32]) for start in (0, 32, 64))
        pairs = b"".join(one.raw + other.raw for one, other in zip(before, after, strict=True))
        s = bytes32(challenge("renewal", context, key, pairs))
        w = [challenge("renewal weight", s, i.to_bytes(4, "big")) for i in range(len(before))]
        hint = finite(combination((weight, each.hint) for weight, each in zip(w, before, strict=True)))
        masked = [(e * weight, each.masked) for weight, each in zip(w, before, strict=True)]
        t1 = [(y, G), (e, hint), *((-e * weight, each.hint) for weight, each in zip(w, after, strict=True))]
        t2 = [(y, key), (z, hint), *masked, *((-e * weight, each.masked) for weight, each in zip(w, after, strict=True))]
        t3 = [(z, G), (Q - e, difference)]
        return e == challenge("renewal proof", s, *(finite(combination(terms)) for terms in (t1, t2, t3)))
    except ValueError:
        return False


def unlocked(locked: bytes, new: tuple[int, int], context: bytes) -> tuple[int, int]:
    """The old secrets (cards, lots) that ``locked`` gives to somebody with the new ones."""
    pad = hashlib.sha512(b"alarife renewal\0" + bytes32(new[0]) + bytes32(new[1]) + context).digest()
    old = bytes(one ^ other for one, other in zip(locked, pad, strict=True))
    return int.from_bytes(old[:32], "big"), int.from_bytes(old[32:], "big")


def key_difference(new: Point, old: Point) -> Point | None:
    """``D`` of the page; None if the key did not change."""
    return combination([(1, new), (Q - 1, old)])


def group_context(context: bytes, old: Point, new: Point) -> bytes:
    """``B`` of the page."""
    return context + packed(old) + packed(new)
