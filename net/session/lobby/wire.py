"""The frames of a lobby. Guests ask; the host decides and tells everybody the whole table after every change."""

from __future__ import annotations

from typing import Annotated

from msgspec import Meta, Struct

from net.greeting import Version
from net.session.format.charter import MOST_PEERS, MOST_SEATS, Fresh, Signatures, Word
from net.session.format.text import MaybeName, Name, Saying
from net.session.format.wire import WORD, Codec, Count, Frame, Hash, Key, Level, Signature
from rules.boards import LARGEST_BOARD

SeatNumber = Annotated[int, Meta(ge=0, lt=MOST_SEATS)]


class SeatRow(Struct, frozen=True, array_like=True, forbid_unknown_fields=True):
    """A seat: ``kind`` is open, person or bot; ``peer`` is the key that plays it, empty while open."""

    kind: Annotated[str, Meta(max_length=8, pattern=WORD)]
    name: MaybeName = MaybeName("")
    peer: Annotated[bytes, Meta(max_length=32)] = b""
    level: Level = ""


class PeerRow(Struct, frozen=True, array_like=True, forbid_unknown_fields=True):
    """One peer at the table.

    Attributes:
        key: public key.
        name: the name of its people; no two are the same.
        ready: whether it has agreed to start under the present terms.
        linked: whether the host has a link to it.
        invited: whether it showed the token of an invite.
        newest: the newest version of the table's game that its program plays.
    """

    key: Key
    name: Name
    ready: bool
    linked: bool
    invited: bool
    newest: Version


class Table(Frame, tag="lobby.table", frozen=True):
    """Host: the whole table as it stands now. It withdraws a proposed charter.

    Attributes:
        terms: raised with each change to which everybody has to agree anew.
        game: id of the game.
        version: version of the game: the newest that everybody's program plays.
        options: the house rules that a charter would name (:func:`rules.contract.named_options`).
        seats: in turn order.
        peers: the host first.
        manners: the manners that a charter would name (:func:`net.session.format.manners.unusual`).
    """

    terms: Count
    game: Word
    version: Version
    options: Annotated[tuple[tuple[Word, Word], ...], Meta(max_length=32)]
    seats: Annotated[tuple[SeatRow, ...], Meta(max_length=MOST_SEATS)]
    peers: Annotated[tuple[PeerRow, ...], Meta(max_length=MOST_PEERS)]
    manners: Annotated[tuple[tuple[Word, Word], ...], Meta(max_length=32)]


class Board(Frame, tag="lobby.board", frozen=True):
    """Host: the board that the table plays on, from protocol 4 on. It comes before the table that it belongs to.

    Attributes:
        game: id of the game.
        board: the canonical bytes (:mod:`rules.boards`); empty for the shipped one.
    """

    game: Word
    board: Annotated[bytes, Meta(max_length=LARGEST_BOARD)]


class Sit(Frame, tag="lobby.sit", frozen=True):
    """Guest: a person at this computer would like this seat, or a new name for the seat it has."""

    seat: SeatNumber
    name: MaybeName


class Stand(Frame, tag="lobby.stand", frozen=True):
    """Guest: this seat is free again."""

    seat: SeatNumber


class Ready(Frame, tag="lobby.ready", frozen=True):
    """Guest: agrees (or no longer agrees) to start under the terms with this number; ``fresh`` goes into the charter."""

    terms: Count
    ready: bool
    fresh: Fresh


class Say(Frame, tag="lobby.say", frozen=True):
    """Guest: a chat message."""

    text: Saying


class SaidBy(Frame, tag="lobby.said", frozen=True):
    """Host: a chat message of a peer."""

    peer: Key
    text: Saying


class Propose(Frame, tag="lobby.propose", frozen=True):
    """Host: the charter to sign, if it matches what the lobby showed."""

    charter: Annotated[bytes, Meta(max_length=1 << 14)]


class Agree(Frame, tag="lobby.agree", frozen=True):
    """Guest: its signature under the charter with this hash."""

    charter: Hash
    signature: Signature


class Decline(Frame, tag="lobby.decline", frozen=True):
    """Guest: does not sign the charter with this hash."""

    charter: Hash


class Places(Struct, frozen=True, array_like=True, forbid_unknown_fields=True):
    """The addresses of a peer: pairs of IP address and port."""

    peer: Key
    addresses: Annotated[
        tuple[tuple[Annotated[str, Meta(max_length=45)], Annotated[int, Meta(ge=1, le=65535)]], ...], Meta(max_length=8)
    ]


class Begin(Frame, tag="lobby.begin", frozen=True):
    """Host: everybody has signed; the game begins.

    Attributes:
        charter: the bytes that were signed.
        signatures: in the order of the charter's peers.
        places: where the peers may be reached.
    """

    charter: Annotated[bytes, Meta(max_length=1 << 14)]
    signatures: Signatures
    places: Annotated[tuple[Places, ...], Meta(max_length=MOST_PEERS)]


class Away(Frame, tag="lobby.away", frozen=True):
    """Guest: leaves."""


class Over(Frame, tag="lobby.over", frozen=True):
    """Host: this guest is no longer at the table.

    ``why`` is ``closed``, ``unseated`` (the game began without it) or ``thrown-out``.
    """

    why: Annotated[str, Meta(max_length=16, pattern=WORD)]


LobbyFrame = Table | Board | Sit | Stand | Ready | Say | SaidBy | Propose | Agree | Decline | Begin | Away | Over
"""Every frame of a lobby."""

LOBBY_LIMIT = 1 << 16
"""Bytes of the largest of them."""

lobby_frames: Codec[LobbyFrame] = Codec("lobby", LobbyFrame, LOBBY_LIMIT)
"""Encodes and decodes them."""
