"""Addresses from which datagrams come: those where a program that knows a room is proven to be, and those not proven yet."""

from __future__ import annotations

from dataclasses import dataclass
from typing import NamedTuple

from net.addresses import Address
from net.udp.room import Room

MOST = 256
"""The most addresses of each kind that are remembered; the oldest are forgotten first."""

PROVEN_FOR = 60.0
"""Seconds for which an address stays proven; checks and packets from there renew it."""


class Side(NamedTuple):
    """One side of a room.

    Attributes:
        room: the room.
        owner: whether it is the owner's side, not a caller's.
    """

    room: Room
    owner: bool

    @property
    def mine(self) -> bytes:
        """The key that authenticates the datagrams of this side."""
        return self.room.owner if self.owner else self.room.caller

    @property
    def theirs(self) -> bytes:
        """The key that authenticates the datagrams of the other side."""
        return self.room.caller if self.owner else self.room.owner


@dataclass(slots=True)
class Unproven:
    """An address that is not proven. It never gets more bytes than have come from it.

    Attributes:
        credit: bytes that have come, less those that were sent.
        answered: whether a request from there was answered.
        checked: when it was last checked.
        request: the transaction of a request from there that has no answer yet.
    """

    credit: int = 0
    answered: bool = False
    checked: float = float("-inf")
    request: bytes | None = None

    def spend(self, amount: int) -> bool:
        """Take ``amount`` bytes of the credit, if there are as many."""
        if self.credit < amount:
            return False
        self.credit -= amount
        return True


class Places:
    """The addresses that a gate remembers."""

    def __init__(self) -> None:
        self._proven: dict[Address, tuple[float, Side | None]] = {}
        self._unproven: dict[Address, Unproven] = {}

    def prove(self, place: Address, side: Side, now: float) -> Unproven | None:
        """A program that knows the room is at this address. Returns the state of the address before, if it was unproven."""
        _, own = self._proven.pop(place, (now, None))
        self._proven[place] = (now, side if side.owner else own)
        while len(self._proven) > MOST:
            self._proven.pop(next(iter(self._proven)))
        return self._unproven.pop(place, None)

    def is_proven(self, place: Address, now: float) -> bool:
        """Whether a program that knows a room is at this address."""
        return now - self._proven.get(place, (float("-inf"), None))[0] < PROVEN_FOR

    def own_room_at(self, place: Address, now: float) -> Side | None:
        """The side of our own room that a program at a proven address has entered; None if none has.

        We may be callers at the same address too: two programs can call each other at the same time.
        """
        return self._proven[place][1] if self.is_proven(place, now) else None

    def renew(self, place: Address, now: float, side: Side | None = None) -> None:
        """Something has come from a proven address, perhaps on this side."""
        if self.is_proven(place, now):
            own = self._proven[place][1]
            self._proven[place] = (now, side if side is not None and side.owner else own)

    def unproven(self, place: Address, length: int) -> Unproven:
        """The state of an unproven address, after ``length`` more bytes have come from it."""
        known = self._unproven.pop(place, None) or Unproven()
        known.credit += length
        self._unproven[place] = known
        while len(self._unproven) > MOST:
            self._unproven.pop(next(iter(self._unproven)))
        return known
