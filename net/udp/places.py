"""Addresses from which datagrams come: those where somebody who knows a room is proven to be, and those where nobody is yet."""

from __future__ import annotations

from dataclasses import dataclass
from typing import NamedTuple

from net.addresses import Address
from net.udp.room import Room

MOST = 256
"""At most so many addresses of each kind are remembered; the oldest are forgotten first."""

PROVEN_FOR = 60.0
"""Seconds for which an address stays proven; checks and packets from there renew it."""


class Side(NamedTuple):
    """One side of a room.

    Attributes:
        room: which.
        owner: whether it is the side of the owner, not of a caller.
    """

    room: Room
    owner: bool

    @property
    def mine(self) -> bytes:
        """The key of the datagrams that this side sends."""
        return self.room.owner if self.owner else self.room.caller

    @property
    def theirs(self) -> bytes:
        """The key of those that it gets."""
        return self.room.caller if self.owner else self.room.owner


@dataclass(slots=True)
class Unproven:
    """An address at which nobody is proven to be. What is sent there is never more than what has come from there.

    Attributes:
        credit: bytes that have come, less those that were sent.
        answered: whether a request from there was answered.
        checked: when it was checked last.
        request: the transaction of a request from there that has no answer yet.
    """

    credit: int = 0
    answered: bool = False
    checked: float = float("-inf")
    request: bytes | None = None

    def spend(self, amount: int) -> bool:
        """Take so many bytes of the credit, if there are as many."""
        if self.credit < amount:
            return False
        self.credit -= amount
        return True


class Places:
    """What a gate remembers of addresses."""

    def __init__(self) -> None:
        self._proven: dict[Address, tuple[float, Side | None]] = {}
        self._unproven: dict[Address, Unproven] = {}

    def prove(self, place: Address, side: Side, now: float) -> Unproven | None:
        """Somebody who knows the room is there; returns what was known of the address before."""
        _, own = self._proven.pop(place, (now, None))
        self._proven[place] = (now, side if side.owner else own)
        while len(self._proven) > MOST:
            self._proven.pop(next(iter(self._proven)))
        return self._unproven.pop(place, None)

    def is_proven(self, place: Address, now: float) -> bool:
        """Whether somebody who knows a room is there."""
        return now - self._proven.get(place, (float("-inf"), None))[0] < PROVEN_FOR

    def own_room_at(self, place: Address, now: float) -> Side | None:
        """The side of an own room into which somebody at a proven address has come; None if nobody has.

        At the same address we may be callers too: two programs can call each other at the same time.
        """
        return self._proven[place][1] if self.is_proven(place, now) else None

    def renew(self, place: Address, now: float, side: Side | None = None) -> None:
        """A proven address has just been heard from, perhaps on this side."""
        if self.is_proven(place, now):
            own = self._proven[place][1]
            self._proven[place] = (now, side if side is not None and side.owner else own)

    def unproven(self, place: Address, length: int) -> Unproven:
        """What is known of an address that is not proven, from which so many bytes have come now."""
        known = self._unproven.pop(place, None) or Unproven()
        known.credit += length
        self._unproven[place] = known
        while len(self._unproven) > MOST:
            self._unproven.pop(next(iter(self._unproven)))
        return known
