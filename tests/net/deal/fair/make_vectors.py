"""Remakes the known answers: ``python -m tests.net.deal.fair.make_vectors``.

Only together with a new number in :data:`net.deal.FAIR`: a change to what a proof is makes every game between peers that
was saved before unreadable.
"""

from __future__ import annotations

import json
from pathlib import Path

from net.deal.fair import elgamal, shuffle
from net.deal.fair.group import base, challenge, hashed_point, pack, scalar, weights
from net.deal.fair.proofs import prove_secret, prove_share

FILE = Path(__file__).parent / "vectors.json"
SECRET = bytes(range(1, 33))
CONTEXT = "known answers"
CARDS = 4


def vectors() -> dict[str, object]:
    """Known answers; the proofs are random, so they differ each time."""
    secret, context = scalar(SECRET), CONTEXT.encode()
    key = base(secret)
    before = [elgamal.lay_open(card, key) for card in range(CARDS)]
    mixed = shuffle.mix(before, key)
    made, proof = prove_share(secret, mixed.after[0].hint, context)
    return {
        "about": "Values that must never change: whoever changes one breaks every saved game between peers.",
        "secret": SECRET.hex(),
        "key": key.format().hex(),
        "context": CONTEXT,
        "cards": [hashed_point(elgamal.CARDS, number).format().hex() for number in range(6)],
        "generators": [hashed_point(shuffle.GENERATORS, number).format().hex() for number in range(6)],
        "challenge": pack(challenge(b"a", b"", b"bc")).hex(),
        "weights": [pack(weight).hex() for weight in weights(3, b"a", b"bc")],
        "before": [card.pack().hex() for card in before],
        "after": [card.pack().hex() for card in mixed.after],
        "order": mixed.order,
        "proof": shuffle.prove(before, mixed, key, context).pack().hex(),
        "secret_proof": prove_secret(secret, context).pack().hex(),
        "share": made.format().hex(),
        "share_proof": proof.pack().hex(),
    }


if __name__ == "__main__":
    FILE.write_text(json.dumps(vectors(), indent=1) + "\n", "utf-8")
