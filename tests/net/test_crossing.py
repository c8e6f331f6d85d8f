"""Calls over TCP that meet those of the other side: what a server may answer, and what is left over."""

import pytest
from twisted.internet.protocol import Protocol

from client.soak import internet as played
from net.addresses import Address
from net.crossing import LATER, SERVER_PATIENCE, TRY, Crossing, CrossingError
from net.udp import stun
from tests.net.meeting import STUN, Computer, behind, world

SERVER = Address(STUN, 3478)


@pytest.fixture
def home():
    """A computer behind a router, and its crossing; nothing is left of it."""
    internet = world()
    crossing = Crossing(Computer(behind(internet, 11), "192.168.0.2"))
    yield internet, crossing
    crossing.close()
    internet.run(10)
    assert not internet.clock.getDelayedCalls()


def asked(internet, crossing, seconds=SERVER_PATIENCE + 1):
    told = []
    crossing.ask_server(SERVER).addCallbacks(told.append, lambda failure: told.append(failure.value))
    internet.run(seconds, lambda: told)
    assert len(told) == 1
    return told[0]


def test_a_server_tells_where_calls_come_from(home):
    internet, crossing = home
    place = asked(internet, crossing)
    assert place.host == "11.11.11.11"
    assert place == asked(internet, crossing), "all calls go out from one port"


class Nonsense(Protocol):
    said = b""

    def __init__(self, source):
        self.source = source

    def dataReceived(self, data):
        self.transport.write(self.said)


@pytest.mark.parametrize(
    "said",
    [
        b"HTTP/1.1 400 Bad Request\r\n\r\n",
        b"\x01\x01\xff\xff" + bytes(5000),
        stun.answer(bytes(12), Address("6.6.6.6", 6), b"any"),
        b"\x01",
    ],
    ids=["words", "too long", "to another question", "too short"],
)
def test_what_a_server_says_amiss_is_no_answer(home, monkeypatch, said):
    monkeypatch.setattr(Nonsense, "said", said)
    monkeypatch.setattr(played, "_Answering", Nonsense)
    assert isinstance(asked(*home), CrossingError)


def test_a_server_that_is_not_there_is_waited_for_only_so_long(home):
    internet, crossing = home
    del internet.devices[STUN]
    assert isinstance(asked(internet, crossing), CrossingError)


def test_calls_that_nobody_meets_grow_rarer_and_end(home):
    internet, crossing = home
    calls = []
    connect = crossing.reactor.connectTCP

    def counted(*args, **named):
        calls.append(internet.clock.seconds())
        return connect(*args, **named)

    crossing.reactor.connectTCP = counted
    crossing.meet([Address("66.66.66.66", 6)], lambda place: None, patience=30)
    internet.run(60)
    assert 5 <= len(calls) <= 30 / (TRY + LATER[0]) + 3
    assert calls[-1] <= calls[0] + 30 + LATER[1]
    assert not internet.clock.getDelayedCalls()


def test_only_so_many_addresses_are_called(home):
    internet, crossing = home
    meeting = crossing.meet([Address("66.66.66.66", port) for port in range(1, 50)], lambda place: None, patience=30)
    internet.run(3)
    assert len(crossing.reactor.crossings) == 6
    meeting.stop()
    assert not crossing.reactor.crossings
