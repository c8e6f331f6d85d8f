"""How others find a table: this computer's addresses, the port that its router has opened, and the local announcement."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING

from net.addresses import MOST, Address
from net.discovery import Announcement
from net.invite import Invite
from net.mesh import Mesh
from net.session.core import Session
from net.session.lobby.host import HostLobby
from rules.message import Message, message

if TYPE_CHECKING:
    from net.routers.opened import OpenedPort
    from net.routers.way import Way


class Signpost:
    """The way to one table, for others.

    Attributes:
        punched: addresses from which others have seen this computer's datagrams come; only UDP reaches it there.
        public: whether the table is shown on the local network while others can join or watch it.
        told: called with a sentence about each answer of the router.
    """

    def __init__(self, key: bytes, hosts: Callable[[], list[str]], announce: Callable[[Announcement | None], None]) -> None:
        """The table of the peer with this key.

        Args:
            key: this computer's key.
            hosts: returns the addresses of this computer.
            announce: takes the announcement for the local network, or None.
        """
        self.public = False
        self.told: Callable[[Message], None] = lambda said: None
        self._key = key
        self._hosts = hosts
        self._announce = announce
        self.punched: tuple[Address, ...] = ()
        self._outside: tuple[Address, ...] = ()
        self._opened: OpenedPort | None = None
        self._asked_from: list[str] = []

    @property
    def hosts(self) -> list[str]:
        """This computer's addresses; none without a network."""
        return self._hosts()

    def addresses(self, port: int) -> tuple[Address, ...]:
        """The addresses of this computer, public ones last."""
        inside = tuple(Address(host, port) for host in self.hosts or ["127.0.0.1"])
        return (*inside[: MOST - len(self._outside)], *self._outside)

    def invite(self, token: bytes, port: int) -> Invite:
        """The invite to this computer."""
        return Invite(self._key, token, self.addresses(port), self.punched)

    def point_to(self, lobby: HostLobby, port: int) -> bool:
        """Put the present addresses into a lobby's invite. Returns whether they have changed."""
        shown, invite = tuple(map(str, self.addresses(port))), str(self.invite(lobby.token, port))
        if (shown, invite) == (lobby.addresses, lobby.invite):
            return False
        lobby.addresses, lobby.invite = shown, invite
        return True

    def show(self, table: HostLobby | Session | None, mesh: Mesh | None) -> None:
        """Update the announcement on the local network: an open lobby, a game that anybody may watch, or nothing."""
        if not self.public or mesh is None:
            return
        match table:
            case HostLobby():
                seen = table.name, table.table.game, len(table.table.seats), table.free, False
            case Session() if table.anybody_may_watch:
                charter = table.charter.charter
                seen = charter.name(self._key), charter.game, len(charter.seats), 0, True
            case _:
                self.hide()
                return
        hosts = tuple(self.hosts) or ("127.0.0.1",)
        self._announce(Announcement(self._key, seen[0], hosts, mesh.port, *seen[1:]))

    def hide(self) -> None:
        """Withdraw the announcement from the local network."""
        self._announce(None)

    def ask_router(self, ways: Sequence[Way], port: int) -> None:
        """Ask the router to open a port to the internet."""
        from net.routers.opened import OpenedPort  # most tables do not need it

        def said(answer: Address | Message) -> None:
            self._outside = (answer,) if isinstance(answer, Address) else ()
            self.told(message("net.notice.router-opened", address=str(answer)) if isinstance(answer, Address) else answer)

        self._asked_from = self.hosts
        self._opened = OpenedPort(port, ways, said)

    def look_around(self) -> None:
        """If this computer has other addresses now, it may have another router: ask that for the port."""
        hosts = self.hosts
        if self._opened is not None and hosts and hosts != self._asked_from:
            self._asked_from = hosts
            self._opened.ask_again()

    def close(self) -> None:
        """The table is gone: withdraw the announcement and have the router close the port."""
        self.hide()
        if self._opened is not None:
            self._opened.close()
