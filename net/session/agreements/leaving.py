"""Leaving in good order: a wish without a secret, an entry of the log, everybody's confirmation, the secrets, a receipt.

The peer that may write next writes down the wish. A wish is signed for one place in the log: if the log continues without it,
the peer signs another one, as long as it still wants to leave. The leaver hands its secrets over (sealed for its heir alone)
only when every peer that is linked to it has confirmed that the entry is in its log too. Until then nothing is lost: the leaver
can write that it stays. It does so by itself when it finds an entry about a wish that it no longer has.

A wish holds while its peer can be reached. A peer that closes its program says first that it stays; a program that receives
its own earlier wish answers that it stays, too.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from enum import Enum

from net.identity import Identity
from net.session.format.charter import SignedCharter
from net.session.format.entry import LeavingBody, sign_stay, sign_wish, stay_signed, wish_signed
from net.session.format.wire import Leaving, Staying
from net.session.history.course import Course
from net.session.traffic.gossip import RESEND, Gossip


class LeavingStep(Enum):
    """How far this peer's own leaving has come."""

    STAYS = "stays"
    WISHES = "wishes"
    WRITTEN = "written"
    HANDED = "handed"
    GONE = "gone"


FOLLOWING: Mapping[LeavingStep, frozenset[LeavingStep]] = {
    LeavingStep.STAYS: frozenset({LeavingStep.WISHES, LeavingStep.WRITTEN, LeavingStep.HANDED, LeavingStep.GONE}),
    LeavingStep.WISHES: frozenset({LeavingStep.STAYS, LeavingStep.WRITTEN, LeavingStep.HANDED, LeavingStep.GONE}),
    LeavingStep.WRITTEN: frozenset({LeavingStep.STAYS, LeavingStep.WISHES, LeavingStep.HANDED, LeavingStep.GONE}),
    LeavingStep.HANDED: frozenset({LeavingStep.STAYS, LeavingStep.WISHES, LeavingStep.GONE}),
    LeavingStep.GONE: frozenset({LeavingStep.STAYS, LeavingStep.WISHES, LeavingStep.WRITTEN, LeavingStep.HANDED}),
}
"""The steps that may follow each step; ARCHITECTURE.md shows them."""


@dataclass(slots=True)
class Heard:
    """The reaction to a frame: frames to pass on, frames for its sender, and frames for all peers."""

    pass_on: list[Leaving | Staying] = field(default_factory=list)
    reply: list[Leaving | Staying] = field(default_factory=list)
    say: list[Leaving | Staying] = field(default_factory=list)


