"""What a game is played under: game, version, options, seats and peers, in bytes that every peer has signed.

The hash of those bytes is the beginning of the log's chain, so that no entry can be moved to another game. Offline it is the
same with a single peer.
"""

from __future__ import annotations

import hashlib
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Annotated

from msgspec import Meta, Struct
from msgspec.structs import astuple

from net.deal import DEALERS, FAIR, LOCAL
from net.identity import Identity, verify
from net.rulebook import rules_hash
from net.session.manners import complete_manners, unusual
from net.session.text import NAME_LENGTH, plain
from net.session.wire import Hash, Key, Signature, TableId, WireError, pack, unpack
from rules.contract import RulesError, complete_options
from rules.message import Message, message
from rules.registry import game as game_called

MOST_PEERS = 8
MOST_SEATS = 8

Word = Annotated[str, Meta(min_length=1, max_length=32)]


class CharterSeat(Struct, frozen=True, array_like=True, forbid_unknown_fields=True):
    """A seat: ``kind`` is ``person`` or ``bot``, ``peer`` the key that plays it, ``level`` the bot's (else empty)."""

    kind: Annotated[str, Meta(max_length=8)]
    name: Annotated[str, Meta(max_length=NAME_LENGTH)]
    peer: Key
    level: Annotated[str, Meta(max_length=32)] = ""


class CharterPeer(Struct, frozen=True, array_like=True, forbid_unknown_fields=True):
    """An installation at the table and what its people call it."""

    key: Key
    name: Annotated[str, Meta(max_length=NAME_LENGTH)]


class Charter(Struct, frozen=True, array_like=True, forbid_unknown_fields=True):
    """The agreement, in the order of its canonical bytes.

    Attributes:
        table: sixteen random bytes.
        game: id of the game.
        version: of the game.
        rules: the game's rules hash.
        options: every house rule with its value, in the game's order.
        seats: in turn order.
        peers: the host first.
        dealer: how cards are dealt: LOCAL or FAIR.
        manners: what is agreed on whatever is played (:mod:`.manners`), where it is not as usual.
    """

    table: TableId
    game: Word
    version: Annotated[int, Meta(ge=0, le=1_000_000)]
    rules: Hash
    options: Annotated[tuple[tuple[Word, Word], ...], Meta(max_length=32)]
    seats: Annotated[tuple[CharterSeat, ...], Meta(max_length=MOST_SEATS)]
    peers: Annotated[tuple[CharterPeer, ...], Meta(max_length=MOST_PEERS)]
    dealer: Word
    manners: Annotated[tuple[tuple[Word, Word], ...], Meta(max_length=32)] = ()

    @property
    def keys(self) -> tuple[bytes, ...]:
        """The keys of all peers, the host's first."""
        return tuple(peer.key for peer in self.peers)

    def name(self, key: bytes) -> str:
        """What the people of a peer call it; raises :class:`KeyError` for a stranger."""
        for peer in self.peers:
            if peer.key == key:
                return peer.name
        raise KeyError(key.hex())

    def seats_of(self, key: bytes) -> tuple[int, ...]:
        """The seats that a peer plays by this charter."""
        return tuple(index for index, seat in enumerate(self.seats) if seat.peer == key)

    def pack(self) -> bytes:
        """The canonical bytes, to be signed; without manners they end before them."""
        fields = astuple(self)
        return pack(fields if self.manners else fields[:-1])

    def manner(self, name: str) -> str:
        """What was agreed about one of the manners."""
        return complete_manners(dict(self.manners))[name]


class CharterError(Exception):
    """A charter is damaged, not signed, or nothing this program could play under."""

    def __init__(self, reason: Message) -> None:
        super().__init__(str(reason))
        self.reason = reason


@dataclass(frozen=True, slots=True)
class SignedCharter:
    """A charter with its bytes and everybody's signature.

    Attributes:
        charter: what the bytes say.
        raw: the canonical bytes.
        signatures: one for each peer, in the order of ``charter.peers``.
    """

    charter: Charter
    raw: bytes
    signatures: tuple[bytes, ...]

    @property
    def hash(self) -> bytes:
        """Thirty-two bytes that stand for this charter: the start of the log's chain."""
        return charter_hash(self.raw)


Signatures = Annotated[tuple[Signature, ...], Meta(max_length=MOST_PEERS)]
"""The type of a list of signatures on the wire."""


def charter_hash(raw: bytes) -> bytes:
    """SHA-256 over the canonical bytes of a charter."""
    return hashlib.sha256(raw).digest()


