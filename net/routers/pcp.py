"""The messages of PCP (RFC 6887) and of NAT-PMP (RFC 6886), its forerunner: bytes to values and back, nothing else.

Both use port 5351 of the router. Answers of the router are hostile: a datagram that is not exactly an answer decodes to None.
"""

from __future__ import annotations

import ipaddress
from dataclasses import dataclass

from net.addresses import Address
from net.routers.way import Carrier

PORT = 5351
"""The UDP port of the router."""

NONCE_LENGTH = 12
"""Bytes by which a router recognises the owner of a mapping."""

LONGEST = 1100
"""Bytes of the longest message of PCP (section 7)."""

SUCCESS = 0
UNSUPPORTED_VERSION = 1
NO_RESOURCES = 8
CANNOT_PROVIDE = 11
"""The results that this program tells apart; 8 and 11 exist only in PCP."""

_PCP, _NATPMP = 2, 0
_ANNOUNCE, _MAP = 0, 1
_ANSWER = 0x80
_PROTOCOLS: dict[Carrier, int] = {"TCP": 6, "UDP": 17}
_OPCODES: dict[Carrier, int] = {"UDP": 1, "TCP": 2}


NOWHERE = Address("", 0)
"""The value of an address that an answer does not contain."""


@dataclass(frozen=True, slots=True)
class Answer:
    """An answer of a router.

    Attributes:
        version: 2 for PCP, 0 for NAT-PMP.
        result: 0 for success.
        epoch: seconds since the router began to remember mappings.
        carrier: the protocol of the port that the answer is about; None for an answer about the router itself.
        inside: port of this computer.
        outside: the router's address and the port there; the host is empty, or the port 0, if the answer does not contain it.
        lifetime: seconds for which the port stays open.
        nonce: the one of the question; empty in NAT-PMP.
    """

    version: int
    result: int
    epoch: int
    carrier: Carrier | None = None
    inside: int = 0
    outside: Address = NOWHERE
    lifetime: int = 0
    nonce: bytes = b""


def announce(client: str) -> bytes:
    """The question whether the router speaks PCP (section 14.1), from a computer with this address."""
    return _head(_ANNOUNCE, 0, client)


def mapping(client: str, nonce: bytes, carrier: Carrier, inside: int, lifetime: int, outside: Address | None = None) -> bytes:
    """The request to open a port (section 11.1), or with ``lifetime`` 0 to close it.

    Args:
        client: address of this computer.
        nonce: the same in every request for one port.
        carrier: the protocol of the port.
        inside: the port of this computer.
        lifetime: seconds.
        outside: the address and port that the router gave before; by default the same port as inside is requested.
    """
    host, port = outside if outside is not None else ("::ffff:0.0.0.0" if "." in client else "::", inside)
    return b"".join((
        _head(_MAP, lifetime, client), nonce, bytes([_PROTOCOLS[carrier], 0, 0, 0]),
        inside.to_bytes(2, "big"), port.to_bytes(2, "big"), _sixteen(host),
    ))  # fmt: skip


def old_address() -> bytes:
    """NAT-PMP: the question for the router's address (section 3.2)."""
    return bytes([_NATPMP, 0])


def old_mapping(carrier: Carrier, inside: int, outside: int, lifetime: int) -> bytes:
    """NAT-PMP: the request to open a port (section 3.3); ``outside`` and ``lifetime`` 0 close it."""
    ports = inside.to_bytes(2, "big") + outside.to_bytes(2, "big")
    return bytes([_NATPMP, _OPCODES[carrier], 0, 0]) + ports + lifetime.to_bytes(4, "big")


def decode(data: bytes) -> Answer | None:
    """Read an answer in either protocol; None for anything else."""
    if len(data) < 8 or len(data) > LONGEST or not data[1] & _ANSWER:
        return None
    if data[0] == _NATPMP:
        return _decode_old(data)
    if data[0] != _PCP or len(data) < 24 or len(data) % 4:
        return None
    result, lifetime, epoch = data[3], int.from_bytes(data[4:8], "big"), int.from_bytes(data[8:12], "big")
    opcode = data[1] & ~_ANSWER
    if opcode == _ANNOUNCE:
        return Answer(_PCP, result, epoch, lifetime=lifetime)
    if opcode != _MAP or len(data) < 60:
        # A router that does not know the version or the request may send a shorter answer.
        return Answer(_PCP, result, epoch, lifetime=lifetime) if result == UNSUPPORTED_VERSION else None
    carrier = _named(data[36], _PROTOCOLS)
    if carrier is None:
        return None
    inside, port = int.from_bytes(data[40:42], "big"), int.from_bytes(data[42:44], "big")
    host = ipaddress.IPv6Address(data[44:60])
    outside = Address(str(host.ipv4_mapped or host), port)
    return Answer(_PCP, result, epoch, carrier, inside, outside, lifetime, data[24:36])


def _decode_old(data: bytes) -> Answer | None:
    result, epoch, opcode = int.from_bytes(data[2:4], "big"), int.from_bytes(data[4:8], "big"), data[1] & ~_ANSWER
    if opcode == 0:
        if len(data) == 8 and result:
            return Answer(_NATPMP, result, epoch)
        if len(data) != 12:
            return None
        return Answer(_NATPMP, result, epoch, outside=Address(str(ipaddress.IPv4Address(data[8:12])), 0))
    carrier = _named(opcode, _OPCODES)
    if carrier is None or len(data) != 16:
        return None
    inside, port = int.from_bytes(data[8:10], "big"), int.from_bytes(data[10:12], "big")
    return Answer(_NATPMP, result, epoch, carrier, inside, Address("", port), int.from_bytes(data[12:16], "big"))


def _head(opcode: int, lifetime: int, client: str) -> bytes:
    return bytes([_PCP, opcode, 0, 0]) + lifetime.to_bytes(4, "big") + _sixteen(client)


def _sixteen(host: str) -> bytes:
    """An address in sixteen bytes, one of IPv4 mapped into IPv6 (section 5)."""
    ip = ipaddress.ip_address(host)
    return bytes(10) + b"\xff\xff" + ip.packed if ip.version == 4 else ip.packed


def _named(number: int, numbers: dict[Carrier, int]) -> Carrier | None:
    return next((carrier for carrier, one in numbers.items() if one == number), None)
