"""A lot: every peer gives its only possible answer to a question, with a key that was fixed before the question."""

from __future__ import annotations

from collections.abc import Container, Sequence

from msgspec.structs import replace

from net.deal.fair.contribution import Contribution, hold
from net.deal.fair.duties.duty import Written
from net.deal.fair.group import Point, challenge, hashed_point, point
from net.deal.fair.proofs import check_share, prove_share, unpack_proof
from net.deal.fair.standing import Standing
from rules.contract import Deal


def owing(at: Standing, deals: Sequence[Deal]) -> bytes | None:
    """The first peer that has not answered."""
    if not deals or deals[0].kind != "lot":
        return None
    return next((peer for peer in at.peers if peer not in at.lots), None)


def write(at: Standing, deals: Sequence[Deal], peer: bytes) -> Written:
    """The answer and its proof."""
    made, proof = prove_share(at.secrets[peer].lots, question(at), at.context(peer))
    return Written("lot", [made.format(), proof.pack()])


def take(at: Standing, deals: Sequence[Deal], peer: bytes, given: Contribution) -> Standing:
    """Check and take the answer."""
    given.expect("lot", 2)
    made, proof = point(given.parts[0]), unpack_proof(given.parts[1])
    hold(at.wrote(given) or check_share(at.keys[peer].lots, question(at), made, proof, at.context(peer)))
    return replace(at, lots={**at.lots, peer: made})


def answer(at: Standing, deal: Deal, knows: Container[int]) -> tuple[tuple[int, ...] | None, Standing]:
    """A number hashed from all peers' answers."""
    if len(at.lots) < len(at.peers):
        return None, at
    bits = challenge(b"lot", at.agreement, *(at.lots[peer].format() for peer in at.peers))
    return (bits % deal.faces[0],), replace(at, lots={}, lots_drawn=at.lots_drawn + 1)


def question(at: Standing) -> Point:
    """The point that every peer multiplies with its secret; another one for each lot."""
    return hashed_point(f"lot {at.agreement.hex()}", at.lots_drawn)
