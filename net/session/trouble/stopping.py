"""Stopping a game because copies differ, and telling everybody why; :mod:`net.session.trouble.halt` finds the reason."""

from __future__ import annotations

from net.api import OutOfStep
from net.session.audience.gallery import Gallery
from net.session.format.wire import Entries, Halt, Signed, Want
from net.session.history.record import Record
from net.session.output import Output
from net.session.traffic.gossip import Gossip
from net.session.traffic.post import Post
from net.session.trouble.blame import Blame
from net.session.trouble.halt import PATIENCE, REPEAT, Dispute
from rules.message import Message


class Stopping:
    """Whether and why a game has stopped."""

    def __init__(self, me: bytes, record: Record, blame: Blame, gossip: Gossip, post: Post, gallery: Gallery) -> None:
        self._me = me
        self._log = record.log
        self._keeping = record.keeping
        self._blame = blame
        self._gossip = gossip
        self._post = post
        self._gallery = gallery
        self._dispute: Dispute | None = None

    @property
    def stopped(self) -> bool:
        """Whether the game has stopped."""
        return self._dispute is not None

    @property
    def behind(self) -> bool:
        """Whether it has, and the reason may lie in entries that others already have: those are still taken."""
        return self._dispute is not None and not self._dispute.over and self._dispute.behind(self._log)

    def stop(self, reason: Message, weight: int, evidence: list[Signed], length: int, now: int, out: Output) -> None:
        """Something is wrong: stop the game; if it has stopped already, keep the stronger of the two reasons, and tell all.

        Args:
            reason: what is wrong, as a sentence.
            weight: how strong that reason is, see :data:`net.session.trouble.halt.PROOF`.
            evidence: the entries that are the reason.
            length: the number of entries at which the copies are to be compared.
            now: the time.
            out: takes what everybody is told.
        """
        if self._dispute is not None:
            if self._dispute.improve(reason, weight, evidence):
                self._tell_all(self._dispute, out)
            return
        self._gossip.stirred = True
        self._dispute = Dispute(self._me, reason, weight, length, now + PATIENCE, now + REPEAT, evidence)
        self._tell_all(self._dispute, out)

    def _tell_all(self, dispute: Dispute, out: Output) -> None:
        """Send this peer's data to the other peers and to the watchers."""
        halt = dispute.halt(self._log)
        self._post.send_all(out, halt)
        self._gallery.tell(halt, out)

    def show(self, peer: bytes, out: Output) -> None:
        """Send a peer this peer's data, if the game has stopped."""
        if self._dispute is not None:
            self._post.send([peer], out, self._dispute.halt(self._log))

    def hear(self, peer: bytes, halt: Halt, now: int, out: Output) -> None:
        """A peer shows its data: ask for the entries that it has in addition, and send it the first entry of this log that
        differs from its own.
        """
        if self._dispute is None:
            return
        self._dispute.claims[peer] = halt
        if self.behind and halt.length > len(self._log):
            self._post.send([peer], out, Want(halt.table, len(self._log)))
        place = self._dispute.forks(self._log).get(peer)
        if place is not None and self._gossip.links[peer].again.take(now):
            self._post.send([peer], out, Entries([self._log.entries[place].signed]))

    def settle(self, now: int, out: Output) -> None:
        """Tell the program what was found out, once the waiting is over."""
        dispute = self._dispute
        if dispute is None or dispute.over:
            return
        if dispute.complete(self._log, self._gossip.linked) or now >= dispute.deadline:
            dispute.over = True
            file = self._keeping.file
            report = file.report(dispute.report(self._log)) if file is not None else None
            reason = dispute.conclusion(self._log)
            self._blame.record(None, reason, len(self._log), *dispute.evidence)
            out.events.append(OutOfStep(reason, report))
        elif now >= dispute.repeat:
            dispute.repeat = now + REPEAT
            self._post.send_all(out, dispute.halt(self._log))
