"""The charter of a game: game, version, options, seats and peers, in bytes that every peer has signed.

The hash of those bytes starts the log's chain, so that no entry can be moved to another game. An offline game has a charter
with a single peer.
"""

from __future__ import annotations

import hashlib
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Annotated

from msgspec import Meta, Struct
from msgspec.structs import astuple, replace

from net.deal import DEALERS, FAIR, LOCAL
from net.identity import Identity, verify
from net.rulebook import board_in_use, data_hashes, data_on, hash_of
from net.session.format.manners import complete_manners, meant_manners, unusual
from net.session.format.text import NAME_LENGTH, Name, distinct, name_key
from net.session.format.wire import WORD, Hash, Key, Level, Signature, SignedText, TableId, WireError, pack, unpack
from rules.boards import LARGEST_BOARD, read_plain, unpack_board
from rules.contract import RulesError, complete_options, meant_options, named_options, versions_of
from rules.message import Message, message
from rules.registry import game as game_called

MOST_PEERS = 8
MOST_SEATS = 8

Word = Annotated[str, Meta(min_length=1, max_length=32, pattern=WORD)]


FRESH_LENGTH = 16

Fresh = Annotated[bytes, Meta(min_length=FRESH_LENGTH, max_length=FRESH_LENGTH)]
"""One peer's random contribution to a charter, so that it cannot have been signed before."""


class CharterSeat(Struct, frozen=True, array_like=True, forbid_unknown_fields=True):
    """A seat: ``kind`` is ``person`` or ``bot``, ``peer`` the key that plays it, ``level`` the bot's level (else empty)."""

    kind: Annotated[str, Meta(max_length=8, pattern=WORD)]
    name: Annotated[SignedText, Meta(max_length=NAME_LENGTH)]
    peer: Key
    level: Level = ""


class CharterPeer(Struct, frozen=True, array_like=True, forbid_unknown_fields=True):
    """An installation at the table and the name its people gave it."""

    key: Key
    name: Annotated[SignedText, Meta(max_length=NAME_LENGTH)]


class Charter(Struct, frozen=True, array_like=True, forbid_unknown_fields=True):
    """The agreement, in the order of its canonical bytes.

    Attributes:
        table: sixteen random bytes.
        game: id of the game.
        version: of the game.
        rules: hash of the data files (:mod:`net.rulebook`).
        options: house rules with their values; an option that is not named has the value the game had before that option.
        seats: in turn order.
        peers: the host first.
        dealer: how cards are dealt: LOCAL or FAIR (an earlier version of it in games of earlier programs).
        manners: agreements that do not depend on the game (:mod:`.manners`), as far as they differ from the usual ones.
        fresh: sixteen random bytes of every peer, in the order of ``peers``, so that no two games have the same charter unless
            all of their peers want it; empty in charters of earlier versions.
        board: the board, packed, if it is not the shipped one (:mod:`rules.boards`); ``rules`` is then its hash.
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
    fresh: Annotated[tuple[Fresh, ...], Meta(max_length=MOST_PEERS)] = ()
    board: Annotated[bytes, Meta(max_length=LARGEST_BOARD)] = b""

    @property
    def keys(self) -> tuple[bytes, ...]:
        """The keys of all peers, the host's first."""
        return tuple(peer.key for peer in self.peers)

    def name(self, key: bytes) -> str:
        """The name of a peer; raises :class:`KeyError` for a stranger."""
        for peer in self.peers:
            if peer.key == key:
                return peer.name
        raise KeyError(key.hex())

    @property
    def names(self) -> tuple[str, ...]:
        """Every name of a seat or a peer."""
        return (*(seat.name for seat in self.seats), *(peer.name for peer in self.peers))

    def seats_of(self, key: bytes) -> tuple[int, ...]:
        """The seats that a peer plays by this charter."""
        return tuple(index for index, seat in enumerate(self.seats) if seat.peer == key)

    @property
    def house_rules(self) -> dict[str, str]:
        """Every house rule of the game with its value under this charter, which must be :func:`playable`."""
        return meant_options(game_called(self.game), dict(self.options), self.version)

    def pack(self) -> bytes:
        """The canonical bytes, to be signed; manners, fresh bytes and the board are left out at the end if they are empty."""
        fields = astuple(self)
        while len(fields) > _ALWAYS and not fields[-1]:
            fields = fields[:-1]
        return pack(fields)

    def manner(self, name: str) -> str:
        """The agreed value of one of the manners."""
        return meant_manners(dict(self.manners))[name]


