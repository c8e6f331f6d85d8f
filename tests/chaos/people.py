"""People who leave, return, vanish, take back and go on without others, and programs that die and lose what they saved last."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

from client.soak.evening import THINKING, Guest
from client.soak.internet import Computer
from net.api import (
    AbsenceChanged,
    AudienceChanged,
    BotTurn,
    Closed,
    NetEvent,
    Notice,
    OutOfStep,
    TakeBackChanged,
)
from net.desk import Desk
from net.gamefile import load
from net.table import Table
from tests.chaos.overheard import HeardTable
from tests.net.session.stage import blames

PATIENCE = (3.0, 30.0)
"""Seconds until people replace a missing player, or take their seat back."""


ANSWERING = (0.5, 4.0)
"""Seconds until people answer a request to take back a turn."""


class Person(Guest):
    """A program with a person who does everything that people may do.

    Attributes:
        here: whether the program runs.
        gone: whether it has left for good.
        returns: whether the people open the game again after leaving.
        stopped: whether the copies differ, as they may if somebody cheats.
        code: as before; ``watching`` is the code by which others may watch, where that is decided.
        seen: the frames of the game that have come to a changed program; None at all others.
        blamed: the faults that it has reported of other programs.
    """

    table: HeardTable

    def __init__(
        self, computer: Computer, name: str, folder: Path, seed: int, tables: Callable[[Desk, str], Table] = Table
    ) -> None:
        self.here = True
        self.gone = self.stopped = False
        self.returns = True
        self.watching = ""
        self.seen: list[bytes] | None = None
        self.blamed: list[str] = []
        self._leaving = False
        self._asked_back = False
        self._turns: tuple[tuple[int, int], ...] = ()
        self._absence = AbsenceChanged(None, False, False, False)
        super().__init__(computer, name, folder, seed, tables)

    # -- going and coming ----------------------------------------------------------------------------------------------

    def leave(self, returns: bool) -> None:
        """Leave in good order, and open the game again later or never."""
        self._leaving, self.returns = True, returns
        self.table.leave()

    def die(self, seconds: float, lost: int = 0) -> None:
        """The computer loses its power for a while, and the last entries in its file."""
        self.here, self.computer.asleep, self.table.quiet = False, True, True
        self.table.stop()
        if lost:
            assert self.file is not None
            lines = self.file.read_bytes().splitlines(keepends=True)
            self.file.write_bytes(b"".join(lines[: max(1, len(lines) - lost)]))
        self.computer.callLater(seconds, self.open_again)

    def open_again(self) -> None:
        """Go on from the file, as soon as the program before has ended."""
        if not self.table.ended.called:
            self.computer.callLater(1, self.open_again)
            return
        assert self.file is not None
        self.computer.asleep, self.here, self._leaving = False, True, False
        self._asked_back, self._turns = False, ()
        self._absence = AbsenceChanged(None, False, False, False)
        self.table = self.make_table()
        self.table.kept = self.seen
        self.table.resume(self.file, 0)

    @property
    def saved(self) -> int:
        """Entries in its file."""
        return 0 if self.file is None else len(load(self.file).entries)

    def find(self, other: Guest) -> None:
        """The others may be gone, or this program, before the code is pasted."""
        self._soon(lambda table: table.reach(other.way) if table is self.table and not table.over else None)

    # -- what people do at the table -----------------------------------------------------------------------------------

    def take_back(self, tries: int = 60) -> None:
        """Ask to take back a turn, as soon as one can be taken back."""
        if self._turns and not self.table.over:
            index = self._rng.choice(self._turns)[0]
            self.table.in_game(lambda session: session.propose_take_back(index, self._now()))
        elif tries and not self.over:
            self.computer.callLater(1, self.take_back, tries - 1)

    def _now(self) -> int:
        return int(1000 * self.computer.seconds())

    def _soon(self, do: Callable[..., object], *args: object) -> None:
        self.computer.callLater(self._rng.uniform(*PATIENCE), do, self.table, *args)

    def _take(self, event: NetEvent) -> None:
        match event:
            case Closed(reason=reason) if self._leaving:
                self._closed(reason.key)
            case OutOfStep(reason=reason):
                self.stopped = True
                self.blamed.append(str(reason))
            case Notice(text=text) if blames(text) and not text.key.startswith(("net.", "answer.")):
                self.blamed.append(str(text))
            case BotTurn():
                self.computer.callLater(self._rng.random(), self._play_bot, self.table, event)
            case TakeBackChanged(turns=turns, asked=asked):
                self._turns, self._asked_back = turns, asked is not None
                if asked is not None and not asked.answered:
                    self.computer.callLater(self._rng.uniform(*ANSWERING), self._answer, self.table)
            case AbsenceChanged(absence=absence, returnable=returnable, returning=returning):
                self._absence = event
                if absence is not None and absence.refused is None and not absence.wanted:
                    self._soon(self._do_without, absence.peer)
                elif returnable and not returning:
                    self._soon(self._sit_down)
            case AudienceChanged(mine=True, code=code):
                self.watching = code
            case _:
                super()._take(event)

    def _closed(self, key: str) -> None:
        """People also open a game again after its end: a player who was away may still want to see it."""
        self.here = False
        if key == "session.closed.left" and not self.returns and not self.over:
            self.gone = True
        else:
            self._leaving = False
            self.computer.callLater(self._rng.uniform(*PATIENCE), self.open_again)

    def _play_bot(self, table: Table, turn: BotTurn) -> None:
        moves = turn.view.moves()
        if table is self.table and not table.over and moves:
            table.act(turn.seat, (self._rng.choice(moves),), turn.index)

    def _answer(self, table: Table) -> None:
        if table is self.table and not table.over:
            yes = self._rng.random() < 0.8
            table.in_game(lambda session: session.answer_take_back(yes, self._now()))

    def _do_without(self, table: Table, peer: str) -> None:
        absence = self._absence.absence
        if table is self.table and not table.over and absence is not None and (absence.peer, absence.wanted) == (peer, False):
            table.in_game(lambda session: session.replace(bytes.fromhex(peer), True, "", self._now()))

    def _sit_down(self, table: Table) -> None:
        if table is self.table and not table.over and self._absence.returnable:
            table.in_game(lambda session: session.take_seat_back(self._now()))

    def _move(self) -> None:
        if self._asked_back and self._rng.random() < 0.9:  # most people wait for the answers
            self.computer.callLater(self._rng.random() * THINKING, self._move)
        else:
            super()._move()
