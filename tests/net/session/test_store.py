"""The session decides what to store and when. Here a list is the store."""

from __future__ import annotations

from pathlib import PurePath

import pytest

from net.api import SavingChanged
from net.session.core import Session
from net.session.format.entry import read_entry
from net.session.format.wire import Entries, Have, game_frames
from net.session.history.store import NotStored
from rules.message import message
from tests.net.session.network import IDENTITIES
from tests.net.session.straight import Straight, private_of


class NoRoom(NotStored):
    """The list is full."""

    def __init__(self):
        self.reason = message("session.file.unwritten", file="list", why="it is full")


class Listed:
    """A store that holds a limited number of entries in a list."""

    path = PurePath("list")
    astray = unsynced = False

    def __init__(self):
        self.entries, self.unsaved, self.room, self.verdicts = [], [], 10_000, []

    @property
    def behind(self):
        return bool(self.unsaved)

    def append(self, entry):
        self.unsaved.append(entry)
        self.catch_up()

    def catch_up(self):
        if len(self.entries) + len(self.unsaved) > self.room:
            raise NoRoom
        self.entries += self.unsaved
        self.unsaved = []

    def rewrite(self, entries, path=None):
        self.entries, self.unsaved = list(entries), []

    def sync_soon(self):
        pass

    def report(self, content):
        return PurePath("report")

    def verdict(self, fields):
        self.verdicts.append(fields)

    def close(self):
        pass


class Listening(Straight):
    """A table that checks, for every frame that comes out of a session, whether its content is stored by then."""

    def store(self, place, folder):
        self.stores = [*getattr(self, "stores", ()), Listed()]
        return self.stores[-1]

    def take(self, place, out):
        stored = self.stores[place].entries
        hashes = {entry.hash for entry in stored}
        for _, payload in out.frames:
            frame = game_frames.decode(payload)
            if isinstance(frame, Entries):
                self.told_entries = getattr(self, "told_entries", 0) + len(frame.entries)
                assert {read_entry(signed).hash for signed in frame.entries} <= hashes
            elif isinstance(frame, Have):
                assert frame.length <= len(stored)
        return super().take(place, out)


@pytest.mark.parametrize("dealer", ["joint-seed", "fair"])
def test_a_peer_sends_nothing_that_it_has_not_stored(dealer):
    table = Listening(3, dealer=dealer, bots=(1,))
    table.play(6)
    table.take(2, table.sessions[2].leave(table.now))
    table.settle()
    table.wait(4_000)
    assert table.sessions[0].course.there == tuple(table.keys[:2])
    assert table.told_entries > len(table.sessions[0].log) > 6
    for store, session in zip(table.stores[:2], table.sessions, strict=False):
        assert [entry.hash for entry in store.entries] == [entry.hash for entry in session.log.entries]


def test_a_game_continues_from_the_stored_entries():
    table = Listening(2)
    table.play(3)
    table.part(0, 1)
    table.cut.clear()
    again = Session(IDENTITIES[0], table.charter, private_of(0), table.stores[0], tuple(table.stores[0].entries))
    table.sessions[0] = again
    table.take(0, again.begin(table.now))
    table.join(0, 1)
    table.settle()
    table.play(3)
    assert table.sessions[0].log.heads == table.sessions[1].log.heads
    assert [entry.hash for entry in table.stores[0].entries] == [entry.hash for entry in again.log.entries]


def test_a_full_store_stops_no_game_and_the_people_learn_what_is_missing():
    table = Listening(1, 2)
    store = table.stores[0]
    store.room = len(store.entries) + 1
    table.play(3)
    assert [event.unsaved for event in table.told(0, SavingChanged)] == [1, 2]
    assert table.notices(0) == ["session.file.unwritten"]
    store.room = 10_000
    table.wait(400)
    assert table.told(0, SavingChanged)[-1].unsaved == 0
    assert table.notices(0) == ["session.file.unwritten", "session.file.written"]
    assert [entry.hash for entry in store.entries] == [entry.hash for entry in table.sessions[0].log.entries]
