"""Connections over TCP that both sides open at the same time (RFC 9293, section 3.5), for networks that block UDP.

All calls go out from one port of ours. A router that maps this port to one number for everybody, and drops unexpected calls,
lets the other side's call in once ours has gone out: each side then takes the other's call for the answer to its own. Both know
beforehand which side begins the TLS handshake: the guest.

While two sides try to meet, each also listens on that port. A side without a router, or behind one that lets every call in,
takes the other's call there, even if it comes from a port that nobody could foretell.

An IPv6 firewall does the same but translates nothing. So neither a server nor a code has to say where calls over IPv6 come
from: they come from the port beside the one on which the computer listens.
"""

from __future__ import annotations

import logging
import random
import secrets
import socket
from collections.abc import Callable, Sequence
from typing import Any

from twisted.internet import tcp
from twisted.internet.defer import Deferred
from twisted.internet.error import CannotListenError
from twisted.internet.protocol import ClientFactory, Factory, Protocol

from net.addresses import Address, is_global_ipv6, is_literal
from net.allowance import Bucket
from net.udp import stun

TRY = 3.0
"""Seconds for one call."""

AGAIN, LATER, FALLING = (0.1, 0.4), (1.0, 2.0), 8.0
"""Seconds until the next call (at least, at most): at first, and after so many seconds.

The time is random: two sides that called in step would miss each other for ever.
"""

HEAD_START = 2.0
"""Seconds that UDP has before such calls begin: a link over UDP survives a restart of the router."""

SERVER_PATIENCE = 3.0
"""Seconds for the answer of a STUN server."""

MOST = 6
"""The most addresses that are called at a time."""

VISITS_AT_ONCE, VISITS = 6, 1.0
"""Calls that are taken at such a port: so many at once, and so many a second after that."""

_log = logging.getLogger("alarife.net.crossing")


class CrossingError(Exception):
    """A server does not answer over TCP."""


def beside(port: int) -> int:
    """The port from which calls over IPv6 go out at a computer that listens on ``port``."""
    return port + 1 if port < 65_535 else port - 1


class _Client(tcp.Client):
    """Twisted's client, with a source port that it shares with other calls."""

    def createInternetSocket(self) -> socket.socket:
        """The socket, before it is bound."""
        create: Any = super().createInternetSocket
        return _shared(create())


class _Connector(tcp.Connector):
    def _makeTransport(self) -> tcp.Client:
        make: Any = _Client
        made: tcp.Client = make(self.host, self.port, self.bindAddress, self, self.reactor)
        return made


class _Port(tcp.Port):
    """Twisted's, at a port that calls go out from as well."""

    def createInternetSocket(self) -> socket.socket:
        """The socket, before it is bound."""
        create: Any = super().createInternetSocket
        return _shared(create())


def _shared(made: socket.socket) -> socket.socket:
    made.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
    if hasattr(socket, "SO_REUSEPORT"):
        made.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEPORT, 1)
    if made.family == socket.AF_INET6:
        made.setsockopt(socket.IPPROTO_IPV6, socket.IPV6_V6ONLY, 1)
    return made


