"""Files (section 2): every byte counts."""

from __future__ import annotations

import base64
import json
from typing import Any, NamedTuple

from tests.witness.charter import FAIR, LOCAL, Charter, Damaged, NotCovered, need, read_charter
from tests.witness.entries import (
    Body,
    Dealing,
    Drop,
    Entry,
    Leave,
    Leaving,
    Move,
    Publish,
    Return,
    TakeBack,
    read_contribution,
    read_entry,
    read_seed,
)
from tests.witness.group import sha256
from tests.witness.names import check_names
from tests.witness.signing import signed

MOST = 8192


class Line(NamedTuple):
    """An entry with its bytes as signed."""

    entry: Entry
    raw: bytes

    @property
    def hash(self) -> bytes:
        """The hash that the next entry refers to."""
        return sha256(self.raw)


class Recording(NamedTuple):
    """The content of a file. ``private`` is empty if unknown; ``cut`` says that an unfinished line was dropped."""

    charter: Charter
    me: bytes
    private: bytes
    lines: list[Line]
    cut: bool


def read_file(content: bytes) -> Recording:
    """Read the bytes of a file; raises :class:`~tests.witness.charter.Damaged`."""
    pieces = content.split(b"\n")
    last, cut = pieces.pop(), False
    if last:
        cut = not _is_json(last)
        pieces += [] if cut else [last]
    need(pieces, "an empty file")
    need(len(pieces) - 1 <= MOST, "too many entries")
    charter, me, private = _read_first(pieces[0])
    if charter.dealer != LOCAL and charter.dealer not in FAIR:
        raise NotCovered(f"the dealer {charter.dealer}")
    lines: list[Line] = []
    previous = charter.hash
    for n, piece in enumerate(pieces[1:]):
        try:
            lines.append(_read_line(piece, charter, n, previous))
        except Damaged as reason:
            raise Damaged(f"line {n + 2}: {reason}") from None
        previous = lines[-1].hash
    return Recording(charter, me, private, lines, cut)


def _is_json(piece: bytes) -> bool:
    try:
        json.loads(piece.decode())
    except (ValueError, RecursionError):
        return False
    return True


def _object(piece: bytes) -> dict[str, Any]:
    try:
        found = json.loads(piece.decode())
    except (ValueError, RecursionError):
        raise Damaged("not JSON") from None
    need(isinstance(found, dict), "not an object")
    return dict(found)


def _spelled(fields: dict[str, Any]) -> bytes:
    return json.dumps(fields, ensure_ascii=False).encode("utf-8", "surrogatepass")


def _base64(value: object) -> bytes:
    need(isinstance(value, str), "no base64")
    try:
        raw = base64.b64decode(str(value), validate=True)
    except ValueError:
        raise Damaged("no base64") from None
    return raw


def _text64(raw: bytes) -> str:
    return base64.b64encode(raw).decode()


def _read_first(piece: bytes) -> tuple[Charter, bytes, bytes]:
    found = _object(piece)
    need(found.get("alarife") in (1, 2), "another format")
    charter = read_charter(_base64(found.get("raw")))
    private = _base64(found.get("private"))
    signatures = found.get("signatures")
    need(isinstance(signatures, list), "no signatures")
    signatures = [_base64(each) for each in signatures or []]
    try:
        me = bytes.fromhex(str(found.get("me")))
    except ValueError:
        raise Damaged("another key") from None
    need(me in charter.keys or not (me or private), "the file of a stranger")
    need(len(private) in (0, 32), "secret bytes of another length")
    need(len(signatures) == len(charter.peers), "not one signature for each peer")
    for peer, signature in zip(charter.peers, signatures, strict=True):
        need(signed(peer.key, "charter", charter.raw, signature), f"the signature of {peer.name} under the charter")
    check_names(charter)
    need(charter_line(charter, me, private, signatures) == piece, "another spelling or another value")
    return charter, me, private


def charter_line(charter: Charter, me: bytes, private: bytes, signatures: list[bytes]) -> bytes:
    """Line 1, without its end."""
    fields: dict[str, Any] = {
        "alarife": 2 if charter.board else 1,
        "table": charter.table.hex(),
        "game": charter.game,
        "version": charter.version,
        "rules": charter.rules.hex(),
        "options": charter.options,
        "seats": [
            {"kind": seat.kind, "name": seat.name, "peer": seat.peer.hex(), "level": seat.level} for seat in charter.seats
        ],
        "peers": [{"name": peer.name, "key": peer.key.hex()} for peer in charter.peers],
        "dealer": charter.dealer,
        **({"manners": charter.manners} if charter.manners else {}),
        **({"board": json.loads(charter.board)} if charter.board else {}),
        "me": me.hex(),
        "private": _text64(private),
        "check": sha256(b"alarife private\0" + private).hex()[:16],
        "raw": _text64(charter.raw),
        "signatures": [_text64(each) for each in signatures],
    }
    return _spelled(fields)


def entry_line(entry: Entry, raw: bytes, signature: bytes, charter: Charter) -> bytes:
    """The line of an entry, without its end."""
    fields = {
        "n": entry.n,
        **_described(entry, charter),
        "digest": entry.digest.hex(),
        "raw": _text64(raw),
        "signature": _text64(signature),
    }
    return _spelled(fields)


def _read_line(piece: bytes, charter: Charter, n: int, previous: bytes) -> Line:
    found = _object(piece)
    raw, signature = _base64(found.get("raw")), _base64(found.get("signature"))
    entry = read_entry(raw)
    need(entry_line(entry, raw, signature, charter) == piece, "another spelling or another value")
    need(entry.table == charter.table and entry.n == n, "an entry of another place")
    need(entry.previous == previous, "it does not follow the entry before")
    need(signed(entry.author, "entry", raw, signature), "its signature")
    return Line(entry, raw)


def _described(entry: Entry, charter: Charter) -> dict[str, Any]:
    """The readable fields after ``n``, up to ``digest``."""
    name = charter.name_of
    author = {"name": name(entry.author)}
    body: Body = entry.body
    match body:
        case Move():
            seat = charter.seats[body.seat].name if body.seat < len(charter.seats) else ""
            spent = {} if body.spent is None else {"spent": body.spent}
            return {"kind": "move", "seat": body.seat, "name": seat, "move": body.notation, **spent}
        case Dealing():
            return {"kind": "deal", **author, "deal": _payload(body.payload, charter)}
        case Leave():
            return {"kind": "leave", **author, "leaves": name(body.peer)}
        case Leaving():
            return {"kind": "leaving", **author, "leaves": name(body.peer)}
        case Publish():
            opened = [peer.name for peer, secret in zip(charter.peers, body.secrets, strict=False) if secret]
            return {"kind": "publish", **author, "opens": opened}
        case Drop():
            level = next((vote.level for vote in body.votes if vote.voter == entry.author), "")
            voted = [name(vote.voter) for vote in body.votes]
            return {"kind": "drop", **author, "drops": name(body.peer), "level": level, "voted": voted}
        case Return():
            return {"kind": "return", **author, "returns": name(body.peer)}
        case TakeBack():
            agreed = [name(consent.peer) for consent in body.consents]
            return {"kind": "take-back", "name": name(body.proposer), "to": body.to, "agreed": agreed}


def _payload(payload: bytes, charter: Charter) -> str:
    if charter.dealer == LOCAL:
        return f"seed {read_seed(payload).hex()}"
    contribution = read_contribution(payload)
    return f"{contribution.word} {contribution.peer} {len(contribution.parts)}"
