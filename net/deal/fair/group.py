"""The group of all dealing: secp256k1, written additively.

A :class:`Point` cannot be the point at infinity: an honest peer meets it only with negligible probability, and a peer that
leads another to it has sent an invalid proof (:class:`GroupError`). Scalars are integers from 0 to :data:`ORDER` - 1. Points
from outside enter only through :func:`point`, libsecp256k1's checked parser; the curve has no cofactor, so every parsed point
is in the group.

This module calls the library's functions directly, without coincurve's ``PublicKey``: a shuffle needs thousands of calls, and
the wrapper would take a tenth of its time.

Sums of many products, of which the check of a proof mostly consists, are computed by curve.c where it has been compiled
(:mod:`rules.compiled`), three to four times as fast: :func:`public_sums`. It is only for numbers and points that everybody may
know. Everything that touches a secret is computed by libsecp256k1 alone.
"""

from __future__ import annotations

import hashlib
import secrets
import struct
from collections.abc import Callable, Iterable, Sequence
from functools import cache
from typing import Any

from coincurve._libsecp256k1 import ffi, lib  # type: ignore[import-not-found]  # compiled, without types
from coincurve.context import GLOBAL_CONTEXT

from net.deal.fair.rows import row

try:
    from net.deal.fair.curve import sums
except ImportError:  # not compiled
    compiled_sums: Callable[[bytes, bytes, bytes], bytes] | None = None
else:
    compiled_sums = sums

ORDER = 0xFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFEBAAEDCE6AF48A03BBFD25E8CD0364141
"""The order of secp256k1 (SEC 2, section 2.4.1)."""

_X = 0x79BE667EF9DCBBAC55A06295CE870B07029BFCDB2DCE28D959F2815B16F81798
_Y = 0x483ADA7726A3C4655DA4FBFC0E1108A8FD17B448A68554199C47D08FFB10D4B8
"""The coordinates of the generator (SEC 2, section 2.4.1)."""

POINT_LENGTH = 33
"""Bytes of a compressed point."""

ROOT = 0x5363AD4CC05C30E0A5261C028812645A122E22EA20816678DF02967C1B23BD72
"""A cube root of 1 modulo the order: multiplying a point by it costs almost nothing (Gallant, Lambert and Vanstone 2001)."""

MANY = 8
"""The fewest products for which curve.c is faster than libsecp256k1."""

LIGHT = 16
"""The random bytes of a light scalar, see :func:`light_scalars`."""

_context = GLOBAL_CONTEXT.ctx
_KIND = ffi.typeof("secp256k1_pubkey *")
_PACKED = ffi.typeof("unsigned char[33]")


class Point:
    """A point of the curve; immutable.

    Attributes:
        raw: the library's form of it.
    """

    __slots__ = ("_packed", "raw")

    def __init__(self, raw: Any, packed: bytes = b"") -> None:
        """For the functions of this module; ``packed`` is the compressed form, if it is known."""
        self.raw = raw
        self._packed = packed

    def format(self) -> bytes:
        """The 33 bytes of its compressed form."""
        if not self._packed:
            content = ffi.new(_PACKED)
            length = ffi.new("size_t *", POINT_LENGTH)
            lib.secp256k1_ec_pubkey_serialize(_context, content, length, self.raw, lib.SECP256K1_EC_COMPRESSED)
            self._packed = bytes(ffi.buffer(content))
        return self._packed

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, Point):
            return NotImplemented
        return bool(lib.secp256k1_ec_pubkey_cmp(_context, self.raw, other.raw) == 0)

    def __hash__(self) -> int:
        return hash(self.format())

    def __repr__(self) -> str:
        return f"<Point {self.format().hex()[:8]}>"


class GroupError(ValueError):
    """Bytes that are no point or no scalar, or a sum that is the point at infinity."""


def point(content: bytes) -> Point:
    """The point with this compressed form; raises :class:`GroupError` for anything else."""
    if len(content) != POINT_LENGTH:
        raise GroupError("not a compressed point")
    raw = ffi.new(_KIND)
    if not lib.secp256k1_ec_pubkey_parse(_context, raw, content, POINT_LENGTH):
        raise GroupError("not a point of the curve")
    return Point(raw, content)


def scalar(content: bytes) -> int:
    """The scalar in these 32 big-endian bytes; raises :class:`GroupError` if it is not below the order."""
    number = int.from_bytes(content, "big")
    if len(content) != 32 or number >= ORDER:
        raise GroupError("not a scalar")
    return number


def pack(number: int) -> bytes:
    """The 32 big-endian bytes of a scalar."""
    return number.to_bytes(32, "big")


def random_scalar() -> int:
    """A scalar from 1 to the order minus 1, from the system's random source."""
    return 1 + secrets.randbelow(ORDER - 1)


def base(number: int) -> Point:
    """``number`` times the generator; raises :class:`GroupError` for 0."""
    raw = ffi.new(_KIND)
    if not lib.secp256k1_ec_pubkey_create(_context, raw, (number % ORDER).to_bytes(32, "big")):
        raise GroupError("the point at infinity")
    return Point(raw)


def times(number: int, of: Point) -> Point:
    """``number`` times a point; raises :class:`GroupError` for 0."""
    raw = ffi.new(_KIND, of.raw[0])
    if not lib.secp256k1_ec_pubkey_tweak_mul(_context, raw, (number % ORDER).to_bytes(32, "big")):
        raise GroupError("the point at infinity")
    return Point(raw)


