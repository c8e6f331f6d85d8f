"""Going on without a peer that has vanished, by the will of all the others.

Wanting it is a standing wish of the people at a computer. While the log waits for that peer and it cannot be reached (or its
time is up), their session votes: a signed :class:`~net.session.wire.Vote` for this one place in the log, with what it holds of
the peer's secrets sealed for the heir. Votes are passed on and said again. With the votes of all the heir writes the entry,
which counts at that place before any entry of the vanished peer.

Who has voted takes no entry of that peer at that place any more, except when another whose vote is needed has taken it.
"""

from __future__ import annotations

from dataclasses import replace

from net.api import Absence, AbsenceChanged
from net.identity import Identity
from net.session.charter import SignedCharter
from net.session.clock import Clocks
from net.session.course import Course
from net.session.entry import Ballot, DropBody, SignedEntry, sign_vote, vote_signed
from net.session.gossip import RESEND, Gossip
from net.session.log import Log
from net.session.wire import Vote
from rules.message import Message, message
from rules.registry import game


def absent(course: Course, gossip: Gossip, clocks: Clocks, me: bytes, now: int) -> bytes | None:
    """The peer that the game waits for although it is out of reach or out of time, None if there is no such peer."""
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
    """The wishes and votes at one computer."""

    def __init__(self, identity: Identity, charter: SignedCharter) -> None:
        self._identity = identity
        self._charter = charter.charter
        self._agreement = charter.hash
        self._levels = list(game(charter.charter.game).bots)
        self._wishes: dict[bytes, str] = {}
        self._votes: dict[bytes, Vote] = {}
        self._void = False
        self._due = 0
        self._shown = AbsenceChanged(None, False, False, False)

    # -- what is wanted ------------------------------------------------------------------------------------------------

    def why_not(self, course: Course, peer: bytes, level: str) -> Message | None:
        """Why nobody can want to go on without this peer, or None."""
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
        """The own vote against a peer that may be replaced, the first time that it is due."""
        me = self._identity.key
        if peer not in self._wishes or me in self._votes:
            return None
        level, part = self._wishes[peer], course.part_for(peer)
        about = (course.index, course.head, peer, level, part)
        signature = sign_vote(self._identity, self._agreement, *about)
        vote = Vote(self._charter.table, me, peer, course.index, course.head, level, part, signature)
        self._votes[me] = vote
        return vote

    def hear(self, vote: Vote, course: Course) -> tuple[bool, Message | None]:
        """A vote has come: whether it is new and counts, and a sentence if it is false."""
        if (vote.n, vote.head, vote.peer) != (course.index, course.head, course.pen) or vote.voter in self._votes:
            return False, None
        if vote.voter == vote.peer or vote.voter not in course.there or not course.can_spare(vote.peer):
            return False, None
        about = (vote.n, vote.head, vote.peer, vote.level, vote.part)
        if (vote.level and vote.level not in self._levels) or not vote_signed(
            vote.voter, vote.signature, self._agreement, *about
        ):
            return False, None
        if not course.part_fits(vote.peer, vote.voter, vote.part):
            return False, message(
                "replace.notice.part", name=self._charter.name(vote.voter), gone=self._charter.name(vote.peer)
            )
        self._votes[vote.voter] = vote
        return True, None

    def again(self, now: int) -> list[Vote]:
        """The votes to say again, because time has passed."""
        if not self._votes or now < self._due:
            return []
        self._due = now + RESEND
        return self.known

    @property
    def known(self) -> list[Vote]:
        """All votes for this place."""
        return list(self._votes.values())

    def due(self, course: Course) -> DropBody | None:
        """What the heir has to write, once everybody has voted and it still wants it itself."""
        peer = course.pen
        if peer is None or peer not in self._wishes or course.heir(peer) != self._identity.key or self._void:
            return None
        voters = [other for other in course.there if other != peer]
        if len(voters) < 2 or any(other not in self._votes for other in voters):
            return None
        votes = [self._votes[other] for other in voters]
        return DropBody(peer, tuple(Ballot(vote.voter, vote.level, vote.part, vote.signature) for vote in votes))

    def moved_on(self) -> None:
        """The log has become longer, or shorter: no vote holds any more."""
        self._votes.clear()
        self._void = False

    def forget(self, peer: bytes) -> None:
        """A peer was replaced: if it comes back and vanishes again, people are asked anew."""
        self._wishes.pop(peer, None)

    def holds_back(self, signed: SignedEntry, course: Course, log: Log, gossip: Gossip) -> bool:
        """Whether an entry is not to be taken, because this copy has voted to go on without its author."""
        vote = self._votes.get(self._identity.key)
        if vote is None or signed.entry.author != vote.peer or self._void:
            return False
        needed = {peer for peer in course.there if peer not in (vote.peer, self._identity.key)}
        chain = log.following(signed)
        taken = {link.head for peer, link in gossip.links.items() if peer in needed and link.up}
        self._void = any(entry.hash in taken or entry.entry.author in needed for entry in chain)
        return not self._void

    # -- what is shown -------------------------------------------------------------------------------------------------

    def changed(self, course: Course, gossip: Gossip, peer: bytes | None, returning: bool, now: int) -> AbsenceChanged | None:
        """What the program is to be told about a peer that is :func:`absent`, when something other than time has passed."""
        gone = self._identity.key not in course.there
        absence = None if peer is None else self._absence(course, gossip, peer, now)
        event = AbsenceChanged(absence, gone, gone and course.can_return(self._identity.key), returning)
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
        return Absence(
            peer=peer.hex(),
            name=name(peer),
            away=None if gossip.near(peer) else max(0, now - gossip.links[peer].since),
            refused=refused,
            wanted=peer in self._wishes,
            level=self._wishes.get(peer, ""),
            agreed=tuple(name(other) for other in voters if other in self._votes),
            waiting=() if refused else tuple(name(other) for other in voters if other not in self._votes),
        )
