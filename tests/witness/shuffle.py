"""The shuffle proof (section 10): the ciphertexts after are those before in another order, sealed anew."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from tests.witness.curve import G, Point, Q, combination, minus, packed, point, scalar
from tests.witness.group import Ciphertext, bytes32, challenge, hashed_point, weights


class Proof(NamedTuple):
    """The proof, in the names of the page."""

    commitments: list[Point]
    chain: list[Point]
    t1: Point
    t2: Point
    t3: Point
    t_masked: Point
    t_hint: Point
    t_chain: Point
    s1: int
    s2: int
    s3: int
    s4: int
    s_chain: int
    p: list[int]


def read(raw: bytes, count: int) -> Proof:
    """Read the proof for ``count`` ciphertexts; raises :class:`ValueError`."""
    points = 33 * (6 + 2 * count)
    if len(raw) != points + 32 * (5 + count):
        raise ValueError("the proof has another length")
    found = [point(raw[start : start + 33]) for start in range(0, points, 33)]
    numbers = [scalar(raw[start : start + 32]) for start in range(points, len(raw), 32)]
    t1, t2, t3, t_masked, t_hint, t_chain = found[2 * count :]
    s1, s2, s3, s4, s_chain = numbers[:5]
    return Proof(
        found[:count], found[count : 2 * count], t1, t2, t3, t_masked, t_hint, t_chain, s1, s2, s3, s4, s_chain, numbers[5:]
    )


def _joined(points: Sequence[Point]) -> bytes:
    return b"".join(map(packed, points))


def _same(left: list[tuple[int, Point]], right: list[tuple[int, Point]]) -> bool:
    """Whether two sums of multiples are one point. Infinity is none."""
    one = combination(left)
    return one is not None and one == combination(right)


def holds(before: Sequence[Ciphertext], after: Sequence[Ciphertext], raw: bytes, key: Point, context: bytes) -> bool:
    """Whether the six equations hold."""
    count = len(before)
    if count != len(after):
        return False
    try:
        proof = read(raw, count)
    except ValueError:
        return False
    h, generators = hashed_point("shuffle generator", 0), [hashed_point("shuffle generator", i + 1) for i in range(count)]
    c, k, p = proof.commitments, proof.chain, proof.p
    statement = b"".join(each.raw for each in (*before, *after))
    s = bytes32(challenge("shuffle", context, key, statement, _joined(c)))
    u = weights(count, "shuffle", s)
    v = weights(count, "shuffle chain", s, _joined(k))
    firsts = [proof.t1, proof.t2, proof.t3, proof.t_masked, proof.t_hint, proof.t_chain]
    e = challenge("shuffle proof", s, _joined(k), _joined(firsts))
    product = 1
    for weight in u:
        product = product * weight % Q
    previous = [h, *k[:-1]]
    masked, hints = ([getattr(each, half) for each in before] for half in Ciphertext._fields)
    later_masked, later_hints = ([getattr(each, half) for each in after] for half in Ciphertext._fields)
    eu = [e * weight for weight in u]
    return (
        _same(
            [(1, proof.t1), *((e, each) for each in c), *((e, minus(each)) for each in generators)],
            [(proof.s1, G)],
        )
        and _same([(1, proof.t2), (e, k[-1]), (-e * product, h)], [(proof.s2, G)])
        and _same(
            [(1, proof.t3), *zip(eu, c, strict=True)],
            [(proof.s3, G), *zip(p, generators, strict=True)],
        )
        and _same(
            [(1, proof.t_masked), *zip(eu, masked, strict=True)],
            [(-proof.s4, key), *zip(p, later_masked, strict=True)],
        )
        and _same(
            [(1, proof.t_hint), *zip(eu, hints, strict=True)],
            [(-proof.s4, G), *zip(p, later_hints, strict=True)],
        )
        and _same(
            [(1, proof.t_chain), *((e * weight, each) for weight, each in zip(v, k, strict=True))],
            [(proof.s_chain, G), *((weight * each, before) for weight, each, before in zip(v, p, previous, strict=True))],
        )
    )
