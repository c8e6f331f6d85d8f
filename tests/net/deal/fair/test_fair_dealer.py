"""The fair dealer among honest peers, and among peers that cheat in every way the protocol has a field for."""

import hashlib
from itertools import combinations

import pytest
from msgspec.structs import replace

from net.deal.dealer import DealError, Secrets, pack_secrets, unpack_secrets
from net.deal.fair import elgamal, shuffle
from net.deal.fair.contribution import Contribution, words
from net.deal.fair.dealer import FairDealer
from net.deal.fair.duties import keys, lot, mix, shares, show
from net.deal.fair.group import base, random_scalar, times
from net.session.format import wire
from rules.contract import SEALED, Deal
from tests.net.session import earlier

PEERS = tuple(hashlib.sha256(f"peer {number}".encode()).digest() for number in range(5))
FACES = (11, 11, 12, 13, 14, 15, 16, 17)
SLOTS = tuple(range(1, 9))
START = (
    Deal("lot", faces=(6,)),
    Deal("shuffle", SLOTS, faces=FACES),
    Deal("draw", (1, 2), 0),
    Deal("draw", (3, 4), 1),
    Deal("open", (5, 6)),
)


class Table:
    """Dealers of every peer and of a mere reader, fed with the same log."""

    def __init__(self, count=3, agreement=b"a" * 32):
        self.peers = PEERS[:count]
        self.dealers = [
            FairDealer(agreement, self.peers, self.peers, peer, hashlib.sha256(b"private" + peer).digest())
            for peer in self.peers
        ]
        self.reader = FairDealer(agreement, self.peers, self.peers, b"", b"")
        self.log = []
        self.seen = [{} for _ in range(count + 1)]

    @property
    def everybody(self):
        return [*self.dealers, self.reader]

    def step(self, deals):
        """One contribution, if one is owed; returns its author."""
        writer = self.reader.writer(deals)
        if writer is None:
            return None
        payload = self.dealers[self.peers.index(writer)].write(deals)
        self.take(deals, writer, payload)
        return writer

    def take(self, deals, writer, payload):
        self.log.append((deals, writer, payload))
        for dealer in self.everybody:
            dealer.read(deals, writer, payload)

    def until(self, deals, word):
        """Go on until the next contribution would be this word; returns its writer and honest payload."""
        while True:
            writer = self.reader.writer(deals)
            payload = self.dealers[self.peers.index(writer)].write(deals)
            if wire.unpack(payload, Contribution).word == word:
                return writer, payload
            self.take(deals, writer, payload)

    def answer(self, deals):
        """Deal all of them; the answers of every dealer to the last."""
        pending = tuple(deals)
        answers = []
        while pending:
            while self.step(pending):
                pass
            answers = [
                dealer.answer(pending[0], (index,) if index < len(self.peers) else ())
                for index, dealer in enumerate(self.everybody)
            ]
            for seen, answer in zip(self.seen, answers, strict=True):
                if pending[0].kind in ("draw", "open"):
                    seen.update(zip(pending[0].slots, answer, strict=True))
            pending = pending[1:]
        return answers


def knowing(dealer, secrets):
    """A copy of a dealer that treats these as the secrets of these peers."""
    other = dealer.copy()
    other.at = replace(other.at, secrets={**other.at.secrets, **secrets})
    return other


def changed(payload, **fields):
    given = wire.unpack(payload, Contribution)
    values = {"word": given.word, "peer": given.peer, "parts": given.parts, **fields}
    return wire.pack(Contribution(**values))


def parts_of(payload):
    return list(wire.unpack(payload, Contribution).parts)


def refused(table, deals, writer, payload):
    """Every honest peer refuses it, and continues as if it had never come."""
    before = [dealer.writer(deals) for dealer in table.everybody]
    for dealer in table.everybody:
        with pytest.raises(DealError):
            dealer.read(deals, writer, payload)
    assert [dealer.writer(deals) for dealer in table.everybody] == before


