"""The bridge between the network's thread and the window: one node, its events as Qt signals, and its bots."""

from __future__ import annotations

import secrets
from pathlib import Path

from PySide6.QtCore import QObject, Qt, Signal, Slot

from client.bots import THINKING_MS, BotWorker, Task
from net.api import BotTurn, Closed, NetEvent, Opened
from net.node import TableNode
from rules.contract import Move


class Bridge(QObject):
    """Owns the :class:`~net.node.TableNode` of this program.

    Commands go straight to :attr:`node`, which is another one after :meth:`renew`. Everything that happens comes back, in
    order, as :attr:`event` in the thread that made the bridge. Bot turns are answered on the way: the worker chooses, the
    node acts.

    Attributes:
        node: for commands, see :class:`net.api.Node`.

    Signals:
        event: one of :data:`net.api.NetEvent`.
    """

    event = Signal(object)  # type: ignore[assignment]  # hides QObject.event, which nothing here overrides
    _arrived = Signal(int, object)

    def __init__(self, home: Path, thinking_ms: int = THINKING_MS, loopback: bool = False) -> None:
        """Start a node with its data in ``home``; ``loopback`` keeps it within this computer.

        Raises :class:`~net.identity.IdentityError` when the key in ``home`` cannot be read or made.
        """
        super().__init__()
        self._home = home
        self._loopback = loopback
        self._worker = BotWorker()
        self._thinking_ms = thinking_ms
        self._game = ""
        self._turn = 0
        # Queued by name: what comes from the reactor's thread must never run a window's code there.
        self._arrived.connect(self._deliver, Qt.ConnectionType.QueuedConnection)
        self.node = self._begin()

    def renew(self) -> None:
        """Let go of the table without leaving it, and begin afresh: to the others this looks like a lost link.

        Nothing more is signalled of the old table.
        """
        old = self.node
        self._turn += 1
        self._worker.forget()
        old.close()
        self.node = self._begin()

    def close(self) -> None:
        """End the node and the bots. Nothing is signalled afterwards."""
        self._turn += 1
        self._worker.close()
        self.node.close()

    def _begin(self) -> TableNode:
        turn = self._turn
        return TableNode(self._home, lambda event: self._heard(turn, event), self._loopback)

    def _heard(self, turn: int, event: NetEvent) -> None:
        """The node's listener, in the reactor's thread; ``turn`` tells which of the nodes one after the other speaks."""
        if turn != self._turn:
            return
        match event:
            case Opened():
                self._game = event.game
            case BotTurn():
                self._ask(event)
            case Closed():
                self._worker.forget()
        self._arrived.emit(turn, event)

    def _ask(self, event: BotTurn) -> None:
        node = self.node

        def answer(move: Move) -> None:
            node.act(event.seat, (move,), event.index)

        seed = secrets.randbits(64)
        self._worker.ask(Task(self._game, event.level, event.view, seed, self._thinking_ms), answer)

    @Slot(int, object)
    def _deliver(self, turn: int, event: NetEvent) -> None:
        if turn == self._turn:
            self.event.emit(event)
