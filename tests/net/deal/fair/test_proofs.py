"""Every field of every proof counts: the proof is refused after any change."""

from itertools import product

import pytest

from net.deal.fair import elgamal, shuffle
from net.deal.fair.group import ORDER, GroupError, base, hashed_point, random_scalar, times, total
from net.deal.fair.proofs import Proof, check_secret, check_share, prove_secret, prove_share, unpack_proof

CONTEXT = b"table 1, entry 4, seat 2, shuffle"
OTHER = b"table 1, entry 5, seat 2, shuffle"


def test_a_secret_is_proven_for_one_key_and_one_context():
    secret = random_scalar()
    proof = prove_secret(secret, CONTEXT)
    assert check_secret(base(secret), proof, CONTEXT)
    assert not check_secret(base(secret), proof, OTHER)
    assert not check_secret(base(secret + 1), proof, CONTEXT)
    assert not check_secret(base(secret), Proof(proof.challenge, (proof.response + 1) % ORDER), CONTEXT)
    assert not check_secret(base(secret), Proof((proof.challenge + 1) % ORDER, proof.response), CONTEXT)
    assert not check_secret(base(secret), Proof(0, 0), CONTEXT)


def test_a_share_is_proven_for_one_card_one_key_and_one_context():
    secret, hint = random_scalar(), base(random_scalar())
    made, proof = prove_share(secret, hint, CONTEXT)
    assert made == times(secret, hint)
    assert check_share(base(secret), hint, made, proof, CONTEXT)
    assert not check_share(base(secret), hint, made, proof, OTHER)
    assert not check_share(base(secret), base(5), made, proof, CONTEXT)
    assert not check_share(base(secret), hint, total([made, base(1)]), proof, CONTEXT)
    assert not check_share(base(secret + 1), hint, made, proof, CONTEXT)
    assert unpack_proof(proof.pack()) == proof
    with pytest.raises(GroupError):
        unpack_proof(proof.pack()[:-1])


def test_a_wrong_share_cannot_be_proven():
    secret, hint = random_scalar(), base(random_scalar())
    wrong, proof = prove_share(secret + 1, hint, CONTEXT)
    assert not check_share(base(secret), hint, wrong, proof, CONTEXT)


@pytest.mark.parametrize("peers", [1, 2, 5])
def test_a_card_opens_with_all_shares_and_with_no_fewer(peers):
    secrets = [random_scalar() for _ in range(peers)]
    key = total(map(base, secrets))
    sealed = elgamal.reencrypt(elgamal.lay_open(7, key), key, random_scalar())
    shares = [elgamal.share(sealed, secret) for secret in secrets]
    assert elgamal.opened(sealed, shares) == hashed_point(elgamal.CARDS, 7)
    if peers > 1:
        assert elgamal.opened(sealed, shares[1:]) != hashed_point(elgamal.CARDS, 7)


@pytest.fixture(scope="module", params=[1, 2, 7])
def mixed(request):
    secret = random_scalar()
    key = base(secret)
    before = [elgamal.lay_open(card, key) for card in range(request.param)]
    made = shuffle.mix(before, key)
    return secret, key, before, made, shuffle.prove(before, made, key, CONTEXT)


def test_a_shuffle_keeps_every_card_once(mixed):
    secret, key, before, made, proof = mixed
    assert shuffle.check(before, made.after, proof, key, CONTEXT)
    found = [elgamal.opened(sealed, [elgamal.share(sealed, secret)]) for sealed in made.after]
    assert found == [hashed_point(elgamal.CARDS, place) for place in made.order]
    assert sorted(made.order) == list(range(len(before)))


def test_a_shuffle_proof_survives_packing(mixed):
    _, key, before, made, proof = mixed
    content = proof.pack()
    again = shuffle.unpack_shuffle_proof(content, len(before))
    assert again.pack() == content
    assert shuffle.check(before, made.after, again, key, CONTEXT)
    with pytest.raises(GroupError):
        shuffle.unpack_shuffle_proof(content[:-1], len(before))
    with pytest.raises(GroupError):
        shuffle.unpack_shuffle_proof(content, len(before) + 1)


