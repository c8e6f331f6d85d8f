"""Writing a game down as it goes on: every entry at once, and on the disk itself while others are told of it.

What is in the file outlives the program, however it ends. The disk itself is for power cuts: what was written here goes there
while it goes to the others, so whoever loses the last moments in one gets them again from whoever was told.

A full disk stops no game: people are told once, and once more when the file is whole again.
"""

from __future__ import annotations

from collections.abc import Sequence

from net.api import Notice
from net.gamefile import GameFile, GameFileError
from net.session.entry import SignedEntry
from net.session.output import Output
from rules.message import message


class Keeping:
    """The file of one game, or none.

    Attributes:
        file: where the entries are kept, open for writing; None to keep nothing.
    """

    def __init__(self, file: GameFile | None) -> None:
        self.file = file
        self._missing = False
        self._retry = False
        self._stale = False
        self._wanted = False
        self._turn_over = False

    def save(self, signed: SignedEntry, entries: Sequence[SignedEntry], out: Output) -> None:
        """Write down an entry, the last one of ``entries``."""
        if self.file is None:
            return
        try:
            if self._stale:
                self.file.rewrite(entries)
                self._stale = False
            else:
                self.file.append(signed)
        except GameFileError as error:
            self._say_missing(error, out)
        else:
            self._say_whole(out)

    def went_back(self) -> None:
        """The file says more than holds: it is written anew with the next entry."""
        self._stale = True

    def told(self) -> None:
        """Others are about to be told of what was written here: it goes to the disk meanwhile."""
        self._wanted = True

    def turn_ended(self) -> None:
        """What others wrote has ended a turn: it follows to the disk with the next tick.

        Nobody waits for it: who loses it in a power cut gets it again from whoever has it.
        """
        self._turn_over = True

    def tick(self) -> None:
        """Time has passed."""
        self._retry = self._missing
        self._wanted |= self._turn_over or (self.file is not None and self.file.unsynced)

    def sync(self, out: Output) -> None:
        """Begin to bring to the disk what has to be there soon."""
        retry, self._retry = self._retry, False
        if retry:
            self._catch_up(out)
        wanted, self._wanted = self._wanted, False
        if self.file is None or not wanted or self._missing:
            return
        self._turn_over = False
        try:
            self.file.sync_soon()
        except GameFileError as error:
            self._say_missing(error, out)

    def _catch_up(self, out: Output) -> None:
        """What could not be written may fit by now, though the game does not go on: it may be over."""
        if self.file is None or self._stale or not self.file.behind:
            return
        try:
            self.file.catch_up()
        except GameFileError:
            return  # it was told when it happened
        self._say_whole(out)

    def _say_whole(self, out: Output) -> None:
        if self._missing and self.file is not None:
            out.events.append(Notice(message("session.file.written", file=self.file.path.name)))
        self._missing = False

    def _say_missing(self, error: GameFileError, out: Output) -> None:
        if not self._missing:
            out.events.append(Notice(error.reason))
        self._missing = True
