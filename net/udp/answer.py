"""Answer codes: the addresses of a guest that could not reach the host by the invite.

The guest sends the code back the way the invite came. The host's program then sends datagrams to these addresses, while the
guest's program sends datagrams to the host. A code is ``alarife-answer:`` and base32 text. The bytes behind it:

=========== ============================================================================
1           version of the layout
8           random bytes
n + 16      sealed with the invite's token: addresses, each ``4`` or ``6`` (one byte), its 4 or 16 bytes, and its port (2)
2           checksum: the first bytes of the SHA-256 of everything before
=========== ============================================================================

Nobody can read or make one without the token; so it is only of use to the host, and only while the table of the invite exists.
It does not contain a time, since clocks of players' computers are often wrong: it expires when the guest's program stops
waiting.
"""

from __future__ import annotations

import base64
import binascii
import hashlib
import hmac
import ipaddress
import re
import secrets
from collections.abc import Sequence

from cryptography.exceptions import InvalidTag
from cryptography.hazmat.primitives.ciphers.aead import ChaCha20Poly1305

from net.addresses import Address
from net.invite import InviteError
from rules.message import message

VERSION = 1
"""The layout written here."""

PREFIX = "alarife-answer:"
"""Beginning of every answer code."""

MOST = 6
"""The most addresses in a code."""

_SALT, _CHECKSUM, _TAG = 8, 2, 16
_LONGEST = 300
_FOUND = re.compile(r"alarife-answer:(?://)?(.*)", re.IGNORECASE | re.DOTALL)
_NOISE = re.compile(r"[^A-Za-z0-9]+")
_MISREAD = str.maketrans("01", "OL")


def write(places: Sequence[Address], token: bytes, host: bytes) -> str:
    """The code that tells these addresses to the host with this key, who made the invite with this token."""
    salt = secrets.token_bytes(_SALT)
    rows = b""
    for place in places[:MOST]:
        ip = ipaddress.ip_address(place.host)
        rows += bytes([ip.version]) + ip.packed + place.port.to_bytes(2, "big")
    sealed = ChaCha20Poly1305(_key(token)).encrypt(salt + bytes(4), rows, bytes([VERSION]) + host)
    body = bytes([VERSION]) + salt + sealed
    return PREFIX + _text(body + _checksum(body)).lower()


def read(text: str, token: bytes, host: bytes) -> tuple[Address, ...]:
    """The addresses in a code, read by the host with this key and this token of its invite.

    Raises :class:`~net.invite.InviteError` for a text that is not an answer code, is damaged, comes from a newer version, or
    answers another invite.
    """
    found = _FOUND.search(text)
    if found is None:
        raise InviteError(message("answer.error.none"))
    code = _NOISE.sub("", found[1][: 2 * _LONGEST]).upper().translate(_MISREAD)
    damaged = InviteError(message("answer.error.damaged"))
    try:
        content = base64.b32decode(code[:_LONGEST] + "=" * (-len(code[:_LONGEST]) % 8))
    except (binascii.Error, ValueError):
        raise damaged from None
    body, checksum = content[:-_CHECKSUM], content[-_CHECKSUM:]
    # The last letter may hold bits that belong to no byte; they have to be right too.
    if len(code) > _LONGEST or not body or _checksum(body) != checksum or _text(content) != code:
        raise damaged
    if body[0] > VERSION:
        raise InviteError(message("net.error.invite-newer"))
    if body[0] < VERSION or len(body) < 1 + _SALT + _TAG:
        raise damaged
    salt, sealed = body[1 : 1 + _SALT], body[1 + _SALT :]
    try:
        rows = ChaCha20Poly1305(_key(token)).decrypt(salt + bytes(4), sealed, body[:1] + host)
    except InvalidTag:
        raise InviteError(message("answer.error.other-table")) from None
    places = _places(rows)
    if not places:
        raise damaged
    return places


def _places(rows: bytes) -> tuple[Address, ...]:
    """The addresses in an opened code; empty if it holds none, too many, or anything else."""
    found: list[Address] = []
    at = 0
    while at < len(rows):
        length = {4: 4, 6: 16}.get(rows[at], 0)
        row = rows[at + 1 : at + 3 + length]
        if not length or len(row) != length + 2 or len(found) == MOST:
            return ()
        found.append(Address(str(ipaddress.ip_address(row[:length])), int.from_bytes(row[length:], "big")))
        at += 3 + length
    return tuple(found) if all(place.port for place in found) else ()


def _text(content: bytes) -> str:
    return base64.b32encode(content).decode().rstrip("=")


def _key(token: bytes) -> bytes:
    return hmac.new(token, b"alarife answer code", hashlib.sha256).digest()


def _checksum(body: bytes) -> bytes:
    return hashlib.sha256(b"alarife answer\0" + body).digest()[:_CHECKSUM]
