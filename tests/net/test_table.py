"""A table carries out what its session decides: in which order, and when."""

from dataclasses import replace

import pytest
from twisted.internet.task import Clock

from net.address_book import AddressBook
from net.addresses import Address
from net.api import LobbyChanged, Notice, Plan, Seat
from net.desk import Desk
from net.identity import Identity
from net.invite import read
from net.session.core import Session
from net.session.lobby.host import HostLobby
from net.session.output import Output
from net.surroundings import Surroundings
from net.table import ADDRESSES_EVERY, MOMENT, TICK, Table
from rules.message import message
from tests.net.rim import LIVELY, USUAL

FIRST, SECOND = b"first", b"second"


class Wires:
    """Links that write down what goes over them."""

    linked = frozenset()
    port = 4711
    gate = None

    def __init__(self, told):
        self.told = told

    def send(self, peer, payload):
        self.told.append(("frame", peer, payload))

    def drop(self, peer):
        self.told.append(("drop", peer))


@pytest.fixture
def told():
    return []


@pytest.fixture
def ears(told):
    """The listener of a table."""
    return [lambda event: told.append(("event", event))]


@pytest.fixture
def clock():
    return Clock()


@pytest.fixture
def desk(tmp_path, clock, ears):
    def emit(event):
        for hear in ears:
            hear(event)

    return Desk(
        identity=Identity.fresh(),
        run=b"12345678",
        games=tmp_path,
        book=AddressBook(tmp_path / "addresses.json"),
        loopback=True,
        around=Surroundings(clock, lambda: round(clock.seconds() * 1000), list),
        limits=USUAL,
        pace=LIVELY,
        ways=tuple,
        emit=emit,
        announce=lambda _: None,
        seek=lambda _beacon, _listener: None,
        keep_key=lambda: None,
    )


@pytest.fixture
def table(desk, told):
    """A table with two people, and with links that have nobody at the other end."""
    table = Table(desk, "Anna")
    table.offline(Plan("big-boss", (Seat("person", "Anna"), Seat("person", "Ben")), name="Anna"))
    table.mesh = Wires(told)
    told.clear()
    yield table
    table.mesh = None
    table.stop()


def notice(word):
    return Notice(message("net.error.internal", word=word))


def output(**more):
    return Output(frames=[(FIRST, b"1"), (SECOND, b"2")], events=[notice("one"), notice("two")], drop=[SECOND], **more)


def test_what_others_wait_for_is_sent_before_it_is_told_here(table, told):
    table.in_game(lambda _: output(urgent=True))
    frames = [("frame", FIRST, b"1"), ("frame", SECOND, b"2")]
    assert told == [*frames, ("event", notice("one")), ("event", notice("two")), ("drop", SECOND)]


def test_a_mere_answer_is_sent_after_the_program_knows(table, told):
    table.in_game(lambda _: output(urgent=False))
    frames = [("frame", FIRST, b"1"), ("frame", SECOND, b"2")]
    assert told == [("event", notice("one")), ("event", notice("two")), *frames, ("drop", SECOND)]


def test_what_follows_from_an_event_comes_after_all_of_it(table, told, ears):
    """The program answers the first event at once."""
    answers = [Output(frames=[(FIRST, b"answer")], events=[notice("answer")])]
    ears.append(lambda _: table.in_game(lambda _: answers.pop()) if answers else None)
    table.in_game(lambda _: output(urgent=False))
    assert told[-3:] == [("drop", SECOND), ("frame", FIRST, b"answer"), ("event", notice("answer"))]
    assert len(told) == 7


def take_turn(table):
    """The player on turn buys a tower card."""
    position = table.session.position
    move = next(move for move in position.moves() if move.kind == "buy-tower")
    table.act(position.turn, (move,), len(table.session.log))


def test_news_is_told_once_a_moment_after_the_last_entry(table, clock, told, monkeypatch):
    monkeypatch.setattr(Session, "has_news", True)
    monkeypatch.setattr(Session, "tell_news", lambda _: Output(frames=[(FIRST, b"news")]))

    def news():
        return told.count(("frame", FIRST, b"news"))

    for _ in range(2):
        before = len(table.session.log)
        take_turn(table)
        assert len(table.session.log) > before
        clock.advance(0.6 * MOMENT)
        assert not news(), "another entry has come in time"
    clock.advance(0.6 * MOMENT)
    assert news() == 1
    monkeypatch.setattr(Session, "has_news", False)
    clock.advance(0.2 * MOMENT)
    assert news() == 1


class Port:
    """A port in the router that counts how often it is asked for again."""

    asked = 0

    def __init__(self, *_):
        pass

    def ask_again(self):
        Port.asked += 1

    def close(self):
        pass


def test_in_another_network_the_router_is_asked_again_for_the_port(desk, clock, told, monkeypatch):
    monkeypatch.setattr("net.routers.opened.OpenedPort", Port)
    hosts = ["192.168.0.2"]
    desk = replace(desk, around=desk.around._replace(hosts=lambda: list(hosts)))
    table = Table(desk, "Anna")
    table.mesh = Wires(told)
    table.lobby = HostLobby(desk.identity, Plan("big-boss", (Seat("person", "Anna"), Seat("open")), name="Anna"), 0)
    table.in_lobby(lambda lobby: lobby.show())
    table._signpost.ask_router((), 4711)
    for there, asked in (([], 0), (["10.0.0.2"], 1), (["10.0.0.2"], 1), (["192.168.0.2"], 2)):
        hosts[:] = there
        clock.pump([TICK] * ADDRESSES_EVERY)
        assert Port.asked == asked
    table.mesh = None
    table.stop()


def test_a_new_address_of_the_host_is_put_into_the_invite_and_disturbs_no_guest(desk, told):
    """A guest that got the table anew would forget the charter that it has just signed, and miss the beginning of the game."""
    table = Table(desk, "Anna")
    table.mesh = Wires(told)
    lobby = table.lobby = HostLobby(desk.identity, Plan("big-boss", (Seat("person", "Anna"), Seat("open")), name="Anna"), 0)
    table.in_lobby(lambda lobby: lobby.connected(Identity.fresh().key, "Bert", True, (), 0))
    assert any(one[0] == "frame" for one in told)
    told.clear()
    table.point_here((Address("6.6.6.6", 6),))
    assert [(one[0], type(one[1])) for one in told] == [("event", LobbyChanged)]
    assert told[0][1].lobby.invite == lobby.invite
    assert read(lobby.invite).punched == (Address("6.6.6.6", 6),)
    table.mesh = None
    table.stop()
