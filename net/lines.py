"""The line of an entry in a game file, as Alarife writes it, and the quick way to read such a line (:mod:`net.gamefile`)."""

from __future__ import annotations

import json
from binascii import Error, a2b_base64, b2a_base64
from collections.abc import Sequence
from functools import lru_cache
from typing import Any, Final

from net.deal import DealError, words
from net.session.format.charter import Charter
from net.session.format.entry import (
    DealBody,
    DropBody,
    Entry,
    LeaveBody,
    LeavingBody,
    MoveBody,
    PublishBody,
    ReturnBody,
    SignedEntry,
    TakeBackBody,
    TimedMoveBody,
    read_entry,
)
from net.session.format.wire import SIGNATURE_LENGTH, Signed, WireError
from rules.contract import Move

plain: Final = json.JSONEncoder(ensure_ascii=False, separators=(", ", ": ")).encode
"""Writes plain data as it stands in a line."""

RAW: Final = b', "raw": "'
SIGNATURE: Final = b'", "signature": "'
END: Final = b'"}'
"""What stands before the bytes of an entry, before their signature, and after it."""

SIGNED: Final = len(SIGNATURE) + len(b2a_base64(bytes(SIGNATURE_LENGTH), newline=False)) + len(END)
"""Bytes of a line from SIGNATURE to the end, unless the signature has another length than any that is valid."""


class Lines:
    """The lines of the entries of one game."""

    def __init__(self, charter: Charter) -> None:
        self.charter: Final = charter
        self._seats: Final = [_quoted(seat.name) for seat in charter.seats]
        self._names: Final = {peer.key: _quoted(peer.name) for peer in charter.peers}

    def line(self, signed: SignedEntry) -> bytes:
        """The line of an entry, its end included."""
        content = signed.signed
        raw, signature = b2a_base64(content.raw, newline=False), b2a_base64(content.signature, newline=False)
        return b"".join((self._beginning(signed.entry), RAW, raw, SIGNATURE, signature, END, b"\n"))

    def fields(self, signed: SignedEntry) -> dict[str, Any]:
        """The fields of that line."""
        fields: dict[str, Any] = json.loads(self.line(signed))
        return fields

    def read(self, line: bytes) -> SignedEntry | None:
        """The entry of a line that is, byte for byte, what Alarife writes for it; None for any other line.

        Its fields need not be read then: each says what the entry says. The signature is not checked.
        """
        ended = len(line) - SIGNED
        place = line.find(RAW)
        if place < 0 or line[ended : ended + len(SIGNATURE)] != SIGNATURE or not line.endswith(END):
            return None
        raw_text, signature_text = line[place + len(RAW) : ended], line[ended + len(SIGNATURE) : -len(END)]
        try:
            raw, signature = a2b_base64(raw_text), a2b_base64(signature_text)
            entry = read_entry(Signed(raw, signature))
            same = (
                line[:place] == self._beginning(entry.entry)
                and raw_text == b2a_base64(raw, newline=False)
                and signature_text == b2a_base64(signature, newline=False)
            )
        except (Error, WireError, DealError):
            return None
        return entry if same else None

    def _beginning(self, entry: Entry) -> bytes:
        """The readable fields, which come first."""
        return f'{{"n": {entry.n}, {self._readable(entry)}, "digest": "{entry.digest.hex()}"'.encode()

    def _readable(self, entry: Entry) -> str:
        """The fields that differ from one kind of entry to the other."""
        body, name = entry.body, self._name(entry.author)
        match body:
            case MoveBody(seat=seat):
                name = self._seats[seat] if seat < len(self._seats) else NOBODY
                spent = f', "spent": {body.spent}' if isinstance(body, TimedMoveBody) else ""
                return f'"kind": "move", "seat": {seat}, "name": {name}, "move": {_quoted_move(body.move)}{spent}'
            case DealBody(payload=payload):
                return f'"kind": "deal", "name": {name}, "deal": {_quoted(words(self.charter.dealer, payload))}'
            case LeaveBody(peer=peer):
                return f'"kind": "leave", "name": {name}, "leaves": {self._name(peer)}'
            case LeavingBody(peer=peer):
                return f'"kind": "leaving", "name": {name}, "leaves": {self._name(peer)}'
            case PublishBody(secrets=secrets):
                opens = [peer.key for peer, content in zip(self.charter.peers, secrets, strict=False) if content]
                return f'"kind": "publish", "name": {name}, "opens": {self._list(opens)}'
            case DropBody(peer=peer, votes=votes):
                level, voted = _quoted(body.level(entry.author)), self._list([vote.voter for vote in votes])
                return f'"kind": "drop", "name": {name}, "drops": {self._name(peer)}, "level": {level}, "voted": {voted}'
            case ReturnBody(peer=peer):
                return f'"kind": "return", "name": {name}, "returns": {self._name(peer)}'
            case TakeBackBody(to=to, proposer=proposer, consents=consents):
                name, agreed = self._name(proposer), self._list([consent.peer for consent in consents])
                return f'"kind": "take-back", "name": {name}, "to": {to}, "agreed": {agreed}'

    def _name(self, peer: bytes) -> str:
        return self._names.get(peer, NOBODY)

    def _list(self, peers: Sequence[bytes]) -> str:
        return f"[{', '.join(map(self._name, peers))}]"


@lru_cache(maxsize=512)
def _quoted(text: str) -> str:
    """A text as it stands in a line, cached: names and moves come again and again."""
    return plain(text)


@lru_cache(maxsize=512)
def _quoted_move(move: Move) -> str:
    """A move as it stands in a line, cached likewise."""
    return plain(str(move))


NOBODY: Final = _quoted("")
