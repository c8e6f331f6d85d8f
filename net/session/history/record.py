"""One copy of the game: the entries so far, the position they lead to, and the file that holds them."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence

from net.deal import words
from net.session.format.charter import SignedCharter
from net.session.format.entry import DealBody, DropBody, LeaveBody, LeavingBody, ReturnBody, SignedEntry
from net.session.history.course import Course, follow
from net.session.history.keeping import Keeping
from net.session.history.log import Log, drop_in
from net.session.history.step import Step
from net.session.history.store import Store
from net.session.output import Output

COMES_AND_GOES = (DealBody, LeaveBody, LeavingBody, DropBody, ReturnBody)
"""The entries by which a peer may leave or return: after one of them, this peer may play other seats or have other secrets."""

MOST_BACK = 8
"""How often a log goes back to one place. Each time it is played again, which takes seconds in a long game; and a changed
program can use a true vote again and again, until the voter hears of it each time and has the entry undone.
"""


class Record:
    """The game as one computer knows it.

    Attributes:
        log: the accepted entries, and those that wait.
        course: plays the accepted ones.
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
        """The game at its beginning, or after ``past``; without ``me`` and ``private``, as the public sees it.

        Raises :class:`~net.session.history.course.EntryError` if the past is not valid.
        """
        self._charter, self._me, self._private = charter, me, private
        self.keeping = Keeping(file, lambda: self.log.entries, len(past))
        self._left_behind: tuple[bytes, tuple[SignedEntry, ...]] = b"", ()
        self._went_back: Counter[bytes] = Counter()
        self.log = Log(charter, Course(charter, me, private, frozenset(charter.charter.seats_of(me))))
        self.course, self.past = follow(charter, me, private, past)
        for signed, step in zip(past, self.past, strict=True):
            self.log.accept(signed, step)

    def play(self, signed: SignedEntry, out: Output) -> Step:
        """Play the next entry and save it.

        Raises :class:`~net.session.history.course.EntryError` if it is not valid; then nothing has changed.
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
    def me(self) -> bytes:
        """The key of the peer whose copy this is; empty for the public."""
        return self._me

    @property
    def _sees_more(self) -> bool:
        """Whether this peer now plays other seats than before or has other secrets. Then the log is replayed with exactly the
        knowledge of those seats.
        """
        here = (*self._charter.charter.seats_of(self._me), *self.course.seats_of(self._me))
        return self.course.knows != frozenset(here) or self.course.inherits != self.course.secrets.keys() - {self._me}

    def go_back(self) -> tuple[SignedEntry, tuple[Step, ...]] | None:
        """Go back to the place where the others replaced a peer, if this log went on with that peer.

        Returns the replacing entry and the steps that stay. Returns None if nothing was done: the entry is not valid, a voter
        of it went on with the peer in this log, it would displace another one that can no longer be undone, or this log has
        gone back to that place too often already.
        """
        drop, self.log.superseding = self.log.superseding, None
        if drop is None:
            return None
        if not self.log.drop_holds(drop):
            return None
        if self._went_back[drop.entry.previous] >= MOST_BACK and not self.log.settled(drop):
            return None
        length = drop.entry.n
        voters = {vote.voter for vote in drop_in(drop).votes}
        here, after = self.log.entries[length], self.log.entries[length + 1 :]
        if isinstance(here.entry.body, DropBody):
            if here not in self.log.unsettled:
                return None
        elif any(signed.entry.author in voters for signed in after):
            return None
        self._went_back[drop.entry.previous] += 1
        course, steps = follow(self._charter, self._me, self._private, self.log.entries[:length])
        if not isinstance(here.entry.body, DropBody):
            self._left_behind = drop.entry.previous, (here, *after)
        self.course = course
        self.log.back_to(length)
        self.log.offer(drop.signed)
        self.keeping.went_back()
        return drop, steps

    def would_hold(self, drop: SignedEntry) -> bool:
        """Whether an entry by which a peer is replaced is valid at its place in this log."""
        return self.log.signatures.hold(drop) and self.log.drop_holds(drop)

    def has_deposited_since(self, drop: SignedEntry) -> bool:
        """Whether this peer has deposited its secrets with those who were left after an entry by which a peer was replaced.

        They hold all parts, without the replaced peer. So this peer cannot play on with these secrets once that peer is back.
        """
        dealer, after = self._charter.charter.dealer, self.log.entries[drop.entry.n + 1 :]
        own = [signed.entry.body for signed in after if signed.entry.author == self._me]
        return any(isinstance(body, DealBody) and words(dealer, body.payload).startswith("escrow ") for body in own)

    def undo(self, drop: SignedEntry) -> None:
        """An entry by which a peer was replaced is no longer valid: go back to the position before it."""
        self.course, _ = follow(self._charter, self._me, self._private, self.log.entries[: drop.entry.n])
        self.log.undo(drop)
        self.keeping.went_back()
        place, entries = self._left_behind
        for signed in entries if place == drop.entry.previous else ():
            self.log.offer(signed.signed)
