"""A verifiable shuffle: the same cards, re-encrypted in an order that only the shuffler knows, and the proof that it is so.

The proof is the one of Terelius and Wikstroem (2010) in the form given by Haenni, Locher, Koenig and Dubuis,
"Pseudo-Code Algorithms for Verifiable Re-Encryption Mix-Nets" (2017), algorithms 4.3 to 4.7; names below are theirs.
"""

from __future__ import annotations

import secrets
from collections.abc import Sequence
from typing import NamedTuple

from net.deal.fair.elgamal import Ciphertext, reencrypt
from net.deal.fair.group import (
    ORDER,
    POINT_LENGTH,
    GroupError,
    Point,
    base,
    challenge,
    hashed_point,
    minus,
    pack,
    point,
    random_scalar,
    scalar,
    times,
    total,
)

GENERATORS = "shuffle generator"
"""Purpose of the hashed points h, h_1 … h_N of the permutation commitment."""


class ShuffleProof(NamedTuple):
    """The proof, N cards wide.

    Attributes:
        commitments: c, the commitment to the permutation, N points.
        chain: c-hat, the commitment chain, N points.
        asked: the challenge.
        sums: s1 to s4.
        chained: s-hat, N scalars.
        permuted: s-prime, N scalars.
    """

    commitments: tuple[Point, ...]
    chain: tuple[Point, ...]
    asked: int
    sums: tuple[int, int, int, int]
    chained: tuple[int, ...]
    permuted: tuple[int, ...]

    def pack(self) -> bytes:
        """The points, then the scalars: ``66 * N + 32 * (5 + 2 * N)`` bytes."""
        points = b"".join(each.format() for each in (*self.commitments, *self.chain))
        return points + b"".join(map(pack, (self.asked, *self.sums, *self.chained, *self.permuted)))


def unpack_shuffle_proof(content: bytes, cards: int) -> ShuffleProof:
    """Read what :meth:`ShuffleProof.pack` wrote; raises :class:`~net.deal.fair.group.GroupError`."""
    if len(content) != 2 * cards * POINT_LENGTH + 32 * (5 + 2 * cards):
        raise GroupError("not a shuffle proof")
    split = 2 * cards * POINT_LENGTH
    points = [point(content[at : at + POINT_LENGTH]) for at in range(0, split, POINT_LENGTH)]
    scalars = [scalar(content[at : at + 32]) for at in range(split, len(content), 32)]
    return ShuffleProof(
        tuple(points[:cards]),
        tuple(points[cards:]),
        scalars[0],
        (scalars[1], scalars[2], scalars[3], scalars[4]),
        tuple(scalars[5 : 5 + cards]),
        tuple(scalars[5 + cards :]),
    )


class Mix(NamedTuple):
    """A shuffle with the secrets of who made it: ``after[i]`` is ``before[order[i]]`` re-encrypted with ``randomness[i]``."""

    after: tuple[Ciphertext, ...]
    order: tuple[int, ...]
    randomness: tuple[int, ...]


def mix(before: Sequence[Ciphertext], key: Point) -> Mix:
    """Shuffle: a uniform order and fresh randomness from the system's random source."""
    order = list(range(len(before)))
    secrets.SystemRandom().shuffle(order)
    randomness = tuple(random_scalar() for _ in before)
    after = tuple(reencrypt(before[place], key, value) for place, value in zip(order, randomness, strict=True))
    return Mix(after, tuple(order), randomness)


