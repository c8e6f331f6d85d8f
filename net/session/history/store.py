"""The place where the entries of a game are kept, as the session sees it: the node opens it and hands it over.

:mod:`net.session.history.keeping` decides what is stored and when; a store carries that out at once and says whether it could.
:class:`net.gamefile.GameFile` is the one of the program.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from pathlib import PurePath
from typing import Protocol

from net.session.format.entry import SignedEntry
from rules.message import Message


class NotStored(Exception):
    """Something could not be stored.

    Attributes:
        reason: why, as a sentence.
    """

    reason: Message


class Store(Protocol):
    """The stored log of one game, open for writing.

    Entries that could not be stored stay in memory and go before the next entry.
    """

    @property
    def path(self) -> PurePath:
        """The path of the file, which may not exist yet."""

    @property
    def astray(self) -> bool:
        """Whether it is not found in its place: it was deleted, moved or replaced, or never made."""

    @property
    def behind(self) -> bool:
        """Whether there is something that could not be stored yet."""

    @property
    def unsynced(self) -> bool:
        """Whether what :meth:`sync_soon` was to do could not be done."""

    def append(self, entry: SignedEntry) -> None:
        """Add an entry; raises :class:`NotStored` when it stays in memory for now."""

    def catch_up(self) -> None:
        """Store what could not be stored yet; raises :class:`NotStored` when it still cannot be."""

    def rewrite(self, entries: Sequence[SignedEntry], path: PurePath | None = None) -> None:
        """Have these entries stored and no others; with ``path``, there from now on.

        Raises :class:`NotStored` when that cannot be; what was stored before is still there then.
        """

    def sync_soon(self) -> None:
        """See to it, without waiting, that all outlives a power cut; raises :class:`NotStored` if the last time failed."""

    def report(self, content: object) -> PurePath | None:
        """Keep plain data beside the game; where, or None when that cannot be."""

    def verdict(self, fields: Mapping[str, object]) -> None:
        """Add plain data to the verdicts beside the game, if that can be."""

    def close(self) -> None:
        """Store what is left, if that is possible now, and let go."""
