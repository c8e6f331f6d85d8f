"""Dealing from a seed, alone and together."""

import pytest

from net.deal import DealError, dealer_called, words
from net.deal.joint_seed import JointSeedDealer
from net.deal.local import LocalDealer, settle
from net.deal.seeded import Chance, SeededDeals, contribution, seed_of
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


def test_a_shuffle_gives_every_face_its_slot_and_the_seed_decides_which():
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
    assert dealer.writer(LOT) == A
    assert dealer.answer(LOT, ()) is None
    payload = dealer.write(LOT)
    assert words(payload) == f"seed {SEED.hex()}"
    reader = dealer_called("local", b"x" * 32, [A], b"", b"")
    reader.read(LOT, A, payload)
    dealer.read(LOT, A, payload)
    assert dealer.writer(LOT) is None
    assert reader.answer(LOT, ()) == dealer.answer(LOT, ()) == SeededDeals(SEED).answer(LOT, ())
    with pytest.raises(DealError):
        dealer.read(LOT, A, payload)


def joint(*peers):
    return {peer: JointSeedDealer(b"g" * 32, peers, peer, seed_of(peer.decode())) for peer in peers}


def write(dealers, count=100, leave=()):
    """Let the dealers write until they have a seed; returns the payloads with their authors."""
    written = []
    for _ in range(count):
        writers = {dealer.writer(LOT) for dealer in dealers.values()}
        assert len(writers) == 1, "all copies agree on who is to write"
        writer = writers.pop()
        if writer is None:
            break
        payload = dealers[writer].write(LOT)
        written.append((writer, payload))
        for dealer in dealers.values():
            dealer.read(LOT, writer, payload)
    return written


def test_everybody_commits_before_anybody_reveals():
    dealers = joint(A, B, C)
    written = write(dealers)
    assert [(author, words(payload).split()[0]) for author, payload in written] == [
        (A, "commit"),
        (B, "commit"),
        (C, "commit"),
        (A, "reveal"),
        (B, "reveal"),
        (C, "reveal"),
    ]
    lots = [[dealer.answer(Deal("lot", faces=(1 << 40,)), ()) for _ in range(3)] for dealer in dealers.values()]
    assert lots[0] == lots[1] == lots[2]
    secret = words(written[3][1]).split()[1]
    assert not any(secret in words(payload) for _, payload in written[:3])


def test_nobody_may_reveal_something_else_commit_twice_or_take_anothers_commitment():
    dealers = joint(A, B)
    commit = dealers[A].write(LOT)
    dealers[B].read(LOT, A, commit)
    with pytest.raises(DealError):
        dealers[B].read(LOT, A, commit)
    dealers[B].read(LOT, B, commit)  # copied: it fits the author's key alone, so it can never be revealed
    with pytest.raises(DealError):
        dealers[B].read(LOT, B, contribution("reveal", seed_of(A.decode())))
    with pytest.raises(DealError):
        dealers[B].read(LOT, A, contribution("reveal", b"r" * 32))
    dealers[B].read(LOT, A, contribution("reveal", seed_of(A.decode())))
    for junk in (b"", b"junk", contribution("seed", b"s" * 32), contribution("commit", b"s" * 32)):
        with pytest.raises(DealError):
            dealers[B].read(LOT, A, junk)


def test_a_commitment_is_bound_to_the_game():
    one = JointSeedDealer(b"g" * 32, (A, B), A, SEED)
    other = JointSeedDealer(b"h" * 32, (A, B), A, SEED)
    assert one.write(LOT) != other.write(LOT)


@pytest.mark.parametrize("written", range(6))
@pytest.mark.parametrize("leaver", [A, B, C])
def test_whoever_leaves_while_the_seed_is_made_the_others_get_one(written, leaver):
    dealers = joint(A, B, C)
    write(dealers, written)
    for dealer in dealers.values():
        dealer.left(leaver)
    del dealers[leaver]
    write(dealers)
    answers = {dealer.answer(Deal("lot", faces=(1 << 40,)), ()) for dealer in dealers.values()}
    assert len(answers) == 1
    assert None not in answers


def test_a_copy_of_a_dealer_goes_its_own_way():
    dealers = joint(A, B)
    before = dealers[A].copy()
    write(dealers)
    assert before.writer(LOT) == A
    assert before.answer(LOT, ()) is None
    after = dealers[A].copy()
    assert after.answer(LOT, ()) == dealers[A].answer(LOT, ())


def test_a_dealer_nobody_knows():
    with pytest.raises(DealError):
        dealer_called("sleeve", b"x" * 32, [A], A, SEED)
