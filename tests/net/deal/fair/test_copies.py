"""A copy of the dealer forgets nothing and shares nothing: at every point of a game either of the two can continue."""

import hashlib
from collections.abc import Mapping
from dataclasses import fields, is_dataclass
from itertools import count

import pytest
from msgspec import Struct, structs
from msgspec.structs import replace

from net.deal.fair.ahead import Mixer
from net.deal.fair.contribution import Contribution, read
from net.deal.fair.dealer import FairDealer
from net.deal.fair.group import Point
from net.deal.fair.shuffle import Examiner
from net.deal.fair.standing import Standing, beginning
from rules.contract import SEALED, Deal
from tests.net.deal.fair.test_fair_dealer import PEERS
from tests.net.session import earlier

FACES = tuple(range(11, 25))
SLOTS = tuple(range(1, 15))
START = (
    Deal("lot", faces=(6,)),
    Deal("shuffle", SLOTS, faces=FACES),
    Deal("draw", (1, 2), 0),
    Deal("draw", (3, 4), 1),
    Deal("open", (5, 6)),
)


def everything(value):
    """Everything inside a value, however deep, in comparable form."""
    if isinstance(value, Point):
        return value.format()
    if isinstance(value, Examiner | Mixer):
        return type(value).__name__  # what it remembers changes no answer
    if isinstance(value, Contribution):
        return value.word, value.peer, value.parts
    if isinstance(value, Struct):
        return {each.name: everything(getattr(value, each.name)) for each in structs.fields(value)}
    if is_dataclass(value):
        return {each.name: everything(getattr(value, each.name)) for each in fields(value)}
    if isinstance(value, Mapping):
        return [(everything(key), everything(value[key])) for key in sorted(value)]
    if isinstance(value, tuple | list):
        return [everything(each) for each in value]
    if isinstance(value, FairDealer):
        return type(value).__name__, everything(value.at), sorted(vars(value))
    assert isinstance(value, int | str | bytes | None), value
    return value


class Copied:
    """A table at which every step is made twice, by a dealer and by its copy. One of them, by turns, goes on."""

    def __init__(self, dealer=FairDealer, peers=5, private=lambda peer: hashlib.sha256(b"private" + peer).digest()):
        self.peers = PEERS[:peers]
        charter = (b"a" * 32, self.peers, self.peers)
        self.dealers = [dealer(*charter, peer, private(peer), escrow=True) for peer in self.peers]
        self.dealers.append(dealer(*charter, b"", b"", escrow=True))
        self.said = []
        self.points = []
        self.seen = [{} for _ in self.dealers]
        self.turns = count()

    @property
    def reader(self):
        return self.dealers[-1]

    def all(self, do):
        """Every dealer and its copy make one step; returns the result of each."""
        found = []
        for place, dealer in enumerate(self.dealers):
            copy, before = dealer.copy(), everything(dealer)
            assert everything(copy) == before, "the copy has forgotten something"
            kept, discarded = (copy, dealer) if next(self.turns) % 2 else (dealer, copy)
            one = do(place, discarded)
            assert everything(kept) == before, "a step of one has changed the other"
            assert do(place, kept) == one, "the copy goes another way"
            assert everything(kept) == everything(discarded), "the copy goes another way"
            self.dealers[place] = kept
            self.points.append(kept.at)
            found.append(one)
        return found

    def say(self, deals, payload=None):
        """Make the next contribution; returns whether there was one."""
        writer = self.reader.writer(deals)
        if writer is None:
            return False
        author = self.peers.index(writer)
        payload = payload or self.dealers[author].write(deals)
        self.said.append(read(payload).word)
        self.points.append(self.dealers[author].at)
        self.all(lambda _, dealer: dealer.read(deals, writer, payload))
        return True

    def settle(self):
        while self.say(()):
            pass

    def deal(self, *deals):
        """Deal all of them; returns the answers to the last."""
        answers = []
        for number, deal in enumerate(deals):
            while self.say(deals[number:]):
                pass
            answers = self.all(lambda place, dealer, deal=deal: dealer.answer(deal, (place,)))
            if deal.kind in ("draw", "open"):
                for seen, answer in zip(self.seen, answers, strict=True):
                    seen.update(zip(deal.slots, answer, strict=True))
        return answers

    def go(self, how, leaver, heir, *more):
        return self.all(lambda _, dealer: getattr(dealer, how)(self.peers[leaver], self.peers[heir], *more))

    def back(self, peer):
        self.all(lambda _, dealer: dealer.returned(self.peers[peer], hashlib.sha256(b"back %d" % len(self.said)).digest()))


