"""The session: a game that has begun, from its charter to its end, sans-IO.

Frames, times and commands go in, an :class:`~net.session.output.Output` comes out of every call. The log is totally ordered:
its course says at every point who may write the next entry. Whoever is not that peer waits, or (for leaving) hands it a signed
wish to be written down.

What is written here is in the file before it is in a frame; so a program that died and comes back knows at least what it had
told the others, and never says something else in its place.
"""

from __future__ import annotations

import contextlib
from collections.abc import Sequence

from net.api import (
    Advanced,
    BotTurn,
    Closed,
    Notice,
    Opened,
    Peer,
    PeersChanged,
    Refused,
    Said,
    Seat,
)
from net.deal import DealError
from net.gamefile import GameFile
from net.identity import Identity
from net.session.blame import Blame
from net.session.charter import SignedCharter
from net.session.chat import Chatter
from net.session.clock import Clocks
from net.session.course import Course, EntryError, Step
from net.session.entry import (
    CHANGES,
    Body,
    DealBody,
    DropBody,
    Entry,
    LeaveBody,
    MoveBody,
    ReturnBody,
    SignedEntry,
    TimedMoveBody,
    write_entry,
)
from net.session.gallery import Gallery
from net.session.gossip import Gossip
from net.session.halt import SUSPICION
from net.session.intake import Intake
from net.session.leaving import Leavings
from net.session.log import Log
from net.session.opening import Opening
from net.session.output import Output
from net.session.people import peers_now, seats_now
from net.session.post import Post
from net.session.record import Record
from net.session.replace import Replacing, absent, may_be_replaced
from net.session.returning import Returns
from net.session.stopping import Stopping
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
    Receipt,
    Returning,
    Secrets,
    Vote,
    Want,
    Willing,
    WireError,
    Withdrawn,
    game_frames,
)
from rules.contract import Move, State
from rules.message import Message, message

FAREWELL = 3_000
"""Milliseconds that leaving may take until the others know."""

NEWS = 30_000
"""Milliseconds after coming back in which everybody linked is waited for, until they say that there is no more than is here."""

LOST_NEWS = 300_000
"""The same, and for everybody at the table, where the end of the game is known to be lacking here."""


