"""Going back further than the rules' own undo: one peer asks, all others agree or decline, and the next writer writes it.

Questions and answers travel as signed :class:`~net.session.format.wire.Back` frames, which all peers pass on and repeat until
the question is settled: by an entry (this one or another), by a peer that declines, or by time. A question is about one place
in the log; any other entry at that place makes it void.
"""

from __future__ import annotations

from dataclasses import dataclass, field

from net.api import NetEvent, Notice, TakeBackAsked, TakeBackChanged
from net.identity import Identity
from net.session.format.charter import SignedCharter
from net.session.format.entry import Consent, TakeBackBody, consent_signed, sign_consent
from net.session.format.wire import Back
from net.session.history.course import Course
from net.session.traffic.gossip import RESEND
from rules.contract import NOBODY
from rules.message import Message, message

PATIENCE = 120_000
"""Milliseconds after which a question that not everybody has answered is forgotten."""

HOLD = 30_000
"""Milliseconds for which bots wait while people think about a question."""

MOST_ASKED = 3
"""How often one peer may ask between two entries."""


@dataclass(slots=True)
class _Question:
    """The request, and the peers that have agreed so far."""

    n: int
    head: bytes
    to: int
    proposer: bytes
    since: int
    yes: dict[bytes, Back] = field(default_factory=dict)

    def is_about(self, back: Back) -> bool:
        return (self.n, self.head, self.to, self.proposer) == (back.n, back.head, back.to, back.proposer)


@dataclass(slots=True)
class Heard:
    """The reaction to a frame: frames for all other peers, frames for its sender, and events to show."""

    pass_on: list[Back] = field(default_factory=list)
    reply: list[Back] = field(default_factory=list)
    events: list[NetEvent] = field(default_factory=list)


