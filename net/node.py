"""One installation at work: commands from any thread go to the reactor's thread, events go to the listener.

A node has at most one open :class:`~net.table.Table`, and looks for tables on the local network when asked to.
"""

from __future__ import annotations

import logging
import secrets
import threading
from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from functools import partial
from pathlib import Path, PurePath
from typing import TYPE_CHECKING

from net import products
from net import reactor as rim
from net.address_book import AddressBook
from net.api import ConnectionFound, FoundTable, Listener, Moved, NetEvent, Notice, Plan, Refused, TablesFound
from net.desk import Desk, TableError
from net.discovery import Beacon, Discovery, Sighting
from net.key_file import keep, load_or_create
from net.link import Limits
from net.mesh import Pace
from net.portraits import is_portrait
from net.rematch import plan_of
from net.surroundings import this_computer
from net.table import Table
from rules.contract import Move, RulesError
from rules.message import Message, message

if TYPE_CHECKING:
    from net.routers.way import Way

_log = logging.getLogger("alarife.net")

CLOSING = 5.0
"""Seconds that :meth:`TableNode.close` waits for links to be hung up in good order."""


def _ways(described: str, gateway: tuple[str, int] | None) -> list[Way]:
    """Every way to ask the router, see :func:`net.routers.opened.all_ways`; imported when a table needs it."""
    from net.routers.opened import all_ways

    return all_ways(described, gateway)