class Session:
    """One game as one peer plays it.

    Attributes:
        charter: what is played under.
        me: own key.
        closed: whether the table is gone from this computer; the session then does nothing any more.
    """

    def __init__(
        self,
        identity: Identity,
        charter: SignedCharter,
        private: bytes,
        file: GameFile | None = None,
        past: Sequence[SignedEntry] | None = None,
        spectators: str = "nobody",
        token: bytes = b"",
        lacking: bool = False,
    ) -> None:
        """A new game, or with ``past`` one that goes on.

        Args:
            identity: own key, one of the charter's peers.
            charter: signed by everybody and playable here (:func:`net.session.charter.playable`).
            private: thirty-two secret random bytes for the dealing, those of the file when the game goes on.
            file: open for writing, or None to save nothing.
            past: the entries in the file, perhaps none, their signatures and links checked.
            spectators: whom to let watch where this peer is the host, see :data:`net.session.gallery.SETTINGS`.
            token: what shows the host that somebody was invited to watch.
            lacking: whether the file says that more was to follow (:attr:`net.gamefile.Recording.ended`).

        Raises :class:`~net.session.course.EntryError` when the past cannot have been.
        """
        self.charter = charter
        self.me = identity.key
        self.closed = False
        self._identity = identity
        self._record = Record(charter, self.me, private, file, past or ())
        self._resumed = past is not None
        self._lacking = lacking
        self._began = 0
        self._waited = False
        self._gossip = Gossip(charter.charter, self.me, 0)
        self._post = Post(self._gossip, self.log, self.me)
        self._clocks = Clocks(charter.charter, self.me)
        self._chatter = Chatter(identity, charter.charter)
        self._opening = Opening(identity, charter)
        self._backs = TakeBacks(identity, charter)
        self._blame = Blame(charter.charter, file)
        self._gallery = Gallery(identity, charter.charter, spectators, token, self._blame)
        self._replacing = Replacing(identity, charter)
        self._returns = Returns(identity, charter)
        self._leavings = Leavings(identity, charter)
        self._farewell: int | None = None
        self._stopping = Stopping(self.me, self._record, self._blame, self._gossip, self._post, self._gallery)
        self._intake = Intake(
            record=self._record,
            gossip=self._gossip,
            post=self._post,
            blame=self._blame,
            stopping=self._stopping,
            replacing=self._replacing,
            played=self._played,
            went_back=self._went_back,
        )
        self._asked = -1
        self._shown: PeersChanged | None = None
        self._news: int | None = None  # the first entry written here of which nobody has been told
        self._helpless = False

    # -- what the program sees -----------------------------------------------------------------------------------------

    @property
    def log(self) -> Log:
        """The accepted entries."""
        return self._record.log

    @property
    def course(self) -> Course:
        """Where they have led."""
        return self._record.course

    @property
    def file(self) -> GameFile | None:
        """Where they are kept, or None."""
        return self._record.keeping.file

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
        return self._stopping.stopped

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
        self._began = now
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
                past=tuple(self._advanced(step) for step in self._record.past),
            )
        )
        self._record.past = ()
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
                while self.course.pen == self.me and (shown := self._contribution(out)) is not None:
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
        self._post.send_all(out, self._backs.propose(self.course, index, now))
        return self._go_on(now, out)

    def answer_take_back(self, yes: bool, now: int) -> Output:
        """Agree to what somebody has asked for, or do not."""
        out = Output()
        if not self.closed:
            said, events = self._backs.answer(yes)
            self._post.send_all(out, *said)
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
        self._post.send_all(out, *self._returns.wish(self.course))
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
        self._post.send_all(out, chat)
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
            self._post.send_all(out, self._leavings.wish(self.course, now))
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

    def throw_out(self, watcher: str, now: int) -> Output:
        """Host: let somebody (its key in hex) watch no longer."""
        out = Output()
        key = next((key for key in self._gallery.watchers if key.hex() == watcher), b"")
        if self.closed or not self._gallery.send_away(key, self.course):
            out.events.append(Refused(message("session.watch.not-there")))
            return out
        return self._go_on(now, out)

    # -- links ---------------------------------------------------------------------------------------------------------

    def refuses_watcher(self, key: bytes, token: bytes) -> str:
        """The code of :class:`~net.greeting.Refusal` why somebody cannot watch, or an empty text."""
        code = self._gallery.refuses(key, token, self.course)
        # After coming back the others may still have to tell what was decided here before.
        return "busy" if code == "watch-nobody" and not self._may_write else code

    @property
    def host_said(self) -> bytes:
        """What the host has signed last about who may watch, to be kept for :meth:`recall`; empty if it has said nothing."""
        known = self._gallery.known
        return game_frames.encode(known) if known is not None else b""

    def recall(self, host_said: bytes) -> None:
        """What was heard of the host before this program was started again. Nonsense is passed over."""
        with contextlib.suppress(WireError):
            frame = game_frames.decode(host_said)
            if isinstance(frame, Audience):
                self._gallery.recall(frame, self.course)

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
        if peer not in self._gossip.links or self.shuns(peer):
            out.drop.append(peer)
            return out
        self._gossip.connected(peer, now)
        parts = (self._leavings, self._backs, self._replacing, self._returns)
        self._post.send([peer], out, *(frame for part in parts for frame in part.known))
        self._tell_audience([peer], out)
        self._post.tell([peer], out)
        self._post.tell(self._post.others(peer), out)
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
        self._post.tell_all(out)
        return self._go_on(now, out)

    @property
    def has_news(self) -> bool:
        """Whether :meth:`tell_news` is worth being called in a moment."""
        return self._post.soon and not self.closed

    def tell_news(self) -> Output:
        """Tell everybody who has not heard it yet how far the log reaches here."""
        out = Output()
        if not self.closed:
            self._post.tell_rest(out)
        return out

    def tick(self, now: int) -> Output:
        """Time has passed: to be called a few times a second."""
        out = Output()
        if self.closed:
            return out
        self._record.keeping.tick()
        self._gossip.stirred = True
        self._waited |= now - self._began >= (LOST_NEWS if self._lacking else NEWS)
        for peer in self._gossip.silent(now):
            self._gossip.lost(peer, now)
            out.drop.append(peer)
        beats = self._gossip.beats(now)
        self._post.tell(beats, out)
        self._post.tell_rest(out)
        self._tell_audience(beats, out)
        self._gallery.tick(self.course, self.log, now, out)
        for peer in self._gossip.overdue(len(self.log), now):
            self._post.pump(peer, now, out)
        parts = (self._leavings, self._backs, self._replacing, self._returns)
        self._post.send_all(out, *(frame for part in parts for frame in part.again(now)))
        self._intake.look_again(now, out)
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
        waiting = self._gossip.stirred or self._news is not None or self._resumed or self.stopped or self._farewell is not None
        return not waiting and self.me in self.course.there

    def shuns(self, peer: bytes) -> bool:
        """Whether nothing more is taken from a peer, since its program has written what cannot be."""
        return peer in self._gossip.shunned

    def turned_away(self, key: bytes, reason: Message) -> Output:
        """Somebody was not let in (``key`` is empty where nobody showed one): the people here are told, and it is kept."""
        out = Output()
        if not self.closed:
            self._blame.stranger(key, reason, len(self.log), out)
        return out

    def fault(self, peer: bytes, what: str) -> Output:
        """The link to a peer found fault with it: one of :data:`net.session.blame.FAULTS`."""
        out = Output()
        if not self.closed and peer in self._gossip.links:
            self._blame.link(peer, what, len(self.log), out)
        return out

    def _hang_up(self, peer: bytes, now: int, out: Output) -> None:
        self._gossip.lost(peer, now)
        out.drop.append(peer)

    # -- frames --------------------------------------------------------------------------------------------------------

    def _take(self, peer: bytes, frame: GameFrame, now: int, out: Output) -> None:
        match frame:
            case Entries(entries=entries):
                self._intake.entries(peer, entries, now, out)
            case Chat():
                self._take_chat(peer, frame, now, out)
            case _ if frame.table != self.charter.charter.table:
                return  # the peer is at another table; it will find out by its own link
            case Have():
                self._intake.have(peer, frame, now, out)
            case Want(first=first):
                if first <= len(self.log):
                    self._gossip.wants(peer, first)
                    self._post.pump(peer, now, out)
            case Leaving():
                if self._leavings.hear(frame, self.course):
                    self._post.send(self._post.others(peer, frame.peer), out, frame)
            case Receipt():
                if self._leavings.hear_receipt(frame, self.course):
                    self._post.send(self._post.others(peer, frame.heir), out, frame)
            case Back():
                self._take_back(peer, frame, now, out)
            case Willing() | Secrets():
                self._opening.hear(frame, self.course)
            case Audience():
                self._gallery.hear(frame, self.course)
            case Vote():
                if self._replacing.hear(frame, self.course):
                    self._post.send(self._post.others(peer, frame.voter), out, frame)
            case Withdrawn():
                if self._replacing.hear_withdrawal(frame, self.course, self.log):
                    self._post.send(self._post.others(peer, frame.voter), out, frame)
                    self._intake.undo(peer, now, out)
            case Returning():
                if self._returns.hear(frame, self.course):
                    self._post.send(self._post.others(peer, frame.peer), out, frame)
            case Halt():
                self._take_halt(peer, frame, now, out)

    def _take_back(self, peer: bytes, back: Back, now: int, out: Output) -> None:
        heard = self._backs.hear(back, self.course, now)
        self._post.send(self._post.others(peer, back.peer), out, *heard.pass_on)
        self._post.send([peer], out, *heard.reply)
        out.events += heard.events

    def _take_chat(self, peer: bytes, chat: Chat, now: int, out: Output) -> None:
        text = self._chatter.hear(chat, now)
        if text is None:
            return
        out.events.append(Said(self.charter.charter.name(chat.peer), text, mine=False))
        self._gallery.tell(chat, out)
        others = self._post.others(peer, chat.peer)
        self._post.send([other for other in others if not self._gossip.reaches(other, chat.peer)], out, chat)

    def _take_halt(self, peer: bytes, halt: Halt, now: int, out: Output) -> None:
        if peer not in self.course.there and not self.stopped:
            return  # who has gone stops nobody
        for signed in halt.evidence:
            self._intake.offer(peer, signed, now, out)
        if not self.stopped:
            self._intake.play_waiting(peer, now, out)
        reason = message("session.stop.said", name=self.charter.charter.name(peer))
        self._stopping.stop(reason, SUSPICION, [], min(halt.length, len(self.log)), now, out)
        self._stopping.hear(peer, halt, out)

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
        return self.course.why_not(seat, moves)

    @property
    def _people_here(self) -> bool:
        return any(not self.course.level(seat) for seat in self.course.seats_of(self.me))

    @property
    def _alone(self) -> bool:
        return self.course.there == (self.me,)

    @property
    def _may_write(self) -> bool:
        """After coming back, not before somebody has said that nothing newer is known than is here.

        At first everybody who is linked has to say so: what is here may lack the end of what was told to them (a power cut),
        and who lacks it too says nothing else. Where something is lacking for sure (a full disk), everybody at the table has
        to. But nobody can hold this up for ever by saying something else, or nothing.
        """
        others = [link for key, link in self._gossip.links.items() if key in self.course.there]
        if not self._resumed or not others:
            return True
        if not self._waited:
            asked = (link for link in others if link.up or self._lacking)
            if any(link.said is None or link.said > len(self.log) for link in asked):
                return False
        return any(link.said is not None and link.said <= len(self.log) for link in others)

    def _body(self, seat: int, move: Move) -> MoveBody:
        if self._clocks.bank is None:
            return MoveBody(seat, move.kind, move.args)
        return TimedMoveBody(seat, move.kind, move.args, self._clocks.claim(seat))

    def _write(self, body: Body, out: Output) -> None:
        course = self.course
        entry = Entry(self.charter.charter.table, course.index, course.head, self.me, body, course.digest)
        signed = write_entry(self._identity, entry)
        self._played(signed, self._record.play(signed, out), out)
        self._news = entry.n if self._news is None else self._news
        if self._gossip.links:
            self._record.keeping.told()

    def _played(self, signed: SignedEntry, step: Step, out: Output) -> None:
        """What follows of an entry that has just been played, whoever wrote it."""
        body = signed.entry.body
        self._gossip.stirred = True
        if isinstance(body, DropBody):
            self._gossip.back_to(signed.entry.n)  # whoever thinks to have more has to hear of this first
        if isinstance(body, LeaveBody | DropBody | ReturnBody):
            self._after_change(body, out)
            if step.void:
                out.events.append(Notice(message("session.notice.unshown", name=self.charter.charter.name(body.peer))))
        elif isinstance(body, DealBody) and self._leavings.outdated(self.course):
            self._post.send_all(out, self._leavings.wish(self.course))
        if isinstance(body, TimedMoveBody):
            self._compare_clocks(signed.entry, out)
        out.events.append(self._advanced(step))
        out.events += self._backs.moved_on(body)
        self._replacing.moved_on(self.course, self.log)
        self._returns.moved_on(self.course)
        liar = self.course.liar
        if liar:
            self._notice(liar, message("replace.notice.part", name=self.charter.charter.name(liar)), out)

    def _went_back(self) -> None:
        """The log has become shorter, since somebody was replaced at an earlier place than others knew."""
        self._asked = -1
        self._leavings.went_back()
        self._replacing.moved_on(self.course, self.log)
        self._returns.moved_on(self.course)

    def _compare_clocks(self, entry: Entry, out: Output) -> None:
        assert isinstance(entry.body, TimedMoveBody)
        name = self.charter.charter.name(entry.author)
        told = self._clocks.stated(entry.body.seat, entry.body.spent, entry.author == self.me, name)
        if told is not None:
            out.events.append(Notice(told))

    def _after_change(self, body: LeaveBody | DropBody | ReturnBody, out: Output) -> None:
        """Somebody has gone or has come back."""
        self._leavings.forget(body.peer)
        self._replacing.forget(body.peer)
        self._gallery.people_changed(self.course)
        if body.peer != self.me:
            out.events.append(Notice(message(CHANGES[type(body)], name=self.charter.charter.name(body.peer))))
        elif not isinstance(body, LeaveBody):
            here = "replace.notice.back-here" if isinstance(body, ReturnBody) else "replace.notice.here"
            out.events.append(Notice(message(here)))
        if isinstance(body, ReturnBody):
            self._asked = -1
        if self._leavings.wanted:
            self._post.send_all(out, self._leavings.wish(self.course))  # there may be more to leave now

    def _advanced(self, step: Step) -> Advanced:
        return Advanced(step.index, step.seat, step.move, step.events, step.position, mine=step.author == self.me)

    # -- going on ------------------------------------------------------------------------------------------------------

    def _go_on(self, now: int, out: Output) -> Output:
        """What follows of itself from whatever has happened: own entries, news to others, a bot's turn, the end."""
        if self.closed:
            return out
        self._post.send_all(out, *self._backs.consent(self.course, self._people_here))
        self._vote(now, out)
        self._look_at_legacies(out)
        self._write_what_is_due(out)
        self._open_cards(now, out)
        self._record.keeping.sync(out)
        if self._news is not None:
            news, self._news = self._news, None
            for peer in self._gossip.linked:
                self._post.pump(peer, now, out)
            # Whoever gets an entry from its author knows that the author has it.
            self._post.acknowledge([], news, out, soon=not self.course.state.deals)
        if self._gallery.go_on(self.course, self.log, now, out):
            self._tell_audience(self._gossip.linked, out)
        self._stopping.settle(now, out)
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
        self._post.send_all(out, *self._replacing.reconsidered(peer))
        if peer is None or self.stopped or self._farewell is not None or not self._may_write:
            return
        if may_be_replaced(self.course, self._gossip, self._clocks, self.me, peer, now):
            vote = self._replacing.vote(self.course, peer)
            if vote is not None:
                self._post.send_all(out, vote)

    def _contribution(self, out: Output) -> DealBody | None:
        """What has to be dealt here, None if nothing, or if this copy lacks the secret for it: then the people are told, once.

        A file may have been given away without its secret, and whoever left a seat to this peer may have kept its own.
        """
        try:
            return self.course.contribution()
        except DealError as error:
            if not self._helpless:
                self._helpless = True
                out.events.append(Notice(error.reason))
            return None

    def _look_at_legacies(self, out: Output) -> None:
        """Tell whether what others want to leave to this peer is right."""
        receipts, false = self._leavings.judge(self.course, self._gossip)
        self._post.send_all(out, *receipts)
        for peer, reason in false.items():
            self._notice(peer, reason, out)

    def _write_what_is_due(self, out: Output) -> None:
        drop = self._replacing.due(self.course)
        if drop is not None and not self.stopped and self._may_write:
            self._write(drop, out)
        while not self.stopped and self._may_write and self.course.pen == self.me:
            leaving = self._leavings.due(self.course)
            body = leaving or self._backs.due(self.course) or self._returns.due(self.course) or self._contribution(out)
            if body is None:
                return
            self._write(body, out)

    def _open_cards(self, now: int, out: Output) -> None:
        if not self.stopped and self._may_write:
            self._post.send_all(out, *self._opening.to_say(self.course, now))
            body = self._opening.due(self.course)
            if body is not None:
                self._write(body, out)
        shown = self._opening.shown(self.course)
        if shown is not None:
            out.events.append(shown)

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
        if not self._gossip.stirred:
            return
        self._gossip.stirred = False
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
        if self._leavings.wanted and linked and now < self._farewell:
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

    def _tell_audience(self, peers: Sequence[bytes], out: Output) -> None:
        if self._gallery.known is not None:
            self._post.send(peers, out, self._gallery.known)

    def _notice(self, peer: bytes, reason: Message, out: Output) -> None:
        self._blame.note(peer, reason, len(self.log), out)
