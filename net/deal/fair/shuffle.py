"""A verifiable shuffle: the same cards, re-encrypted in an order that only the shuffler knows, with a proof of that.

The proof is that of Terelius and Wikstroem (2010) in the form given by Haenni, Locher, Koenig and Dubuis, "Pseudo-Code
Algorithms for Verifiable Re-Encryption Mix-Nets" (2017), algorithms 4.3 to 4.7; the names below are theirs. This proof differs
from theirs in three ways that make it faster and not weaker:

- *The weights* u have 128 bits (:func:`~net.deal.fair.group.weights`). The proof allows any large set of scalars; with this
  one, a shuffle of other cards passes with probability N / 2**128.
- *The chain is proven as one sum.* Theirs proves each link ``c-hat_i = r-hat_i * G + u'_i * c-hat_(i-1)``. Here the links
  are multiplied by weights that depend on all of them, and the sum is proven. A prover that can answer for N independent rows
  of weights knows an opening of every link: the u' are the same each time, since the third statement binds them to points h_i
  of which nobody knows a relation, so the rows are N linear equations for the N values r-hat_i.
- *The first moves are in the proof,* and the challenge is hashed from them. So the verifier need not compute them: it
  multiplies all six equations by random weights and checks the sum (Bellare, Garay and Rabin 1998; :class:`Examiner`).
"""

from __future__ import annotations

import secrets
from collections.abc import Sequence
from functools import cache
from typing import NamedTuple

from net.deal.fair.ahead import GENERATORS as GENERATORS
from net.deal.fair.ahead import PORTION, Ahead, Moves, generators
from net.deal.fair.elgamal import Ciphertext
from net.deal.fair.group import (
    GENERATOR,
    LIGHT,
    ORDER,
    POINT_LENGTH,
    GroupError,
    Point,
    base,
    challenge,
    light_scalars,
    minus,
    pack,
    point,
    products,
    public_sum,
    public_sums,
    scalar,
    sums_are_fast,
    times,
    total,
    weighted,
    weights,
)


class ShuffleProof(NamedTuple):
    """The proof, N cards wide.

    Attributes:
        commitments: c, the commitment to the permutation, N points.
        chain: c-hat, the commitment chain, N points.
        first: the first moves t1, t2, t3, t4 (two points, of the masked cards and of the hints) and t-hat (of the chain).
        sums: s1 to s4, and s-hat.
        permuted: s-prime, N scalars.
    """

    commitments: tuple[Point, ...]
    chain: tuple[Point, ...]
    first: tuple[Point, Point, Point, Point, Point, Point]
    sums: tuple[int, int, int, int, int]
    permuted: tuple[int, ...]

    def pack(self) -> bytes:
        """The points, then the scalars: ``33 * (6 + 2 * N) + 32 * (5 + N)`` bytes."""
        return _packed((*self.commitments, *self.chain, *self.first)) + b"".join(map(pack, (*self.sums, *self.permuted)))


def unpack_shuffle_proof(content: bytes, cards: int) -> ShuffleProof:
    """Read what :meth:`ShuffleProof.pack` wrote; raises :class:`~net.deal.fair.group.GroupError`."""
    split = (6 + 2 * cards) * POINT_LENGTH
    if len(content) != split + 32 * (5 + cards):
        raise GroupError("not a shuffle proof")
    points = [point(content[at : at + POINT_LENGTH]) for at in range(0, split, POINT_LENGTH)]
    scalars = [scalar(content[at : at + 32]) for at in range(split, len(content), 32)]
    t1, t2, t3, masked, hints, links = points[2 * cards :]
    s1, s2, s3, s4, chained = scalars[:5]
    return ShuffleProof(
        tuple(points[:cards]),
        tuple(points[cards : 2 * cards]),
        (t1, t2, t3, masked, hints, links),
        (s1, s2, s3, s4, chained),
        tuple(scalars[5:]),
    )


class Mix(NamedTuple):
    """A shuffle with its secrets: ``after[i]`` is ``before[order[i]]`` re-encrypted with ``randomness[i]``.
    ``ahead`` is the part that was made before the cards were there.
    """

    after: tuple[Ciphertext, ...]
    order: tuple[int, ...]
    randomness: tuple[int, ...]
    ahead: Ahead | None = None

    def __repr__(self) -> str:
        return f"<Mix of {len(self.after)}>"


def mix(before: Sequence[Ciphertext], key: Point, ahead: Ahead | None = None) -> Mix:
    """Shuffle: a uniform order and fresh randomness from the system's random source, now or made ahead."""
    made = (ahead or Ahead(len(before))).finish(key)
    after = tuple(
        Ciphertext(total([before[place].masked, mask]), total([before[place].hint, hint]))
        for place, mask, hint in zip(made.order, made.masks, made.hints, strict=True)
    )
    return Mix(after, made.order, made.randomness, made)


