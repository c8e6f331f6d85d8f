"""The group (section 8): points of secp256k1 in plain Python, as SEC 2 defines it.

A point is a pair of coordinates, and infinity is None. Inside a computation points are in Jacobian coordinates ``(X, Y, Z)``,
which stand for ``(X / Z², Y / Z³)``; ``Z = 0`` is infinity there.
"""

from __future__ import annotations

import hashlib
from collections.abc import Iterable, Sequence
from typing import Final

Point = tuple[int, int]
Jacobian = tuple[int, int, int]

P: Final = 2**256 - 2**32 - 977
"""The field."""

Q: Final = 0xFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFEBAAEDCE6AF48A03BBFD25E8CD0364141
"""The order of the group."""

G: Final[Point] = (
    0x79BE667EF9DCBBAC55A06295CE870B07029BFCDB2DCE28D959F2815B16F81798,
    0x483ADA7726A3C4655DA4FBFC0E1108A8FD17B448A68554199C47D08FFB10D4B8,
)

_NOWHERE: Final[Jacobian] = (1, 1, 0)


class NotAPoint(ValueError):
    """Bytes that are no point, or a point at infinity where it has no form."""


def _double(point: Jacobian) -> Jacobian:
    x, y, z = point
    if not z:
        return _NOWHERE
    yy = y * y % P
    s = 4 * x * yy % P
    m = 3 * x * x % P
    doubled = (m * m - 2 * s) % P
    return doubled, (m * (s - doubled) - 8 * yy * yy) % P, 2 * y * z % P


def _add(one: Jacobian, other: Jacobian) -> Jacobian:
    x1, y1, z1 = one
    x2, y2, z2 = other
    if not z1:
        return other
    if not z2:
        return one
    zz1, zz2 = z1 * z1 % P, z2 * z2 % P
    u1, u2 = x1 * zz2 % P, x2 * zz1 % P
    s1, s2 = y1 * z2 * zz2 % P, y2 * z1 * zz1 % P
    h, r = (u2 - u1) % P, (s2 - s1) % P
    if not h:
        return _NOWHERE if r else _double(one)
    hh = h * h % P
    hhh = h * hh % P
    v = u1 * hh % P
    x3 = (r * r - hhh - 2 * v) % P
    return x3, (r * (v - x3) - s1 * hhh) % P, z1 * z2 * h % P


def _add_affine(one: Jacobian, other: Point) -> Jacobian:
    """The same where ``other`` has Z = 1, which saves a third of the work."""
    x1, y1, z1 = one
    x2, y2 = other
    if not z1:
        return x2, y2, 1
    zz1 = z1 * z1 % P
    h, r = (x2 * zz1 - x1) % P, (y2 * z1 * zz1 - y1) % P
    if not h:
        return _NOWHERE if r else _double(one)
    hh = h * h % P
    hhh = h * hh % P
    v = x1 * hh % P
    x3 = (r * r - hhh - 2 * v) % P
    return x3, (r * (v - x3) - y1 * hhh) % P, z1 * h % P


def _affine(point: Jacobian) -> Point | None:
    x, y, z = point
    if not z:
        return None
    inverse = pow(z, -1, P)
    square = inverse * inverse % P
    return x * square % P, y * square * inverse % P


def _straus(terms: Sequence[tuple[int, Point]]) -> Jacobian:
    """Few terms: four bits of every scalar at a time, on shared doublings."""
    tables = []
    for _, (x, y) in terms:
        table = [_NOWHERE, (x, y, 1)]
        for _ in range(14):
            table.append(_add(table[-1], table[1]))
        tables.append(table)
    result = _NOWHERE
    for shift in range(252, -4, -4):
        for _ in range(4):
            result = _double(result)
        for (scalar, _), table in zip(terms, tables, strict=True):
            result = _add(result, table[scalar >> shift & 15])
    return result


