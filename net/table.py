"""One open table at the rim: its lobby, then its session, wired to links, files and the announcement on the local network.

Everything here happens in the reactor's thread. :mod:`net.session` makes the decisions of a table; this module carries them
out.
"""

from __future__ import annotations

import hmac
import ipaddress
import logging
import secrets
from collections import deque
from collections.abc import Callable, Mapping, Sequence
from contextlib import suppress
from dataclasses import replace
from functools import partial
from pathlib import Path
from typing import Any

from twisted.internet.defer import Deferred, succeed
from twisted.internet.task import LoopingCall

from net import deal
from net import reactor as rim
from net.address_book import CODE
from net.addresses import Address, is_literal
from net.admission import Admission
from net.api import (
    AudienceChanged,
    Closed,
    Moved,
    NetEvent,
    Notice,
    Plan,
    Refused,
    Said,
    Unreached,
)
from net.deal.fair.contribution import Contribution
from net.desk import Desk, TableError
from net.door import DoorError
from net.filing import begin_file, reopen
from net.findable import Findable
from net.gamefile import WATCHER, file_of
from net.greeting import JOIN, PROTOCOL, TABLE, WATCH, Hello, Refusal, Welcome, spoken
from net.invite import Invite, InviteError, read
from net.link import CallFailed
from net.lull import Lull
from net.mesh import Mesh
from net.portraits import PortraitBook, tells_portraits
from net.rematch import Rematch, plan_of, tells_rematch
from net.seeking import Seeker
from net.session.audience.watching import Watching
from net.session.core import Session
from net.session.format.charter import Charter, CharterError, playable, signed_charter
from net.session.format.entry import Entry
from net.session.format.wire import GameFrame, WireError, get_ready
from net.session.lobby.common import Beginning, called
from net.session.lobby.guest import GuestLobby, saved_begin
from net.session.lobby.host import HostLobby
from net.session.lobby.wire import Begin, Places, lobby_frames
from net.session.output import Output
from net.signpost import Signpost
from net.udp.room import Room, of_game
from net.whereabouts import Whereabouts, for_watcher, tells_places
from rules.contract import Move, RulesError
from rules.message import Message, message

_log = logging.getLogger("alarife.net")

TICK = 0.25
"""Seconds between two looks at the clock."""

ADDRESSES_EVERY = 40
"""Ticks between two looks at this computer's addresses while hosting: it may change its network."""

MOMENT = 0.1
"""Seconds without a new entry after which all peers hear how far the log reaches, if only the waiting ones heard it at once.
While entries keep coming, they hear it with each tick."""

LOOK_EVERY = 8
"""Ticks between two looks at this computer's addresses and at missing peers in a game that has begun."""

ASK_EVERY = 40
"""While a peer is missing, ticks between two questions to the others where they see this computer."""


