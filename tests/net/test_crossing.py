"""Calls over TCP that meet those of the other side: the answers of servers, and the cleaning up."""

import pytest
from twisted.internet.protocol import ClientFactory, Factory, Protocol

from client.soak import internet as played
from net import reactor as rim
from net.addresses import Address
from net.crossing import LATER, SERVER_PATIENCE, TRY, VISITS, VISITS_AT_ONCE, Crossing, CrossingError
from net.udp import stun
from tests.net.meeting import STUN, Computer, behind, world
from tests.net.rim import in_reactor

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


def test_a_server_reports_the_address_of_calls(home):
    internet, crossing = home
    place = asked(internet, crossing)
    assert place.host == "11.11.11.11"
    assert place == asked(internet, crossing), "all calls go out from one port"


class Server(Protocol):
    """A STUN server that answers over a real connection."""

    def dataReceived(self, data):
        source = self.transport.getPeer()
        asked = stun.decode(data)
        self.transport.write(stun.answer(asked.transaction, Address(source.host, source.port), b"any"))


@pytest.fixture
def real():
    """A real server, and a crossing with real sockets."""
    port = in_reactor(rim.reactor().listenTCP, 0, Factory.forProtocol(Server), 5, "127.0.0.1")
    crossing = Crossing(rim.reactor(), loopback=True)
    yield Address("127.0.0.1", port.getHost().port), crossing
    in_reactor(crossing.close)
    in_reactor(port.stopListening)


def test_a_server_is_asked_again_while_the_connection_to_it_stands(real):
    """Between two addresses and two ports there can be only one connection."""
    server, crossing = real
    place = in_reactor(crossing.ask_server, server)
    assert place == Address("127.0.0.1", crossing.port)
    assert in_reactor(crossing.ask_server, server) == place


def test_two_questions_at_once_get_an_answer_each(home):
    internet, crossing = home
    told = []
    for _ in range(2):
        crossing.ask_server(SERVER).addCallback(told.append)
    internet.run(SERVER_PATIENCE + 1, lambda: len(told) == 2)
    assert [place.host for place in told] == ["11.11.11.11"] * 2


def test_a_server_that_has_fallen_silent_is_called_anew(home, monkeypatch):
    internet, crossing = home
    asked(internet, crossing)
    with monkeypatch.context() as silent:
        silent.setattr(played.Answering, "dataReceived", lambda self, data: None)
        assert isinstance(asked(internet, crossing), CrossingError)
    assert asked(internet, crossing).host == "11.11.11.11"


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
def test_a_malformed_reply_of_a_server_is_no_answer(home, monkeypatch, said):
    monkeypatch.setattr(Nonsense, "said", said)
    monkeypatch.setattr(played, "Answering", Nonsense)
    assert isinstance(asked(*home), CrossingError)


def test_the_wait_for_an_absent_server_is_limited(home):
    internet, crossing = home
    del internet.devices[STUN]
    assert isinstance(asked(internet, crossing), CrossingError)


def test_calls_without_an_answer_become_rarer_and_end(home):
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


class Calls(ClientFactory):
    """Counts the open connections."""

    noisy = False

    def __init__(self):
        self.made = 0

    def buildProtocol(self, addr):
        self.made += 1
        return Protocol()


def call(internet, host, to, times):
    """Call from a computer in the open, each time from another port, and wait a second or two."""
    caller = Computer(internet, host)
    for number in range(times):
        caller.connectTCP(to.host, to.port, Calls(), 1, ("", 50_000 + number))
    internet.run(2)


@pytest.fixture
def awaiting():
    """A computer in the open that waits for a peer at 66.66.66.66, and its visitors."""
    internet = world()
    crossing, came = Crossing(Computer(internet, "11.11.11.11")), Calls()
    crossing.meet([Address("66.66.66.66", 6)], lambda place: came, patience=30)
    yield internet, crossing, came
    crossing.close()
    internet.run(10)
    assert not crossing.reactor.doors
    assert not internet.clock.getDelayedCalls()


def test_a_call_from_an_unpredictable_port_is_taken(awaiting):
    internet, crossing, came = awaiting
    call(internet, "66.66.66.66", Address("11.11.11.11", crossing.port), 1)
    assert came.made == 1


def test_strangers_are_hung_up_on_if_the_expected_peers_are_known(awaiting):
    internet, crossing, came = awaiting
    crossing.meet([Address("77.77.77.77", 7)], lambda place: came, patience=30)
    call(internet, "99.99.99.99", Address("11.11.11.11", crossing.port), 3)
    assert came.made == 0


def test_the_number_of_calls_taken_at_once_is_limited(awaiting):
    internet, crossing, came = awaiting
    call(internet, "66.66.66.66", Address("11.11.11.11", crossing.port), 40)
    assert 1 <= came.made <= VISITS_AT_ONCE + 2 * VISITS


def test_no_call_is_taken_once_no_peer_is_expected(awaiting):
    internet, crossing, came = awaiting
    internet.run(31)
    assert not crossing.reactor.doors
    call(internet, "66.66.66.66", Address("11.11.11.11", crossing.port), 3)
    assert came.made == 0


def test_the_number_of_called_addresses_is_limited(home):
    internet, crossing = home
    meeting = crossing.meet([Address("66.66.66.66", port) for port in range(1, 50)], lambda place: None, patience=30)
    internet.run(3)
    assert len(crossing.reactor.crossings) == 6
    meeting.stop()
    assert not crossing.reactor.crossings
