"""One entry of the log: signed bytes that name the table, their place, the entry before, and what is done."""

from __future__ import annotations

import hashlib
from collections.abc import Container, Sequence
from functools import lru_cache
from typing import Annotated

from msgspec import Meta, Struct

from net.identity import Identity, verify
from net.session.format.wire import (
    Count,
    Hash,
    Key,
    Level,
    PublishedSecrets,
    Signature,
    Signed,
    TableId,
    WireError,
    pack,
    unpack,
)
from rules.contract import Move, move_of

ENTRY_LIMIT = 1 << 17
"""Bytes of the largest entry."""

Sealed = Annotated[bytes, Meta(max_length=1024)]
"""Secrets sealed for one peer."""

Legacies = Annotated[tuple[Sealed, ...], Meta(max_length=16)]
"""A peer's legacies to each peer of the charter, in the form of earlier versions."""


@lru_cache(maxsize=256)
def _move(word: str, args: tuple[int, ...]) -> Move:
    """A checked move, cached: each entry is asked for its move several times."""
    return move_of(word, args, word)


class MoveBody(Struct, frozen=True, array_like=True, forbid_unknown_fields=True, tag="move"):
    """A seat moves."""

    seat: Annotated[int, Meta(ge=0, lt=16)]
    word: Annotated[str, Meta(min_length=1, max_length=24)]
    args: Annotated[tuple[Annotated[int, Meta(ge=-1_000_000, le=1_000_000)], ...], Meta(max_length=8)]

    @property
    def move(self) -> Move:
        """The move; raises :class:`ValueError` if the word is not the name of a kind of move."""
        return _move(self.word, self.args)


class TimedMoveBody(MoveBody, frozen=True, array_like=True, forbid_unknown_fields=True, tag="timed"):
    """A seat moves at a table with clocks.

    Attributes:
        spent: the milliseconds that the seat has taken since its last move, as stated by its peer.
    """

    spent: Annotated[int, Meta(ge=0, le=1 << 31)]


class DealBody(Struct, frozen=True, array_like=True, forbid_unknown_fields=True, tag="deal"):
    """A contribution to the dealing; only the dealer reads it."""

    payload: Annotated[bytes, Meta(max_length=ENTRY_LIMIT)]


class LeaveBody(Struct, frozen=True, array_like=True, forbid_unknown_fields=True, tag="leave"):
    """A peer leaves the table, in the form of earlier versions. Such entries are still read, but no longer written.

    Attributes:
        peer: the leaver.
        legacies: what it leaves to each peer of the charter, should that be its heir (see :meth:`net.deal.Dealer.left`).
        signature: the leaver's, over the charter's hash and the legacies.
    """

    peer: Key
    legacies: Legacies
    signature: Signature


class LeavingBody(Struct, frozen=True, array_like=True, forbid_unknown_fields=True, tag="leaving"):
    """A peer wants to leave the table. It is gone at once if it holds no secrets, else once its heir has them.

    Attributes:
        peer: the peer that wants to leave.
        round: see :class:`~net.session.format.wire.Leaving`.
        signature: the leaver's, over the charter's hash and the place of this entry (:func:`sign_wish`).
    """

    peer: Key
    round: Count
    signature: Signature


class Consent(Struct, frozen=True, array_like=True, forbid_unknown_fields=True):
    """A peer's consent to go back, see :func:`sign_consent`."""

    peer: Key
    signature: Signature


class TakeBackBody(Struct, frozen=True, array_like=True, forbid_unknown_fields=True, tag="take-back"):
    """With everybody's consent, the game goes back to the position after ``to`` entries.

    Attributes:
        to: a number of entries, smaller than the number before this one.
        proposer: the peer that asked for it.
        consents: one of every peer that is still there, in the charter's order.
    """

    to: Count
    proposer: Key
    consents: Annotated[tuple[Consent, ...], Meta(max_length=16)]


class PublishBody(Struct, frozen=True, array_like=True, forbid_unknown_fields=True, tag="publish"):
    """After the end, with everybody's consent: the dealing secrets of every peer.

    Attributes:
        consents: a signature of every peer that is still there, in the charter's order (:func:`sign_willing`).
        secrets: of every peer of the charter (:func:`net.deal.dealer.pack_secrets`); empty for a peer without any.
    """

    consents: Annotated[tuple[Signature, ...], Meta(max_length=16)]
    secrets: PublishedSecrets


class Ballot(Struct, frozen=True, array_like=True, forbid_unknown_fields=True):
    """One vote in a :class:`DropBody`, see :class:`~net.session.format.wire.Vote`."""

    voter: Key
    level: Level
    round: Count
    signature: Signature