@pytest.mark.parametrize("count", [2, 3, 5])
def test_each_peer_sees_only_its_own_cards_and_the_open_ones(count):
    table = Table(count)
    table.answer(START)
    *players, reader = table.seen
    assert all(seen[5] == reader[5] != SEALED and seen[6] == reader[6] != SEALED for seen in players)
    assert [reader[slot] for slot in (1, 2, 3, 4)] == [SEALED] * 4
    assert SEALED not in (players[0][1], players[0][2], players[1][3], players[1][4])
    assert [players[1][1], players[1][2], players[0][3], players[0][4]] == [SEALED] * 4
    known = [players[0][1], players[0][2], players[1][3], players[1][4], reader[5], reader[6]]
    assert all(known.count(face) <= FACES.count(face) for face in known)


@pytest.mark.parametrize(
    ("word", "where", "check"),
    [
        ("keys", keys, "check_secret"),
        ("lot", lot, "check_share"),
        ("shares", shares, "check_shares"),
        ("show", show, "check_shares"),
    ],
)
def test_all_but_the_author_check_a_contribution(monkeypatch, word, where, check):
    table = Table()
    deals = START
    if word == "show":
        table.answer(START)
        deals = (Deal("show", (1, 2), 0, (table.seen[0][1],)),)
    elif word == "shares":
        table.answer(START[:2])
        deals = START[2:]
    writer, payload = table.until(deals, word)
    checked, real = [], getattr(where, check)
    monkeypatch.setattr(where, check, lambda *given: checked.append(given) or real(*given))
    for dealer in table.everybody:
        checked.clear()
        dealer.read(deals, writer, payload)
        assert bool(checked) == (dealer.at.me != writer)


def test_an_author_checks_what_it_wrote_at_another_place():
    table = Table()
    lots = (START[0],)
    writer, payload = table.until(lots, "lot")
    table.take(lots, writer, payload)
    table.answer(lots)
    assert table.reader.writer(lots) == writer
    refused(table, lots, writer, payload)


def test_a_lot_is_the_same_for_all_and_within_its_bound():
    table = Table()
    for bound in (1, 2, 5, 1000):
        answers = table.answer((Deal("lot", faces=(bound,)),))
        assert len(set(answers)) == 1
        assert 0 <= answers[0][0] < bound


def test_lots_differ_from_each_other_and_between_tables():
    lots = [
        table.answer((Deal("lot", faces=(1 << 30,)),))[0] for table in (Table(), Table(agreement=b"b" * 32)) for _ in range(3)
    ]
    assert len(set(lots)) == 6


def test_a_drawn_card_is_shown_and_counts_for_all():
    table = Table()
    table.answer(START)
    face = table.seen[0][2]
    answers = table.answer((Deal("show", (1, 2), 0, (face,)),))
    assert set(answers) == {(1,) if table.seen[0][1] == face else (2,)}


def test_an_open_card_is_shown_without_a_proof():
    table = Table()
    table.answer(START)
    spoken = len(table.log)
    assert set(table.answer((Deal("show", (5,), 1, (table.seen[3][5],)),))) == {(5,)}
    assert len(table.log) == spoken


def test_the_log_read_again_gives_the_same_answers():
    table = Table()
    table.answer(START)
    again = FairDealer(
        b"a" * 32, table.peers, table.peers, table.peers[0], hashlib.sha256(b"private" + table.peers[0]).digest()
    )
    entries = iter(table.log)
    pending = START
    known = {}
    while pending:
        while again.writer(pending) is not None:
            deals, writer, payload = next(entries)
            again.read(deals, writer, payload)
        answer = again.answer(pending[0], (0,))
        if pending[0].kind in ("draw", "open"):
            known.update(zip(pending[0].slots, answer, strict=True))
        pending = pending[1:]
    assert known == table.seen[0]


def test_a_copy_is_independent():
    table = Table()
    table.answer(START[:1])
    deals = START[1:]
    writer, payload = table.until(deals, "mix")
    copy = table.reader.copy()
    copy.read(deals, writer, payload)
    assert table.reader.writer(deals) == writer != copy.writer(deals)


