"""The session: a game that has begun, from its charter to its end, sans-IO.

Frames, times and commands go in, an :class:`~net.session.output.Output` comes out of every call. The log is totally ordered:
its course says at every point who may write the next entry. Any other peer waits, or (for leaving) hands it a signed
wish to be written down.

Each entry written here reaches the file before it goes into a frame. So a program that crashed and restarted knows at least
what it had told the others, and never contradicts it.
"""

from __future__ import annotations

import contextlib
from collections.abc import Mapping, Sequence

from net.allowance import Bucket
from net.api import (
    Advanced,
    BotTurn,
    Closed,
    Notice,
    Peer,
    PeersChanged,
    Refused,
    Said,
)
from net.deal import DealError
from net.identity import Identity
from net.session.agreements.leaving import Leavings, LeavingStep
from net.session.agreements.publishing import Publishing
from net.session.agreements.replace import Replacing, absent, may_be_replaced
from net.session.agreements.returning import Returns
from net.session.agreements.takeback import TakeBacks
from net.session.audience.gallery import Gallery
from net.session.copy import Copy
from net.session.format.charter import SignedCharter
from net.session.format.entry import (
    CHANGES,
    Body,
    DealBody,
    DropBody,
    Entry,
    MoveBody,
    ReturnBody,
    SignedEntry,
    TimedMoveBody,
    write_entry,
)
from net.session.format.wire import (
    Audience,
    Back,
    Chat,
    Entries,
    GameFrame,
    Halt,
    Have,
    Leaving,
    Pause,
    Returning,
    Secrets,
    Staying,
    Vote,
    Want,
    Willing,
    WireError,
    Withdrawn,
    game_frames,
)
from net.session.history.course import MOST_RETURNS, MOST_STAYS
from net.session.history.log import MOST_ENTRIES
from net.session.history.record import Record
from net.session.history.step import EntryError, Step
from net.session.history.store import Store
from net.session.output import Output, refused
from net.session.people import peers_now
from net.session.traffic.confirming import Confirming
from net.session.traffic.intake import Intake
from net.session.trouble.blame import Blame
from net.session.trouble.halt import SUSPICION
from net.session.trouble.stopping import Stopping
from rules.contract import NOBODY, Move
from rules.message import Message, message

FAREWELL = 3_000
"""Milliseconds that leaving may take."""

NEWS = 30_000
"""Milliseconds after resuming for which this peer waits until all linked peers have said that their logs are no longer."""

LOST_NEWS = 300_000
"""The same, but for every peer at the table, if the file here is known to lack its last entries."""

ALONE_NEWS = 5_000
"""Milliseconds after resuming for which a peer that was alone at the table looks for departed peers: they may have taken their
seats back after the last entry here."""


PASSED_ON, PASSED_ON_IN_TIME = 100, 0.02
"""So many wishes, votes and withdrawals of one peer are passed on at once, and so many more in each millisecond.

A changed program could sign a new one with every frame, and the others would seem to flood each other.
"""


