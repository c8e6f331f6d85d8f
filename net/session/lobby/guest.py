"""A guest's side of a lobby: it follows the host's table and signs only what that table showed."""

from __future__ import annotations

import secrets
from collections.abc import Callable, Mapping
from dataclasses import dataclass

from msgspec.structs import replace

from net.addresses import Address, is_literal
from net.api import Closed, LobbyChanged, Notice, Said
from net.deal import FAIR, FAIR_3, FAIR_4
from net.identity import Identity
from net.rulebook import board_in_use, data_hashes
from net.session.format.charter import (
    FRESH_LENGTH,
    Charter,
    CharterError,
    SignedCharter,
    charter_hash,
    new_to,
    playable,
    read_charter,
    sign_charter,
    signed_charter,
)
from net.session.format.manners import unusual
from net.session.format.text import MaybeName, Saying, name_key
from net.session.format.wire import WireError
from net.session.lobby.common import ENDED, Beginning, Phase, blocked, notice, shown
from net.session.lobby.wire import (
    Agree,
    Away,
    Begin,
    Board,
    Decline,
    LobbyFrame,
    Over,
    Propose,
    Ready,
    SaidBy,
    Say,
    Sit,
    Stand,
    Table,
    lobby_frames,
)
from net.session.output import Output, refused
from rules.boards import unpack_board
from rules.contract import RulesError, meant_options, named_options, versions_of
from rules.message import message
from rules.registry import game as game_called

ABSENCE = 30_000
"""Milliseconds for which the guest calls a lost host again before it gives up the table."""


_OVER = {"unseated": "net.closed.unseated", "thrown-out": "net.closed.thrown-out"}


@dataclass(slots=True)
class _Agreed:
    raw: bytes
    charter: Charter


@dataclass(slots=True)
class _Readiness:
    """What the people here have said with their button; the host's table only repeats it.

    Attributes:
        terms: the terms under which they are ready to start, None while they are not.
        travelling: changes of it that no table from the host has shown yet.
    """

    terms: tuple[object, ...] | None = None
    travelling: int = 0


