"""A peer without a window: it sits down at a table, plays its seats with bots, and reports how the game ended.

It uses the same :class:`~net.api.Node` as the window. Events come from the network's thread into a queue; everything
else happens in the thread that called :meth:`HeadlessPeer.play`.
"""

from __future__ import annotations

import os
import queue
import random
import secrets
import sys
import tempfile
import threading
import time
from collections import deque
from collections.abc import Callable, Mapping, Sequence
from pathlib import Path, PurePath
from types import TracebackType
from typing import NamedTuple, Self

from client.bots import Clock, TurnTime, chance_of, choose_move
from client.commands.output import Trouble, trouble
from client.programs import Choice, Program, ProgramBot, ProgramTrouble
from net.api import (
    PROGRAM,
    Absence,
    AbsenceChanged,
    Advanced,
    AudienceChanged,
    BotTurn,
    Closed,
    Lobby,
    LobbyChanged,
    NetEvent,
    Notice,
    Opened,
    OutOfStep,
    Peer,
    PeersChanged,
    Plan,
    PublishingChanged,
    Refused,
    SavingChanged,
    Seat,
    TakeBackChanged,
    Unreached,
)
from net.gamefile import GameFileError, load
from net.node import TableNode
from rules.contract import Move, State
from rules.message import Message, message
from rules.registry import game

GOODBYE_SECONDS = 20
"""How long a host waits for its guests to leave, and any peer for its own table to close, after the game, in seconds."""

MOST_REFUSALS = 20
"""The number of refusals in a row after which trying again is pointless."""

TRY_AGAIN_SECONDS = 0.2
"""A returning peer must not decide anything before it has heard the news: how long it waits between two checks, in seconds."""

ALONE_SECONDS = 120
"""How long a spectator waits while no peer of the table can be reached, in seconds."""

LONGEST_WAIT = 0.5 if sys.platform == "win32" else None
"""How long to wait without a break, in seconds: on Windows, Python notices Ctrl-C only between two waits."""

ANSWER_SECONDS = 4
"""How long to hold back a move while somebody asks for a take-back, in seconds."""

Watcher = Callable[[NetEvent], None]


class Ways(NamedTuple):
    """How a peer without a window behaves where people would decide.

    Attributes:
        replace_after: seconds after which it wants a bot in place of a missing player; None to wait.
        returns: whether it takes back seats that somebody else has taken over.
        take_back: the share of its turns at which it asks for a take-back to the previous turn. It agrees to all requests of
        others.
        answers: whether it makes an answer code if it cannot reach the host.
        servers: the STUN servers that it asks for its public address, as a host or for an answer code.
    """

    replace_after: float | None = None
    returns: bool = False
    take_back: float = 0.0
    answers: bool = False
    servers: tuple[str, ...] = ()


class Outcome(NamedTuple):
    """How a game between peers ended, according to one peer.

    Attributes:
        scores, ranks: by seat.
        end: what ended it.
        head: the hash of the game's last log entry, in hex.
        digest: the digest of the final position's public facts.
        position: the final position.
        names: the players by seat.
        game: the game's id.
    """

    scores: tuple[int, ...]
    ranks: tuple[int, ...]
    end: str
    head: str
    digest: str
    position: State
    names: tuple[str, ...]
    game: str


def _passing_folder() -> tempfile.TemporaryDirectory[str]:
    """A temporary folder; raises :class:`~client.commands.output.Trouble` if there can be none."""
    try:
        return tempfile.TemporaryDirectory(prefix="alarife-peer-")
    except OSError as error:
        place = error.filename or os.environ.get("TMPDIR") or os.environ.get("TEMP") or "/tmp"
        raise trouble("trouble.unwritten", file=str(place), why=error.strerror or str(error)) from error