class Crossing:
    """The port from which calls go out to meet those of the other side.

    Attributes:
        reactor: opens its connections and keeps its time.
    """

    def __init__(self, reactor: Any, loopback: bool = False, listens: int = 0) -> None:
        """``listens`` is the port on which this computer listens; without it, no calls go out over IPv6."""
        self.reactor = reactor
        self._loopback = loopback
        self._port = 0
        self._beside = beside(listens) if listens else 0
        self._kept: socket.socket | None = None
        self._meetings: dict[Meeting, None] = {}
        self._servers: dict[Address, _Asking] = {}
        self._open: list[Any] = []
        self._visits = Bucket(VISITS_AT_ONCE, VISITS)

    @property
    def port(self) -> int:
        """Its number, chosen at the first use."""
        if not self._port:
            if hasattr(self.reactor, "addReader"):
                self._kept = _shared(socket.socket())
                self._kept.bind(("127.0.0.1" if self._loopback else "", 0))
                self._port = self._kept.getsockname()[1]
            else:
                self._port = self.reactor.new_port()
        return self._port

    def connect(self, place: Address, factory: ClientFactory, timeout: float) -> Any:
        """Call an address from this port."""
        here = ("::", self._beside) if ":" in place.host else ("", self.port)
        if not hasattr(self.reactor, "addReader"):  # a reactor without sockets
            return self.reactor.connectTCP(place.host, place.port, factory, timeout, bindAddress=here)
        connector = _Connector(place.host, place.port, factory, timeout, here, self.reactor)
        connector.connect()
        return connector

    def ask_server(self, server: Address) -> Deferred[Address]:
        """Ask a STUN server where our calls come from; fails with :class:`CrossingError`.

        The connection stays open, so that the router keeps the mapping.
        """
        asking = self._servers.get(server)
        if asking is None or asking.over:  # a second connection from the same port to the same server cannot be made
            asking = self._servers[server] = _Asking(server)
            asking.connector = self.connect(server, asking, SERVER_PATIENCE)
        told = asking.ask()
        timer = self.reactor.callLater(SERVER_PATIENCE, asking.give_up)
        told.addBoth(lambda result: (timer.active() and timer.cancel(), result)[1])
        return told

    def meet(self, places: Sequence[Address], make: Callable[[Address], Any], patience: float) -> Meeting:
        """Call all of these addresses again and again, until it is stopped or after ``patience`` seconds.

        ``make`` returns the protocol factory for an address.
        """
        usable = [place for place in dict.fromkeys(places) if is_literal(place.host) and self._may_be_called(place)][:MOST]
        meeting = Meeting(self, usable, make, patience)
        self._meetings[meeting] = None
        self._listen()
        return meeting

    def _may_be_called(self, place: Address) -> bool:
        return self._beside > 0 and is_global_ipv6(place) if ":" in place.host else True

    def left(self, meeting: Meeting) -> None:
        """A meeting has ended."""
        self._meetings.pop(meeting, None)
        if not self._meetings:
            self._shut()

    # -- listening -----------------------------------------------------------------------------------------------------

    def _listen(self) -> None:
        """Take calls where ours go out from. A computer that cannot do so still meets calls that come at the same moment."""
        if self._open:
            return
        here = [("127.0.0.1" if self._loopback else "", self.port)]
        if self._beside:
            here.append(("::1" if self._loopback else "::", self._beside))
        for host, port in here:
            visits: Any = _Visits(self)
            try:
                if hasattr(self.reactor, "addReader"):
                    opened: Any = _Port(port, visits, interface=host, reactor=self.reactor)
                    opened.startListening()
                else:
                    opened = self.reactor.listenTCP(port, visits, interface=host)
            except (CannotListenError, OSError) as problem:
                _log.info("calls cannot be taken at the port %d: %s", port, problem)
            else:
                self._open.append(opened)

    def _shut(self) -> None:
        for opened in self._open:
            opened.stopListening()
        self._open.clear()

    def visit(self, place: Address) -> Any:
        """The protocol for a caller at this address: of the meeting that calls it, or of the only one; None for others."""
        expected = [meeting for meeting in self._meetings if meeting.expects(place.host)]
        if not expected and len(self._meetings) == 1:
            expected = list(self._meetings)  # the caller's address may be known to nobody
        if not expected or not self._visits.take(self.reactor.seconds()):
            return None
        return expected[0].made(place).buildProtocol(place)

    def close(self) -> None:
        """Stop all calls. Connections that have become links stay."""
        for meeting in list(self._meetings):
            meeting.stop()
        self._shut()
        for asking in self._servers.values():
            asking.connector.disconnect()
        self._servers.clear()
        if self._kept is not None:
            self._kept.close()
            self._kept = None


class Meeting:
    """An attempt to meet a peer that calls here at the same time."""

    def __init__(self, crossing: Crossing, places: Sequence[Address], make: Callable[[Address], Any], patience: float) -> None:
        self._crossing = crossing
        self._make = make
        now = crossing.reactor.seconds()
        self._since, self._until = now + HEAD_START, now + patience
        self._calls = [_Calling(self, place) for place in places]
        self._hosts = frozenset(place.host for place in places)
        self._start = crossing.reactor.callLater(HEAD_START, self._begin)
        self._end = crossing.reactor.callLater(patience, self.stop)
        self.over = False

    def _begin(self) -> None:
        """Call all addresses."""
        for call in self._calls:
            call.go()

    def stop(self) -> None:
        """Give up silently; connections that stand stay."""
        self.over = True
        for timer in (self._start, self._end):
            if timer.active():
                timer.cancel()
        for call in self._calls:
            call.stop()
        self._crossing.left(self)

    def connect(self, call: _Calling, place: Address) -> Any:
        """Call once more."""
        there = Address(place.host, beside(place.port)) if ":" in place.host else place
        return self._crossing.connect(there, call, TRY)

    def expects(self, host: str) -> bool:
        """Whether calls go to this computer, so that one may come from it."""
        return host in self._hosts

    def later(self, work: Callable[[], None]) -> Any:
        """Schedule the next call; None if it is too late for one."""
        reactor = self._crossing.reactor
        now = reactor.seconds()
        if self.over or now >= self._until:
            return None
        return reactor.callLater(random.uniform(*(AGAIN if now - self._since < FALLING else LATER)), work)

    def made(self, place: Address) -> Any:
        """The factory of protocols for an address."""
        return self._make(place)