class GuestLobby:
    """A lobby on a guest's computer.

    Attributes:
        host: the host's key.
        beginning: set once everybody has signed.
        over: whether the lobby has ended without a game.
    """

    def __init__(self, identity: Identity, host: bytes, known: Callable[[bytes], bool] = lambda table: False) -> None:
        """Follow this host; ``known`` tells whether this computer has ever been at a table with that id."""
        self.host = host
        self._known = known
        self._fresh = secrets.token_bytes(FRESH_LENGTH)  # one lobby leads to one game at most
        self.beginning: Beginning | None = None
        self.over = False
        self._identity = identity
        self._table: Table | None = None
        self._lost: int | None = None
        self._agreed: _Agreed | None = None
        self._readiness = _Readiness()
        self._board, self._board_of = b"", ""
        self._accepted: bytes | None = None

    @property
    def phase(self) -> Phase:
        """How far the lobby has come, see :data:`~net.session.lobby.common.GUEST`."""
        if self.over:
            return Phase.OVER
        if self.beginning is not None:
            return Phase.BEGUN
        if self._agreed is not None:
            return Phase.SIGNING
        return Phase.CALLING if self._table is None else Phase.SEATING

    # -- the link to the host --------------------------------------------------------------------------------------

    def connected(self) -> Output:
        """The link to the host stands again; the host will send the table."""
        self._lost = None
        return Output()

    def lost(self, now: int) -> Output:
        """The link to the host is gone."""
        if self.phase in ENDED:
            return Output()
        self._lost = now
        if self._readiness.travelling:
            self._readiness = _Readiness()  # it may never arrive
        return self._changed()

    def tick(self, now: int) -> Output:
        """Time has passed: give up a host that stays away."""
        if self._lost is not None and now - self._lost > ABSENCE and not self.over:
            return self._close("net.closed.host-lost")
        return Output()

    @property
    def seen(self) -> bool:
        """Whether the host has shown a table before its start."""
        return self._table is not None

    @property
    def agreed(self) -> Charter | None:
        """The charter that was signed here last, unless the table has changed since."""
        return self._agreed.charter if self._agreed is not None else None

    def receive(self, peer: bytes, payload: bytes) -> Output:
        """A frame came from the host, or from a peer of the agreed charter that learned earlier that all have signed."""
        if self.phase in ENDED:
            return Output()
        try:
            frame = lobby_frames.decode(payload)
            if peer == self.host:
                return self._told(frame)
            return self._begin(frame) if isinstance(frame, Begin) else Output()
        except RulesError:
            return self._close("net.closed.older-here") if peer == self.host else Output(drop=[peer])
        except WireError:
            return self._close("net.closed.host-garbled") if peer == self.host else Output(drop=[peer])

    def _told(self, frame: LobbyFrame | None) -> Output:
        match frame:
            case Table():
                _check(frame, self.host, self._identity.key)
                if self._board and self._board_of != frame.game:
                    raise WireError("the board of another game")
                before, self._table = self._table, frame
                self._agreed = None
                output = self._compare(before, frame)
                output.extend(self._changed())
                return output
            case Board(game, board):
                _check_board(game, board)
                self._board, self._board_of = board, game
                self._agreed = None
                output = self._ask_anew()
                if self._table is not None and self._table.game == game:
                    output.extend(self._changed())
                return output
            case SaidBy(peer, text):
                names = {row.key: row.name for row in self._table.peers} if self._table is not None else {}
                if peer in names and peer != self._identity.key:
                    return Output(events=[Said(names[peer], text, False)])
            case Propose(raw):
                return self._proposed(raw)
            case Begin():
                return self._begin(frame)
            case Over(why):
                return self._close(_OVER.get(why, "net.closed.host-left"))
            case _:
                pass
        return Output()

    def _compare(self, before: Table | None, table: Table) -> Output:
        """Compare the last table with this one: the seats of the people here, and what they have to agree to anew."""
        if before is None:
            return Output()
        me = self._identity.key
        output = Output()
        lost = [index for index, seat in enumerate(before.seats) if seat.peer == me]
        for index in lost:
            if index >= len(table.seats) or table.seats[index].kind == "bot" or table.seats[index].peer not in (me, b""):
                output.events.append(notice("net.notice.seat-lost", seat=index + 1))
        output.extend(self._ask_anew())
        ready, readiness = _calls_ready(table, me), self._readiness
        if ready != _calls_ready(before, me):
            if readiness.travelling:
                readiness.travelling -= 1
            elif not ready:  # the host has taken it back: they may say it again
                readiness.terms = None
        return output

    def _ask_anew(self) -> Output:
        """Forget that the people here are ready, and tell them, if these are not the terms to which they have agreed."""
        agreed, table = self._readiness.terms, self._table
        if agreed is None or table is None or agreed == _terms(table, self._board):
            return Output()
        self._readiness = _Readiness()
        return Output(events=[notice("net.notice.new-terms")])

    def _seen(self, table: Table) -> Table:
        """The table, but without the host's word that the people here are ready if they are not."""
        if self._readiness.terms is not None:
            return table
        me = self._identity.key
        return replace(table, peers=tuple(replace(row, ready=False) if row.key == me else row for row in table.peers))

    # -- the charter -----------------------------------------------------------------------------------------------

    def _proposed(self, raw: bytes) -> Output:
        """Sign the charter if it says what the lobby shows and the people here have agreed to start."""
        try:
            charter = read_charter(raw)
            playable(charter)
            if charter.pack() != raw:
                raise CharterError(message("session.charter.name"))
            new_to(charter, self._identity.key, self._fresh, self._known)
        except CharterError as error:
            output = self._send(Decline(charter_hash(raw)))
            output.events += [notice("net.notice.other-charter"), Notice(error.reason)]
            return output
        table = self._table
        if table is None or self._asks(table) or not _same(charter, self._seen(table), self._board, self._identity.key):
            output = self._send(Decline(charter_hash(raw)))
            output.events.append(notice("net.notice.other-charter"))
            return output
        self._agreed = _Agreed(raw, charter)
        output = self._send(Agree(charter_hash(raw), sign_charter(self._identity, raw)))
        output.extend(self._changed())
        return output

    def _begin(self, frame: Begin) -> Output:
        """Everybody has signed; begin if it is the charter that was signed here."""
        if self._agreed is None or frame.charter != self._agreed.raw:
            return Output()
        try:
            charter = signed_charter(frame.charter, frame.signatures)
        except CharterError as error:
            raise WireError(str(error.reason)) from error
        places = {}
        for row in frame.places:
            if row.peer in charter.charter.keys and row.peer not in (self.host, self._identity.key):
                places[row.peer] = tuple(Address(host, port) for host, port in row.addresses if is_literal(host))
        self.beginning = Beginning(charter, places)
        return Output()

    # -- commands --------------------------------------------------------------------------------------------------

    def sit(self, seat: int, name: str) -> Output:
        """Ask for a seat."""
        if self._table is None or not 0 <= seat < len(self._table.seats):
            return refused(message("net.refused.seat", seat=seat + 1))
        row = self._table.seats[seat]
        if row.kind != "open" and row.peer != self._identity.key:
            return refused(message("net.refused.taken", seat=seat + 1))
        return self._ask(Sit(seat, MaybeName(name)))

    def stand(self, seat: int) -> Output:
        """Give a seat back."""
        if self._table is None or not 0 <= seat < len(self._table.seats) or self._table.seats[seat].peer != self._identity.key:
            return refused(message("net.refused.not-yours", seat=seat + 1))
        return self._ask(Stand(seat))

    def ready(self, ready: bool) -> Output:
        """Agree to start under the terms shown now, or no longer."""
        if self._table is None:
            return refused(message("net.refused.not-linked"))
        if ready and self._asks(self._table):
            return refused(message("net.refused.board"))
        if ready and all(seat.peer != self._identity.key for seat in self._table.seats):
            return refused(message("net.refused.no-seat"))
        output = self._ask(Ready(self._table.terms, ready, self._fresh))
        if output.frames and ready != (self._readiness.terms is not None):
            self._readiness.terms = _terms(self._table, self._board) if ready else None
            self._readiness.travelling += 1
            if _calls_ready(self._table, self._identity.key):
                output.extend(self._changed())
        return output

    def accept_board(self, board: bytes) -> Output:
        """Play on the host's board, for this game alone, if it is still the one that was shown."""
        if self._table is None or board != self._board:
            return Output()
        self._accepted = board
        return self._changed()

    def _asks(self, table: Table) -> bool:
        """Whether the host's board differs from the one used here and the people here have not accepted it yet."""
        return self._board not in (self._accepted, board_in_use(game_called(table.game)))

    def say(self, text: str) -> Output:
        """Say something to everybody."""
        line = Saying.of(text)
        if line is None:
            return Output()
        output = self._ask(Say(line))
        if output.frames and self._table is not None:
            name = next(row.name for row in self._table.peers if row.key == self._identity.key)
            output.events.append(Said(name, line, True))
        return output

    def leave(self) -> Output:
        """Leave, and tell the host."""
        output = self._send(Away()) if self._lost is None else Output()
        self.over = True
        output.events.append(Closed(message("net.closed.left")))
        output.drop.append(self.host)
        return output

    def set_options(self, options: Mapping[str, str]) -> Output:
        """Only the host may."""
        return refused(message("net.refused.host-only"))

    def set_manners(self, manners: Mapping[str, str]) -> Output:
        """Only the host may."""
        return refused(message("net.refused.host-only"))

    def set_seats(self, count: int) -> Output:
        """Only the host may."""
        return refused(message("net.refused.host-only"))

    def set_seat(self, seat: int, kind: str, name: str, level: str) -> Output:
        """Only the host may."""
        return refused(message("net.refused.host-only"))

    def throw_out(self, peer: str) -> Output:
        """Only the host may."""
        return refused(message("net.refused.host-only"))

    def start(self, now: int) -> Output:
        """Only the host may."""
        return refused(message("net.refused.host-only"))

    # -- inside ----------------------------------------------------------------------------------------------------

    def _send(self, frame: LobbyFrame) -> Output:
        return Output(frames=[(self.host, lobby_frames.encode(frame))])

    def _ask(self, frame: LobbyFrame) -> Output:
        """Send a request, unless it would get lost."""
        return refused(message("net.refused.not-linked")) if self._lost is not None else self._send(frame)

    def _changed(self) -> Output:
        if self._table is None:
            return Output()
        obstacle = message("net.blocked.signing") if self._agreed is not None else None
        asks, linked = self._asks(self._table), self._lost is None
        table = self._seen(self._table)
        lobby = shown(table, self._identity.key, host_linked=linked, obstacle=obstacle, board=self._board, asks=asks)
        return Output(events=[LobbyChanged(lobby)])

    def _close(self, why: str) -> Output:
        self.over = True
        return Output(events=[Closed(message(why))], drop=[self.host])