def test_every_changed_number_of_a_shuffle_proof_is_refused(mixed):
    _, key, before, made, proof = mixed
    content = proof.pack()
    cards = len(before)
    for at in range((6 + 2 * cards) * 33, len(content), 32):
        changed = bytearray(content)
        changed[at + 31] ^= 1
        assert not shuffle.check(before, made.after, shuffle.unpack_shuffle_proof(bytes(changed), cards), key, CONTEXT)


def test_every_changed_point_of_a_shuffle_proof_is_refused(mixed):
    _, key, before, made, proof = mixed
    places = [*product(("commitments", "chain"), range(len(before))), *(("first", index) for index in range(len(proof.first)))]
    for name, index in places:
        points = list(getattr(proof, name))
        points[index] = total([points[index], base(3)])
        assert not shuffle.check(before, made.after, proof._replace(**{name: tuple(points)}), key, CONTEXT)


def test_every_changed_ciphertext_is_refused(mixed):
    _, key, before, made, proof = mixed
    for index, half in product(range(len(before)), ("masked", "hint")):
        for side in (0, 1):
            cards = [list(before), list(made.after)]
            card = cards[side][index]
            cards[side][index] = card._replace(**{half: total([getattr(card, half), base(3)])})
            assert not shuffle.check(cards[0], cards[1], proof, key, CONTEXT)


def test_a_shuffle_proof_is_bound_to_key_and_context(mixed):
    _, key, before, made, proof = mixed
    assert not shuffle.check(before, made.after, proof, key, OTHER)
    assert not shuffle.check(before, made.after, proof, total([key, base(1)]), CONTEXT)


def test_a_duplicated_a_swapped_in_and_a_missing_card_are_refused():
    key = base(random_scalar())
    before = [elgamal.lay_open(card, key) for card in range(4)]
    honest = shuffle.mix(before, key)
    for stacked in (
        [before[0], before[0], before[2], before[3]],
        [elgamal.lay_open(9, key), *before[1:]],
    ):
        # The cheat mixes another deck and proves that honestly: the proof does not fit the deck everybody knows.
        made = shuffle.mix(stacked, key)
        proof = shuffle.prove(stacked, made, key, CONTEXT)
        assert shuffle.check(stacked, made.after, proof, key, CONTEXT)
        assert not shuffle.check(before, made.after, proof, key, CONTEXT)
        # Or it claims the proof for the right deck.
        lying = shuffle.prove(before, made, key, CONTEXT)
        assert not shuffle.check(before, made.after, lying, key, CONTEXT)
    proof = shuffle.prove(before, honest, key, CONTEXT)
    assert not shuffle.check(before, honest.after[:-1], proof, key, CONTEXT)


def test_two_cards_exchanged_after_the_proof_are_refused():
    key = base(random_scalar())
    before = [elgamal.lay_open(card, key) for card in range(4)]
    made = shuffle.mix(before, key)
    proof = shuffle.prove(before, made, key, CONTEXT)
    after = [made.after[1], made.after[0], *made.after[2:]]
    assert not shuffle.check(before, after, proof, key, CONTEXT)


def test_an_examiner_that_knows_the_cards_in_advance_is_as_strict():
    key = base(random_scalar())
    before = tuple(elgamal.lay_open(card, key) for card in range(4))
    examiner = shuffle.Examiner()
    for _ in range(3):
        made = shuffle.mix(before, key)
        proof = shuffle.prove(before, made, key, CONTEXT)
        false = (*made.after[:3], elgamal.reencrypt(made.after[0], key, random_scalar()))
        assert not examiner.holds(before, false, proof, key, CONTEXT)
        assert not examiner.holds(false, made.after, proof, key, CONTEXT)
        assert examiner.holds(before, made.after, proof, key, CONTEXT)
        before = made.after


@pytest.mark.parametrize("order", [(0, 0, 2, 3), (1, 1, 1, 1), (3, 2, 1, 3)])
def test_an_order_that_names_a_card_twice_cannot_be_proven(order):
    key = base(random_scalar())
    before = [elgamal.lay_open(card, key) for card in range(4)]
    randomness = tuple(random_scalar() for _ in order)
    after = tuple(elgamal.reencrypt(before[place], key, value) for place, value in zip(order, randomness, strict=True))
    proof = shuffle.prove(before, shuffle.Mix(after, order, randomness), key, CONTEXT)
    assert not shuffle.check(before, after, proof, key, CONTEXT)
