"""New keys at a return: the stand-in cannot read later deals, and nobody can change a card in the process."""

import hashlib

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from msgspec.structs import replace

from net.deal.dealer import DealError, Secrets
from net.deal.fair import elgamal, renewal, standing
from net.deal.fair.contribution import Contribution
from net.deal.fair.dealer import FairDealer
from net.deal.fair.duties.lot import question
from net.deal.fair.elgamal import Ciphertext, lay_open, opened, reencrypt
from net.deal.fair.group import ORDER, GroupError, base, hashed_point, minus, pack, times, total
from net.deal.fair.standing import Standing
from net.session.format import wire
from rules.contract import SEALED, Deal
from tests.net.deal.fair.test_fair_dealer import FACES, PEERS, SLOTS, START, Table, _mutate, changed, parts_of, refused
from tests.net.session import earlier

secrets = st.integers(1, ORDER - 1)
SEED = b"s" * 32


# -- the proof ---------------------------------------------------------------------------------------------------------


def sealed(old, rest, count=3):
    """Cards under the joint key of a peer with the secret ``old`` and of the others together."""
    key = total([base(old), base(rest)])
    return [reencrypt(lay_open(number, key), key, 1000 + number) for number in range(count)]


@settings(max_examples=20)
@given(secrets, secrets, secrets)
def test_a_card_is_the_same_under_the_new_key_and_only_there(old, new, rest):
    if 0 in ((new - old) % ORDER, (old + rest) % ORDER, (new + rest) % ORDER):
        return
    before, key = sealed(old, rest), total([base(new), base(rest)])
    after, randomness = renewal.change(before, key, (new - old) % ORDER)
    for number, card in enumerate(after):
        assert opened(card, [times(new, card.hint), times(rest, card.hint)]) == hashed_point(elgamal.CARDS, number)
        assert opened(card, [times(old, card.hint), times(rest, card.hint)]) != hashed_point(elgamal.CARDS, number)
    proof = renewal.prove(before, after, key, (new - old) % ORDER, randomness, b"here")
    assert renewal.check(before, after, key, total([base(new), minus(base(old))]), proof, b"here")


OLD, NEW, REST = 11, 29, 31


@pytest.fixture(scope="module")
def proven():
    before, key = sealed(OLD, REST), total([base(NEW), base(REST)])
    after, randomness = renewal.change(before, key, NEW - OLD)
    proof = renewal.prove(before, after, key, NEW - OLD, randomness, b"here")
    return {"before": before, "after": after, "key": key, "difference": base(NEW - OLD), "proof": proof, "context": b"here"}


def test_the_unchanged_proof_holds(proven):
    assert renewal.check(**proven)


def swapped(cards):
    return [cards[1], cards[0], *cards[2:]]


def other_point(cards, place, field):
    return [card._replace(**{field: base(77)}) if number == place else card for number, card in enumerate(cards)]


CHANGES = {
    **{
        f"{which} {place} {field}": lambda proven, which=which, place=place, field=field: {
            which: other_point(proven[which], place, field)
        }
        for which in ("before", "after")
        for place in range(3)
        for field in ("masked", "hint")
    },
    "before swapped": lambda proven: {"before": swapped(proven["before"])},
    "after swapped": lambda proven: {"after": swapped(proven["after"])},
    "both swapped": lambda proven: {"before": swapped(proven["before"]), "after": swapped(proven["after"])},
    "another card": lambda proven: {
        "after": [Ciphertext(total([proven["after"][0].masked, base(5)]), proven["after"][0].hint), *proven["after"][1:]]
    },
    "key": lambda proven: {"key": base(99)},
    "difference": lambda proven: {"difference": base(NEW - OLD + 1)},
    "no difference": lambda proven: {"difference": base(1)},
    "context": lambda proven: {"context": b"there"},
    **{
        f"number {place}": lambda proven, place=place: {
            "proof": proven["proof"][: 32 * place] + pack(7) + proven["proof"][32 * place + 32 :]
        }
        for place in range(3)
    },
}


@pytest.mark.parametrize("change", CHANGES)
def test_every_field_counts(proven, change):
    assert not renewal.check(**{**proven, **CHANGES[change](proven)})


