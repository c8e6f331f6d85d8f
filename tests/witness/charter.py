"""The charter (section 3): the agreement that a game is played under."""

from __future__ import annotations

import json
from typing import Final, NamedTuple

from tests.witness.group import sha256
from tests.witness.packing import NotCanonical, Packed, unpack

LOCAL = "local"
"""The dealer of a game at one computer."""

FAIR = {"fair-5": 5, "fair-4": 4, "fair-3": 3, "fair-2": 2}
"""The dealers of games between peers, with their versions."""

MANNERS: Final = {
    "replace": ("on", "off"),
    "clock": ("off", "5", "10", "15", "20", "30", "45", "60", "90", "120"),
    "per-turn": ("0", "5", "10", "15", "30", "60"),
    "hints": ("off", "on"),
}
"""The agreements of every game: the default, and the other values."""


class Damaged(ValueError):
    """Something that the page does not allow, with a description."""


class NotCovered(Exception):
    """Something that this verifier cannot judge, with a description."""


class Seat(NamedTuple):
    """A seat; ``level`` is empty for a person."""

    kind: str
    name: str
    peer: bytes
    level: str


class Peer(NamedTuple):
    """A peer."""

    key: bytes
    name: str


class Charter(NamedTuple):
    """The charter; ``hash`` is the agreement that everything else is bound to."""

    raw: bytes
    table: bytes
    game: str
    version: int
    rules: bytes
    options: dict[str, str]
    seats: list[Seat]
    peers: list[Peer]
    dealer: str
    manners: dict[str, str]
    fresh: list[bytes]
    board: bytes

    @property
    def hash(self) -> bytes:
        """The agreement."""
        return sha256(self.raw)

    @property
    def keys(self) -> list[bytes]:
        """The keys of the peers, in order."""
        return [peer.key for peer in self.peers]

    @property
    def clocked(self) -> bool:
        """Whether moves say how long they took."""
        return self.manners.get("clock", "off") != "off"

    @property
    def replaces(self) -> bool:
        """Whether the others may replace a peer that has vanished."""
        return self.manners.get("replace", "on") == "on"

    def name_of(self, key: bytes) -> str:
        """The name of a peer; empty for a stranger."""
        return next((peer.name for peer in self.peers if peer.key == key), "")


def need(condition: object, what: str) -> None:
    """Raise :class:`Damaged` unless the condition holds."""
    if not condition:
        raise Damaged(what)


def text(value: Packed, longest: int, shortest: int = 1) -> str:
    """A text with a length within limits."""
    need(isinstance(value, str) and shortest <= len(value) <= longest, "a text with another length")
    return str(value)


def word(value: Packed, longest: int, shortest: int = 1) -> str:
    """A text of visible ASCII."""
    need(all("!" <= letter <= "~" for letter in text(value, longest, shortest)), "more than visible ASCII")
    return str(value)


def binary(value: Packed, length: int) -> bytes:
    """Bytes of exactly this length."""
    need(isinstance(value, bytes) and len(value) == length, f"not {length} bytes")
    return bytes(value)


def integer(value: Packed, low: int, high: int) -> int:
    """A number within limits."""
    need(type(value) is int and low <= value <= high, "a number outside its limits")
    return int(value)


def items(value: Packed, most: int, fewest: int = 0) -> list[Packed]:
    """A list with a number of items within limits."""
    need(isinstance(value, list) and fewest <= len(value) <= most, "a list with another length")
    return list(value)


def _pairs(value: Packed, most: int) -> dict[str, str]:
    found: dict[str, str] = {}
    for item in items(value, most):
        name, chosen = items(item, 2, 2)
        need(name not in found, "a name twice")
        found[word(name, 32)] = word(chosen, 32)
    return found


def read_charter(raw: bytes) -> Charter:
    """Read the bytes of a charter; raises :class:`Damaged`."""
    need(len(raw) <= 16 * 1024, "a charter that is too long")
    try:
        fields = unpack(raw)
    except NotCanonical as reason:
        raise Damaged(f"the charter is not canonical: {reason}") from None
    fields = items(fields, 11, 8)
    table, game, version, rules, options, seats, peers, dealer, *more = fields
    charter = Charter(
        raw,
        binary(table, 16),
        word(game, 32),
        integer(version, 0, 1_000_000),
        binary(rules, 32),
        _pairs(options, 32),
        [_seat(seat) for seat in items(seats, 8, 1)],
        [Peer(binary(key, 32), text(name, 24)) for key, name in (items(peer, 2, 2) for peer in items(peers, 8, 1))],
        word(dealer, 32),
        _pairs(more[0], 32) if more else {},
        [binary(each, 16) for each in items(more[1], 8)] if len(more) > 1 else [],
        _board(more[2]) if len(more) > 2 else b"",
    )
    fresh = charter.fresh
    need(len(more) != 1 or charter.manners, "an empty field at the end")
    need(len(more) != 2 or fresh, "an empty field at the end")
    need(len(more) != 3 or charter.board, "an empty field at the end")
    need(not fresh or len(fresh) == len(charter.peers), "fresh bytes of other peers")
    need(len(set(charter.keys)) == len(charter.keys), "a peer twice")
    need(all(seat.peer in charter.keys for seat in charter.seats), "a seat of a stranger")
    need((charter.dealer == LOCAL) == (len(charter.peers) == 1), "a dealer for another number of peers")
    return charter


def _board(value: Packed) -> bytes:
    """The bytes of a board: compact JSON of an object, with sorted keys and nothing but texts and whole numbers in it."""
    need(isinstance(value, bytes) and len(value) <= 8192, "a board that is no bytes, or too long")
    raw = bytes(value) if isinstance(value, bytes) else b""
    if not raw:
        return raw
    try:
        content = json.loads(raw.decode("ascii"))
        plain = isinstance(content, dict) and _is_plain(content, 0)
    except (ValueError, RecursionError):
        raise Damaged("a board that is no JSON") from None
    need(plain, "a board with something else in it than texts and whole numbers")
    need(json.dumps(content, sort_keys=True, separators=(",", ":")).encode() == raw, "a board in another form")
    return raw


def _is_plain(value: object, level: int) -> bool:
    if level > 12:
        return False
    if isinstance(value, dict):
        return all(_is_plain(name, level + 1) and _is_plain(entry, level + 1) for name, entry in value.items())
    if isinstance(value, list):
        return all(_is_plain(entry, level + 1) for entry in value)
    if isinstance(value, str):
        return not any("\ud800" <= letter <= "\udfff" for letter in value)
    return type(value) is int and -1_000_000 <= value <= 1_000_000


def _seat(packed: Packed) -> Seat:
    kind, name, peer, level = items(packed, 4, 4)
    need(kind in ("person", "bot"), "a seat of another kind")
    seat = Seat(kind, text(name, 24), binary(peer, 32), word(level, 32, 0))
    need((seat.kind == "bot") == bool(seat.level), "a level for a person, or none for a bot")
    return seat


def check_manners(manners: dict[str, str]) -> None:
    """Check the agreements of every game; raises :class:`Damaged`."""
    need(list(manners) == [name for name in MANNERS if name in manners], "unknown manners, or in another order")
    for name, value in manners.items():
        need(value in MANNERS[name][1:], f"{name} cannot be {value}, or that is its default")
