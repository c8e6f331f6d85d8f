"""Frames between peers: one msgpack array each, decoded into typed values within limits.

Bytes from outside are hostile until :meth:`Codec.decode` has turned them into a value of one of the listed types. A frame type
is a :class:`Frame` subclass with a tag ``<stage>.<name>``; each stage of a table has its own list of types and its own
:class:`Codec`: ``game`` here, ``lobby`` in :mod:`net.session.lobby.wire`, ``where`` in :mod:`net.whereabouts`. A frame of
another stage is not an offence (each peer changes from lobby to game at a different moment) and decodes to None.

On a link, four bytes of big-endian length come before each frame; that is the link's business.
"""

from __future__ import annotations

from functools import cache
from typing import Annotated, Any, Generic, TypeVar

from msgspec import Meta, MsgspecError, Struct
from msgspec import msgpack as packing

from net.packed import MOST_VALUES, PackedError, covered, unpacked
from net.session.format.text import CHAT_LENGTH, NAME_LENGTH, Name, PlainText

FRAME_LIMIT = 1 << 20
"""Bytes of the largest frame."""

STAGES = frozenset({"lobby", "game", "where"})
"""The first parts of all tags."""

Key = Annotated[bytes, Meta(min_length=32, max_length=32)]
"""A peer: its public key."""

Hash = Annotated[bytes, Meta(min_length=32, max_length=32)]
"""A SHA-256 hash."""

SIGNATURE_LENGTH = 64

Signature = Annotated[bytes, Meta(min_length=SIGNATURE_LENGTH, max_length=SIGNATURE_LENGTH)]
"""An Ed25519 signature."""

TableId = Annotated[bytes, Meta(min_length=16, max_length=16)]
"""The id of a table: sixteen random bytes."""

WORD = r"\A[!-~]*\Z"
"""The pattern of ids and other words that programs exchange: visible ASCII without spaces."""

Level = Annotated[str, Meta(max_length=32, pattern=WORD)]
"""The level of a bot."""

SignedText = Annotated[str, Meta(min_length=1)]
"""Text as it was signed. It is kept unchanged, so that the signature stays valid, and cleaned before it is shown."""

PublishedSecrets = Annotated[tuple[Annotated[bytes, Meta(max_length=64)], ...], Meta(max_length=16)]
"""The dealing secrets of the peers of the charter; empty where unknown."""

Count = Annotated[int, Meta(ge=0, le=1 << 20)]
"""A number of things."""


class WireError(Exception):
    """A frame, or signed bytes in one, cannot be decoded. The text is for logs, not for people."""


class Frame(Struct, frozen=True, array_like=True, forbid_unknown_fields=True):
    """The contents of one frame. Subclasses set ``tag="<stage>.<name>"`` and have only typed, limited fields."""


T = TypeVar("T")


def pack(value: object) -> bytes:
    """The canonical bytes of a typed value: msgpack with the shortest form of everything, structs as arrays."""
    return packing.encode(value, enc_hook=_as_text)


def unpack(raw: bytes, kind: Any, limit: int = FRAME_LIMIT) -> Any:
    """Decode hostile bytes as a value of the type ``kind``; raises :class:`WireError` if they are not one.

    The bytes become the typed value in one step. The type limits the number of elements, so no header can make the decoder
    reserve more memory. For the kind ``object`` see :func:`unpack_loose`.
    """
    if kind is object:
        return unpack_loose(raw, limit)
    _check_size(raw, limit)
    try:
        return reader(kind).decode(raw)
    except (MsgspecError, ValueError, MemoryError, RecursionError) as error:
        raise WireError(f"not as agreed: {error}") from error


def get_ready(*kinds: Any) -> None:
    """Build what :func:`unpack` needs for these kinds. It would do so itself with the first bytes, while somebody waits."""
    for kind in kinds:
        reader(kind)


def unpack_loose(raw: bytes, limit: int = FRAME_LIMIT) -> object:
    """Decode hostile bytes as any numbers, texts, bytes and lists; raises :class:`WireError` for anything else."""
    _check_size(raw, limit)
    try:
        return unpacked(raw)
    except PackedError as error:
        raise WireError(f"no msgpack: {error}") from error


def _check_size(raw: bytes, limit: int) -> None:
    """Raise :class:`WireError` for too many bytes, or for so many values that decoding would take long."""
    if len(raw) > limit:
        raise WireError(f"{len(raw)} bytes, at most {limit} are allowed")
    if len(raw) > MOST_VALUES and not covered(raw):
        raise WireError("no msgpack, or more announced than is there")


@cache
def reader(kind: Any) -> packing.Decoder[Any]:
    """The decoder for this kind of value, built once."""
    return packing.Decoder(kind, dec_hook=cleaned)