def test_two_reshuffles_of_the_same_faces_are_two_piles():
    table = Table(2)
    deals = (Deal("shuffle", SLOTS, faces=FACES), Deal("open", SLOTS))
    orders = set()
    for _ in range(4):
        table.answer(deals)
        faces = tuple(table.seen[0][slot] for slot in SLOTS)
        assert sorted(faces) == sorted(FACES)
        orders.add(faces)
    assert len(orders) > 1


# -- cheating ----------------------------------------------------------------------------------------------------------


def stacked(table, deals, writer, deck):
    """A mix of a deck other than the known one, with the best possible proof."""
    cheat = table.dealers[table.peers.index(writer)]
    key, context = cheat.at.key, cheat.at.context(writer)
    mixed = shuffle.mix(deck, key)
    proof = shuffle.prove(mix.before(cheat.at, deals[0]), mixed, key, context)
    return changed(cheat.write(deals), parts=(*(card.pack() for card in mixed.after), proof.pack()))


def at_the_shuffle(table):
    deals = START[1:]
    for deal in START[:1]:
        table.answer((deal,))
    writer, _ = table.until(deals, "mix")
    return deals, writer


def test_a_duplicated_card_is_refused():
    table = Table()
    deals, writer = at_the_shuffle(table)
    deck = list(mix.before(table.reader.at, deals[0]))
    deck[0] = deck[1]
    refused(table, deals, writer, stacked(table, deals, writer, deck))


def test_a_junk_card_is_refused():
    table = Table()
    deals, writer = at_the_shuffle(table)
    deck = list(mix.before(table.reader.at, deals[0]))
    deck[3] = elgamal.Ciphertext(base(random_scalar()), base(random_scalar()))
    refused(table, deals, writer, stacked(table, deals, writer, deck))


def test_a_card_too_few_or_too_many_is_refused():
    table = Table()
    deals, writer = at_the_shuffle(table)
    payload = table.dealers[table.peers.index(writer)].write(deals)
    parts = parts_of(payload)
    refused(table, deals, writer, changed(payload, parts=tuple(parts[1:])))
    refused(table, deals, writer, changed(payload, parts=(parts[0], *parts)))


def test_every_part_of_every_contribution_counts():
    """Each part of each kind of contribution, damaged by one bit, swapped with its neighbour, or left out, is refused."""
    table = Table(2)
    face = None
    for deals in (START, START[1:], START[2:]):
        while (writer := table.reader.writer(deals)) is not None:
            payload = table.dealers[table.peers.index(writer)].write(deals)
            _mutate(table, deals, writer, payload)
            table.take(deals, writer, payload)
        for index, dealer in enumerate(table.dealers):
            dealer.answer(deals[0], (index,))
        table.reader.answer(deals[0], ())
        if deals[0].kind == "draw":
            face = table.dealers[0].answer(deals[0], (0,))[0]
    shown = (Deal("show", (1, 2), 0, (face,)),)
    payload = table.dealers[0].write(shown)
    _mutate(table, shown, table.peers[0], payload)
    table.take(shown, table.peers[0], payload)


def _mutate(table, deals, writer, payload):
    parts = parts_of(payload)
    for index, part in enumerate(parts):
        for at in (0, len(part) - 1):
            bad = bytearray(part)
            bad[at] ^= 1
            refused(table, deals, writer, changed(payload, parts=(*parts[:index], bytes(bad), *parts[index + 1 :])))
        refused(table, deals, writer, changed(payload, parts=(*parts[:index], *parts[index + 1 :])))
    for one, other in combinations(range(min(len(parts), 4)), 2):
        swapped = list(parts)
        swapped[one], swapped[other] = swapped[other], swapped[one]
        if swapped != parts:
            refused(table, deals, writer, changed(payload, parts=tuple(swapped)))
    refused(table, deals, writer, changed(payload, word="other"))
    refused(table, deals, writer, changed(payload, peer=(table.peers.index(writer) + 1) % len(table.peers)))
    refused(table, deals, writer, payload[:-1])
    stranger = next(peer for peer in table.peers if peer != writer)
    refused(table, deals, stranger, payload)


