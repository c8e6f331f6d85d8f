"""Peers that cheat at the dealing of a real game: each other copy refuses that, names the cheat, and keeps the evidence."""

import json
from collections import deque

import pytest
from msgspec.structs import replace

from net.api import Notice, OutOfStep
from net.deal import FAIR
from net.deal.dealer import Secrets
from net.deal.fair import shuffle
from net.deal.fair.contribution import Contribution
from net.deal.fair.duties import mix, shares
from net.deal.fair.elgamal import Ciphertext
from net.deal.fair.group import base, random_scalar, times
from net.deal.fair.standing import derived
from net.session.format.entry import DealBody, read_entry, well_signed
from net.session.format.wire import Signed, pack, unpack
from net.verify import verify
from tests.net.session import insides
from tests.net.session.network import NAMES
from tests.net.session.straight import Straight, private_of
from tests.net.session.test_replace import play_on, want


class Sharp:
    """A table that stops where one peer owes a certain contribution, which that peer can then falsify.

    The third peer has a link to the victim alone.
    """

    def __init__(self, folder, word, liar=1, late=False):
        self.table = Straight(3, dealer=FAIR, folder=folder, cut=[(0, 1), (0, 2), (1, 2)])
        self.liar, self.key = liar, self.table.keys[liar]
        self.table.ledger.excuse(self.key)
        self.victim, self.third = (place for place in range(3) if place != liar)
        self.earlier = []
        self.table.cut = {tuple(sorted((self.liar, self.third)))}
        for other in (self.liar, self.third):
            self.table.join(self.victim, other)
        while not self.awaits(word):
            source, target, payload = self.table.queue.popleft()
            self.table.take(target, self.table.sessions[target].receive(self.table.keys[source], payload, self.table.now))
        if late:  # the third has not heard the entries that led here
            self.table.queue.clear()
            return
        self.table.queue = deque(one for one in self.table.queue if liar not in one[:2])
        self.table.settle()

    def awaits(self, word):
        """Whether the victim's copy waits for this contribution of the liar; notes the liar's earlier ones."""
        session = self.table.sessions[self.victim]
        self.earlier = [
            signed.entry.body.payload
            for signed in session.log.entries
            if signed.entry.author == self.key and isinstance(signed.entry.body, DealBody)
        ]
        return session.course.pen == self.key and read(self.dealer.write(self.deals)).word == word

    @property
    def deals(self):
        return self.table.sessions[self.victim].position.deals

    @property
    def dealer(self):
        """A dealer in the same state as the others, with the liar's secrets."""
        dealer = insides.dealer(self.table.sessions[self.victim].course).copy()
        private, agreement = private_of(self.liar), self.table.charter.hash
        own = Secrets(*(derived(word, private, agreement) for word in (b"cards", b"lots")))
        dealer.at = replace(dealer.at, me=self.key, secrets={**dealer.at.secrets, self.key: own})
        return dealer

    def send(self, payload):
        """The lie goes to one of the others, who tells the third."""
        session = self.table.sessions[self.victim]
        place = {"n": len(session.log), "previous": session.course.head, "digest": session.course.digest}
        lie = self.table.lie(self.liar, DealBody(payload), **place)
        self.table.send(self.liar, self.victim, lie)
        self.table.part(self.liar, self.victim)
        self.table.settle()
        self.table.wait(6000)
        return lie


def read(payload):
    return unpack(payload, Contribution)


def changed(payload, **fields):
    given = read(payload)
    return pack(Contribution(**{"word": given.word, "peer": given.peer, "parts": given.parts, **fields}))


def stacked(sharp, change):
    """The shuffle of a deck other than the known one, with the best possible proof."""
    dealer = sharp.dealer
    deck = list(mix.before(dealer.at, sharp.deals[0]))
    change(deck)
    mixed = shuffle.mix(deck, dealer.at.key)
    proof = shuffle.prove(mix.before(dealer.at, sharp.deals[0]), mixed, dealer.at.key, dealer.at.context(sharp.key))
    return changed(dealer.write(sharp.deals), parts=(*(card.pack() for card in mixed.after), proof.pack()))


def duplicate(deck):
    deck[0] = deck[1]


def junk(deck):
    deck[2] = Ciphertext(base(random_scalar()), base(random_scalar()))


def with_other_secret(sharp):
    dealer = sharp.dealer
    dealer.at = replace(dealer.at, secrets={sharp.key: Secrets(random_scalar(), random_scalar())})
    return dealer.write(sharp.deals)


def of_another_table(sharp):
    dealer = sharp.dealer
    dealer.at = replace(dealer.at, agreement=b"another table's charter, hashed.")
    return dealer.write(sharp.deals)


def the_key_of_somebody_else(sharp):
    payload = sharp.dealer.write(sharp.deals)
    parts = list(read(payload).parts)
    parts[0] = read(sharp.table.sessions[sharp.victim].log.entries[0].entry.body.payload).parts[0]
    return changed(payload, parts=tuple(parts))


