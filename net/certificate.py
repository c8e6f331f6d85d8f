"""The certificate that carries a peer's key in the TLS handshake, and the TLS settings of all links.

No authority signs anything here: a certificate is only an envelope for a public key, and the handshake itself proves that
the other side holds the private half. *Which* key is expected is checked by :mod:`net.link` before any frame counts.
"""

from __future__ import annotations

from datetime import UTC, datetime
from typing import Literal, Protocol

from cryptography import x509
from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PublicKey
from cryptography.x509.oid import NameOID
from OpenSSL import SSL, crypto

from net.identity import Identity


def self_signed(identity: Identity) -> x509.Certificate:
    """A certificate of the identity's key, signed with it; it says nothing else and never expires."""
    name = x509.Name([x509.NameAttribute(NameOID.COMMON_NAME, "alarife")])
    return (
        x509.CertificateBuilder()
        .subject_name(name)
        .issuer_name(name)
        .public_key(identity.private.public_key())
        .serial_number(x509.random_serial_number())
        .not_valid_before(datetime(2000, 1, 1, tzinfo=UTC))
        .not_valid_after(datetime(9999, 12, 31, tzinfo=UTC))
        .sign(identity.private, None)
    )


class Shows(Protocol):
    """The end of a finished handshake, by TLS over TCP or by QUIC."""

    def get_peer_certificate(self, *, as_cryptography: Literal[True]) -> x509.Certificate | None:
        """The certificate of the other side, which has proven that it holds the private key."""


def key_of(connection: Shows) -> bytes | None:
    """The Ed25519 public key (32 bytes) of the other side of a finished handshake; None if it showed no such key."""
    certificate = connection.get_peer_certificate(as_cryptography=True)
    if certificate is None:
        return None
    public = certificate.public_key()
    return public.public_bytes_raw() if isinstance(public, Ed25519PublicKey) else None


def _accept(connection: SSL.Connection, certificate: crypto.X509, error: int, depth: int, ok: int) -> bool:
    """Accept one self-signed Ed25519 certificate, whatever its dates: clocks of players' computers are often wrong."""
    try:
        return depth == 0 and isinstance(certificate.to_cryptography().public_key(), Ed25519PublicKey)
    except Exception:  # not every certificate of OpenSSL is one for the other library, which raises many kinds
        return False


def tls_context(identity: Identity) -> SSL.Context:
    """TLS 1.3 and nothing older, a certificate demanded from both sides, no resumption of earlier connections."""
    context = SSL.Context(SSL.TLS_METHOD)
    context.set_min_proto_version(SSL.TLS1_3_VERSION)
    context.use_certificate(self_signed(identity))
    context.use_privatekey(identity.private)
    context.set_verify(SSL.VERIFY_PEER | SSL.VERIFY_FAIL_IF_NO_PEER_CERT, _accept)
    context.set_session_cache_mode(SSL.SESS_CACHE_OFF)
    context.set_options(SSL.OP_NO_TICKET | SSL.OP_NO_COMPRESSION)
    return context
