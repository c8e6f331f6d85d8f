"""The others release a vanished peer's secrets to its heir: in order, for the heir alone, and without a false part."""

import hashlib
from contextlib import suppress

import pytest
from msgspec.structs import replace

from net.deal.dealer import DealError
from net.deal.fair import bequest as letters
from net.deal.fair.card import card_places
from net.deal.fair.contribution import Contribution
from net.deal.fair.dealer import FairDealer
from net.deal.fair.elgamal import opened
from net.deal.fair.escrow import part_fits, rebuilt
from net.deal.fair.group import GroupError, base, point, times
from net.deal.fair.legacy import fits, opened_with, seal
from net.deal.fair.proofs import prove_share
from net.session.format import wire
from rules.contract import Deal
from tests.net.deal.fair.test_fair_dealer import START, Table, _mutate, changed, parts_of, refused
from tests.net.session import earlier

DRAW = (Deal("draw", (7,), 0),)


def packed(dealer: FairDealer, word: str, parts: list[bytes], peer: bytes) -> bytes:
    """A contribution as it is written for a peer, whatever its parts."""
    return wire.pack(Contribution(word, dealer.at.number(peer), tuple(parts)))


class Escrowed(Table):
    """A table at which everybody has deposited, and somebody can vanish."""

    def __init__(self, count=4, agreement=b"a" * 32, version=5):
        super().__init__(count, agreement)
        kind = {"escrow": True, "version": version}
        self.dealers = [
            FairDealer(agreement, self.peers, self.peers, peer, hashlib.sha256(b"private" + peer).digest(), **kind)
            for peer in self.peers
        ]
        self.reader = FairDealer(agreement, self.peers, self.peers, b"", b"", **kind)
        self.answer(START)

    def drop(self, gone=1, heir=0):
        for dealer in self.everybody:
            dealer.dropped(self.peers[gone], self.peers[heir])

    def words(self, deals=DRAW):
        """Every contribution until the deals can be answered: its author and its word."""
        said = []
        while (writer := self.reader.writer(deals)) is not None:
            payload = self.dealers[self.peers.index(writer)].write(deals)
            self.take(deals, writer, payload)
            given = wire.unpack(payload, Contribution)
            said.append((self.peers.index(writer), given.word))
        return said


def test_all_say_that_they_have_seen_it_before_anybody_gives_a_part():
    table = Escrowed(5)
    table.drop()
    said = table.words()
    assert said[:6] == [(2, "seen"), (3, "seen"), (4, "part"), (3, "part"), (2, "part"), (0, "took")]
    assert table.dealers[0].secrets[table.peers[1]] == table.dealers[1].secrets[table.peers[1]]
    assert all(table.peers[1] not in dealer.secrets for dealer in table.dealers[2:])


@pytest.mark.parametrize("said", range(4))
def test_until_then_nothing_is_dealt_and_nobody_else_leaves_or_is_replaced(said):
    table = Escrowed()
    table.drop()
    for _ in range(said):
        table.step(DRAW)
    for dealer in table.everybody:
        assert dealer.answer(DRAW[0], (0,)) is None
        assert not dealer.steady
        assert not dealer.can_spare(table.peers[2])
        with pytest.raises(DealError):
            dealer.copy().left(table.peers[2], table.peers[0], earlier.legacies(table.dealers[2]))
        with pytest.raises(DealError):
            dealer.copy().dropped(table.peers[2], table.peers[0])
    table.words()
    assert all(dealer.steady for dealer in table.everybody)
    assert table.answer(DRAW)[0] != (0,)


def test_every_word_counts():
    table = Escrowed()
    table.drop()
    for _ in range(4):
        writer = table.reader.writer(DRAW)
        payload = table.dealers[table.peers.index(writer)].write(DRAW)
        if parts_of(payload):
            parts = parts_of(payload)
            key, proof, sealed = parts
            for false in ((), (sealed,), (key, proof, sealed[:-1]), (key, proof, sealed + b"0"), (*parts, sealed)):
                refused(table, DRAW, writer, changed(payload, parts=false))
            for false in ((base(7).format(), proof, sealed), (key, proof[:-1] + b"0", sealed)):
                refused(table, DRAW, writer, changed(payload, parts=false))
        else:
            _mutate(table, DRAW, writer, payload)
            refused(table, DRAW, writer, changed(payload, parts=(b"more",)))
        for word in ("seen", "part", "took", "false", "shares"):
            if word != wire.unpack(payload, Contribution).word:
                refused(table, DRAW, writer, changed(payload, word=word))
        table.take(DRAW, writer, payload)


