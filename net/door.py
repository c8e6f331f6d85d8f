"""The open door: the TCP port on which a peer takes calls, and the limits on what strangers may cost.

Standing links come first. So strangers get a small share of the computer's time whatever they do: few connections are taken in
a second, fewer handshakes are begun, and each has a small allowance of bytes and seconds. All others wait, in the system's
queue or at the door; at the door, the address that was served least goes first.
"""

from __future__ import annotations

import errno
import socket
from collections import Counter
from dataclasses import replace
from typing import Any

from OpenSSL import SSL
from twisted.internet import interfaces
from twisted.internet.defer import Deferred, gatherResults
from twisted.internet.error import CannotListenError
from twisted.internet.protocol import Factory
from twisted.protocols.tls import TLSMemoryBIOProtocol
from zope.interface import implementer

from net.allowance import Bucket
from net.link import Limits, Link, Owner
from net.metered import MeteredTLS, MeteredTLSFactory
from rules.message import Message, message

_EVERYWHERE = ("::", "0.0.0.0")
_LOOPBACK = ("127.0.0.1", "::1")
_TRIES = 8
"""How often a free port is picked until it is free for IPv4 and IPv6 alike."""

_REST = 0.5
"""Seconds for which no connection is taken after too many have come."""

_MET = 4.0
"""Seconds for the greeting of a peer whose call has met ours. If both wait for the other to begin, this one ends it."""

_LATELY = 60.0
_OFTEN = 3
"""This many silent calls from one address within so many seconds are no accident."""


class DoorError(Exception):
    """The port cannot be opened; ``reason`` says which and what to do."""

    def __init__(self, reason: Message) -> None:
        super().__init__(str(reason))
        self.reason = reason


@implementer(interfaces.IOpenSSLServerConnectionCreator)
class _Server:
    def __init__(self, context: SSL.Context) -> None:
        self._context = context

    def serverConnectionForTLS(self, protocol: TLSMemoryBIOProtocol) -> SSL.Connection:
        return SSL.Connection(self._context, None)


