"""Shuffles made ahead: they are shuffles like all others, and each is used once."""

from copy import copy
from itertools import pairwise

import pytest
from msgspec.structs import replace

from net.deal.fair import elgamal, shuffle
from net.deal.fair.ahead import PORTION, Ahead, Mixer, Moves
from net.deal.fair.dealer import FairDealer
from net.deal.fair.duties import mix
from net.deal.fair.group import base, random_scalar
from rules.contract import Deal

CONTEXT = b"ahead"
CARDS = 2 * PORTION + 1
PEERS = tuple(bytes([number]) * 32 for number in (1, 2, 3))
DEALS = (Deal("shuffle", tuple(range(1, 6)), faces=(1, 2, 3, 4, 5)), Deal("shuffle", tuple(range(6, 9)), faces=(6, 7, 8)))


@pytest.fixture
def key():
    return base(random_scalar())


def pile(key):
    return tuple(elgamal.lay_open(card, key) for card in range(CARDS))


@pytest.mark.parametrize("portions", [0, 1, 4, 1000])
def test_a_shuffle_made_ahead_in_part_is_proven_like_any_other(key, portions):
    before, ahead = pile(key), Ahead(CARDS)
    for _ in range(portions):
        if not ahead.work(None):
            break
    ahead.work(key)
    mixed = shuffle.mix(before, key, ahead)
    proof = shuffle.prove(before, mixed, key, CONTEXT)
    assert sorted(mixed.order) == list(range(CARDS))
    assert shuffle.check(before, mixed.after, proof, key, CONTEXT)
    assert not shuffle.check(before, mixed.after, proof, key, b"elsewhere")


@pytest.mark.parametrize("portions", [1, 2, 1000])
def test_a_partly_examined_pile_leaves_nothing_behind_for_another(key, portions):
    examiner, before = shuffle.Examiner(), pile(key)
    mixed = shuffle.mix(before, key)
    proof = shuffle.prove(before, mixed, key, CONTEXT)
    elsewhere = shuffle.mix(pile(key), key).after
    for _ in range(portions):
        if not examiner.foresee(elsewhere):
            break
    assert examiner.holds(before, mixed.after, proof, key, CONTEXT)
    assert not examiner.holds(elsewhere, mixed.after, proof, key, CONTEXT)
    for _ in range(portions):
        if not examiner.foresee(before):
            break
    assert examiner.holds(before, mixed.after, proof, key, CONTEXT)


def test_another_joint_key_remakes_the_masks(key):
    other, ahead = base(random_scalar()), Ahead(CARDS)
    while ahead.work(other):
        pass
    before = pile(key)
    mixed = shuffle.mix(before, key, ahead)
    assert shuffle.check(before, mixed.after, shuffle.prove(before, mixed, key, CONTEXT), key, CONTEXT)


def test_the_numbers_that_hide_a_proof_hide_no_second_one(key):
    # With two answers to two questions under the same number, everybody could work out the order.
    before = pile(key)
    mixed = shuffle.mix(before, key)
    first, second = (shuffle.prove(before, mixed, key, context) for context in (b"one", b"other"))
    assert shuffle.check(before, mixed.after, first, key, b"one")
    assert shuffle.check(before, mixed.after, second, key, b"other")
    assert not {each.format() for each in first.first} & {each.format() for each in second.first}
    assert not {each.format() for each in first.commitments} & {each.format() for each in second.commitments}


def test_numbers_for_another_order_are_not_used(key):
    before = pile(key)
    mixed = shuffle.mix(before, key, Ahead(CARDS))
    turned = tuple(reversed(mixed.order))
    after = tuple(elgamal.reencrypt(before[place], key, number) for place, number in zip(turned, mixed.randomness, strict=True))
    proof = shuffle.prove(before, mixed._replace(after=after, order=turned), key, CONTEXT)
    assert shuffle.check(before, after, proof, key, CONTEXT)


def test_a_mixer_gives_every_shuffle_away_once():
    mixer = Mixer()
    while mixer.prepare([5, 5, 3], None):
        pass
    taken = [mixer.take(5), mixer.take(5), mixer.take(5), mixer.take(3), mixer.take(4)]
    assert len(set(map(id, taken))) == 5
    assert [len(each.order) for each in taken] == [5, 5, 5, 3, 4]


def test_preparing_does_not_change_the_state_of_the_dealing():
    private = bytes(32)
    dealer = FairDealer(b"a" * 32, PEERS, PEERS, PEERS[1], private)
    before = dealer.at
    while dealer.prepare(DEALS):
        pass
    assert dealer.at is before
    assert not dealer.prepare(())


def test_the_pile_of_others_is_examined_before_their_shuffle_comes(key):
    dealer = FairDealer(b"a" * 32, PEERS, PEERS, PEERS[1], bytes(32))
    dealer.at = replace(dealer.at, joint=key)
    while dealer.prepare(DEALS):
        pass
    assert not dealer.at.examiner.foresee(mix.before(dealer.at, DEALS[0]))
    watcher = FairDealer(b"a" * 32, PEERS, PEERS, b"", b"")
    watcher.at = replace(watcher.at, joint=key)
    assert not watcher.prepare(DEALS)


def test_moves_are_the_same_however_they_are_portioned():
    moves = Moves(range(CARDS))
    lengths = []
    while moves.work():
        lengths.append((len(moves.commitments), len(moves.chained), len(moves.third)))
    assert lengths[-1] == (CARDS, CARDS, CARDS)
    assert all(sum(after) - sum(before) <= PORTION for before, after in pairwise(lengths))


def as_read(cards):
    """The same cards as read by a peer that does not know that they lay open."""
    return tuple(elgamal.unpack(card.pack()) for card in cards)


def test_a_proof_for_open_cards_is_the_same_as_for_other_cards(key):
    before = pile(key)
    mixed = shuffle.mix(before, key)
    assert mixed.ahead is not None
    again = mixed._replace(ahead=copy(mixed.ahead))  # nobody uses its numbers twice, but for this test
    proof = shuffle.prove(before, mixed, key, CONTEXT)
    assert shuffle.prove(as_read(before), again, key, CONTEXT).pack() == proof.pack()


def test_an_examiner_of_cards_that_lay_open_is_as_strict(key):
    before = pile(key)
    mixed = shuffle.mix(before, key)
    proof = shuffle.prove(before, mixed, key, CONTEXT)
    for cards in (before, as_read(before)):
        assert shuffle.check(cards, mixed.after, proof, key, CONTEXT)
        for place in (0, CARDS - 1):
            other = elgamal.reencrypt(mixed.after[place], key, random_scalar())
            after = (*mixed.after[:place], other, *mixed.after[place + 1 :])
            assert not shuffle.check(cards, after, proof, key, CONTEXT)
            hint = elgamal.Ciphertext(cards[place].masked, base(random_scalar()))
            changed = (*cards[:place], hint, *cards[place + 1 :])
            assert not shuffle.check(changed, mixed.after, proof, key, CONTEXT)
