"""What the others hold of a vanished peer's secrets goes to its heir: in order, for the heir alone, and no false part."""

import hashlib

import pytest

from net.deal.dealer import DealError
from net.deal.fair import dealer as fair
from net.deal.fair.dealer import Contribution, FairDealer
from net.deal.fair.group import base, times
from net.session import wire
from rules.contract import Deal
from tests.net.deal.fair.test_fair_dealer import START, Table, _mutate, changed, parts_of, refused

DRAW = (Deal("draw", (7,), 0),)


class Escrowed(Table):
    """A table at which everybody has deposited, and somebody can vanish."""

    def __init__(self, count=4, agreement=b"a" * 32):
        super().__init__(count, agreement)
        self.dealers = [
            FairDealer(agreement, self.peers, self.peers, peer, hashlib.sha256(b"private" + peer).digest(), escrow=True)
            for peer in self.peers
        ]
        self.reader = FairDealer(agreement, self.peers, self.peers, b"", b"", escrow=True)
        self.answer(START)

    def drop(self, gone=1, heir=0):
        for dealer in self.everybody:
            dealer.dropped(self.peers[gone], self.peers[heir])

    def words(self, deals=DRAW):
        """Everything that is said until the deals can be answered: who says which word."""
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
def test_until_then_nothing_is_dealt_nobody_leaves_and_nobody_else_is_spared(said):
    table = Escrowed()
    table.drop()
    for _ in range(said):
        table.step(DRAW)
    for dealer in table.everybody:
        assert dealer.answer(DRAW[0], (0,)) is None
        assert not dealer.steady
        assert not dealer.can_spare(table.peers[2])
        with pytest.raises(DealError):
            dealer.copy().left(table.peers[2], table.peers[0], table.dealers[2].legacies())
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
            for false in ((), (parts[0][:-1],), (parts[0] + b"0",), (parts[0], parts[0])):
                refused(table, DRAW, writer, changed(payload, parts=false))
        else:
            _mutate(table, DRAW, writer, payload)
            refused(table, DRAW, writer, changed(payload, parts=(b"more",)))
        for word in ("seen", "part", "took", "false", "shares"):
            if word != wire.unpack(payload, Contribution).word:
                refused(table, DRAW, writer, changed(payload, word=word))
        table.take(DRAW, writer, payload)


def lying(monkeypatch, liar):
    """The first part that this peer gives is another one than it holds."""
    honest, lies = fair.seal, []

    def seal(left, own, key, agreement):
        if own == liar.secrets[liar._me].cards and not lies:
            lies.append(own)
            left = [left[0] + 1, *left[1:]]
        return honest(left, own, key, agreement)

    monkeypatch.setattr(fair, "seal", seal)


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
    assert said == [(2, "seen"), (3, "part"), (2, "part"), (0, "false"), (2, "part"), (0, "took")]
    assert table.dealers[0].secrets[table.peers[1]] == table.dealers[1].secrets[table.peers[1]]


def test_an_honest_part_cannot_be_called_false():
    table = Escrowed()
    table.drop()
    for _ in range(3):
        table.step(DRAW)
    heir = table.dealers[0]
    own, context = heir.secrets[table.peers[0]].cards, heir._context(table.peers[0])
    for accused in (2, 3):
        key = heir._cards_keys[table.peers[accused]]
        shared, proof = fair.prove_share(own, key, context)
        assert shared == times(own, key)
        payload = heir._contribution("false", table.peers[0], [bytes([accused]), shared.format(), proof.pack()])
        refused(table, DRAW, table.peers[0], payload)
    table.words()
    assert all(dealer.steady for dealer in table.everybody)


def test_who_replaced_two_gives_both_on_when_it_vanishes_itself():
    """A peer that acted for another is replaced: the heir gets the secrets of both."""
    table = Escrowed(5)
    table.drop(4, 0)
    kept = table.dealers[4].secrets[table.peers[4]]
    table.words(())
    for dealer in table.everybody:
        dealer.dropped(table.peers[0], table.peers[1])
    assert table.words(())[-1][1] == "escrow"
    assert table.dealers[1].secrets[table.peers[4]] == kept
