"""TLS that counts its input: before the greeting it decrypts only a little, and after it every record counts.

A TLS record can be almost or completely empty and still costs as much work as a full one. So the records are counted, by the
bytes that they add to the data, and not only the data.
"""

from __future__ import annotations

from typing import Any

from twisted.protocols.tls import BufferingTLSTransport, TLSMemoryBIOFactory

BEFORE_GREETING = 8 << 10
"""Bytes on the wire, including the handshake, within which a greeting must have come."""

RECORD = 22
"""Bytes that a record of TLS 1.3 adds to its data: its head, the kind of its content, and the tag of the cipher."""


class MeteredTLS(BufferingTLSTransport):
    """The TLS between a socket and its :class:`~net.link.Link`."""

    _room = BEFORE_GREETING

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