def prove(before: Sequence[Ciphertext], mixed: Mix, key: Point, context: bytes) -> ShuffleProof:
    """Prove that ``mixed.after`` is a shuffle of ``before`` without revealing the order."""
    cards = len(before)
    start, _ = generators(cards)
    moves = (mixed.ahead is not None and mixed.ahead.order == mixed.order and mixed.ahead.moves()) or Moves(mixed.order)
    moves.finish()
    # Commitment to the permutation (4.5): c at order[i] hides generator i.
    commitments = [start] * cards
    for place, hidden in zip(mixed.order, moves.commitments, strict=True):
        commitments[place] = hidden
    statement = _statement(_packed_cards(before), _packed_cards(mixed.after), commitments, key, context)
    card_weights = weights(cards, b"shuffle", statement)
    permuted_weights = [card_weights[place] for place in mixed.order]
    # Commitment chain (4.6). Each link is ``opening * G + product * h``.
    chain: list[Point] = []
    openings, products = [0], [1]
    last = start
    for blind, blinding, weight in zip(moves.chain_blinds, moves.chained, permuted_weights, strict=True):
        last = total([blinding, times(weight, last)])
        chain.append(last)
        openings.append((blind + weight * openings[-1]) % ORDER)
        products.append(weight * products[-1] % ORDER)
    links = _packed(chain)
    link_weights = weights(cards, b"shuffle chain", statement, links)
    # First moves of the sigma protocol (4.4).
    w1, w2, w3, w4, w_chained = moves.hiding
    w_permuted = moves.permuted
    w_links = [w * weight for w, weight in zip(w_permuted, link_weights, strict=True)]
    first = (
        base(w1),
        base(w2),
        total([base(w3), *moves.third]),
        weighted([-w4, *w_permuted], [key, *(card.masked for card in mixed.after)]),
        _hints_moved(before, mixed, w_permuted, w4),
        total([base(w_chained + _product(w_links, openings)), times(_product(w_links, products), start)]),
    )
    asked = challenge_of(statement, links, first)
    # Responses.
    return ShuffleProof(
        tuple(commitments),
        tuple(chain),
        first,
        (
            (w1 + asked * sum(moves.blinds)) % ORDER,
            (w2 + asked * openings[-1]) % ORDER,
            (w3 + asked * _product(moves.blinds, card_weights)) % ORDER,
            (w4 + asked * _product(mixed.randomness, permuted_weights)) % ORDER,
            (w_chained + asked * _product(moves.chain_blinds, link_weights)) % ORDER,
        ),
        tuple((w + asked * weight) % ORDER for w, weight in zip(w_permuted, permuted_weights, strict=True)),
    )


def _hints_moved(before: Sequence[Ciphertext], mixed: Mix, permuted: Sequence[int], w4: int) -> Point:
    """The first move of the hints: the new hints times the numbers of ``permuted``, minus w4 times the generator."""
    if all(card.hint is GENERATOR for card in before):  # the cards lay open: all logarithms are known
        return base(sum(w * (1 + fresh) for w, fresh in zip(permuted, mixed.randomness, strict=True)) - w4)
    return total([base(-w4), weighted(permuted, [card.hint for card in mixed.after])])