def cleaned(kind: type, value: object) -> object:
    """Clean a text from a peer: the only place where it becomes :class:`~net.session.format.text.PlainText`."""
    if not issubclass(kind, PlainText) or not isinstance(value, str) or len(value) > kind.most:
        raise ValueError(f"not a {kind.__name__}")
    return kind(value)


def _as_text(value: object) -> str:
    if not isinstance(value, PlainText):
        raise NotImplementedError(type(value).__name__)
    return str(value)


class Codec(Generic[T]):
    """Bytes to frames of one stage, and back.

    Attributes:
        stage: first part of the tags.
        limit: bytes of the largest frame it reads.
    """

    def __init__(self, stage: str, kinds: Any, limit: int = FRAME_LIMIT) -> None:
        """Read the frame types in the union ``kinds``, whose tags begin with ``stage`` and a dot."""
        self.stage = stage
        self.limit = limit
        self._kinds = kinds

    def encode(self, frame: T) -> bytes:
        """The payload of a frame."""
        return pack(frame)

    def decode(self, payload: bytes) -> T | None:
        """The frame in a payload, None for one of another stage; raises :class:`WireError` for anything else."""
        try:
            frame: T = unpack(payload, self._kinds, self.limit)
        except WireError:
            if self._of_another_stage(payload):
                return None
            raise
        return frame

    def _of_another_stage(self, payload: bytes) -> bool:
        """Whether a frame that this codec cannot read belongs to another stage."""
        content = unpack_loose(payload, self.limit)
        tag = content[0] if isinstance(content, list) and content else None
        stage = tag.partition(".")[0] if isinstance(tag, str) else ""
        return stage != self.stage and stage in STAGES


# -- the frames of a game ----------------------------------------------------------------------------------------------


class Signed(Struct, frozen=True, array_like=True, forbid_unknown_fields=True):
    """Bytes that somebody signed, as they were signed. They are hashed and checked as received, never re-encoded."""

    raw: Annotated[bytes, Meta(max_length=1 << 17)]
    signature: Signature


class Have(Frame, tag="game.have", frozen=True):
    """How far the sender's log reaches: at connecting, after every entry, as heartbeat.

    After a move, its author and the peer that sent it get this at once, as an acknowledgement. All others get it within a
    tick. An entry that comes from its author says the same.

    Attributes:
        table: which game it speaks of.
        length: number of entries.
        head: hash of the last one (of the charter when there is none).
        digest: digest of the public facts after it.
        links: peers the sender is linked to now, by their place in the charter.
    """

    table: TableId
    length: Count
    head: Hash
    digest: Hash
    links: Annotated[list[Annotated[int, Meta(ge=0, lt=16)]], Meta(max_length=16)]


class Want(Frame, tag="game.want", frozen=True):
    """The sender lacks the entries from ``first`` on."""

    table: TableId
    first: Count


class Entries(Frame, tag="game.entries", frozen=True):
    """Some entries of the log in order, by any author."""

    entries: Annotated[list[Signed], Meta(max_length=64)]


class Leaving(Frame, tag="game.leaving", frozen=True):
    """A peer wants to leave: its signed wish, for the peer that may write the next entry. It contains no secret.

    Attributes:
        table: which game.
        peer: the peer that wants to leave.
        n: the number of entries now; the wish holds only for an entry at that place.
        head: hash of the last one.
        round: higher than that of every wish for this place that the peer has withdrawn.
        signature: see :func:`net.session.format.entry.sign_wish`; it may be passed on.
    """

    table: TableId
    peer: Key
    n: Count
    head: Hash
    round: Count
    signature: Signature


class Staying(Frame, tag="game.staying", frozen=True):
    """A peer stays after all: its wishes to leave at this place no longer hold.

    Attributes:
        table: which game.
        peer: the peer that stays.
        n: the number of entries at that place.
        head: hash of the last one.
        round: that of the last wish that no longer holds.
        signature: see :func:`net.session.format.entry.sign_stay`; it may be passed on.
    """

    table: TableId
    peer: Key
    n: Count
    head: Hash
    round: Count
    signature: Signature


class Back(Frame, tag="game.back", frozen=True):
    """A peer asks to take the game back, agrees to it, or declines; signed so that it may be passed on.

    Attributes:
        table: which game.
        peer: the peer that says it.
        n: the number of entries when it was asked.
        head: hash of the last one.
        to: the number of entries to go back to.
        proposer: the peer that asked; its own answer is always yes.
        yes: whether ``peer`` agrees.
        signature: see :func:`net.session.format.entry.sign_consent`.
    """

    table: TableId
    peer: Key
    n: Count
    head: Hash
    to: Count
    proposer: Key
    yes: bool
    signature: Signature


class Willing(Frame, tag="game.willing", frozen=True):
    """A peer's signed consent to lay all cards open, after the end."""

    table: TableId
    peer: Key
    signature: Signature


class Secrets(Frame, tag="game.secrets", frozen=True):
    """After everybody's consent: secrets of the dealing, as far as the sender knows them."""

    table: TableId
    secrets: PublishedSecrets


