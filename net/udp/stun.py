"""STUN (RFC 8489), as far as it is needed: the binding request, its answer, and the authentication of both.

Between peers a request carries the name of a room and is authenticated with a key of that room; the answer is authenticated too
and says where the request came from. Over IPv4 an answer is eight bytes shorter than its request. Over IPv6 it is four bytes
longer: there an unproven address gets no answer before it has asked twice (:mod:`net.udp.places`). A request to a STUN server
carries nothing else.
"""

from __future__ import annotations

import hashlib
import hmac
import ipaddress
from dataclasses import dataclass

from net.addresses import Address

REQUEST, SUCCESS = 0x0001, 0x0101
"""Types of a message: a binding request, and the answer to it."""

TRANSACTION = 12
"""Bytes that match an answer to its request."""

LONGEST = 548
"""Bytes of the longest message that is read: a size that passes every network unfragmented (section 6.1)."""

_COOKIE = 0x2112A442
_HEAD = 20
_USERNAME, _MAPPED, _INTEGRITY, _XOR_MAPPED = 0x0006, 0x0001, 0x001C, 0x0020
_CHANGE, _CHANGED, _OTHER = 0x0003, 0x0005, 0x802C
OTHER_HOST, OTHER_PORT = 4, 2
"""The address from which a server shall answer (RFC 5780, section 7.2); the sum means both differ."""

_PROOF = 16
"""Bytes of a proof: MESSAGE-INTEGRITY-SHA256 may be cut to sixteen (section 14.6)."""

REQUEST_LENGTH = 60
"""Bytes of a request between peers."""

_PADDED = 16
"""Bytes of a room's name padded with zeros, so that over IPv4 no answer is longer than its request."""


@dataclass(frozen=True, slots=True)
class Message:
    """A STUN message.

    Attributes:
        kind: :data:`REQUEST` or :data:`SUCCESS`.
        transaction: matches an answer to its request.
        name: USERNAME without zeros at the end; empty if there is none.
        mapped: in an answer, the address that the request came from; else None.
        other: the other address of a server, None if it names none.
        change: in a request, :data:`OTHER_HOST` and :data:`OTHER_PORT`; 0 for the address that was asked.
        proven: the bytes covered by the proof; empty without one.
        proof: MESSAGE-INTEGRITY-SHA256.
    """

    kind: int
    transaction: bytes
    name: bytes = b""
    mapped: Address | None = None
    proven: bytes = b""
    proof: bytes = b""
    other: Address | None = None
    change: int = 0

    def is_by(self, key: bytes) -> bool:
        """Whether the proof was made with this key."""
        return bool(self.proof) and hmac.compare_digest(self.proof, _prove(key, self.proven))


def plain_request(transaction: bytes, change: int = 0) -> bytes:
    """The request to a STUN server. With ``change`` it shall answer from another address."""
    return _message(REQUEST, transaction, _attribute(_CHANGE, change.to_bytes(4, "big")) if change else b"")


def request(transaction: bytes, name: bytes, key: bytes) -> bytes:
    """The request to a peer, with the name of a room and the proof."""
    padded = name.ljust(_PADDED, b"\0")
    return _proven(_message(REQUEST, transaction, _attribute(_USERNAME, padded)), key)


def answer(transaction: bytes, source: Address, key: bytes, other: Address | None = None) -> bytes:
    """The answer to a request that came from ``source``; a server may name its ``other`` address."""
    attributes = _attribute(_XOR_MAPPED, _crossed(source, transaction))
    if other is not None:
        ip = ipaddress.ip_address(other.host)
        attributes += _attribute(_OTHER, bytes([0, 1 if ip.version == 4 else 2]) + other.port.to_bytes(2, "big") + ip.packed)
    return _proven(_message(SUCCESS, transaction, attributes), key)


def decode(data: bytes) -> Message | None:
    """Read a request or an answer; None for anything else."""
    if not _HEAD <= len(data) <= LONGEST or data[0] > 3:
        return None
    kind, length = int.from_bytes(data[:2], "big"), int.from_bytes(data[2:4], "big")
    if kind not in (REQUEST, SUCCESS) or length != len(data) - _HEAD or length % 4:
        return None
    if int.from_bytes(data[4:8], "big") != _COOKIE:
        return None
    transaction, name, place = data[8:_HEAD], b"", _HEAD
    mapped = other = None
    proven = proof = b""
    change = 0
    while place < len(data):
        what, size = int.from_bytes(data[place : place + 2], "big"), int.from_bytes(data[place + 2 : place + 4], "big")
        value = data[place + 4 : place + 4 + size]
        if len(value) != size:
            return None
        if what == _USERNAME:
            name = value.rstrip(b"\0")
        elif what == _XOR_MAPPED:
            mapped = _uncrossed(value, transaction)
        elif what == _MAPPED and mapped is None:
            mapped = _plain(value)
        elif what == _OTHER or (what == _CHANGED and other is None):  # the latter is its name in RFC 3489
            other = _plain(value)
        elif what == _CHANGE:
            change = int.from_bytes(value, "big") & (OTHER_HOST | OTHER_PORT)
        elif what == _INTEGRITY:
            if size != _PROOF:
                return None
            # The proof covers everything before it, with the length field of a message that ends with the proof.
            proven = data[:2] + (place + 4 + _PROOF - _HEAD).to_bytes(2, "big") + data[4:place]
            proof = value
            break  # nothing behind it counts (section 14.6)
        place += 4 + size + -size % 4
    return Message(kind, transaction, name, mapped, proven, proof, other, change)


def _message(kind: int, transaction: bytes, attributes: bytes) -> bytes:
    return kind.to_bytes(2, "big") + len(attributes).to_bytes(2, "big") + _COOKIE.to_bytes(4, "big") + transaction + attributes


def _attribute(what: int, value: bytes) -> bytes:
    return what.to_bytes(2, "big") + len(value).to_bytes(2, "big") + value + bytes(-len(value) % 4)


def _proven(message: bytes, key: bytes) -> bytes:
    length = len(message) - _HEAD + 4 + _PROOF
    about = message[:2] + length.to_bytes(2, "big") + message[4:]
    return about + _attribute(_INTEGRITY, _prove(key, about))


def _prove(key: bytes, about: bytes) -> bytes:
    return hmac.new(key, about, hashlib.sha256).digest()[:_PROOF]


def _crossed(source: Address, transaction: bytes) -> bytes:
    """XOR-MAPPED-ADDRESS (section 14.2)."""
    ip = ipaddress.ip_address(source.host)
    mask = _COOKIE.to_bytes(4, "big") + transaction
    host = bytes(one ^ other for one, other in zip(ip.packed, mask, strict=False))
    return bytes([0, 1 if ip.version == 4 else 2]) + (source.port ^ (_COOKIE >> 16)).to_bytes(2, "big") + host


def _uncrossed(value: bytes, transaction: bytes) -> Address | None:
    mask = (_COOKIE >> 16).to_bytes(2, "big") + _COOKIE.to_bytes(4, "big") + transaction
    return _plain(value[:2] + bytes(one ^ other for one, other in zip(value[2:], mask, strict=False)))


def _plain(value: bytes) -> Address | None:
    """MAPPED-ADDRESS (section 14.1)."""
    if len(value) < 4 or (value[1], len(value)) not in ((1, 8), (2, 20)):
        return None
    port = int.from_bytes(value[2:4], "big")
    return Address(str(ipaddress.ip_address(value[4:])), port) if port else None
