"""Leaving in good order: the signed wishes of peers that are on their way out, for whoever may write the next entry."""

from __future__ import annotations

from net.identity import Identity
from net.session.charter import SignedCharter
from net.session.course import Course
from net.session.entry import LeaveBody, leaving_signed, sign_leaving
from net.session.gossip import RESEND
from net.session.wire import Leaving


class Leavings:
    """The wishes that are known at one computer."""

    def __init__(self, identity: Identity, charter: SignedCharter) -> None:
        self._identity = identity
        self._table = charter.charter.table
        self._agreement = charter.hash
        self._wishes: dict[bytes, LeaveBody] = {}
        self._due = 0

    @property
    def wanted(self) -> bool:
        """Whether the people here are on their way out."""
        return self._identity.key in self._wishes

    def wish(self, course: Course, now: int | None = None) -> Leaving:
        """Ask to be let go with what the own seats have to leave, or once more, when that has become more."""
        me = self._identity.key
        if now is not None:
            self._due = now + RESEND
        self._wishes[me] = sign_leaving(self._identity, self._agreement, course.legacies(), course.presence.returns)
        return self._frame(self._wishes[me])

    def hear(self, frame: Leaving, course: Course) -> bool:
        """Another peer wants to leave: whether that is new and counts. What it has to leave may have become more."""
        body = LeaveBody(frame.peer, frame.legacies, frame.signature)
        if body == self._wishes.get(body.peer) or body.peer not in course.there or body.peer == self._identity.key:
            return False
        if not leaving_signed(body, self._agreement, course.presence.returns):
            return False
        if body.peer in self._wishes and not course.lets_go(body):
            return False
        self._wishes[body.peer] = body
        return True

    def outdated(self, course: Course) -> bool:
        """Whether the people here are on their way out, and what they have to leave is sealed with keys that are no more."""
        return self.wanted and not course.lets_go(self._wishes[self._identity.key])

    def again(self, now: int) -> list[Leaving]:
        """The wishes to say again, because time has passed."""
        if not self._wishes or now < self._due:
            return []
        self._due = now + RESEND
        return self.known

    @property
    def known(self) -> list[Leaving]:
        """All wishes."""
        return [self._frame(body) for body in self._wishes.values()]

    def due(self, course: Course) -> LeaveBody | None:
        """A wish to write down."""
        return next(filter(course.lets_go, self._wishes.values()), None)

    def forget(self, peer: bytes) -> None:
        """A peer has gone or has come back."""
        self._wishes.pop(peer, None)

    def went_back(self) -> None:
        """The log has become shorter: whoever still wants to leave says so again."""
        self._wishes.clear()

    def _frame(self, body: LeaveBody) -> Leaving:
        return Leaving(self._table, body.peer, body.legacies, body.signature)
