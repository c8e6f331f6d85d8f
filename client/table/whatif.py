"""Playing on against bots from a given position: a separate table that saves and sends nothing.

A replay opens one from a position of a saved game ("what if"), and a lesson ends with one.
"""

from __future__ import annotations

import os
from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from random import Random
from typing import TYPE_CHECKING, Protocol

from PySide6.QtCore import QObject, Qt, Signal, Slot

from net import api
from rules.contract import Event, Move, State
from rules.message import Message, message
from rules.registry import game as game_called

if TYPE_CHECKING:
    from client.bots import Advised, BotWorker
    from client.table.window import TableWindow

THINKING_MS = 1000
"""How long a bot may think about a move, in milliseconds."""

HERE = "here"
"""Stands for the key of the only peer, which talks to nobody."""


class Cards(Protocol):
    """The cards and lots that are still to be dealt."""

    def settle(self, state: State) -> list[Event]:
        """Answer every pending deal of a position that knows every card; returns the events."""


class WhatIf(QObject):
    """The bridge and the node of such a table, in one object for :class:`~client.table.window.TableWindow`.

    Signals:
        event: one of :data:`net.api.NetEvent`.
    """

    event = Signal(object)  # type: ignore[assignment]  # hides QObject.event, which nothing here overrides
    _chosen = Signal(int, object)

    def __init__(
        self,
        game: str,
        options: Mapping[str, str],
        names: Sequence[str],
        state: State,
        cards: Cards,
        seat: int,
        worker: BotWorker,
        level: str = "",
    ) -> None:
        """Make the table.

        Args:
            game: the game's id; ``options``: its house rules.
            names: the players by seat.
            state: the position, which knows every card.
            cards: deals what follows.
            seat: the person's.
            worker: thinks for the bots; it is closed with the table.
            level: the level of the bots; empty for the strongest.
        """
        super().__init__()
        self._game = game
        self._state = state
        self._cards = cards
        self._worker = worker
        self._index = 0
        self._closed = False
        self._rng = Random(os.urandom(16))
        level = level or list(game_called(game).bots)[-1]
        self._seats = tuple(
            api.Seat("person", name, HERE, here=True) if place == seat else api.Seat("bot", name, HERE, level, here=True)
            for place, name in enumerate(names)
        )
        self.opened = api.Opened(
            game=game,
            options=dict(options),
            seats=self._seats,
            peers=(api.Peer(HERE, names[seat], True, True, message("net.status.here")),),
            me=HERE,
            dealer="local",
            file=None,
            position=state.copy(),
            index=0,
        )
        self._chosen.connect(self._take, Qt.ConnectionType.QueuedConnection)

    @property
    def node(self) -> WhatIf:
        """This object: it plays the game itself."""
        return self

    def begin(self) -> None:
        """Let the bots play, if it is their turn."""
        self._ask_bot()

    def close(self) -> None:
        """End the game; no signal follows."""
        self._closed = True
        self._worker.close()

    def fit(self, table: TableWindow) -> None:
        """Take away what a table needs only if its game is saved or others take part."""
        table.frame.top.buttons["take-back"].hide()
        table.result.rematch_box.button.hide()
        table.frame.talk.tabs.removeTab(1)  # there is nobody to talk to

    # -- the game ------------------------------------------------------------------------------------------------------

    def act(self, seat: int, moves: tuple[Move, ...], index: int) -> None:
        """Make moves that were decided on the position with this index."""
        for move in moves:
            why = self._why_not(seat, move, index)
            if why is not None:
                self.event.emit(api.Refused(why))
                return
            index = self._make(seat, move)
        self._ask_bot()

    def _why_not(self, seat: int, move: Move, index: int) -> Message | None:
        if index != self._index or self._state.turn != seat:
            return message("table.not-your-turn", seat=self._state.turn if self._state.turn is not None else seat)
        return self._state.why_not(move)

    def _make(self, seat: int, move: Move) -> int:
        state = self._state.copy()  # positions that were signalled never change
        events = state.play(move)
        events += self._cards.settle(state)
        self._state = state
        self._index += 1
        mine = self._seats[seat].kind == "person"
        self.event.emit(api.Advanced(self._index, seat, move, tuple(events), state, mine))
        return self._index

    def _ask_bot(self) -> None:
        turn = self._state.turn
        if self._closed or turn is None or self._seats[turn].kind != "bot":
            return
        from client.bots import Task

        index = self._index
        view = self._state.view(turn)
        task = Task(self._game, self._seats[turn].level, view, self._rng.getrandbits(63), THINKING_MS, str(turn))
        self._worker.ask(task, lambda move: self._chosen.emit(index, move))

    @Slot(int, object)
    def _take(self, index: int, move: Move) -> None:
        turn = self._state.turn
        if not self._closed and index == self._index and turn is not None:
            self._make(turn, move)
            self._ask_bot()

    def advise(self, game: str, view: State, answer: Advised) -> Callable[[], None]:
        """Ask the strongest bot what it would do, as :meth:`client.window.bridge.Bridge.advise` does."""
        from client.bots import Question

        return self._worker.advise(Question(game, view, self._rng.getrandbits(63)), answer)

    # -- commands without a meaning here -------------------------------------------------------------------------------

    def propose_take_back(self, index: int) -> None:
        """Does nothing: nothing is saved."""

    def answer_take_back(self, yes: bool) -> None:
        """Does nothing: nobody asks."""

    def replace(self, peer: str, on: bool = True, level: str = "") -> None:
        """Does nothing: nobody is missing."""

    def take_seat_back(self) -> None:
        """Does nothing: nobody has left."""

    def reach(self, code: str) -> None:
        """Does nothing: nobody is elsewhere."""

    def say(self, text: str) -> None:
        """Does nothing: nobody listens."""

    def save_elsewhere(self, file: Path) -> None:
        """Does nothing: nothing is saved."""

    def publish_cards(self) -> None:
        """Does nothing: there are no sealed cards."""

    def rematch(self, open_here: bool = False, announce: bool = True, strangers: bool = True, spectators: str = "code") -> None:
        """Does nothing: nobody else is here."""

    def set_spectators(self, setting: str) -> None:
        """Does nothing: nobody watches."""

    def throw_out(self, peer: str) -> None:
        """Does nothing: nobody is there."""

    def set_options(self, options: Mapping[str, str]) -> None:
        """Does nothing: the game has begun."""
