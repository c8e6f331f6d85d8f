"""TLS that counts what it is given: before the greeting little is decrypted, and after it nothing is free.

A record of TLS can be almost empty, and some hold no data at all. Both cost as much work as a full one, so records are counted
by what they add to the data, not only the data itself.
"""

from __future__ import annotations

from typing import Any

from twisted.protocols.tls import BufferingTLSTransport, TLSMemoryBIOFactory

BEFORE_GREETING = 8 << 10
"""Bytes on the wire, those of the handshake included, within which a greeting must have come."""

RECORD = 22
"""Bytes that a record of TLS 1.3 adds to its data: its head, the kind of its content, and the tag of the cipher."""


class MeteredTLS(BufferingTLSTransport):
    """The TLS between a socket and its :class:`~net.link.Link`."""

    _room = BEFORE_GREETING

    def dataReceived(self, data: bytes) -> None:
        """Bytes came in from the socket; before the greeting no more than the rest of its allowance is looked at."""
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