def _pippenger(terms: Sequence[tuple[int, Point]]) -> Jacobian:
    """Many terms: points with the same digit share a bucket, those with the opposite one turned round."""
    width = 4 if len(terms) < 64 else 5 if len(terms) < 200 else 6
    rows = [_digits(scalar, width) for scalar, _ in terms]
    points = [point for _, point in terms]
    turned = [(x, P - y) for x, y in points]
    result = _NOWHERE
    for window in range(len(rows[0]) - 1, -1, -1):
        for _ in range(width):
            result = _double(result)
        buckets = [_NOWHERE] * ((1 << width - 1) + 1)
        for row, point, minus_point in zip(rows, points, turned, strict=True):
            digit = row[window]
            if digit > 0:
                buckets[digit] = _add_affine(buckets[digit], point)
            elif digit < 0:
                buckets[-digit] = _add_affine(buckets[-digit], minus_point)
        running = column = _NOWHERE
        for bucket in reversed(buckets[1:]):
            running = _add(running, bucket)
            column = _add(column, running)
        result = _add(result, column)
    return result


def _digits(scalar: int, width: int) -> list[int]:
    """The digits of a scalar to the base ``2 ** width``, the last one first, each from ``1 - base / 2`` to ``base / 2``."""
    base, found = 1 << width, []
    for _ in range(256 // width + 2):
        digit = scalar & base - 1
        if digit > base // 2:
            digit -= base
        found.append(digit)
        scalar = scalar - digit >> width
    return found


_KNOWN: dict[bytes, Point | None] = {}
"""The sums so far, by a digest of their terms. All copies of a game contain the same proofs, and damaged ones most of them."""


def combination(terms: Iterable[tuple[int, Point]]) -> Point | None:
    """The sum of ``scalar · point``; None is infinity."""
    reduced = [(scalar % Q, point) for scalar, point in terms]
    mark = hashlib.sha256(b"".join(n.to_bytes(32, "big") for scalar, (x, y) in reduced for n in (scalar, x, y))).digest()
    if mark not in _KNOWN:
        _KNOWN[mark] = _affine(_straus(reduced) if len(reduced) < 12 else _pippenger(reduced))
    return _KNOWN[mark]


def finite(point: Point | None) -> Point:
    """The point; raises :class:`NotAPoint` for infinity."""
    if point is None:
        raise NotAPoint("the point at infinity")
    return point


def times(scalar: int, point: Point) -> Point:
    """``scalar · point``; raises :class:`NotAPoint` if that is infinity."""
    return finite(combination([(scalar, point)]))


def total(points: Iterable[Point]) -> Point:
    """The sum of points; raises :class:`NotAPoint` if that is infinity."""
    result = _NOWHERE
    for x, y in points:
        result = _add(result, (x, y, 1))
    return finite(_affine(result))


def minus(point: Point) -> Point:
    """The point that adds up to infinity with this one."""
    return point[0], P - point[1]


def lifted(x: int) -> Point | None:
    """The point with this x and an even y, if there is one."""
    if x >= P:
        return None
    square = (x * x * x + 7) % P
    y = pow(square, (P + 1) // 4, P)
    if y * y % P != square:
        return None
    return x, y if y % 2 == 0 else P - y


def point(packed: bytes) -> Point:
    """Read a compressed point of 33 bytes; raises :class:`NotAPoint`."""
    if len(packed) != 33 or packed[0] not in (2, 3):
        raise NotAPoint("not a compressed point")
    found = lifted(int.from_bytes(packed[1:], "big"))
    if found is None:
        raise NotAPoint("not on the curve")
    return found if packed[0] == 2 else minus(found)


def packed(point: Point) -> bytes:
    """The 33 bytes of a point."""
    return bytes([2 + point[1] % 2]) + point[0].to_bytes(32, "big")


def scalar(packed: bytes) -> int:
    """Read a scalar of 32 bytes; raises :class:`ValueError` if it is not below the order."""
    value = int.from_bytes(packed, "big")
    if len(packed) != 32 or value >= Q:
        raise ValueError("not a scalar")
    return value
