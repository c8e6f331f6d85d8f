"""Save a game as it goes on: write each entry to the file at once, and sync it while it goes to the others.

What is in the file survives a crash of the program. Syncing is for power cuts: the entries written here are synced while they
go to the others, so a player who loses the last moments in a power cut gets them back from the peers that received them.

A full disk stops no game. A notice tells people once, and again when the file is whole; in between, each change of the
number of unsaved entries is shown.
"""

from __future__ import annotations

import logging
from collections.abc import Callable, Sequence
from pathlib import PurePath

from net.api import Notice, Refused, SavingChanged
from net.session.format.entry import SignedEntry
from net.session.history.store import NotStored, Store
from net.session.output import Output
from rules.message import Message, message

REWRITE_EVERY = 8
"""Ticks between two attempts to write the whole file anew."""

_log = logging.getLogger(__name__)


class Keeping:
    """The file of one game, or none.

    Attributes:
        file: where the entries are kept, open for writing; None to keep nothing.
    """

    def __init__(self, file: Store | None, entries: Callable[[], Sequence[SignedEntry]], saved: int = 0) -> None:
        """``entries`` returns the present log; ``saved`` is the number of its entries that the file already holds."""
        self.file = file
        self._entries = entries
        self._saved = saved
        self._why: Message | None = None
        self._shown = (0, None if file is None else file.path)
        self._retry = False
        self._stale = file is not None and file.astray
        self._ticks = 0
        self._wanted = False
        self._turn_over = False

    @property
    def unsaved(self) -> int:
        """How many entries the file lacks; at least 1 while anything is wrong with it."""
        lacks = len(self._entries()) - self._saved if self.file is not None else 0
        return max(1, lacks) if self._stale or self._why is not None else 0

    def save(self, signed: SignedEntry, out: Output) -> None:
        """Save an entry, the last one of the log."""
        if self.file is None:
            return
        try:
            if self._stale:
                self._write_anew()
            else:
                self.file.append(signed)
                self._saved = len(self._entries())
        except NotStored as error:
            self._say_missing(error, out)
        else:
            self._say_whole(out)
        self._show(out)

    def went_back(self) -> None:
        """The file has entries that no longer hold: write it anew with the next entry."""
        self._stale = True

    def told(self) -> None:
        """Frames with the entries written here are about to go out; meanwhile the file is synced."""
        self._wanted = True

    def turn_ended(self) -> None:
        """An entry of another peer ended a turn: it is synced with the next tick.

        Nobody waits for that: a player who loses the entry in a power cut gets it again from the others.
        """
        self._turn_over = True

    def tick(self) -> None:
        """Time has passed."""
        self._ticks += 1
        self._retry = True
        self._wanted |= self._turn_over or (self.file is not None and self.file.unsynced)

    def sync(self, out: Output) -> None:
        """Begin to sync what has to be on the disk soon; check that the file still has its name."""
        retry, self._retry = self._retry, False
        wanted, self._wanted = self._wanted, False
        if self.file is None:
            return
        if (retry or wanted) and self.file.astray:
            self._stale = True
        if retry and (self._why is not None or self._stale):
            self._try_again(out)
        if wanted and self._why is None and not self._stale:
            self._turn_over = False
            try:
                self.file.sync_soon()
            except NotStored as error:
                self._stale = True  # the system may have dropped what it could not write
                self._say_missing(error, out)
        self._show(out)

    def move(self, path: PurePath, out: Output) -> None:
        """Write the whole game to another file, and keep it there from now on."""
        if self.file is None:
            out.events.append(Refused(message("session.file.nowhere")))
            return
        try:
            self.file.rewrite(self._entries(), path)
        except NotStored as error:
            out.events.append(Refused(error.reason))
            return
        self._stale, self._saved = False, len(self._entries())
        self._why = None
        self._show(out)

    def close(self) -> None:
        """Make a last attempt to write what is missing, and close the file."""
        if self.file is None:
            return
        try:
            if self._stale or self.file.astray:
                self._write_anew()
        except NotStored as error:
            _log.warning("closed without %d entries: %s", self.unsaved, error)
        self.file.close()

    def _write_anew(self) -> None:
        assert self.file is not None
        self.file.rewrite(self._entries())
        self._stale, self._saved = False, len(self._entries())

    def _try_again(self, out: Output) -> None:
        """Try again to write what did not fit, even if no new entry comes: the game may be over."""
        assert self.file is not None
        try:
            if not self._stale:
                self.file.catch_up()
                self._saved = len(self._entries())
            elif self._why is None or self._ticks % REWRITE_EVERY == 0:
                self._write_anew()
            else:
                return
        except NotStored as error:
            self._say_missing(error, out)
        else:
            self._say_whole(out)

    def _say_whole(self, out: Output) -> None:
        if self._why is not None and self.file is not None:
            out.events.append(Notice(message("session.file.written", file=self.file.path.name)))
        self._why = None

    def _say_missing(self, error: NotStored, out: Output) -> None:
        if self._why is None:
            out.events.append(Notice(error.reason))
        self._why = error.reason

    def _show(self, out: Output) -> None:
        """Tell the program how much is not saved, if that has changed."""
        assert self.file is not None
        now = (self.unsaved if self._why is not None else 0, self.file.path)
        if now != self._shown:
            self._shown = now
            out.events.append(SavingChanged(now[0], self._why, self.file.path))
