"""Where the entries of a game are stored, as the session sees it: the node opens a store and hands it over.

:mod:`net.session.history.keeping` decides what is stored and when; a store does it at once, or raises :class:`NotStored`.
The program's store is :class:`net.gamefile.GameFile`.
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
        reason: a sentence that says why.
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
        """Whether the file is not in its place: it was deleted, moved or replaced, or never made."""

    @property
    def behind(self) -> bool:
        """Whether some entries could not be stored yet."""

    @property
    def unsynced(self) -> bool:
        """Whether :meth:`sync_soon` has failed."""

    def append(self, entry: SignedEntry) -> None:
        """Add an entry; raises :class:`NotStored` when it stays in memory for now."""

    def catch_up(self) -> None:
        """Store what could not be stored yet; raises :class:`NotStored` when it still cannot be."""

    def rewrite(self, entries: Sequence[SignedEntry], path: PurePath | None = None) -> None:
        """Replace the stored entries by these; with ``path``, store them there from now on.

        Raises :class:`NotStored` if that fails; then what was stored before is still there.
        """

    def sync_soon(self) -> None:
        """Start to sync the file, so that it survives a power cut; raises :class:`NotStored` if the last attempt failed."""

    def report(self, content: object) -> PurePath | None:
        """Save plain data beside the game. Returns its path, or None if that failed."""

    def verdict(self, fields: Mapping[str, object]) -> None:
        """Add plain data to the verdicts beside the game, if possible."""

    def close(self) -> None:
        """Store what is left, if possible, and close."""