class DropBody(Struct, frozen=True, array_like=True, forbid_unknown_fields=True, tag="drop"):
    """All others have voted to replace a peer that has vanished. Its heir writes this, in its place.

    Attributes:
        peer: the vanished peer, whose turn it was to write this entry.
        votes: one of every other peer that is there, in the charter's order.
    """

    peer: Key
    votes: Annotated[tuple[Ballot, ...], Meta(max_length=16)]

    @property
    def round(self) -> int:
        """Higher for an entry that was written with later votes for the same place."""
        return sum(vote.round for vote in self.votes)

    def level(self, heir: bytes) -> str:
        """The level of the bot that plays on, as chosen by the heir."""
        return next((vote.level for vote in self.votes if vote.voter == heir), "")


class ReturnBody(Struct, frozen=True, array_like=True, forbid_unknown_fields=True, tag="return"):
    """A departed peer takes its seat back, see :class:`~net.session.format.wire.Returning`."""

    peer: Key
    gone: Count
    signature: Signature


Body = MoveBody | TimedMoveBody | DealBody | LeaveBody | LeavingBody | TakeBackBody | DropBody | ReturnBody | PublishBody


CHANGES: dict[type[Body], str] = {
    DropBody: "replace.notice.replaced",
    ReturnBody: "replace.notice.returned",
}
"""The keys of the notices for entries by which a peer is replaced or returns."""


class Entry(Struct, frozen=True, array_like=True, forbid_unknown_fields=True):
    """The signed part of an entry.

    Attributes:
        table: the charter's table id.
        n: place in the log, from 0.
        previous: hash of the entry before, or of the charter.
        author: key of the peer that wrote it.
        body: what is done.
        digest: digest of the public facts before it, in the author's copy.
    """

    table: TableId
    n: Count
    previous: Hash
    author: Key
    body: Body
    digest: Hash


class SignedEntry(Struct, frozen=True):
    """An entry with its bytes as signed.

    Attributes:
        entry: the decoded bytes.
        signed: the bytes and their signature.
        hash: SHA-256 of the bytes: ``previous`` of the next entry.
    """

    entry: Entry
    signed: Signed
    hash: bytes


def write_entry(identity: Identity, entry: Entry) -> SignedEntry:
    """Sign an entry whose author is this identity."""
    raw = pack(entry)
    return SignedEntry(entry, Signed(raw, identity.sign("entry", raw)), hashlib.sha256(raw).digest())


def read_entry(signed: Signed) -> SignedEntry:
    """An entry from hostile bytes, its signature not yet checked; raises :class:`~net.session.format.wire.WireError`."""
    entry: Entry = unpack(signed.raw, Entry, limit=ENTRY_LIMIT)
    if isinstance(entry.body, MoveBody):
        try:
            entry.body.move  # noqa: B018  - raises if the word names no kind of move
        except ValueError as error:
            raise WireError(str(error)) from error
    return SignedEntry(entry, signed, hashlib.sha256(signed.raw).digest())


def well_signed(entry: SignedEntry) -> bool:
    """Whether the signature is the author's."""
    return verify(entry.entry.author, "entry", entry.signed.raw, entry.signed.signature)


def leave_signed(body: LeaveBody, agreement: bytes, returns: int = 0) -> bool:
    """Whether a wish to leave in the form of earlier versions is the leaver's own, made since a peer last came back."""
    content = agreement + pack(body.legacies) + (pack(returns) if returns else b"")
    return verify(body.peer, "leave", content, body.signature)


def _place(agreement: bytes, n: int, head: bytes, round: int) -> bytes:
    return agreement + pack([n, head, round])


def sign_wish(identity: Identity, agreement: bytes, n: int, head: bytes, round: int) -> bytes:
    """The signature of a peer that wants to leave with the next entry (the arguments are those of
    :class:`~net.session.format.wire.Leaving`, ``agreement`` the charter's hash).
    """
    return identity.sign("leaving", _place(agreement, n, head, round))


def wish_signed(peer: bytes, signature: bytes, agreement: bytes, n: int, head: bytes, round: int) -> bool:
    """Whether a wish to leave is the peer's own (the other arguments are those of :func:`sign_wish`)."""
    return verify(peer, "leaving", _place(agreement, n, head, round), signature)


def sign_stay(identity: Identity, agreement: bytes, n: int, head: bytes, round: int) -> bytes:
    """The signature of a peer that stays after all (the arguments are those of
    :class:`~net.session.format.wire.Staying`, ``agreement`` the charter's hash).
    """
    return identity.sign("staying", _place(agreement, n, head, round))


def stay_signed(peer: bytes, signature: bytes, agreement: bytes, n: int, head: bytes, round: int) -> bool:
    """Whether a frame to stay is the peer's own (the other arguments are those of :func:`sign_stay`)."""
    return verify(peer, "staying", _place(agreement, n, head, round), signature)


def sign_return(identity: Identity, agreement: bytes, gone: int) -> ReturnBody:
    """The wish to take back the seat that was lost by the entry at place ``gone``."""
    return ReturnBody(identity.key, gone, identity.sign("return", agreement + pack(gone)))


