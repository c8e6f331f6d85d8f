"""The constructions on the group (section 8): challenges, hashed points, weights, cards, small proofs and seals."""

from __future__ import annotations

import hashlib
from collections.abc import Sequence
from functools import cache
from typing import NamedTuple

from tests.witness.curve import G, NotAPoint, Point, Q, combination, finite, lifted, minus, packed, point, scalar, times, total

LAMBDA = 0x5363AD4CC05C30E0A5261C028812645A122E22EA20816678DF02967C1B23BD72


def sha256(content: bytes) -> bytes:
    """SHA-256."""
    return hashlib.sha256(content).digest()


def bytes32(number: int) -> bytes:
    """A scalar in 32 bytes."""
    return number.to_bytes(32, "big")


def u64(number: int) -> bytes:
    """A number in eight bytes."""
    return number.to_bytes(8, "big")


def challenge(*parts: bytes | str | Point) -> int:
    """The challenge that these parts make; texts and points stand for their bytes."""
    hashed = hashlib.sha512()
    for part in parts:
        raw = part.encode() if isinstance(part, str) else packed(part) if isinstance(part, tuple) else part
        hashed.update(u64(len(raw)) + raw)
    return int.from_bytes(hashed.digest(), "big") % Q


@cache
def hashed_point(purpose: str, number: int) -> Point:
    """The point for a purpose and a number; nobody knows its logarithm."""
    attempt = 0
    while True:
        x = int.from_bytes(sha256(f"alarife {purpose} {number} {attempt}".encode()), "big")
        found = lifted(x)
        if found is not None:
            return found
        attempt += 1


def weights(count: int, *parts: bytes | str | Point) -> list[int]:
    """Weights that follow from these parts."""
    stream = hashlib.shake_256(bytes32(challenge("weights", *parts))).digest(16 * count)
    halves = [int.from_bytes(stream[start : start + 8], "big") for start in range(0, len(stream), 8)]
    return [(a + b * LAMBDA) % Q for a, b in zip(halves[::2], halves[1::2], strict=True)]


class Ciphertext(NamedTuple):
    """A sealed card."""

    masked: Point
    hint: Point

    @property
    def raw(self) -> bytes:
        """Its 66 bytes."""
        return packed(self.masked) + packed(self.hint)


def ciphertext(raw: bytes) -> Ciphertext:
    """Read 66 bytes; raises :class:`NotAPoint`."""
    if len(raw) != 66:
        raise NotAPoint("not a ciphertext")
    return Ciphertext(point(raw[:33]), point(raw[33:]))


def card(number: int) -> Point:
    """The point of card ``number`` of a pile, from 0."""
    return hashed_point("card", number)


def first_seal(number: int, key: Point) -> Ciphertext:
    """A card as the first shuffle finds it: anybody can compute it."""
    return Ciphertext(total([card(number), key]), G)


def _numbers(proof: bytes) -> tuple[int, int]:
    if len(proof) != 64:
        raise ValueError("a proof has 64 bytes")
    return scalar(proof[:32]), scalar(proof[32:])


def _commitment(z: int, base: Point, e: int, public: Point) -> Point:
    """``z·base - e·public``."""
    return finite(combination([(z, base), (Q - e, public)]))


def secret_holds(public: Point, proof: bytes, context: bytes) -> bool:
    """Whether somebody who knew the secret of ``public`` made this proof."""
    try:
        e, z = _numbers(proof)
        return e == challenge("secret", context, public, _commitment(z, G, e, public))
    except ValueError:
        return False


def share_holds(public: Point, hint: Point, share: Point, proof: bytes, context: bytes) -> bool:
    """Whether ``share`` is the secret of ``public`` times ``hint``."""
    try:
        e, z = _numbers(proof)
        first, second = _commitment(z, G, e, public), _commitment(z, hint, e, share)
        return e == challenge("share", context, public, hint, share, first, second)
    except ValueError:
        return False


def shares_hold(public: Point, hints: Sequence[Point], shares: Sequence[Point], proof: bytes, context: bytes) -> bool:
    """Whether every one of the shares is the secret of ``public`` times its hint."""
    if len(hints) == 1:
        return share_holds(public, hints[0], shares[0], proof, context)
    try:
        drawn = weights(len(hints), "shares", context, *hints, *shares)
        hint = finite(combination(zip(drawn, hints, strict=True)))
        share = finite(combination(zip(drawn, shares, strict=True)))
    except ValueError:
        return False
    return share_holds(public, hint, share, proof, context)


def unsealed(seal: bytes, common: Point, context: bytes) -> list[int] | None:
    """The numbers in a seal whose two keys have this point in common; None if they cannot be numbers."""
    nonce, body = seal[:16], seal[16:]
    found = []
    for place, start in enumerate(range(0, len(body), 32)):
        mask = sha256(b"alarife legacy\0" + context + nonce + packed(common) + place.to_bytes(2, "big"))
        number = int.from_bytes(body[start : start + 32], "big") ^ int.from_bytes(mask, "big")
        if not 0 < number < Q:
            return None
        found.append(number)
    return found


def common_point(secret: int, public: Point) -> Point:
    """The common point of two keys, computed by the owner of one of them."""
    return times(secret, public)


def derived(kind: str, private: bytes, occasion: bytes) -> int:
    """The secret of this kind that a program makes of its private bytes (section 9)."""
    return 1 + challenge("alarife secret", kind, private, occasion) % (Q - 1)


def without(masked: Point, shares: Sequence[Point]) -> Point | None:
    """The masked half of a seal with these shares taken off."""
    return combination([(1, masked), *((1, minus(share)) for share in shares)])
