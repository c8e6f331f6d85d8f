"""Offline games continue under any key: they survive the loss of a key, and nobody else has signed anything in them."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from msgspec.structs import replace as changed

from net.deal import LOCAL
from net.gamefile import Recording
from net.identity import Identity
from net.session.format.charter import SignedCharter, sign_alone
from net.session.format.entry import (
    Body,
    Consent,
    DealBody,
    Entry,
    MoveBody,
    SignedEntry,
    TakeBackBody,
    sign_consent,
    write_entry,
)


class NotAlone(Exception):
    """Other peers have signed this game, so it belongs to their keys."""


def adopt(recording: Recording, identity: Identity) -> Recording:
    """The same game, every entry of it signed by another key: the same table, seed, moves and positions.

    Raises :class:`NotAlone` for a game between peers.
    """
    before = recording.charter.charter
    if before.dealer != LOCAL:
        raise NotAlone
    mine = tuple(changed(peer, key=identity.key) for peer in before.peers)
    seats = tuple(changed(seat, peer=identity.key) for seat in before.seats)
    charter = sign_alone(identity, changed(before, peers=mine, seats=seats))
    entries = _signed_again(recording.entries, charter, identity)
    return replace(recording, charter=charter, me=identity.key, entries=entries)


def _signed_again(entries: Sequence[SignedEntry], charter: SignedCharter, identity: Identity) -> tuple[SignedEntry, ...]:
    written: list[SignedEntry] = []
    head = charter.hash
    for signed in entries:
        body = _body(signed.entry, charter, head, identity)
        entry = changed(signed.entry, previous=head, author=identity.key, body=body)
        written.append(write_entry(identity, entry))
        head = written[-1].hash
    return tuple(written)


def _body(entry: Entry, charter: SignedCharter, head: bytes, identity: Identity) -> Body:
    match entry.body:
        case MoveBody() | DealBody():
            return entry.body
        case TakeBackBody(to=to):
            signature = sign_consent(identity, charter.hash, entry.n, head, to, identity.key, True)
            return TakeBackBody(to, identity.key, (Consent(identity.key, signature),))
    raise NotAlone