@pytest.mark.parametrize("proof", [b"", b"p" * 95, b"p" * 97, b"\xff" * 96])
def test_bytes_that_are_no_proof(proven, proof):
    with pytest.raises(GroupError):
        renewal.check(**{**proven, "proof": proof})


def test_a_key_that_the_cards_were_not_changed_for_cannot_be_proven():
    """A peer leaves the old secret in the seals, or uses a different one from that of the new key."""
    before, key = sealed(OLD, REST), total([base(NEW), base(REST)])
    for false in (1, NEW - OLD + 1, ORDER - 1):
        after, randomness = renewal.change(before, key, false)
        for claimed in (false, NEW - OLD):
            proof = renewal.prove(before, after, key, claimed, randomness, b"here")
            assert not renewal.check(before, after, key, base(NEW - OLD), proof, b"here")


@given(secrets, secrets, secrets, secrets)
def test_only_the_new_secrets_open_the_old_ones(one, two, three, four):
    old, new = Secrets(one, two), Secrets(three, four)
    locked = renewal.lock(old, new, b"here")
    assert renewal.unlock(locked, new, b"here") == old
    assert renewal.unlock(locked, new, b"there") != old
    assert renewal.unlock(locked, Secrets(four, three), b"here") != old or three == four


# -- at the table ------------------------------------------------------------------------------------------------------


def go(table, leaver=1, heir=0):
    """A peer leaves; returns what its heir learned from that."""
    legacies = earlier.legacies(table.dealers[leaver])
    for dealer in table.everybody:
        dealer.left(table.peers[leaver], table.peers[heir], legacies)
    return table.dealers[heir].secrets[table.peers[leaver]]


def come_back(table, leaver=1, seed=SEED):
    for dealer in table.everybody:
        dealer.returned(table.peers[leaver], seed)


def away_and_back(count=3):
    table = Table(count)
    table.answer(START)
    stolen = go(table)
    come_back(table)
    return table, stolen


def readable(seals, shares, stolen):
    """The places of the cards that a changed heir can read: every seal that was ever in the slot is tried with every sum of
    shares that was ever published for it, and the secret that it has kept.
    """
    places = {hashed_point(elgamal.CARDS, place).format() for place in range(len(FACES))}
    return [
        seal
        for seal in seals
        for given in shares
        for hint in {card.hint.format(): card.hint for card in seals}.values()
        if opened(seal, [*given, times(stolen, hint)]).format() in places
    ]


def drawn_after(table, stolen, slot=7, seat=1):
    """Deal a card to the seat of a peer that has come back, and let the heir try to read it."""
    before = table.reader.at.slots[slot]
    deals = (Deal("draw", (slot,), seat),)
    answers = table.answer(deals)
    after = table.reader.at.slots[slot]
    own = table.dealers[0].secrets[table.peers[0]].cards
    heirs = [times(own, card.sealed.hint) for card in (before, after)]
    mixed = [[*[share for peer, share in after.shares.items() if peer != table.peers[0]], share] for share in heirs]
    return answers, readable([before.sealed, after.sealed], [list(after.shares.values()), *mixed], stolen.cards)


@pytest.fixture
def unmixed(monkeypatch):
    """The piles are not shuffled again, so that everybody knows which seal came from which."""
    monkeypatch.setattr(Standing, "shuffled_again", lambda at, _: at)


@pytest.mark.parametrize("count", [3, 4, 5])
def test_a_changed_heir_cannot_read_what_is_drawn_after_the_return(count, unmixed):
    table, stolen = away_and_back(count)
    answers, read = drawn_after(table, stolen)
    assert answers[1] != (SEALED,)
    assert [answer for place, answer in enumerate(answers) if place != 1] == [(SEALED,)] * count
    assert read == []


@pytest.mark.parametrize("count", [3, 4, 5])
def test_with_the_old_keys_it_could(count):
    table, stolen = away_and_back(count)
    for dealer in table.everybody:
        dealer.at = replace(dealer.at, stale={})
    _, read = drawn_after(table, stolen)
    assert read


def test_without_fresh_randomness_it_could(monkeypatch, unmixed):
    """The shares of the others would then fit the old seal as well."""
    monkeypatch.setattr(renewal, "random_scalar", lambda: ORDER - 1)
    honest = renewal.change

    def lazy(cards, key, difference):
        after, randomness = honest(cards, key, difference)
        return [reencrypt(card, key, 1) for card in after], [0 for _ in randomness]

    monkeypatch.setattr(renewal, "change", lazy)
    table, stolen = away_and_back()
    monkeypatch.setattr(renewal, "check", lambda *_: True)
    _, read = drawn_after(table, stolen)
    assert read