def saved_begin(lobby: GuestLobby, payload: bytes, me: bytes) -> SignedCharter | None:
    """The charter of a game that had begun before this guest called; None for every other frame.

    The one that answers must have a part in that game: others may know its charter too, for instance those who watched it.
    """
    if lobby.seen:
        return None
    try:
        frame = lobby_frames.decode(payload)
        charter = signed_charter(frame.charter, frame.signatures) if isinstance(frame, Begin) else None
    except (WireError, CharterError):
        return None  # the lobby will report what is wrong with it
    return charter if charter is not None and {me, lobby.host} <= set(charter.charter.keys) else None


def _check(table: Table, host: bytes, me: bytes) -> None:
    """Check a table from the host; raises :class:`~net.session.format.wire.WireError` if no honest host could send it.

    Raises :class:`~rules.contract.RulesError` for a game, a house rule or a manner that only a newer program knows.
    """
    rules = game_called(table.game)
    if table.version not in versions_of(rules) or len(table.seats) not in rules.seats:
        raise WireError("not a table of this game")
    meant = meant_options(rules, dict(table.options), table.version)
    if tuple(named_options(rules, meant).items()) != table.options:
        raise WireError("not the house rules of a table")
    if unusual(table.manners) != table.manners:
        raise WireError("not the manners of a table")
    keys = [row.key for row in table.peers]
    if len(set(keys)) != len(keys) or not keys or keys[0] != host or me not in keys:
        raise WireError("not the peers of this table")
    for names in ([row.name for row in table.peers], [seat.name for seat in table.seats if seat.name]):
        if len({name_key(name) for name in names}) != len(names):
            raise WireError("two of the same name")
    for seat in table.seats:
        fits = {
            "open": not seat.name and not seat.peer and not seat.level,
            "person": bool(seat.name) and seat.peer in keys and not seat.level,
            "bot": bool(seat.name) and seat.peer == host and bool(seat.level),
        }
        if not fits.get(seat.kind, False):
            raise WireError("a seat that cannot be")


