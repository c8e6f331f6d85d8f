"""The session: a game that has begun, from its charter to its end, sans-IO.

Frames, times and commands go in, an :class:`~net.session.output.Output` comes out of every call. The log is totally ordered:
its course says at every point who may write the next entry. Whoever is not that peer waits, or (for leaving) hands it a signed
wish to be written down.

What is written here is in the file before it is in a frame; so a program that died and comes back knows at least what it had
told the others, and never says something else in its place.
"""

from __future__ import annotations

from collections.abc import Sequence

from net.api import (
    Advanced,
    BotTurn,
    Closed,
    Notice,
    Opened,
    OutOfStep,
    Peer,
    PeersChanged,
    Refused,
    Said,
    Seat,
)
from net.gamefile import GameFile, GameFileError
from net.identity import Identity
from net.session.blame import Blame
from net.session.charter import SignedCharter
from net.session.chat import Chatter
from net.session.clock import Clocks
from net.session.course import Course, EntryError, Step, follow
from net.session.entry import (
    CHANGES,
    Body,
    DropBody,
    Entry,
    LeaveBody,
    MoveBody,
    ReturnBody,
    SignedEntry,
    TimedMoveBody,
    leaving_signed,
    sign_leaving,
    write_entry,
)
from net.session.gallery import Gallery
from net.session.gossip import RESEND, Gossip
from net.session.halt import ENTRY, PATIENCE, PROOF, REPEAT, SUSPICION, Dispute
from net.session.log import Log, Refusal, TwoEntries
from net.session.opening import Opening
from net.session.output import Output
from net.session.people import peers_now, seats_now
from net.session.replace import Replacing, absent, may_be_replaced
from net.session.returning import Returns
from net.session.takeback import TakeBacks
from net.session.wire import (
    Audience,
    Back,
    Chat,
    Entries,
    GameFrame,
    Halt,
    Have,
    Leaving,
    Returning,
    Secrets,
    Signed,
    Vote,
    Want,
    Willing,
    WireError,
    game_frames,
)
from rules.contract import Move, State
from rules.message import Message, message

FAREWELL = 3_000
"""Milliseconds that leaving may take until the others know."""

DOUBT = 3_000
"""Milliseconds for which another course of the game may be told of before it stops the game here: where somebody can be
replaced, the entry that does so may be on its way."""


