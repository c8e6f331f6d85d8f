"""Strangers at the door wait their turn: with a simulated clock and simulated connections."""

from collections import Counter

import pytest
from twisted.internet.address import IPv4Address
from twisted.internet.task import Clock
from twisted.internet.testing import StringTransport

from net.allowance import Bucket
from net.certificate import tls_context
from net.door import Door
from net.identity import Identity
from net.link import Limits

FEW = Limits(
    handshake=10.0, strangers=8, strangers_each=5, handshakes=2.0, handshakes_at_once=3, arrivals=5.0, arrivals_at_once=20
)


class Caller(StringTransport):
    """A connection to the door; ``paused`` while nothing is read from it."""

    disconnecting = False

    def __init__(self, host):
        super().__init__(peerAddress=IPv4Address("TCP", host, 5000))
        self.paused = False

    def setTcpNoDelay(self, on):
        pass

    def pauseProducing(self):
        self.paused = True

    def resumeProducing(self):
        self.paused = False

    def abortConnection(self):
        self.disconnecting = True


class Listener:
    """A simulated port."""

    reading = True

    def getHost(self):
        return IPv4Address("TCP", "127.0.0.1", 4711)

    def stopReading(self):
        self.reading = False

    def startReading(self):
        self.reading = True

    def stopListening(self):
        return None


class Reactor(Clock):
    """A clock that opens ports which are only noted.

    Attributes:
        factory: makes what answers calls.
        ports: those that were opened.
    """

    def __init__(self):
        super().__init__()
        self.ports = []

    def listenTCP(self, port, factory, interface):
        self.factory = factory
        self.ports.append(Listener())
        return self.ports[-1]


class Owner:
    def intruder(self, host, what):
        self.told = (host, what)


@pytest.fixture
def clock():
    return Reactor()


@pytest.fixture
def door(clock):
    made = Door(clock, tls_context(Identity.fresh()), Owner(), FEW)
    made.open()
    yield made
    made.close()
    clock.advance(20)
    assert not clock.getDelayedCalls()


def call(clock, host):
    """Somebody calls from an address; None if the door is closed to him."""
    protocol = clock.factory.buildProtocol(IPv4Address("TCP", host, 5000))
    if protocol is None:
        return None
    caller = Caller(host)
    protocol.makeConnection(caller)
    return caller


def test_handshakes_begin_one_after_the_other(door, clock):
    callers = [call(clock, "192.0.2.1") for _ in range(5)]
    assert [caller.paused for caller in callers] == [False, False, False, True, True]
    clock.advance(0.5)
    assert [caller.paused for caller in callers] == [False, False, False, False, True]
    clock.advance(0.5)
    assert not any(caller.paused for caller in callers)


def test_an_address_that_was_served_less_goes_first(door, clock):
    for _ in range(2):
        call(clock, "192.0.2.1")
    flood = [call(clock, "192.0.2.1") for _ in range(3)]
    clock.advance(0.5)  # one of the flood is served
    honest = call(clock, "198.51.100.7")
    assert honest.paused
    clock.advance(0.5)
    assert not honest.paused
    assert sum(caller.paused for caller in flood) == 1


def test_too_many_strangers_at_once_are_hung_up_on(door, clock):
    assert sum(call(clock, "192.0.2.1") is not None for _ in range(7)) == 5
    assert sum(call(clock, "192.0.2.2") is not None for _ in range(7)) == 3


def test_a_flood_of_calls_waits_in_the_system(door, clock):
    port = clock.ports[0]
    for _ in range(25):
        call(clock, "192.0.2.1")
    assert not port.reading
    clock.advance(1)
    assert port.reading


def test_a_caller_who_was_made_to_wait_is_not_called_slow(clock):
    owner = Owner()
    patient = Limits(handshake=1.0, handshakes=0.01, handshakes_at_once=1)
    door = Door(clock, tls_context(Identity.fresh()), owner, patient)
    door.open()
    for _ in range(8):
        call(clock, "192.0.2.1")
    clock.advance(2)
    assert not hasattr(owner, "told"), "only one of them had its turn"
    door.close()
    clock.advance(20)


def test_a_bucket_fills_again_and_never_beyond_its_size():
    bucket = Bucket(2, 0.5)
    assert [bucket.take(0), bucket.take(0), bucket.take(0)] == [True, True, False]
    assert bucket.wait(0) == 2.0
    assert not bucket.take(1.9)
    assert bucket.take(2)
    assert Counter(bucket.take(1000) for _ in range(5)) == {True: 2, False: 3}
    debt = Bucket(2, 1)
    assert [debt.charge(0, 1), debt.charge(0, 5), debt.charge(1, 0), debt.charge(4, 0)] == [True, False, False, True]