def test_the_new_secret_has_nothing_to_do_with_the_old_one_or_with_another_return():
    private = hashlib.sha256(b"private").digest()
    made = set()
    for seed in (b"", SEED, b"t" * 32):
        dealer = FairDealer(b"a" * 32, (b"me", b"you"), (), b"me", private)
        made |= set(dealer.at.own_secrets(seed))
    assert len(made) == 6


def test_every_part_of_the_new_keys_counts():
    table, _ = away_and_back()
    deals = (Deal("draw", (7,), 0),)
    writer, payload = table.until(deals, "renew")
    assert writer == table.peers[1]
    _mutate(table, deals, writer, payload)
    parts = parts_of(payload)
    for one in range(5, len(parts) - 1):
        for other in range(one + 1, len(parts)):
            exchanged = list(parts)
            exchanged[one], exchanged[other] = exchanged[other], exchanged[one]
            refused(table, deals, writer, changed(payload, parts=tuple(exchanged)))
    table.take(deals, writer, payload)


def test_new_keys_of_an_earlier_return_or_of_another_game_are_refused():
    table, _ = away_and_back()
    deals = (Deal("draw", (7,), 0),)
    writer, first = table.until(deals, "renew")
    table.answer(deals)
    go(table)
    come_back(table, seed=b"t" * 32)
    refused(table, deals, writer, first)
    other = Table(agreement=b"b" * 32)
    other.answer(START)
    go(other)
    come_back(other)
    refused(other, deals, writer, first)


def test_a_peer_that_keeps_the_old_key_is_refused(monkeypatch):
    table, _ = away_and_back()
    deals = (Deal("draw", (7,), 0),)
    cheat = table.dealers[1]
    with monkeypatch.context() as patch:
        patch.setattr(Standing, "own_secrets", lambda at, _: at.secrets[table.peers[1]])
        with pytest.raises(DealError):
            cheat.write(deals)
    honest = cheat.write(deals)
    parts = parts_of(honest)
    old = table.reader.at.keys[table.peers[1]].cards.format()
    refused(table, deals, table.peers[1], changed(honest, parts=(old, *parts[1:])))


def test_new_keys_that_nobody_asked_for_are_refused():
    table, _ = away_and_back()
    deals = (Deal("draw", (7,), 0),)
    writer, payload = table.until(deals, "renew")
    table.answer(deals)
    refused(table, (Deal("draw", (8,), 0),), writer, payload)


def test_the_hand_from_before_is_kept_and_can_be_played():
    table, _ = away_and_back()
    face = table.seen[1][4]
    answers = table.answer((Deal("show", (3, 4), 1, (face,)),))
    assert set(answers) == {(4,) if table.seen[1][3] != face else (3,)}
    assert table.seen[1][3] in FACES


def test_cards_in_other_hands_stay_as_they_are():
    table, _ = away_and_back()
    before = table.reader.at.slots[1]
    answers = table.answer((Deal("show", (1, 2), 0, (table.seen[0][1],)),))
    assert table.reader.at.slots[1].sealed == before.sealed
    assert len(set(answers)) == 1


def test_every_card_is_still_in_the_pile():
    table, _ = away_and_back()
    table.answer((Deal("open", SLOTS),))
    assert sorted(table.seen[0][slot] for slot in SLOTS) == sorted(FACES)


def look_into(table, heir, secrets):
    """The card in every slot that nobody has helped open, as seen by the holder of these secrets."""
    cards = {hashed_point(elgamal.CARDS, place).format(): place for place in range(len(heir.at.slots[1].pile))}
    found = {}
    for slot, card in heir.at.slots.items():
        if card.missing == table.peers:
            point = opened(card.sealed, [times(secret, card.sealed.hint) for secret in secrets]).format()
            found[slot] = cards.get(point)
    return found


