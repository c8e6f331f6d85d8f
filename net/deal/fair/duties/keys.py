"""Every peer publishes its public keys, and proves that it knows their secrets."""

from __future__ import annotations

from collections.abc import Sequence

from msgspec.structs import replace

from net.deal.fair.contribution import Contribution, hold
from net.deal.fair.duties.duty import Written
from net.deal.fair.group import base, point
from net.deal.fair.legacy import fits
from net.deal.fair.proofs import check_secret, prove_secret, unpack_proof
from net.deal.fair.standing import Keys, Standing, no_secret
from rules.contract import Deal

_KINDS = (b"cards", b"lots", b"letters")


def owing(at: Standing, deals: Sequence[Deal]) -> bytes | None:
    """The first peer that has published none."""
    if at.joint is not None:
        return None  # it consists of everybody's keys
    return next((peer for peer in at.peers if peer not in at.keys), None)


def write(at: Standing, deals: Sequence[Deal], peer: bytes) -> Written:
    """Three keys, each with its proof."""
    context = at.context(peer)
    parts = []
    for kind, secret in zip(_KINDS, (*at.secrets[peer], at.letters), strict=True):
        parts += [base(secret).format(), prove_secret(secret, context + kind).pack()]
    return Written("keys", parts)


def take(at: Standing, deals: Sequence[Deal], peer: bytes, given: Contribution) -> Standing:
    """Check and take the keys."""
    given.expect("keys", 6)
    keys, context = Keys(*map(point, given.parts[::2])), at.context(peer)
    for kind, key, proof in zip(_KINDS, keys, given.parts[1::2], strict=True):
        hold(at.wrote(given) or check_secret(key, unpack_proof(proof), context + kind))
    mine = at.secrets.get(peer)
    if mine is not None and not (fits(mine.cards, keys.cards) and fits(mine.lots, keys.lots)):
        raise no_secret()
    return replace(at, keys={**at.keys, peer: keys}).joined()