def prove(before: Sequence[Ciphertext], mixed: Mix, key: Point, context: bytes) -> ShuffleProof:
    """Prove that ``mixed.after`` is a shuffle of ``before`` without telling which."""
    cards = len(before)
    generators = [hashed_point(GENERATORS, index) for index in range(cards + 1)]
    # Commitment to the permutation (4.5): c at order[i] hides generator i.
    blinds = [random_scalar() for _ in range(cards)]
    commitments: list[Point] = [generators[0]] * cards
    for index, place in enumerate(mixed.order):
        commitments[place] = total([base(blinds[place]), generators[1 + index]])
    statement = _statement(before, mixed.after, commitments, key, context)
    weights = _weights(statement, cards)
    permuted_weights = [weights[place] for place in mixed.order]
    # Commitment chain (4.6).
    chain_blinds = [random_scalar() for _ in range(cards)]
    chain: list[Point] = []
    last = generators[0]
    for blind, weight in zip(chain_blinds, permuted_weights, strict=True):
        last = total([base(blind), times(weight, last)])
        chain.append(last)
    # First moves of the sigma protocol (4.4).
    w1, w2, w3, w4 = (random_scalar() for _ in range(4))
    w_chain = [random_scalar() for _ in range(cards)]
    w_permuted = [random_scalar() for _ in range(cards)]
    first = [
        base(w1),
        base(w2),
        total([base(w3), *map(times, w_permuted, generators[1:])]),
        total([minus(times(w4, key)), *(times(w, card.masked) for w, card in zip(w_permuted, mixed.after, strict=True))]),
        total([minus(base(w4)), *(times(w, card.hint) for w, card in zip(w_permuted, mixed.after, strict=True))]),
    ]
    for index in range(cards):
        before_it = chain[index - 1] if index else generators[0]
        first.append(total([base(w_chain[index]), times(w_permuted[index], before_it)]))
    asked = _asked(statement, chain, first)
    # Responses.
    tail = 1
    chain_sum = 0
    for blind, weight in zip(reversed(chain_blinds), reversed(permuted_weights), strict=True):
        chain_sum += blind * tail
        tail = tail * weight % ORDER
    sums = (
        w1 + asked * sum(blinds),
        w2 + asked * chain_sum,
        w3 + asked * sum(map(int.__mul__, blinds, weights)),
        w4 + asked * sum(map(int.__mul__, mixed.randomness, permuted_weights)),
    )
    return ShuffleProof(
        tuple(commitments),
        tuple(chain),
        asked,
        (sums[0] % ORDER, sums[1] % ORDER, sums[2] % ORDER, sums[3] % ORDER),
        tuple((w + asked * blind) % ORDER for w, blind in zip(w_chain, chain_blinds, strict=True)),
        tuple((w + asked * weight) % ORDER for w, weight in zip(w_permuted, permuted_weights, strict=True)),
    )


def check(before: Sequence[Ciphertext], after: Sequence[Ciphertext], proof: ShuffleProof, key: Point, context: bytes) -> bool:
    """Whether ``after`` is proven to be a shuffle of ``before`` (4.7)."""
    cards = len(before)
    if not cards == len(after) == len(proof.commitments) == len(proof.chain) == len(proof.chained) == len(proof.permuted):
        return False
    try:
        return _recomputed(before, after, proof, key, context) == proof.asked
    except GroupError:
        return False


def _recomputed(
    before: Sequence[Ciphertext], after: Sequence[Ciphertext], proof: ShuffleProof, key: Point, context: bytes
) -> int:
    cards = len(before)
    generators = [hashed_point(GENERATORS, index) for index in range(cards + 1)]
    statement = _statement(before, after, proof.commitments, key, context)
    weights = _weights(statement, cards)
    product = 1
    for weight in weights:
        product = product * weight % ORDER
    against = ORDER - proof.asked  # every statement enters with minus the challenge
    s1, s2, s3, s4 = proof.sums
    # Each first move is one sum; minus the challenge is multiplied into the weights so that every point is touched once.
    turned = [against * weight % ORDER for weight in weights]
    all_commitments = total([*proof.commitments, *map(minus, generators[1:])])
    last_of_chain = total([proof.chain[-1], minus(times(product, generators[0]))])
    first = [
        total([times(against, all_commitments), base(s1)]),
        total([times(against, last_of_chain), base(s2)]),
        total([base(s3), *map(times, turned, proof.commitments), *map(times, proof.permuted, generators[1:])]),
        total(
            [
                minus(times(s4, key)),
                *(times(weight, card.masked) for weight, card in zip(turned, before, strict=True)),
                *(times(weight, card.masked) for weight, card in zip(proof.permuted, after, strict=True)),
            ]
        ),
        total(
            [
                minus(base(s4)),
                *(times(weight, card.hint) for weight, card in zip(turned, before, strict=True)),
                *(times(weight, card.hint) for weight, card in zip(proof.permuted, after, strict=True)),
            ]
        ),
    ]
    for index in range(cards):
        before_it = proof.chain[index - 1] if index else generators[0]
        first.append(
            total(
                [
                    times(against, proof.chain[index]),
                    base(proof.chained[index]),
                    times(proof.permuted[index], before_it),
                ]
            )
        )
    return _asked(statement, proof.chain, first)


def _statement(
    before: Sequence[Ciphertext], after: Sequence[Ciphertext], commitments: Sequence[Point], key: Point, context: bytes
) -> bytes:
    """Everything the weights must depend on, as a hash of fixed length."""
    parts = [context, key.format(), *(card.pack() for card in before), *(card.pack() for card in after)]
    return pack(challenge(b"shuffle", *parts, *(each.format() for each in commitments)))


def _weights(statement: bytes, cards: int) -> list[int]:
    return [challenge(b"shuffle weight", statement, index.to_bytes(4, "big")) for index in range(cards)]


def _asked(statement: bytes, chain: Sequence[Point], first: Sequence[Point]) -> int:
    return challenge(b"shuffle proof", statement, *(each.format() for each in chain), *(each.format() for each in first))
