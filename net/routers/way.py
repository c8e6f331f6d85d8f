"""What all ways to ask a router have in common."""

from __future__ import annotations

import ipaddress
from dataclasses import dataclass
from typing import Literal, Protocol

from net.addresses import Address
from rules.message import Message, message

Carrier = Literal["TCP", "UDP"]
"""What a port is for."""

LEASE = 3600
"""Seconds for which a port is asked for: a router forgets it by itself if this program comes to a sudden end."""

SILENT, REFUSED, TAKEN = 0, 1, 2
"""How much a :class:`RouterError` tells, higher for more."""


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
        lease: seconds for which it stays open.
    """

    outside: Address
    lease: float


class Way(Protocol):
    """One way to ask a router; everything happens in the reactor's thread, and nothing here blocks it.

    Attributes:
        name: what the way is called: ``UPnP``, ``PCP`` or ``NAT-PMP``.
    """

    name: str

    async def find(self) -> None:
        """Find a router that can be asked in this way; raises :class:`RouterError`."""

    async def open(self, carrier: Carrier, port: int) -> Opened:
        """Open this port towards this computer, or keep it open; raises :class:`RouterError`."""

    async def close(self, carrier: Carrier, port: int) -> None:
        """Close it again. A failure goes to the log."""

    def end(self) -> None:
        """Let go of sockets; what has been asked and not answered fails."""


def none_here() -> RouterError:
    """No router answers."""
    return RouterError(message("net.notice.router-none"), SILENT)


def refused(port: int) -> RouterError:
    """A router answers and does not want to."""
    return RouterError(message("net.notice.router-refused", port=port))


def taken(port: int) -> RouterError:
    """Another computer has this port."""
    return RouterError(message("net.notice.router-taken", port=port), TAKEN)


def private(outside: str) -> bool:
    """Whether an address is none of the internet's; raises :class:`ValueError` for a text that is no address."""
    return not ipaddress.ip_address(outside).is_global