class TableNode:
    """The implementation of :class:`~net.api.Node`."""

    def __init__(
        self,
        home: Path,
        listener: Listener,
        loopback: bool = False,
        name: str = "",
        limits: Limits | None = None,
        pace: Pace | None = None,
        router: str = "",
        gateway: tuple[str, int] | None = None,
    ) -> None:
        """Start; raises :class:`~net.key_file.IdentityError` when the key in ``home`` cannot be read or made.

        Args:
            home: folder of ``identity.pem``, ``addresses.json`` and ``games/``; no two programs may share it.
            listener: called with every event, in the reactor's thread.
            loopback: neither listen nor announce beyond this computer.
            name: the name of the people here for commands without a name.
            limits: of links, for tests.
            pace: of calling again, for tests.
            router: address of the description of a router that speaks UPnP, for tests; else the network is asked.
            gateway: address and port of a router that speaks PCP or NAT-PMP, for tests.
        """
        self.identity = load_or_create(home / "identity.pem")
        products.use()
        self._listener = listener
        self._name = name
        self._portrait: tuple[int, ...] = ()
        self._closed = False
        self._table: Table | None = None
        self._discovery = Discovery(self.identity.key, self._found, self._discovery_trouble, loopback)
        self._desk = Desk(
            identity=self.identity,
            run=secrets.token_bytes(8),
            games=home / "games",
            book=AddressBook(home / "addresses.json"),
            loopback=loopback,
            around=this_computer(loopback),
            limits=limits or Limits(),
            pace=pace or Pace(),
            ways=partial(_ways, router, gateway),
            emit=self._emit,
            announce=self._discovery.announce,
            seek=self._seek,
            keep_key=partial(keep, self.identity, home / "identity.pem"),
        )

    @property
    def table(self) -> Table | None:
        """The table that is or was last open; only for the reactor's thread."""
        return self._table

    # -- opening a table -------------------------------------------------------------------------------------------

    def offline(self, plan: Plan) -> None:
        """Start a game with no links at once: every seat is a person here or a bot."""
        self._open(lambda table: table.offline(self._named(plan)), plan.name)

    def host(
        self,
        plan: Plan,
        port: int = 0,
        announce: bool = True,
        strangers: bool = True,
        spectators: str = "code",
        *,
        ask_router: bool = False,
    ) -> None:
        """Open a lobby others can join, on this TCP port (0 picks one); ``announce`` shows it on the local network.

        ``strangers`` admits callers without an invite that found the table on the network or know ``host:port``; the host sees
        their fingerprint words and may keep them from a seat. ``spectators`` says who may watch the running game, see
        :meth:`set_spectators`. ``ask_router`` has the router open the port, if it can be asked.
        """
        self._open(lambda table: table.host(self._named(plan), port, announce, strangers, spectators, ask_router), plan.name)

    def join(self, code: str, name: str = "", file: Path | None = None, *, answers: bool = False) -> None:
        """Join by invite code, ``alarife:`` link, ``host:port`` or :attr:`~net.api.FoundTable.code`.

        ``file`` is where to save, as in :class:`~net.api.Plan`. With ``answers`` the table stays open if the host cannot be
        reached: see :class:`~net.api.Unreached`.
        """
        self._open(lambda table: table.join(code, file, answers), name)

    def make_answer(self, servers: Sequence[str] = ()) -> None:
        """Guest, after :class:`~net.api.Unreached`: make the code to send back to the host, and wait for the host."""
        asked = tuple(servers)
        self._at_table(lambda table: table.make_answer(asked))

    def take_answer(self, code: str) -> None:
        """Host, in the lobby: open the way for the guest that has sent this answer code."""
        self._at_table(lambda table: table.findable.take_answer(code))

    def learn_public(self, servers: Sequence[str]) -> None:
        """Ask these STUN servers for this computer's public address, for the invite or for the code of a game."""
        asked = tuple(servers)
        self._at_table(lambda table: table.findable.learn_public(asked))

    def watch(self, code: str, name: str = "", file: Path | None = None) -> None:
        """Watch a game that has begun, if its host lets one: by the same codes as :meth:`join`.

        ``file`` is where to save, as in :class:`~net.api.Plan`.
        """
        self._open(lambda table: table.watch(code, file), name)

    def resume(self, file: PurePath, port: int = 0) -> None:
        """Go on with a saved game: offline at once, between peers as soon as they are linked again."""
        self._open(lambda table: table.resume(Path(file), port), "")

    def _named(self, plan: Plan) -> Plan:
        return plan if plan.name else replace(plan, name=self._name)

    def _open(self, begin: Callable[[Table], None], name: str) -> None:
        def opened() -> None:
            before = self._table
            if before is not None and not before.over:
                self._emit(Refused(message("net.refused.table-open")))
            elif before is not None and not before.ended.called:
                # The last table's port may still be closing.
                before.ended.addCallback(lambda _: self._run(opened))
            else:
                table = Table(self._desk, name or self._name, self._portrait)
                self._watch_offers(table)
                try:
                    begin(table)
                except TableError as error:
                    self._emit(Refused(error.reason))
                else:
                    self._table = table

        self._call(opened)

    def portray(self, portrait: tuple[int, ...]) -> None:
        """Show others this portrait (:mod:`net.portraits`) from now on, at this table and at those to come.

        Raises :class:`ValueError` for numbers that cannot be one.
        """
        if not is_portrait(portrait):
            raise ValueError("no portrait")

        def given() -> None:
            self._portrait = portrait
            if self._table is not None and not self._table.over:
                self._table.portray(portrait)

        self._call(given)

    def check_connection(self, servers: Sequence[str] = ()) -> None:
        """Find out what this computer's connection can do; ends in a last :class:`~net.api.ConnectionFound`."""
        asked = tuple(servers)
        self._call(lambda: self._check(asked))

    def _check(self, servers: tuple[str, ...]) -> None:
        from net.netcheck import Check

        told: list[Message] = []

        def tell(finding: Message) -> None:
            told.append(finding)
            if not finding.key.startswith("connection.advice."):
                self._emit(ConnectionFound(finding, False))

        ways = [] if self._desk.loopback else self._desk.ways()
        table = self._table if self._table is not None and not self._table.over else None
        surprised, links = (table.findable.surprised, table.ways_to_others()) if table is not None else (False, ())
        check = Check(ways, servers, tell, self._desk.loopback, self._desk.around, surprised, links)
        ran = rim.watched(check.run(), "checking the connection")
        ran.addCallback(lambda _: self._emit(ConnectionFound(told[-1], True)))

    # -- looking for tables ----------------------------------------------------------------------------------------

    def discover(self, on: bool) -> None:
        """Start or stop looking for tables on the local network (:class:`~net.api.TablesFound`)."""
        self._call(lambda: self._discovery.look(on))

    def _seek(self, beacon: Beacon | None, met: Callable[[Sighting], None] | None) -> None:
        """Let the discovery look for beacons; ``met`` is called in the reactor's thread."""
        self._discovery.seek(beacon, (lambda seen: rim.call(self._run, lambda: met(seen))) if met is not None else None)

    def _found(self, tables: tuple[FoundTable, ...]) -> None:
        self._call(lambda: self._emit(TablesFound(tables)))

    def _discovery_trouble(self, reason: Message) -> None:
        self._call(lambda: self._tell_trouble(reason))

    def _tell_trouble(self, reason: Message) -> None:
        table = self._table
        if table is not None and table.told_alone and reason.key == "net.notice.no-network":
            table.told_alone = False
        else:
            self._emit(Notice(reason))

    # -- in the lobby ----------------------------------------------------------------------------------------------

    def set_options(self, options: Mapping[str, str]) -> None:
        """Host, in the lobby: change house rules; everybody has to be ready again."""
        chosen = dict(options)
        self._at_table(lambda table: table.in_lobby(lambda lobby: lobby.set_options(chosen)))

    def set_manners(self, manners: Mapping[str, str]) -> None:
        """Host, in the lobby: change the manners of the table; everybody has to be ready again."""
        chosen = dict(manners)
        self._at_table(lambda table: table.in_lobby(lambda lobby: lobby.set_manners(chosen)))

    def set_seats(self, count: int) -> None:
        """Host, in the lobby: change the number of seats (guests who lose their seat may take another)."""
        self._at_table(lambda table: table.in_lobby(lambda lobby: lobby.set_seats(count)))

    def set_seat(self, seat: int, kind: str, name: str = "", level: str = "") -> None:
        """Host: make a seat ``open``, a ``bot`` of a level, or a ``person`` at the host's computer."""
        self._at_table(lambda table: table.in_lobby(lambda lobby: lobby.set_seat(seat, kind, name, level)))

    def sit(self, seat: int, name: str) -> None:
        """Take an open seat for a person at this computer (a guest may take several)."""
        self._at_table(lambda table: table.in_lobby(lambda lobby: lobby.sit(seat, name)))

    def stand(self, seat: int) -> None:
        """Give a seat back."""
        self._at_table(lambda table: table.in_lobby(lambda lobby: lobby.stand(seat)))

    def accept_board(self, board: bytes) -> None:
        """Play on the host's board."""
        self._at_table(lambda table: table.in_lobby(lambda lobby: lobby.accept_board(board)))

    def ready(self, ready: bool) -> None:
        """Guest: agree to start, or not yet. The host agrees by starting."""
        self._at_table(lambda table: table.in_lobby(lambda lobby: lobby.ready(ready)))

    def start(self) -> None:
        """Host: start the game when nothing blocks it."""
        self._at_table(lambda table: table.in_lobby(lambda lobby: lobby.start(rim.now())))

    # -- at the table ----------------------------------------------------------------------------------------------

    def act(self, seat: int, moves: tuple[Move, ...], index: int) -> None:
        """Make moves for a seat of this computer, decided on the position with this index (else Refused)."""
        self._at_table(lambda table: table.act(seat, moves, index))

    def propose_take_back(self, index: int) -> None:
        """Ask everybody to go back to the position after so many entries; alone it is done."""
        self._at_table(lambda table: table.in_game(lambda session: session.propose_take_back(index, rim.now())))

    def answer_take_back(self, yes: bool) -> None:
        """Agree to take the game back as another peer has asked, or decline."""
        self._at_table(lambda table: table.in_game(lambda session: session.answer_take_back(yes, rim.now())))

    def replace(self, peer: str, on: bool = True, level: str = "") -> None:
        """Want a bot to play for a vanished peer, or no longer want it; it happens when everybody else wants it."""
        key = bytes.fromhex(peer)
        self._at_table(lambda table: table.in_game(lambda session: session.replace(key, on, level, rim.now())))

    def take_seat_back(self) -> None:
        """Play again for this computer's seats, after leaving or being replaced."""
        self._at_table(lambda table: table.in_game(lambda session: session.take_seat_back(rim.now())))

    def reach(self, code: str) -> None:
        """In a game: find a missing peer by this code or ``host:port``."""
        self._at_table(lambda table: table.reach(code))

    def say(self, text: str) -> None:
        """Say something in the chat."""
        self._at_table(lambda table: table.say(text))

    def save_elsewhere(self, file: PurePath) -> None:
        """Keep the game in this file from now on (:class:`~net.api.SavingChanged`)."""
        self._at_table(lambda table: table.save_elsewhere(Path(file)))

    def publish_cards(self) -> None:
        """After the end: agree to lay all cards open (:class:`~net.api.PublishingChanged`)."""
        self._at_table(lambda table: table.publish_cards())

    def rematch(self, open_here: bool = False, announce: bool = True, strangers: bool = True, spectators: str = "code") -> None:
        """After the end: another game with the same people, see :meth:`net.api.Node.rematch`."""

        def asked(table: Table) -> None:
            rematch = table.rematch
            if rematch is None:
                self._emit(Refused(message("net.refused.no-rematch")))
            elif table.alone:
                self._play_again(table)
            elif rematch.offer:
                self._accept(table)
            elif table.opens or open_here:
                self._host_again(table, announce, strangers, spectators)
            else:
                table.want_rematch()

        self._at_table(asked)

    def _play_again(self, before: Table) -> None:
        """Another game at this computer."""
        session = before.session
        assert session is not None
        try:
            plan, _ = plan_of(session.charter.charter, self.identity.key)
        except RulesError as error:
            self._emit(Refused(error.reason))
            return
        self._move(before, lambda table: table.offline(plan), plan.name)

    def _accept(self, before: Table) -> None:
        """Go to the table that another peer has opened."""
        session, rematch = before.session, before.rematch
        if before.over or session is None or rematch is None:
            return
        code = rematch.offer
        self._move(before, lambda table: table.join(code, None), session.charter.charter.name(self.identity.key))

    def _move(self, before: Table, begin: Callable[[Table], None], name: str) -> None:
        before.quiet = True
        before.stop()
        self._emit(Moved())
        self._open(begin, name)

    def _host_again(self, before: Table, announce: bool, strangers: bool, spectators: str) -> None:
        table = Table(self._desk, self._name, self._portrait)
        self._watch_offers(table)
        try:
            table.host_again(before, announce, strangers, spectators)
        except TableError as error:
            self._emit(Refused(error.reason))
        else:
            self._table = table

    def _watch_offers(self, table: Table) -> None:
        table.offered = lambda: rim.call(self._run, lambda: self._accept(table) if self._table is table else None)

    def set_spectators(self, setting: str) -> None:
        """Host, in the game: from now on let ``nobody`` watch, holders of the ``code``, or ``anybody``."""
        self._at_table(lambda table: table.in_game(lambda session: session.set_spectators(setting, rim.now())))

    def throw_out(self, peer: str) -> None:
        """Host: send a guest of the lobby away, or a watcher of the game (its public key in hex); it cannot come back."""
        self._at_table(lambda table: table.throw_out(peer))

    def pause(self) -> None:
        """In a game: tell the others that the people here pause, before the links are closed."""
        self._at_table(lambda table: table.pause())

    def leave(self) -> None:
        """Leave the table in good order: tells the others, closes the file, ends in :class:`~net.api.Closed`."""
        self._at_table(lambda table: table.leave())

    def close(self) -> None:
        """End for good: a game can be opened again, a lobby is closed. Links, port and discovery end. It may be called twice.

        Waits until it is done, unless it is called in the reactor's thread.
        """
        done = threading.Event()

        def close() -> None:
            self._closed = True
            self._discovery.close()
            table = self._table
            if table is None:
                done.set()
                return
            if not table.over:
                table.stop()
            table.ended.addBoth(lambda _: done.set())

        if rim.inside():
            close()
            return
        rim.call(close)
        done.wait(CLOSING)
        self._discovery.join()

    # -- inside ----------------------------------------------------------------------------------------------------

    def _at_table(self, command: Callable[[Table], None]) -> None:
        def given() -> None:
            if self._table is None or self._table.over:
                self._emit(Refused(message("net.refused.no-table")))
            else:
                command(self._table)

        self._call(given)

    def _call(self, work: Callable[[], None]) -> None:
        rim.call(self._run, work)

    def _run(self, work: Callable[[], None]) -> None:
        if self._closed:
            return
        try:
            work()
        except Exception:
            _log.exception("a command failed")
            self._emit(Notice(message("net.error.internal")))

    def _emit(self, event: NetEvent) -> None:
        try:
            self._listener(event)
        except Exception:
            _log.exception("the listener failed at %s", type(event).__name__)
