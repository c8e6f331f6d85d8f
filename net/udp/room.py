"""A room: the secret that two programs share to meet over UDP. Datagrams of other programs get no answer at all.

The owner of a room waits in it, and callers come. In a lobby the secret of the room is the token of the invite; in a game it is
derived from the charter, so that the peers of a game can find each other again. A room only keeps strangers away and proves
addresses: the key in the handshake and the greeting decide who a caller is and whether it may come in.
"""

from __future__ import annotations

import hashlib
import hmac
from typing import NamedTuple

NAME = 12
"""Bytes of the name of a room."""


class Room(NamedTuple):
    """The room of one owner.

    Attributes:
        name: identifies its datagrams.
        owner: the key that authenticates the owner's datagrams.
        caller: the key that authenticates the callers' datagrams.
    """

    name: bytes
    owner: bytes
    caller: bytes

    @classmethod
    def of(cls, secret: bytes, peer: bytes) -> Room:
        """The room of the peer with this public key, derived from a secret."""

        def part(what: bytes) -> bytes:
            return hmac.new(secret, b"alarife room " + what + b"\0" + peer, hashlib.sha256).digest()

        # The name must not end with a zero, since names are padded with zeros.
        return cls(part(b"name")[: NAME - 1] + b"\1", part(b"owner"), part(b"caller"))


def of_game(charter: bytes, peer: bytes) -> Room:
    """The room of a peer in a game, derived from the bytes of the charter."""
    return Room.of(hashlib.sha256(b"alarife room of a game\0" + charter).digest(), peer)
