"""Going on without a peer that has vanished, if all the others want it.

The people at a computer wish for it, and the wish stands. While the log waits for that peer and nobody can reach it (or its
time is up), their session votes: it signs a :class:`~net.session.format.wire.Vote` for this one place in the log. Peers pass
votes on and repeat them. Once all have voted, the heir writes the entry. It holds nothing of the peer's secrets: later entries
give those to the heir, and only when the log shows that every peer has gone on from this one. From then on it cannot be
undone.

Until then a voter withdraws its vote as soon as the peer can be reached again, an entry of that peer arrives, or the people
want to wait after all: it signs a :class:`~net.session.format.wire.Withdrawn`. A peer that knows of the withdrawal refuses
an entry with that vote; a peer that has already taken the entry goes back. A peer that finds its own vote used for a place that
it has passed, or a vote that it no longer remembers, withdraws it then. So nobody can collect votes and use them later.
"""

from __future__ import annotations

from dataclasses import replace

from net.api import Absence, AbsenceChanged
from net.identity import Identity
from net.session.clock import Clocks
from net.session.format.charter import SignedCharter
from net.session.format.entry import Ballot, DropBody, SignedEntry, sign_vote, sign_withdrawal, vote_signed, withdrawal_signed
from net.session.format.wire import Vote, Withdrawn
from net.session.history.course import Course
from net.session.history.log import Log, drop_in
from net.session.traffic.gossip import RESEND, Gossip
from rules.message import Message, message
from rules.registry import game

MOST_STRUCK = 64
"""The number of invalid entries whose reasons are remembered; older ones are refused without an answer."""


def absent(course: Course, gossip: Gossip, clocks: Clocks, me: bytes, now: int) -> bytes | None:
    """The peer that the game waits for and that is out of reach or out of time; None if there is no such peer."""
    pen = course.pen
    if pen is None or pen == me or me not in course.there or pen not in gossip.links:
        return None
    return pen if not gossip.near(pen) or _out_of_time(course, clocks, now) else None


def may_be_replaced(course: Course, gossip: Gossip, clocks: Clocks, me: bytes, peer: bytes, now: int) -> bool:
    """Whether this copy may vote now for going on without a peer."""
    return absent(course, gossip, clocks, me, now) == peer and course.can_spare(peer)


def _out_of_time(course: Course, clocks: Clocks, now: int) -> bool:
    seat = clocks.out_of_time(course, now)
    return seat is not None and course.owner(seat) == course.pen


