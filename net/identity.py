"""Who an installation is: an Ed25519 key pair. A peer *is* its public key; names are only what it is called."""

from __future__ import annotations

import os
from functools import lru_cache
from pathlib import Path

from cryptography.exceptions import InvalidSignature
from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey, Ed25519PublicKey
from cryptography.hazmat.primitives.serialization import Encoding, NoEncryption, PrivateFormat, load_pem_private_key

from net.disk import keep_name
from net.owner_only import MODE, owner_only
from rules.message import Message, message

KEY_LENGTH = 32
"""Bytes of a public key."""

SIGNATURE_LENGTH = 64
"""Bytes of a signature."""


class IdentityError(Exception):
    """The key file cannot be read or written."""

    def __init__(self, reason: Message) -> None:
        super().__init__(str(reason))
        self.reason = reason


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
    try:
        if path.exists():
            owner_only(path)
            private = load_pem_private_key(path.read_bytes(), password=None)
            if not isinstance(private, Ed25519PrivateKey):
                raise IdentityError(message("net.error.key-damaged", file=str(path)))
            return Identity(private)
        identity = Identity.fresh()
        path.parent.mkdir(parents=True, exist_ok=True, mode=0o700)
        pem = identity.private.private_bytes(Encoding.PEM, PrivateFormat.PKCS8, NoEncryption())
        draft = path.with_name(f"{path.name}.{os.getpid()}")
        handle = os.open(draft, os.O_WRONLY | os.O_CREAT | os.O_EXCL, MODE)
        with os.fdopen(handle, "wb") as stream:
            stream.write(pem)
            stream.flush()
            os.fsync(stream.fileno())
        os.replace(draft, path)
        keep_name(path)
    except OSError as error:
        raise IdentityError(message("net.error.key-file", file=str(path), why=error.strerror or str(error))) from error
    except (ValueError, TypeError) as error:
        raise IdentityError(message("net.error.key-damaged", file=str(path))) from error
    return identity
