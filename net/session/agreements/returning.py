"""Taking a seat back: the signed wishes of departed peers, kept for the author of the next entry.

A wish holds while its peer can be reached: a peer that is back at the table has to take new keys at once, and until then nobody
could replace it again. A peer that is only briefly out of reach repeats its wish.
"""

from __future__ import annotations

from net.identity import Identity
from net.session.format.charter import SignedCharter
from net.session.format.entry import ReturnBody, sign_return
from net.session.format.wire import Returning
from net.session.history.course import Course
from net.session.traffic.gossip import RESEND, Gossip


class Returns:
    """The wishes to return that one computer knows."""

    def __init__(self, identity: Identity, charter: SignedCharter) -> None:
        self._identity = identity
        self._table = charter.charter.table
        self._agreement = charter.hash
        self._wishes: dict[bytes, ReturnBody] = {}
        self._due = 0

    @property
    def wanted(self) -> bool:
        """Whether the people here have asked for their seats."""
        return self._identity.key in self._wishes

    def wish(self, course: Course) -> list[Returning]:
        """Ask for this peer's seats back; empty if that has been done."""
        me = self._identity.key
        if me in self._wishes:
            return []
        self._wishes[me] = sign_return(self._identity, self._agreement, course.presence.gone[me][0])
        return [self._frame(self._wishes[me])]

    def hear(self, frame: Returning, course: Course, gossip: Gossip) -> bool:
        """Another peer asks for its seats. Returns whether that is new and counts."""
        body = ReturnBody(frame.peer, frame.gone, frame.signature)
        if body.peer in self._wishes or not self._reached(body.peer, gossip) or not course.return_holds(body):
            return False
        self._wishes[body.peer] = body
        return True

    def again(self, now: int) -> list[Returning]:
        """The wishes to repeat, because time has passed."""
        if not self._wishes or now < self._due:
            return []
        self._due = now + RESEND
        return self.known

    @property
    def known(self) -> list[Returning]:
        """All wishes."""
        return [self._frame(body) for body in self._wishes.values()]

    def due(self, course: Course) -> ReturnBody | None:
        """A wish to write down: only that of a peer that has not come back too often."""
        wishes = (body for body in self._wishes.values() if course.may_return(body.peer))
        return next(filter(course.return_holds, wishes), None)

    def moved_on(self, course: Course) -> None:
        """The log has changed: forget the wishes that it has fulfilled or made void."""
        for peer in [peer for peer, body in self._wishes.items() if not course.return_holds(body)]:
            del self._wishes[peer]

    def forget_unreached(self, gossip: Gossip) -> None:
        """Drop the wishes of peers that can no longer be reached."""
        for peer in [peer for peer in self._wishes if not self._reached(peer, gossip)]:
            del self._wishes[peer]

    def _reached(self, peer: bytes, gossip: Gossip) -> bool:
        return peer == self._identity.key or gossip.near(peer)

    def _frame(self, body: ReturnBody) -> Returning:
        return Returning(self._table, body.peer, body.gone, body.signature)