def return_signed(body: ReturnBody, agreement: bytes) -> bool:
    """Whether a wish to return is the peer's own."""
    return verify(body.peer, "return", agreement + pack(body.gone), body.signature)


def _vote(agreement: bytes, n: int, head: bytes, peer: bytes, level: str, round: int) -> bytes:
    return agreement + pack([n, head, peer, level, round])


def sign_vote(identity: Identity, agreement: bytes, n: int, head: bytes, peer: bytes, level: str, round: int) -> bytes:
    """The signature of a peer that wants to go on without another (the arguments are those of
    :class:`~net.session.format.wire.Vote`, ``agreement`` the charter's hash).
    """
    return identity.sign("vote", _vote(agreement, n, head, peer, level, round))


def vote_signed(
    voter: bytes, signature: bytes, agreement: bytes, n: int, head: bytes, peer: bytes, level: str, round: int
) -> bool:
    """Whether a vote is the voter's own (the arguments are those of :func:`sign_vote`)."""
    return verify(voter, "vote", _vote(agreement, n, head, peer, level, round), signature)


def sign_withdrawal(identity: Identity, agreement: bytes, n: int, head: bytes, peer: bytes, round: int) -> bytes:
    """The signature of a peer that withdraws its votes for a place, up to that of this round (the arguments are those of
    :class:`~net.session.format.wire.Withdrawn`, ``agreement`` the charter's hash).
    """
    return identity.sign("no-vote", agreement + pack([n, head, peer, round]))


def withdrawal_signed(voter: bytes, signature: bytes, agreement: bytes, n: int, head: bytes, peer: bytes, round: int) -> bool:
    """Whether a withdrawal is the voter's own (the arguments are those of :func:`sign_withdrawal`)."""
    return verify(voter, "no-vote", agreement + pack([n, head, peer, round]), signature)


def voted_by_all(body: DropBody, voters: Sequence[bytes], agreement: bytes, n: int, head: bytes) -> bool:
    """Whether exactly these peers have voted for this entry at this place."""
    return tuple(vote.voter for vote in body.votes) == tuple(voters) and all(
        vote_signed(vote.voter, vote.signature, agreement, n, head, body.peer, vote.level, vote.round) for vote in body.votes
    )


def voted_by_some(signed: SignedEntry, peers: Container[bytes], agreement: bytes) -> bool:
    """Whether an entry by which a peer is replaced has true votes of at least two of these peers, for its own place.

    The position there decides whether these are all that have to vote. This is the cheap part of the check.
    """
    body = signed.entry.body
    assert isinstance(body, DropBody)
    voters = [vote.voter for vote in body.votes]
    distinct = len(set(voters)) == len(voters) > 1 and body.peer not in voters and all(voter in peers for voter in voters)
    return distinct and voted_by_all(body, voters, agreement, signed.entry.n, signed.entry.previous)


def _consent(agreement: bytes, n: int, head: bytes, to: int, proposer: bytes) -> bytes:
    return agreement + pack([n, head, to, proposer])


def sign_consent(identity: Identity, agreement: bytes, n: int, head: bytes, to: int, proposer: bytes, yes: bool) -> bytes:
    """The signature of a peer that agrees, or with ``yes`` False declines, to go back.

    Args:
        identity: of the peer.
        agreement: the charter's hash.
        n: the number of entries when it was proposed; the consent holds only for an entry at that place.
        head: hash of the last one.
        to: the number of entries to go back to.
        proposer: key of the peer that asked.
        yes: whether it agrees.
    """
    return identity.sign("take-back" if yes else "no-take-back", _consent(agreement, n, head, to, proposer))


def consent_signed(
    peer: bytes, signature: bytes, agreement: bytes, n: int, head: bytes, to: int, proposer: bytes, yes: bool
) -> bool:
    """Whether a consent, or a refusal, is the peer's own (the arguments are those of :func:`sign_consent`)."""
    return verify(peer, "take-back" if yes else "no-take-back", _consent(agreement, n, head, to, proposer), signature)


def agreed_by_all(body: TakeBackBody, there: Sequence[bytes], agreement: bytes, n: int, head: bytes) -> bool:
    """Whether exactly the peers that are there have signed their consent to this entry at this place."""
    return tuple(consent.peer for consent in body.consents) == tuple(there) and all(
        consent_signed(consent.peer, consent.signature, agreement, n, head, body.to, body.proposer, True)
        for consent in body.consents
    )


def sign_willing(identity: Identity, agreement: bytes, head: bytes) -> bytes:
    """A consent to lay all cards open; ``head`` is the hash of the entry that ended the game."""
    return identity.sign("publish", agreement + head)


def willing_signed(peer: bytes, signature: bytes, agreement: bytes, head: bytes) -> bool:
    """Whether a consent to lay all cards open is that of this peer."""
    return verify(peer, "publish", agreement + head, signature)