_ALWAYS = 8
"""The number of fields that every charter has."""


class CharterError(Exception):
    """A charter is damaged or unsigned, or this program cannot play under it."""

    def __init__(self, reason: Message) -> None:
        super().__init__(str(reason))
        self.reason = reason


@dataclass(frozen=True, slots=True)
class SignedCharter:
    """A charter with its bytes and everybody's signature.

    Attributes:
        charter: the decoded bytes, with names cleaned for display.
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
    version: int | None = None,
    data: bytes = b"",
    fresh: Sequence[bytes] = (),
    board: bytes | None = None,
) -> Charter:
    """A charter for a new table.

    Args:
        table: sixteen random bytes.
        game: id of the game.
        options: the chosen house rules; the others have their defaults.
        seats: in turn order.
        peers: the host first.
        dealer: how cards are dealt; empty for LOCAL with one peer and FAIR with more.
        manners: those that differ from the usual ones.
        version: version of the game; None for the newest.
        data: hash of the data files; empty for those used here, or those of the board.
        fresh: sixteen random bytes of every peer; empty for a table with a single one.
        board: the board to play on; empty for a shipped one, None for the one used here, unless ``data`` is given.

    Raises :class:`~rules.contract.RulesError` for an unknown game, option or manner.
    """
    rules = game_called(game)
    complete = complete_options(rules, options, version)
    if board is None:
        board = b"" if data else board_in_use(rules)
    if board:
        data = bytes.fromhex(hash_of(rules, unpack_board(rules, board)))
    return Charter(
        table=table,
        game=game,
        version=version or rules.version,
        rules=data or bytes.fromhex(data_hashes(rules)[0]),
        options=tuple(named_options(rules, complete).items()),
        seats=tuple(seats),
        peers=tuple(peers),
        dealer=dealer or (LOCAL if len(peers) == 1 else FAIR),
        manners=unusual(complete_manners(manners or {}).items()),
        fresh=tuple(fresh),
        board=board,
    )


def sign_charter(identity: Identity, raw: bytes) -> bytes:
    """The signature of one peer under the canonical bytes of a charter."""
    return identity.sign("charter", raw)


def signed_by(raw: bytes, key: bytes, signature: bytes) -> bool:
    """Whether a signature under a charter is that of this peer."""
    return verify(key, "charter", raw, signature)


def read_charter(raw: bytes) -> Charter:
    """Decode a charter from hostile bytes; raises :class:`CharterError` if they are damaged or contradict themselves.

    The names are cleaned and made distinct. If that changes a name, the charter no longer packs to the signed bytes: the bytes
    are what counts, and programs of earlier versions have signed names that are not clean by today's rule.
    """
    try:
        charter: Charter = unpack(raw, Charter, limit=1 << 14)
    except WireError as error:
        raise CharterError(message("session.charter.damaged", why=str(error))) from error
    if charter.pack() != raw:
        raise CharterError(message("session.charter.damaged", why="not in canonical form"))
    if not charter.peers or len(set(charter.keys)) != len(charter.peers):
        raise CharterError(message("session.charter.peers"))
    if charter.fresh and len(charter.fresh) != len(charter.peers):
        raise CharterError(message("session.charter.fresh"))
    if charter.board:
        try:
            read_plain(charter.board)
        except RulesError as error:
            raise CharterError(error.reason) from error
    if charter.dealer not in DEALERS or (charter.dealer == LOCAL) != (len(charter.peers) == 1):
        raise CharterError(message("session.charter.dealer", dealer=charter.dealer))
    for index, seat in enumerate(charter.seats):
        if seat.kind not in ("person", "bot") or seat.peer not in charter.keys or (seat.kind == "bot") != bool(seat.level):
            raise CharterError(message("session.charter.seat", seat=index + 1))
    seats = _named([(seat.name, seat.peer) for seat in charter.seats])
    peers = _named([(peer.name, peer.key) for peer in charter.peers])
    return replace(
        charter,
        seats=tuple(replace(seat, name=name) for seat, name in zip(charter.seats, seats, strict=True)),
        peers=tuple(replace(peer, name=name) for peer, name in zip(charter.peers, peers, strict=True)),
    )


def _named(signed: Sequence[tuple[str, bytes]]) -> list[Name]:
    """Signed names, each with its peer's key, cleaned for display and made distinct."""
    names: list[Name] = []
    for name, key in signed:
        names.append(distinct(Name.of(name) or Name(key.hex()[:8]), {name_key(other) for other in names}))
    return names