class Session(Copy):
    """One game as one peer plays it."""

    def __init__(
        self,
        identity: Identity,
        charter: SignedCharter,
        private: bytes,
        file: Store | None = None,
        past: Sequence[SignedEntry] | None = None,
        spectators: str = "nobody",
        token: bytes = b"",
        lacking: bool = False,
    ) -> None:
        """A new game, or with ``past`` one that goes on.

        Args:
            identity: this peer's key, one of the charter's.
            charter: signed by everybody and playable here (:func:`net.session.format.charter.playable`).
            private: thirty-two secret random bytes for the dealing, those of the file when the game goes on.
            file: open for writing, or None to save nothing.
            past: the entries in the file (there may be none), their signatures and links already checked.
            spectators: who may watch if this peer is the host, see :data:`net.session.audience.gallery.SETTINGS`.
            token: the secret of the invite, which a watcher shows to the host.
            lacking: whether the file says that more was to follow (:attr:`net.gamefile.Recording.ended`).

        Raises :class:`~net.session.history.course.EntryError` if the past breaks the rules.
        """
        super().__init__(identity, charter, Record(charter, identity.key, private, file, past or ()))
        self._identity = identity
        self._resumed = past is not None
        self._lacking = lacking
        self._began = 0
        self._waited = self._sought = False
        self._passing_on = {key: Bucket(PASSED_ON, PASSED_ON_IN_TIME) for key in charter.charter.keys}
        self._confirming = Confirming(charter.charter, self._gossip)
        self._publishing = Publishing(identity, charter)
        self._backs = TakeBacks(identity, charter)
        self._blame = Blame(charter.charter, file)
        self._gallery = Gallery(identity, charter.charter, spectators, token, self._blame)
        self._replacing = Replacing(identity, charter)
        self._returns = Returns(identity, charter)
        self._leavings = Leavings(identity, charter, self.course)
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
        self._news: int | None = None  # the first entry written here of which nobody has been told
        self._helpless = False
        self._shown_for: tuple[object, ...] = ()  # all that the peers and seats as shown depend on

    # -- what the program sees -----------------------------------------------------------------------------------------

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

    def time_left(self, seat: int, now: int) -> int | None:
        """The milliseconds that a seat has left, as judged here; None for a seat without a clock."""
        return self._clocks.left(self.course, seat, now)

    def out_of_time(self, peer: bytes, now: int) -> bool:
        """Whether it is this peer's turn and the time of its seat is up."""
        seat = self._clocks.out_of_time(self.course, now)
        return seat is not None and self.course.owner(seat) == peer

    def peers(self, now: int) -> tuple[Peer, ...]:
        """Everybody at the table and the state of their links."""
        return peers_now(self.course, self._gossip, {self.me, *self._gossip.linked}, self.stopped, now)

    # -- commands ------------------------------------------------------------------------------------------------------

    def begin(self, now: int) -> Output:
        """Open the table: to be called once, first."""
        out = Output()
        for link in self._gossip.links.values():
            link.since = now
        self._began = now
        out.events.append(self._opened(PeersChanged(self.peers(now), self.seats()), self._record.past))
        self._record.past = ()
        if self._resumed:
            self._leavings.resumed(self.course)
        if self.me not in self.course.there:
            known = "replace.notice.away" if self.course.may_return(self.me) else "session.notice.left-before"
            out.events.append(Notice(message(known)))
        if self._full:
            out.events.append(Notice(message("session.notice.full")))
        return self._go_on(now, out)

    def act(self, seat: int, moves: Sequence[Move], index: int, now: int) -> Output:
        """Make moves for a seat of this computer, decided on the position with this index: all of them or none."""
        reason = self._why_not(seat, moves, index)
        if reason is not None:
            return refused(reason)
        out = Output()
        self._clocks.pass_until(now)
        for move in moves:
            if self._full:
                break  # a notice has said so
            try:
                self._write(self._body(seat, move), out)
                while not self._full and self.course.pen == self.me and (shown := self.contribution(out)) is not None:
                    self._write(shown, out)  # a card just played is shown before the next move
            except EntryError as error:
                out.events.append(Refused(error.detail or error.reason))
                break
        return self._go_on(now, out)

    def propose_take_back(self, index: int, now: int) -> Output:
        """Ask everybody to go back to the position after so many entries."""
        reason = self.why_not_write() or self._backs.why_not(self.course, index)
        if reason is not None:
            return refused(reason)
        out = Output()
        self._post.send_all(out, self._backs.propose(self.course, index, now))
        return self._go_on(now, out)

    def answer_take_back(self, yes: bool, now: int) -> Output:
        """Agree to go back as somebody has asked, or decline."""
        out = Output()
        if not self.closed:
            said, events = self._backs.answer(yes)
            self._post.send_all(out, *said)
            out.events += events
        return self._go_on(now, out)

    def publish_cards(self, now: int) -> Output:
        """The people here agree to lay all cards open after the end."""
        if self.closed:
            return Output()
        reason = message("session.refused.stopped") if self.stopped else self._publishing.why_not(self.course)
        if reason is not None:
            return refused(reason)
        self._publishing.agree(self.course)
        return self._go_on(now, Output())

    def replace(self, peer: bytes, on: bool, level: str, now: int) -> Output:
        """Want a bot to play for a peer that has vanished, or no longer want it."""
        reason = self._replacing.why_not(self.course, peer, level) if on else None
        if self.closed or reason is not None:
            return refused(reason or message("session.refused.left"))
        self._replacing.wish(peer, on, level)
        return self._go_on(now, Output())

    def take_seat_back(self, now: int) -> Output:
        """Play again for the seats of this computer, after leaving or being replaced."""
        if self.closed or self.stopped or not self.course.may_return(self.me):
            often = self.course.returns[self.me] >= MOST_RETURNS
            return refused(message("replace.refused.too-often" if often else "replace.refused.return"))
        out = Output()
        self._post.send_all(out, *self._returns.wish(self.course))
        return self._go_on(now, out)

    def say(self, text: str, now: int) -> Output:
        """Say something in the chat."""
        out = Output()
        if self.closed:
            return out
        reason = self._chatter.why_not(text, now)
        if reason is not None:
            return refused(reason)
        chat = self._chatter.say(text, now)
        out.events.append(Said(self.charter.charter.name(self.me), chat.text, mine=True))
        self._post.send_all(out, chat)
        self._gallery.tell(chat, out)
        if not out.frames and len(self.charter.charter.keys) > 1:
            out.events.append(Notice(message("session.notice.unheard")))
        return out

    def pause(self) -> Output:
        """The people here pause: tell the others, so that they do not take the silence for a lost link."""
        out = Output()
        if not self.closed:
            self._post.send_all(out, Pause(self.charter.charter.table))
        return out

    def leave(self, now: int) -> Output:
        """Leave in good order, see :mod:`.agreements.leaving`; at the end comes :class:`~net.api.Closed`.

        A peer that is alone at the table, or linked to nobody, writes nothing: the game can be opened again and goes on. A
        second call stops waiting.
        """
        out = Output()
        if self.closed:
            return out
        if self._farewell is not None or self.me not in self.course.there:
            self._part(now, out)
            return out
        self._farewell = now + FAREWELL
        possible = self.course.pen is not None and not self._alone and self.course.may_leave(self.me)
        if possible and self._gossip.linked and not self.stopped:
            self._post.send_all(out, *self._leavings.want(self.course))
        return self._go_on(now, out)

    def close(self) -> Output:
        """Stop at once without telling anybody; the game can be opened again and goes on."""
        out = Output()
        if not self.closed:
            self._close(message("session.closed.sent" if self._has_sent else "session.closed.kept"), out)
        return out

    def set_spectators(self, setting: str, now: int) -> Output:
        """Host: choose who may watch from now on."""
        reason = self._gallery.why_not_choose(setting, self.course)
        if self.closed or reason is not None:
            return refused(reason or message("session.refused.left"))
        self._gallery.choose(setting)
        return self._go_on(now, Output())

    def throw_out(self, watcher: str, now: int) -> Output:
        """Host: send away a watcher (its key in hex)."""
        key = next((key for key in self._gallery.watchers if key.hex() == watcher), b"")
        reason = self._gallery.why_not_send_away(key, self.course)
        if self.closed or reason is not None:
            return refused(reason or message("session.refused.left"))
        self._gallery.send_away(key)
        return self._go_on(now, Output())

    # -- links ---------------------------------------------------------------------------------------------------------

    def refuses_watcher(self, key: bytes, token: bytes) -> str:
        """The code of :class:`~net.greeting.Refusal` why somebody cannot watch, or an empty text."""
        code = self._gallery.refuses(key, token, self.course)
        # After resuming, the others may still have to send what was decided here before.
        return "busy" if code == "watch-nobody" and not self.may_write else code

    @property
    def host_said(self) -> bytes:
        """The host's last signed list of watchers, to be kept for :meth:`recall`; empty if there is none."""
        known = self._gallery.known
        return game_frames.encode(known) if known is not None else b""

    def recall(self, host_said: bytes) -> None:
        """Take the host's list from before this program restarted. Nonsense is ignored."""
        with contextlib.suppress(WireError):
            frame = game_frames.decode(host_said)
            if isinstance(frame, Audience):
                self._gallery.recall(frame, self.course)

    @property
    def chat_heard(self) -> Mapping[bytes, int]:
        """By peer, the stamp of its last chat message, to be kept for :meth:`recall_chat`."""
        return self._chatter.latest

    def recall_chat(self, heard: Mapping[bytes, int], clock: int) -> None:
        """Take the chat from before this program restarted; see :meth:`net.session.chat.Chatter.recall`."""
        self._chatter.recall(heard, clock)

    @property
    def anybody_may_watch(self) -> bool:
        """Whether this peer is the host and lets anybody watch."""
        return self._gallery.is_open(self.course)

    def watched(self, key: bytes, name: str, now: int) -> Output:
        """A link to an admitted watcher stands."""
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
        self._leavings.forget(peer)
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
        """Whether :meth:`tell_news` should be called in a moment."""
        return self._post.soon and not self.closed

    def tell_news(self) -> Output:
        """Tell everybody who has not heard it yet how far the log reaches here."""
        out = Output()
        if not self.closed:
            self._post.tell_rest(out)
        return out

    @property
    def has_chores(self) -> bool:
        """Whether :meth:`prepare` may have something to do."""
        return bool(self.course.state.deals) and not self.closed

    def prepare(self) -> bool:
        """Do a small portion of the work for the dealing while others are to write; False when there is none now."""
        return not self.closed and not self.stopped and self.course.prepare()

    def tick(self, now: int) -> Output:
        """Time has passed: to be called a few times a second."""
        out = Output()
        if self.closed:
            return out
        self._record.keeping.tick()
        self._gossip.stirred = True
        self._waited |= now - self._began >= (LOST_NEWS if self._lacking else NEWS)
        self._sought |= now - self._began >= ALONE_NEWS
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
        out = Output(urgent=False)
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
                self._show_confirmed(now, out)
                return out
        return self._go_on(now, out)

    @property
    def _unmoved(self) -> bool:
        """Whether a frame that only says how far a peer's log reaches can have no effect; most frames are such."""
        waiting = self._gossip.stirred or self._news is not None or self._resumed or self.stopped or self._farewell is not None
        return not waiting and self.me in self.course.there

    def shuns(self, peer: bytes) -> bool:
        """Whether frames from a peer are ignored because its program has written an impossible entry."""
        return peer in self._gossip.shunned

    def turned_away(self, key: bytes, reason: Message) -> Output:
        """Somebody was not let in (``key`` is empty if none was shown): tell the people here, and keep a record."""
        out = Output()
        if not self.closed:
            self._blame.stranger(key, reason, len(self.log), out)
        return out

    def fault(self, peer: bytes, what: str) -> Output:
        """The link to a peer found fault with it: one of :data:`net.session.trouble.blame.FAULTS`."""
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
                if first <= len(self.log) and self._gossip.wants(peer, first, now):
                    self._post.pump(peer, now, out)
            case Leaving() | Staying():
                heard = self._leavings.hear(frame, self.course)
                self._pass_on(peer, frame.peer, now, out, *heard.pass_on)
                self._post.send([peer], out, *heard.reply)
                self._post.send_all(out, *heard.say)
            case Back():
                self._take_back(peer, frame, now, out)
            case Willing() | Secrets():
                self._publishing.hear(frame, self.course)
            case Audience():
                self._gallery.hear(frame, self.course)
            case Vote():
                if self._replacing.hear(frame, self.course):
                    self._pass_on(peer, frame.voter, now, out, frame)
            case Withdrawn():
                if self._replacing.hear_withdrawal(frame, self.course, self.log):
                    self._pass_on(peer, frame.voter, now, out, frame)
                    self._intake.undo(peer, now, out)
            case Returning():
                if self._returns.hear(frame, self.course, self._gossip):
                    self._post.send(self._post.others(peer, frame.peer), out, frame)
            case Pause():
                self._gossip.links[peer].paused = True
            case Halt():
                self._take_halt(peer, frame, now, out)

    def _pass_on(self, peer: bytes, author: bytes, now: int, out: Output, *frames: GameFrame) -> None:
        """Pass on frames of an author that came over the link to ``peer``, unless the author has sent too many."""
        if frames and self._passing_on[author].take(now):
            self._post.send(self._post.others(peer, author), out, *frames)

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
            return  # a departed peer stops nobody
        for signed in halt.evidence:
            self._intake.offer(peer, signed, now, out)
        if not self.stopped:
            self._intake.play_waiting(peer, now, out)
        reason = message("session.stop.said", name=self.charter.charter.name(peer))
        self._stopping.stop(reason, SUSPICION, [], min(halt.length, len(self.log)), now, out)
        self._stopping.hear(peer, halt, now, out)

    # -- entries -------------------------------------------------------------------------------------------------------

    def why_not_write(self) -> Message | None:
        """Why this peer cannot write an entry now; None if it can."""
        if self.closed or self._farewell is not None:
            return message("session.refused.left")
        if self.me not in self.course.there:
            return message("replace.refused.away")
        if self.stopped:
            return message("session.refused.stopped")
        if self._full:
            return message("session.notice.full")
        return None if self.may_write else message("session.refused.waiting")

    def _why_not(self, seat: int, moves: Sequence[Move], index: int) -> Message | None:
        reason = self.why_not_write()
        if reason is not None:
            self._asked = -1  # a bot is asked again when it can move
            return reason
        state = self.course.state
        if state.turn is None:
            return message("session.refused.dealing" if state.deals else "session.refused.over")
        if not 0 <= seat < state.seats or self.course.owner(seat) != self.me:
            return message("session.refused.seat")
        if state.turn != seat:
            return message("session.refused.turn", seat=state.turn)
        if self.course.pen != self.me or self.course.leaver:
            self._asked = -1  # a bot is asked again when it can move
            return message("replace.refused.keys-first")
        if not self.course.changed <= index <= len(self.log):
            return message("session.refused.late")
        if not moves:
            return message("session.refused.nothing")
        return self.course.why_not(seat, moves)

    @property
    def _alone(self) -> bool:
        return self.course.there == (self.me,)

    @property
    def _full(self) -> bool:
        """Whether the log has as many entries as a game can have: files with more cannot be read."""
        return len(self.log) >= MOST_ENTRIES

    @property
    def may_write(self) -> bool:
        """Whether this peer may write: never once the log is full; after resuming, not before the others have said that they
        know nothing newer.

        At first every linked peer has to say so: the log here may lack its last entries (after a power cut), and other peers
        may lack them too. If entries are certainly missing (a full disk), every peer at the table has to say so. Departed
        peers are asked as well: they may have taken their seats back since. But no peer can delay this for ever by saying
        something else, or nothing.
        """
        if self._full:
            return False
        if not self._resumed:
            return True
        links, there = self._gossip.links, self.course.there
        others = [link for key, link in links.items() if key in there]
        if not self._waited:
            asked = (link for key, link in links.items() if link.up or (self._lacking and key in there))
            if any(link.said is None or link.said > len(self.log) for link in asked):
                return False
        if not others:
            return self._sought or all(link.up for link in links.values())
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
        """Carry out the consequences of an entry that was just played, by this peer or another."""
        body = signed.entry.body
        self._gossip.stirred = True
        if isinstance(body, DropBody):
            self._gossip.back_to(signed.entry.n)  # a peer that believes it has more has to hear of this first
        name = self.charter.charter.name
        gone = body.peer if isinstance(body, DropBody) else step.departed
        if gone or isinstance(body, ReturnBody):
            self._after_change(signed.entry, gone, out)
        if step.void:
            out.events.append(Notice(message("session.notice.unshown", name=name(gone))))
        if isinstance(body, TimedMoveBody):
            self._compare_clocks(signed.entry, out)
        out.events.append(self._advanced(step))
        out.events += self._backs.moved_on(body)
        self._replacing.moved_on(self.course, self.log)
        self._returns.moved_on(self.course)
        self._post.send_all(out, *self._leavings.moved_on(self.course))
        if self._full:
            out.events.append(Notice(message("session.notice.full")))
        self._tell_restless(out)
        liar = self.course.liar
        if liar:
            what = "session.notice.legacy" if liar == self.course.leaver else "replace.notice.part"
            self._notice(liar, message(what, name=name(liar)), out)

    def _tell_restless(self, out: Output) -> None:
        """Name the peers that have broken off their leaving, or have come back, so often that this ends."""
        for counts, most, what in ((self.course.stays, MOST_STAYS, "stays"), (self.course.returns, MOST_RETURNS, "returns")):
            for peer in counts:
                if counts[peer] >= most:
                    told = message(f"session.notice.{what}", name=self.charter.charter.name(peer), times=most)
                    self._notice(peer, told, out)

    def _went_back(self, out: Output) -> None:
        """The log has become shorter: a peer was replaced at an earlier place than this copy knew, or is no longer replaced.

        Perhaps no entry follows for a while: the people here have to see the position, and move in it.
        """
        out.events.append(Advanced(len(self.log), NOBODY, None, (), self.position, mine=False))
        self._asked = -1
        self._leavings.moved_on(self.course)
        self._replacing.moved_on(self.course, self.log)
        self._returns.moved_on(self.course)

    def _compare_clocks(self, entry: Entry, out: Output) -> None:
        assert isinstance(entry.body, TimedMoveBody)
        name = self.charter.charter.name(entry.author)
        mine = entry.author == self.me
        direct = mine or self._gossip.links[entry.author].up
        told = self._clocks.stated(entry.body.seat, entry.body.spent, mine, name, direct)
        if told is not None:
            out.events.append(Notice(told))

    def _after_change(self, entry: Entry, gone: bytes, out: Output) -> None:
        """A peer has ``gone`` by leaving or by being replaced, or has come back."""
        body, name = entry.body, self.charter.charter.name
        peer = body.peer if isinstance(body, ReturnBody) else gone
        self._replacing.forget(peer)
        self._gallery.people_changed(self.course)
        last = len(self.log) not in self.log.early  # else it may have gone again since
        if peer != self.me and isinstance(body, ReturnBody) and last and not self._gossip.near(peer):
            out.events.append(Notice(message("replace.notice.unreached", name=name(peer), author=name(entry.author))))
        elif peer != self.me:
            known = CHANGES.get(type(body), "session.notice.left")
            out.events.append(Notice(message(known, name=name(peer))))
        elif isinstance(body, DropBody | ReturnBody):
            here = "replace.notice.back-here" if isinstance(body, ReturnBody) else "replace.notice.here"
            out.events.append(Notice(message(here)))
        if isinstance(body, ReturnBody):
            self._asked = -1

    # -- going on ------------------------------------------------------------------------------------------------------

    def _go_on(self, now: int, out: Output) -> Output:
        """Do what follows from any event: write due entries, send news, ask a bot, close."""
        if self.closed:
            return out
        self._post.send_all(out, *self._backs.consent(self.course))
        self._vote(now, out)
        self._leavings.forget_unreached(self._gossip)
        self._returns.forget_unreached(self._gossip)
        self._write_what_is_due(out)
        if self.course.state.result is not None:
            self._publish_cards(now, out)
        self._record.keeping.sync(out)
        if self._news is not None:
            news, self._news = self._news, None
            out.urgent = True
            for peer in self._gossip.linked:
                self._post.pump(peer, now, out)
            # A peer that gets an entry from its author knows that the author has it.
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
        self._show_confirmed(now, out)
        self._show_absence(now, out)
        self._say_farewell(now, out)
        return out

    def _vote(self, now: int, out: Output) -> None:
        """Vote to go on without a peer, if the people here want that and the game waits for that peer."""
        peer = absent(self.course, self._gossip, self._clocks, self.me, now)
        self._post.send_all(out, *self._replacing.reconsidered(peer))
        if peer is None or self.stopped or self._farewell is not None or not self.may_write:
            return
        if may_be_replaced(self.course, self._gossip, self._clocks, self.me, peer, now):
            vote = self._replacing.vote(self.course, peer)
            if vote is not None:
                self._post.send_all(out, vote)

    def contribution(self, out: Output) -> DealBody | None:
        """The deal to answer here. None if there is none, or if this copy lacks the secret: then a notice says so, once.

        A file may have been given away without its secret, and a peer that left its seat to this one may have kept its own.
        """
        try:
            return self.course.contribution()
        except DealError as error:
            if not self._helpless:
                self._helpless = True
                out.events.append(Notice(error.reason))
            return None

    def _write_what_is_due(self, out: Output) -> None:
        drop = self._replacing.due(self.course)
        if drop is not None and not self.stopped and self.may_write:
            self._write(drop, out)
        while not self.stopped and self.may_write and self.course.pen == self.me:
            body = self._due(out)
            if body is None:
                return
            self._write(body, out)

    def _due(self, out: Output) -> Body | None:
        """The next entry that this peer owes; None if that is a move, or has to wait."""
        if self.course.owes_bequest(self.me):
            if self.course.exposed:  # its heir has proven that the secrets sent are false: the file here is damaged
                self._leavings.give_up(self.course)
            if not self._leavings.wanted:
                return self.course.stay()
            if self._leavings.holds_back(self.course, self._gossip):
                return None
            self._leavings.hand_over(self.course)
        leaving = self._leavings.due(self.course, self._gossip)
        return leaving or self._backs.due(self.course) or self._returns.due(self.course) or self.contribution(out)

    def _publish_cards(self, now: int, out: Output) -> None:
        if not self.stopped and self.may_write:
            self._post.send_all(out, *self._publishing.to_say(self.course, now))
            body = self._publishing.due(self.course)
            if body is not None:
                self._write(body, out)
        shown = self._publishing.shown(self.course)
        if shown is not None:
            out.events.append(shown)

    def _run_clocks(self, now: int, out: Output) -> None:
        if self._clocks.bank is None:
            return
        turn = self.course.state.turn
        ready = turn is None or self.course.pen == self.course.owner(turn)  # else keys are being deposited
        self._clocks.settle(self.course, self._gossip, not self.stopped and self.may_write and ready, now)
        shown = self._clocks.changed(self.course, now)
        if shown is not None:
            out.events.append(shown)
        told = self._clocks.alarm(self.course, tuple(seat.name for seat in self.charter.charter.seats), now)
        if told is not None:
            out.events.append(Notice(told))

    def _ask_bot(self, out: Output) -> None:
        turn = self.course.state.turn
        if turn is None or self.stopped or self._farewell is not None or not self.may_write or self.course.pen != self.me:
            return
        level = self.course.level(turn)
        if level and self.course.owner(turn) == self.me and self.me in self.course.there and self._asked < self.course.changed:
            self._asked = self.course.changed
            out.events.append(BotTurn(turn, level, self.course.state.view(turn), len(self.log)))

    def _show_peers(self, now: int, out: Output) -> None:
        if not self._gossip.stirred:
            return
        self._gossip.stirred = False
        links = [(link.state(now), link.links) for link in self._gossip.links.values()]
        basis = (self.course.presence, None if self.stopped else self.course.pen, links, list(self._gossip.shunned))
        if basis == self._shown_for:
            return
        self._shown_for = basis
        people = PeersChanged(self.peers(now), self.seats())
        if people != self._shown:
            self._shown = people
            out.events.append(people)

    def _show_confirmed(self, now: int, out: Output) -> None:
        if len(self.charter.charter.peers) > 1:
            shown = self._confirming.shown(self.course.there, len(self.log), now)
            if shown is not None:
                out.events.append(shown)

    def _show_absence(self, now: int, out: Output) -> None:
        peer = None if self.stopped else absent(self.course, self._gossip, self._clocks, self.me, now)
        event = self._replacing.changed(self.course, self._gossip, peer, self._returns.wanted, now)
        if event is not None:
            out.events.append(event)

    def _say_farewell(self, now: int, out: Output) -> None:
        if self._farewell is None:
            return
        linked = bool(self._gossip.linked)
        waits = self._leavings.wanted and self.me in self.course.there and self.course.pen is not None
        if linked and not self.stopped and now < self._farewell and (waits or self._gossip.behind(len(self.log))):
            return
        self._part(now, out)

    def _part(self, now: int, out: Output) -> None:
        """Close the table, whether or not leaving is complete; if not, the seat is kept and the people here learn why."""
        if self._leavings.step is LeavingStep.GONE:
            reason = "left" if self._departure_known else "untold"
        elif self.course.pen is None or self.stopped:
            reason = "left"
        else:
            reason = "sent" if self._has_sent else "unheard" if self._leavings.wanted else "kept"
        self._post.send_all(out, *self._leavings.stay(self.course))
        if self.course.owes_bequest(self.me) and self.may_write and not self.stopped:
            self._write(self.course.stay(), out)
            for peer in self._gossip.linked:
                self._post.pump(peer, now, out)
        self._close(message(f"session.closed.{reason}"), out)

    @property
    def _has_sent(self) -> bool:
        """Whether this peer has handed over its secrets, in this run of the program or in the log, and no receipt has come."""
        return self._leavings.sent or self._leavings.step is LeavingStep.HANDED

    @property
    def _departure_known(self) -> bool:
        """Whether another peer has the entry by which this one left."""
        n, _ = self.course.presence.gone[self.me]
        links = self._gossip.links.values()
        return self.log.entries[n].entry.author != self.me or any(link.have is not None and link.have > n for link in links)

    def _close(self, reason: Message, out: Output) -> None:
        self.closed = True
        self._record.keeping.close()
        out.events.append(Closed(reason))

    # -- what others get -----------------------------------------------------------------------------------------------

    def _tell_audience(self, peers: Sequence[bytes], out: Output) -> None:
        if self._gallery.known is not None:
            self._post.send(peers, out, self._gallery.known)

    def _notice(self, peer: bytes, reason: Message, out: Output) -> None:
        self._blame.note(peer, reason, len(self.log), out)
