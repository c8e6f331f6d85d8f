"""What a table finds around it: sockets, a clock, and the addresses of its computer. All three can be played."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, NamedTuple

from net import interfaces
from net import reactor as rim


class Surroundings(NamedTuple):
    """A computer, as far as a table has to do with it.

    Attributes:
        reactor: Twisted's reactor, or something that opens sockets and keeps time as it does.
        now: milliseconds of a clock that only goes forward.
        hosts: the computer's addresses; none without a network.
    """

    reactor: Any
    now: Callable[[], int]
    hosts: Callable[[], list[str]]


def this_computer(loopback: bool) -> Surroundings:
    """The computer that runs this program; with ``loopback`` it speaks to nobody but itself. Starts the reactor."""
    return Surroundings(rim.reactor(), rim.now, lambda: interfaces.own_hosts(loopback))
