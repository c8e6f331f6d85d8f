"""Charters for tests that need the people of a game but no game."""

from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey

from net.identity import Identity
from net.session.format.charter import CharterPeer, CharterSeat, draw_up
from rules.contract import complete_options
from rules.registry import game


def charter_of(*names, name="big-boss"):
    """The charter of a game in which each of these people has a computer and a seat."""
    keys = [Identity(Ed25519PrivateKey.from_private_bytes(bytes([number + 1] * 32))).key for number in range(len(names))]
    seats = [CharterSeat("person", person, key) for person, key in zip(names, keys, strict=True)]
    peers = [CharterPeer(key, person) for person, key in zip(names, keys, strict=True)]
    return draw_up(b"t" * 16, name, complete_options(game(name), {}), seats, peers)
