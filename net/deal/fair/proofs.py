"""Three small proofs: that a peer knows its secret, that its share was made with it, and the same for many shares at once.

All are bound to a ``context``: bytes that name the game, the author, the operation and its place in the dealing, so that a
proof copied from anywhere else is not valid.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from net.deal.fair.group import (
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
    weights,
)

PROOF_LENGTH = 64
"""Bytes of a packed proof."""


class Proof(NamedTuple):
    """Challenge and response of a sigma protocol."""

    challenge: int
    response: int

    def pack(self) -> bytes:
        """The sixty-four bytes of the proof."""
        return pack(self.challenge) + pack(self.response)


def unpack_proof(content: bytes) -> Proof:
    """Read what :meth:`Proof.pack` wrote; raises :class:`~net.deal.fair.group.GroupError`."""
    if len(content) != PROOF_LENGTH:
        raise GroupError("not a proof")
    return Proof(scalar(content[:32]), scalar(content[32:]))


def prove_secret(secret: int, context: bytes) -> Proof:
    """Prove knowledge of ``secret`` (Schnorr); without it, a peer could make its key depend on the others' keys."""
    nonce = random_scalar()
    asked = challenge(b"secret", context, base(secret).format(), base(nonce).format())
    return Proof(asked, (nonce + asked * secret) % ORDER)


def check_secret(public: Point, proof: Proof, context: bytes) -> bool:
    """Whether the proof of :func:`prove_secret` holds for this public key and context."""
    try:
        commitment = total([base(proof.response), times(-proof.challenge, public)])
    except GroupError:
        return False
    return challenge(b"secret", context, public.format(), commitment.format()) == proof.challenge


def prove_share(secret: int, hint: Point, context: bytes) -> tuple[Point, Proof]:
    """The share ``secret * hint`` and the proof that it was made with the secret of ``base(secret)`` (Chaum-Pedersen)."""
    made = times(secret, hint)
    nonce = random_scalar()
    asked = challenge(
        b"share",
        context,
        base(secret).format(),
        hint.format(),
        made.format(),
        base(nonce).format(),
        times(nonce, hint).format(),
    )
    return made, Proof(asked, (nonce + asked * secret) % ORDER)


def check_share(public: Point, hint: Point, made: Point, proof: Proof, context: bytes) -> bool:
    """Whether the proof of :func:`prove_share` holds."""
    try:
        left = total([base(proof.response), times(-proof.challenge, public)])
        right = weighted((proof.response, -proof.challenge), (hint, made))
    except GroupError:
        return False
    return (
        challenge(b"share", context, public.format(), hint.format(), made.format(), left.format(), right.format())
        == proof.challenge
    )


def prove_shares(secret: int, hints: Sequence[Point], context: bytes) -> tuple[list[Point], bytes]:
    """The shares of several seals, and one packed proof for all of them.

    The shares are weighted by numbers that depend on all of them and proven as one sum. A false share among them passes with
    probability 2**-128.
    """
    made = [times(secret, hint) for hint in hints]
    combined = hints[0] if len(hints) == 1 else public_sum(_share_weights(hints, made, context), hints)
    _, proof = prove_share(secret, combined, context)
    return made, proof.pack()


def check_shares(public: Point, hints: Sequence[Point], made: Sequence[Point], proof: bytes, context: bytes) -> bool:
    """Whether the proof of :func:`prove_shares` holds; raises :class:`~net.deal.fair.group.GroupError` if it cannot be read."""
    if len(hints) == 1:
        return check_share(public, hints[0], made[0], unpack_proof(proof), context)
    chosen = _share_weights(hints, made, context)
    combined, shares = public_sums([(chosen, hints), (chosen, made)])
    return check_share(public, combined, shares, unpack_proof(proof), context)


def _share_weights(hints: Sequence[Point], made: Sequence[Point], context: bytes) -> list[int]:
    return weights(len(hints), b"shares", context, *(each.format() for each in (*hints, *made)))
