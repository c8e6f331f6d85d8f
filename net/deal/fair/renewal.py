"""New keys for a peer that has come back, since its stand-in held the old ones.

A card whose seal still needs the share of that peer gets a seal that needs a share made with the new key instead, and fresh
randomness: without it, the others' later shares would open the old seal to a peer that knows the old secret. One proof shows
for all cards under one joint key that nothing else was changed. Let ``d`` be the new secret minus the old one, and for each
card let ``s`` be its randomness and ``K`` the joint key of the peers whose shares it needs from now on::

    new hint - old hint     = s * G
    new masked - old masked = s * K + d * old hint
    new key - old key       = d * G

The cards are weighted by numbers that depend on all of them and proven as one sum; the three equations are one sigma protocol
with the two secrets ``d`` and the sum of the weighted ``s``.

The old secrets stay in the log, locked with the new ones: a peer that rightly has those (an heir, or everybody once all cards
are laid open) can also open the earlier seals.
"""

from __future__ import annotations

import hashlib
from collections.abc import Sequence

from net.deal.dealer import Secrets
from net.deal.fair.elgamal import Ciphertext
from net.deal.fair.group import (
    GENERATOR,
    ORDER,
    GroupError,
    Point,
    base,
    challenge,
    pack,
    public_sum,
    public_sums,
    random_scalar,
    scalar,
    times,
    total,
    weighted,
)

PROOF_LENGTH = 96
"""Bytes of a proof: the challenge and two responses."""


def change(cards: Sequence[Ciphertext], key: Point, difference: int) -> tuple[list[Ciphertext], list[int]]:
    """The cards with their new seals, and the randomness of each.

    Args:
        cards: cards that all need the shares of the same peers.
        key: the joint key of these peers from now on.
        difference: the new secret minus the old one.
    """
    randomness = [random_scalar() for _ in cards]
    after = [
        Ciphertext(
            total([card.masked, times(difference, card.hint), times(fresh, key)]),
            total([card.hint, base(fresh)]),
        )
        for card, fresh in zip(cards, randomness, strict=True)
    ]
    return after, randomness


def prove(
    before: Sequence[Ciphertext],
    after: Sequence[Ciphertext],
    key: Point,
    difference: int,
    randomness: Sequence[int],
    context: bytes,
) -> bytes:
    """Prove that :func:`change` made ``after`` of ``before``; ``context`` has to name both keys of the peer."""
    weights = _weights(before, after, key, context)
    hints = weighted(weights, [card.hint for card in before])
    fresh, other = random_scalar(), random_scalar()
    first = [base(fresh), total([times(fresh, key), times(other, hints)]), base(other)]
    asked = _asked(before, after, key, first, context)
    spread = sum(map(int.__mul__, weights, randomness))
    return b"".join(map(pack, (asked, (fresh + asked * spread) % ORDER, (other + asked * difference) % ORDER)))


def check(
    before: Sequence[Ciphertext],
    after: Sequence[Ciphertext],
    key: Point,
    difference: Point,
    proof: bytes,
    context: bytes,
) -> bool:
    """Whether the proof of :func:`prove` holds; ``difference`` is the new public key minus the old one.

    Raises :class:`~net.deal.fair.group.GroupError` for bytes that are no proof.
    """
    if len(proof) != PROOF_LENGTH:
        raise GroupError("not a proof")
    asked, fresh, other = (scalar(proof[at : at + 32]) for at in range(0, PROOF_LENGTH, 32))
    weights = _weights(before, after, key, context)
    turned = [-weight * asked for weight in weights]
    try:
        hints = public_sum(weights, [card.hint for card in before])
        first = public_sums(
            [
                ((fresh, asked, *turned), (GENERATOR, hints, *(card.hint for card in after))),
                (
                    (fresh, other, *(-each for each in turned), *turned),
                    (key, hints, *(card.masked for card in before), *(card.masked for card in after)),
                ),
                ((other, -asked), (GENERATOR, difference)),
            ]
        )
    except GroupError:
        return False
    return _asked(before, after, key, first, context) == asked


def lock(old: Secrets, new: Secrets, context: bytes) -> bytes:
    """The old secrets, locked so that the owner of the new ones can read them."""
    return b"".join(pack(number ^ pad) for number, pad in zip(old, _pads(new, context), strict=True))


def unlock(locked: bytes, new: Secrets, context: bytes) -> Secrets:
    """The secrets that :func:`lock` locked; random numbers if it locked them with other secrets."""
    cards, lots = _pads(new, context)
    return Secrets(int.from_bytes(locked[:32], "big") ^ cards, int.from_bytes(locked[32:], "big") ^ lots)


def _pads(new: Secrets, context: bytes) -> tuple[int, int]:
    content = b"alarife renewal\0" + pack(new.cards) + pack(new.lots) + context
    digest = hashlib.sha512(content).digest()
    return int.from_bytes(digest[:32], "big"), int.from_bytes(digest[32:], "big")


def _statement(before: Sequence[Ciphertext], after: Sequence[Ciphertext], key: Point, context: bytes) -> bytes:
    cards = b"".join(card.pack() for pair in zip(before, after, strict=True) for card in pair)
    return pack(challenge(b"renewal", context, key.format(), cards))


def _weights(before: Sequence[Ciphertext], after: Sequence[Ciphertext], key: Point, context: bytes) -> list[int]:
    statement = _statement(before, after, key, context)
    return [challenge(b"renewal weight", statement, index.to_bytes(4, "big")) for index in range(len(before))]


def _asked(
    before: Sequence[Ciphertext], after: Sequence[Ciphertext], key: Point, first: Sequence[Point], context: bytes
) -> int:
    statement = _statement(before, after, key, context)
    return challenge(b"renewal proof", statement, *(each.format() for each in first))
