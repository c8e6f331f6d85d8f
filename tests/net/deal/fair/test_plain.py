"""The project's own check of a shuffle against an independent one that checks each equation by itself (:mod:`.plain`)."""

import json
from pathlib import Path

import pytest

from net.deal.fair import elgamal, shuffle
from net.deal.fair.group import ROOT, base, hashed_point, random_scalar, total
from tests.net.deal.fair import plain

KNOWN = json.loads((Path(__file__).parent / "vectors.json").read_text("utf-8"))
CONTEXT = b"table 1, entry 4, seat 2, shuffle"
EQUATIONS = ("t1", "t2", "t3", "t4 masked", "t4 hints", "t-hat")


def judged(before, after, proof, key, context=CONTEXT):
    piles = [[card.pack() for card in pile] for pile in (before, after)]
    return plain.failing(*piles, proof.pack(), key.format(), context)


@pytest.fixture
def pile():
    key = base(random_scalar())
    before = [elgamal.lay_open(card, key) for card in range(3)]
    return key, before, shuffle.mix(before, key)


def test_the_known_proof_holds_in_every_equation():
    before, after = ([bytes.fromhex(card) for card in KNOWN[pile]] for pile in ("before", "after"))
    proof, key = bytes.fromhex(KNOWN["proof"]), bytes.fromhex(KNOWN["key"])
    assert plain.failing(before, after, proof, key, KNOWN["context"].encode()) == set()
    assert plain.failing(before, after, proof, key, b"elsewhere") == set(EQUATIONS)


def test_the_generators_follow_from_their_names_alone():
    assert plain.root() == ROOT
    for number in range(5):
        assert plain.packed(plain.generator(number)) == hashed_point(shuffle.GENERATORS, number).format()


def test_both_agree_on_a_proof_made_now(pile):
    key, before, mixed = pile
    proof = shuffle.prove(before, mixed, key, CONTEXT)
    assert judged(before, mixed.after, proof, key) == set()
    assert shuffle.check(before, mixed.after, proof, key, CONTEXT)


@pytest.mark.parametrize("place", range(6), ids=EQUATIONS)
def test_a_proof_with_a_single_failing_equation_is_refused(pile, place, monkeypatch):
    """The prover knows that it is wrong and hashes the wrong first move, so that everything else fits it."""
    key, before, mixed = pile
    honest, said = shuffle.challenge_of, []

    def asked(statement, chain, first):
        said[:] = [*first[:place], total([first[place], base(7)]), *first[place + 1 :]]
        return honest(statement, chain, said)

    with monkeypatch.context() as cheat:
        cheat.setattr(shuffle, "challenge_of", asked)
        proof = shuffle.prove(before, mixed, key, CONTEXT)._replace(first=tuple(said))
    assert judged(before, mixed.after, proof, key) == {EQUATIONS[place]}
    assert not shuffle.check(before, mixed.after, proof, key, CONTEXT)


def test_errors_that_cancel_each_other_are_refused(pile, monkeypatch):
    """Two first moves are wrong by opposite amounts: a sum without secret weights would hold."""
    key, before, mixed = pile
    honest, said = shuffle.challenge_of, []

    def asked(statement, chain, first):
        said[:] = [total([first[0], base(7)]), total([first[1], base(-7)]), *first[2:]]
        return honest(statement, chain, said)

    with monkeypatch.context() as cheat:
        cheat.setattr(shuffle, "challenge_of", asked)
        proof = shuffle.prove(before, mixed, key, CONTEXT)._replace(first=tuple(said))
    assert judged(before, mixed.after, proof, key) == {"t1", "t2"}
    assert not shuffle.check(before, mixed.after, proof, key, CONTEXT)


def test_a_replaced_card_fails_only_where_cards_are_compared(pile):
    key, before, mixed = pile
    junk = elgamal.Ciphertext(base(random_scalar()), mixed.after[1].hint)
    false = mixed._replace(after=(mixed.after[0], junk, mixed.after[2]))
    proof = shuffle.prove(before, false, key, CONTEXT)
    assert judged(before, false.after, proof, key) == {"t4 masked"}
    assert not shuffle.check(before, false.after, proof, key, CONTEXT)


def test_a_duplicated_card_fails_where_orders_are_compared(pile):
    """The pile holds the first card twice and no second one; the committed order is a real one."""
    key, before, mixed = pile
    order = (0, 0, 2)
    after = tuple(elgamal.reencrypt(before[place], key, fresh) for place, fresh in zip(order, mixed.randomness, strict=True))
    honest = shuffle.Mix(after, (0, 1, 2), mixed.randomness)
    proof = shuffle.prove(before, honest, key, CONTEXT)
    assert judged(before, after, proof, key) == {"t4 masked"}
    assert not shuffle.check(before, after, proof, key, CONTEXT)