def _check_board(game: str, board: bytes) -> None:
    """Raise :class:`WireError` for a board that no honest host offers: nobody can play on it."""
    rules = game_called(game)
    try:
        if board:
            unpack_board(rules, board)
    except RulesError as error:
        raise WireError(str(error.reason)) from error


def _terms(table: Table, board: bytes) -> tuple[object, ...]:
    """What people agree to when they are ready: all that a charter fixes, except who sits where."""
    return table.terms, table.game, table.version, table.options, table.manners, len(table.seats), board


def _calls_ready(table: Table, me: bytes) -> bool:
    """Whether the host calls this peer ready."""
    return any(row.key == me and row.ready for row in table.peers)


def _same(charter: Charter, table: Table, board: bytes, me: bytes) -> bool:
    """Whether a charter says exactly what the table shows, and everybody at it is ready, the people here included."""
    seated = {seat.peer for seat in table.seats}
    rows = [row for row in table.peers if row.key == table.peers[0].key or row.key in seated]
    return (
        blocked(table) is None
        and any(row.key == me and row.ready for row in rows)
        and (charter.game, charter.version, charter.options) == (table.game, table.version, table.options)
        and charter.dealer in (FAIR, FAIR_4, FAIR_3)  # what the other programs speak, only the host knows
        and charter.manners == table.manners
        and charter.board == board
        and (bool(board) or charter.rules.hex() in data_hashes(game_called(charter.game)))
        and [(seat.kind, seat.name, seat.peer, seat.level) for seat in charter.seats]
        == [(seat.kind, seat.name, seat.peer, seat.level) for seat in table.seats]
        and [(peer.key, peer.name) for peer in charter.peers] == [(row.key, row.name) for row in rows]
    )