def lying(monkeypatch, liar):
    """The first part that this peer gives differs from the one it holds."""
    honest, lies = letters.make, []

    def make(left, heir, context):
        if context.startswith(liar.at.context(liar.at.me)) and not lies:
            lies.append(context)
            left = [left[0] + 1, *left[1:]]
        return honest(left, heir, context)

    monkeypatch.setattr(letters, "make", make)


def test_a_false_part_is_proven_to_everybody_and_owed_again(monkeypatch):
    table = Escrowed()
    table.drop()
    lying(monkeypatch, table.dealers[2])
    said = []
    while not all(dealer.steady for dealer in table.everybody):
        writer = table.reader.writer(DRAW)
        payload = table.dealers[table.peers.index(writer)].write(DRAW)
        word = wire.unpack(payload, Contribution).word
        if word == "false":
            _mutate(table, DRAW, writer, payload)
            place, shared, proof = parts_of(payload)
            other = bytes([3])
            refused(table, DRAW, writer, changed(payload, parts=(other, shared, proof)))
            refused(table, DRAW, writer, changed(payload, parts=(place, base(7).format(), proof)))
        table.take(DRAW, writer, payload)
        said.append((table.peers.index(writer), word))
        assert {dealer.liar for dealer in table.everybody} == {table.peers[2] if word == "false" else b""}
    assert said[:6] == [(2, "seen"), (3, "part"), (2, "part"), (0, "false"), (2, "part"), (0, "took")]
    assert {word for _, word in said[6:]} == {"escrow", "remix"}
    assert table.dealers[0].secrets[table.peers[1]] == table.dealers[1].secrets[table.peers[1]]


def test_an_honest_part_cannot_be_called_false():
    table = Escrowed()
    table.drop()
    for _ in range(3):
        table.step(DRAW)
    heir = table.dealers[0]
    for accused in (2, 3):
        letter = heir.at.release.parts[table.peers[accused]].letter
        shared, proof = prove_share(heir.at.letters, letter.key, letter.context)
        assert shared == letter.shared(heir.at.letters)
        payload = packed(heir, "false", [bytes([accused]), shared.format(), proof.pack()], table.peers[0])
        refused(table, DRAW, table.peers[0], payload)
    table.words()
    assert all(dealer.steady for dealer in table.everybody)


@pytest.mark.parametrize("earlier", [False, True])
def test_an_accusation_opens_nothing_but_the_false_part(earlier, monkeypatch):
    """Among three the vanished peer holds one half of the heir's deposit; the half at the liar stays sealed.

    The form of earlier versions shows why it was given up: there the accusation opens that half.
    """
    table = Escrowed(3, version=2 if earlier else 4)
    liar = table.dealers[2]
    half = liar.at.deposits[table.peers[0]].parts
    table.drop()
    if earlier:
        deposit = liar.at.release.deposit
        false = deposit._replace(parts=(deposit.parts[0] + 1, *deposit.parts[1:]))
        table.take(DRAW, table.peers[2], in_earlier_form(table.peers[0], liar.at, false, table.peers[2]))
    else:
        lying(monkeypatch, liar)
    assert (0, "false") in table.words()
    [accusation] = [parts for parts in map(parts_of, payloads(table)) if len(parts) == 3 and len(parts[0]) == 1]
    opened = set()
    for place, (_, writer, payload) in enumerate(table.log):
        context = b"alarife fair\0" + liar.at.agreement + writer + place.to_bytes(8, "big")
        for content in parts_of(payload):
            for bound in (context, *(context + peer for peer in table.peers)):
                with suppress(GroupError):
                    opened.add(tuple(opened_with(content, point(accusation[1]), bound)))
    assert (half in opened) == earlier


def payloads(table):
    """Everything that was said, in order."""
    return [payload for _, _, payload in table.log]


def in_earlier_form(heir, at, deposit, voter):
    """A part as earlier versions wrote it: sealed with the keys for letters themselves."""
    sealed = seal(deposit.parts, at.letters, at.keys[heir].letters, at.context(voter))
    return wire.pack(Contribution("part", at.number(voter), (sealed,)))


