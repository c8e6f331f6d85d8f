"""Good frames of every stage to begin with."""

from __future__ import annotations

from net import greeting
from net.greeting import PROTOCOL, Hello, Refusal, Rules, Welcome
from net.session.lobby import wire
from net.session.lobby.wire import Places, lobby_frames
from rules.boards import board_of, pack_board
from rules.contract import complete_options
from rules.registry import game
from tests.contract.boards import corrected
from tests.games.orchard import Orchard
from tests.net.session.network import IDENTITIES

HOST, GUEST = (one.key for one in IDENTITIES[:2])
HASH, SIGNATURE = b"h" * 32, b"s" * 64

_SEATS = (wire.SeatRow("person", "Anna", HOST), wire.SeatRow("open"))
_PEERS = (wire.PeerRow(HOST, "Anna", True, True, True, 3), wire.PeerRow(GUEST, "Ben", False, True, True, 3))

_BOARD = pack_board(game("torres"), board_of(corrected("torres", 1)))

GREETINGS = tuple(
    greeting.encode(one)
    for one in (
        Hello(PROTOCOL, b"12345678", "join", b"", b"t" * 16, "Ben", 4711, ["192.0.2.1"], [Rules("orchard", 3, 2, (HASH,))]),
        Welcome(PROTOCOL, b"12345678", "Anna", 4711, ["192.0.2.1", "2001:db8::1"]),
        Refusal(PROTOCOL, "token"),
    )
)


def game_seeds() -> tuple[bytes, ...]:
    """One of each frame of a game."""
    from net.session.format.wire import game_frames
    from tests.net.session.test_wire import FRAMES

    return tuple(game_frames.encode(frame) for frame in FRAMES)


def _lobby() -> tuple[bytes, ...]:
    options, manners = tuple(complete_options(Orchard, {}).items()), (("clock", "30"),)
    frames = (
        wire.Table(1, "orchard", 3, options, _SEATS, _PEERS, manners),
        wire.Board("torres", _BOARD),
        wire.Board("orchard", b""),
        wire.SaidBy(HOST, "hello"),
        wire.Propose(b"charter"),
        wire.Begin(b"charter", (SIGNATURE, SIGNATURE), (Places(HOST, (("192.0.2.1", 4711),)),)),
        wire.Over("closed"),
        wire.Sit(1, "Ben"),
        wire.Ready(1, True, bytes(16)),
        wire.Agree(HASH, SIGNATURE),
    )
    return tuple(lobby_frames.encode(frame) for frame in frames)


LOBBY = _lobby()