class Leavings:
    """The wishes to leave that one computer knows.

    Attributes:
        wanted: whether the people here are on their way out.
        sent: whether this program has ever handed its secrets over.
        step: how far it has come.
    """

    def __init__(self, identity: Identity, charter: SignedCharter, course: Course) -> None:
        """The wishes at a table after the entries of ``course``."""
        self.wanted = False
        self.sent = False
        self._under_way = False  # whether they are out in the leaving that the log has now
        self._identity = identity
        self._table = charter.charter.table
        self._agreement = charter.hash
        self._wishes: dict[bytes, Leaving] = {}
        self._stays: dict[bytes, Staying] = {}
        self._due = 0
        self.step = self._step(course)

    def _follow(self, course: Course) -> None:
        """Note how far this peer's leaving has come."""
        self._under_way &= course.leaver == self._identity.key
        self.step = self._step(course)

    def _step(self, course: Course) -> LeavingStep:
        me = self._identity.key
        if me not in course.there:
            return LeavingStep.GONE
        if course.leaver == me:
            return LeavingStep.HANDED if self._under_way or course.exposed else LeavingStep.WRITTEN
        return LeavingStep.WISHES if self.wanted else LeavingStep.STAYS

    # -- the own wish --------------------------------------------------------------------------------------------------

    def want(self, course: Course) -> list[Leaving]:
        """The people here want to leave. Returns this peer's wish, to be sent to everybody."""
        self.wanted = True
        self._follow(course)
        return self.wish(course)

    def give_up(self, course: Course) -> None:
        """The secrets handed over were proven false, so they do not let the people here leave: they stay."""
        self.wanted = False
        self._follow(course)

    def hand_over(self, course: Course) -> None:
        """This peer's secrets go out with the next entry."""
        self.sent = self._under_way = True
        self._follow(course)

    def wish(self, course: Course) -> list[Leaving]:
        """This peer's wish for this place in the log, if it is new: to be sent to everybody."""
        me = self._identity.key
        known, stay = self._wishes.get(me), self._stays.get(me)
        if not self.wanted or me not in course.there or known is not None or course.leaver == me:
            return []
        round = 0 if stay is None else stay.round + 1
        signature = sign_wish(self._identity, self._agreement, course.index, course.head, round)
        self._wishes[me] = Leaving(self._table, me, course.index, course.head, round, signature)
        return [self._wishes[me]]

    def stay(self, course: Course) -> list[Staying]:
        """The people here stay after all: withdraw their wish. Returns the frame for everybody."""
        self.wanted = False
        self._follow(course)
        wish = self._wishes.pop(self._identity.key, None)
        return [] if wish is None else [self._take_back(wish)]

    def resumed(self, course: Course) -> None:
        """This program has restarted: a wish that an earlier run made at this place no longer holds."""
        me = self._identity.key
        if me in course.there:
            signature = sign_stay(self._identity, self._agreement, course.index, course.head, 0)
            self._keep(Staying(self._table, me, course.index, course.head, 0, signature))

    def holds_back(self, course: Course, gossip: Gossip) -> bool:
        """Whether this peer owes its secrets now, but a linked peer has not confirmed the entry yet."""
        if not course.owes_bequest(self._identity.key):
            return False
        links = [gossip.links[peer] for peer in course.there if peer != self._identity.key]
        linked = [link for link in links if link.up]
        return not linked or any((link.have, link.head) != (course.index, course.head) for link in linked)

    # -- what is heard -------------------------------------------------------------------------------------------------

    def hear(self, frame: Leaving | Staying, course: Course) -> Heard:
        """A peer wants to leave, or stays after all."""
        peer = frame.peer
        known, stay = self._wishes.get(peer), self._stays.get(peer)
        if frame in (known, stay) or peer not in course.there or not self._ahead(frame, course):
            return Heard()
        if stay is not None and _order(frame) <= _order(stay):
            return Heard(reply=[stay] if isinstance(frame, Leaving) else [])
        if isinstance(frame, Leaving) and known is not None and _order(frame) <= _order(known):
            return Heard()
        if not self._signed(frame):
            return Heard()
        if peer == self._identity.key:  # of an earlier run of this program
            stay = self._take_back(frame) if isinstance(frame, Leaving) else self._keep(frame)
            return Heard(say=[stay, *self.wish(course)])
        if isinstance(frame, Leaving):
            self._wishes[peer] = frame
        else:
            self._keep(frame)
        return Heard(pass_on=[frame])

    def again(self, now: int) -> list[Leaving | Staying]:
        """The wishes to repeat, because time has passed."""
        if not self._wishes or now < self._due:
            return []
        self._due = now + RESEND
        return list(self._wishes.values())

    @property
    def known(self) -> list[Leaving | Staying]:
        """All wishes for this place, and those that were taken back."""
        return [*self._wishes.values(), *self._stays.values()]

    # -- the entry -----------------------------------------------------------------------------------------------------

    def due(self, course: Course, gossip: Gossip) -> LeavingBody | None:
        """A wish to write down now: only that of a peer that can be reached, since it has to hand over its secrets.

        A peer that has stayed too often instead has no such wish any more.
        """
        for peer, frame in self._wishes.items():
            if not course.may_leave(peer):
                continue
            body = LeavingBody(peer, frame.round, frame.signature)
            if (peer == self._identity.key or gossip.near(peer)) and course.lets_go(body):
                return body
        return None

    def moved_on(self, course: Course) -> list[Leaving]:
        """The log has changed: drop every wish for another place. Returns this peer's wish for this one."""
        self._follow(course)
        self._wishes = {peer: frame for peer, frame in self._wishes.items() if self._ahead(frame, course)}
        self._stays = {peer: frame for peer, frame in self._stays.items() if self._ahead(frame, course)}
        return self.wish(course)

    def forget(self, peer: bytes) -> None:
        """There is a new link to a peer: forget its wish. If it still wants to leave, it says so again."""
        self._wishes.pop(peer, None)

    def forget_unreached(self, gossip: Gossip) -> None:
        """Drop the wishes of peers that can no longer be reached."""
        for peer in [peer for peer in self._wishes if peer != self._identity.key and not gossip.near(peer)]:
            self.forget(peer)

    def _take_back(self, wish: Leaving) -> Staying:
        signature = sign_stay(self._identity, self._agreement, wish.n, wish.head, wish.round)
        return self._keep(Staying(self._table, wish.peer, wish.n, wish.head, wish.round, signature))

    def _keep(self, stay: Staying) -> Staying:
        wish = self._wishes.get(stay.peer)
        if wish is not None and _order(wish) <= _order(stay):
            del self._wishes[stay.peer]
        self._stays[stay.peer] = stay
        return stay

    def _signed(self, frame: Leaving | Staying) -> bool:
        check = wish_signed if isinstance(frame, Leaving) else stay_signed
        return check(frame.peer, frame.signature, self._agreement, frame.n, frame.head, frame.round)

    @staticmethod
    def _ahead(frame: Leaving | Staying, course: Course) -> bool:
        """Whether a frame is about this place in the log, or about one that may still be reached."""
        return frame.n > course.index or (frame.n, frame.head) == (course.index, course.head)


def _order(frame: Leaving | Staying) -> tuple[int, int]:
    """Of one peer's frames the greater one was signed later."""
    return frame.n, frame.round