class Table:
    """A table from its opening to its end.

    Attributes:
        over: whether it has ended.
        ended: fires once it has ended and its port is free again.
        mesh: its links, or None for a table without other computers.
        lobby: the lobby, or None before the host has answered and after the game has begun.
        findable: how others on the internet find it.
        where: the addresses of the peers of a game, or None.
        quiet: whether the table keeps its events to itself, because the players here have moved on to another one.
        offered: called when somebody opens a table for a rematch that the players here want.
        told_alone: whether the host has just been told that there is no network, so that the discovery need not say so.
    """

    def __init__(self, desk: Desk, name: str, portrait: tuple[int, ...] = ()) -> None:
        self.over = False
        self.ended: Deferred[None] = Deferred()
        self.quiet = False
        self.offered: Callable[[], None] = lambda: None
        self.told_alone = False
        self._tell = desk.emit
        self._desk = replace(desk, emit=self._emit)
        self._rematch: Rematch | None = None
        self._me = desk.identity.key
        self._name = called(name, self._me)
        self._portraits = PortraitBook(self._me, portrait)
        self._admission = Admission(self._turned_away)
        self._signpost = Signpost(self._me, desk.around.hosts, desk.announce)
        self._signpost.told = self._router_said
        self.mesh: Mesh | None = None
        self.lobby: HostLobby | GuestLobby | None = None
        self._session: Session | Watching | None = None
        self._watches = False
        self._announced = False
        self._audience: AudienceChanged | None = None
        self._code = ""
        self._spectators = "nobody"
        self._file: Path | None = None
        self._token = b""
        self._invite: Invite | None = None
        self._answers = False
        self._places: Mapping[bytes, Sequence[Address]] = {}
        self.where: Whereabouts | None = None
        self._outputs: deque[Output] = deque()
        self._draining = False
        self._closing: Deferred[Any] = succeed(None)
        self._ticks = 0
        self._clock = LoopingCall(self._tick)
        self._clock.clock = desk.around.reactor
        self._moment = Lull(desk.around.reactor, MOMENT, self._tell_news)
        self._chores: Any = None
        self.findable = Findable(self._desk, self._me, self)
        self._seeker: Seeker | None = None
        self._elsewhere: set[bytes] = set()

    def _emit(self, event: NetEvent) -> None:
        if not self.quiet:
            self._tell(event)

    @property
    def session(self) -> Session | None:
        """The game, once it has begun and is played here."""
        return self._session if isinstance(self._session, Session) else None

    @property
    def begun(self) -> bool:
        """Whether the game has begun."""
        return self._session is not None

    # -- opening ---------------------------------------------------------------------------------------------------

    def offline(self, plan: Plan) -> None:
        """Begin a game with no links; raises :class:`TableError`."""
        lobby = self._set(plan)
        for event in lobby.start(self._now()).events:
            if isinstance(event, Refused):
                raise TableError(event.reason)
        self.lobby = lobby
        self._do(Output())

    def host(self, plan: Plan, port: int, announce: bool, strangers: bool, spectators: str, ask_router: bool) -> None:
        """Open a lobby; raises :class:`TableError`."""
        lobby = self._set(plan)
        self._listen(port)
        self.lobby = lobby
        self._spectators, self._token = spectators, lobby.token
        self.findable.wait_for_guests(self._token)
        self._signpost.public, self._admission.strangers = announce, strangers
        self._signpost.point_to(lobby, self._linking().port)
        if not self._signpost.hosts:
            self._desk.emit(Notice(message("net.notice.no-network")))
            self.told_alone = True
        self._do(lobby.announce())
        if ask_router and not self.over:
            self._signpost.ask_router(self._desk.ways(), self._linking().port)

    def host_again(self, before: Table, announce: bool, strangers: bool, spectators: str) -> None:
        """Open a lobby for another game with the people of a finished one, on its port, and invite them over its links.

        This ends that table. Raises :class:`TableError` if there can be no other game; then nothing has happened.
        """
        session = before.session
        if session is None or before.mesh is None or before._rematch is None:
            raise TableError(message("net.refused.no-rematch"))
        try:
            plan, kept = plan_of(session.charter.charter, self._me)
        except RulesError as error:
            raise TableError(error.reason) from error
        self.lobby = lobby = self._set(plan)
        lobby.before, lobby.kept = session.charter.charter.table, dict(kept)
        self._spectators, self._token = spectators, lobby.token
        self._signpost, before._signpost = before._signpost, self._signpost
        self._signpost.told = self._router_said
        self._signpost.public, self._admission.strangers = announce, strangers
        mesh, before.mesh = before.mesh, None
        self.mesh = mesh
        self.findable.wait_for_guests(self._token)
        self._signpost.point_to(lobby, mesh.port)
        for key, payload in before._rematch.wish(True, mesh.linked, lobby.invite).frames:
            mesh.send(key, payload)
        mesh.pass_on(self)
        before.quiet = True
        before.stop()
        self._desk.emit(Moved())
        self._do(lobby.announce())

    def join(self, code: str, file: Path | None, answers: bool = False) -> None:
        """Call a host; raises :class:`TableError` for a code that cannot be read."""
        self._answers = answers
        self._call(code, file)

    def watch(self, code: str, file: Path | None) -> None:
        """Call a host to watch its game; raises :class:`TableError` for a code that cannot be read."""
        self._watches = True
        self._call(code, file)

    def _call(self, code: str, file: Path | None) -> None:
        try:
            found = read(code)
        except InviteError as error:
            raise TableError(error.reason) from error
        if self._watches:
            self.mesh = self._new_mesh()  # nobody ever calls a watcher
            self.mesh.open_gate(self._desk.loopback)
        else:
            self._listen(0)
        self._code = code
        self._file = file
        mesh = self._linking()
        if isinstance(found, Invite):
            self._invite = found
            self._token = found.token
            self._desk.book.hint(found.key, CODE, found.addresses)
            mesh.call(found.addresses, found.key, self.hello(found.key), self._not_joined, found.punched)
        else:
            mesh.call([found], None, self.hello(b""), self._not_joined)
        self._start_clock()

    def resume(self, path: Path, port: int) -> None:
        """Go on with a saved game; raises :class:`TableError`."""
        self._restore(path, lambda charter: self._listen_again(charter.table, port) if len(charter.peers) > 1 else None)

    def _restore(self, path: Path, before: Callable[[Charter], None]) -> None:
        """Go on with a saved game after calling ``before``; raises :class:`TableError`."""
        session, self._token = reopen(path, self._desk, before)
        self._play(session)

    def _set(self, plan: Plan) -> HostLobby:
        self._file = None if plan.file is None else Path(plan.file)
        try:
            return HostLobby(self._desk.identity, plan, self._now())
        except RulesError as error:
            raise TableError(error.reason) from error

    def _new_mesh(self) -> Mesh:
        return Mesh(self._desk.around.reactor, self._desk.identity, self, self._desk.limits, self._desk.pace)

    def _listen(self, port: int) -> None:
        mesh = self._new_mesh()
        try:
            mesh.open(port, self._desk.loopback)
        except DoorError as error:
            raise TableError(error.reason) from error
        self.mesh = mesh

    def _listen_again(self, table: bytes, port: int) -> None:
        """Listen on the port where the others expect this computer; if it is taken, on any other."""
        if port:
            self._listen(port)
            return
        before = self._desk.book.port(table)
        try:
            self._listen(before)
        except TableError:
            if not before:
                raise
            self._listen(0)
            self._desk.emit(Notice(message("net.notice.other-port", port=before)))

    def _now(self) -> int:
        return self._desk.around.now()

    def _linking(self) -> Mesh:
        assert self.mesh is not None
        return self.mesh

    def _start_clock(self) -> None:
        if not self._clock.running and not self.over:
            rim.watched(self._clock.start(TICK, now=False), "the clock of a table")

    # -- commands --------------------------------------------------------------------------------------------------

    def in_lobby(self, ask: Callable[[HostLobby | GuestLobby], Output]) -> None:
        """Give the lobby a command; refused if the game has begun or the host has not answered yet."""
        if self.lobby is not None:
            self._do(ask(self.lobby))
        else:
            self._desk.emit(Refused(message("net.refused.no-lobby")))

    def act(self, seat: int, moves: tuple[Move, ...], index: int) -> None:
        """Make moves for a seat of this computer."""
        self.in_game(lambda session: session.act(seat, moves, index, self._now()))

    def in_game(self, ask: Callable[[Session], Output]) -> None:
        """Give the session a command; refused before the game, and at a table that this computer only watches."""
        if isinstance(self._session, Session):
            self._do(ask(self._session))
        else:
            self._desk.emit(Refused(message("net.refused.no-game" if self._session is None else "session.watch.only")))

    def throw_out(self, peer: str) -> None:
        """Send away a guest or a watcher."""
        if self._session is None:
            self.in_lobby(lambda lobby: lobby.throw_out(peer))
        else:
            self.in_game(lambda session: session.throw_out(peer, self._now()))

    def publish_cards(self) -> None:
        """Agree to lay all cards open after the end."""
        self.in_game(lambda session: session.publish_cards(self._now()))

    def save_elsewhere(self, file: Path) -> None:
        """Keep the game in this file from now on."""
        if isinstance(self._session, Watching):
            self._do(self._session.save_elsewhere(file))
        else:
            self.in_game(lambda session: session.save_elsewhere(file))
        if isinstance(self._session, Session) and self._session.file is not None and self._session.file.path == file:
            self._desk.book.remember_file(self._session.charter.charter.table, file)

    def say(self, text: str) -> None:
        """Say something in the chat."""
        if self._session is not None:
            self.in_game(lambda session: session.say(text, self._now()))
        else:
            self.in_lobby(lambda lobby: lobby.say(text))

    def pause(self) -> None:
        """Tell the others that the people here pause; a watcher tells nobody, since nobody waits for it."""
        if not isinstance(self._session, Watching):
            self.in_game(lambda session: session.pause())

    @property
    def rematch(self) -> Rematch | None:
        """The wishes for another game; None before the end of a game that is played here."""
        session = self.session
        if session is None or session.closed or session.position.result is None:
            return None
        if self._rematch is None:
            self._rematch = Rematch(session.charter.charter, self._me)
        return self._rematch

    @property
    def opens(self) -> bool:
        """Whether this computer opens the table for another game: the host does so, or anybody if the host is out of reach."""
        session = self.session
        host = session.charter.charter.keys[0] if session is not None else b""
        return self._me == host or self.mesh is None or not self.mesh.is_linked(host)

    @property
    def alone(self) -> bool:
        """Whether the table has no other computers."""
        return self.mesh is None

    def want_rematch(self) -> None:
        """Tell the others that the people here would like another game."""
        if self.rematch is not None and self.mesh is not None:
            self._do(self.rematch.wish(True, self.mesh.linked))

    def _hear_rematch(self, key: bytes, payload: bytes) -> None:
        rematch = self.rematch
        if rematch is None:
            return  # the game has not ended here yet
        try:
            output = rematch.hear(key, payload, self._now())
        except WireError:
            self._garbled(key)
            return
        self._do(output)
        if rematch.offer and rematch.mine:
            self.offered()

    def leave(self) -> None:
        """Leave in good order."""
        if self._session is not None:
            self._do(self._session.leave(self._now()))
        elif self.lobby is not None:
            self._do(self.lobby.leave())
        else:
            self._close(message("net.closed.left"))

    def stop(self) -> None:
        """Stop at once: a game can be opened again, a lobby is closed."""
        if self._session is not None:
            self._do(self._session.close())
        else:
            self.leave()

    def make_answer(self, servers: Sequence[str]) -> None:
        """Guest: make the code to send back to the host, and wait for the host."""
        self.findable.make_answer(self._invite, servers)

    def reach(self, code: str) -> None:
        """Find a missing peer of a game by the code or address that its people sent."""
        if self.session is None or self._seeker is None:
            self._desk.emit(Refused(message("net.refused.nobody-missing")))
        else:
            self._seeker.reach(code)

    # -- effects ---------------------------------------------------------------------------------------------------

    def _do(self, output: Output) -> None:
        """Carry out the output of a sans-IO part. Consequences, such as a link that breaks, come after it, not during it."""
        if self._draining or output.frames or output.events or output.drop or not isinstance(self._session, Session):
            self._outputs.append(output)  # of a game's outputs, most are empty: what a peer has confirmed changes little
        if self._draining:
            return
        self._draining = True
        try:
            while self._outputs and not self.over:
                one = self._outputs.popleft()
                if one.urgent:
                    self._send(one.frames)
                for event in one.events:
                    self._keep(event)
                    self._desk.emit(self._completed(event))
                if not one.urgent:
                    self._send(one.frames)
                for peer in one.drop:
                    if self.mesh is not None:
                        self.mesh.drop(peer)
                if not self._outputs:
                    self._settle()
            if isinstance(self._session, Session) and self._session.has_news and not self.over:
                self._moment.await_end(len(self._session.log))
            if isinstance(self._session, Session) and self._session.has_chores and self._chores is None and not self.over:
                self._chores = self._desk.around.reactor.callLater(0, self._prepare)
        finally:
            self._draining = False

    def _send(self, frames: Sequence[tuple[bytes, bytes]]) -> None:
        for peer, payload in frames if self.mesh is not None else ():
            self._linking().send(peer, payload)

    def _prepare(self) -> None:
        """The program is idle: do a portion of the work that can be done ahead."""
        self._chores = None
        if isinstance(self._session, Session) and self._session.prepare():
            self._chores = self._desk.around.reactor.callLater(0, self._prepare)

    def _tell_news(self) -> None:
        """No entry has come for a moment: what is said of the last one holds for all before it."""
        if isinstance(self._session, Session):
            self._do(self._session.tell_news())

    def _keep(self, event: NetEvent) -> None:
        """Save what this computer has to know about its table after a restart."""
        if isinstance(event, AudienceChanged) and isinstance(self._session, Session):
            table = self._session.charter.charter.table
            self._desk.book.remember_host_said(table, self._session.host_said)
            if event.mine:
                self._desk.book.remember_audience(table, event.setting, self._token)
        elif isinstance(event, Said) and isinstance(self._session, Session):
            self._desk.book.remember_chat(self._session.charter.charter.table, self._session.chat_heard)

    def _completed(self, event: NetEvent) -> NetEvent:
        """An event completed with what only this module knows: the code by which others, or this computer, may watch."""
        if isinstance(event, AudienceChanged):
            code = str(self._signpost.invite(self._token, self._linking().port)) if event.mine else ""
            self._audience = replace(event, code=code)
            return self._audience
        if isinstance(event, Closed) and event.reason.key == "net.closed.unseated":
            return replace(event, watch=self._code)
        return event

    def _renew_code(self) -> None:
        """If this computer has other addresses now, show a new code for watchers."""
        told = self._audience
        if told is not None and (now := self._completed(told)) != told:
            self._desk.emit(now)
            self._signpost.show(self.session, self.mesh)

    def _settle(self) -> None:
        """Check whether the lobby or the session has ended."""
        if self._session is not None:
            if self._session.closed:
                self._finish()
            elif self._announced != (isinstance(self._session, Session) and self._session.anybody_may_watch):
                self._announced = not self._announced
                self._signpost.show(self.session, self.mesh)
        elif self.lobby is not None:
            if self.lobby.over:
                self._finish()
            elif self.lobby.beginning is not None:
                self._begin(self.lobby.beginning)
            else:
                if isinstance(self.lobby, HostLobby):
                    self._signpost.show(self.lobby, self.mesh)
                self._start_clock()

    def _begin(self, beginning: Beginning) -> None:
        """From the lobby to the game."""
        charter = beginning.charter
        private = secrets.token_bytes(32)
        file = begin_file(self._file, self._desk, charter, self._me, private)
        self._places = beginning.places
        if self._invite is not None:  # the way into the host's network, in case this computer leaves it
            self._desk.book.hint(self._invite.key, CODE, [*self._invite.addresses, *self._invite.punched])
        for key, places in beginning.places.items():
            self._desk.book.hint(key, charter.charter.keys[0], places)
        self._play(Session(self._desk.identity, charter, private, file, spectators=self._spectators, token=self._token))

    def _admitted(self, key: bytes, payload: bytes) -> None:
        """The peer that this watcher called answers; the charter comes first."""
        try:
            frame = lobby_frames.decode(payload)
        except WireError:
            self._close(message("net.closed.host-garbled"))
            return
        if not isinstance(frame, Begin):
            return
        try:
            charter = signed_charter(frame.charter, frame.signatures)
            playable(charter.charter)
        except CharterError as error:
            self._close(error.reason)
            return
        if key not in charter.charter.keys:
            self._close(message("net.closed.host-garbled"))
            return
        for row in frame.places:
            if row.peer != key:
                places = [Address(host, port) for host, port in row.addresses if is_literal(host)]
                self._desk.book.hint(row.peer, key, places)
        self._play(Watching(self._desk.identity, charter, begin_file(self._file, self._desk, charter, WATCHER, b"")))

    def _play(self, session: Session | Watching) -> None:
        self.lobby = None
        self._session = session
        self._signpost.hide()
        self.findable.pause()
        output = session.begin(self._now())
        charter = session.charter.charter
        if self.mesh is not None and len(charter.peers) == 1:
            # All seats are at this computer: there is nobody to listen for.
            self._closing, self.mesh = self.mesh.close(), None
        if self.mesh is not None:
            if isinstance(session, Session):
                self.findable.admit(of_game(session.charter.raw, self._me))
                if charter.keys[0] == self._me and self._token:
                    self.findable.admit(Room.of(self._token, self._me))
                self._desk.book.remember_port(charter.table, self.mesh.port)
                if session.file is not None:
                    self._desk.book.remember_file(charter.table, Path(session.file.path))
                desk = self._desk
                self.findable.use_in_game()
                self.where = Whereabouts(
                    charter,
                    self._me,
                    self.mesh,
                    desk.book,
                    desk.around.hosts,
                    self._places,
                    desk.emit,
                    desk.seek,
                    lambda: self.findable.places,
                )
            self._seeker = Seeker(self._desk, self.mesh, session, self.hello, lambda: self.over)
            for key in charter.keys:
                if self.mesh.is_linked(key):
                    output.extend(session.connected(key, self._now()))
        self._do(output)
        if not self.over:
            if self.where is not None and isinstance(session, Session) and session.resumed:
                self.where.look_around(session.course.there)
            self._start_clock()

    def _close(self, reason: Message, watch: str = "") -> None:
        self._desk.emit(Closed(reason, watch))
        self._finish()

    def _finish(self) -> None:
        if self.over:
            return
        self.over = True
        if self._clock.running:
            self._clock.stop()
        self._moment.cancel()
        if self._chores is not None:
            self._chores.cancel()
            self._chores = None
        self._signpost.close()
        self.findable.close()
        if self.where is not None:
            self.where.close()
        if self.mesh is not None:
            self._closing = self.mesh.close()
        rim.watched(self._closing, "closing a table").addBoth(lambda _: self.ended.callback(None))

    def _tick(self) -> None:
        """Time has passed. A failure is reported and the clock goes on: a table without a clock would wait for ever."""
        if self.over:
            return
        try:
            self._go_by()
        except Exception:
            _log.exception("the clock of a table failed")
            self._desk.emit(Notice(message("net.error.internal")))

    def _go_by(self) -> None:
        self._ticks += 1
        now = self._now()
        if self._ticks % LOOK_EVERY == 0:
            self._desk.keep_key()
        if self._session is not None:
            self._do(self._session.tick(now))
            if self.where is not None and not self.over and self._ticks % LOOK_EVERY == 0:
                self.where.look_around(self._session.course.there)
                self._renew_code()
                self._signpost.look_around()
                self.findable.stay(ask=self._ticks % ASK_EVERY == 0)
            if self._seeker is not None and not self.over:
                self._seeker.follow()
        elif self.lobby is not None:
            if self._ticks % ADDRESSES_EVERY == 0:
                self._point_here()
                self._signpost.look_around()
            self._do(self.lobby.tick(now))
            get_ready(GameFrame, Entry, Contribution)  # else the first peer to shuffle would be waited for longer
            deal.get_ready()

    def ways_to_others(self) -> tuple[Message, ...]:
        """Sentences about how each of the others at the table is reached."""
        mesh = self.mesh
        if mesh is None:
            return ()
        if self._session is not None:
            charter, there = self._session.charter.charter, self._session.course.there
            others = [(key, charter.name(key)) for key in charter.keys if key != self._me and key in there]
        elif isinstance(self.lobby, HostLobby):
            others = [(peer.key, peer.name) for peer in self.lobby.table.peers if peer.key != self._me]
        else:
            others = []  # guests link up with each other when the game begins
        missing = "through" if mesh.linked else "away"
        return tuple(
            message(
                f"connection.peer.{missing if not mesh.is_linked(key) else 'tcp' if mesh.place(key) is None else 'udp'}",
                name=name,
            )
            for key, name in others
        )

    def _point_here(self) -> None:
        """Put this computer's present addresses into the invite, which guests do not see."""
        if isinstance(self.lobby, HostLobby) and self._signpost.point_to(self.lobby, self._linking().port):
            self._do(self.lobby.show())

    def point_here(self, punched: tuple[Address, ...]) -> None:
        """Put this computer's present addresses into the invite, and those at which only UDP reaches it."""
        self._signpost.punched = punched
        self._point_here()

    def _router_said(self, said: Message) -> None:
        self._desk.emit(Notice(said))
        self._point_here()

    # -- what the mesh asks and reports ----------------------------------------------------------------------------

    def hello(self, key: bytes) -> Hello:
        """The greeting for a peer that is called."""
        session = self._session
        table = session.charter.charter.table if session is not None else b""
        return Hello(
            protocol=PROTOCOL,
            run=self._desk.run,
            purpose=WATCH if self._watches else JOIN if session is None else TABLE,
            table=table,
            token=self._token if session is None or self._watches else b"",
            name=self._name,
            port=self._linking().port,
            hosts=self._signpost.hosts,
            games=self._admission.games,
        )

    def judge(self, key: bytes, hello: Hello) -> Welcome | Refusal:
        """Answer a caller."""
        stage = self._session if self._session is not None else self.lobby
        no = Refusal(PROTOCOL, "nothing") if self.over else self._admission.refuses(stage, key, hello, self._now())
        if no is not None:
            return no
        return Welcome(spoken(hello), self._desk.run, self._name, self._linking().port, self._signpost.hosts)

    def room(self, key: bytes) -> Room | None:
        """The room in which a peer waits for calls over UDP: in a game one made from the charter, before it from the token."""
        if self._session is not None and key in self._session.charter.charter.keys:
            return of_game(self._session.charter.raw, key)
        return Room.of(self._token, key) if self._token else None

    def seen(self, place: Address) -> None:
        """A peer has seen this computer's datagrams come from this address; others may use it."""
        self.findable.seen(place)

    def explain(self, refusal: Refusal) -> Message:
        """The sentence for a refusal."""
        return self._admission.explain(refusal)

    def _not_joined(self, why: CallFailed) -> None:
        if (
            self._answers
            and not why.final
            and self._invite is not None
            and self._invite.token
            and self.findable.gate is not None
        ):
            self.unreached(why)
        else:
            self.shut(why)

    def unreached(self, why: CallFailed) -> None:
        """The host of the invite does not answer; the table stays open."""
        if not self.over:
            self._desk.emit(Unreached(why.reason))

    def shut(self, why: CallFailed) -> None:
        """The host of the invite refuses; the table is closed."""
        self._close(why.reason, self._code if why.code == "begun-watch" else "")

    def missed(self, key: bytes, why: CallFailed) -> None:
        """A call to a wanted peer has failed: for a guest, a host that refuses has closed the table.

        In a game, the people here hear once of a peer that is at another table, unless it has invited them there. Called
        while it waits for another game with the same people, it does so, too.
        """
        if why.final and isinstance(self.lobby, GuestLobby) and self.lobby.host == key:
            self._close(why.reason)
        elif (
            isinstance(self._session, Watching)
            and key == self._session.course.there[0]
            and why.code.startswith("watch-")  # the host has changed its mind
        ):
            self._do(self._session.give_up(why.reason))
        elif isinstance(self._session, Session) and why.code == "elsewhere":
            self._gone_on(self._session, key, why.invite)

    def _gone_on(self, session: Session, key: bytes, invite: str) -> None:
        """A peer of the game is at another table; ``invite`` leads there, or is empty."""
        rematch = self.rematch
        if invite and rematch is not None:
            with suppress(WireError):
                self._do(rematch.invited(key, invite))
                if rematch.mine:
                    self.offered()
        if key not in self._elsewhere and (rematch is None or not rematch.offer):
            self._desk.emit(Notice(message("net.notice.elsewhere", name=session.charter.charter.name(key))))
        self._elsewhere.add(key)

    def answered(self, key: bytes, address: Address) -> None:
        """A peer was called at an address, and its key has answered."""
        if not self.over:
            self._desk.book.answered(key, address)

    def linked(self, key: bytes, greeting: Hello | Welcome, host: str, called: bool) -> None:
        """A link stands."""
        if self.over:
            return
        self._elsewhere.discard(key)
        self.findable.arrived()
        self._met(key, greeting, host, called)
        if not self.over and self._linking().is_linked(key):
            self._show_portraits(key, greeting)

    def _met(self, key: bytes, greeting: Hello | Welcome, host: str, called: bool) -> None:
        places = _places(greeting, host, self._linking().place(key))
        session = self._session
        if session is not None and key not in session.charter.charter.keys:
            if called or isinstance(session, Watching):
                self._linking().drop(key)
                self._desk.emit(Refused(message("net.refused.not-at-table")))
            else:
                assert isinstance(greeting, Hello)
                invited = self._token and hmac.compare_digest(greeting.token, self._token)
                self._linking().send(key, _begin_frame(session, for_watcher(self._known_places, host) if invited else {}))
                self._do(session.watched(key, greeting.name, self._now()))
            return
        if self._seeker is not None:
            self._seeker.found(key)
        self._desk.book.said(key, places)
        if isinstance(session, Watching):
            self._do(session.connected(key, self._now()))
        elif session is not None and self.where is not None:
            # A peer that still waits in the lobby for the last signature learns from any other that the game has begun.
            self._linking().send(key, _begin_frame(session, self._known_places))
            self._do(session.connected(key, self._now()))
            if self._rematch is not None:
                self._do(self._rematch.greet(key))
            if not self.over:
                self.where.met(key, places, session.course.there)
        elif isinstance(self.lobby, HostLobby):
            assert isinstance(greeting, Hello)
            told = tuple(sorted(places, key=lambda address: _loops(address.host)))
            self._do(
                self.lobby.connected(
                    key,
                    greeting.name,
                    self.lobby.invited(greeting.token),
                    told,
                    self._now(),
                    greeting.games,
                    greeting.protocol,
                )
            )
        elif isinstance(self.lobby, GuestLobby):
            if key == self.lobby.host:
                self._do(self.lobby.connected())
        elif called and not self._watches:
            self.lobby = GuestLobby(self._desk.identity, key, self._desk.book.knows)
            self._linking().keep(key, partial(self._desk.book.addresses, key))

    def portray(self, portrait: tuple[int, ...]) -> None:
        """Show another portrait of the people here."""
        self._do(self._portraits.show(portrait, isinstance(self.lobby, HostLobby)))

    def _show_portraits(self, key: bytes, greeting: Hello | Welcome) -> None:
        """Send the portraits of the people here to a peer that has linked; a watcher gets all of them, as a guest does."""
        session = self._session
        hosts = isinstance(self.lobby, HostLobby) or (session is not None and key not in session.charter.charter.keys)
        for to, payload in self._portraits.met(key, min(PROTOCOL, greeting.protocol), hosts).frames:
            self._linking().send(to, payload)

    def _hear_portraits(self, key: bytes, payload: bytes) -> None:
        session, lobby = self._session, self.lobby
        if session is not None:
            keys = session.charter.charter.keys
            if key not in keys:
                return  # a watcher is not shown
            from_host = isinstance(session, Watching) and key == keys[0]
        else:
            from_host = isinstance(lobby, GuestLobby) and key == lobby.host
        try:
            output = self._portraits.hear(key, payload, self._now(), isinstance(lobby, HostLobby), from_host)
        except WireError:
            _log.warning("a portrait that is none")
            self._linking().drop(key)
        else:
            self._do(output)

    @property
    def _known_places(self) -> Mapping[bytes, Sequence[Address]]:
        """The addresses of the other peers of the game."""
        return self.where.places if self.where is not None else self._places

    def unlinked(self, key: bytes) -> None:
        """A link is gone."""
        if self.over:
            return
        self._portraits.lost(key)
        if self._session is not None:
            self._do(self._session.lost(key, self._now()))
            if self._rematch is not None:
                self._do(self._rematch.lost(key))
        elif isinstance(self.lobby, HostLobby) or (isinstance(self.lobby, GuestLobby) and key == self.lobby.host):
            self._do(self.lobby.lost(key, self._now()) if isinstance(self.lobby, HostLobby) else self.lobby.lost(self._now()))
        elif self._watches and self.lobby is None:
            self._close(message("net.error.hung-up"))

    def blame(self, key: bytes, what: str) -> None:
        """A linked peer misbehaves: in a game, tell the people here."""
        _log.warning("%s: %s", key.hex()[:8], what)
        if isinstance(self._session, Session) and not self.over:
            self.in_game(lambda session: session.fault(key, what))

    def intruder(self, host: str, what: str) -> None:
        """A caller did not identify itself; see :meth:`net.link.Owner.intruder`."""
        if not self.over:
            self._admission.intruder(host, what)

    def _turned_away(self, key: bytes, text: Message) -> None:
        """Report a caller that was not let in; in a game, also keep a record beside its file."""
        session = self._session
        if isinstance(session, Session):
            self._do(session.turned_away(key, text))
        else:
            self._desk.emit(Notice(text))

    def received(self, key: bytes, payload: bytes) -> None:
        """A frame came in."""
        if self.over:
            return
        if tells_portraits(payload):
            self._hear_portraits(key, payload)
        elif self._session is not None:
            if self.where is not None and tells_places(payload) and key in self._session.charter.charter.keys:
                self._hear_places(key, payload)
            elif tells_rematch(payload) and key in self._session.charter.charter.keys:
                self._hear_rematch(key, payload)
            else:
                self._do(self._session.receive(key, payload, self._now()))
        elif isinstance(self.lobby, HostLobby):
            self._do(self.lobby.receive(key, payload, self._now()))
        elif isinstance(self.lobby, GuestLobby) and not self._goes_on(self.lobby, payload):
            self._do(self.lobby.receive(key, payload))
        elif self._watches:
            self._admitted(key, payload)

    def _hear_places(self, key: bytes, payload: bytes) -> None:
        assert self.where is not None
        try:
            self.where.hear(key, payload, self._now())
        except WireError:
            self._garbled(key)

    def _garbled(self, key: bytes) -> None:
        """A peer of the game has sent what no honest program sends: tell the people here once, and close its link."""
        self.in_game(lambda session: session.fault(key, "garbled"))
        self._linking().drop(key)

    def _goes_on(self, lobby: GuestLobby, payload: bytes) -> bool:
        """If the host answers with a game that began earlier and is saved here, go on from the file. Returns whether it did."""
        begin = saved_begin(lobby, payload, self._me)
        if begin is None:
            return False
        table = begin.charter.table
        file = self._desk.book.file(table) or file_of(table, self._desk.games)  # it may have been renamed
        if file is None:
            self._close(message("net.closed.no-file"))
            return True
        try:
            self._restore(file, lambda charter: None)
        except TableError as error:
            self._close(error.reason)
        return True


def _begin_frame(session: Session, places: Mapping[bytes, Sequence[Address]]) -> bytes:
    """The charter of a game that has begun, and where its peers may be reached."""
    charter = session.charter
    rows = tuple(
        Places(key, tuple((address.host, address.port) for address in addresses if is_literal(address.host))[:8])
        for key, addresses in places.items()
    )
    return lobby_frames.encode(Begin(charter.raw, charter.signatures, rows))


def _places(greeting: Hello | Welcome, host: str, place: Address | None) -> tuple[Address, ...]:
    """The addresses of a peer: first those seen from here, then those it states; none if it does not listen.

    At the address where a peer linked over UDP is seen, its router lets datagrams in, so others can meet it there.
    """
    if not greeting.port:
        return ()
    hosts = [host, *greeting.hosts] if host else greeting.hosts
    stated = [Address(one, greeting.port) for one in hosts if is_literal(one)]
    return tuple(dict.fromkeys([place, *stated] if place is not None else stated))[:8]


def _loops(host: str) -> bool:
    """Whether an address is a loopback address, which others get last."""
    return ipaddress.ip_address(host).is_loopback
