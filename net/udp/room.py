"""A room: what two programs share that want to meet over UDP. Datagrams of anybody else are not answered at all.

The owner of a room waits in it, and callers come. In a lobby the secret of the room is the token of the invite; in a game it is
made of the charter, so that the peers of a game find into each other's rooms again. The room keeps strangers away and proves
addresses, no more: who somebody is, and whether he may come in, is decided by the key in the handshake and by the greeting.
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
        name: by which its datagrams are known.
        owner: the key with which the owner's datagrams are authenticated.
        caller: the same for those of callers.
    """

    name: bytes
    owner: bytes
    caller: bytes

    @classmethod
    def of(cls, secret: bytes, peer: bytes) -> Room:
        """The room of the peer with this public key, under a secret."""

        def part(what: bytes) -> bytes:
            return hmac.new(secret, b"alarife room " + what + b"\0" + peer, hashlib.sha256).digest()

        # No zero at the end of the name: names are padded with zeros.
        return cls(part(b"name")[: NAME - 1] + b"\1", part(b"owner"), part(b"caller"))


def of_game(charter: bytes, peer: bytes) -> Room:
    """The room of a peer of a game, from the bytes of the charter."""
    return Room.of(hashlib.sha256(b"alarife room of a game\0" + charter).digest(), peer)