@pytest.mark.parametrize("false", [False, True])
def test_a_game_of_an_earlier_version_takes_parts_in_its_form_and_new_games_do_not(false):
    table = Escrowed(version=2)
    table.drop()
    new = Escrowed()
    new.drop()
    for one in (table, new):
        one.step(DRAW)
        assert one.reader.writer(DRAW) == one.peers[3]
        dealer = one.dealers[3]
        deposit = dealer.at.release.deposit
        if false:
            deposit = deposit._replace(parts=(deposit.parts[0] + 1, *deposit.parts[1:]))
        payload = in_earlier_form(one.peers[0], dealer.at, deposit, one.peers[3])
        if one is new:
            refused(new, DRAW, new.peers[3], payload)
        else:
            table.take(DRAW, table.peers[3], payload)
    said = table.words()
    if false:
        assert said[:4] == [(2, "part"), (0, "false"), (3, "part"), (0, "took")]
    else:
        assert said[:2] == [(2, "part"), (0, "took")]
    assert table.dealers[0].secrets[table.peers[1]] == table.dealers[1].secrets[table.peers[1]]


@pytest.mark.parametrize("answered", [1, 2, 3])
def test_new_keys_are_deposited_after_a_return_in_the_middle_of_a_lot(answered):
    """The lot is answered first, then come the new keys, and their secrets are those that the others can put together."""
    table = Escrowed()
    table.drop(3, 0)
    table.words(())
    lot = (Deal("lot", faces=(9,)),)
    for _ in range(answered):
        table.step(lot)
    for dealer in table.everybody:
        dealer.returned(table.peers[3], b"s" * 32)
    assert {word for _, word in table.words(lot)} == {"lot"}
    assert table.answer(lot)
    said = [word for _, word in table.words(())]
    assert said == [*["renew"] * 4, *["escrow"] * 4, *["remix"] * 4]
    table.drop(3, 0)
    table.words(())
    assert table.dealers[0].secrets[table.peers[3]] == table.dealers[3].secrets[table.peers[3]]


def test_a_peer_that_replaced_another_passes_both_on_when_it_vanishes():
    """A peer that acted for another is replaced: the heir gets the secrets of both."""
    table = Escrowed(5)
    table.drop(4, 0)
    kept = table.dealers[4].secrets[table.peers[4]]
    table.words(())
    for dealer in table.everybody:
        dealer.dropped(table.peers[0], table.peers[1])
    assert table.words(())[-1] == (1, "remix")
    assert table.dealers[1].secrets[table.peers[4]] == kept


def test_a_peer_that_acts_for_another_cannot_read_its_letters():
    """Among three each secret lies in two parts with the others: a reader of the letters to the vanished peer would hold
    both parts of the third one's secrets.
    """
    table = Escrowed(3)
    table.drop()
    table.words()
    heir, gone, third = table.dealers
    assert heir.secrets[table.peers[1]] == gone.secrets[table.peers[1]]
    place = next(
        number
        for number, (_, writer, payload) in enumerate(table.log)
        if writer == table.peers[2] and wire.unpack(payload, Contribution).word == "escrow"
    )
    sealed = parts_of(table.log[place][2])[2:]
    context = b"alarife fair\0" + heir.at.agreement + table.peers[2] + place.to_bytes(8, "big")
    keys = heir.at.keys[table.peers[2]]
    held = [heir.at.letters, *(number for secrets in heir.secrets.values() for number in secrets)]

    def read(secrets):
        """The seals that these secrets open."""
        found = set()
        for number, content in enumerate(sealed):
            for secret in secrets:
                for key in keys:
                    with suppress(GroupError):
                        parts = opened_with(content, times(secret, key), context)
                        fits = [part_fits(part, number + 1, _commitments(table, place)) for part in parts[:1]]
                        found |= {number} if all(fits) else set()
        return found

    assert read(held) == {0}  # its own
    assert read([gone.at.letters]) == {1}
    assert third.at.letters not in held


def _commitments(table, place):
    content = parts_of(table.log[place][2])[0]
    return [point(content[at : at + 33]) for at in range(0, len(content), 33)]


