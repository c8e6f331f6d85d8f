"""The intake of entries that this log lacks: checked, put in order and played.

An entry may come late, twice, out of order, from another course of the game, or be a lie.
"""

from __future__ import annotations

import hashlib
from collections.abc import Callable, Sequence
from contextlib import suppress
from dataclasses import dataclass, field

from net.api import Notice
from net.session.agreements.replace import Replacing
from net.session.format.entry import DealBody, MoveBody, SignedEntry, read_entry
from net.session.format.wire import Entries, Have, Signed, Want, WireError
from net.session.history.log import EntryIgnored, TwoEntries, drop_in
from net.session.history.record import Record
from net.session.history.step import EntryError, Step
from net.session.output import Output
from net.session.traffic.gossip import BATCH, Gossip
from net.session.traffic.post import Post
from net.session.trouble.blame import Blame
from net.session.trouble.both import in_both
from net.session.trouble.halt import ENTRY, PROOF, SUSPICION
from net.session.trouble.stopping import Stopping
from rules.message import Message, message

DOUBT = 3_000
"""Milliseconds for which peers may report another course of the game before the game stops here: if peers can be replaced, the
entry that replaced one may still be on its way."""

MOST_STRANGE = 32
"""More different entries than this for one place, all following an unknown entry, are no accident and are not put off."""

UNPROVEN = frozenset(message(f"session.deal.{name}") for name in ("bad-escrow", "no-legacy", "no-escrow", "no-secret"))
"""The faults of a dealing entry that only some copies can see."""