def a_share_of_a_card_not_yet_dealt(sharp):
    dealer = sharp.dealer
    slot = max(dealer.at.slots)
    assert slot not in shares.owed(dealer.at, sharp.deals, sharp.key)
    payload = dealer.write(sharp.deals)
    *owed, proof = read(payload).parts
    early = times(dealer.at.secrets[sharp.key].cards, dealer.at.slots[slot].sealed.hint)
    return changed(payload, parts=(*owed, early.format(), proof))


def a_share_of_another_card(sharp):
    dealer = sharp.dealer
    payload = dealer.write(sharp.deals)
    parts = list(read(payload).parts)
    parts[0], parts[1] = parts[1], parts[0]
    return changed(payload, parts=tuple(parts))


def a_part_that_fits_nobody(sharp):
    payload = sharp.dealer.write(sharp.deals)
    parts = list(read(payload).parts)
    for seal in (-2, -1):
        parts[seal] = parts[seal][:-1] + bytes([parts[seal][-1] ^ 1])
    return changed(payload, parts=tuple(parts))


CHEATS = {
    "keys: of somebody else": ("keys", the_key_of_somebody_else, "unproven"),
    "keys: proven for another table": ("keys", of_another_table, "unproven"),
    "escrow: a part that fits nobody": ("escrow", a_part_that_fits_nobody, "bad-escrow"),
    "escrow: of other secrets": ("escrow", with_other_secret, "bad-escrow"),
    "lot: another answer than the only one": ("lot", with_other_secret, "unproven"),
    "lot: proven for another table": ("lot", of_another_table, "unproven"),
    "mix: a card twice": ("mix", lambda sharp: stacked(sharp, duplicate), "unproven"),
    "mix: junk for a card": ("mix", lambda sharp: stacked(sharp, junk), "unproven"),
    "mix: another number of cards": (
        "mix",
        lambda sharp: changed(honest := sharp.dealer.write(sharp.deals), parts=read(honest).parts[1:]),
        "unasked",
    ),
    "mix: proven for another table": ("mix", of_another_table, "unproven"),
    "mix: an earlier contribution again": ("mix", lambda sharp: sharp.earlier[-1], "unasked"),
    "shares: wrong": ("shares", with_other_secret, "unproven"),
    "shares: of another card": ("shares", a_share_of_another_card, "unproven"),
    "shares: one too early": ("shares", a_share_of_a_card_not_yet_dealt, "unasked"),
    "shares: proven for another table": ("shares", of_another_table, "unproven"),
}


@pytest.mark.parametrize("late", [False, True])
@pytest.mark.parametrize("cheat", CHEATS)
def test_a_card_sharp_is_named_by_everybody(cheat, late, tmp_path):
    """They also stop listening to it. A false part of a deposit, which not everybody can check, stops the game."""
    word, make, detail = CHEATS[cheat]
    sharp = Sharp(tmp_path, word, late=late)
    table, before = sharp.table, len(sharp.table.sessions[sharp.victim].log)
    lie = sharp.send(make(sharp))
    for place in (sharp.victim, sharp.third):
        stops, notices = table.told(place, OutOfStep), table.told(place, Notice)
        [reason] = [stop.reason for stop in stops] or [one.text for one in notices if one.text.key == "session.entry.dealing"]
        assert (reason.key, reason.value("name")) == ("session.entry.dealing", NAMES[sharp.liar])
        assert reason.value("number") == before + 1
        assert f"session.deal.{detail}" in table.notices(place)
        assert bool(stops) == (detail == "bad-escrow")
        assert table.sessions[place].shuns(sharp.key) == (detail != "bad-escrow")
        assert len(table.sessions[place].log) == before
        [line] = (tmp_path / f"{place}.verdicts.jsonl").read_text().splitlines()
        [kept] = json.loads(line)["evidence"]
        entry = read_entry(Signed(bytes.fromhex(kept["raw"]), bytes.fromhex(kept["signature"])))
        assert well_signed(entry)
        assert (entry.hash, entry.entry.author) == (lie.hash, sharp.key)


@pytest.mark.parametrize("word", ["keys", "lot", "mix", "shares"])
def test_without_the_card_sharp_the_others_play_to_the_end(word, tmp_path):
    sharp = Sharp(tmp_path, word)
    sharp.send(of_another_table(sharp))
    table = sharp.table
    table.sessions[sharp.liar].closed = True
    want(table, sharp.liar, sharp.victim, sharp.third, level="random")
    table.wait(1000)
    play_on(table, 60)
    assert table.sessions[sharp.victim].course.head == table.sessions[sharp.third].course.head
    for place in (sharp.victim, sharp.third):
        assert table.sessions[place].position.result is not None
        table.sessions[place].close()
        assert verify(tmp_path / f"{place}.alarife").holds


@pytest.mark.parametrize("word", ["keys", "escrow", "lot", "mix", "shares"])
def test_the_table_waits_for_the_peer_that_withholds_a_contribution(word, tmp_path):
    sharp = Sharp(tmp_path, word)
    status = [peer.status for peer in sharp.table.sessions[sharp.victim].peers(sharp.table.now)]
    assert [one.key == "session.status.awaited" for one in status] == [place == sharp.liar for place in range(3)]
    assert status[sharp.liar].value("name") == NAMES[sharp.liar]
