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
from functools import cache, partial
from importlib.resources import files
from multiprocessing.connection import Connection
from typing import TYPE_CHECKING, NamedTuple

from client.system.oneprocess import NoProcess, OneProcess
from client.system.parent import end_with_parent
from rules.contract import Bot, Budget, Event, Move, State, offered_levels
from rules.message import Message
from rules.registry import game
from rules.trial import Trial

if TYPE_CHECKING:
    from net.deal.seeded import Chance

THINKING_MS = 1500
"""How long a bot may think about a whole turn of a game at the table."""

PATIENCE_SECONDS = 30
"""How long past its budget the worker is waited for (it may have to start on a busy machine) before it counts as dead."""

LONGEST_ADVICE = 400
"""Moves after which an advised turn breaks off: no turns are longer."""

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


class Advice(NamedTuple):
    """What a bot would do in somebody's place.

    Attributes:
        moves: a whole turn, or its part up to the first deal that tells something new; at least one.
        events: what each of them makes happen.
        reasons: what the turn is good for, the most important first (:meth:`rules.contract.Game.reasons`).
    """

    moves: tuple[Move, ...]
    events: tuple[tuple[Event, ...], ...]
    reasons: tuple[Message, ...]


def advise(game_id: str, view: State, seed: int, budget: Budget) -> Advice:
    """What the strongest bot of a game would do now.

    Args:
        game_id: the game; raises :class:`~rules.contract.RulesError` when there is none.
        view: a view of the seat on turn, with what the seat has tried already; it is not changed.
        seed: equal seeds give equal chances.
        budget: for the whole turn. When it is used up, the rest is decided at first sight.
    """
    rules, chance = game(game_id), _chance(seed)
    bot = new_bot(game_id, offered_levels(rules)[-1])  # one that was stopped half-way would keep a poor plan in mind
    trial = Trial(view)
    assert trial.seat is not None
    while not trial.complete and len(trial.moves) < LONGEST_ADVICE:
        trial.play(bot.choose(trial.state.copy(), budget, chance))
    events = [event for told in trial.events for event in told]
    reasons = rules.reasons(view, trial.state, events, trial.seat)
    return Advice(tuple(trial.moves), tuple(map(tuple, trial.events)), tuple(reasons))


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


class Question(NamedTuple):
    """Advice asked of the worker: the arguments of :func:`advise`, with the time in milliseconds."""

    game: str
    view: State
    seed: int
    budget_ms: int = THINKING_MS


Answer = Callable[[Move], None]
Advised = Callable[[Advice | None], None]

STOP = "stop"
"""Sent after a question: its answer is no longer wanted. Sent too late, it is passed over."""

LOOK_NS = 4_000_000
"""How often the worker looks whether it is to stop."""


class StoppableClock(Clock):
    """The time for one question, which ends when the other end of the pipe says :data:`STOP`, or anything else."""

    def __init__(self, milliseconds: int, pipe: Connection) -> None:
        super().__init__(milliseconds)
        self._pipe = pipe
        self._next_look = 0
        self.stopped = False

    def left(self) -> bool:
        """Whether there is time for another look."""
        now = time.monotonic_ns()
        if not self.stopped and now >= self._next_look:
            self._next_look = now + LOOK_NS
            self.stopped = self._pipe.poll()
        return not self.stopped and super().left()


class BotWorker(OneProcess):
    """A process that chooses moves, one task after the other. It is started by the first task.

    A worker that dies is started again and given its task again; a bot that fails or dies twice over the same position
    gives way to the ``random`` level, so that the table always goes on. Where no process can be started, bots think in the
    thread that waits for it.
    """

    def __init__(self) -> None:
        super().__init__("alarife-bots", _serve)
        self._tasks: list[tuple[Task, Answer] | tuple[Question, Advised]] = []
        self._asking: Question | None = None
        self._sent = False
        self._thread: threading.Thread | None = None

    def ask(self, task: Task, answer: Answer) -> None:
        """Have a move chosen; ``answer`` is called with it, in a thread of the worker's own, unless closed before."""
        self._put((task, answer))

    def advise(self, question: Question, answer: Advised) -> Callable[[], None]:
        """Have a whole turn thought about, and return what takes the question back.

        ``answer`` is called with the advice, or with None if the bot failed, in a thread of the worker's own. A question that
        was taken back is not answered, and the worker is free again within milliseconds.
        """
        wanted = True

        def told(advice: Advice | None) -> None:
            if wanted:
                answer(advice)

        def cancel() -> None:
            nonlocal wanted
            wanted = False
            self._stop(question)

        self._put((question, told))
        return cancel

    def _put(self, task: tuple[Task, Answer] | tuple[Question, Advised]) -> None:
        with self._wake:
            if self._closed:
                return
            self._tasks.append(task)
            if self._thread is None:
                self._thread = threading.Thread(target=self._run, name="bots", daemon=True)
                self._thread.start()
            self._wake.notify()

    def _stop(self, question: Question) -> None:
        """Nobody waits for this question any more: strike it off, or tell the process that thinks about it."""
        with self._lock:
            self._tasks = [task for task in self._tasks if task[0] is not question]
            if self._asking is not question:
                return
            if self._sent and self._pipe is not None:
                with contextlib.suppress(OSError):
                    self._pipe.send(STOP)
            self._asking = None

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
                task = self._tasks.pop(0)
                self._asking = task[0] if isinstance(task[0], Question) else None
                self._sent = False
            if isinstance(task[0], Question):
                advice = self._think_of_advice(task[0])
                done = partial(task[1], advice)
            else:
                done = partial(task[1], self._think(task[0]))
            with self._lock:
                closed = self._closed
            if closed:
                break
            try:
                done()
            except Exception:
                _log.exception("the move of a bot was not taken")
        self._drop()

    def _think_of_advice(self, question: Question) -> Advice | None:
        try:
            pipe = self._ready()
            with self._lock:
                if self._asking is not question:
                    return None
                pipe.send(question)
                self._sent = True
            if not pipe.poll(question.budget_ms / 1000 + PATIENCE_SECONDS):
                raise EOFError("no answer in time")
            found = pipe.recv()
        except NoProcess as error:
            _log.warning("no process for the bots, they think beside the window: %r", error.__cause__)
            found = _advice(question, Clock(question.budget_ms))
        except Exception as error:
            self._drop()
            found = f"bot process lost: {error!r}"
        finally:
            with self._lock:
                self._asking = None
        if isinstance(found, Advice):
            return found
        if not self._closed:
            _log.error("no advice for %s: %s", question.game, found)
        return None

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
            task: Task | Question | str = pipe.recv()
            if isinstance(task, Task):
                pipe.send(_found(task))
            elif isinstance(task, Question):
                pipe.send(_advice(task, StoppableClock(task.budget_ms, pipe)))


def _advice(question: Question, budget: Budget) -> Advice | str:
    """The advice that was found, or the text of what went wrong."""
    try:
        return advise(question.game, question.view, question.seed, budget)
    except Exception as error:
        return f"{type(error).__name__}: {error}"


def _found(task: Task) -> Move | str:
    """The move that was chosen, or the text of what went wrong."""
    try:
        return choose_move(*task)
    except Exception as error:
        return f"{type(error).__name__}: {error}"