class Examiner:
    """Checks one shuffle after another (4.7).

    Its weights for the six equations of a proof are its own secret, so that nobody can fit a proof to them; it overlooks a
    false equation with probability 2**-128. libsecp256k1 computes one product after the other: then both halves of a card are
    folded into one point, which is known again when the next shuffle is checked, since the cards after one shuffle are those
    before the next.
    """

    def __init__(self) -> None:
        self._masked, self._hint, *self._others = light_scalars(secrets.token_bytes(5 * LIGHT))
        self._open = base(self._hint)
        self._known: tuple[Sequence[Ciphertext], list[Point]] = (), []
        self._begun: tuple[Sequence[Ciphertext], list[Point]] = (), []

    def holds(
        self, before: Sequence[Ciphertext], after: Sequence[Ciphertext], proof: ShuffleProof, key: Point, context: bytes
    ) -> bool:
        """Whether ``after`` is proven to be a shuffle of ``before``."""
        cards = len(before)
        if not cards == len(after) == len(proof.commitments) == len(proof.chain) == len(proof.permuted):
            return False
        try:
            return self._balanced(before, after, proof, key, context)
        except GroupError:
            return False

    def _balanced(
        self, before: Sequence[Ciphertext], after: Sequence[Ciphertext], proof: ShuffleProof, key: Point, context: bytes
    ) -> bool:
        """Whether the weighted sum of all equations holds: first moves plus challenge times statements equals responses."""
        cards = len(before)
        start, points = generators(cards)
        statement = _statement(_packed_cards(before), _packed_cards(after), proof.commitments, key, context)
        card_weights = weights(cards, b"shuffle", statement)
        packed_chain = _packed(proof.chain)
        link_weights = weights(cards, b"shuffle chain", statement, packed_chain)
        asked = challenge_of(statement, packed_chain, proof.first)
        t1, t2, t3, t_masked, t_hint, t_chain = proof.first
        s1, s2, s3, s4, chained = proof.sums
        w1, w2, w_chain = self._others
        product = 1
        for weight in card_weights:
            product = product * weight % ORDER
        order = total([*proof.commitments, minus(total(points))])
        opening = total([proof.chain[-1], times(-product, start)])
        # Every link stands in its own equation and in the next.
        after_it = [s * weight for s, weight in zip(proof.permuted[1:], link_weights[1:], strict=True)]
        links = [w_chain * (asked * weight - other) for weight, other in zip(link_weights, [*after_it, 0], strict=True)]
        put = self._put_apart if sums_are_fast() else self._put_together
        numbers, summands = put(before, after, proof, card_weights, asked)
        numbers += [1, w1, w2, self._masked, self._hint, w_chain, w1 * asked, w2 * asked, *links]
        summands += [t3, t1, t2, t_masked, t_hint, t_chain, order, opening, *proof.chain]
        numbers += [self._masked * s4, -w_chain * link_weights[0] * proof.permuted[0]]
        summands += [key, start]
        responses = base(w1 * s1 + w2 * s2 + s3 - self._hint * s4 + w_chain * chained)
        return public_sum(numbers, summands) == responses

    # The third equation has weight 1. It, the fourth and the fifth have the same factors for each card.

    def _put_apart(
        self, before: Sequence[Ciphertext], after: Sequence[Ciphertext], proof: ShuffleProof, chosen: list[int], asked: int
    ) -> tuple[list[int], list[Point]]:
        """Commitments, cards and points h_i in the weighted sum, all with numbers of their own."""
        sums = public_sums(
            [
                (chosen, proof.commitments),
                (chosen, [card.masked for card in before]),
                (chosen, [card.hint for card in before]),
            ]
        )
        responses = [-s for s in proof.permuted]
        masked, hints = ([weight * s % ORDER for s in responses] for weight in (self._masked, self._hint))
        _, points = generators(len(before))
        return (
            [asked, asked * self._masked, asked * self._hint, *responses, *masked, *hints],
            [*sums, *points, *(card.masked for card in after), *(card.hint for card in after)],
        )

    def _put_together(
        self, before: Sequence[Ciphertext], after: Sequence[Ciphertext], proof: ShuffleProof, chosen: list[int], asked: int
    ) -> tuple[list[int], list[Point]]:
        """The same in fewer products: one number for all that belongs to a card."""
        folded, folded_after = self._folded(before), self._folded(after)
        less = _opposite(len(before))
        statement = weighted(chosen, [*map(total, zip(proof.commitments, folded, less, strict=True))])
        return [asked, *(-s for s in proof.permuted)], [statement, *folded_after]

    def _folded(self, cards: Sequence[Ciphertext]) -> list[Point]:
        """Both halves of each card times their weights plus the card's h_i."""
        self._fold(cards, len(cards))
        return self._known[1]

    def foresee(self, cards: Sequence[Ciphertext]) -> bool:
        """Do a portion of the work on the cards before or after a shuffle; False when all is done."""
        return not sums_are_fast() and self._fold(cards, PORTION)

    def _fold(self, cards: Sequence[Ciphertext], portion: int) -> bool:
        """The same for a portion of this many cards."""
        if cards is self._known[0]:
            return False
        if cards is not self._begun[0]:
            self._begun = cards, []
        folded = self._begun[1]
        part = cards[len(folded) : len(folded) + portion]
        masked = products([self._masked] * len(part), [card.masked for card in part])
        # All cards that lie open share their hint.
        lies_open = all(card.hint is GENERATOR for card in part)
        hints = [self._open] * len(part) if lies_open else products([self._hint] * len(part), [card.hint for card in part])
        _, points = generators(len(cards))
        folded += map(total, zip(points[len(folded) :], masked, hints, strict=False))
        if len(folded) == len(cards):
            self._known = cards, folded
            self._begun = (), []
        return True


def check(before: Sequence[Ciphertext], after: Sequence[Ciphertext], proof: ShuffleProof, key: Point, context: bytes) -> bool:
    """Whether ``after`` is proven to be a shuffle of ``before``, checked by a new :class:`Examiner`."""
    return Examiner().holds(before, after, proof, key, context)


@cache
def _opposite(cards: int) -> tuple[Point, ...]:
    """The negatives of the points h_i."""
    return tuple(map(minus, generators(cards)[1]))


def _statement(before: bytes, after: bytes, commitments: Sequence[Point], key: Point, context: bytes) -> bytes:
    """Everything the weights must depend on, as a hash of fixed length."""
    return pack(challenge(b"shuffle", context, key.format(), before + after, _packed(commitments)))


def challenge_of(statement: bytes, chain: bytes, first: Sequence[Point]) -> int:
    """The number that the prover has to answer: a hash of all it has said so far."""
    return challenge(b"shuffle proof", statement, chain, _packed(first))


def _packed_cards(cards: Sequence[Ciphertext]) -> bytes:
    return _packed([half for card in cards for half in card])


def _packed(points: Sequence[Point]) -> bytes:
    return b"".join([each.format() for each in points])


def _product(ones: Sequence[int], others: Sequence[int]) -> int:
    """The sum of pairwise products, up to the end of the shorter sequence."""
    return sum(map(int.__mul__, ones, others))