def test_a_peer_once_alone_with_all_secrets_no_longer_knows_the_pile(monkeypatch):
    """It could look into the pile while the other was away, but now knows only which cards are left."""
    slots = tuple(range(1, 41))
    start = (Deal("shuffle", slots, faces=tuple(range(11, 51))), Deal("draw", slots[:4], 1), Deal("open", slots[4:6]))
    table = Table(2)
    table.answer(start)
    stolen = go(table)
    mine = table.dealers[0].secrets[table.peers[0]].cards
    seen = look_into(table, table.dealers[0], [mine, stolen.cards])
    assert sorted(seen) == list(slots[6:])
    assert None not in seen.values()
    come_back(table)
    said = []
    while (writer := table.reader.writer(())) is not None:
        payload = table.dealers[table.peers.index(writer)].write(())
        if wire.unpack(payload, Contribution).word == "remix":
            _mutate(table, (), writer, payload)
        said.append((table.peers.index(writer), wire.unpack(payload, Contribution).word))
        table.take((), writer, payload)
    assert said == [(1, "renew"), (1, "remix")]
    fresh = table.dealers[1].secrets[table.peers[1]].cards
    lies = look_into(table, table.reader, [mine, fresh])
    assert sorted(lies.values()) == sorted(seen.values())
    assert lies != seen
    assert set(look_into(table, table.reader, [mine, stolen.cards]).values()) == {None}
    table.answer((Deal("draw", slots[6:8], 1), Deal("open", slots[8:])))
    known = {**table.seen[1], **table.seen[0]}
    assert sorted(table.seen[1][slot] for slot in slots) == list(range(11, 51))
    assert {slot: known[slot] for slot in slots[8:]} == {slot: lies[slot] + 11 for slot in slots[8:]}


def test_a_card_that_somebody_was_helped_open_stays_in_its_place():
    table, _ = away_and_back()
    hand = {slot: table.reader.at.slots[slot] for slot in (1, 2, 3, 4, 5, 6)}
    assert table.answer((Deal("draw", (7,), 1),))[1] != (SEALED,)
    cards = [table.reader.at.slots[slot] for slot in (3, 4)]
    assert [len(card.shares) + len(card.missing) for card in cards] == [1, 1]
    assert all(table.reader.at.slots[slot] == hand[slot] for slot in (1, 2, 5, 6))


def test_two_piles_are_not_mixed_with_each_other():
    table = Table(2)
    one, two = tuple(range(1, 9)), tuple(range(9, 17))
    table.answer((Deal("shuffle", one, faces=(1,) * 8), Deal("shuffle", two, faces=(2,) * 8)))
    go(table)
    come_back(table)
    table.answer((Deal("open", (*one, *two)),))
    assert [table.seen[0][slot] for slot in (*one, *two)] == [1] * 8 + [2] * 8


@pytest.mark.parametrize("given", [0, 1, 2])
def test_a_return_in_the_middle_of_a_draw(given, unmixed):
    """Shares that were given for the old seal count for it, those that are missing are given for the new one."""
    table = Table(4)
    table.answer(START)
    stolen = go(table)
    deals = (Deal("draw", (7,), 2), Deal("draw", (8,), 1))
    for _ in range(given):
        table.dealers[1], kept = table.dealers[0], table.dealers[1]  # the heir writes for both
        writer = table.reader.writer(deals)
        payload = table.dealers[table.peers.index(writer)].write(deals)
        table.dealers[1] = kept
        table.take(deals, writer, payload)
    come_back(table)
    assert table.reader.writer(deals) == table.peers[1]
    before = {slot: table.reader.at.slots[slot] for slot in (7, 8)}
    table.answer(deals)
    assert table.seen[2][7] in FACES
    assert table.seen[1][8] in FACES
    assert [table.seen[0][slot] for slot in (7, 8)] == [SEALED, SEALED]
    after = table.reader.at.slots[8]
    seals = [before[8].sealed, before[8].rest, after.sealed]
    own = table.dealers[0].secrets[table.peers[0]].cards
    shares = [list({**before[8].shares, **after.shares}.values()), list(after.shares.values()), list(before[8].shares.values())]
    shares += [[*some, times(own, card.hint)] for some in shares for card in seals]
    assert readable(seals, shares, stolen.cards) == []