def test_a_wrong_share_is_refused_however_it_is_proven():
    table = Table()
    deals = START
    for deal in deals[:2]:
        table.answer((deal,))
    deals = deals[2:]
    writer, honest = table.until(deals, "shares")
    cheat = table.dealers[table.peers.index(writer)]
    false = Secrets(random_scalar(), cheat.at.secrets[writer].lots)
    refused(table, deals, writer, knowing(cheat, {writer: false}).write(deals))
    parts = parts_of(honest)
    parts[0] = times(7, base(1)).format()
    refused(table, deals, writer, changed(honest, parts=tuple(parts)))


def test_a_proof_from_earlier_in_the_game_is_refused():
    table = Table()
    table.answer(START)
    again = (Deal("shuffle", SLOTS, faces=FACES),)
    old = next(payload for deals, _, payload in table.log if wire.unpack(payload, Contribution).word == "mix")
    refused(table, again, table.reader.writer(again), old)


def test_a_proof_from_another_game_is_refused():
    here, there = Table(), Table(agreement=b"b" * 32)
    for _ in range(3 + 3):
        writer = here.reader.writer(START)
        foreign = there.dealers[there.peers.index(writer)].write(START)
        refused(here, START, writer, foreign)
        here.step(START)
        there.step(START)


def test_a_share_given_before_its_time_is_refused():
    """A peer that would help another to a card before the rules deal it finds no entry to do so in."""
    table = Table()
    table.answer(START)
    early = (Deal("draw", (7,), 0),)
    helper = table.reader.writer(early)
    share = table.dealers[table.peers.index(helper)].write(early)
    opening = (Deal("show", (1, 2), 0, (table.seen[0][1],)),)
    refused(table, opening, helper, share)
    nothing = (Deal("show", (5,), 1, (table.seen[3][5],)),)
    refused(table, nothing, helper, share)


def test_the_game_waits_for_the_peer_that_withholds_a_share():
    table = Table()
    table.answer(START)
    deals = (Deal("draw", (7,), 0),)
    withholding = table.reader.writer(deals)
    assert withholding == table.peers[1]
    assert all(dealer.answer(deals[0], (index,)) is None for index, dealer in enumerate(table.dealers))
    assert all(dealer.writer(deals) == withholding for dealer in table.everybody)


def test_a_card_that_is_not_in_the_hand_cannot_be_shown():
    table = Table()
    table.answer(START)
    mine = (table.seen[0][1], table.seen[0][2])
    other = next(face for face in FACES if face not in mine)
    deals = (Deal("show", (1, 2), 0, (other,)),)
    with pytest.raises(DealError):
        table.dealers[0].write(deals)
    right = (Deal("show", (1, 2), 0, (mine[0],)),)
    payload = table.dealers[0].write(right)
    refused(table, deals, table.peers[0], payload)
    refused(table, right, table.peers[0], changed(payload, parts=((7).to_bytes(4, "big"), *parts_of(payload)[1:])))
    for form in (b"\0" + parts_of(payload)[0], parts_of(payload)[0][1:]):
        refused(table, right, table.peers[0], changed(payload, parts=(form, *parts_of(payload)[1:])))


def test_secrets_have_one_form():
    packed = pack_secrets(Secrets(5, 6))
    assert unpack_secrets(packed) == Secrets(5, 6)
    for form in (packed[:32] + b"\x06", packed[1:], b"\0" + packed, b""):
        assert unpack_secrets(form) == Secrets(0, 0)


