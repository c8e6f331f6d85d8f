"""Bots: how one is asked for a move, and the worker process in which it thinks, so that no window waits for it.

Nothing here or below knows Qt: headless peers call :func:`choose_move` in place, and the worker stays small. The worker is
spawned, never forked, so that it works alike on every system and in an installed program (see :mod:`client.system.spawned`).
"""

from __future__ import annotations

import contextlib
import json
import logging
import threading
import time
from collections.abc import Callable
from functools import cache
from importlib.resources import files
from multiprocessing.connection import Connection
from typing import TYPE_CHECKING, NamedTuple

from client.system.oneprocess import NoProcess, OneProcess
from client.system.parent import end_with_parent
from rules.contract import Bot, Move, State
from rules.registry import game

if TYPE_CHECKING:
    from net.deal.seeded import Chance

THINKING_MS = 1500
"""How long a bot may think about a whole turn of a game at the table."""

PATIENCE_SECONDS = 30
"""How long past its budget the worker is waited for (it may have to start on a busy machine) before it counts as dead."""

_log = logging.getLogger(__name__)


class Clock:
    """The :class:`~rules.contract.Budget` of one decision, in milliseconds from now."""

    def __init__(self, milliseconds: int) -> None:
        self._end = time.monotonic_ns() + milliseconds * 1_000_000

    def left(self) -> bool:
        """Whether there is time for another look."""
        return time.monotonic_ns() < self._end


class TurnTime:
    """What is left of a bot's time for the whole turn that it is in. Turns of several seats take turns."""

    def __init__(self, milliseconds: int = THINKING_MS) -> None:
        self._all = milliseconds
        self._turn: tuple[int | None, int] = (None, 0)
        self._used = 0.0

    def left(self, view: State) -> int:
        """Milliseconds left for the turn that a view is in; nothing is left below zero."""
        turn = (view.turn, view.turn_number)
        if turn != self._turn:
            self._turn, self._used = turn, 0.0
        return max(0, round(self._all - self._used))

    def spent(self, milliseconds: float) -> None:
        """So many milliseconds of it were used."""
        self._used += milliseconds


def choose_move(game_id: str, level: str, view: State, seed: int, budget_ms: int = THINKING_MS) -> Move:
    """The move a bot of this level makes.

    Args:
        game_id: the game; raises :class:`~rules.contract.RulesError` when there is none.
        level: one of ``Game.bots``; an unknown one (a file of another version) plays as the strongest there is.
        view: a view of the seat on turn; it may be played on.
        seed: equal seeds give equal chances.
        budget_ms: how long it may think, in milliseconds.
    """
    return bot_of(game_id, level).choose(view, Clock(budget_ms), _chance(seed))


@cache
def bot_of(game_id: str, level: str) -> Bot:
    """The bot of this level that thinks in this process; see :func:`choose_move`."""
    return new_bot(game_id, level)


def new_bot(game_id: str, level: str) -> Bot:
    """A bot of this level that has seen nothing yet."""
    rules = game(game_id)
    bots = rules.bots
    made = bots[level] if level in bots else bots[list(bots)[-1]]
    return made.make({name: learned(name) for name in rules.bot_data})


@cache
def learned(name: str) -> object:
    """The content of ``resources/bots/<name>.json``."""
    return json.loads(files("resources").joinpath("bots", f"{name}.json").read_text("utf-8"))


def _chance(seed: int) -> Chance:
    from net.deal.seeded import Chance, seed_of

    return Chance(seed_of(str(seed)), 0)


class Task(NamedTuple):
    """One decision asked of the worker: the arguments of :func:`choose_move`."""

    game: str
    level: str
    view: State
    seed: int
    budget_ms: int = THINKING_MS


Answer = Callable[[Move], None]


class BotWorker(OneProcess):
    """A process that chooses moves, one task after the other. It is started by the first task.

    A worker that dies is started again and given its task again; a bot that fails or dies twice over the same position
    gives way to the ``random`` level, so that the table always goes on. Where no process can be started, bots think in the
    thread that waits for it.
    """

    def __init__(self) -> None:
        super().__init__("alarife-bots", _serve)
        self._tasks: list[tuple[Task, Answer]] = []
        self._thread: threading.Thread | None = None

    def ask(self, task: Task, answer: Answer) -> None:
        """Have a move chosen; ``answer`` is called with it, in a thread of the worker's own, unless closed before."""
        with self._wake:
            if self._closed:
                return
            self._tasks.append((task, answer))
            if self._thread is None:
                self._thread = threading.Thread(target=self._run, name="bots", daemon=True)
                self._thread.start()
            self._wake.notify()

    def forget(self) -> None:
        """Drop the tasks that nobody has begun to think about."""
        with self._lock:
            self._tasks.clear()

    def close(self) -> None:
        """Stop thinking at once and end the process. Unanswered tasks stay unanswered."""
        with self._wake:
            self._closed = True
            self._tasks.clear()
            process = self._process
            self._wake.notify()
        if process is not None:
            process.terminate()
        if self._thread is not None and self._thread is not threading.current_thread():
            self._thread.join(5)

    def _run(self) -> None:
        while True:
            with self._wake:
                while not self._tasks and not self._closed:
                    self._wake.wait()
                if self._closed:
                    break
                task, answer = self._tasks.pop(0)
            move = self._think(task)
            with self._lock:
                closed = self._closed
            if closed:
                break
            try:
                answer(move)
            except Exception:
                _log.exception("the move of a bot was not taken")
        self._drop()

    def _think(self, task: Task) -> Move:
        for attempt in range(2):
            try:
                pipe = self._ready()
                pipe.send(task)
                if not pipe.poll(task.budget_ms / 1000 + PATIENCE_SECONDS):
                    raise EOFError("no answer in time")
                found = pipe.recv()
            except NoProcess as error:
                _log.warning("no process for the bots, they think beside the window: %r", error.__cause__)
                found = _found(task)
            except Exception as error:
                self._drop()
                if self._closed:
                    break
                _log.warning("bot process lost (attempt %d): %r", attempt + 1, error)
                continue
            if isinstance(found, Move):
                return found
            _log.error("bot %s of %s failed:\n%s", task.level, task.game, found)
            break
        moves = task.view.moves()
        return moves[_chance(task.seed).below(len(moves))]


def _serve(pipe: Connection) -> None:
    """The worker: answer tasks with a move, or with the text of what went wrong, until the other end is gone."""
    end_with_parent()
    with contextlib.suppress(EOFError, OSError, KeyboardInterrupt):
        while True:
            task: Task = pipe.recv()
            pipe.send(_found(task))


def _found(task: Task) -> Move | str:
    """The move that was chosen, or the text of what went wrong."""
    try:
        return choose_move(*task)
    except Exception as error:
        return f"{type(error).__name__}: {error}"