@dataclass(frozen=True, slots=True)
class Intake:
    """The way in for the entries of one game.

    Attributes:
        record: takes what can be played.
        gossip: the links.
        post: for questions and answers.
        blame: records what no honest program sends.
        stopping: stops the game if an entry is impossible.
        replacing: knows which replacements are not valid.
        strange: by hash, entries that follow an unknown entry, with the time at which they were first seen.
        played: called after every entry that was played.
        went_back: called when the log has become shorter.
    """

    record: Record
    gossip: Gossip
    post: Post
    blame: Blame
    stopping: Stopping
    replacing: Replacing
    played: Callable[[SignedEntry, Step, Output], None]
    went_back: Callable[[Output], None]
    strange: dict[bytes, int] = field(default_factory=dict)

    def have(self, peer: bytes, have: Have, now: int, out: Output) -> None:
        """A peer says how far its log reaches: send it what it lacks, unless its log is another one."""
        log = self.record.log
        link = self.gossip.links[peer]
        if self.gossip.said(peer, have, now):
            self.post.tell([peer], out)  # it may have missed what was sent when the link was made
        if self.stopping.stopped:
            if link.again.take(now):  # a few bytes must not ask for many again and again
                self.stopping.show(peer, out)
            return
        refused = log.next(self.record.course.scribe)
        if refused is not None and (have.length, have.head) == (refused.entry.n + 1, refused.hash) and self._shuns(refused):
            self._differ(refused, now, out)
            return
        if have.length <= len(log):
            if have.head != log.head(have.length):
                self._doubt(peer, have.length, now, out)
                return
            link.doubted = None
            if peer not in self.record.course.there:
                pass  # a departed peer cannot stop the game
            elif have.digest != log.digest(have.length):
                reason = message("session.stop.digest", name=self._name(peer), number=have.length)
                self.stopping.stop(reason, SUSPICION, [], have.length, now, out)
        elif peer not in self.record.course.there:
            self._remind(peer, now)
        self.post.pump(peer, now, out)

    def _remind(self, peer: bytes, now: int) -> None:
        """A peer that was replaced has a longer log: if that lasts, send it the entry by which it was replaced once more."""
        link = self.gossip.links[peer]
        drop = next((signed for signed in reversed(self.record.log.drops) if drop_in(signed).peer == peer), None)
        if drop is None:
            return
        if link.doubted is None:
            link.doubted = now
        elif now - link.doubted >= DOUBT:
            link.doubted = now
            self.gossip.begin_again(peer, drop.entry.n)

    def entries(self, peer: bytes, entries: Sequence[Signed], now: int, out: Output) -> None:
        """Entries have come over the link to a peer. Hang up if its entries have cost too many checks in vain."""
        log = self.record.log
        made, before = log.signatures.made, len(log)
        self._entries(peer, entries, now, out)
        in_vain = log.signatures.made - made - max(0, len(log) - before)
        link = self.gossip.links[peer]
        if in_vain > 0 and not link.checks.charge(now, in_vain) and link.up:
            self._hang_up(peer, "session.notice.in-vain", now, out)

    def _entries(self, peer: bytes, entries: Sequence[Signed], now: int, out: Output) -> None:
        log = self.record.log
        before = len(log)
        fresh = False
        legible: list[SignedEntry] = []
        with suppress(WireError):
            legible += map(read_entry, entries)
        if len(entries) > 1 and log.may_differ:
            for drop in log.learn_settled(legible):
                self.replacing.struck.pop(drop, None)
            self._compare(peer, legible, now, out)
        offered: list[Signed | SignedEntry] = [*legible, *entries[len(legible) :]]
        for one in offered:
            if not self.gossip.links[peer].up:
                break  # the link was closed because of the entries before
            fresh |= self.offer(peer, one, now, out)
        if self.stopping.stopped:
            if self.stopping.behind:
                self.play_waiting(peer, now, out)
            return
        before = min(before, self._go_back(out))
        self.play_waiting(peer, now, out)
        if self.stopping.stopped:
            return
        if len(log) > before:
            self._acknowledge(peer, before, out)
            self.post.pass_on(peer, before, now, out)
        elif not fresh:
            self.post.tell_again(peer, out)  # it believes that these were missing here
        if log.gap and self.gossip.may_ask(peer, now):
            self.post.send([peer], out, Want(log.charter.charter.table, len(log)))

    def _compare(self, peer: bytes, entries: Sequence[SignedEntry], now: int, out: Output) -> None:
        """Stop if somebody has gone on in two courses of the game, and show ``peer`` where this one goes another way."""
        if self.stopping.stopped or (both := in_both(self.record, entries)) is None:
            return
        names = {"name": self._name(both.other.entry.author), "gone": self._name(drop_in(both.drop).peer)}
        if both.doubt:
            names["others"] = ", ".join(map(self._name, both.doubt))
        reason = message("session.stop.both-or" if both.doubt else "session.stop.both", number=both.drop.entry.n + 1, **names)
        evidence = [both.drop.signed, both.other.signed]
        self.stopping.stop(reason, PROOF, evidence, both.drop.entry.n, now, out)
        ours = self.record.log.entries[both.drop.entry.n :][:BATCH]
        self.post.send([peer], out, Entries([signed.signed for signed in ours]))

    def _acknowledge(self, peer: bytes, since: int, out: Output) -> None:
        """Entries that came over the link to ``peer`` have been played.

        The authors of moves wait for an acknowledgement, and so does a peer that has passed a move on. The authors of
        contributions to a deal only wait for the next entry.
        """
        entries = self.record.log.entries
        authors = {signed.entry.author for signed in entries[since:]}
        if peer in authors:
            length = max(place for place in range(since, len(entries)) if entries[place].entry.author == peer) + 1
            self.gossip.wrote(peer, length, self.record.log.head(length))
        dealing = isinstance(entries[-1].entry.body, DealBody) and bool(self.record.course.state.deals)
        movers = {signed.entry.author for signed in entries[since:] if isinstance(signed.entry.body, MoveBody)}
        self.post.acknowledge([peer, *movers] if movers else [], since, out, soon=not dealing)

    def offer(self, peer: bytes, offered: Signed | SignedEntry, now: int, out: Output) -> bool:
        """Check one entry, decoded or not, and let it wait for its place; False if it is there already."""
        log = self.record.log
        signed = offered.signed if isinstance(offered, SignedEntry) else offered
        objections = self.replacing.struck.get(hashlib.sha256(signed.raw).digest()) if self.replacing.struck else None
        if objections is not None:
            self.post.send([peer], out, *objections)
        try:
            return log.offer(offered, peer)
        except EntryIgnored as ignored:
            self.blame.note(peer, ignored.reason, len(log), out, signed)
            if self.blame.enough(peer, ignored.reason):
                self._hang_up(peer, "session.notice.nonsense", now, out)
            return True
        except TwoEntries as two:
            entry = two.entries[0].entry
            reason = message("session.stop.two-entries", name=self._name(entry.author), number=entry.n + 1)
            evidence = [signed.signed for signed in two.entries]
            self.stopping.stop(reason, PROOF, evidence, min(entry.n, len(log)), now, out)
            return True

    def _hang_up(self, peer: bytes, why: str, now: int, out: Output) -> None:
        """Close the link to a peer, and name it; ``why`` is the key of the notice."""
        self.blame.note(peer, message(why, name=self._name(peer)), len(self.record.log), out)
        self.gossip.lost(peer, now)
        out.drop.append(peer)

    def play_waiting(self, peer: bytes, now: int, out: Output) -> None:
        """Play the waiting entries that follow the log here; the last of them came over the link to ``peer``."""
        log = self.record.log
        while True:
            course = self.record.course
            if log.stale() and self.gossip.may_ask(peer, now):
                self.post.send([peer], out, Entries([signed.signed for signed in log.drops]))
            signed = log.next_drop()
            if signed is not None and course.drop_holds(signed.entry):
                if not self._refused(signed, out) and not self._play(signed, now, out):
                    return
                continue
            for stray in log.strays(course.scribe):
                if stray.entry.previous != course.head:
                    continue  # of another course of the game: perhaps its author was told another story
                reason = message("session.entry.turn", name=self._name(stray.entry.author), number=stray.entry.n + 1)
                self.blame.note(peer, reason, len(log), out, stray.signed)
            signed = log.next(course.scribe)
            if signed is not None and self._shuns(signed):
                if not all(map(self._shuns, log.followers(signed))):
                    self._differ(signed, now, out)
                return
            if signed is None or self._put_off(signed, now):
                return
            self.post.send_all(out, *self.replacing.withdrawn())  # the missing peer's entry has come after all
            if not self._play(signed, now, out):
                return

    def look_again(self, now: int, out: Output) -> None:
        """Time has passed: play entries that were put off long enough."""
        if any(now - since >= DOUBT for since in self.strange.values()) and not self.stopping.stopped:
            signed = self.record.log.next(self.record.course.scribe)
            if signed is not None:
                self.play_waiting(signed.entry.author, now, out)

    def _put_off(self, signed: SignedEntry, now: int) -> bool:
        """Whether an entry follows an unknown entry, perhaps because a peer was replaced, and is given more time."""
        if not self.record.log.may_differ or signed.entry.previous == self.record.course.head:
            return False
        return now - self.strange.setdefault(signed.hash, now) < DOUBT and len(self.strange) <= MOST_STRANGE

    def undo(self, peer: bytes, now: int, out: Output) -> None:
        """Votes were withdrawn: go back to before the entry that used them, unless every voter has gone on from it.

        A peer that has deposited its secrets meanwhile cannot go back: the game stops. That happens only before any card is
        dealt; later, all have gone on before anybody deposits anew.
        """
        log = self.record.log
        drop = next(filter(self.replacing.void, log.unsettled), None)
        if drop is None or self.stopping.stopped:
            return
        if self.record.has_deposited_since(drop):
            reason = message("session.stop.deposited", gone=self._name(drop_in(drop).peer))
            self.stopping.stop(reason, ENTRY, [drop.signed], drop.entry.n, now, out)
            return
        self.replacing.strike(drop, self.replacing.void(drop))
        self.record.undo(drop)
        self.gossip.back_to(drop.entry.n)
        self.went_back(out)
        out.events.append(Notice(message("replace.notice.undone", name=self._name(drop_in(drop).peer))))
        self.play_waiting(peer, now, out)
        self.post.tell_all(out)

    def _refused(self, drop: SignedEntry, out: Output) -> bool:
        """Whether an entry by which a peer would be replaced is not valid here; if so, tell everybody why."""
        if self.record.log.settled(drop):
            return False
        objections = self.replacing.objections(drop, self.record.log)
        if objections:
            self.record.log.refuse(drop)
            self.post.send_all(out, *objections)
        return bool(objections)

    def _play(self, signed: SignedEntry, now: int, out: Output) -> bool:
        """Play the next entry; stop the game or shun its author if it is not valid. Returns whether it was played."""
        try:
            step = self.record.play(signed, out)
        except EntryError as error:
            if error.detail is not None:
                out.events.append(Notice(error.detail))
            if not error.differs and error.detail not in UNPROVEN and self._can_do_without(signed):
                self._shun(signed, error.reason, now, out)
                return False
            weight = SUSPICION if error.differs else ENTRY
            self.stopping.stop(error.reason, weight, [signed.signed], len(self.record.log), now, out)
            return False
        self.strange.clear()
        self.played(signed, step, out)
        return True

    def _can_do_without(self, signed: SignedEntry) -> bool:
        """Whether the others can go on without the author of an impossible entry that follows the log here."""
        course, entry = self.record.course, signed.entry
        due = entry.previous == course.head and entry.author == course.pen and entry.author in self.gossip.links
        return due and course.can_spare(entry.author) and not self.stopping.stopped

    def _shun(self, signed: SignedEntry, reason: Message, now: int, out: Output) -> None:
        """Accept nothing more from the author of this entry. Send it to the others, so that they reach the same conclusion."""
        author = signed.entry.author
        self.blame.note(author, reason, len(self.record.log), out, signed.signed)
        out.events.append(Notice(message("session.notice.shunned", name=self._name(author))))
        if self.gossip.links[author].up:
            out.drop.append(author)
        self.gossip.shun(author, reason, now)
        self.post.send_all(out, Entries([signed.signed]))

    def _shuns(self, signed: SignedEntry) -> bool:
        return signed.entry.author in self.gossip.shunned

    def _differ(self, signed: SignedEntry, now: int, out: Output) -> None:
        """A peer has gone on from an impossible entry: the copies differ."""
        reason = self.gossip.shunned[signed.entry.author]
        self.stopping.stop(reason, ENTRY, [signed.signed], len(self.record.log), now, out)

    def _go_back(self, out: Output) -> int:
        """Go back to where a peer was replaced, if the log here went on. Returns the number of entries that stay."""
        drop = self.record.log.superseding
        if drop is not None and self._refused(drop, out):
            return len(self.record.log)
        found = self.record.go_back()
        if found is not None:
            drop, _ = found
            self.gossip.back_to(drop.entry.n)
            self.went_back(out)
            names = {"heir": self._name(drop.entry.author), "gone": self._name(drop_in(drop).peer)}
            out.events.append(Notice(message("replace.notice.back", number=drop.entry.n, **names)))
        return len(self.record.log)

    def _doubt(self, peer: bytes, length: int, now: int, out: Output) -> None:
        """A peer's log is on another course of the game: perhaps a peer was replaced, and one side does not know it yet."""
        course, log = self.record.course, self.record.log
        link = self.gossip.links[peer]
        if link.doubted is None:
            link.doubted = now
        drops = [signed for signed in log.drops if signed.entry.n < length]
        if drops:
            own = [signed for signed in drops if drop_in(signed).peer == peer]  # it has to see where it was replaced itself
            self.gossip.begin_again(peer, (own or drops)[-1].entry.n)
            if self.gossip.may_ask(peer, now):
                self.post.pump(peer, now, out)
                if len(drops) > 1:  # it may lack an earlier one
                    self.post.send([peer], out, Entries([signed.signed for signed in drops]))
        if peer not in course.there or (self.record.log.may_differ and now - link.doubted < DOUBT):
            return
        reason = message("session.stop.history", name=self._name(peer))
        self.stopping.stop(reason, SUSPICION, [], length, now, out)

    def _name(self, peer: bytes) -> str:
        return self.record.log.charter.charter.name(peer)
