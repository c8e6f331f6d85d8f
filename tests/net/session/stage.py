"""A simulated network on which a test decides what happens: which peers leave, vanish, come back, watch or cheat.

People move only on request. Everything that an honest program sends is checked before it goes out.
"""

from __future__ import annotations

import contextlib
import heapq
from collections.abc import Callable
from pathlib import Path

from net.api import Notice, OutOfStep
from net.deal import FAIR
from net.deal.fair.contribution import Contribution
from net.gamefile import WATCHER, GameFile
from net.identity import Identity
from net.session.audience.watching import Watching
from net.session.core import Session
from net.session.format.entry import Body, DealBody, Entry, LeavingBody, SignedEntry, read_entry, write_entry
from net.session.format.wire import Entries, GameFrame, WireError, game_frames, unpack
from net.session.output import Output
from rules.message import Message
from tests.net.session import insides
from tests.net.session.network import NAMES, Network, Weather, die, identity

HARMLESS = (
    "session.notice.left",
    "session.notice.unshown",
    "session.notice.unheard",
    "session.back.",
    "session.deal.",
    "orchard.",
    "session.watch.",
    "replace.notice.",
)
"""Notices that blame nobody, or repeat another notice about somebody in other words."""


def blames(text: Message) -> bool:
    """Whether a notice says that a program has done something that an honest one never does."""
    return not text.key.startswith(HARMLESS) or text.key == "replace.notice.part"


def word(signed: SignedEntry) -> str:
    """The effect of an entry: the word of a contribution, or the kind of the entry."""
    body = signed.entry.body
    return unpack(body.payload, Contribution).word if isinstance(body, DealBody) else type(body).__name__


def lie(identity: Identity, session: Session, body: Body, **false: object) -> SignedEntry:
    """The next entry of this session, except for its false parts."""
    course = session.course
    honest = {
        "table": session.charter.charter.table,
        "n": course.index,
        "previous": course.head,
        "author": session.me,
        "body": body,
        "digest": course.digest,
    }
    return write_entry(identity, Entry(**{**honest, **false}))