def signed_charter(raw: bytes, signatures: Sequence[bytes]) -> SignedCharter:
    """A charter from hostile bytes with everybody's signature; raises :class:`CharterError` when one is missing."""
    charter = read_charter(raw)
    for index, peer in enumerate(charter.peers):
        if index >= len(signatures) or not signed_by(raw, peer.key, signatures[index]):
            raise CharterError(message("session.charter.signature", name=peer.name))
    if len(signatures) != len(charter.peers):
        raise CharterError(message("session.charter.signatures"))
    return SignedCharter(charter, raw, tuple(signatures))


def new_to(charter: Charter, me: bytes, mine: bytes, known: Callable[[bytes], bool]) -> None:
    """Check that a charter is for a game that has never been played: raises :class:`CharterError` otherwise.

    Only then can no signature from another game be valid in this one.

    Args:
        charter: what somebody proposes.
        me: this peer's key.
        mine: the fresh bytes that this peer gave in this lobby.
        known: tells whether there has been a table with this id.
    """
    if len(charter.fresh) != len(charter.peers) or me not in charter.keys or charter.fresh[charter.keys.index(me)] != mine:
        raise CharterError(message("session.charter.fresh"))
    if known(charter.table):
        raise CharterError(message("session.charter.known"))


def playable(charter: Charter) -> None:
    """Check that this program can play by the rules that a charter names; raises :class:`CharterError` saying what it lacks.

    It need not know the bots' levels: each bot runs on the peer that owns its seat, and when a file is opened here, another
    level can replace an unknown one.
    """
    try:
        rules = game_called(charter.game)
        if charter.version > rules.version:
            raise CharterError(message("session.charter.older-here", here=rules.version, there=charter.version))
        if charter.version not in versions_of(rules):
            raise CharterError(message("session.charter.older-there", here=rules.oldest, there=charter.version))
        meant_options(rules, dict(charter.options), charter.version)
        manners = unusual(charter.manners)
        data = data_on(rules, charter.rules.hex(), charter.board)
    except RulesError as error:
        raise CharterError(error.reason) from error
    if len(dict(charter.options)) != len(charter.options) or manners != charter.manners:
        raise CharterError(message("session.charter.options"))
    if data is None:
        raise CharterError(message("session.charter.board" if charter.board else "session.charter.rules"))
    if len(charter.seats) not in rules.seats:
        raise CharterError(message("rules.error.seats", game=charter.game, seats=", ".join(map(str, rules.seats))))


def sign_alone(identity: Identity, charter: Charter) -> SignedCharter:
    """A charter with a single peer, signed by it: a table with no links."""
    raw = charter.pack()
    return signed_charter(raw, [sign_charter(identity, raw)])