@pytest.mark.parametrize("mixed", [0, 1, 2, 3])
def test_a_return_in_the_middle_of_a_shuffle(mixed):
    table = Table(4)
    table.answer(START)
    deals = (Deal("shuffle", SLOTS, faces=FACES), Deal("open", SLOTS))
    go(table, 3, 0)
    for _ in range(mixed):
        table.step(deals)
    come_back(table, 3)
    table.answer(deals)
    assert sorted(table.seen[1][slot] for slot in SLOTS) == sorted(FACES)


@pytest.mark.parametrize("answered", [0, 1, 2])
def test_a_lot_under_way_is_answered_with_the_old_key_and_cannot_be_drawn_again(answered):
    """Otherwise a returning peer, having seen the others' answers, could choose a key for the outcome."""
    table = Table()
    table.answer(START)
    go(table, 2, 0)
    lot = (Deal("lot", faces=(1 << 30,)),)
    again = table.reader.copy()
    for _ in range(answered):
        table.step(lot)
    key = table.reader.at.keys[table.peers[2]].lots
    come_back(table, 2)
    writers = []
    while (writer := table.reader.writer(lot)) is not None:
        payload = table.dealers[table.peers.index(writer)].write(lot)
        writers.append(parts_of(payload) and writer)
        table.take(lot, writer, payload)
    [outcome] = {dealer.answer(lot[0], ()) for dealer in table.everybody}
    if answered:
        assert table.reader.at.keys[table.peers[2]].lots == key
        assert table.reader.writer(()) == table.peers[2]  # the new keys come now
        table.step(())
    assert table.reader.at.keys[table.peers[2]].lots != key
    assert outcome[0] < 1 << 30
    assert question(again.at) != question(table.reader.at)


def test_a_peer_that_returns_and_leaves_again_hands_over_new_and_old_secrets():
    table, stolen = away_and_back()
    table.answer((Deal("draw", (7,), 1),))
    fresh = go(table)
    assert fresh != stolen
    lineage = table.dealers[0].estate[table.peers[1]]
    assert lineage == (stolen, fresh)
    assert table.dealers[0].answer(Deal("draw", (3, 4, 7), 1), (0, 1))[0] == table.seen[1][3]
    assert table.dealers[0].answer(Deal("draw", (7,), 1), (0, 1))[0] == table.seen[1][7]


def test_nobody_leaves_while_new_keys_are_owed():
    """Its bequest would be sealed with a key that others have had."""
    table, _ = away_and_back()
    for dealer in table.everybody:
        with pytest.raises(DealError):
            dealer.copy().left(table.peers[2], table.peers[0], earlier.legacies(table.dealers[2]))


def test_missing_old_secrets_are_noticed_when_they_are_needed(monkeypatch):
    monkeypatch.setattr(renewal, "lock", lambda *_: bytes(64))
    table, _ = away_and_back()
    table.answer((Deal("draw", (7,), 0),))
    secrets = table.dealers[1].secrets[table.peers[1]]
    assert table.reader.lineage(table.peers[1], secrets) == ()
    assert not table.reader.fits(table.peers[1], secrets)


# -- opposite keys -----------------------------------------------------------------------------------------------------


@pytest.fixture
def opposite(monkeypatch):
    """The first two peers have opposite keys for cards."""
    first, second = (hashlib.sha256(b"private" + peer).digest() for peer in PEERS[:2])
    honest = standing.derived

    def derived(word, private, occasion):
        if (word, private) == (b"cards", second):
            return ORDER - honest(word, first, occasion)
        return honest(word, private, occasion)

    monkeypatch.setattr(standing, "derived", derived)


@pytest.mark.usefixtures("opposite")
def test_cards_with_opposite_shares_get_new_seals():
    table = Table(3)
    table.answer(START)
    table.answer((Deal("draw", (7,), 2),))
    assert len(table.reader.at.slots[7].shares) == 2
    go(table, leaver=2)
    come_back(table, leaver=2)
    answers = table.answer((Deal("open", (7,)),))
    assert len(set(answers)) == 1


@pytest.mark.usefixtures("opposite")
@pytest.mark.parametrize("way", ["leaves", "dropped"])
def test_nobody_leaves_the_table_to_opposite_keys_alone(way):
    table = Table(3)
    deals = START
    while len(table.reader.at.keys) < 2:
        table.step(deals)
    for dealer in table.everybody:
        with pytest.raises(DealError):
            getattr(dealer, way)(table.peers[2], table.peers[0])
        assert dealer.at.peers == table.peers