class Stage(Network):
    """Everybody is linked to everybody, unless a test says otherwise.

    Attributes:
        cheat: the place of the peer whose program is changed, None where all are honest.
        seen: the frames that have reached it.
        mute: whether it does not send a frame; None while it sends all.
        lively: whether people move on their own.
    """

    def __init__(self, peers: int, seed: int, folder: Path, cheat: int | None) -> None:
        self.cheat = cheat
        self.seen: list[bytes] = []
        self.mute: Callable[[GameFrame], bool] | None = None
        self.lively = False
        self._handed_over: set[bytes] = set()
        self._looked = [0] * peers
        self._strangers: dict[bytes, Watching] = {}
        super().__init__(peers, peers, seed, Weather(), folder, bots=(), dealer=FAIR)
        if cheat is not None:
            self.ledger.excuse(self.desks[cheat].identity.key)

    # -- time ----------------------------------------------------------------------------------------------------------

    def pass_by(self, milliseconds: int) -> None:
        """Let time pass."""
        end = self.now + milliseconds
        while self.queue and self.queue[0][0] <= end:
            self.now, _, call, args = heapq.heappop(self.queue)
            call(*args)
            self.look()
        self.now = end

    def person(self, place: int, life: int) -> None:
        if self.lively:
            super().person(place, life)

    def vanish(self, place: int) -> None:
        if not self.lively:
            super().vanish(place)

    # -- who is there --------------------------------------------------------------------------------------------------

    @property
    def running(self) -> dict[int, Session]:
        """The sessions that run, by place."""
        return {
            place: desk.session for place, desk in enumerate(self.desks) if desk.session is not None and not desk.session.closed
        }

    @property
    def honest(self) -> dict[int, Session]:
        """The same without the one that cheats."""
        return {place: session for place, session in self.running.items() if place != self.cheat}

    def play(self) -> None:
        """The peer on turn makes a move that does not end the game."""
        for place, session in self.running.items():
            turn = session.position.turn
            if turn is None or session.course.owner(turn) != session.me or session.course.level(turn):
                continue
            moves = [move for move in session.position.moves() if move.kind != "stop"]
            if moves:
                self.act(place, self.desks[place].life, turn, (self.rng.choice(moves),), len(session.log))

    def resume_from_older_file(self, place: int, entries: int) -> None:
        """A program dies and loses the end of its file; every other honest peer still has those entries.

        If two have lost the same entries and meet nobody who shares them, they write others in their place: nothing is
        promised about that.
        """
        session = self.running.get(place)
        honest = [desk for at, desk in enumerate(self.desks) if at != self.cheat and not desk.left]
        if session is None or self.mute is not None or len(honest) < 2 or len(self.honest) < len(honest) or not self.agree():
            return
        die(session.file)
        self.desks[place].session = None
        for pair in sorted(self.up):
            if place in pair:
                self.unlink(pair)
        path = self.desks[place].path
        path.write_bytes(b"".join(path.read_bytes().splitlines(keepends=True)[: max(1, 1 + len(session.log) - entries)]))
        self.later(self.rng.randint(50, 500), self.revive, place)

    def agree(self) -> bool:
        """Whether all honest copies have equally long logs."""
        return len({session.course.head for session in self.honest.values()}) <= 1

    # -- watching ------------------------------------------------------------------------------------------------------

    def watch(self) -> None:
        """A watcher comes, if the host is there and lets people in."""
        host = self.running.get(0)
        if host is None or not host.anybody_may_watch:
            if host is not None:
                self.take(0, host.set_spectators("anybody", self.now))
            return
        one = identity(f"watcher {len(self._strangers)}")
        if host.refuses_watcher(one.key, b""):
            return
        path = self.desks[0].path.with_name(f"watcher {len(self._strangers)}.alarife")
        watching = Watching(one, self.charter, GameFile.create(path, self.charter, WATCHER, b""))
        self._strangers[one.key] = watching
        self._answer(one.key, watching.begin(self.now))
        self.take(0, host.watched(one.key, "Wanda", self.now))
        self._answer(one.key, watching.connected(host.me, self.now))

    def _answer(self, key: bytes, out: Output) -> None:
        """A watcher sends its frames to the peer that it is linked to: the host."""
        host = self.desks[0].session
        for _, payload in out.frames:
            if host is not None:
                self.later(self.rng.randint(1, 30), self._heard_by_host, key, self.desks[0].life, payload)

    def _heard_by_host(self, key: bytes, life: int, payload: bytes) -> None:
        host = self.desks[0].session
        if host is not None and self.desks[0].life == life:
            self.take(0, host.receive(key, payload, self.now))

    def _heard_by_watcher(self, source: int, key: bytes, payload: bytes) -> None:
        self._answer(key, self._strangers[key].receive(self.desks[source].identity.key, payload, self.now))

    # -- frames --------------------------------------------------------------------------------------------------------

    def take(self, place: int, out: Output) -> None:
        kept = Output(events=out.events, drop=[key for key in out.drop if key in self._keys])
        for key, payload in out.frames:
            if place == self.cheat and self.mute is not None and self.mute(game_frames.decode(payload)):
                continue
            if place != self.cheat:
                self._check_secrets(place, payload)
            if key in self._strangers:
                self.ledger.sent(key, payload)
                self.later(self.rng.randint(1, 30), self._heard_by_watcher, place, key, payload)
            else:
                kept.frames.append((key, payload))
        super().take(place, kept)

    @property
    def _keys(self) -> set[bytes]:
        return {desk.identity.key for desk in self.desks}

    def arrive(self, source: int, target: int, payload: bytes) -> None:
        if target == self.cheat:
            self.seen.append(payload)
        super().arrive(source, target, payload)

    # -- lies ----------------------------------------------------------------------------------------------------------

    def lie(self, body: Body, **false: object) -> SignedEntry | None:
        """The next entry of the cheating program, except for its false parts."""
        session = self.running.get(-1 if self.cheat is None else self.cheat)
        return None if session is None else lie(self.desks[self.cheat].identity, session, body, **false)

    def tell(self, payload: bytes, *targets: int) -> None:
        """The program that cheats sends a frame to these, or to everybody linked."""
        for target in targets or range(len(self.desks)):
            if target != self.cheat:
                with contextlib.suppress(WireError):
                    self.ledger.sent(self.desks[target].identity.key, payload)
                self.later(self.rng.randint(1, 30), self.arrive, self.cheat, target, payload)

    def show(self, *lies: SignedEntry | None, targets: tuple[int, ...] = ()) -> None:
        """The same with entries."""
        signed = [lie.signed for lie in lies if lie is not None]
        if signed:
            self.tell(game_frames.encode(Entries(signed)), *targets)

    # -- what must hold ------------------------------------------------------------------------------------------------

    def _check_secrets(self, place: int, payload: bytes) -> None:
        """An honest program hands its secrets over only if every honest peer linked to it has the entry of its leaving."""
        try:
            frame = game_frames.decode(payload)
        except WireError:
            return
        me = self.desks[place].identity.key
        for signed in frame.entries if isinstance(frame, Entries) else ():
            entry = read_entry(signed)
            if entry.entry.author != me or entry.hash in self._handed_over or word(entry) != "bequest":
                continue
            self._handed_over.add(entry.hash)
            session = self.desks[place].session
            log = session.log.entries
            assert insides.leavings(session).wanted, "secrets of a peer that does not want to leave"
            before = [other for other in log[: entry.entry.n] if isinstance(other.entry.body, LeavingBody)]
            assert before
            assert before[-1].entry.body.peer == me
            for other, copy in self.honest.items():
                linked = tuple(sorted((place, other))) in self.up and copy.me in insides.gossip(session).linked
                if other != place and linked and copy.me in session.course.there:
                    has = len(copy.log) > before[-1].entry.n and copy.log.entries[before[-1].entry.n].hash == before[-1].hash
                    assert has, f"{NAMES[other]} has not confirmed that {NAMES[place]} leaves"

    def look(self) -> None:
        """Nobody honest is blamed by an honest program."""
        for place, desk in enumerate(self.desks):
            events, self._looked[place] = desk.events[self._looked[place] :], len(desk.events)
            for event in events if place != self.cheat else ():
                if isinstance(event, OutOfStep):
                    self._check_blame(event.reason)
                elif isinstance(event, Notice) and blames(event.text):
                    self._check_blame(event.text)

    @property
    def too_late(self) -> bool:
        """Whether a player was back when another had already prepared to play on without: then even an honest game stops."""
        return any(event.reason.key == "session.stop.deposited" for desk in self.desks for event in desk.told(OutOfStep))

    def _check_blame(self, reason: Message) -> None:
        if self.too_late:
            return
        if self.cheat is not None and reason.key == "session.stop.said":
            return  # it names the peer that stopped first without a visible reason: the cheat told that peer unsigned words
        assert self.cheat is not None, f"all are honest: {reason.key} {reason.values}"
        named = ", ".join(str(value) for name, value in reason.values if name in ("name", "here", "there", "others"))
        assert not named or NAMES[self.cheat] in named.split(", "), (
            f"{NAMES[self.cheat]} has cheated: {reason.key} {reason.values}"
        )

    def settled(self) -> bool:
        """Whether the game is over for all honest peers, stopped with a sentence, or waits for the cheat."""
        for place, desk in enumerate(self.desks):
            if place != self.cheat and not desk.left and (desk.session is None or desk.session.closed):
                return False
        honest = self.honest.values()
        if any(session.stopped for session in honest):
            return True
        if not self.agree():
            return False
        over = all(session.position.result is not None for session in honest)
        return over or (self.cheat is not None and all(map(self._waits_for_the_cheat, honest)))

    def _waits_for_the_cheat(self, session: Session) -> bool:
        """To write an entry, or to say after a resume that there is nothing new."""
        key = self.desks[self.cheat].identity.key
        return session.course.pen == key or not session.may_write or session.course.there == (key,)

    def finish(self, limit: int = 400_000) -> None:
        """Everybody comes back, and people play to the end."""
        self.lively = True
        until = self.now + limit
        for place, desk in enumerate(self.desks):
            self.later(100, self.person, place, desk.life)
        while not self.settled():
            for place, desk in enumerate(self.desks):
                if desk.vanished:
                    self.come_home(place)
            assert self.now < until, f"nothing ends: {self.describe()}"
            self.pass_by(500)
        heads = {session.course.head for session in self.honest.values() if not session.stopped}
        stopped = any(session.stopped for session in self.honest.values())
        assert stopped or len(heads) <= 1, "honest copies differ"
        if self.cheat is None:
            assert not stopped or self.too_late
