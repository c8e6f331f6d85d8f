"""A running game on a watcher's computer, sans-IO.

The watcher reads the log as one reads a game file, while it grows: it checks every signature, link, digest, proof and move, and
knows only what everybody knows. It sends nothing but how far its log reaches. The table is shown once the past has arrived.
"""

from __future__ import annotations

from collections.abc import Sequence

from net.api import (
    AudienceChanged,
    Closed,
    Notice,
    OutOfStep,
    Peer,
    PeersChanged,
    Said,
)
from net.identity import Identity
from net.session.audience.gallery import follows
from net.session.copy import Copy
from net.session.format.charter import SignedCharter
from net.session.format.entry import SignedEntry, TimedMoveBody
from net.session.format.wire import Audience, Chat, Entries, GameFrame, Halt, Have, Signed, Want, WireError, game_frames
from net.session.history.log import EntryIgnored, TwoEntries
from net.session.history.notes import note_on
from net.session.history.record import Record
from net.session.history.step import EntryError, Step
from net.session.history.store import Store
from net.session.output import Output
from net.session.people import peers_now
from net.session.trouble.blame import Blame
from rules.message import Message, message

PATIENCE = 30_000
"""Milliseconds without any link after which a watcher gives up on a table whose past has not fully arrived."""


class Watching(Copy):
    """One game as a watcher sees it."""

    def __init__(self, identity: Identity, charter: SignedCharter, file: Store | None = None) -> None:
        """``charter`` is signed by everybody and playable here; ``file`` is open for writing, or None to save nothing."""
        super().__init__(identity, charter, Record(charter, file=file))
        self._audience: Audience | None = None
        self._past: list[Step] = []
        self._goal: int | None = None
        self._linked_at = 0
        self._audience_shown = AudienceChanged("nobody", (), False)
        self._open = False
        self._stopped = False
        self._blame = Blame(charter.charter, None)

    # -- what the program sees -----------------------------------------------------------------------------------------

    def peers(self, now: int) -> tuple[Peer, ...]:
        """All players, and the state of their links."""
        links = self._gossip.links
        reached = {other for key in self._gossip.linked for other in (key, *links[key].links)}
        return peers_now(self.course, self._gossip, reached, self._stopped, now)

    # -- commands ------------------------------------------------------------------------------------------------------

    def begin(self, now: int) -> Output:
        """Start: to be called once, first. The table is shown later, when its past is here."""
        for link in self._gossip.links.values():
            link.since = now
        self._linked_at = now
        return Output()

    def leave(self, now: int) -> Output:
        """Watch no longer."""
        return self.give_up(message("session.watch.left"))

    def close(self) -> Output:
        """Watch no longer."""
        return self.give_up(message("session.watch.left"))

    def give_up(self, reason: Message) -> Output:
        """Stop watching, for this reason."""
        out = Output()
        if not self.closed:
            self.closed = True
            self._record.keeping.close()
            out.events.append(Closed(reason))
        return out

    # -- links ---------------------------------------------------------------------------------------------------------

    def connected(self, peer: bytes, now: int) -> Output:
        """A link to a peer of the charter stands."""
        out = Output()
        if self.closed or peer not in self._gossip.links:
            out.drop.append(peer)
            return out
        self._gossip.connected(peer, now)
        self._post.tell([peer], out)
        return self._go_on(now, out)

    def lost(self, peer: bytes, now: int) -> Output:
        """A link is gone."""
        out = Output()
        if self.closed or peer not in self._gossip.links:
            return out
        self._gossip.lost(peer, now)
        return self._go_on(now, out)

    def tick(self, now: int) -> Output:
        """Time has passed: to be called a few times a second."""
        out = Output()
        if self.closed:
            return out
        self._record.keeping.tick()
        for peer in self._gossip.silent(now):
            self._gossip.lost(peer, now)
            out.drop.append(peer)
        self._post.tell(self._gossip.beats(now), out)
        if self._gossip.linked:
            self._linked_at = now
        elif not self._open and now - self._linked_at > PATIENCE:
            out.extend(self.give_up(message("session.watch.unreached")))
        return self._go_on(now, out)

    def receive(self, peer: bytes, payload: bytes, now: int) -> Output:
        """A frame has come over the link to a peer."""
        out = Output()
        self._clocks.pass_until(now)
        link = self._gossip.links.get(peer)
        if self.closed or link is None or not link.up:
            return out
        try:
            frame = game_frames.decode(payload)
        except WireError:
            self._notice(peer, message("session.notice.garbled", name=self.charter.charter.name(peer)), out)
            self._gossip.lost(peer, now)
            out.drop.append(peer)
            return self._go_on(now, out)
        if frame is not None:
            link.heard = now
            self._take(peer, frame, now, out)
        return self._go_on(now, out)

    # -- frames --------------------------------------------------------------------------------------------------------

    def _take(self, peer: bytes, frame: GameFrame, now: int, out: Output) -> None:
        match frame:
            case Entries(entries=entries):
                if not self._stopped:
                    self._take_entries(peer, entries, now, out)
            case Chat():
                text = self._chatter.hear(frame, now)
                if text is not None and self._open:
                    out.events.append(Said(self.charter.charter.name(frame.peer), text, mine=False))
            case _ if frame.table != self.charter.charter.table:
                return
            case Have():
                self._gossip.said(peer, frame, now)
                if self._goal is None:
                    self._goal = frame.length
                differs = frame.length <= len(self.log) and frame.head != self.log.head(frame.length)
                if differs and self._gossip.may_ask(peer, now):  # perhaps somebody was replaced
                    self._post.send([peer], out, Want(self.charter.charter.table, 0))
            case Audience():
                if follows(frame, self._audience, self.course):
                    self._audience = frame
                    if self.me in frame.barred:
                        out.events += self.give_up(message("session.watch.sent-away")).events
            case Halt():
                self._take_halt(peer, frame, now, out)

    def _take_halt(self, peer: bytes, halt: Halt, now: int, out: Output) -> None:
        """A peer's game has stopped: if the entries that made it stop are proof, the watching stops, too."""
        if halt.evidence and not self._stopped:
            self._take_entries(peer, halt.evidence, now, out)
        if not self._stopped:
            self._notice(peer, message("session.stop.said", name=self.charter.charter.name(peer)), out)

    def _take_entries(self, peer: bytes, entries: Sequence[Signed], now: int, out: Output) -> None:
        """Take entries from a player. Hang up if they have cost too many checks in vain."""
        made, before = self.log.signatures.made, len(self.log)
        self._read_entries(peer, entries, now, out)
        in_vain = self.log.signatures.made - made - max(0, len(self.log) - before)
        link = self._gossip.links[peer]
        if in_vain > 0 and not link.checks.charge(now, in_vain) and link.up:
            self._hang_up(peer, "session.notice.in-vain", now, out)

    def _hang_up(self, peer: bytes, why: str, now: int, out: Output) -> None:
        """Close the link to a player, and name it; ``why`` is the key of the notice."""
        self._notice(peer, message(why, name=self.charter.charter.name(peer)), out)
        self._gossip.lost(peer, now)
        out.drop.append(peer)

    def _read_entries(self, peer: bytes, entries: Sequence[Signed], now: int, out: Output) -> None:
        before = self.log.head(len(self.log))
        for signed in entries:
            try:
                self.log.offer(signed, peer)
            except EntryIgnored as ignored:
                self._notice(peer, ignored.reason, out)
                if self._blame.enough(peer, ignored.reason):
                    self._hang_up(peer, "session.notice.nonsense", now, out)
                    return
            except TwoEntries as two:
                entry = two.entries[0].entry
                name = self.charter.charter.name(entry.author)
                self._stop(message("session.stop.two-entries", name=name, number=entry.n + 1), out)
                return
        self._go_back(out)
        if self._play_waiting(peer, out) and self._gossip.may_ask(peer, now):
            # Somebody was replaced where the log goes on here.
            self._post.send([peer], out, Want(self.charter.charter.table, 0))
        elif self.log.gap and self._gossip.may_ask(peer, now):
            self._post.send([peer], out, Want(self.charter.charter.table, len(self.log)))
        if before != self.log.head(len(self.log)):
            self._post.tell_all(out)
        elif self._gossip.may_ask(peer, now):  # it believes that these were missing here; but no peer gets an answer every time
            self._post.tell([peer], out)

    def _go_back(self, out: Output) -> None:
        """If an entry has come by which a peer was replaced, and the log went on with that peer here: go back to its place."""
        found = self._record.go_back()
        if found is not None:
            drop, steps = found
            self._gossip.back_to(drop.entry.n)
            if not self._open:
                self._past = list(steps)

    def _play_waiting(self, peer: bytes, out: Output) -> bool:
        """Play the entries that can be played. Returns whether some belong to another course of the game than the one here."""
        while not self._stopped:
            drop = self.log.next_drop()
            if drop is not None and self.course.drop_holds(drop.entry):
                self._play(drop, out)
                continue
            if self.course.replaces and self.log.strangers():
                return True
            for stray in self.log.strays(self.course.scribe):
                if stray.entry.previous != self.course.head:
                    continue  # of another course of the game: perhaps its author was told another story
                name = self.charter.charter.name(stray.entry.author)
                self._notice(peer, message("session.entry.turn", name=name, number=stray.entry.n + 1), out)
            signed = self.log.next(self.course.scribe)
            if signed is None:
                return False
            self._play(signed, out)
        return False

    def _play(self, signed: SignedEntry, out: Output) -> None:
        body = signed.entry.body
        try:
            step = self._record.play(signed, out)
        except EntryError as error:
            self._stop(error.detail or error.reason, out)
            return
        if isinstance(body, TimedMoveBody):
            self._clocks.stated(body.seat, body.spent, True, "")  # comparing is for the players
        if not self._open:
            self._past.append(step)
            return
        out.events.append(self._advanced(step))
        note = note_on(body, step, self.charter.charter)
        if note is not None:
            out.events.append(Notice(note))

    def _stop(self, reason: Message, out: Output) -> None:
        self._stopped = True
        if not self._open:
            self._show(0, out)
        out.events.append(OutOfStep(reason, None))

    # -- going on ------------------------------------------------------------------------------------------------------

    def _go_on(self, now: int, out: Output) -> Output:
        if self.closed:
            return out
        if not self._open and self._goal is not None and len(self.log) >= self._goal:
            self._show(now, out)
        if self._open:
            self._record.keeping.sync(out)
            people = PeersChanged(self.peers(now), self.seats())
            if people != self._shown:
                self._shown = people
                out.events.append(people)
            self._clocks.settle(self.course, self._gossip, not self._stopped, now)
            clocks = self._clocks.changed(self.course, now)
            if clocks is not None:
                out.events.append(clocks)
            audience = self._audience
            names = tuple(row.called for row in audience.watchers if row.here) if audience is not None else ()
            changed = AudienceChanged(audience.setting if audience is not None else "nobody", names, False)
            if changed != self._audience_shown:
                self._audience_shown = changed
                out.events.append(changed)
        return out

    def _show(self, now: int, out: Output) -> None:
        self._open = True
        out.events.append(self._opened(PeersChanged(self.peers(now), self.seats()), self._past, watching=True))
        self._past.clear()

    def _notice(self, peer: bytes, reason: Message, out: Output) -> None:
        self._blame.note(peer, reason, len(self.log), out)
