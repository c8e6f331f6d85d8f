"""The open door: the TCP port on which a peer takes calls, and how many strangers may stand in it at once."""

from __future__ import annotations

import errno
import socket
from collections import Counter
from typing import Any

from OpenSSL import SSL
from twisted.internet import interfaces
from twisted.internet.defer import Deferred, gatherResults
from twisted.internet.error import CannotListenError
from twisted.internet.protocol import Factory
from twisted.protocols.tls import TLSMemoryBIOFactory, TLSMemoryBIOProtocol
from zope.interface import implementer

from net.link import Limits, Link, Owner
from rules.message import Message, message

_EVERYWHERE = ("::", "0.0.0.0")
_LOOPBACK = ("127.0.0.1", "::1")
_TRIES = 8
"""How often a free port is picked until it is free for IPv4 and IPv6 alike."""

_LATELY = 60.0
_OFTEN = 3
"""So many calls from one address in so many seconds that said nothing are no accident."""


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
        self._slow: list[tuple[float, str]] = []
        self._ports: list[Any] = []
        self._entrance = _Entrance(self, _Server(context))

    def open(self, port: int = 0, loopback: bool = False) -> None:
        """Listen on this port of every interface (or the loopback one), IPv4 and IPv6; 0 picks a free one.

        Raises :class:`DoorError` when neither can be had.
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
        """Whether the IPv6 socket that stands takes IPv4 calls too, so that the port is only taken by ourselves."""
        return any(
            opened.socket.family == socket.AF_INET6 and not opened.socket.getsockopt(socket.IPPROTO_IPV6, socket.IPV6_V6ONLY)
            for opened in self._ports
        )

    def close(self) -> Deferred[Any]:
        """Stop listening and hang up on those still standing in the door; links that were welcomed stay."""
        ports, self._ports = self._ports, []
        for link in list(self._strangers):
            link.close()
        return gatherResults([stopped for stopped in (port.stopListening() for port in ports) if stopped is not None])

    # -- for the factory -------------------------------------------------------------------------------------------

    def crowded(self, host: str) -> bool:
        """Whether there are too many connections, in all or from this address, that were not welcomed yet."""
        each = Counter(self._strangers.values())
        return len(self._strangers) >= self._limits.strangers or each[host] >= self._limits.strangers_each

    def buildProtocol(self, addr: Any) -> Link:
        """A link for somebody who calls."""
        link = Link(self._reactor, self._owner, self._limits, self._settled, None)
        self._strangers[link] = addr.host
        return link

    def _settled(self, link: Link) -> None:
        host = self._strangers.pop(link, "")
        if host and (link.fault == "garbled" or (link.fault == "slow" and self._again_slow(host))):
            self._owner.intruder(host.removeprefix("::ffff:"), link.fault)

    def _again_slow(self, host: str) -> bool:
        """Whether it has been slow from this address more often than happens where the network is bad."""
        now = self._reactor.seconds()
        self._slow = [*((when, other) for when, other in self._slow[-100:] if now - when < _LATELY), (now, host)]
        return sum(other == host for _, other in self._slow) >= _OFTEN


class _Entrance(TLSMemoryBIOFactory):
    """TLS in front of a door; whoever finds it crowded is hung up on before any handshake is paid for."""

    def __init__(self, door: Door, server: Any) -> None:
        as_factory: Any = door
        super().__init__(server, False, as_factory)
        self._door = door

    def buildProtocol(self, addr: Any) -> Any:
        return None if self._door.crowded(addr.host) else super().buildProtocol(addr)


def _why(problem: OSError, port: int) -> Message:
    if problem.errno == errno.EADDRINUSE:
        return message("net.error.port-taken", port=port)
    if problem.errno == errno.EACCES:
        return message("net.error.port-forbidden", port=port)
    return message("net.error.port", port=port, why=problem.strerror or str(problem))
