"""TLS that counts its input: before the greeting it decrypts only a little, and after it every record counts.

A TLS record can be almost or completely empty and still costs as much work as a full one. So the records are counted, by the
bytes that they add to the data, and not only the data.

What is written goes to the socket at once. Twisted would gather it until its next round, and then ask the system whether the
socket takes it: two rounds and three calls of the system for a small frame that somebody waits for.
"""

from __future__ import annotations

from typing import Any

from twisted.internet.tcp import Connection
from twisted.protocols.tls import TLSMemoryBIOFactory, TLSMemoryBIOProtocol

BEFORE_GREETING = 8 << 10
"""Bytes on the wire, including the handshake, within which a greeting must have come."""

RECORD = 22
"""Bytes that a record of TLS 1.3 adds to its data: its head, the kind of its content, and the tag of the cipher."""


class Prompt:
    """A TCP connection that sends at once; what the system does not take now waits in the connection."""

    def __init__(self, connection: Connection) -> None:
        self._connection: Any = connection

    def write(self, data: bytes) -> None:
        """Send these bytes, after all that were written before."""
        connection = self._connection
        sent = 0
        if connection.connected and not connection.reactor.getWriters():  # else earlier bytes may wait there
            took = connection.writeSomeData(data)
            sent = took if isinstance(took, int) else 0  # a lost connection is noticed when the rest is sent
        if sent < len(data):
            connection.write(data[sent:])

    def __getattr__(self, name: str) -> Any:
        return getattr(self._connection, name)


class MeteredTLS(TLSMemoryBIOProtocol):
    """The TLS between a socket and its :class:`~net.link.Link`."""

    _room = BEFORE_GREETING

    def makeConnection(self, transport: Any) -> None:
        """The connection stands."""
        connect: Any = super().makeConnection
        connect(Prompt(transport) if isinstance(transport, Connection) else transport)

    def dataReceived(self, data: bytes) -> None:
        """Bytes came in from the socket; before the greeting, only the rest of the allowance is decrypted."""
        link: Any = self.wrappedProtocol
        decrypt: Any = super().dataReceived
        abort: Any = self.abortConnection
        if link.greeting is None:
            first, data = data[: self._room], data[self._room :]
            self._room -= len(first)
            if first:
                decrypt(first)
            if not data:
                return
            if link.greeting is None:
                link.overrun()
                abort()
                return
        before = link.taken
        decrypt(data)
        link.count_records(max(0, len(data) - (link.taken - before)) // RECORD)


class MeteredTLSFactory(TLSMemoryBIOFactory):
    """Puts :class:`MeteredTLS` before the links of another factory."""

    protocol = MeteredTLS