class Replacing:
    """The wishes and votes at one computer.

    Attributes:
        struck: by hash, the entries that are not valid here, with the withdrawals against them.
    """

    def __init__(self, identity: Identity, charter: SignedCharter) -> None:
        self._identity = identity
        self._charter = charter.charter
        self._agreement = charter.hash
        self._levels = list(game(charter.charter.game).bots)
        self._wishes: dict[bytes, str] = {}
        self._votes: dict[bytes, Vote] = {}
        self._withdrawn: dict[tuple[int, bytes, bytes], Withdrawn] = {}
        self.struck: dict[bytes, list[Withdrawn]] = {}
        self._due = 0
        self._shown = AbsenceChanged(None, False, False, False)

    # -- what is wanted ------------------------------------------------------------------------------------------------

    def why_not(self, course: Course, peer: bytes, level: str) -> Message | None:
        """Why the people here cannot ask to go on without this peer, or None."""
        if peer == self._identity.key or peer not in course.there or self._identity.key not in course.there:
            return message("replace.refused.nobody")
        if level and level not in self._levels:
            return message("replace.refused.level", level=level)
        return self.refused(course, peer)

    def refused(self, course: Course, peer: bytes) -> Message | None:
        """Why the table cannot go on without a peer, or None."""
        name = self._charter.name(peer)
        if course.can_spare(peer):
            return None
        if len(course.there) <= 2:
            return message("replace.refused.two", name=name)
        return message("replace.refused.keys" if course.replaces else "replace.refused.agreed", name=name)

    def wish(self, peer: bytes, on: bool, level: str) -> None:
        """Want to go on without a peer, or no longer."""
        if on:
            self._wishes[peer] = level
        else:
            self._wishes.pop(peer, None)

    def wishes(self, peer: bytes) -> bool:
        """Whether the people here want to go on without a peer."""
        return peer in self._wishes

    # -- votes ---------------------------------------------------------------------------------------------------------

    def vote(self, course: Course, peer: bytes) -> Vote | None:
        """This peer's vote against a peer that may be replaced, the first time that it is due."""
        me = self._identity.key
        if peer not in self._wishes or me in self._votes:
            return None
        last = self._withdrawn.get((course.index, course.head, me))
        n, head, level, round = course.index, course.head, self._wishes[peer], 0 if last is None else last.round + 1
        signature = sign_vote(self._identity, self._agreement, n, head, peer, level, round)
        vote = Vote(self._charter.table, me, peer, n, head, level, round, signature)
        self._votes[me] = vote
        return vote

    def hear(self, vote: Vote, course: Course) -> bool:
        """Take a vote. Returns whether it is new and counts."""
        known, last = self._votes.get(vote.voter), self._withdrawn.get((vote.n, vote.head, vote.voter))
        if (vote.n, vote.head, vote.peer) != (course.index, course.head, course.pen) or not course.can_spare(vote.peer):
            return False
        if vote.voter in (vote.peer, self._identity.key) or vote.voter not in course.there:
            return False
        if vote.round <= max(-1 if known is None else known.round, -1 if last is None else last.round):
            return False
        if vote.level and vote.level not in self._levels:
            return False
        about = (vote.n, vote.head, vote.peer, vote.level, vote.round)
        if not vote_signed(vote.voter, vote.signature, self._agreement, *about):
            return False
        self._votes[vote.voter] = vote
        return True

    def again(self, now: int) -> list[Vote | Withdrawn]:
        """The votes and withdrawals to repeat, because time has passed."""
        if not (self._votes or self._withdrawn) or now < self._due:
            return []
        self._due = now + RESEND
        return self.known

    @property
    def known(self) -> list[Vote | Withdrawn]:
        """All votes for this place, and all withdrawals that still matter."""
        return [*self._votes.values(), *self._withdrawn.values()]

    def due(self, course: Course) -> DropBody | None:
        """The entry that the heir has to write, once all have voted and the people there still want it."""
        peer = course.pen
        if peer is None or peer not in self._wishes or course.heir(peer) != self._identity.key:
            return None
        voters = [other for other in course.there if other != peer]
        if len(voters) < 2 or any(other not in self._votes for other in voters):
            return None
        votes = [self._votes[other] for other in voters]
        return DropBody(peer, tuple(Ballot(vote.voter, vote.level, vote.round, vote.signature) for vote in votes))

    def moved_on(self, course: Course, log: Log) -> None:
        """The log has become longer or shorter: drop all votes."""
        self._votes.clear()
        places = self._places(course, log)
        self._withdrawn = {key: frame for key, frame in self._withdrawn.items() if key[:2] in places}

    def forget(self, peer: bytes) -> None:
        """A peer was replaced: forget the wish. If the peer returns and vanishes again, the people are asked anew."""
        self._wishes.pop(peer, None)

    # -- votes that count no more --------------------------------------------------------------------------------------

    def reconsidered(self, away: bytes | None) -> list[Withdrawn]:
        """Withdraw this peer's vote if its reason is gone; ``away`` is the peer that is :func:`absent`."""
        vote = self._votes.get(self._identity.key)
        return [] if vote is None or (vote.peer == away and vote.peer in self._wishes) else self.withdrawn()

    def withdrawn(self) -> list[Withdrawn]:
        """Withdraw this peer's vote, if there is one."""
        vote = self._votes.pop(self._identity.key, None)
        return [] if vote is None else [self._withdraw(vote.n, vote.head, vote.peer, vote.round)]

    def hear_withdrawal(self, frame: Withdrawn, course: Course, log: Log) -> bool:
        """Take a withdrawal. Returns whether it is new and matters."""
        last = self._withdrawn.get((frame.n, frame.head, frame.voter))
        if (frame.n, frame.head) not in self._places(course, log) or frame.voter not in self._charter.keys:
            return False
        if last is not None and last.round >= frame.round:
            return False
        about = (frame.n, frame.head, frame.peer, frame.round)
        if not withdrawal_signed(frame.voter, frame.signature, self._agreement, *about):
            return False
        self._keep(frame)
        return True

    def void(self, drop: SignedEntry) -> list[Withdrawn]:
        """The withdrawals of votes that an entry uses to replace a peer."""
        place = drop.entry.n, drop.entry.previous
        frames = [(vote.round, self._withdrawn.get((*place, vote.voter))) for vote in drop_in(drop).votes]
        return [frame for round, frame in frames if frame is not None and frame.round >= round]

    def objections(self, drop: SignedEntry, log: Log) -> list[Withdrawn]:
        """The same for an entry that has just arrived. If it uses a forgotten vote of this peer, withdraw that vote too."""
        me, n = self._identity.key, drop.entry.n
        known: list[Vote | Ballot] = [self._votes[me]] if n == len(log) and me in self._votes else []
        if n < len(log) and isinstance(here := log.entries[n].entry.body, DropBody):
            known += [vote for vote in here.votes if vote.voter == me]
        last, previous, peer = max((vote.round for vote in known), default=-1), drop.entry.previous, drop_in(drop).peer
        for vote in drop_in(drop).votes:
            about = (n, previous, peer, vote.level, vote.round)
            if vote.voter == me and vote.round > last and vote_signed(me, vote.signature, self._agreement, *about):
                self._withdraw(n, previous, peer, vote.round)
        found = self.void(drop)
        if found:
            self.strike(drop, found)
        return found

    def strike(self, drop: SignedEntry, objections: list[Withdrawn]) -> None:
        """Remember why an entry is not valid here."""
        self.struck[drop.hash] = objections
        if len(self.struck) > MOST_STRUCK:
            del self.struck[next(iter(self.struck))]

    def _places(self, course: Course, log: Log) -> set[tuple[int, bytes]]:
        """The places where a withdrawal matters: this one, and entries that replaced a peer and can still be undone."""
        return {(course.index, course.head), *((drop.entry.n, drop.entry.previous) for drop in log.unsettled)}

    def _withdraw(self, n: int, head: bytes, peer: bytes, round: int) -> Withdrawn:
        signature = sign_withdrawal(self._identity, self._agreement, n, head, peer, round)
        frame = Withdrawn(self._charter.table, self._identity.key, peer, n, head, round, signature)
        self._keep(frame)
        return frame

    def _keep(self, frame: Withdrawn) -> None:
        self._withdrawn[frame.n, frame.head, frame.voter] = frame
        vote = self._votes.get(frame.voter)
        if vote is not None and (vote.n, vote.head) == (frame.n, frame.head) and vote.round <= frame.round:
            del self._votes[frame.voter]

    # -- what is shown -------------------------------------------------------------------------------------------------

    def changed(self, course: Course, gossip: Gossip, peer: bytes | None, returning: bool, now: int) -> AbsenceChanged | None:
        """The event about a peer that is :func:`absent`, when more than the time has changed."""
        gone = self._identity.key not in course.there
        absence = None if peer is None else self._absence(course, gossip, peer, now)
        event = AbsenceChanged(absence, gone, gone and course.may_return(self._identity.key), returning)
        lasting = event
        if absence is not None and absence.away is not None:
            lasting = replace(event, absence=replace(absence, away=0))
        if lasting == self._shown:
            return None
        self._shown = lasting
        return event

    def _absence(self, course: Course, gossip: Gossip, peer: bytes, now: int) -> Absence:
        name = self._charter.name
        voters = [other for other in course.there if other != peer]
        refused = self.refused(course, peer)
        missing = [] if refused else [other for other in voters if other not in self._votes]
        return Absence(
            peer=peer.hex(),
            name=name(peer),
            away=None if gossip.near(peer) or peer in gossip.shunned else max(0, now - gossip.links[peer].since),
            refused=refused,
            wanted=peer in self._wishes,
            level=self._wishes.get(peer, ""),
            agreed=tuple(name(other) for other in voters if other in self._votes),
            waiting=tuple(map(name, missing)),
            lost=tuple(name(other) for other in missing if other != self._identity.key and not gossip.near(other)),
            shunned=peer in gossip.shunned,
        )
