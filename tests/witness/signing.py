"""Keys and signatures (section 1)."""

from __future__ import annotations

from cryptography.exceptions import InvalidSignature
from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PublicKey


def signed(key: bytes, purpose: str, content: bytes, signature: bytes) -> bool:
    """Whether the signature of ``key`` for this purpose holds."""
    if len(key) != 32 or len(signature) != 64:
        return False
    try:
        Ed25519PublicKey.from_public_bytes(key).verify(signature, b"alarife " + purpose.encode() + b"\0" + content)
    except (InvalidSignature, ValueError):
        return False
    return True
