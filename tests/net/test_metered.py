"""Bytes go to the socket at once. What it does not take waits in its connection, in order."""

import pytest
from twisted.internet.main import CONNECTION_LOST

from net.metered import Prompt


class Socket:
    """A connection to a system that takes some bytes of each write."""

    def __init__(self, takes):
        self.takes = takes
        self.connected = True
        self.reactor = self
        self.sent = self.waiting = b""

    def getWriters(self):
        return [self] if self.waiting else []

    def writeSomeData(self, data):
        if not isinstance(self.takes, int):
            return self.takes
        self.sent += data[: self.takes]
        return min(self.takes, len(data))

    def write(self, data):
        self.waiting += data


def test_bytes_that_the_system_takes_do_not_wait():
    socket = Socket(takes=100)
    Prompt(socket).write(b"one frame")
    Prompt(socket).write(b", another")
    assert (socket.sent, socket.waiting) == (b"one frame, another", b"")


def test_no_byte_overtakes_those_that_wait():
    socket = Socket(takes=3)
    for part in (b"one frame", b", another"):
        Prompt(socket).write(part)
        socket.takes = 100
    assert socket.sent + socket.waiting == b"one frame, another"
    assert socket.sent == b"one"


def test_bytes_wait_while_another_connection_waits_for_its_socket():
    socket = Socket(takes=100)
    socket.getWriters = lambda: [object()]
    Prompt(socket).write(b"one frame")
    assert (socket.sent, socket.waiting) == (b"", b"one frame")


@pytest.mark.parametrize("connected", [True, False])
def test_a_lost_connection_is_left_to_the_reactor(connected):
    socket = Socket(takes=CONNECTION_LOST)
    socket.connected = connected
    Prompt(socket).write(b"one frame")
    assert socket.waiting == b"one frame"


def test_all_else_is_done_by_the_connection():
    socket = Socket(takes=0)
    assert Prompt(socket).takes == 0