# -- leaving -----------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("count", [2, 3, 5])
def test_an_heir_deals_on_for_a_departed_peer(count):
    table = Table(count)
    table.answer(START)
    leaver, heir = table.peers[1], table.peers[0]
    legacies = earlier.legacies(table.dealers[1])
    for dealer in table.everybody:
        dealer.left(leaver, heir, legacies)
    assert table.dealers[0].answer(Deal("draw", (3, 4), 1), (0, 1)) == (table.seen[1][3], table.seen[1][4])
    assert table.reader.answer(Deal("draw", (3, 4), 1), ()) == (SEALED, SEALED)
    table.dealers[1] = table.dealers[0]
    deals = (Deal("draw", (7,), 1), Deal("open", (8,)))
    while (writer := table.reader.writer(deals)) is not None:
        assert writer != leaver
        payload = table.dealers[table.peers.index(writer)].write(deals)
        for dealer in {id(dealer): dealer for dealer in table.everybody}.values():
            dealer.read(deals, writer, payload)
    assert table.dealers[0].answer(deals[0], (0, 1))[0] in FACES
    assert table.reader.answer(deals[0], ()) == (SEALED,)


def test_an_heir_that_leaves_hands_on_what_it_inherited():
    """Eva leaves to Anna, Anna leaves to Ben: Ben then acts for all three."""
    table = Table(3)
    table.answer(START)
    anna, ben, eva = table.peers
    first = earlier.legacies(table.dealers[2])
    for dealer in (table.dealers[0], table.dealers[1], table.reader):
        dealer.left(eva, anna, first)
    second = earlier.legacies(table.dealers[0])
    for dealer in (table.dealers[1], table.reader):
        dealer.left(anna, ben, second)
    assert set(table.dealers[1].estate) == {anna, eva}
    deals = (Deal("open", (7,)), Deal("lot", faces=(9,)))
    while (writer := table.reader.writer(deals)) is not None:
        assert writer == ben
        payload = table.dealers[1].write(deals)
        for dealer in (table.dealers[1], table.reader):
            dealer.read(deals, writer, payload)
    assert table.dealers[1].answer(deals[0], (0, 1, 2)) == table.reader.answer(deals[0], ())


@pytest.mark.parametrize("said", [0, 1, 2])
def test_a_peer_that_leaves_before_anything_is_sealed_is_left_out(said):
    table = Table(3)
    for _ in range(said):
        table.step(START)
    leaver, heir = table.peers[1], table.peers[0]
    legacies = earlier.legacies(table.dealers[1])
    remaining = [table.dealers[0], table.dealers[2], table.reader]
    for dealer in remaining:
        dealer.left(leaver, heir, legacies)
    assert table.reader.writer(START) != leaver
    table.dealers[1] = table.dealers[0]
    while (writer := table.reader.writer(START)) is not None:
        payload = table.dealers[table.peers.index(writer)].write(START)
        for dealer in remaining:
            dealer.read(START, writer, payload)
    assert len({dealer.answer(START[0], ()) for dealer in remaining}) == 1


def test_a_false_legacy_is_refused_by_the_heir_and_a_missing_one_by_all():
    table = Table()
    table.answer(START)
    right = earlier.legacies(table.dealers[1])
    false = (bytes([right[0][0] ^ 1]) + right[0][1:], *right[1:])
    with pytest.raises(DealError):
        table.dealers[0].copy().left(table.peers[1], table.peers[0], false)
    for missing in ((), (b"", *right[1:]), (right[0][:32], *right[1:])):
        for dealer in table.everybody:
            with pytest.raises(DealError):
                dealer.copy().left(table.peers[1], table.peers[0], missing)


def test_a_legacy_is_sealed_for_its_heir_alone():
    table = Table()
    table.answer(START)
    legacies = earlier.legacies(table.dealers[1])
    swapped = (legacies[2], legacies[1], legacies[0])
    with pytest.raises(DealError):
        table.dealers[0].copy().left(table.peers[1], table.peers[0], swapped)
    assert legacies[1] == b""


def test_a_contribution_can_be_read_by_people():
    table = Table()
    table.step(START)
    assert words(table.log[0][2]) == "keys 0 6"
    with pytest.raises(DealError):
        words(b"junk")
