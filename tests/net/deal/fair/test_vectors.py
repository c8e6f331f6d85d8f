"""Known answers: proofs have to hold forever, or games between peers saved by an older Alarife would not."""

import json
from pathlib import Path

import pytest

from net.deal.fair import elgamal, shuffle
from net.deal.fair.group import base, challenge, hashed_point, pack, point, scalar, weights
from net.deal.fair.proofs import check_secret, check_share, unpack_proof

KNOWN = json.loads((Path(__file__).parent / "vectors.json").read_text("utf-8"))
CONTEXT = KNOWN["context"].encode()
SECRET = scalar(bytes.fromhex(KNOWN["secret"]))
KEY = point(bytes.fromhex(KNOWN["key"]))
BEFORE = [elgamal.unpack(bytes.fromhex(card)) for card in KNOWN["before"]]
AFTER = [elgamal.unpack(bytes.fromhex(card)) for card in KNOWN["after"]]


@pytest.mark.parametrize(("purpose", "name"), [(elgamal.CARDS, "cards"), (shuffle.GENERATORS, "generators")])
def test_hashed_points_do_not_change(purpose, name):
    assert [hashed_point(purpose, number).format().hex() for number in range(6)] == KNOWN[name]


def test_keys_and_challenges_are_made_as_before():
    assert base(SECRET) == KEY
    assert pack(challenge(b"a", b"", b"bc")).hex() == KNOWN["challenge"]
    assert [pack(weight).hex() for weight in weights(3, b"a", b"bc")] == KNOWN["weights"]
    assert [elgamal.lay_open(card, KEY) for card in range(4)] == BEFORE


def test_the_known_proofs_hold():
    proof = shuffle.unpack_shuffle_proof(bytes.fromhex(KNOWN["proof"]), 4)
    assert shuffle.check(BEFORE, AFTER, proof, KEY, CONTEXT)
    assert check_secret(KEY, unpack_proof(bytes.fromhex(KNOWN["secret_proof"])), CONTEXT)
    made, given = point(bytes.fromhex(KNOWN["share"])), unpack_proof(bytes.fromhex(KNOWN["share_proof"]))
    assert check_share(KEY, AFTER[0].hint, made, given, CONTEXT)


def test_the_known_cards_open_to_the_known_faces():
    opened = [elgamal.opened(card, [elgamal.share(card, SECRET)]) for card in AFTER]
    assert opened == [hashed_point(elgamal.CARDS, place) for place in KNOWN["order"]]