def total(points: Iterable[Point]) -> Point:
    """The sum of points; raises :class:`GroupError` when it is the point at infinity, or there are none."""
    summands = [each.raw for each in points]
    if not summands:
        raise GroupError("no points")  # the library would abort the program
    raw = ffi.new(_KIND)
    if not lib.secp256k1_ec_pubkey_combine(_context, raw, summands, len(summands)):
        raise GroupError("the point at infinity")
    return Point(raw)


def products(numbers: Sequence[int], points: Sequence[Point]) -> list[Point]:
    """Each point times its number; raises :class:`GroupError` for a 0. Many are computed in two threads."""
    raws = [ffi.new(_KIND, of.raw[0]) for of in points]
    scalars = [(number % ORDER).to_bytes(32, "big") for number in numbers]
    assert len(raws) == len(scalars), "a number for each point"
    multiply = lib.secp256k1_ec_pubkey_tweak_mul
    if not all(row(lambda place: multiply(_context, raws[place], scalars[place]), len(raws))):
        raise GroupError("the point at infinity")
    return [Point(raw) for raw in raws]


def weighted(numbers: Sequence[int], points: Sequence[Point]) -> Point:
    """The sum of points, each times its number; raises :class:`GroupError` for a 0, no points, or the point at infinity."""
    return total(products(numbers, points))


def sums_are_fast() -> bool:
    """Whether :func:`public_sums` costs much less than the same products one by one."""
    return compiled_sums is not None


def public_sum(numbers: Sequence[int], points: Sequence[Point]) -> Point:
    """What :func:`weighted` returns, for numbers and points that everybody may know; see :func:`public_sums`."""
    return public_sums([(numbers, points)])[0]


def public_sums(wanted: Sequence[tuple[Sequence[int], Sequence[Point]]]) -> list[Point]:
    """For each row of numbers and as long a row of points, the sum of the points, each times its number.

    Only for numbers and points that everybody may know, and the weights of a check: the time that this takes tells something
    about them. Raises :class:`GroupError` for a 0, no points, or a sum that is the point at infinity.
    """
    numbers = [number % ORDER for row, _ in wanted for number in row]
    points = [of for _, row in wanted for of in row]
    lengths = [len(row) for row, _ in wanted]
    if compiled_sums is None or len(numbers) < MANY or lengths != [len(row) for _, row in wanted]:
        return _sums_of_products(wanted)
    if not all(numbers) or not all(lengths):
        raise GroupError("the point at infinity")
    made = compiled_sums(
        struct.pack(f"<{len(lengths)}I", *lengths),
        b"".join([ffi.buffer(of.raw) for of in points]),
        b"".join([number.to_bytes(32, "little") for number in numbers]),
    )
    return [_with_coordinates(made[at : at + 64]) for at in range(0, len(made), 64)]


def _sums_of_products(wanted: Sequence[tuple[Sequence[int], Sequence[Point]]]) -> list[Point]:
    """The same by libsecp256k1, product by product."""
    pairs = [pair for numbers, points in wanted for pair in zip(numbers, points, strict=True)]
    multiplied = [(number, of) for number, of in pairs if number != 1]
    made = iter(products([number for number, _ in multiplied], [of for _, of in multiplied]))
    return [total([of if number == 1 else next(made) for number, of in zip(*each, strict=True)]) for each in wanted]


def _with_coordinates(coordinates: bytes) -> Point:
    """The point with these coordinates, in the order of curve.c. The library checks that it is on the curve."""
    raw = ffi.new(_KIND)
    content = b"\x04" + coordinates[31::-1] + coordinates[:31:-1]
    if not lib.secp256k1_ec_pubkey_parse(_context, raw, content, len(content)):
        raise GroupError("the point at infinity")
    return Point(raw)


def minus(of: Point) -> Point:
    """The negative of a point."""
    raw = ffi.new(_KIND, of.raw[0])
    lib.secp256k1_ec_pubkey_negate(_context, raw)
    return Point(raw)


def challenge(*parts: bytes) -> int:
    """A scalar that depends on every byte of every part, and on where each part begins (Fiat-Shamir)."""
    state = hashlib.sha512()
    for part in parts:
        state.update(len(part).to_bytes(8, "big"))
        state.update(part)
    return int.from_bytes(state.digest(), "big") % ORDER


def weights(count: int, *parts: bytes) -> list[int]:
    """``count`` light scalars that depend on every byte of every part; see :func:`light_scalars`."""
    return light_scalars(hashlib.shake_256(pack(challenge(b"weights", *parts))).digest(LIGHT * count))


def light_scalars(content: bytes) -> list[int]:
    """Scalars for random linear combinations: one for every sixteen bytes, out of 2**128.

    Each is ``a + b * ROOT`` with 64 bits in ``a`` and in ``b``; no two such pairs make the same scalar. Multiplying a point by
    one takes half the doublings: libsecp256k1 splits every scalar in this way, normally into halves of 128 bits.
    """
    halves = [int.from_bytes(content[at : at + LIGHT // 2], "big") for at in range(0, len(content), LIGHT // 2)]
    return [(one + other * ROOT) % ORDER for one, other in zip(halves[::2], halves[1::2], strict=True)]


GENERATOR = base(1)
"""The generator G; :func:`base` computes its multiples."""

if ffi.buffer(GENERATOR.raw)[:] != pack(_X)[::-1] + pack(_Y)[::-1]:  # the library may keep points as it likes
    compiled_sums = None


@cache
def hashed_point(purpose: str, number: int) -> Point:
    """A point whose logarithm nobody knows: the first x coordinate of a hash sequence that is on the curve."""
    attempt = 0
    while True:
        seed = f"alarife {purpose} {number} {attempt}".encode()
        try:
            return point(b"\x02" + hashlib.sha256(seed).digest())
        except GroupError:
            attempt += 1
