"""The identity of an installation: an Ed25519 key pair. A peer *is* its public key; names are only labels."""

from __future__ import annotations

from functools import lru_cache

from cryptography.exceptions import InvalidSignature
from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey, Ed25519PublicKey

KEY_LENGTH = 32
"""Bytes of a public key."""


class Identity:
    """An installation's key pair. It signs, and never appears in text.

    Attributes:
        key: the public key, 32 bytes.
        private: the private key, for the certificate of links only.
    """

    def __init__(self, private: Ed25519PrivateKey) -> None:
        self.private = private
        self.key = private.public_key().public_bytes_raw()

    @classmethod
    def fresh(cls) -> Identity:
        """A new identity from the system's random source."""
        return cls(Ed25519PrivateKey.generate())

    def sign(self, purpose: str, content: bytes) -> bytes:
        """Sign ``content`` for one purpose; the signature is not valid for any other purpose."""
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