def whole_game(table):
    """Peers leave in every way, stay, vanish, take over, come back, and are caught, while cards are dealt."""
    table.say(START)
    assert set(table.go("leaves", 4, 0)) == {True}
    table.deal(*START)
    table.go("dropped", 1, 0)
    table.deal(Deal("draw", (7,), 2))
    table.back(1)
    table.settle()
    table.go("leaves", 2, 0)
    table.say((), table.dealers[2].write_stay())
    table.go("leaves", 2, 0)
    false = replace(table.dealers[2].at, secrets={table.peers[2]: table.dealers[0].at.secrets[table.peers[0]]})
    cheat = table.dealers[2].copy()
    cheat.at = false
    table.say((), cheat.write(()))
    table.deal(Deal("lot", faces=(6,)))
    table.back(2)
    table.settle()
    table.go("leaves", 3, 0)
    table.say(())
    table.go("dropped", 0, 1)  # the heir has the bequest, and says nothing
    table.settle()
    table.back(0)
    table.deal(Deal("draw", (8,), 1), Deal("show", (3, 4), 1, (table.seen[1][3],)))
    table.go("left", 3, 0, earlier.legacies(table.dealers[3]))
    table.settle()
    again = (Deal("shuffle", SLOTS, faces=FACES), Deal("open", SLOTS[:6]), Deal("lot", faces=(100,)))
    table.say(again)
    table.say(again)
    table.back(3)
    table.deal(*again)


@pytest.fixture(scope="module")
def played():
    table = Copied()
    whole_game(table)
    return table


def test_a_copy_continues_like_the_original(played):
    words = {"keys", "escrow", "seen", "part", "took", "bequest", "stay", "false", "renew", "remix", "mix", "lot", "shares"}
    assert set(played.said) == words | {"show"}
    assert all(SEALED not in (seen[5], seen[6]) for seen in played.seen)


CONSTANTS = {"agreement", "charter", "me", "private", "letters", "estate", "escrow", "version", "examiner", "mixer"}


@pytest.mark.parametrize("name", [each.name for each in structs.fields(Standing) if each.name not in CONSTANTS])
def test_a_forgotten_field_would_be_found(name, played):
    """At some point of the game each field differs from what it begins with."""
    for at in played.points:
        first = beginning(at.agreement, at.charter, at.charter, at.me, at.private, at.estate, at.escrow, at.version)
        if everything(getattr(first, name)) != everything(getattr(at, name)):
            return
    pytest.fail("the game never fills it")


def test_a_forgetful_copy_is_found():
    class Forgetful(FairDealer):
        def copy(self):
            other = super().copy()
            other.at = replace(other.at, decks=0)
            return other

    with pytest.raises(AssertionError, match="forgotten"):
        whole_game(Copied(Forgetful))


def test_a_shared_value_is_found():
    class Sharing(FairDealer):
        @property
        def at(self):
            return self.box[0]

        @at.setter
        def at(self, at):
            vars(self).setdefault("box", [at])[0] = at

    with pytest.raises(AssertionError, match="has changed the other"):
        whole_game(Copied(Sharing))


def test_the_value_cannot_be_changed_in_place(played):
    with pytest.raises(AttributeError):
        played.reader.at.place = 0
