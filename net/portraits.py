"""The pictures that people have composed of themselves: a few small numbers that travel beside a lobby and a game.

A portrait is a choice for each part of a drawn head. It proves nothing, and everybody may choose any. What the numbers mean
is the window's business: a number that it does not know, or does not find, is drawn as the peer's key has it.

There is one frame. A peer says its own portrait over every link; the host also tells its guests those of the others, because
guests have no links to each other. Nobody's portrait is taken from others once that peer has shown its own.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Annotated

from msgspec import Meta, Struct

from net.allowance import Bucket
from net.api import PortraitsChanged
from net.greeting import PORTRAITS
from net.session.format.charter import MOST_PEERS
from net.session.format.wire import Codec, Frame, Key
from net.session.output import Output

MOST_PARTS = 16
"""Parts of a portrait at most."""

MOST_CHOICES = 64
"""Numbers below this may stand for a part."""

LIMIT = 1 << 10
"""Bytes of the frame at most."""

CHANGES, CHANGES_EACH = 12, 2_000
"""A peer may show so many portraits at once, and one more in so many milliseconds; others are not looked at."""

MOST_KNOWN = 64
"""Peers whose portraits are kept, the latest: at an open table guests may come and go."""

Portrait = Annotated[tuple[Annotated[int, Meta(ge=0, lt=MOST_CHOICES)], ...], Meta(max_length=MOST_PARTS)]
"""The choices; empty for a portrait that follows from the key alone."""


class PortraitRow(Struct, frozen=True, array_like=True, forbid_unknown_fields=True):
    """The portrait of a peer."""

    peer: Key
    portrait: Portrait


class Portraits(Frame, tag="lobby.portraits", frozen=True):
    """Portraits of peers at the table; from protocol 5 on."""

    rows: Annotated[tuple[PortraitRow, ...], Meta(max_length=MOST_PEERS)]


portrait_frames: Codec[Portraits] = Codec("lobby", Portraits, LIMIT)
"""Reads and writes them."""


def tells_portraits(payload: bytes) -> bool:
    """Whether a frame is one of these; only its beginning is looked at."""
    return payload[2:17] == b"lobby.portraits"  # after the heads of the array and of its first text


def is_portrait(parts: Iterable[object]) -> bool:
    """Whether these numbers can travel as a portrait."""
    parts = tuple(parts)
    return len(parts) <= MOST_PARTS and all(type(part) is int and 0 <= part < MOST_CHOICES for part in parts)


class PortraitBook:
    """The portraits at one table, as this program knows them.

    Attributes:
        mine: the own portrait.
    """

    def __init__(self, me: bytes, mine: tuple[int, ...]) -> None:
        self.mine = mine
        self._me = me
        self._own: dict[bytes, tuple[int, ...]] = {}  # what peers have shown of themselves
        self._told: dict[bytes, tuple[int, ...]] = {}  # what the host has told about others
        self._speaks: set[bytes] = set()
        self._allowed: dict[bytes, Bucket] = {}

    def met(self, key: bytes, protocol: int, hosts: bool) -> Output:
        """A link stands, on which this protocol is spoken: show the own portrait, and as a host those of the others."""
        if protocol < PORTRAITS:
            self._speaks.discard(key)
            return Output()
        self._speaks.add(key)
        return Output(frames=[(key, self._frame(hosts, key))])

    def lost(self, key: bytes) -> None:
        """A link is gone."""
        self._speaks.discard(key)

    def show(self, mine: tuple[int, ...], hosts: bool) -> Output:
        """The people here have chosen another portrait."""
        if mine == self.mine:
            return Output()
        self.mine = mine
        return Output(frames=[(key, self._frame(hosts, key)) for key in sorted(self._speaks)])

    def hear(self, key: bytes, payload: bytes, now: int, hosts: bool, from_host: bool) -> Output:
        """The frame came from a peer; raises :class:`~net.session.format.wire.WireError` for what is none.

        Args:
            key: the peer; ``now`` is in milliseconds.
            payload: the frame.
            hosts: whether this program hosts the lobby and so passes on what it hears.
            from_host: whether the peer may speak for others.
        """
        bucket = self._allowed.setdefault(key, Bucket(CHANGES, 1 / CHANGES_EACH))
        if not bucket.take(now):
            return Output()
        frame = portrait_frames.decode(payload)
        before = self.event()
        for row in frame.rows if frame is not None else ():
            if row.peer == key:
                _keep(self._own, key, row.portrait)
            elif from_host and row.peer != self._me:
                _keep(self._told, row.peer, row.portrait)
        after = self.event()
        if after == before:
            return Output()
        passed = [(other, self._frame(True, other)) for other in sorted(self._speaks - {key})] if hosts else []
        return Output(frames=passed, events=[after])

    def event(self) -> PortraitsChanged:
        """All that are known, the own one included."""
        known = {**self._told, **self._own, self._me: self.mine}
        return PortraitsChanged({key.hex(): portrait for key, portrait in known.items()})

    def _frame(self, hosts: bool, to: bytes) -> bytes:
        rows = [PortraitRow(self._me, self.mine)]
        if hosts:
            rows += [PortraitRow(key, self._own[key]) for key in sorted(self._speaks & self._own.keys() - {to})]
        return portrait_frames.encode(Portraits(tuple(rows[:MOST_PEERS])))


def _keep(known: dict[bytes, tuple[int, ...]], key: bytes, portrait: tuple[int, ...]) -> None:
    known.pop(key, None)
    known[key] = portrait
    while len(known) > MOST_KNOWN:
        del known[next(iter(known))]
