"""An attempt to reach the owner of a room over UDP."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable
from functools import partial
from typing import TYPE_CHECKING, Any

from net.addresses import Address
from net.link import Link
from net.udp.places import Side
from net.udp.room import Room

if TYPE_CHECKING:
    from net.udp.gate import Gate

EAGER, PATIENT, FALLING = 0.2, 2.0, 8.0
"""Seconds between two checks of an address: at first, and later; and the seconds after which "later" begins."""

MOST_PLACES = 24
"""The most addresses that are checked for one call."""

CONNECT_EVERY, CONNECT_TRIES = 1.0, 3
"""Seconds between two attempts to connect, and the number of tries at one address."""


class Reaching:
    """Checks all known addresses of the owner until it is stopped, and calls the owner at a proven one.

    Attributes:
        side: the caller's side of the room.
        over: whether it has ended.
    """

    def __init__(
        self,
        gate: Gate,
        room: Room,
        places: Iterable[Address],
        build: Callable[[Address], Link],
        patience: float,
        missed: Callable[[], None],
        head_start: float = 0.0,
    ) -> None:
        """Begin; see :meth:`net.udp.gate.Gate.reach`."""
        self.side = Side(room, False)
        self.over = False
        self._gate = gate
        self._build = build
        self._missed = missed
        self._places: dict[Address, None] = {}
        self._since = gate.now() + head_start
        self._until = self._since + patience
        self._timer: Any = None
        self._tried: Counter[Address] = Counter()
        self._last = self._since - CONNECT_EVERY
        for place in places:
            self.add(place)
        self._timer = gate.later(head_start, self._go)

    def add(self, place: Address) -> None:
        """Check this address too."""
        if len(self._places) < MOST_PLACES:
            self._places[place] = None

    def knows(self, place: Address) -> bool:
        """Whether this address is checked."""
        return place in self._places

    def hurry(self, patience: float) -> None:
        """Begin at once, and wait no longer than ``patience`` seconds from now."""
        now = self._gate.now()
        self._until = min(self._until, now + patience)
        if now < self._since and self._timer is not None and self._timer.active():
            self._since = now
            self._timer.reset(0)

    def stop(self) -> None:
        """Give up silently."""
        if self.over:
            return
        self.over = True
        if self._timer is not None and self._timer.active():
            self._timer.cancel()
        self._gate.left(self)

    def proven(self, place: Address) -> None:
        """The owner of the room has answered from this address: call it, but not at all of its addresses at once."""
        now = self._gate.now()
        if not self.over and now - self._last >= CONNECT_EVERY and self._tried[place] < CONNECT_TRIES:
            self._last = now
            self._tried[place] += 1
            self._gate.connect(self.side, place, self._build(place))

    def _go(self) -> None:
        self._timer = None
        now = self._gate.now()
        if now >= self._until:
            self.stop()
            self._missed()
            return
        for place in self._places:
            self._gate.check(self.side, place, partial(self.proven, place))
        pace = EAGER if now - self._since < FALLING else PATIENT
        self._timer = self._gate.later(max(0.01, min(pace, self._until - now)), self._go)
