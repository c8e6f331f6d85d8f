"""The pictures of the players at a table: people have portraits, bots have towers."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from contextlib import suppress
from pathlib import Path
from typing import TYPE_CHECKING, Protocol

from client.look.avatar import Picture, avatar_of
from client.look.portrait import Portrait, portrait_of
from net.disk import read_whole, write_whole

if TYPE_CHECKING:
    from net.api import Peer, Seat

FILE = "portraits.json"
"""Where the portraits that peers have shown are kept, so that a replay shows them after a restart."""

MOST_KNOWN = 256
"""The number of peers whose portraits are remembered, the latest."""

_LARGEST = 1 << 16
"""The largest file that is read, in bytes."""

_MOST_PARTS, _MOST_CHOICES, _MOST_KEY = 16, 64, 128
"""More parts, larger numbers or longer keys are not taken from the file."""


class Own(Protocol):
    """The settings with the person's portrait."""

    name: str
    portrait: list[int]
    key: str


def own_portrait(settings: Own) -> Portrait:
    """The portrait of the person here."""
    return portrait_of(_seed(settings.key, "" if settings.key else settings.name), settings.portrait)


class Likenesses:
    """The portraits that peers have shown, and those that follow from keys."""

    def __init__(self, settings: Own | None = None, file: Path | None = None) -> None:
        """``settings`` has this person's portrait; ``file`` keeps what peers have shown."""
        self._settings = settings
        self._file = file
        self._shown = _read(file) if file is not None else {}

    def hear(self, portraits: Mapping[str, tuple[int, ...]]) -> None:
        """Take the portraits that peers have shown, by key in hex."""
        before = dict(self._shown)
        for key, portrait in portraits.items():
            self._shown.pop(key, None)
            self._shown[key] = portrait
        while len(self._shown) > MOST_KNOWN:
            del self._shown[next(iter(self._shown))]
        if self._file is not None and self._shown != before:
            with suppress(OSError):  # what follows from the keys is shown instead
                write_whole(self._file, json.dumps(self._shown).encode(), sync=False)

    def of_peer(self, key: str) -> Portrait:
        """The portrait of the people at a computer."""
        if self._settings is not None and key == self._settings.key:
            return own_portrait(self._settings)
        return portrait_of(_seed(key, ""), self._shown.get(key, ()))

    def of_seats(
        self, seats: Sequence[Seat], peers: Sequence[Peer] | Mapping[str, str], me: str = ""
    ) -> tuple[Picture | None, ...]:
        """The picture of each seat, None for an open one.

        A computer's portrait belongs to the person there who has the computer's name, or to the first person. The portraits of
        others at the same computer follow from the key and their names.

        Args:
            seats: in turn order.
            peers: everybody at the table, or their names by key.
            me: the key of this computer, if it is not the one in the settings.
        """
        own = self._settings
        names = peers if isinstance(peers, Mapping) else {peer.key: peer.name for peer in peers}
        owners: dict[str, int] = {}
        for place, seat in enumerate(seats):
            if seat.kind == "person" and (seat.peer not in owners or seat.name == names.get(seat.peer)):
                owners[seat.peer] = place
        found: list[Picture | None] = []
        for place, seat in enumerate(seats):
            if seat.kind == "open":
                found.append(None)
            elif seat.kind == "bot":
                found.append(avatar_of(seat.name))
            elif owners[seat.peer] == place:
                found.append(own_portrait(own) if own is not None and seat.peer in (me, own.key) else self.of_peer(seat.peer))
            else:
                found.append(portrait_of(_seed(seat.peer, seat.name)))
        return tuple(found)


def _seed(key: str, name: str) -> bytes:
    """What decides a portrait: a key, a key and a name (for a second person there), or a name without a key."""
    return (key + " ".join(name.casefold().split())).encode("utf-8", "replace")


def _read(file: Path) -> dict[str, tuple[int, ...]]:
    """The portraits in a file, the oldest first; none if it is missing, and without what is damaged."""
    try:
        rows = json.loads(read_whole(file, _LARGEST))
    except (OSError, ValueError, RecursionError):
        return {}
    found = rows.items() if isinstance(rows, dict) else ()
    return {key: tuple(parts) for key, parts in list(found)[-MOST_KNOWN:] if len(key) <= _MOST_KEY and _can_be_shown(parts)}


def _can_be_shown(parts: object) -> bool:
    return (
        isinstance(parts, list)
        and len(parts) <= _MOST_PARTS
        and all(type(part) is int and 0 <= part < _MOST_CHOICES for part in parts)
    )