class _Calling(ClientFactory):
    """Calls to one address, one after another."""

    noisy = False

    def __init__(self, meeting: Meeting, place: Address) -> None:
        self._meeting = meeting
        self._place = place
        self._connector: Any = None
        self._timer: Any = None
        self._stands = False

    def go(self) -> None:
        """Call."""
        self._timer = None
        self._connector = self._meeting.connect(self, self._place)

    def stop(self) -> None:
        """Call no more; a connection that stands is not touched."""
        if self._timer is not None and self._timer.active():
            self._timer.cancel()
        if self._connector is not None and not self._stands:
            connector, self._connector = self._connector, None
            connector.stopConnecting()

    def buildProtocol(self, addr: Any) -> Any:
        """Both calls have met."""
        self._stands = True
        return None if self._meeting.over else self._meeting.made(self._place).buildProtocol(addr)

    def clientConnectionFailed(self, connector: Any, reason: Any) -> None:
        """The other side has not called at that moment."""
        self._again()

    def clientConnectionLost(self, connector: Any, reason: Any) -> None:
        """It was not the right peer, or the link has ended."""
        self._again()

    def _again(self) -> None:
        self._stands, self._connector = False, None
        self._timer = self._meeting.later(self.go)


class _Visits(Factory):
    """Calls that are taken because nobody called at the same moment."""

    noisy = False

    def __init__(self, crossing: Crossing) -> None:
        self._crossing = crossing

    def buildProtocol(self, addr: Any) -> Any:
        """What is to be met there; None hangs up."""
        return self._crossing.visit(Address(addr.host, addr.port))


class _Asking(ClientFactory):
    """Questions to a STUN server, one after another over one connection.

    Attributes:
        server: the server.
        connector: the connection to it.
        over: whether that has ended.
    """

    noisy = False

    def __init__(self, server: Address) -> None:
        self.server = server
        self.connector: Any = None
        self.over = False
        self._question: _Question | None = None
        self._waiting: list[Deferred[Address]] = []

    def ask(self) -> Deferred[Address]:
        """Ask as soon as the connection stands."""
        told: Deferred[Address] = Deferred()
        self._waiting.append(told)
        if self._question is not None:
            self._question.ask()
        return told

    def buildProtocol(self, addr: Any) -> _Question:
        """The connection stands."""
        self._question = _Question(self)
        return self._question

    def clientConnectionFailed(self, connector: Any, reason: Any) -> None:
        """The server does not take calls."""
        self._miss()

    def clientConnectionLost(self, connector: Any, reason: Any) -> None:
        """It hangs up."""
        self._miss()

    def heard(self, place: Address) -> None:
        """It has answered."""
        waiting, self._waiting = self._waiting, []
        for told in waiting:
            told.callback(place)

    def give_up(self) -> None:
        """It does not answer in time: hang up, so that the next question goes over another connection."""
        self.connector.disconnect()
        self._miss()

    def _miss(self) -> None:
        self.over = True
        waiting, self._waiting = self._waiting, []
        for told in waiting:
            told.errback(CrossingError(f"{self.server} does not answer over TCP"))


class _Question(Protocol):
    def __init__(self, asking: _Asking) -> None:
        self._asking = asking
        self._transaction = b""
        self._data = b""

    def connectionMade(self) -> None:
        """Ask."""
        self.ask()

    def ask(self) -> None:
        """Ask once more; only the answer to this question counts."""
        transport: Any = self.transport
        self._transaction, self._data = secrets.token_bytes(stun.TRANSACTION), b""
        transport.write(stun.plain_request(self._transaction))

    def dataReceived(self, data: bytes) -> None:
        """Read the answer once it is complete; anything after it is ignored."""
        self._data = (self._data + data)[: stun.LONGEST]
        if len(self._data) >= 4 and len(self._data) >= 20 + int.from_bytes(self._data[2:4], "big"):
            message = stun.decode(self._data[: 20 + int.from_bytes(self._data[2:4], "big")])
            answers = message is not None and message.kind == stun.SUCCESS and message.transaction == self._transaction
            if answers and message is not None and message.mapped is not None:
                self._asking.heard(message.mapped)