@pytest.mark.parametrize("version", [3, 4])
def test_a_share_from_an_unknown_course_of_the_game_opens_nothing_for_others(version):
    """A peer gives its share of a card that it opens; one peer hears that, says nothing, and votes that the first has vanished.

    Then the heir draws that card for the seat of the first. The silent one holds the first one's share, its own and the heir's.
    """
    table = Escrowed(3, version=version)
    slot = next(slot for slot, card in table.reader.at.slots.items() if card.missing == table.peers)
    share = point(parts_of(table.dealers[0].copy().write((Deal("open", (slot,)),)))[0])
    table.drop(0, 1)
    table.words(())
    table.answer((Deal("draw", (slot,), 0),))
    card = table.reader.at.slots[slot]
    assert set(card.shares) == {*table.peers[1:]}
    found = card_places(len(card.pile)).get(opened(card.sealed, [*card.shares.values(), share]).format())
    assert (found is None) == (version == 4)


@pytest.mark.parametrize("version", [3, 4])
def test_a_shuffle_that_a_returned_peer_owes_stays_owed_when_another_vanishes(version):
    """All others together could look into the piles while it was away: the vanishing of one must not cancel the shuffle."""
    table = Escrowed(version=version)
    table.drop(3, 0)
    table.words(())
    for dealer in table.everybody:
        dealer.returned(table.peers[3], b"s" * 32)
    table.until((), "remix")
    table.drop(1, 0)
    said = table.words(())
    assert ((3, "remix") in said, (0, "remix") in said) == (version >= 4, version >= 4)
    assert table.reader.steady


def held_by_two(table, whose):
    """The secret for cards that the first two peers put together from what a peer has deposited with them."""
    held = [dealer.at.deposits[table.peers[whose]].parts[0] for dealer in table.dealers[:2]]
    return rebuilt(dict(enumerate(held, start=1)))


@pytest.mark.parametrize("version", [4, 5])
def test_who_stayed_takes_new_keys_too_since_all_others_are_more_again(version):
    """The first two hold all parts of the third's secret while the fourth is away. They must not, once it is back."""
    table = Escrowed(version=version)
    table.drop(3, 0)
    table.words(())
    held = held_by_two(table, 2)
    assert fits(held, table.reader.at.keys[table.peers[2]].cards), "the price while somebody is away"
    for dealer in table.everybody:
        dealer.returned(table.peers[3], b"s" * 32)
    said = table.words(())
    assert [author for author, word in said if word == "renew"] == ([0, 1, 2, 3] if version == 5 else [3])
    assert fits(held, table.reader.at.keys[table.peers[2]].cards) == (version == 4)
    assert all(dealer.steady for dealer in table.everybody)
    table.drop(3, 0)
    assert table.answer(DRAW)[0] != (0,)


def test_who_has_deposited_only_with_all_others_keeps_its_keys():
    """A player who leaves and returns before anybody has deposited anew."""
    table = Escrowed()
    table.drop(3, 0)
    table.until((), "escrow")
    table.step(())
    [deposited] = table.reader.at.narrow
    for dealer in table.everybody:
        dealer.at = replace(dealer.at, unmixed=())  # nothing else is owed
        dealer.returned(table.peers[3], b"s" * 32)
    assert set(table.reader.at.stale) == {deposited, table.peers[3]}


def test_a_peer_that_goes_while_it_owes_a_shuffle_leaves_the_duty_to_its_heir():
    table = Escrowed()
    table.drop(3, 0)
    table.until((), "remix")
    table.drop(0, 1)
    said = table.words(())
    assert [author for author, word in said if word == "remix"] == [1] * len(piles(table))
    assert table.dealers[1].secrets[table.peers[3]] == table.dealers[3].secrets[table.peers[3]]


def test_the_last_card_of_a_pile_gets_another_seal():
    table = Escrowed(3)
    *others, last = [slot for slot, card in table.reader.at.slots.items() if card.missing == table.peers]
    table.answer((Deal("open", tuple(others)),))
    share = point(parts_of(table.dealers[0].copy().write((Deal("open", (last,)),)))[0])
    table.drop(0, 1)
    assert (1, "remix") in table.words(())
    table.answer((Deal("draw", (last,), 0),))
    card = table.reader.at.slots[last]
    assert opened(card.sealed, [*card.shares.values(), share]).format() not in card_places(len(card.pile))
    assert table.seen[0][last] in card.pile


def piles(table):
    """The decks with untouched cards."""
    return {card.deck for card in table.reader.at.slots.values() if card.missing == table.peers}