class Door(Factory):
    """A listening port.

    Attributes:
        port: its number.
    """

    noisy = False

    def __init__(self, reactor: Any, context: SSL.Context, owner: Owner, limits: Limits) -> None:
        self.port = 0
        self._reactor = reactor
        self._owner = owner
        self._limits = limits
        self._strangers: dict[Link, str] = {}
        self._met: set[Link] = set()
        self._waiting: dict[Link, Any] = {}
        self._served: Counter[str] = Counter()
        self._arrivals = Bucket(limits.arrivals_at_once, limits.arrivals)
        self._handshakes = Bucket(limits.handshakes_at_once, limits.handshakes)
        self._serving: Any = None
        self._resting: Any = None
        self._slow: list[tuple[float, str]] = []
        self._ports: list[Any] = []
        self._entrance = _Entrance(self, self, _Server(context), reactor)
        self._meeting = _Entrance(self, _Met(self), _Server(context), reactor)

    def open(self, port: int = 0, loopback: bool = False) -> None:
        """Listen on this port of every interface (or the loopback one), IPv4 and IPv6; 0 picks a free one.

        Raises :class:`DoorError` if neither can be opened.
        """
        interfaces_ = _LOOPBACK if loopback else _EVERYWHERE
        for _ in range(_TRIES):
            try:
                self._listen(port, interfaces_, both=True)
            except OSError as problem:
                self.close()
                if port:
                    raise DoorError(_why(problem, port)) from problem
            else:
                return
        raise DoorError(message("net.error.port-any"))

    def _listen(self, port: int, hosts: tuple[str, ...], both: bool) -> None:
        """Listen on the same port of all hosts; a family that this computer lacks is left out."""
        problem: OSError | None = None
        self.port = port
        for host in hosts:
            try:
                opened = self._reactor.listenTCP(self.port, self._entrance, interface=host)
            except CannotListenError as error:
                problem = error.socketError if isinstance(error.socketError, OSError) else OSError(str(error))
            except OSError as error:
                problem = error
            else:
                self._ports.append(opened)
                self.port = opened.getHost().port
                continue
            if problem.errno in (errno.EADDRINUSE, errno.EACCES) and not self._covered():
                raise problem
        if not self._ports:
            raise problem or OSError(errno.EADDRNOTAVAIL, "no interface")

    def _covered(self) -> bool:
        """Whether the open IPv6 socket takes IPv4 calls too, so that it is we who occupy the port."""
        return any(
            opened.socket.family == socket.AF_INET6 and not opened.socket.getsockopt(socket.IPPROTO_IPV6, socket.IPV6_V6ONLY)
            for opened in self._ports
        )

    def close(self) -> Deferred[Any]:
        """Stop listening and close the connections that have not been welcomed; welcomed links stay."""
        ports, self._ports = self._ports, []
        for link in list(self._strangers):
            link.close()
        for timer in (self._serving, self._resting):
            if timer is not None and timer.active():
                timer.cancel()
        return gatherResults([stopped for stopped in (port.stopListening() for port in ports) if stopped is not None])

    @property
    def meeting(self) -> Any:
        """The protocol factory for calls that have met one of ours.

        The other side begins. Its silence is no offence: our call may have come to its door, where it waits for us to begin.
        """
        return self._meeting

    # -- for the factory -------------------------------------------------------------------------------------------

    def crowded(self, host: str) -> bool:
        """Whether too many callers have come lately, or too many (in all, or from this address) wait for a welcome."""
        if not self._arrivals.take(self._reactor.seconds()):
            self._rest()
            return True
        each = Counter(self._strangers.values())
        return len(self._strangers) >= self._limits.strangers or each[host] >= self._limits.strangers_each

    def buildProtocol(self, addr: Any) -> Link:
        """A link for a caller."""
        return self._stranger(addr.host, self._limits)

    def meet(self, addr: Any) -> Link:
        """A link for a peer whose call has met one of ours."""
        link = self._stranger(addr.host, replace(self._limits, handshake=min(_MET, self._limits.handshake)))
        self._met.add(link)
        return link

    def _stranger(self, host: str, limits: Limits) -> Link:
        link = Link(self._reactor, self._owner, limits, self._settled, None)
        self._strangers[link] = host
        return link

    def arrived(self, link: Link, transport: Any) -> None:
        """A connection stands: its handshake begins now or later in its turn. Until then nothing is read from it."""
        if self._waiting or not self._handshakes.take(self._reactor.seconds()):
            transport.pauseProducing()
            self._waiting[link] = transport
            self._serve_later()

    def _serve_later(self) -> None:
        if self._serving is None:
            self._serving = self._reactor.callLater(self._handshakes.wait(self._reactor.seconds()), self._serve)

    def _serve(self) -> None:
        """Begin a handshake with a caller whose address was served least."""
        self._serving = None
        if self._waiting and self._handshakes.take(self._reactor.seconds()):
            link = min(self._waiting, key=lambda one: self._served[self._strangers[one]])
            self._served[self._strangers[link]] += 1
            self._waiting.pop(link).resumeProducing()
        if self._waiting:
            self._serve_later()
        else:
            self._served.clear()

    def _rest(self) -> None:
        if self._resting is None:
            for port in self._ports:
                port.stopReading()
            self._resting = self._reactor.callLater(_REST, self._go_on)

    def _go_on(self) -> None:
        self._resting = None
        for port in self._ports:
            port.startReading()

    def _settled(self, link: Link) -> None:
        host, met = self._strangers.pop(link, ""), link in self._met
        self._met.discard(link)
        if self._waiting.pop(link, None) is not None or met:
            return  # it was not slow: it was made to wait, or waited for us
        if host and (link.fault == "garbled" or (link.fault == "slow" and self._again_slow(host))):
            self._owner.intruder(host.removeprefix("::ffff:"), link.fault)

    def _again_slow(self, host: str) -> bool:
        """Whether calls from this address have been slow more often than a bad network explains."""
        now = self._reactor.seconds()
        self._slow = [*((when, other) for when, other in self._slow[-100:] if now - when < _LATELY), (now, host)]
        return sum(other == host for _, other in self._slow) >= _OFTEN


class _Met(Factory):
    """Links for peers whose calls have met ours."""

    noisy = False

    def __init__(self, door: Door) -> None:
        self._door = door

    def buildProtocol(self, addr: Any) -> Link:
        return self._door.meet(addr)


class _Visitor(MeteredTLS):
    """TLS with a caller."""

    def makeConnection(self, transport: Any) -> None:
        """The connection stands."""
        connect: Any = super().makeConnection
        connect(transport)
        entrance: Any = self.factory
        entrance.door.arrived(self.wrappedProtocol, transport)


class _Entrance(MeteredTLSFactory):
    """TLS in front of a door; if it is crowded, a caller's connection is closed before it costs a handshake."""

    protocol = _Visitor

    def __init__(self, door: Door, links: Factory, server: Any, reactor: Any) -> None:
        as_factory: Any = links
        super().__init__(server, False, as_factory, clock=reactor)
        self.door = door

    def buildProtocol(self, addr: Any) -> Any:
        return None if self.door.crowded(addr.host) else super().buildProtocol(addr)


def _why(problem: OSError, port: int) -> Message:
    if problem.errno == errno.EADDRINUSE:
        return message("net.error.port-taken", port=port)
    if problem.errno == errno.EACCES:
        return message("net.error.port-forbidden", port=port)
    return message("net.error.port", port=port, why=problem.strerror or str(problem))
