"""The interface of all ways to ask a router."""

from __future__ import annotations

import ipaddress
from dataclasses import dataclass
from typing import Literal, Protocol

from net.addresses import Address
from rules.message import Message, message

Carrier = Literal["TCP", "UDP"]
"""The protocol of a port."""

LEASE = 3600
"""Seconds for which a port is requested: if this program crashes, the router closes it after that."""

SILENT, REFUSED, TAKEN = 0, 1, 2
"""How informative a :class:`RouterError` is, higher for more."""


class RouterError(Exception):
    """The router did not open the port.

    Attributes:
        reason: why, and what to do, as a sentence.
        rank: :data:`SILENT`, :data:`REFUSED` or :data:`TAKEN`.
    """

    def __init__(self, reason: Message, rank: int = REFUSED) -> None:
        super().__init__(str(reason))
        self.reason = reason
        self.rank = rank


@dataclass(frozen=True, slots=True)
class Opened:
    """A port that a router has opened.

    Attributes:
        outside: address of the router and the port there.
        lease: the seconds for which it stays open.
    """

    outside: Address
    lease: float


class Way(Protocol):
    """One way to ask a router; all methods are called in the reactor's thread and do not block it.

    Attributes:
        name: ``UPnP``, ``PCP`` or ``NAT-PMP``.
    """

    name: str

    async def find(self) -> None:
        """Find a router that can be asked in this way; raises :class:`RouterError`."""

    async def open(self, carrier: Carrier, port: int) -> Opened:
        """Open this port to this computer, or keep it open; raises :class:`RouterError`."""

    async def close(self, carrier: Carrier, port: int) -> None:
        """Close the port again. A failure is logged."""

    def end(self) -> None:
        """Close sockets; unanswered questions fail."""


def none_here() -> RouterError:
    """No router answers."""
    return RouterError(message("net.notice.router-none"), SILENT)


def refused(port: int) -> RouterError:
    """A router answers and refuses."""
    return RouterError(message("net.notice.router-refused", port=port))


def taken(port: int) -> RouterError:
    """Another computer has this port."""
    return RouterError(message("net.notice.router-taken", port=port), TAKEN)


def private(outside: str) -> bool:
    """Whether an address is not a public one; raises :class:`ValueError` if it is not an address."""
    return not ipaddress.ip_address(outside).is_global