def draw_up(
    table: bytes,
    game: str,
    options: Mapping[str, str],
    seats: Sequence[CharterSeat],
    peers: Sequence[CharterPeer],
    dealer: str = "",
    manners: Mapping[str, str] | None = None,
) -> Charter:
    """A charter with this program's version of a game.

    Without a name of a dealer a table with one peer deals locally, one with more fairly.

    Raises :class:`~rules.contract.RulesError` for an unknown game, option or manner.
    """
    rules = game_called(game)
    return Charter(
        table=table,
        game=game,
        version=rules.version,
        rules=bytes.fromhex(rules_hash(rules)),
        options=tuple(complete_options(rules, options).items()),
        seats=tuple(seats),
        peers=tuple(peers),
        dealer=dealer or (LOCAL if len(peers) == 1 else FAIR),
        manners=unusual((manners or {}).items()),
    )


def sign_charter(identity: Identity, raw: bytes) -> bytes:
    """The signature of one peer under the canonical bytes of a charter."""
    return identity.sign("charter", raw)


def signed_by(raw: bytes, key: bytes, signature: bytes) -> bool:
    """Whether a signature under a charter is that of this peer."""
    return verify(key, "charter", raw, signature)


def read_charter(raw: bytes) -> Charter:
    """The charter in hostile bytes; raises :class:`CharterError` when they are none or contradict themselves."""
    try:
        charter: Charter = unpack(raw, Charter, limit=1 << 14)
    except WireError as error:
        raise CharterError(message("session.charter.damaged", why=str(error))) from error
    if charter.pack() != raw:
        raise CharterError(message("session.charter.damaged", why="not in canonical form"))
    if not charter.peers or len(set(charter.keys)) != len(charter.peers):
        raise CharterError(message("session.charter.peers"))
    if charter.dealer not in DEALERS or (charter.dealer == LOCAL) != (len(charter.peers) == 1):
        raise CharterError(message("session.charter.dealer", dealer=charter.dealer))
    for index, seat in enumerate(charter.seats):
        if seat.kind not in ("person", "bot") or seat.peer not in charter.keys or (seat.kind == "bot") != bool(seat.level):
            raise CharterError(message("session.charter.seat", seat=index + 1))
    for name in [*(seat.name for seat in charter.seats), *(peer.name for peer in charter.peers)]:
        if not name or plain(name, NAME_LENGTH) != name:
            raise CharterError(message("session.charter.name", name=plain(name, NAME_LENGTH)))
    return charter


def signed_charter(raw: bytes, signatures: Sequence[bytes]) -> SignedCharter:
    """A charter from hostile bytes with everybody's signature; raises :class:`CharterError` when one is missing."""
    charter = read_charter(raw)
    for index, peer in enumerate(charter.peers):
        if index >= len(signatures) or not signed_by(raw, peer.key, signatures[index]):
            raise CharterError(message("session.charter.signature", name=peer.name))
    if len(signatures) != len(charter.peers):
        raise CharterError(message("session.charter.signatures"))
    return SignedCharter(charter, raw, tuple(signatures))


def playable(charter: Charter) -> None:
    """Check that this program plays the same game by the same rules; raises :class:`CharterError` saying what differs."""
    try:
        rules = game_called(charter.game)
        complete = tuple(complete_options(rules, dict(charter.options)).items())
        manners = unusual(charter.manners)
    except RulesError as error:
        raise CharterError(error.reason) from error
    if charter.version != rules.version:
        older = "session.charter.older-here" if rules.version < charter.version else "session.charter.older-there"
        raise CharterError(message(older, here=rules.version, there=charter.version))
    if charter.rules.hex() != rules_hash(rules):
        raise CharterError(message("session.charter.rules"))
    if complete != charter.options or manners != charter.manners:
        raise CharterError(message("session.charter.options"))
    if len(charter.seats) not in rules.seats:
        raise CharterError(message("rules.error.seats", game=charter.game, seats=", ".join(map(str, rules.seats))))
    for index, seat in enumerate(charter.seats):
        if seat.kind == "bot" and seat.level not in rules.bots:
            raise CharterError(message("session.charter.level", seat=index + 1, level=seat.level))


def sign_alone(identity: Identity, charter: Charter) -> SignedCharter:
    """A charter with a single peer, signed by it: a table with no links."""
    raw = charter.pack()
    return signed_charter(raw, [sign_charter(identity, raw)])
