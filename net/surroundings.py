"""The surroundings of a table: sockets, a clock, and the addresses of its computer. Tests can replace all three."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, NamedTuple

from net import interfaces
from net import reactor as rim


class Surroundings(NamedTuple):
    """A computer, as far as a table needs it.

    Attributes:
        reactor: Twisted's reactor, or an object that opens sockets and keeps time in the same way.
        now: returns milliseconds of a clock that only goes forward.
        hosts: returns the computer's addresses; none without a network.
    """

    reactor: Any
    now: Callable[[], int]
    hosts: Callable[[], list[str]]


def this_computer(loopback: bool) -> Surroundings:
    """The computer that runs this program; with ``loopback`` it only talks to itself. Starts the reactor."""
    return Surroundings(rim.reactor(), rim.now, lambda: interfaces.own_hosts(loopback))
