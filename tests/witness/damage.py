"""Damaged game files: bytes that were changed by accident, and entries that were changed on purpose and signed again."""

from __future__ import annotations

import base64
import json
import random
from collections.abc import Callable, Mapping
from typing import Any

from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey

from tests.witness.charter import Damaged, NotCovered, read_charter
from tests.witness.entries import read_entry
from tests.witness.file import Recording, charter_line, entry_line, read_file
from tests.witness.group import sha256
from tests.witness.packing import NotCanonical, Packed, pack, read

Signers = Mapping[bytes, Ed25519PrivateKey]
"""The peers whose signatures can be made again."""


def _join(lines: list[bytes]) -> bytes:
    return b"".join(line + b"\n" for line in lines)


def flipped(content: bytes, rng: random.Random) -> bytes:
    """One bit is flipped."""
    at = rng.randrange(len(content))
    return content[:at] + bytes([content[at] ^ 1 << rng.randrange(8)]) + content[at + 1 :]


def replaced(content: bytes, rng: random.Random) -> bytes:
    """One byte is replaced by another that occurs in files."""
    at = rng.randrange(len(content))
    return content[:at] + rng.choice(content).to_bytes(1, "big") + content[at + 1 :]


def cut_off(content: bytes, rng: random.Random) -> bytes:
    """The end is missing."""
    return content[: rng.randrange(len(content))]


def goes_on(content: bytes, rng: random.Random) -> bytes:
    """Something is appended."""
    return content + rng.choice([b"\n", b"{", b"{}", b"1", b"null\n", b" ", b'{"n": 1', b"\xff", b"\0"])


def line_lost(content: bytes, rng: random.Random) -> bytes:
    """A line is missing."""
    lines = content.splitlines()
    lines.pop(rng.randrange(len(lines)))
    return _join(lines)


def line_twice(content: bytes, rng: random.Random) -> bytes:
    """A line is there twice."""
    lines = content.splitlines()
    at = rng.randrange(len(lines))
    return _join([*lines[: at + 1], *lines[at:]])


def lines_swapped(content: bytes, rng: random.Random) -> bytes:
    """Two lines are swapped."""
    lines = content.splitlines()
    one, other = (rng.randrange(len(lines)) for _ in range(2))
    lines[one], lines[other] = lines[other], lines[one]
    return _join(lines)


def lines_cut(content: bytes, rng: random.Random) -> bytes:
    """Whole lines at the end are missing: such a file holds."""
    lines = content.splitlines()
    return _join(lines[: rng.randrange(len(lines) + 1)])


def respelled(content: bytes, rng: random.Random) -> bytes:
    """A line says the same in another spelling."""
    lines = content.splitlines()
    at = rng.randrange(len(lines))
    fields = json.loads(lines[at])
    spellings: list[Callable[[], str]] = [
        lambda: json.dumps(fields, ensure_ascii=False, separators=(",", ":")),
        lambda: json.dumps(fields, ensure_ascii=False) + " ",
        lambda: json.dumps(dict(reversed(fields.items())), ensure_ascii=False),
        lambda: json.dumps(fields, ensure_ascii=False)[:-1] + ', "more": 0}',
        lambda: json.dumps(fields, ensure_ascii=False).replace("a", "\\u0061", 1),
        lambda: json.dumps(fields, ensure_ascii=False) + "\r",
    ]
    lines[at] = rng.choice(spellings)().encode()
    return _join(lines)


def field_changed(content: bytes, rng: random.Random) -> bytes:
    """A field of a line has another value."""
    lines = content.splitlines()
    at = rng.randrange(len(lines))
    fields = json.loads(lines[at])
    name = rng.choice(list(fields))
    fields[name] = _changed(fields[name], rng)
    lines[at] = json.dumps(fields, ensure_ascii=False).encode()
    return _join(lines)


def bytes_changed(content: bytes, rng: random.Random) -> bytes:
    """The signed bytes, or their signature, are changed."""
    lines = content.splitlines()
    at = rng.randrange(1, len(lines)) if len(lines) > 1 else 0
    fields = json.loads(lines[at])
    name = rng.choice(["raw", "signature"]) if at else "raw"
    fields[name] = base64.b64encode(flipped(base64.b64decode(fields[name]), rng)).decode()
    lines[at] = json.dumps(fields, ensure_ascii=False).encode()
    return _join(lines)


def owner_changed(content: bytes, rng: random.Random) -> bytes:
    """The file says that it is somebody else's, or has other secret bytes, or none."""
    lines = content.splitlines()
    fields = json.loads(lines[0])
    match rng.randrange(4):
        case 0:
            fields["me"] = rng.choice(["", *(peer["key"] for peer in fields["peers"])])
        case 1:
            fields["me"] = fields["private"] = ""
        case 2:
            fields["private"] = ""
        case 3:
            fields["private"] = base64.b64encode(rng.randbytes(32)).decode()
    private = base64.b64decode(fields["private"])
    fields["check"] = sha256(b"alarife private\0" + private).hex()[:16]
    lines[0] = json.dumps(fields, ensure_ascii=False).encode()
    return _join(lines)


