"""A second check of the shuffle's proof, with nothing but numbers and SHA: an independent reading of the paper.

It uses none of the project's own arithmetic or hashing, and checks every equation by itself. It is slow and need not
be fast. Points are pairs of coordinates, None is the point at infinity.
"""

import hashlib

P = 2**256 - 2**32 - 977
N = 0xFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFEBAAEDCE6AF48A03BBFD25E8CD0364141
G = (
    0x79BE667EF9DCBBAC55A06295CE870B07029BFCDB2DCE28D959F2815B16F81798,
    0x483ADA7726A3C4655DA4FBFC0E1108A8FD17B448A68554199C47D08FFB10D4B8,
)
LAMBDA = pow(3, (N - 1) // 3, N)
"""A cube root of one; which of the two is fixed by :func:`root`."""


def root():
    """The cube root of one that turns (x, y) into (beta x, y) with the beta of libsecp256k1."""
    beta = 0x7AE96A2B657C07106E64479EAC3434E99CF0497512F58995C1396C28719501EE
    return next(each for each in (LAMBDA, LAMBDA * LAMBDA % N) if times(each, G) == (beta * G[0] % P, G[1]))


def add(one, other):
    if one is None or other is None:
        return one or other
    if one[0] == other[0]:
        if (one[1] + other[1]) % P == 0:
            return None
        slope = 3 * one[0] * one[0] * pow(2 * one[1], -1, P)
    else:
        slope = (other[1] - one[1]) * pow(other[0] - one[0], -1, P)
    x = (slope * slope - one[0] - other[0]) % P
    return x, (slope * (one[0] - x) - one[1]) % P


def times(number, of):
    number %= N
    found = None
    while number:
        if number & 1:
            found = add(found, of)
        of = add(of, of)
        number >>= 1
    return found


def total(points):
    found = None
    for one in points:
        found = add(found, one)
    return found


def point(content):
    assert len(content) == 33
    assert content[0] in (2, 3)
    x = int.from_bytes(content[1:], "big")
    y = pow(x**3 + 7, (P + 1) // 4, P)
    assert x < P
    assert (y * y - x**3 - 7) % P == 0
    return (x, y) if y % 2 == content[0] % 2 else (x, P - y)


def packed(one):
    return bytes([2 + one[1] % 2]) + one[0].to_bytes(32, "big")


def hashed(*parts):
    state = hashlib.sha512(b"".join(len(part).to_bytes(8, "big") + part for part in parts))
    return int.from_bytes(state.digest(), "big") % N


def light(count, *parts):
    content = hashlib.shake_256(hashed(b"weights", *parts).to_bytes(32, "big")).digest(16 * count)
    halves = [int.from_bytes(content[at : at + 8], "big") for at in range(0, 16 * count, 8)]
    return [(one + other * root()) % N for one, other in zip(halves[::2], halves[1::2], strict=True)]


def generator(number):
    """h is number 0, h_1 and so on follow: the first x of a row of hashes that has a y, and the even one of those."""
    for attempt in range(100):
        x = int.from_bytes(hashlib.sha256(f"alarife shuffle generator {number} {attempt}".encode()).digest(), "big")
        y = pow(x**3 + 7, (P + 1) // 4, P)
        if x < P and (y * y - x**3 - 7) % P == 0:
            return (x, y) if y % 2 == 0 else (x, P - y)
    raise AssertionError("no point in a hundred hashes")


def failing(before, after, proof, key, context):
    """The equations that do not hold, by the names of their first moves; all arguments are bytes, cards in a list."""
    cards = len(before)
    each = [proof[at : at + 33] for at in range(0, 33 * (2 * cards + 6), 33)]
    rest = proof[33 * (2 * cards + 6) :]
    numbers = [int.from_bytes(rest[at : at + 32], "big") for at in range(0, len(rest), 32)]
    assert len(rest) == 32 * (5 + cards)
    assert all(number < N for number in numbers)
    commitments, chain, first = each[:cards], each[cards : 2 * cards], each[2 * cards :]
    (s1, s2, s3, s4, chained), permuted = numbers[:5], numbers[5:]

    statement = hashed(b"shuffle", context, key, b"".join(before + after), b"".join(commitments)).to_bytes(32, "big")
    u = light(cards, b"shuffle", statement)
    v = light(cards, b"shuffle chain", statement, b"".join(chain))
    asked = hashed(b"shuffle proof", statement, b"".join(chain), b"".join(first))

    h, *hs = [generator(number) for number in range(cards + 1)]
    c, link, t, pk = [*map(point, commitments)], [*map(point, chain)], [*map(point, first)], point(key)
    old, new = ([(point(card[:33]), point(card[33:])) for card in pile] for pile in (before, after))
    product = 1
    for weight in u:
        product = product * weight % N
    equations = {  # the first move, the statement, and what the responses come to
        "t1": (total([*c, *(times(-1, one) for one in hs)]), times(s1, G)),
        "t2": (add(link[-1], times(-product, h)), times(s2, G)),
        "t3": (total(map(times, u, c)), total([times(s3, G), *map(times, permuted, hs)])),
        "t4 masked": (
            total(times(weight, card[0]) for weight, card in zip(u, old, strict=True)),
            total([times(-s4, pk), *(times(s, card[0]) for s, card in zip(permuted, new, strict=True))]),
        ),
        "t4 hints": (
            total(times(weight, card[1]) for weight, card in zip(u, old, strict=True)),
            total([times(-s4, G), *(times(s, card[1]) for s, card in zip(permuted, new, strict=True))]),
        ),
        "t-hat": (
            total(map(times, v, link)),
            total([times(chained, G), *(times(s * w, one) for s, w, one in zip(permuted, v, [h, *link], strict=False))]),
        ),
    }
    return {
        name
        for move, (name, (claimed, response)) in zip(t, equations.items(), strict=True)
        if add(move, times(asked, claimed)) != response
    }
