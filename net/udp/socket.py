"""A UDP socket for one version of IP. Twisted's own IPv6 socket takes both versions and would block the port for IPv4."""

from __future__ import annotations

import socket
from typing import Any

from twisted.internet import udp
from twisted.internet.error import CannotListenError

LARGEST = 2048
"""Bytes of the largest datagram that is read completely."""


class _Port(udp.Port):
    """Twisted's port, with a socket that takes no datagrams of the other version of IP."""

    made: socket.socket | None = None

    def createInternetSocket(self) -> socket.socket:
        """The socket, before it is bound."""
        create: Any = super().createInternetSocket
        made: socket.socket = create()
        if made.family == socket.AF_INET6:
            made.setsockopt(socket.IPPROTO_IPV6, socket.IPV6_V6ONLY, 1)
        self.made = made
        return made


def listen(reactor: Any, port: int, protocol: Any, host: str) -> Any:
    """Open a UDP port at one of our addresses, only for its version of IP.

    Raises :class:`twisted.internet.error.CannotListenError` or :class:`OSError`.
    """
    if not hasattr(reactor, "addReader"):  # a reactor without sockets
        return reactor.listenUDP(port, protocol, interface=host, maxPacketSize=LARGEST)
    make: Any = _Port
    opened = make(port, protocol, host, LARGEST, reactor)
    try:
        opened.startListening()
    except CannotListenError:
        if opened.made is not None:
            opened.made.close()
        raise
    return opened