class Watcher(Struct, frozen=True, array_like=True, forbid_unknown_fields=True):
    """An admitted watcher: the key, the name, and whether the host has a link to it."""

    key: Key
    name: Annotated[SignedText, Meta(max_length=NAME_LENGTH)]
    here: bool

    @property
    def called(self) -> str:
        """The name, cleaned for display."""
        return Name.of(self.name) or self.key.hex()[:8]


MOST_WATCHERS = 8
"""The largest number of watchers of one table."""

MOST_BARRED = 64
"""The largest number of removed watchers that are remembered."""


class Audience(Frame, tag="game.audience", frozen=True):
    """The list of admitted watchers, signed by the host so that peers can pass it on.

    Attributes:
        table: which game.
        host: the first peer that is still there.
        stamp: of two lists, the one with the higher stamp counts.
        setting: whom the host lets watch, see :data:`net.session.audience.gallery.SETTINGS`.
        watchers: the admitted watchers.
        barred: the watchers that the host removed and does not admit again.
        signature: the host's, over the other fields.
    """

    table: TableId
    host: Key
    stamp: Annotated[int, Meta(ge=0, lt=1 << 62)]
    setting: Annotated[str, Meta(max_length=8, pattern=WORD)]
    watchers: Annotated[tuple[Watcher, ...], Meta(max_length=MOST_WATCHERS)]
    barred: Annotated[tuple[Key, ...], Meta(max_length=MOST_BARRED)]
    signature: Signature


class Chat(Frame, tag="game.chat", frozen=True):
    """A chat message, signed so that it may be passed on.

    Attributes:
        table: the table where it was written.
        peer: the author.
        stamp: higher than that of the author's earlier messages.
        text: one plain line.
        signature: over the other fields.
    """

    table: TableId
    peer: Key
    stamp: Annotated[int, Meta(ge=0, lt=1 << 62)]
    text: Annotated[SignedText, Meta(max_length=CHAT_LENGTH)]
    signature: Signature


class Pause(Frame, tag="game.pause", frozen=True):
    """The sender's people pause the game on purpose and are about to close the link. It holds for this link alone."""

    table: TableId


class Halt(Frame, tag="game.halt", frozen=True):
    """The sender's game has stopped because copies differ; this is its data.

    Attributes:
        table: which game.
        length: number of entries it accepted.
        facts: the public facts after them, as JSON.
        heads: the hashes of all its entries, one after the other.
        evidence: the entry or entries that made it stop, if any.
    """

    table: TableId
    length: Count
    facts: Annotated[bytes, Meta(max_length=1 << 18)]
    heads: Annotated[bytes, Meta(max_length=1 << 18)]
    evidence: Annotated[list[Signed], Meta(max_length=2)]


class Vote(Frame, tag="game.vote", frozen=True):
    """A peer is willing to go on without one that has vanished; signed so that it may be passed on.

    Attributes:
        table: which game.
        voter: the peer that votes.
        peer: the peer to be replaced.
        n: the number of entries now; the vote holds only for an entry at that place.
        head: hash of the last one.
        level: the level of the bot to play, empty for the strongest; the heir's vote decides.
        round: how often the voter has withdrawn its vote for this place before.
        signature: see :func:`net.session.format.entry.sign_vote`.
    """

    table: TableId
    voter: Key
    peer: Key
    n: Count
    head: Hash
    level: Level
    round: Count
    signature: Signature


class Withdrawn(Frame, tag="game.withdrawn", frozen=True):
    """A peer withdraws its votes for one place, since the vanished peer is back or the game went on with it. Signed
    so that peers can pass it on, and show it to one that still uses such a vote.

    Attributes:
        table: which game.
        voter: the peer that withdraws its votes.
        peer: the peer that was to be replaced.
        n: the number of entries at that place.
        head: hash of the last one.
        round: that of the last vote withdrawn.
        signature: see :func:`net.session.format.entry.sign_withdrawal`.
    """

    table: TableId
    voter: Key
    peer: Key
    n: Count
    head: Hash
    round: Count
    signature: Signature


class Returning(Frame, tag="game.returning", frozen=True):
    """A departed peer's signed wish to take its seat back, for the peer that may write the next entry.

    Attributes:
        table: which game.
        peer: the departed peer.
        gone: the place in the log of the entry by which it left.
        signature: see :func:`net.session.format.entry.sign_return`.
    """

    table: TableId
    peer: Key
    gone: Count
    signature: Signature


GameFrame = (
    Have
    | Want
    | Entries
    | Leaving
    | Staying
    | Back
    | Vote
    | Withdrawn
    | Returning
    | Willing
    | Secrets
    | Audience
    | Chat
    | Pause
    | Halt
)
"""Every frame of a game that has begun."""

game_frames: Codec[GameFrame] = Codec("game", GameFrame)
"""Encodes and decodes them."""
