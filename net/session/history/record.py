"""One copy of the game: the entries so far, where they have led, and the file in which they are kept."""

from __future__ import annotations

from collections.abc import Sequence

from net.session.format.charter import SignedCharter
from net.session.format.entry import DealBody, DropBody, LeaveBody, LeavingBody, ReturnBody, SignedEntry
from net.session.history.course import Course, Step, follow
from net.session.history.keeping import Keeping
from net.session.history.log import Log, drop_in
from net.session.history.store import Store
from net.session.output import Output

COMES_AND_GOES = (DealBody, LeaveBody, LeavingBody, DropBody, ReturnBody)
"""The entries by which a peer may go or come back: after them other seats may be played here, or with other secrets."""


class Record:
    """The game as one computer knows it.

    Attributes:
        log: the accepted entries, and those that wait.
        course: where the accepted ones have led.
        keeping: the file.
    """

    def __init__(
        self,
        charter: SignedCharter,
        me: bytes = b"",
        private: bytes = b"",
        file: Store | None = None,
        past: Sequence[SignedEntry] = (),
    ) -> None:
        """The game at its beginning, or after ``past``; without ``me`` and ``private`` as everybody sees it.

        Raises :class:`~net.session.history.course.EntryError` when the past cannot have been.
        """
        self._charter, self._me, self._private = charter, me, private
        self.keeping = Keeping(file, lambda: self.log.entries, len(past))
        self._left_behind: tuple[bytes, tuple[SignedEntry, ...]] = b"", ()
        self.log = Log(charter, Course(charter, me, private, frozenset(charter.charter.seats_of(me))))
        self.course, self.past = follow(charter, me, private, past)
        for signed, step in zip(past, self.past, strict=True):
            self.log.accept(signed, step)

    def play(self, signed: SignedEntry, out: Output) -> Step:
        """Play the next entry and write it down.

        Raises :class:`~net.session.history.course.EntryError` when it cannot be; nothing has changed then.
        """
        turn = self.course.state.turn
        step = self.course.apply(signed.entry, signed.hash)
        self.log.accept(signed, step)
        if isinstance(signed.entry.body, COMES_AND_GOES) and self._sees_more:
            self.course, steps = follow(self._charter, self._me, self._private, self.log.entries)
            step = steps[-1]
        if self.course.state.turn != turn:
            self.keeping.turn_ended()
        self.keeping.save(signed, out)
        return step

    @property
    def _sees_more(self) -> bool:
        """Whether other seats are played here than before, or with other secrets: the log is read again for what those may
        know, and no more.
        """
        here = (*self._charter.charter.seats_of(self._me), *self.course.seats_of(self._me))
        return self.course.knows != frozenset(here) or self.course.inherits != self.course.secrets.keys() - {self._me}

    def go_back(self) -> tuple[SignedEntry, tuple[Step, ...]] | None:
        """Go back to where the others replaced a peer, if this copy of the log went on with that peer.

        Returns the replacing entry and the steps that stay. Returns None if nothing was done: a voter of that entry went on
        with the peer in this log, or the entry would displace another one that can no longer be undone.
        """
        drop, self.log.superseding = self.log.superseding, None
        if drop is None:
            return None
        length = drop.entry.n
        voters = {vote.voter for vote in drop_in(drop).votes}
        here, after = self.log.entries[length], self.log.entries[length + 1 :]
        if isinstance(here.entry.body, DropBody):
            if here not in self.log.unsettled:
                return None
        elif any(signed.entry.author in voters for signed in after):
            return None
        course, steps = follow(self._charter, self._me, self._private, self.log.entries[:length])
        if not course.drop_holds(drop.entry):
            return None
        if not isinstance(here.entry.body, DropBody):
            self._left_behind = drop.entry.previous, (here, *after)
        self.course = course
        self.log.back_to(length)
        self.log.offer(drop.signed)
        self.keeping.went_back()
        return drop, steps

    def undo(self, drop: SignedEntry) -> None:
        """An entry of the log by which a peer was replaced counts no more: go back to before it.

        What was here in its place at first waits for that place again: its author must not write something else there.
        """
        self.course, _ = follow(self._charter, self._me, self._private, self.log.entries[: drop.entry.n])
        self.log.undo(drop)
        self.keeping.went_back()
        place, entries = self._left_behind
        for signed in entries if place == drop.entry.previous else ():
            self.log.offer(signed.signed)