ACCIDENTS: list[Callable[[bytes, random.Random], bytes]] = [
    flipped, replaced, cut_off, goes_on, line_lost, line_twice, lines_swapped, lines_cut, respelled, field_changed,
    bytes_changed, owner_changed,
]  # fmt: skip


def _changed(value: Any, rng: random.Random) -> Any:
    """Another value of the same kind; in a list or an object one of the values is changed."""
    match value:
        case bool() | None:
            return 0
        case int():
            return value + rng.choice([-1, 1, 1000])
        case str():
            return rng.choice([value + "a", value[:-1], "", value[::-1]])
        case bytes():
            return rng.choice([flipped(value, rng) if value else b"\0", value[:-1], value + b"\0"])
        case dict():
            name = rng.choice(list(value)) if value else "more"
            return {**value, name: _changed(value.get(name, 0), rng)}
        case list() if value:
            at = rng.randrange(len(value))
            match rng.randrange(8):
                case 0:
                    return value[:at] + value[at + 1 :]
                case 1:
                    return [*value[: at + 1], *value[at:]]
                case 2:
                    other = rng.randrange(len(value))
                    swapped = list(value)
                    swapped[at], swapped[other] = swapped[other], swapped[at]
                    return swapped
                case _:
                    return [*value[:at], _changed(value[at], rng), *value[at + 1 :]]
    return [0]


def forged(content: bytes, rng: random.Random, signers: Signers) -> bytes:
    """One entry is changed and signed by its author; those after it are linked and signed again, or are missing."""
    try:
        recording = read_file(content)
    except (Damaged, NotCovered):
        return flipped(content, rng)
    if not recording.lines or not all(key in signers for key in recording.charter.keys):
        return flipped(content, rng)
    at = rng.randrange(len(recording.lines))
    lines = content.splitlines()[: at + 1]
    previous = recording.lines[at].entry.previous
    last = at if rng.random() < 0.5 else len(recording.lines) - 1
    for place in range(at, last + 1):
        fields = read(recording.lines[place].raw)
        fields[2] = previous
        if place == at:
            fields = _forgery(fields, recording, rng)
        raw = pack(fields)
        author = signers.get(fields[3] if isinstance(fields[3], bytes) else b"", next(iter(signers.values())))
        signature = author.sign(b"alarife entry\0" + raw)
        try:
            lines.append(entry_line(read_entry(raw), raw, signature, recording.charter))
        except Damaged:
            described = json.loads(content.splitlines()[place + 1])
            described |= {"raw": base64.b64encode(raw).decode(), "signature": base64.b64encode(signature).decode()}
            lines.append(json.dumps(described, ensure_ascii=False).encode())
        previous = sha256(raw)
    return _join(lines)


def _forgery(fields: list[Packed], recording: Recording, rng: random.Random) -> list[Packed]:
    """An entry with one false value."""
    body = fields[4]
    match rng.randrange(8):
        case 0:
            return [*fields[:3], rng.choice(recording.charter.keys), *fields[4:]]
        case 1:
            return [*fields[:5], flipped(fields[5], rng)]
        case 2:
            return list(_changed(fields, rng))
        case 3:
            other = rng.choice(recording.lines)
            return [*fields[:4], read(other.raw)[4], fields[5]]
    if body[0] == "deal":
        try:
            payload = read(body[1])
        except NotCanonical:
            return [*fields[:4], ["deal", b""], fields[5]]
        return [*fields[:4], ["deal", pack(_changed(payload, rng))], fields[5]]
    return [*fields[:4], [body[0], *_changed(body[1:], rng)], fields[5]]


def recharted(content: bytes, rng: random.Random, signers: Signers) -> bytes:
    """The charter is changed and signed by everybody; the entries are linked and signed again."""
    recording = read_file(content)
    if not all(key in signers for key in recording.charter.keys):
        return flipped(content, rng)
    raw = pack(_changed(read(recording.charter.raw), rng))
    signatures = [signers[key].sign(b"alarife charter\0" + raw) for key in recording.charter.keys]
    try:
        charter = read_charter(raw)
        lines = [charter_line(charter, recording.me, recording.private, signatures)]
    except Damaged:
        charter = recording.charter
        described = json.loads(content.splitlines()[0])
        described |= {"raw": base64.b64encode(raw).decode()}
        described["signatures"] = [base64.b64encode(signature).decode() for signature in signatures]
        lines = [json.dumps(described, ensure_ascii=False).encode()]
    previous = sha256(raw)
    for line in recording.lines:
        fields = read(line.raw)
        fields[0], fields[2] = charter.table, previous
        packed = pack(fields)
        signature = signers[line.entry.author].sign(b"alarife entry\0" + packed)
        lines.append(entry_line(read_entry(packed), packed, signature, charter))
        previous = sha256(packed)
    return _join(lines)


def damaged(content: bytes, rng: random.Random, signers: Signers) -> tuple[str, bytes]:
    """One damage, and its name."""
    chance = rng.random()
    if chance < 0.45:
        return "forged", forged(content, rng, signers)
    if chance < 0.55:
        return "recharted", recharted(content, rng, signers)
    accident = rng.choice(ACCIDENTS)
    return accident.__name__, accident(content, rng)
