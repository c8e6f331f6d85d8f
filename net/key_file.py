"""The file that holds an installation's key (PEM, readable only by its owner)."""

from __future__ import annotations

import logging
import os
from pathlib import Path

from cryptography.exceptions import UnsupportedAlgorithm
from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey
from cryptography.hazmat.primitives.serialization import Encoding, NoEncryption, PrivateFormat, load_pem_private_key

from net.disk import NoFile, free_beside, read_whole, write_whole
from net.identity import Identity
from net.owner_only import MODE, owner_only
from rules.message import Message, message

LARGEST = 1 << 16
"""Bytes of the largest file that is read as a key."""

_log = logging.getLogger(__name__)


class IdentityError(Exception):
    """The key file cannot be read or written.

    Attributes:
        reason: why, as a sentence.
        damaged: whether the file exists but holds no key.
    """

    def __init__(self, reason: Message, damaged: bool = False) -> None:
        super().__init__(str(reason))
        self.reason = reason
        self.damaged = damaged


def load_or_create(path: Path) -> Identity:
    """The identity in the file ``path`` (PEM, readable only by its owner), created at the first use.

    Raises :class:`IdentityError` if the file is damaged or the folder cannot be written.
    """
    if os.path.lexists(path):
        return load(path)
    identity = Identity.fresh()
    save(identity, path)
    return identity


def load(path: Path) -> Identity:
    """The identity in a file; raises :class:`IdentityError` if it cannot be read."""
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
    """Write an identity into a file that only its owner can read, replacing any other; raises :class:`IdentityError`."""
    pem = identity.private.private_bytes(Encoding.PEM, PrivateFormat.PKCS8, NoEncryption())
    try:
        path.parent.mkdir(parents=True, exist_ok=True, mode=0o700)
        write_whole(path, pem, MODE)
    except OSError as error:
        raise IdentityError(message("net.error.key-file", file=str(path), why=error.strerror or str(error))) from error


def set_aside(path: Path) -> None:
    """Rename the file of a key, if there is one; raises :class:`IdentityError` if that fails."""
    if not os.path.lexists(path):
        return
    try:
        os.rename(path, free_beside(path, "old"))
    except OSError as error:
        raise IdentityError(message("net.error.key-file", file=str(path), why=error.strerror or str(error))) from error


def keep(identity: Identity, path: Path) -> None:
    """Write the identity of a running program again if its file was deleted. A failure is only logged."""
    if os.path.lexists(path):
        return
    try:
        save(identity, path)
    except IdentityError as error:
        _log.warning("the key is not in its file: %s", error)