class TakeBacks:
    """The one question that may be open at a table."""

    def __init__(self, identity: Identity, charter: SignedCharter) -> None:
        self._identity = identity
        self._charter = charter.charter
        self._agreement = charter.hash
        self._question: _Question | None = None
        self._declined: list[Back] = []
        self._forgotten: set[tuple[int, bytes]] = set()
        self._asked: dict[bytes, int] = {}
        self._due = 0
        self._shown = TakeBackChanged((), None)

    # -- what is said --------------------------------------------------------------------------------------------------

    def why_not(self, course: Course, to: int) -> Message | None:
        """Why the game cannot be taken back to this number of entries now, or None."""
        if course.pen is None:
            return message("session.back.over")
        if self._question is not None:
            return message("session.back.asked", name=self._charter.name(self._question.proposer))
        if course.state.deals:
            return message("session.refused.dealing")
        if to not in dict(course.quiet.turns):  # nobody wants to land in the middle of a turn
            return message("session.back.revealed")
        if (to, self._identity.key) in self._forgotten:
            return message("session.back.enough")
        if self._asked.get(self._identity.key, 0) >= MOST_ASKED:
            return message("session.back.enough")
        return None

    def propose(self, course: Course, to: int, now: int) -> Back:
        """Ask to go back; :meth:`why_not` must have returned None."""
        self._ask(_Question(course.index, course.head, to, self._identity.key, now))
        return self._say(True)

    def answer(self, yes: bool) -> tuple[list[Back], list[NetEvent]]:
        """Answer the open question, if there is one and it has not been answered here."""
        question = self._question
        if question is None or self._identity.key in question.yes:
            return [], []
        said = self._say(yes)
        return [said], [] if yes else self._decline(said, tell=False)

    def consent(self, course: Course) -> list[Back]:
        """Agree at once on a computer where only bots sit."""
        me = self._identity.key
        if self._question is None or me not in course.there or any(not course.level(seat) for seat in course.seats_of(me)):
            return []
        return self.answer(True)[0]

    def hear(self, back: Back, course: Course, now: int) -> Heard:
        """Take a question or an answer of another peer."""
        if (back.n, back.head) != (course.index, course.head) or not {back.peer, back.proposer} <= set(course.there):
            return Heard()
        declined = [other for other in self._declined if (other.to, other.proposer) == (back.to, back.proposer)]
        if declined:
            return Heard(reply=declined if back.yes else [])  # a peer that still agrees has not heard this
        known = self._question is not None and self._question.is_about(back) and back.peer in self._question.yes
        void = (back.to, back.proposer) in self._forgotten or course.quiet.position(back.to) is None
        if known or void or not self._signed(back):
            return Heard()
        if self._question is None or not self._question.is_about(back):
            if back.peer != back.proposer or not back.yes or not self._comes_first(back.proposer):
                return Heard()
            if self._asked.get(back.proposer, 0) >= MOST_ASKED:
                return Heard()
            self._ask(_Question(back.n, back.head, back.to, back.proposer, now))
        assert self._question is not None
        if not back.yes:
            return Heard(pass_on=[back], events=self._decline(back))
        self._question.yes[back.peer] = back
        return Heard(pass_on=[back])

    def again(self, now: int) -> list[Back]:
        """The frames to repeat because time has passed."""
        if self._question is None or now < self._due:
            return []
        self._due = now + RESEND
        return self.known

    @property
    def known(self) -> list[Back]:
        """Everything said about the open question."""
        return list(self._question.yes.values()) if self._question is not None else []

    # -- what comes of it ----------------------------------------------------------------------------------------------

    def due(self, course: Course) -> TakeBackBody | None:
        """The entry to write, once everybody who is there has agreed."""
        question = self._question
        if question is None or question.n != course.index or any(peer not in question.yes for peer in course.there):
            return None
        consents = tuple(Consent(peer, question.yes[peer].signature) for peer in course.there)
        return TakeBackBody(question.to, question.proposer, consents)

    def moved_on(self, body: object) -> list[NetEvent]:
        """An entry was played."""
        question, self._question = self._question, None
        self._declined.clear()
        self._forgotten.clear()
        self._asked.clear()
        if isinstance(body, TakeBackBody):
            return [Notice(message("session.back.done", name=self._charter.name(body.proposer)))]
        return [] if question is None else [Notice(message("session.back.overtaken"))]

    def expired(self, course: Course, now: int) -> list[NetEvent]:
        """Forget a question that has waited too long."""
        question = self._question
        if question is None or now - question.since < PATIENCE:
            return []
        self._question = None
        self._forgotten.add((question.to, question.proposer))
        return [Notice(message("session.back.unanswered", names=", ".join(self._waiting(question, course.there))))]

    def holds_bots(self, now: int) -> bool:
        """Whether bots wait for people to answer."""
        return self._question is not None and now - self._question.since < HOLD

    def shown(self, course: Course) -> TakeBackChanged | None:
        """The event for the program, if it differs from the last one."""
        turns = () if course.pen is None or course.state.deals else tuple(course.quiet.turns)
        asked = None
        if self._question is not None:
            question = self._question
            back = course.quiet.position(question.to)
            asked = TakeBackAsked(
                name=self._charter.name(question.proposer),
                mine=question.proposer == self._identity.key,
                index=question.to,
                seat=NOBODY if back is None or back.turn is None else back.turn,
                answered=self._identity.key in question.yes or self._identity.key not in course.there,
                waiting=tuple(self._waiting(question, course.there)),
            )
        changed = TakeBackChanged(turns, asked)
        if changed == self._shown:
            return None
        self._shown = changed
        return changed

    # -- inside --------------------------------------------------------------------------------------------------------

    def _ask(self, question: _Question) -> None:
        self._question = question
        self._asked[question.proposer] = self._asked.get(question.proposer, 0) + 1

    def _comes_first(self, proposer: bytes) -> bool:
        """Of two questions asked at once, everybody keeps that of the peer that comes first in the charter."""
        keys = self._charter.keys
        return self._question is None or keys.index(proposer) < keys.index(self._question.proposer)

    def _say(self, yes: bool) -> Back:
        question, me = self._question, self._identity.key
        assert question is not None
        about = (question.n, question.head, question.to, question.proposer)
        signature = sign_consent(self._identity, self._agreement, *about, yes)
        said = Back(self._charter.table, me, *about, yes, signature)
        if yes:
            question.yes[me] = said
        return said

    def _decline(self, back: Back, tell: bool = True) -> list[NetEvent]:
        self._question = None
        self._declined.append(back)
        return [Notice(message("session.back.declined", name=self._charter.name(back.peer)))] if tell else []

    def _signed(self, back: Back) -> bool:
        about = (back.n, back.head, back.to, back.proposer)
        return consent_signed(back.peer, back.signature, self._agreement, *about, back.yes)

    def _waiting(self, question: _Question, there: tuple[bytes, ...]) -> list[str]:
        return [self._charter.name(peer) for peer in there if peer not in question.yes]
