"""Invites: everything that a guest needs to join a table, as one code to copy.

A code is ``alarife:`` and base32 text (letters and the digits 2 to 7, so that it survives chat programs, e-mail and a change
of case). The bytes behind it:

=========== ============================================================================
1           version of the layout: 1, or 2 where an address needs more than 1 can say
32          the host's public key; a program that answers with another key is not the host
1 + n       length and bytes of the join token (0 for tables seen on the local network)
2           TCP port, big-endian
1           number of addresses, each of a byte ``4`` or ``6`` and its 4 or 16 bytes
4           checksum: the first bytes of the SHA-256 of everything before
=========== ============================================================================

In layout 2 the byte before an address may also hold 16: then the address is followed by a port of its own. With 32 added, the
address can only be reached over UDP.

The version comes first and the checksum last in every layout to come, so that a damaged code and a code from a newer
version can be told apart.
"""

from __future__ import annotations

import base64
import binascii
import hashlib
import ipaddress
import re
from typing import NamedTuple

from net.addresses import MOST, Address, AddressError, parse_address
from net.identity import KEY_LENGTH
from rules.message import Message, message

VERSION = 2
"""The newest layout read here. Invites that fit layout 1 are written in it, so that older programs can read them."""

PREFIX = "alarife:"
"""Beginning of every code."""

TOKEN_LENGTH = 16
"""Bytes of a join token."""

MOST_PUNCHED = 4
"""The most addresses that can only be reached over UDP."""

_OWN_PORT, _UDP_ONLY = 16, 32
_CHECKSUM = 4
_LONGEST = 400
_PREFIX = re.compile(r"alarife:(?://)?", re.IGNORECASE)
_BARE = re.compile(r"[a-z2-7]{64,}", re.IGNORECASE)
_QUOTES = "\"'`<>«»‹›„“”‟‚‘’‛「」"
_NOISE = re.compile(rf"[\s{_QUOTES}\u200b\u00ad\ufeff]+")
_MISREAD = str.maketrans("01", "OL")


class InviteError(Exception):
    """A text is not a usable invite; ``reason`` says what is wrong with it."""

    def __init__(self, reason: Message) -> None:
        super().__init__(str(reason))
        self.reason = reason


class Invite(NamedTuple):
    """The contents of a code.

    Attributes:
        key: the host's public key, 32 bytes.
        token: the secret that shows the host that the guest was invited; empty for a table seen on the local network.
        addresses: the addresses to try, in order.
        punched: addresses that only UDP reaches, perhaps only once the host knows the guest's address; may be empty.
    """

    key: bytes
    token: bytes
    addresses: tuple[Address, ...]
    punched: tuple[Address, ...] = ()

    def __repr__(self) -> str:
        return f"<Invite of {self.key.hex()[:8]}>"

    def __str__(self) -> str:
        """The code to copy."""
        places = [*((0, one) for one in self.addresses[:MOST]), *((_UDP_ONLY, one) for one in self.punched[:MOST_PUNCHED])]
        port = places[0][1].port if places else 0
        rows = [(kind if place.port == port else kind | _OWN_PORT, place) for kind, place in places]
        version = 2 if any(kind for kind, _ in rows) else 1
        parts = [bytes([version]), self.key, bytes([len(self.token)]), self.token, port.to_bytes(2, "big"), bytes([len(rows)])]
        for kind, place in rows:
            host = ipaddress.ip_address(place.host)
            parts += [bytes([kind | host.version]), host.packed, place.port.to_bytes(2, "big") if kind & _OWN_PORT else b""]
        content = b"".join(parts)
        return PREFIX + _text(content + _checksum(content)).lower()


def _text(content: bytes) -> str:
    return base64.b32encode(content).decode().rstrip("=")


def _checksum(content: bytes) -> bytes:
    return hashlib.sha256(b"alarife invite\0" + content).digest()[:_CHECKSUM]


def read(text: str) -> Invite | Address:
    """Read a player's text for joining: an invite (``alarife:`` may be missing or in a sentence) or ``host:port``.

    Raises :class:`InviteError`: not an invite, damaged, from a newer version, or a faulty ``host:port``.
    """
    text = text.strip().strip(_QUOTES).strip()
    found = _PREFIX.search(text)
    if found:
        return _decode(_NOISE.sub("", text[found.end() : found.end() + 2 * _LONGEST]))
    bare = _NOISE.sub("", text)
    if _BARE.fullmatch(bare):
        return _decode(bare)
    if not text or " " in text or "/" in text or "@" in text or ("." not in text and ":" not in text):
        raise InviteError(message("net.error.invite-none"))
    try:
        return parse_address(text)
    except AddressError as error:
        raise InviteError(error.reason) from error


def _decode(code: str) -> Invite:
    code = code.rstrip(".,;:!?)=").upper().translate(_MISREAD)
    damaged = InviteError(message("net.error.invite-damaged"))
    try:
        if len(code) > _LONGEST:
            raise damaged
        content = base64.b32decode(code + "=" * (-len(code) % 8))
    except (binascii.Error, ValueError):
        raise damaged from None
    if _text(content) != code:
        raise damaged  # the last letter has bits that belong to no byte
    body, checksum = content[:-_CHECKSUM], content[-_CHECKSUM:]
    if not body or _checksum(body) != checksum:
        raise damaged
    if body[0] > VERSION:
        raise InviteError(message("net.error.invite-newer"))
    try:
        return _read_body(body)
    except (IndexError, ValueError):
        raise damaged from None


def _read_body(body: bytes) -> Invite:
    """Decode a body; raises :class:`IndexError` or :class:`ValueError` unless every byte has its place."""
    place = 1

    def take(count: int) -> bytes:
        nonlocal place
        piece = body[place : place + count]
        if len(piece) != count:
            raise ValueError("too short")
        place += count
        return piece

    key = take(KEY_LENGTH)
    token = take(take(1)[0])
    port = int.from_bytes(take(2), "big")
    places: dict[int, list[Address]] = {0: [], _UDP_ONLY: []}
    count = take(1)[0]
    for _ in range(count):
        kind = take(1)[0]
        version, more = kind & 15, kind & ~15
        if version not in (4, 6) or more & ~(_OWN_PORT | _UDP_ONLY) or (more and body[0] == 1):
            raise ValueError("unknown kind of address")
        host = str(ipaddress.ip_address(take(4 if version == 4 else 16)))
        own = int.from_bytes(take(2), "big") if more & _OWN_PORT else port
        if not own:
            raise ValueError("no port")
        places[more & _UDP_ONLY].append(Address(host, own))
    if not body[0] or place != len(body) or len(token) not in (0, TOKEN_LENGTH) or not count:
        raise ValueError("not the layout")
    if len(places[0]) > MOST or len(places[_UDP_ONLY]) > MOST_PUNCHED:
        raise ValueError("too many addresses")
    return Invite(key, token, tuple(places[0]), tuple(places[_UDP_ONLY]))
