"""Dealing from a seed, alone and together."""

import pytest

from net.deal import DealError, Place, dealer_called, words
from net.deal.local import LocalDealer, settle
from net.deal.seeded import Chance, SeededDeals, seed_of
from net.rulebook import start
from rules.contract import SEALED, Deal
from tests.games import orchard  # noqa: F401  - a fixture

SEED = seed_of("oranges")
EVERYBODY = range(4)
SLOTS = tuple(range(10, 22))
FACES = (1, 1, 2, 2, 3, 3, 4, 4, 5, 5, 6, 6)
A, B, C = b"a" * 32, b"b" * 32, b"c" * 32
LOT = Deal("lot", faces=(4,))


def shuffled(seed=SEED):
    deals = SeededDeals(seed)
    assert deals.answer(Deal("shuffle", SLOTS, faces=FACES), EVERYBODY) == ()
    return deals


def test_the_seed_decides_the_slot_of_every_face():
    opened = shuffled().answer(Deal("open", SLOTS), EVERYBODY)
    assert sorted(opened) == list(FACES)
    assert opened == shuffled().answer(Deal("open", SLOTS), ())
    assert opened != shuffled(seed_of("lemons")).answer(Deal("open", SLOTS), EVERYBODY)


def test_a_draw_tells_only_copies_that_may_know():
    deals = shuffled()
    opened = deals.answer(Deal("open", SLOTS[:3]), EVERYBODY)
    draw = Deal("draw", SLOTS[:3], seat=2)
    assert deals.answer(draw, (2,)) == opened
    assert deals.answer(draw, (0, 1, 3)) == (SEALED,) * 3


def test_a_shown_card_is_found_among_those_it_may_be_or_the_move_was_false():
    deals = shuffled()
    faces = deals.answer(Deal("open", SLOTS), EVERYBODY)
    for slot, face in zip(SLOTS, faces, strict=True):
        shown = deals.answer(Deal("show", SLOTS, 1, (face,)), ())
        assert faces[SLOTS.index(shown[0])] == face
        assert deals.answer(Deal("show", (slot,), 1, (face,)), ()) == (slot,)
        with pytest.raises(DealError):
            deals.answer(Deal("show", (slot,), 1, (face % 6 + 1,)), ())


def test_lots_and_shuffles_do_not_repeat_themselves():
    deals = SeededDeals(SEED)
    lots = [deals.answer(Deal("lot", faces=(1000,)), ())[0] for _ in range(40)]
    assert len(set(lots)) > 30
    copy = deals.copy()
    assert copy.answer(LOT, ()) == deals.answer(LOT, ())


def test_chance_is_even():
    """Each face of a die 2000 times in 12000, with a standard deviation of 41."""
    counts = [0] * 6
    for place in range(200):
        chance = Chance(SEED, place)
        for _ in range(60):
            counts[chance.below(6)] += 1
    assert all(1830 < count < 2170 for count in counts)
    orders = {tuple(Chance(SEED, place).order((1, 2, 3, 4))) for place in range(400)}
    assert len(orders) == 24


def test_the_same_seed_deals_the_same_forever():
    """Golden numbers: a change here makes every saved game another game."""
    assert SEED.hex() == "7b1e5a7cbe3b0d95925966cccfee3119debb5ffca4b3bdc411a9471cdba2c09b"
    chance = Chance(SEED, 1)
    assert [chance.below(1000) for _ in range(6)] == [815, 65, 6, 662, 380, 126]
    assert Chance(SEED, 2).order(tuple(range(1, 13))) == [2, 8, 9, 3, 11, 6, 1, 5, 12, 4, 10, 7]


def test_the_light_loop_deals_a_whole_start():
    state = start("orchard", 3, {})
    events = settle(state, SeededDeals(SEED))
    assert state.turn is not None
    assert not state.deals
    assert all(slot in state.faces for hand in state.hands for slot in hand)
    assert events[0].kind == "begins"


def test_the_local_dealer_waits_for_its_seed():
    dealer = LocalDealer(A, SEED)
    assert dealer.writer((LOT,)) == A
    assert dealer.answer(LOT, ()) is None
    payload = dealer.write((LOT,))
    assert words("local", payload) == f"seed {SEED.hex()}"
    reader = dealer_called("local", Place(b"x" * 32, [A], [A], b"", b"", {}))
    reader.read((LOT,), A, payload)
    dealer.read((LOT,), A, payload)
    assert dealer.writer((LOT,)) is None
    assert reader.answer(LOT, ()) == dealer.answer(LOT, ()) == SeededDeals(SEED).answer(LOT, ())
    with pytest.raises(DealError):
        dealer.read((LOT,), A, payload)


def test_an_unknown_dealer_is_refused():
    with pytest.raises(DealError):
        dealer_called("sleeve", Place(b"x" * 32, [A], [A], A, SEED, {}))
    with pytest.raises(DealError):
        words("sleeve", b"")
