"""The beginning and the end of an attempt to reach a peer over UDP."""

import secrets

import pytest
from twisted.internet.task import Clock

from net.addresses import Address
from net.link import Limits
from net.udp.reaching import Reaching
from net.udp.room import Room

PLACE = Address("192.0.2.1", 4711)


class Gate:
    """Notes when an address is checked, and when an attempt ends."""

    def __init__(self):
        self.clock = Clock()
        self.checked, self.ended = [], []

    def now(self):
        return self.clock.seconds()

    def later(self, delay, work):
        return self.clock.callLater(delay, work)

    def check(self, side, place, proven):
        self.checked.append((self.now(), place))

    def left(self, reaching):
        self.ended.append(self.now())


def attempt(head_start):
    gate = Gate()
    missed = []
    room = Room.of(secrets.token_bytes(16), bytes(32))
    return gate, missed, Reaching(gate, room, [PLACE], lambda place: None, 6.0, lambda: missed.append(gate.now()), head_start)


def test_tls_over_tcp_has_a_head_start():
    gate, missed, _ = attempt(Limits().head_start)
    gate.clock.advance(Limits().head_start * 0.9)
    assert gate.checked == []
    gate.clock.advance(Limits().head_start * 0.1)
    assert gate.checked == [(Limits().head_start, PLACE)]
    gate.clock.pump([0.1] * 70)
    assert missed == gate.ended == [pytest.approx(6.0 + Limits().head_start, abs=0.11)]


def test_without_a_head_start_addresses_are_checked_at_once():
    gate, _, _ = attempt(0.0)
    gate.clock.advance(0)
    assert gate.checked == [(0.0, PLACE)]


def test_the_head_start_ends_when_nothing_answers_over_tcp():
    gate, missed, reaching = attempt(0.25)
    gate.clock.advance(0.1)
    reaching.hurry(2.0)
    gate.clock.advance(0)
    assert gate.checked == [(0.1, PLACE)]
    reaching.hurry(2.0)  # a second time changes nothing
    gate.clock.pump([0.1] * 30)
    assert missed == gate.ended == [pytest.approx(2.1, abs=0.11)]


def test_an_attempt_that_is_stopped_during_the_head_start_checks_nothing():
    gate, missed, reaching = attempt(0.25)
    reaching.stop()
    gate.clock.advance(10)
    assert gate.checked == missed == []
    assert not gate.clock.getDelayedCalls()