class HeadlessPeer:
    """One peer at one table, from sitting down to leaving. A context manager: its exit ends the node."""

    def __init__(
        self,
        bot: Choice,
        name: str,
        seats: int = 1,
        home: Path | None = None,
        loopback: bool = False,
        watch: Watcher | None = None,
        ways: Ways | None = None,
    ) -> None:
        """Prepare the peer.

        Args:
            bot: what plays its seats. A program that fails gives its seat to the strongest level for the rest of the game.
            name: the name that others see.
            seats: how many seats it takes.
            home: the folder of its key and games; by default a temporary one, with a new key.
            loopback: whether it talks only to peers on this computer.
            watch: receives every event of the table.
            ways: how it behaves; by default it waits for everybody and requests nothing.
        """
        self._program = bot if isinstance(bot, Program) else None
        self._programs: dict[int, ProgramBot] = {}
        self._given_up: set[int] = set()
        self.level = bot if isinstance(bot, str) else PROGRAM
        self.name = name
        self.seats = seats
        self._watch = watch
        self._ways = ways or Ways()
        self._wish: threading.Timer | None = None
        self._missed = ""
        self._events: queue.SimpleQueue[NetEvent] = queue.SimpleQueue()
        self._early: deque[NetEvent] = deque()
        self._passing = None
        if home is None:
            self._passing = _passing_folder()
            home = Path(self._passing.name)
        self.node = TableNode(home, self.hear, loopback)
        self._lobby: Lobby | None = None
        self._asked: int | None = None
        self._game: Opened | None = None
        self._players: tuple[Seat, ...] = ()
        self._file: PurePath | None = None
        self._unsaved: Message | None = None
        self._waits_for_disk = False
        self._late: Sequence[Peer] | None = None
        self._latest: Opened | Advanced | None = None
        self._deciding = False
        self._refusals = 0
        self._again: float | None = None
        self._back = TakeBackChanged((), None)
        self._patient = 0.0
        self._audience: tuple[str, ...] = ()
        self._alone: float | None = None
        self._time = TurnTime()

    def __enter__(self) -> Self:
        return self

    def __exit__(self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None) -> None:
        if self._wish is not None:
            self._wish.cancel()
        self.node.close()
        self._end_programs()
        if self._passing is not None:
            self._passing.cleanup()

    def hear(self, event: NetEvent) -> None:
        """Called in the network's thread."""
        self._events.put(event)

    # -- sitting down --------------------------------------------------------------------------------------------------

    def host(
        self,
        game_id: str,
        players: int,
        options: Mapping[str, str],
        port: int = 0,
        file: Path | None = None,
        manners: Mapping[str, str] | None = None,
        spectators: str = "code",
    ) -> Lobby:
        """Open a table with this peer's seats first and the others open; returns the lobby, with the invite for others.

        ``watch`` receives earlier events only after that, because the invite comes first.
        """
        own = tuple(Seat("bot", self._name_of(place), level=self.level, here=True) for place in range(self.seats))
        plan = Plan(game_id, (*own, *[Seat("open")] * (players - self.seats)), options, self.name, file, manners or {})
        self.node.host(plan, port, announce=False, spectators=spectators)
        early = []
        while self._lobby is None:
            early.append(self._awaited(None))
            self.take(early[-1])
        self._early.extend(early)
        if self._ways.servers:
            self.node.learn_public(self._ways.servers)
        return self._lobby

    def join(self, code: str, file: Path | None = None) -> None:
        """Ask for a place at the table with this invite."""
        self.node.join(code, self.name, file, answers=self._ways.answers)

    def resume(self, file: Path, port: int = 0) -> None:
        """Continue a saved game of this peer."""
        self.node.resume(file, port)

    def watch(self, code: str, file: Path | None = None) -> None:
        """Ask to watch the game at the table with this invite; :meth:`play` then waits for its end."""
        self.node.watch(code, self.name, file)

    def _name_of(self, place: int) -> str:
        return self.name if self.seats == 1 else f"{self.name} {place + 1}"

    # -- playing -------------------------------------------------------------------------------------------------------

    def play(self) -> Outcome:
        """Play to the end of the game and leave the table; raises :class:`~client.commands.output.Trouble` if it has no end."""
        outcome = self.finish()
        self.say_goodbye()
        return outcome

    def finish(self) -> Outcome:
        """Play to the end of the game and stay at the table; raises :class:`~client.commands.output.Trouble` as above."""
        outcome = None
        while outcome is None:
            due = min((moment for moment in (self._again, self._alone) if moment is not None), default=None)
            event = self.next_event() if due is None else self._next(due)
            outcome = self._look_again() if event is None else self.take(event)
        return outcome

    def open_cards(self) -> None:
        """Agree to open all cards, and wait until all peers have; raises :class:`~client.commands.output.Trouble`."""
        self.node.publish_cards()
        deadline = time.monotonic() + GOODBYE_SECONDS
        while (event := self._next(deadline)) is not None:
            if isinstance(event, PublishingChanged) and event.open:
                return
            if isinstance(event, Refused):
                raise Trouble(event.reason)
        raise trouble("trouble.not-opened")

    def stay(self, seconds: float, ended_anew: Callable[[Outcome], None]) -> None:
        """Keep the table open, so that peers that come late still get the end.

        The others may have continued without this peer meanwhile. Then its end is void, and ``ended_anew`` receives the next.
        """
        deadline = time.monotonic() + seconds
        while time.monotonic() < deadline:
            event = self._next(deadline if self._again is None else min(self._again, deadline))
            outcome = self.take(event) if event is not None else self._look_again() if self._again is not None else None
            if outcome is not None:
                ended_anew(outcome)

    def leave(self) -> None:
        """Leave in good order, at any time."""
        self.node.leave()
        self._until_closed(time.monotonic() + GOODBYE_SECONDS)

    def _miss(self, absence: Absence | None) -> None:
        """The game waits for an unreachable peer (None: for none): vote for a bot there after long enough."""
        if self._ways.replace_after is None:
            return
        if self._missed and (absence is None or absence.peer != self._missed):
            if self._wish is not None:
                self._wish.cancel()
            self.node.replace(self._missed, on=False)
            self._missed = ""
        if absence is None or absence.refused is not None or self._missed:
            return
        if absence.away is not None or absence.shunned:
            self._missed = absence.peer
            wait = 0.0 if absence.away is None else max(0.0, self._ways.replace_after - absence.away / 1000)
            self._wish = threading.Timer(wait, self.node.replace, [absence.peer])
            self._wish.daemon = True
            self._wish.start()

    def take(self, event: NetEvent) -> Outcome | None:
        """React to one event; returns how the game ended once it has."""
        match event:
            case AbsenceChanged(absence=absence):
                self._miss(absence)
                if self._ways.returns and event.returnable and not event.returning:
                    self.node.take_seat_back()
            case TakeBackChanged():
                self._think_back(event)
            case LobbyChanged(lobby=lobby):
                self._lobby = lobby
                self._settle_down(lobby)
            case Refused(reason=reason):
                self._refused(reason)
            case SavingChanged(reason=reason, file=file):
                self._file, self._unsaved = file, reason
                self._waits_for_disk &= reason is not None
            case Opened():
                if not event.watching:
                    self._check_level(event.game)  # a saved game has no lobby
                self._game, self._file = event, event.file
                self._players = event.seats
                self._look_around(event.peers)
                return self._advance(event)
            case Advanced():
                if event.move is not None:
                    self._deciding = False
                    self._refusals = 0
                return self._advance(event)
            case PeersChanged(peers=peers, seats=seats):
                self._look_around(peers)
                if self._latest is not None and self._latest.position.result is not None:
                    self._late = peers
                before, self._players = self._players, seats
                if seats != before and self._latest is not None and self._latest.position.result is None:
                    return self._advance(self._latest)  # a seat that was taken back may be on turn
            case BotTurn():
                self._act(event.seat, event.level, event.view, event.index)
            case Unreached(reason=reason):
                if reason.key == "answer.closed.nobody":
                    raise Trouble(reason)
                self.node.make_answer(self._ways.servers)
            case OutOfStep(reason=reason) | Closed(reason=reason):
                raise Trouble(reason)
        return None

    def _look_around(self, peers: Sequence[Peer]) -> None:
        """A spectator does not wait forever if no player is there."""
        if self._game is None or not self._game.watching or any(peer.linked for peer in peers):
            self._alone = None
        elif self._alone is None:
            self._alone = time.monotonic() + ALONE_SECONDS

    def _think_back(self, back: TakeBackChanged) -> None:
        """News about a take-back request: agree to it, and hold back moves."""
        if back.asked is not None and self._back.asked is None:
            self._patient = time.monotonic() + ANSWER_SECONDS
        self._back = back
        if back.asked is not None and not back.asked.answered:
            self.node.answer_take_back(yes=True)

    def _waits(self, seat: int) -> bool:
        """Whether to hold back a move, because somebody (perhaps this peer just now) has asked for a take-back."""
        if self._back.asked is not None:
            return time.monotonic() < self._patient
        person = self._players[seat].kind == "person"
        if not person or not self._back.turns or random.random() >= self._ways.take_back:
            return False
        self.node.propose_take_back(self._back.turns[-1][0])
        return True

    def _check_level(self, game_id: str) -> None:
        """Raise :class:`~client.commands.output.Trouble` if the game has no bot of this level."""
        levels = game(game_id).bots
        if self.level not in levels and self._program is None:
            raise trouble("trouble.level", game=game_id, level=self.level, levels=", ".join(levels))

    def _settle_down(self, lobby: Lobby) -> None:
        self._check_level(lobby.game)
        if lobby.host:
            if lobby.blocked is None:
                self.node.start()
            return
        mine = sum(seat.here for seat in lobby.seats)
        if self._asked is not None and lobby.seats[self._asked].kind == "open":
            return  # the answer is still on its way
        self._asked = None
        if mine >= self.seats:
            if lobby.asks:
                self.node.accept_board(lobby.board)  # bots play on any board
            elif not any(peer.ready for peer in lobby.peers if peer.key == lobby.me):
                self.node.ready(True)
            return
        free = [place for place, seat in enumerate(lobby.seats) if seat.kind == "open"]
        if free:
            self._asked = free[0]
            self.node.sit(free[0], self._name_of(mine))

    def _advance(self, now: Opened | Advanced) -> Outcome | None:
        """Move if one of this peer's own seats is on turn (bots' moves are requested), or return the outcome at the end."""
        self._latest = now
        if now.position.result is not None:
            return self._outcome(now.position, now.index)
        seat = now.position.turn
        if seat is not None and self._players[seat].here and self._players[seat].kind == "person":
            self._act(seat, self.level, now.position.view(seat), now.index)
        return None

    def _act(self, seat: int, level: str, view: State, index: int) -> None:
        assert self._game is not None
        if self._deciding:  # an entry that is no move (a peer left) may have arrived during a decision
            return
        if self._waits(seat):
            self._again = time.monotonic() + TRY_AGAIN_SECONDS
        else:
            self._deciding = True
            begun = time.monotonic()
            move = self._choose(seat, level, view)
            self._time.spent((time.monotonic() - begun) * 1000)
            self._send(seat, move, index)

    def _choose(self, seat: int, level: str, view: State) -> Move:
        assert self._game is not None
        left = self._time.left(view)
        if self._program is not None and level == PROGRAM and seat not in self._given_up:
            bot = self._programs.setdefault(seat, ProgramBot(self._program))
            try:
                return bot.choose(view.copy(), Clock(left), chance_of(secrets.randbits(64)))
            except ProgramTrouble as error:
                self._given_up.add(seat)
                self._show(Notice(error.reason))
                self._show(Notice(message("program.replaced")))
        return choose_move(self._game.game, level, view, secrets.randbits(64), left, str(seat))

    def _end_programs(self) -> None:
        for bot in self._programs.values():
            bot.close()
        self._programs.clear()

    def _refused(self, reason: Message) -> None:
        """In the lobby, a guest waits for news before it tries again, and a host says what is wrong with an answer code.

        In the game, the decision came too late or too early: make it again.
        """
        if self._game is None and self._lobby is not None:
            self._asked = None
            if self._lobby.host:
                self._show(Notice(reason))
            return
        if reason.key in ("session.refused.waiting", "replace.refused.keys-first"):
            self._again = time.monotonic() + TRY_AGAIN_SECONDS
            return
        if reason.key.startswith("session.back.") and self._latest is not None:
            return  # it will move a little later
        self._refusals += 1
        if self._latest is None or self._refusals > MOST_REFUSALS:
            raise Trouble(reason)
        self._decide_again()

    def _look_again(self) -> Outcome | None:
        """Do what had to wait: report the outcome once it is in the file, or decide, or give up watching."""
        if self._alone is not None and time.monotonic() >= self._alone:
            raise trouble("trouble.alone")
        self._again = None
        if self._latest is not None and self._latest.position.result is not None:
            return self._advance(self._latest)
        self._decide_again()
        return None

    def _decide_again(self) -> None:
        """Decide on the latest position, if a seat of this peer is on turn."""
        assert self._latest is not None
        self._again = None
        self._deciding = False
        position, index = self._latest.position, self._latest.index
        seat = position.turn
        if seat is not None and self._players[seat].here:
            self._act(seat, self._players[seat].level or self.level, position.view(seat), index)

    def _send(self, seat: int, move: Move, index: int) -> None:
        self.node.act(seat, (move,), index)

    # -- the end -------------------------------------------------------------------------------------------------------

    def _outcome(self, position: State, index: int) -> Outcome | None:
        """How the game has ended; None while the end is not in the file because the disk is full."""
        opened, result = self._game, position.result
        assert opened is not None
        assert result is not None
        names = tuple(seat.name for seat in self._players)
        try:
            assert self._file is not None
            entries = load(Path(self._file)).entries
        except GameFileError:
            if self._unsaved is None:
                raise
            entries = ()  # the disk was full from the beginning
        if len(entries) < index:
            self._again = time.monotonic() + TRY_AGAIN_SECONDS
            if self._unsaved is not None and not self._waits_for_disk:
                self._waits_for_disk = True
                self._show(Notice(self._unsaved))
                self._show(Notice(message("cli.peer.unsaved")))
            return None
        head = entries[index - 1].hash.hex()
        return Outcome(position.scores(), result.ranks, result.end, head, position.digest(), position, names, opened.game)

    def say_goodbye(self) -> None:
        """Leave the table: a guest at once, the host when all linked peers have left, so that nobody misses the end."""
        deadline = time.monotonic() + GOODBYE_SECONDS
        if self._lobby is not None and self._lobby.host:
            others = self._lobby.peers if self._late is None else [peer for peer in self._late if peer.linked]
            while (self._audience or any(peer.key != self._lobby.me for peer in others)) and time.monotonic() < deadline:
                event = self._next(deadline)
                if isinstance(event, PeersChanged):
                    others = [peer for peer in event.peers if peer.linked]
        self.node.leave()
        self._until_closed(time.monotonic() + GOODBYE_SECONDS)

    def _until_closed(self, deadline: float) -> None:
        while not isinstance(event := self._next(deadline), Closed):
            if event is None:
                raise trouble("trouble.not-closed")

    def _next(self, deadline: float) -> NetEvent | None:
        try:
            return self.next_event(max(0.0, deadline - time.monotonic()))
        except queue.Empty:
            return None

    def next_event(self, timeout: float | None = None) -> NetEvent:
        """The next event, which ``watch`` receives; raises :class:`queue.Empty` if none comes in time."""
        while self._early:
            self._show(self._early.popleft())
        event = self._awaited(timeout)
        self._show(event)
        return event

    def _awaited(self, timeout: float | None) -> NetEvent:
        deadline = None if timeout is None else time.monotonic() + timeout
        while True:
            left = None if deadline is None else max(0.0, deadline - time.monotonic())
            try:
                return self._events.get(timeout=min((wait for wait in (left, LONGEST_WAIT) if wait is not None), default=None))
            except queue.Empty:
                if deadline is not None and time.monotonic() >= deadline:
                    raise

    def _show(self, event: NetEvent) -> None:
        if isinstance(event, AudienceChanged):
            self._audience = event.names
        if self._watch is not None:
            self._watch(event)
