"""What all tables of a node share, and the error of a table that cannot be opened."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING

from net.address_book import AddressBook
from net.api import NetEvent
from net.discovery import Announcement, Beacon, Sighting
from net.identity import Identity
from net.link import Limits
from net.mesh import Pace
from net.surroundings import Surroundings
from rules.message import Message

if TYPE_CHECKING:
    from net.routers.way import Way


class TableError(Exception):
    """A table cannot be opened; nothing has happened."""

    def __init__(self, reason: Message) -> None:
        super().__init__(str(reason))
        self.reason = reason


@dataclass(frozen=True, slots=True)
class Desk:
    """The parts that all tables of a node share.

    Attributes:
        identity: this computer's key.
        run: eight random bytes, new with every start of the program.
        games: folder of the game files.
        book: addresses at which peers were last reached.
        loopback: whether to stay on this computer.
        around: the computer that the table is on.
        limits: limits of links.
        pace: pace of repeated calls.
        ways: makes the ways to ask the router.
        emit: takes events for the program.
        announce: takes the announcement for the local network, or None.
        seek: takes a beacon to show there, and a listener for other beacons; see :meth:`net.discovery.Discovery.seek`.
        keep_key: writes this computer's key again if its file is gone.
    """

    identity: Identity
    run: bytes
    games: Path
    book: AddressBook
    loopback: bool
    around: Surroundings
    limits: Limits
    pace: Pace
    ways: Callable[[], Sequence[Way]]
    emit: Callable[[NetEvent], None]
    announce: Callable[[Announcement | None], None]
    seek: Callable[[Beacon | None, Callable[[Sighting], None] | None], None]
    keep_key: Callable[[], None]