class Session:
    """One game as one peer plays it.

    Attributes:
        charter: what is played under.
        me: own key.
        log: the accepted entries.
        course: where they have led.
        file: where they are kept, or None.
        closed: whether the table is gone from this computer; the session then does nothing any more.
    """

    def __init__(
        self,
        identity: Identity,
        charter: SignedCharter,
        private: bytes,
        file: GameFile | None = None,
        past: Sequence[SignedEntry] = (),
        spectators: str = "nobody",
        token: bytes = b"",
    ) -> None:
        """A new game, or with ``past`` one that goes on.

        Args:
            identity: own key, one of the charter's peers.
            charter: signed by everybody and playable here (:func:`net.session.charter.playable`).
            private: thirty-two secret random bytes for the dealing, those of the file when the game goes on.
            file: open for writing, or None to save nothing.
            past: the entries in the file, their signatures and links checked.
            spectators: whom to let watch where this peer is the host, see :data:`net.session.gallery.SETTINGS`.
            token: what shows the host that somebody was invited to watch.

        Raises :class:`~net.session.course.EntryError` when the past cannot have been.
        """
        self.charter = charter
        self.me = identity.key
        self.file = file
        self.closed = False
        self._identity = identity
        self._private = private
        course = Course(charter, self.me, private, frozenset(charter.charter.seats_of(self.me)))
        self.log = Log(charter, course)
        self.course, self._past = follow(charter, self.me, private, past)
        for signed, step in zip(past, self._past, strict=True):
            self.log.accept(signed, step)
        self._resumed = bool(past)
        self._gossip = Gossip(charter.charter, self.me, 0)
        self._clocks = Clocks(charter.charter, self.me)
        self._chatter = Chatter(identity, charter.charter)
        self._opening = Opening(identity, charter)
        self._backs = TakeBacks(identity, charter)
        self._gallery = Gallery(identity, charter.charter, spectators, token)
        self._replacing = Replacing(identity, charter)
        self._returns = Returns(identity, charter)
        self._leavers: dict[bytes, LeaveBody] = {}
        self._leavers_due = 0
        self._farewell: int | None = None
        self._dispute: Dispute | None = None
        self._asked = -1
        self._shown: PeersChanged | None = None
        self._stirred = False
        self._blame = Blame(charter.charter, file)
        self._news = False
        self._unsynced = False
        self._turn_over = False
        self._unsaved = False
        self._rewrite = False

    # -- what the program sees -----------------------------------------------------------------------------------------

    @property
    def position(self) -> State:
        """The position as this computer knows it."""
        return self.course.state

    @property
    def acknowledged(self) -> int:
        """How many entries every linked peer has said it has."""
        links = [link for link in self._gossip.links.values() if link.up]
        return min((link.have or 0 for link in links), default=len(self.log))

    @property
    def resumed(self) -> bool:
        """Whether the game goes on from a file."""
        return self._resumed

    @property
    def stopped(self) -> bool:
        """Whether the copies differ and the game stands still."""
        return self._dispute is not None

    def seats(self) -> tuple[Seat, ...]:
        """Who plays where now."""
        return seats_now(self.course, self.me)

    def time_left(self, seat: int, now: int) -> int | None:
        """The milliseconds that a seat has left, as judged here; None for who has no clock."""
        return self._clocks.left(self.course, seat, now)

    def out_of_time(self, peer: bytes, now: int) -> bool:
        """Whether it is this peer's turn and the time of its seat is up."""
        seat = self._clocks.out_of_time(self.course, now)
        return seat is not None and self.course.owner(seat) == peer

    def peers(self, now: int) -> tuple[Peer, ...]:
        """Everybody at the table and how it stands with the links."""
        return peers_now(self.course, self._gossip, {self.me, *self._gossip.linked}, self.stopped, now)

    # -- commands ------------------------------------------------------------------------------------------------------

    def begin(self, now: int) -> Output:
        """Open the table: to be called once, first."""
        out = Output()
        charter = self.charter.charter
        for link in self._gossip.links.values():
            link.since = now
        people = PeersChanged(self.peers(now), self.seats())
        self._shown = people
        out.events.append(
            Opened(
                game=charter.game,
                options=dict(charter.options),
                seats=people.seats,
                peers=people.peers,
                me=self.me.hex(),
                dealer=charter.dealer,
                file=self.file.path if self.file else None,
                position=self.position,
                index=len(self.log),
                past=tuple(self._advanced(step) for step in self._past),
            )
        )
        self._past = ()
        if self.me not in self.course.there:
            known = "replace.notice.away" if self.course.can_return(self.me) else "session.notice.left-before"
            out.events.append(Notice(message(known)))
        return self._go_on(now, out)

    def act(self, seat: int, moves: Sequence[Move], index: int, now: int) -> Output:
        """Make moves for a seat of this computer, decided on the position with this index: all of them or none."""
        out = Output()
        reason = self._why_not(seat, moves, index)
        if reason is not None:
            out.events.append(Refused(reason))
            return out
        self._clocks.pass_until(now)
        for move in moves:
            try:
                self._write(self._body(seat, move), out)
                while self.course.pen == self.me and (shown := self.course.contribution()) is not None:
                    self._write(shown, out)  # a card just played is shown before the next move
            except EntryError as error:
                out.events.append(Refused(error.detail or error.reason))
                break
        return self._go_on(now, out)

    def propose_take_back(self, index: int, now: int) -> Output:
        """Ask everybody to go back to the position after so many entries."""
        out = Output()
        reason = self._why_not_write() or self._backs.why_not(self.course, index)
        if reason is not None:
            out.events.append(Refused(reason))
            return out
        self._send(self._gossip.linked, self._backs.propose(self.course, index, now), out)
        return self._go_on(now, out)

    def answer_take_back(self, yes: bool, now: int) -> Output:
        """Agree to what somebody has asked for, or do not."""
        out = Output()
        if not self.closed:
            said, events = self._backs.answer(yes)
            self._send_all(self._gossip.linked, said, out)
            out.events += events
        return self._go_on(now, out)

    def publish_cards(self, now: int) -> Output:
        """The people here agree that all cards be laid open after the end."""
        out = Output()
        if self.closed:
            return out
        reason = message("session.refused.stopped") if self.stopped else self._opening.why_not(self.course)
        if reason is not None:
            out.events.append(Refused(reason))
            return out
        self._opening.agree(self.course)
        return self._go_on(now, out)

    def replace(self, peer: bytes, on: bool, level: str, now: int) -> Output:
        """Want a bot to play for a peer that has vanished, or no longer want it."""
        out = Output()
        reason = self._replacing.why_not(self.course, peer, level) if on else None
        if self.closed or reason is not None:
            out.events.append(Refused(reason or message("session.refused.left")))
            return out
        self._replacing.wish(peer, on, level)
        return self._go_on(now, out)

    def take_seat_back(self, now: int) -> Output:
        """Play again for the own seats, after leaving or being replaced."""
        out = Output()
        if self.closed or self.stopped or not self.course.can_return(self.me):
            out.events.append(Refused(message("replace.refused.return")))
            return out
        self._send_all(self._gossip.linked, self._returns.wish(self.course), out)
        return self._go_on(now, out)

    def say(self, text: str, now: int) -> Output:
        """Say something in the chat."""
        out = Output()
        if self.closed:
            return out
        chat = self._chatter.say(text, now)
        if chat is None:
            out.events.append(Refused(message("session.refused.chat")))
            return out
        out.events.append(Said(self.charter.charter.name(self.me), chat.text, mine=True))
        self._send(self._gossip.linked, chat, out)
        self._gallery.tell(chat, out)
        return out

    def leave(self, now: int) -> Output:
        """Leave in good order: the others are told, then comes :class:`~net.api.Closed`.

        Alone at the table, or with nobody linked, nothing is written: the game can be opened again and goes on.
        """
        out = Output()
        if self.closed:
            return out
        if self._farewell is not None or self.me not in self.course.there:
            self._close(message("session.closed.left"), out)
            return out
        self._farewell = now + FAREWELL
        linked = self._gossip.linked
        if self.course.pen is not None and not self._alone and linked and not self.stopped:
            self._leavers_due = now + RESEND
            self._wish_to_leave(out)
        return self._go_on(now, out)

    def close(self) -> Output:
        """Stop at once without telling anybody; the game can be opened again and goes on."""
        out = Output()
        if not self.closed:
            self._close(message("session.closed.kept"), out)
        return out

    def set_spectators(self, setting: str, now: int) -> Output:
        """Host: whom to let watch from now on."""
        out = Output()
        if self.closed or not self._gallery.choose(setting, self.course):
            out.events.append(Refused(message("session.watch.host-only")))
            return out
        return self._go_on(now, out)

    # -- links ---------------------------------------------------------------------------------------------------------

    def refuses_watcher(self, key: bytes, token: bytes) -> str:
        """The code of :class:`~net.greeting.Refusal` why somebody cannot watch, or an empty text."""
        code = self._gallery.refuses(key, token, self.course)
        # After coming back the others may still have to tell what was decided here before.
        return "busy" if code == "watch-nobody" and not self._may_write else code

    @property
    def anybody_may_watch(self) -> bool:
        """Whether this is the host, and lets in whoever wants to watch."""
        return self._gallery.is_open(self.course)

    def watched(self, key: bytes, name: str, now: int) -> Output:
        """A link to somebody stands who was not refused to watch."""
        out = Output()
        if self.closed:
            return out
        self._gallery.connected(key, name, self.course, self.log, now, out)
        return self._go_on(now, out)

    def connected(self, peer: bytes, now: int) -> Output:
        """A link to a peer of the charter stands (and its key has been checked by the link)."""
        out = Output()
        if self.closed:
            return out
        if peer not in self._gossip.links:
            out.drop.append(peer)
            return out
        self._gossip.connected(peer, now)
        self._stirred = True
        for body in self._leavers.values():
            self._send([peer], self._leaving(body), out)
        known: list[GameFrame] = [*self._backs.known, *self._replacing.known, *self._returns.known]
        self._send_all([peer], known, out)
        self._tell_audience([peer], out)
        self._tell([peer], out)
        self._tell([other for other in self._gossip.linked if other != peer], out)
        return self._go_on(now, out)

    def lost(self, peer: bytes, now: int) -> Output:
        """A link is gone."""
        out = Output()
        if not self.closed and peer in self._gallery:
            self._gallery.lost(peer, self.course, now)
            return self._go_on(now, out)
        if self.closed or peer not in self._gossip.links:
            return out
        self._gossip.lost(peer, now)
        self._stirred = True
        self._tell(self._gossip.linked, out)
        return self._go_on(now, out)

    def tick(self, now: int) -> Output:
        """Time has passed: to be called a few times a second."""
        out = Output()
        if self.closed:
            return out
        self._unsynced |= self._turn_over
        self._stirred = True
        for peer in self._gossip.silent(now):
            self._gossip.lost(peer, now)
            out.drop.append(peer)
        beats = self._gossip.beats(now)
        self._tell(beats, out)
        self._tell_audience(beats, out)
        self._gallery.tick(self.course, self.log, now, out)
        for peer in self._gossip.overdue(len(self.log), now):
            self._pump(peer, now, out)
        if self._leavers and now >= self._leavers_due:
            self._leavers_due = now + RESEND
            for body in self._leavers.values():
                self._send(self._gossip.linked, self._leaving(body), out)
        again: list[GameFrame] = [*self._backs.again(now), *self._replacing.again(now), *self._returns.again(now)]
        self._send_all(self._gossip.linked, again, out)
        out.events += self._backs.expired(self.course, now)
        return self._go_on(now, out)

    def receive(self, peer: bytes, payload: bytes, now: int) -> Output:
        """A frame has come over the link to a peer."""
        out = Output()
        self._clocks.pass_until(now)
        link = self._gossip.links.get(peer)
        if not self.closed and peer in self._gallery:
            self._gallery.receive(peer, payload, self.course, self.log, now, out)
            return self._go_on(now, out)
        if self.closed or link is None or not link.up:
            return out
        try:
            frame = game_frames.decode(payload)
        except WireError:
            self._notice(peer, message("session.notice.garbled", name=self.charter.charter.name(peer)), out)
            self._hang_up(peer, now, out)
            return self._go_on(now, out)
        if frame is not None:
            link.heard = now
            self._take(peer, frame, now, out)
            if isinstance(frame, Have) and self._unmoved:
                return out
        return self._go_on(now, out)

    @property
    def _unmoved(self) -> bool:
        """Whether nothing can follow of hearing how far somebody is: most frames tell no more, so this is worth a look."""
        waiting = self._stirred or self._news or self._resumed or self.stopped or self._farewell is not None
        return not waiting and self.me in self.course.there

    def fault(self, peer: bytes, what: str) -> Output:
        """The link to a peer found fault with it: one of :data:`net.session.blame.FAULTS`."""
        out = Output()
        if not self.closed and peer in self._gossip.links:
            self._blame.link(peer, what, len(self.log), out)
        return out

    def _hang_up(self, peer: bytes, now: int, out: Output) -> None:
        self._gossip.lost(peer, now)
        self._stirred = True
        out.drop.append(peer)

    # -- frames --------------------------------------------------------------------------------------------------------

    def _take(self, peer: bytes, frame: GameFrame, now: int, out: Output) -> None:
        match frame:
            case Entries(entries=entries):
                self._take_entries(peer, entries, now, out)
            case Chat():
                self._take_chat(peer, frame, now, out)
            case _ if frame.table != self.charter.charter.table:
                return  # the peer is at another table; it will find out by its own link
            case Have():
                self._take_have(peer, frame, now, out)
            case Want(first=first):
                if first <= len(self.log):
                    self._gossip.wants(peer, first)
                    self._pump(peer, now, out)
            case Leaving():
                self._take_leaving(peer, frame, out)
            case Back():
                self._take_back(peer, frame, now, out)
            case Willing() | Secrets():
                self._opening.hear(frame, self.course)
            case Audience():
                self._gallery.hear(frame, self.course)
            case Vote():
                self._take_vote(peer, frame, out)
            case Returning():
                if self._returns.hear(frame, self.course):
                    self._send([other for other in self._gossip.linked if other not in (peer, frame.peer)], frame, out)
            case Halt():
                self._take_halt(peer, frame, now, out)

    def _take_have(self, peer: bytes, have: Have, now: int, out: Output) -> None:
        link = self._gossip.links[peer]
        known = link.links
        if self._gossip.said(peer, have, now):
            self._tell([peer], out)  # perhaps it could not hear what was said when the link was made
        self._stirred |= link.links != known
        if self._replacing.known and not self.stopped and have.length > len(self.log):
            self._play_on(peer, now, out)  # what was held back may be taken now that another has taken it
        if self._dispute is not None:
            self._send([peer], self._dispute.halt(self.log), out)
            return
        if have.length <= len(self.log):
            name = self.charter.charter.name(peer)
            if have.head != self.log.head(have.length):
                self._doubt(peer, have.length, now, out)
                return
            link.doubted = None
            if peer not in self.course.there:
                pass  # whatever it thinks of the position stops nobody
            elif have.digest != self.log.digest(have.length):
                reason = message("session.stop.digest", name=name, number=have.length)
                self._halt(reason, SUSPICION, [], have.length, now, out)
        self._pump(peer, now, out)

    def _doubt(self, peer: bytes, length: int, now: int, out: Output) -> None:
        """Another course of the game than here: perhaps somebody was replaced, and one of the two has not heard of it."""
        link = self._gossip.links[peer]
        if link.doubted is None:
            link.doubted = now
        drops = [signed.signed for signed in self.log.drops if signed.entry.n < length]
        if drops and self._gossip.may_ask(peer, now):
            self._send([peer], Entries(drops), out)
        if peer not in self.course.there or (self.course.replaces and self._many and now - link.doubted < DOUBT):
            return
        name = self.charter.charter.name(peer)
        self._halt(message("session.stop.history", name=name), SUSPICION, [], length, now, out)

    def _take_vote(self, peer: bytes, vote: Vote, out: Output) -> None:
        counts, trouble = self._replacing.hear(vote, self.course)
        if trouble is not None:
            self._notice(vote.voter, trouble, out)
        if counts:
            self._send([other for other in self._gossip.linked if other not in (peer, vote.voter)], vote, out)

    def _play_on(self, peer: bytes, now: int, out: Output) -> None:
        before = len(self.log)
        self._play_waiting(peer, now, out)
        if len(self.log) > before and not self.stopped:
            self._tell(self._gossip.linked, out)

    def _take_entries(self, peer: bytes, entries: Sequence[Signed], now: int, out: Output) -> None:
        before = len(self.log)
        fresh = False
        for signed in entries:
            fresh |= self._offer(peer, signed, now, out)
        if self.stopped:
            return
        before = min(before, self._go_back(out))
        self._play_waiting(peer, now, out)
        if self.stopped:
            return
        if len(self.log) > before:
            self._tell(self._gossip.linked, out)
            self._pass_on(peer, before, now, out)
        elif not fresh:
            self._tell([peer], out)  # it thinks that these were missing here
        if self.log.gap and self._gossip.may_ask(peer, now):
            self._send([peer], Want(self.charter.charter.table, len(self.log)), out)

    def _offer(self, peer: bytes, signed: Signed, now: int, out: Output) -> bool:
        try:
            return self.log.offer(signed)
        except Refusal as refusal:
            self._notice(peer, refusal.reason, out, signed)
            if self._blame.enough(peer, refusal.reason):
                self._notice(peer, message("session.notice.nonsense", name=self.charter.charter.name(peer)), out)
                self._hang_up(peer, now, out)
            return True
        except TwoEntries as two:
            entry = two.entries[0].entry
            reason = message("session.stop.two-entries", name=self.charter.charter.name(entry.author), number=entry.n + 1)
            evidence = [signed.signed for signed in two.entries]
            self._halt(reason, PROOF, evidence, min(entry.n, len(self.log)), now, out)
            return True

    def _play_waiting(self, peer: bytes, now: int, out: Output) -> None:
        while True:
            if self.log.stale() and self._gossip.may_ask(peer, now):
                self._send([peer], Entries([signed.signed for signed in self.log.drops]), out)
            signed = self.log.next_drop()
            if signed is not None and self.course.drop_holds(signed.entry):
                if not self._play(signed, now, out):
                    return
                continue
            for stray in self.log.strays(self.course.scribe):
                name = self.charter.charter.name(stray.entry.author)
                self._notice(peer, message("session.entry.turn", name=name, number=stray.entry.n + 1), out, stray.signed)
            signed = self.log.next(self.course.scribe)
            if signed is None or self._replacing.holds_back(signed, self.course, self.log, self._gossip):
                return
            if not self._play(signed, now, out):
                return

    def _play(self, signed: SignedEntry, now: int, out: Output) -> bool:
        """Play the next entry; the game stops when it cannot be."""
        try:
            self._accept(signed, out)
        except EntryError as error:
            if error.detail is not None:
                out.events.append(Notice(error.detail))
            weight = SUSPICION if error.differs else ENTRY
            self._halt(error.reason, weight, [signed.signed], len(self.log), now, out)
            return False
        return True

    def _go_back(self, out: Output) -> int:
        """If an entry has come by which a peer was replaced, and here the log went on with that peer: go back to that place.

        Returns the number of entries that stay.
        """
        signed, self.log.superseding = self.log.superseding, None
        if signed is None:
            return len(self.log)
        length = signed.entry.n
        course, _ = follow(self.charter, self.me, self._private, self.log.entries[:length])
        if not course.drop_holds(signed.entry):
            return len(self.log)
        self.course = course
        self.log.back_to(length)
        self._gossip.back_to(length)
        self._asked = -1
        self._leavers.clear()
        self._replacing.moved_on()
        self._returns.moved_on(self.course)
        self._rewrite = True
        self.log.offer(signed.signed)
        body = signed.entry.body
        assert isinstance(body, DropBody)
        names = {"heir": self.charter.charter.name(signed.entry.author), "gone": self.charter.charter.name(body.peer)}
        out.events.append(Notice(message("replace.notice.back", number=length, **names)))
        return length

    def _wish_to_leave(self, out: Output) -> None:
        returns = self.course.presence.returns.get(self.me, 0)
        wish = sign_leaving(self._identity, self.charter.hash, self.course.legacies(), returns)
        self._leavers[self.me] = wish
        self._send(self._gossip.linked, self._leaving(wish), out)

    def _leaving(self, body: LeaveBody) -> Leaving:
        return Leaving(self.charter.charter.table, body.peer, body.legacies, body.signature)

    def _take_leaving(self, peer: bytes, leaving: Leaving, out: Output) -> None:
        """Note a wish to leave, or a newer one of the same peer: what it has to leave may have become more."""
        body = LeaveBody(leaving.peer, leaving.legacies, leaving.signature)
        if body == self._leavers.get(body.peer) or body.peer not in self.course.there or body.peer == self.me:
            return
        returns = self.course.presence.returns.get(body.peer, 0)
        if leaving_signed(body, self.charter.hash, returns) and (body.peer not in self._leavers or self.course.lets_go(body)):
            self._leavers[body.peer] = body
            self._send([other for other in self._gossip.linked if other not in (peer, body.peer)], leaving, out)

    def _take_back(self, peer: bytes, back: Back, now: int, out: Output) -> None:
        heard = self._backs.hear(back, self.course, now)
        self._send_all([other for other in self._gossip.linked if other not in (peer, back.peer)], heard.pass_on, out)
        self._send_all([peer], heard.reply, out)
        out.events += heard.events

    def _take_chat(self, peer: bytes, chat: Chat, now: int, out: Output) -> None:
        text = self._chatter.hear(chat, now)
        if text is None:
            return
        out.events.append(Said(self.charter.charter.name(chat.peer), text, mine=False))
        self._gallery.tell(chat, out)
        others = [other for other in self._gossip.linked if other not in (peer, chat.peer)]
        self._send([other for other in others if not self._gossip.reaches(other, chat.peer)], chat, out)

    def _take_halt(self, peer: bytes, halt: Halt, now: int, out: Output) -> None:
        if peer not in self.course.there and not self.stopped:
            return  # who has gone stops nobody
        for signed in halt.evidence:
            self._offer(peer, signed, now, out)
        if not self.stopped:
            self._play_waiting(peer, now, out)
        name = self.charter.charter.name(peer)
        self._halt(message("session.stop.said", name=name), SUSPICION, [], min(halt.length, len(self.log)), now, out)
        if self._dispute is None:
            return
        self._dispute.claims[peer] = halt
        place = self._dispute.forks(self.log).get(peer)
        if place is not None:
            self._send([peer], Entries([self.log.entries[place].signed]), out)

    # -- entries -------------------------------------------------------------------------------------------------------

    def _why_not_write(self) -> Message | None:
        if self.closed or self._farewell is not None:
            return message("session.refused.left")
        if self.me not in self.course.there:
            return message("replace.refused.away")
        if self.stopped:
            return message("session.refused.stopped")
        return None if self._may_write else message("session.refused.waiting")

    def _why_not(self, seat: int, moves: Sequence[Move], index: int) -> Message | None:
        reason = self._why_not_write()
        if reason is not None:
            return reason
        state = self.course.state
        if state.turn is None:
            return message("session.refused.dealing" if state.deals else "session.refused.over")
        if not 0 <= seat < state.seats or self.course.owner(seat) != self.me:
            return message("session.refused.seat")
        if state.turn != seat:
            return message("session.refused.turn", seat=state.turn)
        if self.course.pen != self.me:
            self._asked = -1  # a bot is asked again when it can move
            return message("replace.refused.keys-first")
        if not self.course.changed <= index <= len(self.log):
            return message("session.refused.late")
        if not moves:
            return message("session.refused.nothing")
        trial = state.copy()
        for move in moves:
            if trial.turn != seat:
                return message("session.refused.too-many")
            reason = trial.why_not(move)
            if reason is not None:
                return reason
            trial.play(move)
            while trial.deals:
                answer = trial.known(trial.deals[0])
                if answer is None:
                    break
                trial.learn(trial.deals[0], answer)
        return None

    @property
    def _people_here(self) -> bool:
        return any(not self.course.level(seat) for seat in self.course.seats_of(self.me))

    @property
    def _many(self) -> bool:
        """Whether there are so many peers that one can be replaced."""
        return len(self.charter.charter.peers) > 2

    @property
    def _alone(self) -> bool:
        return self.course.there == (self.me,)

    @property
    def _may_write(self) -> bool:
        """After coming back, not before somebody has said that nothing newer is known than is in the file."""
        others = [link for key, link in self._gossip.links.items() if key in self.course.there]
        if not self._resumed or not others:
            return True
        return any(link.have is not None and link.have <= len(self.log) for link in others)

    def _body(self, seat: int, move: Move) -> MoveBody:
        if self._clocks.bank is None:
            return MoveBody(seat, move.kind, move.args)
        return TimedMoveBody(seat, move.kind, move.args, self._clocks.claim(seat))

    def _write(self, body: Body, out: Output) -> None:
        course = self.course
        entry = Entry(self.charter.charter.table, course.index, course.head, self.me, body, course.digest)
        self._accept(write_entry(self._identity, entry), out)
        self._news = True
        self._unsynced |= bool(self._gossip.links)

    def _accept(self, signed: SignedEntry, out: Output) -> None:
        turn = self.course.state.turn
        step = self.course.apply(signed.entry, signed.hash)
        self._stirred = True
        self.log.accept(signed, step)
        if isinstance(signed.entry.body, LeaveBody | DropBody | ReturnBody):
            step = self._after_change(signed.entry.body, step, out)
        if isinstance(signed.entry.body, TimedMoveBody):
            self._compare_clocks(signed.entry, out)
        self._turn_over |= self.course.state.turn != turn
        self._save(signed, out)
        out.events.append(self._advanced(step))
        out.events += self._backs.moved_on(signed.entry.body)
        self._replacing.moved_on()
        self._returns.moved_on(self.course)

    def _compare_clocks(self, entry: Entry, out: Output) -> None:
        assert isinstance(entry.body, TimedMoveBody)
        name = self.charter.charter.name(entry.author)
        told = self._clocks.stated(entry.body.seat, entry.body.spent, entry.author == self.me, name)
        if told is not None:
            out.events.append(Notice(told))

    def _after_change(self, body: LeaveBody | DropBody | ReturnBody, step: Step, out: Output) -> Step:
        """Somebody has gone or has come back."""
        self._leavers.pop(body.peer, None)
        self._replacing.forget(body.peer)
        if body.peer != self.me:
            out.events.append(Notice(message(CHANGES[type(body)], name=self.charter.charter.name(body.peer))))
        elif not isinstance(body, LeaveBody):
            here = "replace.notice.back-here" if isinstance(body, ReturnBody) else "replace.notice.here"
            out.events.append(Notice(message(here)))
        if isinstance(body, ReturnBody):
            self._asked = -1
        if self.course.knows != frozenset((*self.charter.charter.seats_of(self.me), *self.course.seats_of(self.me))):
            # Other seats are played here than before: read the log again, now knowing what those seats may know, and no more.
            self.course, steps = follow(self.charter, self.me, self._private, self.log.entries)
            step = steps[-1]
        if self.me in self._leavers:
            self._wish_to_leave(out)  # on the way out itself, it may now have more to leave, seats or none
        return step

    def _advanced(self, step: Step) -> Advanced:
        return Advanced(step.index, step.seat, step.move, step.events, step.position, mine=step.author == self.me)

    def _save(self, signed: SignedEntry, out: Output) -> None:
        if self.file is None:
            return
        try:
            if self._rewrite:
                self.file.rewrite(self.log.entries)
                self._rewrite = False
            else:
                self.file.append(signed)
        except GameFileError as error:
            if not self._unsaved:
                out.events.append(Notice(error.reason))
            self._unsaved = True
        else:
            if self._unsaved:
                out.events.append(Notice(message("session.file.written", file=self.file.path.name)))
            self._unsaved = False

    # -- going on ------------------------------------------------------------------------------------------------------

    def _go_on(self, now: int, out: Output) -> Output:
        """What follows of itself from whatever has happened: own entries, news to others, a bot's turn, the end."""
        if self.closed:
            return out
        self._send_all(self._gossip.linked, self._backs.consent(self.course, self._people_here), out)
        self._vote(now, out)
        self._write_what_is_due(out)
        self._open_cards(now, out)
        self._sync(out)
        if self._news:
            self._news = False
            for peer in self._gossip.linked:
                self._pump(peer, now, out)
            self._tell(self._gossip.linked, out)
        if self._gallery.go_on(self.course, self.log, now, out):
            self._tell_audience(self._gossip.linked, out)
        self._settle_dispute(now, out)
        self._run_clocks(now, out)
        if not self._backs.holds_bots(now):
            self._ask_bot(out)
        shown = self._backs.shown(self.course)
        if shown is not None:
            out.events.append(shown)
        out.events += self._gallery.shown(self.course)
        self._show_peers(now, out)
        self._show_absence(now, out)
        self._say_farewell(now, out)
        return out

    def _vote(self, now: int, out: Output) -> None:
        """Vote to go on without somebody, if the people here want that and the game waits for that peer."""
        peer = absent(self.course, self._gossip, self._clocks, self.me, now)
        if peer is None or self.stopped or self._farewell is not None or not self._may_write:
            return
        if may_be_replaced(self.course, self._gossip, self._clocks, self.me, peer, now):
            vote = self._replacing.vote(self.course, peer)
            if vote is not None:
                self._send(self._gossip.linked, vote, out)

    def _write_what_is_due(self, out: Output) -> None:
        drop = self._replacing.due(self.course)
        if drop is not None and not self.stopped and self._may_write:
            self._write(drop, out)
        while not self.stopped and self._may_write and self.course.pen == self.me:
            leaver = next(filter(self.course.lets_go, self._leavers.values()), None)
            body = leaver or self._backs.due(self.course) or self._returns.due(self.course) or self.course.contribution()
            if body is None:
                return
            self._write(body, out)

    def _open_cards(self, now: int, out: Output) -> None:
        if not self.stopped and self._may_write:
            self._send_all(self._gossip.linked, self._opening.to_say(self.course, now), out)
            body = self._opening.due(self.course)
            if body is not None:
                self._write(body, out)
        shown = self._opening.shown(self.course)
        if shown is not None:
            out.events.append(shown)

    def _sync(self, out: Output) -> None:
        """Before others are told what was written here; what others wrote follows within a tick of the turn's end.

        Nobody waits for the latter: who loses it in a power cut gets it again from whoever has it.
        """
        if self.file is not None and self._unsynced and not self._unsaved:
            try:
                self.file.sync()
            except GameFileError as error:
                self._unsaved = True
                out.events.append(Notice(error.reason))
            self._turn_over = False
        self._unsynced = False

    def _run_clocks(self, now: int, out: Output) -> None:
        if self._clocks.bank is None:
            return
        turn = self.course.state.turn
        ready = turn is None or self.course.pen == self.course.owner(turn)  # else keys are being deposited
        self._clocks.settle(self.course, self._gossip, not self.stopped and self._may_write and ready, now)
        shown = self._clocks.changed(self.course, now)
        if shown is not None:
            out.events.append(shown)
        told = self._clocks.alarm(self.course, tuple(seat.name for seat in self.charter.charter.seats), now)
        if told is not None:
            out.events.append(Notice(told))

    def _ask_bot(self, out: Output) -> None:
        turn = self.course.state.turn
        if turn is None or self.stopped or self._farewell is not None or not self._may_write or self.course.pen != self.me:
            return
        level = self.course.level(turn)
        if level and self.course.owner(turn) == self.me and self.me in self.course.there and self._asked < self.course.changed:
            self._asked = self.course.changed
            out.events.append(BotTurn(turn, level, self.course.state.view(turn), len(self.log)))

    def _show_peers(self, now: int, out: Output) -> None:
        if not self._stirred:
            return
        self._stirred = False
        people = PeersChanged(self.peers(now), self.seats())
        if people != self._shown:
            self._shown = people
            out.events.append(people)

    def _show_absence(self, now: int, out: Output) -> None:
        peer = None if self.stopped else absent(self.course, self._gossip, self._clocks, self.me, now)
        event = self._replacing.changed(self.course, self._gossip, peer, self._returns.wanted, now)
        if event is not None:
            out.events.append(event)

    def _say_farewell(self, now: int, out: Output) -> None:
        there = self.me in self.course.there
        if self._farewell is None:
            return
        linked = bool(self._gossip.linked)
        told = not linked or self.stopped or not self._gossip.behind(len(self.log))
        if self.me in self._leavers and linked and now < self._farewell:
            return
        if not told and now < self._farewell:
            return
        if self.course.pen is None or self.stopped or not there:
            self._close(message("session.closed.left"), out)
        else:
            self._close(message("session.closed.unheard" if linked and not self._alone else "session.closed.kept"), out)

    def _close(self, reason: Message, out: Output) -> None:
        self.closed = True
        if self.file is not None:
            self.file.close()
        out.events.append(Closed(reason))

    # -- what others get -----------------------------------------------------------------------------------------------

    def _send(self, peers: Sequence[bytes], frame: GameFrame, out: Output) -> None:
        if peers:
            payload = game_frames.encode(frame)
            out.frames += [(peer, payload) for peer in peers]

    def _send_all(self, peers: Sequence[bytes], frames: Sequence[GameFrame], out: Output) -> None:
        for frame in frames:
            self._send(peers, frame, out)

    def _tell_audience(self, peers: Sequence[bytes], out: Output) -> None:
        if self._gallery.known is not None:
            self._send(peers, self._gallery.known, out)

    def _tell(self, peers: Sequence[bytes], out: Output) -> None:
        length = len(self.log)
        have = Have(self.charter.charter.table, length, self.log.head(length), self.log.digest(length), self._gossip.places)
        self._send(peers, have, out)

    def _pump(self, peer: bytes, now: int, out: Output) -> None:
        entries = self._gossip.batch(peer, self.log.entries, now)
        if entries:
            self._send([peer], Entries([signed.signed for signed in entries]), out)

    def _pass_on(self, source: bytes, since: int, now: int, out: Output) -> None:
        """Hand on what has come in, at once to those who have no link to its author, else only if it does not reach them."""
        authors = {signed.entry.author for signed in self.log.entries[since:]} - {self.me}
        for peer in self._gossip.linked:
            if peer == source or authors == {peer}:
                continue
            if all(author == peer or self._gossip.reaches(peer, author) for author in authors):
                self._gossip.hold(peer, now)
            else:
                self._pump(peer, now, out)

    def _notice(self, peer: bytes, reason: Message, out: Output, *evidence: Signed) -> None:
        self._blame.note(peer, reason, len(self.log), out, *evidence)

    # -- copies that differ --------------------------------------------------------------------------------------------

    def _halt(self, reason: Message, weight: int, evidence: list[Signed], length: int, now: int, out: Output) -> None:
        if self._dispute is not None:
            self._dispute.improve(reason, weight, evidence)
            return
        self._stirred = True
        self._dispute = Dispute(self.me, reason, weight, length, now + PATIENCE, now + REPEAT, evidence)
        self._send(self._gossip.linked, self._dispute.halt(self.log), out)
        self._gallery.tell(self._dispute.halt(self.log), out)

    def _settle_dispute(self, now: int, out: Output) -> None:
        dispute = self._dispute
        if dispute is None or dispute.over:
            return
        if dispute.complete(self.log, self._gossip.linked) or now >= dispute.deadline:
            dispute.over = True
            report = self.file.report(dispute.report(self.log)) if self.file is not None else None
            reason = dispute.conclusion(self.log)
            self._blame.record(None, reason, len(self.log), *dispute.evidence)
            out.events.append(OutOfStep(reason, report))
        elif now >= dispute.repeat:
            dispute.repeat = now + REPEAT
            self._send(self._gossip.linked, dispute.halt(self.log), out)
