"""Invites: everything needed to join a table, as one code to copy.

A code is ``alarife:`` and base32 text (letters and the digits 2 to 7, so that it survives chat programs, e-mail and a change
of case). The bytes behind it:

=========== ============================================================================
1           version of the layout
32          the host's public key; whoever answers with another key is not the host
1 + n       length and bytes of the join token (0 for tables seen on the local network)
2           TCP port, big-endian
1           number of addresses, each ``4`` or ``6`` (one byte) and its 4 or 16 bytes
4           checksum: the first bytes of the SHA-256 of everything before
=========== ============================================================================

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

VERSION = 1
"""The layout written here."""

PREFIX = "alarife:"
"""Beginning of every code."""

TOKEN_LENGTH = 16
"""Bytes of a join token."""

_CHECKSUM = 4
_LONGEST = 400
_PREFIX = re.compile(r"alarife:(?://)?", re.IGNORECASE)
_BARE = re.compile(r"[a-z2-7]{64,}", re.IGNORECASE)
_QUOTES = "\"'`<>«»‹›„“”‟‚‘’‛「」"
_NOISE = re.compile(rf"[\s{_QUOTES}\u200b\u00ad\ufeff]+")
_MISREAD = str.maketrans("01", "OL")


class InviteError(Exception):
    """A text that was given to join a table leads nowhere; ``reason`` says what is wrong with it."""

    def __init__(self, reason: Message) -> None:
        super().__init__(str(reason))
        self.reason = reason


class Invite(NamedTuple):
    """The contents of a code.

    Attributes:
        key: the host's public key, 32 bytes.
        token: what shows the host that the guest was invited; empty for a table seen on the local network.
        addresses: where to try, in order; all with the same port.
    """

    key: bytes
    token: bytes
    addresses: tuple[Address, ...]

    def __repr__(self) -> str:
        return f"<Invite of {self.key.hex()[:8]}>"

    def __str__(self) -> str:
        """The code to copy."""
        hosts = [ipaddress.ip_address(address.host) for address in self.addresses[:MOST]]
        port = self.addresses[0].port if self.addresses else 0
        parts = [bytes([VERSION]), self.key, bytes([len(self.token)]), self.token, port.to_bytes(2, "big"), bytes([len(hosts)])]
        parts += [bytes([host.version]) + host.packed for host in hosts]
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
        raise damaged  # the last letter holds bits that belong to no byte
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
    """Take a body apart; raises :class:`IndexError` or :class:`ValueError` unless every byte has its place."""
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
    hosts = []
    for _ in range(take(1)[0]):
        version = take(1)[0]
        if version not in (4, 6):
            raise ValueError("unknown kind of address")
        hosts.append(str(ipaddress.ip_address(take(4 if version == 4 else 16))))
    if place != len(body) or len(token) not in (0, TOKEN_LENGTH) or not hosts or len(hosts) > MOST or not port:
        raise ValueError("not the layout")
    return Invite(key, token, tuple(Address(host, port) for host in hosts))
