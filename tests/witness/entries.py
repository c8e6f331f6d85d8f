"""Entries of the log (section 4)."""

from __future__ import annotations

import re
from typing import NamedTuple

from tests.witness.charter import Damaged, binary, integer, items, need, text
from tests.witness.charter import word as ascii_word
from tests.witness.packing import NotCanonical, Packed, pack, read

LIMIT = 1_000_000
COUNT = 2**20


class Move(NamedTuple):
    """A seat moves; ``spent`` is None where there are no clocks."""

    seat: int
    word: str
    args: tuple[int, ...]
    spent: int | None = None

    @property
    def notation(self) -> str:
        """The move as text."""
        return " ".join([self.word, *map(str, self.args)])


class Dealing(NamedTuple):
    """A contribution to the dealing."""

    payload: bytes


class Leaving(NamedTuple):
    """A peer wants to leave."""

    peer: bytes
    round: int
    signature: bytes


class Leave(NamedTuple):
    """A peer leaves, in the form of earlier versions."""

    peer: bytes
    legacies: list[bytes]
    signature: bytes


class Vote(NamedTuple):
    """A vote to replace a peer."""

    voter: bytes
    level: str
    round: int
    signature: bytes


class Drop(NamedTuple):
    """The others replace a peer that has vanished."""

    peer: bytes
    votes: list[Vote]


class Return(NamedTuple):
    """A peer takes its seat back."""

    peer: bytes
    gone: int
    signature: bytes


class Consent(NamedTuple):
    """A peer agrees."""

    peer: bytes
    signature: bytes


class TakeBack(NamedTuple):
    """The position is again the one after ``to`` entries."""

    to: int
    proposer: bytes
    consents: list[Consent]


class Publish(NamedTuple):
    """Everybody's secrets, after the end; ``consents`` are signatures."""

    consents: list[bytes]
    secrets: list[bytes]


Body = Move | Dealing | Leaving | Leave | Drop | Return | TakeBack | Publish


class Entry(NamedTuple):
    """One entry of the log."""

    table: bytes
    n: int
    previous: bytes
    author: bytes
    body: Body
    digest: bytes


def read_entry(raw: bytes) -> Entry:
    """Read the bytes of an entry; raises :class:`Damaged`."""
    need(len(raw) <= 128 * 1024, "an entry that is too long")
    try:
        table, n, previous, author, body, digest = items(read(raw), 6, 6)
    except NotCanonical as reason:
        raise Damaged(f"the entry cannot be read: {reason}") from None
    return Entry(
        binary(table, 16), integer(n, 0, COUNT), binary(previous, 32), binary(author, 32), _body(body), binary(digest, 32)
    )


def _blob(value: Packed, most: int) -> bytes:
    need(isinstance(value, bytes) and len(value) <= most, "not so many bytes")
    return bytes(value)


def _consents(value: Packed) -> list[Consent]:
    pairs = [items(each, 2, 2) for each in items(value, 16)]
    return [Consent(binary(peer, 32), binary(signature, 64)) for peer, signature in pairs]


def _move(seat: Packed, word: Packed, args: Packed, spent: int | None) -> Move:
    need(isinstance(word, str) and re.fullmatch(r"[a-z-]{1,24}", word), "a move without a word")
    need(any(letter != "-" for letter in word), "a move without a word")
    return Move(integer(seat, 0, 15), word, tuple(integer(arg, -LIMIT, LIMIT) for arg in items(args, 8)), spent)


def _body(packed: Packed) -> Body:
    tag, *fields = items(packed, 5, 2)
    match tag, fields:
        case "move", [seat, word, args]:
            return _move(seat, word, args, None)
        case "timed", [seat, word, args, spent]:
            return _move(seat, word, args, integer(spent, 0, 2**31))
        case "deal", [payload]:
            return Dealing(_blob(payload, 128 * 1024))
        case "leaving", [peer, round_, signature]:
            return Leaving(binary(peer, 32), integer(round_, 0, COUNT), binary(signature, 64))
        case "leave", [peer, legacies, signature]:
            return Leave(binary(peer, 32), [_blob(each, 1024) for each in items(legacies, 16)], binary(signature, 64))
        case "drop", [peer, votes]:
            return Drop(binary(peer, 32), [_vote(vote) for vote in items(votes, 16)])
        case "return", [peer, gone, signature]:
            return Return(binary(peer, 32), integer(gone, 0, COUNT), binary(signature, 64))
        case "take-back", [to, proposer, consents]:
            return TakeBack(integer(to, 0, COUNT), binary(proposer, 32), _consents(consents))
        case "publish", [consents, secrets]:
            return Publish([binary(each, 64) for each in items(consents, 16)], [_blob(each, 64) for each in items(secrets, 16)])
    raise Damaged("an entry of an unknown kind")


def _vote(packed: Packed) -> Vote:
    voter, level, round_, signature = items(packed, 4, 4)
    return Vote(binary(voter, 32), ascii_word(level, 32, 0), integer(round_, 0, COUNT), binary(signature, 64))


class Contribution(NamedTuple):
    """A payload of the dealer ``fair`` (section 9)."""

    word: str
    peer: int
    parts: list[bytes]


def read_contribution(payload: bytes) -> Contribution:
    """Read a payload of the dealer ``fair``; raises :class:`Damaged`."""
    try:
        packed = read(payload)
    except NotCanonical as reason:
        raise Damaged(f"the payload cannot be read: {reason}") from None
    word, peer, parts = items(packed, 3, 3)
    return Contribution(text(word, 8, 0), integer(peer, 0, 15), [_blob(part, 32768) for part in items(parts, 512)])


def read_seed(payload: bytes) -> bytes:
    """Read a payload of the dealer ``local``; raises :class:`Damaged`."""
    try:
        word, seed = items(read(payload), 2, 2)
    except NotCanonical as reason:
        raise Damaged(f"the payload cannot be read: {reason}") from None
    need(word == "seed", "no seed")
    return binary(seed, 32)


def quoted(*values: Packed) -> bytes:
    """The struct of these values, as signatures cover it."""
    return pack(list(values))
