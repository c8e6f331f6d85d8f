"""The identity of an installation: an Ed25519 key pair. A peer *is* its public key; names are only what it is called."""

from __future__ import annotations

import logging
import os
from functools import lru_cache
from pathlib import Path

from cryptography.exceptions import InvalidSignature, UnsupportedAlgorithm
from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey, Ed25519PublicKey
from cryptography.hazmat.primitives.serialization import Encoding, NoEncryption, PrivateFormat, load_pem_private_key

from net.disk import NoFile, read_whole, write_whole
from net.owner_only import MODE, owner_only
from rules.message import Message, message

KEY_LENGTH = 32
"""Bytes of a public key."""

SIGNATURE_LENGTH = 64
"""Bytes of a signature."""


LARGEST = 1 << 16
"""Bytes of the largest file that is read as a key."""

_log = logging.getLogger(__name__)


class IdentityError(Exception):
    """The key file cannot be read or written.

    Attributes:
        reason: why, as a sentence.
        damaged: whether there is a file that holds no key.
    """

    def __init__(self, reason: Message, damaged: bool = False) -> None:
        super().__init__(str(reason))
        self.reason = reason
        self.damaged = damaged


class Identity:
    """The private half of an installation's key. It signs; it never shows itself in text.

    Attributes:
        key: the public key, 32 bytes.
        private: for the certificate of links alone.
    """

    def __init__(self, private: Ed25519PrivateKey) -> None:
        self.private = private
        self.key = private.public_key().public_bytes_raw()

    @classmethod
    def fresh(cls) -> Identity:
        """A new identity from the system's random source."""
        return cls(Ed25519PrivateKey.generate())

    def sign(self, purpose: str, content: bytes) -> bytes:
        """Sign ``content`` for one purpose; a signature for one purpose is worth nothing for another."""
        return self.private.sign(_bound(purpose, content))

    def __repr__(self) -> str:
        return f"<Identity {self.key.hex()[:8]}>"


def verify(key: bytes, purpose: str, content: bytes, signature: bytes) -> bool:
    """Whether ``signature`` is the signature of ``content`` for ``purpose`` by the owner of ``key``."""
    try:
        _public(key).verify(signature, _bound(purpose, content))
    except (InvalidSignature, ValueError):
        return False
    return True


@lru_cache(maxsize=64)
def _public(key: bytes) -> Ed25519PublicKey:
    return Ed25519PublicKey.from_public_bytes(key)


def _bound(purpose: str, content: bytes) -> bytes:
    return f"alarife {purpose}".encode() + b"\0" + content


def load_or_create(path: Path) -> Identity:
    """The identity kept in ``path`` (PEM, readable by its owner only), made at first use.

    Raises :class:`IdentityError` when the file is damaged or the folder cannot be written.
    """
    if os.path.lexists(path):
        return load(path)
    identity = Identity.fresh()
    save(identity, path)
    return identity


def load(path: Path) -> Identity:
    """The identity kept in a file; raises :class:`IdentityError` when there is none that can be read."""
    try:
        content = read_whole(path, LARGEST)
        owner_only(path)
        private = load_pem_private_key(content, password=None)
    except NoFile as error:
        raise IdentityError(message("net.error.key-damaged", file=str(path)), damaged=True) from error
    except OSError as error:
        raise IdentityError(message("net.error.key-file", file=str(path), why=error.strerror or str(error))) from error
    except (ValueError, TypeError, UnsupportedAlgorithm) as error:
        raise IdentityError(message("net.error.key-damaged", file=str(path)), damaged=True) from error
    if not isinstance(private, Ed25519PrivateKey):
        raise IdentityError(message("net.error.key-damaged", file=str(path)), damaged=True)
    return Identity(private)


def save(identity: Identity, path: Path) -> None:
    """Write an identity into a file for its owner alone, replacing any other; raises :class:`IdentityError`."""
    pem = identity.private.private_bytes(Encoding.PEM, PrivateFormat.PKCS8, NoEncryption())
    try:
        path.parent.mkdir(parents=True, exist_ok=True, mode=0o700)
        write_whole(path, pem, MODE)
    except OSError as error:
        raise IdentityError(message("net.error.key-file", file=str(path), why=error.strerror or str(error))) from error


def set_aside(path: Path) -> None:
    """Give the file of a key another name beside it, if there is one; raises :class:`IdentityError` when it stays."""
    if not os.path.lexists(path):
        return
    number = 1
    while os.path.lexists(place := path.with_name(f"{path.stem}.old-{number}{path.suffix}")):
        number += 1
    try:
        os.rename(path, place)
    except OSError as error:
        raise IdentityError(message("net.error.key-file", file=str(path), why=error.strerror or str(error))) from error


def keep(identity: Identity, path: Path) -> None:
    """Write the identity of a running program again if its file was deleted; no more than a line in the log if it cannot be."""
    if os.path.lexists(path):
        return
    try:
        save(identity, path)
    except IdentityError as error:
        _log.warning("the key is not in its file: %s", error)
