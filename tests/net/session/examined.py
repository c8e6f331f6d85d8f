"""All peers of a game in one process: a proof or signature that one has examined is not examined again by the others."""

from __future__ import annotations

import hashlib
from collections.abc import Iterator, Sequence
from functools import lru_cache

import pytest

from net.deal.fair.elgamal import Ciphertext
from net.deal.fair.group import Point
from net.deal.fair.shuffle import Examiner, ShuffleProof
from net.identity import verify
from net.session import chat
from net.session.audience import gallery
from net.session.format import charter, entry


@pytest.fixture(scope="package", autouse=True)
def examined_once() -> Iterator[None]:
    """The validity of a shuffle depends on the shuffle, its proof and its place alone, so it is computed once for each.

    Otherwise two to five peers, and a verifier for each of their files, would take more than a quarter of the time of these
    tests for the same answers. ``tests/net/deal`` examines every proof.
    """
    examine = Examiner.holds
    known: dict[bytes, bool] = {}

    def holds(
        self: Examiner,
        before: Sequence[Ciphertext],
        after: Sequence[Ciphertext],
        proof: ShuffleProof,
        key: Point,
        context: bytes,
    ) -> bool:
        marks = hashlib.sha256()
        for part in (
            *(card.pack() for card in before),
            b"|",
            *(card.pack() for card in after),
            proof.pack(),
            key.format(),
            context,
        ):
            marks.update(len(part).to_bytes(4, "big") + part)
        asked = marks.digest()
        if asked not in known:
            known[asked] = examine(self, before, after, proof, key, context)
        return known[asked]

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(Examiner, "holds", holds)
        yield


@pytest.fixture(scope="package", autouse=True)
def verified_once() -> Iterator[None]:
    """The same for signatures, each of which every peer checks, and every verifier and loader of each of their files.

    ``tests/vectors`` checks every signature. The memory is that of one folder of tests: some thousand entries.
    """
    known = lru_cache(1 << 14)(verify)
    with pytest.MonkeyPatch.context() as patch:
        for module in (charter, chat, entry, gallery):
            patch.setattr(module, "verify", known)
        yield
