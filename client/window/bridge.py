"""The bridge between the network's thread and the window: one node, its events as Qt signals, and its bots."""

from __future__ import annotations

import os
import sys
import time
from pathlib import Path
from typing import TYPE_CHECKING

from PySide6.QtCore import QObject, Signal, Slot

if TYPE_CHECKING:
    from collections.abc import Callable

    from client.bots import Advised, BotPool, Cancel, Done, TurnTime, Work
    from client.programs import Program
    from net.api import BotTurn, NetEvent
    from net.node import TableNode
    from rules.contract import Move, State
    from rules.message import Message


LOCK_SECONDS = 0.001
"""How long one thread keeps Python's lock while another wants it. The window's thread gives up the lock in many calls to Qt.
With Python's usual five milliseconds, a busy network's thread could make it wait so long each time.
"""


class Bridge(QObject):
    """Owns the :class:`~net.node.TableNode` of this program, which starts when it is first asked for.

    Commands go straight to :attr:`node`, which :meth:`renew` replaces. All events come back in order, as :attr:`event`, in the
    thread that made the bridge. The bridge itself answers requests for bot turns: the worker chooses, the node acts.

    Attributes:
        command: the command that starts the program for the seats of :data:`net.api.PROGRAM`; it comes only from the settings
            or the command line of this computer.
        portrait: the portrait that is shown to others; empty if the key decides.

    Signals:
        event: one of :data:`net.api.NetEvent`.
    """

    event = Signal(object)  # type: ignore[assignment]  # hides QObject.event, which nothing here overrides
    _arrived = Signal(int, object)

    def __init__(self, home: Path, thinking_ms: int | None = None, loopback: bool = False) -> None:
        """``home`` is the folder of the node's data; ``loopback`` restricts it to this computer."""
        super().__init__()
        self._home = home
        self._loopback = loopback
        self._worker: BotPool | None = None
        self.command = ""
        self.portrait: tuple[int, ...] = ()
        self._unusable = ""
        self._thinking_ms = thinking_ms
        self._time: TurnTime | None = None
        self._game = ""
        self._turn = 0
        self._asked: BotTurn | None = None
        self._node: TableNode | None = None
        self._listening = False

    @property
    def node(self) -> TableNode:
        """The node; raises :class:`~net.key_file.IdentityError` when the key in ``home`` cannot be read or made."""
        if self._node is None:
            self._node = self._begin()
        return self._node

    def portray(self, portrait: tuple[int, ...]) -> None:
        """Show this portrait to others from now on."""
        self.portrait = portrait
        if self._node is not None:
            self._node.portray(portrait)

    def renew(self) -> None:
        """Drop the table without leaving it, and start afresh. To the others this looks like a lost link.

        The old table signals nothing more.
        """
        old = self.node
        self._turn += 1
        self._forget()
        old.close()
        self._node = self._begin()

    def close(self) -> None:
        """End the node and the bots. No signal follows."""
        self._turn += 1
        if self._worker is not None:
            self._worker.close()
        if self._node is not None:
            self._node.close()

    def advise(self, game: str, view: State, answer: Advised) -> Callable[[], None]:
        """Ask the strongest bot what it would do; returns a function that cancels the question.

        ``answer`` is called in a worker's thread, with None if there is no advice
        (:meth:`client.bots.BotWorker.advise`).
        """
        from client.bots import Question

        return self._bots().advise(Question(game, view, int.from_bytes(os.urandom(8))), answer)

    def work(self, work: Work, done: Done, part: Done | None = None, soon: bool = False) -> Cancel:
        """Have long work done beside the bots, as :meth:`client.bots.BotPool.work` does."""
        return self._bots().work(work, done, part, soon)

    def _bots(self) -> BotPool:
        from client.bots import BotPool

        if self._worker is None:
            self._worker = BotPool(self._program_failed)
        return self._worker

    def _program(self, level: str) -> Program | None:
        """The program behind a level here, or None if the level is not a program."""
        from net.api import PROGRAM

        if level != PROGRAM or not self.command:
            return None
        from client.programs import EXEC, ProgramTrouble, program_of

        try:
            return program_of(EXEC + self.command)
        except ProgramTrouble as error:
            if self._unusable != self.command:
                self._unusable = self.command
                self._program_failed(error.reason)
            return None

    def _program_failed(self, reason: Message) -> None:
        """Say why the strongest bot takes over from a program. Called in any thread."""
        from net.api import Notice
        from rules.message import message

        self._arrived.emit(self._turn, Notice(reason))
        self._arrived.emit(self._turn, Notice(message("program.replaced")))

    def _begin(self) -> TableNode:
        from net.node import TableNode  # a third of all that the program loads

        sys.setswitchinterval(LOCK_SECONDS)
        self._bots()
        self._listen()
        turn = self._turn
        node = TableNode(self._home, lambda event: self._heard(turn, event), self._loopback)
        node.portray(self.portrait)
        return node

    def _listen(self) -> None:
        from PySide6.QtCore import Qt  # slow to load, and the first page does not need it

        if not self._listening:
            # Queued by name: a signal from the reactor's thread must never run the window's code there.
            self._arrived.connect(self._deliver, Qt.ConnectionType.QueuedConnection)
            self._listening = True

    def _heard(self, turn: int, event: NetEvent) -> None:
        """The node's listener, in the reactor's thread; ``turn`` tells which node speaks (:meth:`renew` makes new ones)."""
        from net.api import Advanced, BotTurn, Closed, Opened, PeersChanged

        if turn != self._turn:
            return
        match event:
            case Opened():
                self._game = event.game
            case BotTurn():
                self._asked = event
                self._ask(event)
            case Advanced() if self._asked is not None and event.position.turn != self._asked.seat:
                self._asked = None  # moves were taken back while the bot was thinking
            case PeersChanged() if self._asked is not None and not event.seats[self._asked.seat].here:
                self._asked = None  # the owner of the seat has come back meanwhile
            case Closed():
                self._forget()
        self._arrived.emit(turn, event)

    def _forget(self) -> None:
        if self._worker is not None:
            self._worker.forget()

    def _ask(self, event: BotTurn) -> None:
        from client.bots import THINKING_MS, Task, TurnTime

        node, worker = self.node, self._worker
        assert worker is not None
        if self._time is None:
            self._time = TurnTime(THINKING_MS if self._thinking_ms is None else self._thinking_ms)
        budget, begun = self._time, time.monotonic()

        def answer(move: Move) -> None:
            budget.spent((time.monotonic() - begun) * 1000)
            if self._asked is event:
                node.act(event.seat, (move,), event.index)

        seed = int.from_bytes(os.urandom(8))
        left, who = budget.left(event.view), f"{self._game} {event.seat}"
        worker.ask(Task(self._game, event.level, event.view, seed, left, who, self._program(event.level)), answer)

    @Slot(int, object)
    def _deliver(self, turn: int, event: NetEvent) -> None:
        if turn == self._turn:
            self.event.emit(event)
