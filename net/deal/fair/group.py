"""The group everything is dealt in: secp256k1, written multiplicatively nowhere and additively everywhere.

Points are :class:`coincurve.PublicKey` values, which cannot be the point at infinity: an honest peer meets infinity with
negligible probability only, and whoever makes another meet it has sent an invalid proof (:class:`GroupError`). Scalars are
integers from 0 below :data:`ORDER`. Points enter only through :func:`point`, libsecp256k1's checked parser; the curve has no
cofactor, so every parsed point is in the group.
"""

from __future__ import annotations

import hashlib
import secrets
from collections.abc import Iterable
from functools import cache

from coincurve import PublicKey

ORDER = 0xFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFEBAAEDCE6AF48A03BBFD25E8CD0364141
"""The order of secp256k1 (SEC 2, section 2.4.1)."""

PRIME = 0xFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFEFFFFFC2F
"""The prime that coordinates are reckoned by."""

POINT_LENGTH = 33
"""Bytes of a compressed point."""

ROOT = 0x5363AD4CC05C30E0A5261C028812645A122E22EA20816678DF02967C1B23BD72
"""A cube root of 1 modulo the order. So many times a point costs next to nothing (Gallant, Lambert and Vanstone 2001)."""

LIGHT = 16
"""Bytes that a light scalar is made of."""

Point = PublicKey


class GroupError(ValueError):
    """Bytes that are no point or no scalar, or a sum that is the point at infinity."""


def point(content: bytes) -> Point:
    """The point with this compressed form; raises :class:`GroupError` for anything else."""
    if len(content) != POINT_LENGTH:
        raise GroupError("not a compressed point")
    try:
        return PublicKey(content)
    except ValueError as error:
        raise GroupError("not a point of the curve") from error


def scalar(content: bytes) -> int:
    """The scalar with these 32 bytes, big end first; raises :class:`GroupError` when it is not below the order."""
    number = int.from_bytes(content, "big")
    if len(content) != 32 or number >= ORDER:
        raise GroupError("not a scalar")
    return number


def pack(number: int) -> bytes:
    """The 32 bytes of a scalar, big end first."""
    return number.to_bytes(32, "big")


def random_scalar() -> int:
    """A scalar from 1 below the order, from the system's random source."""
    return 1 + secrets.randbelow(ORDER - 1)


def base(number: int) -> Point:
    """``number`` times the generator; raises :class:`GroupError` for 0."""
    if number % ORDER == 0:
        raise GroupError("the point at infinity")
    return PublicKey.from_valid_secret(pack(number % ORDER))


def times(number: int, of: Point) -> Point:
    """``number`` times a point; raises :class:`GroupError` for 0."""
    number %= ORDER
    if not number:
        raise GroupError("the point at infinity")
    return of.multiply(number.to_bytes(32, "big"))


def total(points: Iterable[Point]) -> Point:
    """The sum of points; raises :class:`GroupError` when it is the point at infinity, or there are none."""
    summands = list(points)
    if not summands:
        raise GroupError("no points")  # the library would end the program
    try:
        return PublicKey.combine_keys(summands)
    except ValueError as error:
        raise GroupError("the point at infinity") from error


def minus(of: Point) -> Point:
    """The negative of a point."""
    content = bytearray(of.format(compressed=False))  # with y: who reads it needs no square root
    content[33:] = (PRIME - int.from_bytes(content[33:], "big")).to_bytes(32, "big")
    return PublicKey(bytes(content))


def challenge(*parts: bytes) -> int:
    """A scalar that depends on every byte of every part and on where the parts begin (Fiat-Shamir)."""
    state = hashlib.sha512()
    for part in parts:
        state.update(len(part).to_bytes(8, "big"))
        state.update(part)
    return int.from_bytes(state.digest(), "big") % ORDER


def weights(count: int, *parts: bytes) -> list[int]:
    """So many light scalars that depend on every byte of every part; see :func:`light_scalars`."""
    return light_scalars(hashlib.shake_256(pack(challenge(b"weights", *parts))).digest(LIGHT * count))


def light_scalars(content: bytes) -> list[int]:
    """Scalars for random linear combinations, one of 2**128 for every sixteen bytes.

    Each is ``a + b * ROOT`` with 64 bits in ``a`` and in ``b``; no two such pairs make the same scalar. To multiply a point by
    it takes half the doublings: libsecp256k1 splits every scalar in this way, commonly into halves of 128 bits.
    """
    halves = [int.from_bytes(content[at : at + LIGHT // 2], "big") for at in range(0, len(content), LIGHT // 2)]
    return [(one + other * ROOT) % ORDER for one, other in zip(halves[::2], halves[1::2], strict=True)]


GENERATOR = base(1)
"""The point G of which :func:`base` makes multiples."""


@cache
def hashed_point(purpose: str, number: int) -> Point:
    """A point whose logarithm nobody knows: the first x coordinate of a hash sequence that is on the curve."""
    attempt = 0
    while True:
        seed = f"alarife {purpose} {number} {attempt}".encode()
        try:
            return PublicKey(b"\x02" + hashlib.sha256(seed).digest())
        except ValueError:
            attempt += 1
