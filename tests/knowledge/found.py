"""The secrets in the bytes that a peer was sent: points, numbers, sealed numbers, and old secrets locked with new ones."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import NamedTuple

import msgspec

from net.deal.fair import contribution
from net.deal.fair.contribution import Contribution
from net.deal.fair.group import GroupError, point
from net.deal.fair.legacy import opened_with, seal_length
from net.deal.fair.standing import Standing
from net.session.format.wire import WireError
from tests.knowledge.secrets import TrueSecrets

LENGTHS = {seal_length(numbers) for numbers in range(1, 33)}
"""Length in bytes of what could be a seal."""


class Blob(NamedTuple):
    """Sealed numbers.

    Attributes:
        openers: the secret numbers each of which opens it.
        shared: the point that opens it.
        numbers: what is in it.
        deposit: the deposit that the numbers are parts of; empty if they are secrets.
        place: the place of these parts in it.
    """

    openers: frozenset[int]
    shared: bytes
    numbers: tuple[int, ...]
    deposit: bytes = b""
    place: int = 0


class Lock(NamedTuple):
    """Old secrets, locked with the new ones of these public keys."""

    cards: bytes
    lots: bytes
    locked: bytes
    context: bytes


class Found(NamedTuple):
    """All of it."""

    points: frozenset[bytes]
    numbers: frozenset[int]
    blobs: tuple[Blob, ...]


def contribution_in(body: object) -> Contribution | None:
    """The contribution to the dealing in the body of an entry, if there is one."""
    try:
        return contribution.read(body.payload)  # type: ignore[attr-defined]
    except (AttributeError, WireError):
        return None


def strings(value: object) -> Iterator[bytes]:
    """Every byte string in a decoded frame or entry, those in contributions too."""
    given = contribution_in(value)
    if given is not None:
        yield from given.parts
    elif isinstance(value, bytes):
        yield value
    elif isinstance(value, msgspec.Struct):
        for name in value.__struct_fields__:
            yield from strings(getattr(value, name))
    elif isinstance(value, Sequence) and not isinstance(value, str):
        for each in value:
            yield from strings(each)


def search(content: Iterable[bytes], true: TrueSecrets, at: Standing, deposits: Mapping[bytes, bytes]) -> Found:
    """The secrets in these byte strings, which were sent when the dealing stood here.

    The simulation's secrets only tell what a number is; whether somebody can open a seal is decided by who has an opener.
    ``deposits`` are the ids of the deposits by their commitments.
    """
    kept = list(content)
    points = frozenset(each for each in kept if len(each) == 33)
    halves = [each[start : start + 32] for each in kept if len(each) in (32, 64) for start in range(0, len(each), 32)]
    numbers = frozenset(number for half in halves if (number := int.from_bytes(half, "big")) in true.owners)
    blobs = [blob for each in kept if len(each) in LENGTHS for blob in _secrets_in(each, points, true, at)]
    return Found(points, numbers, tuple(blobs))


def _secrets_in(sealed: bytes, points: Iterable[bytes], true: TrueSecrets, at: Standing) -> Iterator[Blob]:
    """The seal as one with secrets in it, tried with everybody's secrets and every key that it could be made with."""
    contexts = [at.agreement, *(at.context(peer) + heir for peer in at.charter for heir in (b"", *at.charter))]
    keys = {key.format() for keys in at.keys.values() for key in keys}
    for number in sorted(true.owners, key=lambda number: true.owners[number].kind != "letters"):
        for key in [*points, *keys]:
            try:
                shared = true.product(number, key)
            except GroupError:
                continue
            for context in contexts:
                try:
                    inside = opened_with(sealed, point(shared), context)
                except GroupError:
                    continue
                if any(each in true.owners for each in inside):
                    other = true.by_key.get(key)
                    yield Blob(frozenset({number} | ({other} if other else set())), shared, tuple(inside))
                    return


def deposited(given: Contribution, id: bytes, author: bytes, true: TrueSecrets, at: Standing) -> list[Blob]:
    """The parts in a deposit, each for its holder."""
    holders = [peer for peer in at.there if peer != author]
    seals = given.parts[-len(holders) :]
    key, context = at.keys[author].letters.format(), at.context(author)
    return [
        _parts_in(sealed, true.letters[author], true.letters[holder], key, context, true, id, at.seat_at(holder))
        for sealed, holder in zip(seals, holders, strict=True)
    ]


def released(given: Contribution, id: bytes, author: bytes, true: TrueSecrets, at: Standing) -> list[Blob]:
    """The parts of a vanished peer's secrets that another gives to its heir."""
    assert at.release is not None
    own, heir, place = true.letters[author], at.release.heir, at.seat_at(author)
    if len(given.parts) == 1:  # the form of earlier versions
        key = at.keys[author].letters.format()
        return [_parts_in(given.parts[0], own, true.letters[heir], key, at.context(author), true, id, place)]
    key, _, sealed = given.parts
    return [_parts_in(sealed, own, true.letters[heir], key, at.context(author) + heir, true, id, place)]


def _parts_in(
    sealed: bytes, one: int, other: int, key: bytes, context: bytes, true: TrueSecrets, id: bytes, place: int
) -> Blob:
    shared = true.product(other, key)
    return Blob(frozenset((one, other)), shared, tuple(opened_with(sealed, point(shared), context)), id, place)
