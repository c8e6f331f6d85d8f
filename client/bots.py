"""Bots: asking one for a move, and the worker process in which it thinks, so that the window never waits.

Nothing in this module or in those it imports uses Qt: headless peers call :func:`choose_move` in place, and the worker stays
small. The worker is spawned, never forked, so that it works alike on every system and in an installed program (see
:mod:`client.system.spawned`).
"""

from __future__ import annotations

import contextlib
import json
import logging
import os
import sys
import threading
import time
from collections import OrderedDict
from collections.abc import Callable
from functools import cache, partial
from importlib.resources import files
from multiprocessing.connection import Connection
from typing import TYPE_CHECKING, Any, NamedTuple

from client.system.oneprocess import NoProcess, OneProcess
from client.system.parent import end_with_parent
from rules.contract import Bot, Budget, Event, Move, State, offered_levels
from rules.message import Message
from rules.registry import game
from rules.trial import Trial

if TYPE_CHECKING:
    from client.programs import Program
    from net.deal.seeded import Chance

THINKING_MS = 1500
"""How long a bot may think about a whole turn of a game at the table."""

PATIENCE_SECONDS = 30
"""How long a worker may exceed its budget before it counts as dead. It may have to start on a busy machine."""

STOPPING_SECONDS = 5.0
"""How long cancelled work may at least continue before its process is killed; at most, it is twice as long."""

LONGEST_ADVICE = 400
"""The largest number of moves in an advised turn; no turn is longer."""

MOST_MINDS = 64
"""The number of bots that a process keeps. It drops the least recently used one first, which then has to plan again."""

WORKERS = max(2, min(4, (os.cpu_count() or 1) - 1))
"""The largest number of processes in a pool. One of them never does long work."""

NICENESS = 10
"""The nice value of bot processes: the window and other programs come first."""

_log = logging.getLogger(__name__)


class Clock:
    """A :class:`~rules.contract.Budget` for one decision, in milliseconds from now."""

    def __init__(self, milliseconds: int) -> None:
        self._end = time.monotonic_ns() + milliseconds * 1_000_000

    def left(self) -> bool:
        """Whether any time is left."""
        return time.monotonic_ns() < self._end

    def milliseconds(self) -> int:
        """The time left, in milliseconds."""
        return max(0, (self._end - time.monotonic_ns()) // 1_000_000)


class TurnTime:
    """What is left of a bot's time for its current turn. The time starts anew with each turn of any seat."""

    def __init__(self, milliseconds: int = THINKING_MS) -> None:
        self._all = milliseconds
        self._turn: tuple[int | None, int] = (None, 0)
        self._used = 0.0

    def left(self, view: State) -> int:
        """The time left for the turn that a view is in, in milliseconds; never negative."""
        turn = (view.turn, view.turn_number)
        if turn != self._turn:
            self._turn, self._used = turn, 0.0
        return max(0, round(self._all - self._used))

    def spent(self, milliseconds: float) -> None:
        """Subtract the milliseconds used."""
        self._used += milliseconds


def choose_move(game_id: str, level: str, view: State, seed: int, budget_ms: int = THINKING_MS, who: str = "") -> Move:
    """The move that a bot of this level makes.

    Args:
        game_id: the game; raises :class:`~rules.contract.RulesError` when there is none.
        level: one of ``Game.bots``; an unknown one (from a file of another version) stands for the strongest.
        view: a view of the seat on turn; the bot may play moves on it.
        seed: equal seeds give equal chances.
        budget_ms: how long it may think, in milliseconds.
        who: a name for the seat at its table. Every seat has its own bot, which may remember its plans.
    """
    return _minds.of(who, game_id, level, None).choose(view, Clock(budget_ms), chance_of(seed))


class Minds:
    """The bots that think in this process: one for each seat of each table."""

    def __init__(self) -> None:
        self._kept: OrderedDict[tuple[str, str, str, Program | None], Bot] = OrderedDict()

    def of(self, who: str, game_id: str, level: str, program: Program | None) -> Bot:
        """The bot of a seat: the program, if one is named, else a bot of the level."""
        key = (who, game_id, level, program)
        bot = self._kept.pop(key, None)
        if bot is None:
            bot = bot_for(game_id, level if program is None else program)
        self._kept[key] = bot
        while len(self._kept) > MOST_MINDS:
            _, oldest = self._kept.popitem(last=False)
            end_bot(oldest)
        return bot

    def release(self) -> None:
        """Let all bots go."""
        for bot in self._kept.values():
            end_bot(bot)
        self._kept.clear()


_minds = Minds()


def bot_for(game_id: str, choice: str | Program) -> Bot:
    """A new bot, of a level or run by a program."""
    if isinstance(choice, str):
        return new_bot(game_id, choice)
    from client.programs import ProgramBot

    return ProgramBot(choice)


def end_bot(bot: Bot) -> None:
    """Let go of a bot. If it is a program, end it."""
    close = getattr(bot, "close", None)
    if close is not None:
        close()


def new_bot(game_id: str, level: str) -> Bot:
    """A bot of this level with no memory."""
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
        events: the events of each move.
        reasons: what the turn is good for, the most important first (:meth:`rules.contract.Game.reasons`).
    """

    moves: tuple[Move, ...]
    events: tuple[tuple[Event, ...], ...]
    reasons: tuple[Message, ...]


def advise(game_id: str, view: State, seed: int, budget: Budget) -> Advice:
    """What the strongest bot of a game would do now.

    Args:
        game_id: the game; raises :class:`~rules.contract.RulesError` when there is none.
        view: a view of the seat on turn, after what the seat has tried so far; it is not changed.
        seed: equal seeds give equal chances.
        budget: the time for the whole turn. When it is used up, the bot plays the rest without searching.
    """
    rules, chance = game(game_id), chance_of(seed)
    bot = new_bot(game_id, offered_levels(rules)[-1])  # a new one: a bot that was interrupted would stick to a poor plan
    trial = Trial(view)
    assert trial.seat is not None
    while not trial.complete and len(trial.moves) < LONGEST_ADVICE:
        trial.play(bot.choose(trial.state.copy(), budget, chance))
    events = [event for told in trial.events for event in told]
    reasons = rules.reasons(view, trial.state, events, trial.seat)
    return Advice(tuple(trial.moves), tuple(map(tuple, trial.events)), tuple(reasons))


def chance_of(seed: int) -> Chance:
    """A random source for bots; equal seeds give equal results."""
    from net.deal.seeded import Chance, seed_of

    return Chance(seed_of(str(seed)), 0)


class Task(NamedTuple):
    """One decision asked of the worker: the arguments of :func:`choose_move`.

    Attributes:
        program: a bot program that chooses instead of the level.
    """

    game: str
    level: str
    view: State
    seed: int
    budget_ms: int = THINKING_MS
    who: str = ""
    program: Program | None = None


class Question(NamedTuple):
    """Advice asked of the worker: the arguments of :func:`advise`, with the time in milliseconds."""

    game: str
    view: State
    seed: int
    budget_ms: int = THINKING_MS


class Work(NamedTuple):
    """Long work for the worker.

    Attributes:
        do: a module's function. It is called with a function that reports a part of the result (anything picklable), with a
            :class:`~rules.contract.Budget`, and with ``given``. What it returns is the result. When the time is up or the work
            is cancelled, the budget has nothing left, and ``do`` has to return soon.
        given: its arguments.
        budget_ms: how long it may take, in milliseconds.
    """

    do: Callable[..., Any]
    given: tuple[Any, ...]
    budget_ms: int


class Failed(NamedTuple):
    """Work that failed: the error's text, for the log. If a program is to blame, ``reason`` is a sentence for people."""

    why: str
    reason: Message | None = None


class Part(NamedTuple):
    """A partial result that the process reports while it works."""

    content: Any


Answer = Callable[[Move], None]
Advised = Callable[[Advice | None], None]
Done = Callable[[Any], None]
Told = Callable[[Message], None]
Cancel = Callable[[], None]
Job = Task | Question | Work

RELEASE = "release"
"""Sent between two jobs: drop the bots of all seats, and end their programs."""

STOP = "stop"
"""Sent after a question: nobody wants its answer any more. The worker ignores it when it comes too late."""

LOOK_NS = 4_000_000
"""How often the worker checks whether it should stop."""


class StoppableClock(Clock):
    """The time for one question. It ends when the other end of the pipe sends :data:`STOP`, or anything else."""

    def __init__(self, milliseconds: int, pipe: Connection) -> None:
        super().__init__(milliseconds)
        self._pipe = pipe
        self._next_look = 0
        self.stopped = False

    def left(self) -> bool:
        """Whether any time is left and nobody has sent :data:`STOP`."""
        now = time.monotonic_ns()
        if not self.stopped and now >= self._next_look:
            self._next_look = now + LOOK_NS
            self.stopped = self._pipe.poll()
        return not self.stopped and super().left()


class BotWorker(OneProcess):
    """A process that chooses moves, one task after the other. It starts with the first task, at low priority.

    If the worker dies, it is restarted and gets its task again. A bot that fails, or dies twice over the same position, is
    replaced by the ``random`` level for that move, so that the game always continues. The strongest level replaces a program
    that fails for the rest of the game, and ``trouble`` receives the reason. If the system can start no process, bots think in
    the thread that would wait for one.
    """

    def __init__(self, trouble: Told | None = None) -> None:
        super().__init__("alarife-bots", _serve)
        self._tasks: list[tuple[Job, Callable[[Any], None], Callable[[Any], None] | None]] = []
        self._asking: Job | None = None
        self._sent = False
        self._release = False
        self._thread: threading.Thread | None = None
        self._trouble = trouble
        self._given_up: set[tuple[str, Program | None]] = set()
        self._table = 0

    @property
    def waiting(self) -> int:
        """The number of its jobs, including the one under way."""
        with self._lock:
            return len(self._tasks) + (self._asking is not None)

    def ask(self, task: Task, answer: Answer) -> None:
        """Have a move chosen. ``answer`` receives it in the worker's thread, unless the worker is closed before."""
        self._put(task, answer)

    def advise(self, question: Question, answer: Advised) -> Cancel:
        """Have a whole turn worked out; returns a function that cancels the question.

        ``answer`` is called with the advice, or with None if the bot failed, in the worker's thread. A cancelled question gets
        no answer, and the worker is free again within milliseconds.
        """
        return self._put(question, answer)

    def work(self, work: Work, done: Done, part: Done | None = None) -> Cancel:
        """Have long work done; returns a function that cancels it.

        ``part`` is called with each part of the result, then ``done`` with the result, or with None if the work failed; both in
        the worker's thread, and neither after the work was cancelled.
        """
        return self._put(work, done, part)

    def _put(self, job: Job, answer: Callable[[Any], None], part: Callable[[Any], None] | None = None) -> Cancel:
        wanted = True

        def told(found: Any) -> None:
            if wanted:
                answer(found)

        def in_part(found: Any) -> None:
            if wanted and part is not None:
                part(found)

        def cancel() -> None:
            nonlocal wanted
            wanted = False
            self._stop(job)

        with self._wake:
            if not self._closed:
                self._tasks.append((job, told, in_part))
                if self._thread is None:
                    self._thread = threading.Thread(target=self._run, name="bots", daemon=True)
                    self._thread.start()
                self._wake.notify()
        return cancel

    def _stop(self, job: Job) -> None:
        """Nobody wants this result any more: take it off the queue, or tell the process that works on it."""
        with self._lock:
            self._tasks = [task for task in self._tasks if task[0] is not job]
            if self._asking is not job:
                return
            if self._sent and self._pipe is not None:
                with contextlib.suppress(OSError):
                    self._pipe.send(STOP)
            self._asking = None

    def forget(self) -> None:
        """The table is over: drop all jobs that have not begun, except long work, and all bots of its seats."""
        with self._lock:
            self._tasks = [task for task in self._tasks if isinstance(task[0], Work)]
            self._release = True
            self._given_up.clear()
            self._table += 1
            self._wake.notify()

    def close(self) -> None:
        """Stop at once and end the process. Open tasks get no answer."""
        with self._wake:
            self._closed = True
            self._tasks.clear()
            process = self.process
            self._wake.notify()
        if process is not None:
            process.terminate()
        if self._thread is not None and self._thread is not threading.current_thread():
            self._thread.join(5)

    def _run(self) -> None:
        while True:
            with self._wake:
                while not self._tasks and not self._closed and not self._release:
                    self._wake.wait()
                if self._closed:
                    break
                if self._release:
                    self._release = False
                    if self._pipe is not None:
                        with contextlib.suppress(OSError):
                            self._pipe.send(RELEASE)
                    continue
                job, answer, part = self._tasks.pop(0)
                self._asking = job
                self._sent = False
                table = self._table
            found = self._think(job, table) if isinstance(job, Task) else self._done(job, part)
            with self._lock:
                self._asking = None
                closed = self._closed
            if closed:
                break
            self._tell(answer, found)
        self._drop()

    def _tell(self, answer: Callable[[Any], None] | None, found: Any) -> None:
        try:
            if answer is not None:
                answer(found)
        except Exception:
            _log.exception("the callback for a bot's answer failed")

    def _done(self, job: Question | Work, part: Callable[[Any], None] | None) -> Any:
        """The result of work that can be cancelled; None if there is none."""
        found: Any = None
        try:
            pipe = self.ready()
            with self._lock:
                if self._asking is not job:
                    return None
                pipe.send(job)
                self._sent = True
            deadline = time.monotonic() + job.budget_ms / 1000 + PATIENCE_SECONDS
            stopping = False
            while True:
                if not pipe.poll(min(STOPPING_SECONDS, max(0.0, deadline - time.monotonic()))):
                    if stopping or time.monotonic() >= deadline:
                        raise EOFError("no answer in time")
                    stopping = self._asking is not job  # perhaps only since a moment ago
                    continue
                found = pipe.recv()
                if not isinstance(found, Part):
                    break
                self._tell(part, found.content)
        except NoProcess as error:
            _log.warning("cannot start a bot process, bots think in a thread: %r", error.__cause__)
            found = _did(job, _Here(job.budget_ms, lambda: self._asking is job), partial(self._tell, part))
        except Exception as error:
            self._drop()
            found = Failed(f"bot process lost: {error!r}")
        if not isinstance(found, Failed):
            return found
        if not self._closed:
            _log.error("no result: %s", found.why)
        return None

    def _think(self, task: Task, table: int) -> Move:
        if (task.who, task.program) in self._given_up:
            task = task._replace(program=None)
        for attempt in range(2):
            try:
                pipe = self.ready()
                pipe.send(task)
                if not pipe.poll(task.budget_ms / 1000 + PATIENCE_SECONDS):
                    raise EOFError("no answer in time")
                found = pipe.recv()
            except NoProcess as error:
                _log.warning("cannot start a bot process, bots think in a thread: %r", error.__cause__)
                found = _found(task)
            except Exception as error:
                self._drop()
                if self._closed:
                    break
                _log.warning("bot process lost (attempt %d): %r", attempt + 1, error)
                continue
            if isinstance(found, Move):
                return found
            _log.error("bot %s of %s failed:\n%s", task.level, task.game, found.why)
            if task.program is not None:
                with self._lock:
                    if table != self._table:
                        break  # its table is over: the next one asks the program again
                    self._given_up.add((task.who, task.program))
                if self._trouble is not None and found.reason is not None:
                    self._tell(self._trouble, found.reason)
                return self._think(task._replace(program=None), table)
            break
        moves = task.view.moves()
        return moves[chance_of(task.seed).below(len(moves))]


class BotPool:
    """Several workers, each started when it is needed, so that bots, hints and analyses do not wait for each other.

    All questions of a seat go to the same worker, which keeps its bot. Long work never occupies the last worker. The methods
    are those of :class:`BotWorker`.
    """

    def __init__(self, trouble: Told | None = None, size: int = WORKERS) -> None:
        """``trouble`` receives the reason why a program stops playing, in a worker's thread; ``size`` is at least 2."""
        self._trouble = trouble
        self._size = max(2, size)
        self.workers: list[BotWorker] = []
        self.places: OrderedDict[str, BotWorker] = OrderedDict()
        self._lock = threading.Lock()
        self._closed = False

    def ask(self, task: Task, answer: Answer) -> None:
        """Have a move chosen, as :meth:`BotWorker.ask` does."""
        with self._lock:
            worker = self.places.pop(task.who, None) or self._free(0)
            self.places[task.who] = worker
            while len(self.places) > MOST_MINDS:
                self.places.popitem(last=False)
        worker.ask(task, answer)

    def advise(self, question: Question, answer: Advised) -> Cancel:
        """Have a whole turn worked out, as :meth:`BotWorker.advise` does."""
        with self._lock:
            worker = self._free(0)
        return worker.advise(question, answer)

    def work(self, work: Work, done: Done, part: Done | None = None, soon: bool = False) -> Cancel:
        """Have long work done, as :meth:`BotWorker.work` does; ``soon`` marks short work that somebody waits for."""
        with self._lock:
            worker = self._free(0 if soon else 1)
        return worker.work(work, done, part)

    def forget(self) -> None:
        """The table is over, as :meth:`BotWorker.forget` says."""
        for worker in list(self.workers):
            worker.forget()

    def close(self) -> None:
        """Stop thinking at once and end the processes."""
        with self._lock:
            self._closed = True
            workers = list(self.workers)
        for worker in workers:
            worker.close()

    def _free(self, first: int) -> BotWorker:
        """An idle worker, else a new one, else the least busy one, never one before index ``first``."""
        while len(self.workers) <= first:
            self.workers.append(self._new())
        able = self.workers[first:]
        least = min(able, key=lambda worker: worker.waiting)
        if least.waiting and len(self.workers) < self._size:
            least = self._new()
            self.workers.append(least)
        return least

    def _new(self) -> BotWorker:
        worker = BotWorker(self._trouble)
        if self._closed:
            worker.close()
        return worker


class _Here(Clock):
    """The time for work that is done in this process, which ends when nobody wants the work any more."""

    def __init__(self, milliseconds: int, wanted: Callable[[], bool]) -> None:
        super().__init__(milliseconds)
        self._wanted = wanted

    def left(self) -> bool:
        """Whether any time is left and somebody still wants the work."""
        return self._wanted() and super().left()


def stand_back() -> None:
    """Give the window and other programs precedence over this process."""
    with contextlib.suppress(OSError, AttributeError):
        if sys.platform == "win32":
            import ctypes

            kernel = ctypes.windll.kernel32
            kernel.SetPriorityClass(kernel.GetCurrentProcess(), 0x4000)  # BELOW_NORMAL_PRIORITY_CLASS
        else:
            os.nice(NICENESS)


def _serve(pipe: Connection) -> None:
    """The worker process: answer each task with a move or with the error's text, until the other end is gone."""
    end_with_parent()
    stand_back()
    with contextlib.suppress(EOFError, OSError, KeyboardInterrupt):
        while True:
            job: Job | str = pipe.recv()
            if isinstance(job, Task):
                pipe.send(_found(job))
            elif isinstance(job, Question | Work):
                pipe.send(_did(job, StoppableClock(job.budget_ms, pipe), lambda content: pipe.send(Part(content))))
            elif job == RELEASE:
                _minds.release()


def _did(job: Question | Work, budget: Budget, part: Callable[[Any], None]) -> Any:
    """The result of a job, or the error."""
    try:
        if isinstance(job, Work):
            return job.do(part, budget, *job.given)
        return advise(job.game, job.view, job.seed, budget)
    except Exception as error:
        return Failed(f"{type(error).__name__}: {error}")


def _found(task: Task) -> Move | Failed:
    """The chosen move, or the error."""
    try:
        bot = _minds.of(task.who, task.game, task.level, task.program)
        return bot.choose(task.view, Clock(task.budget_ms), chance_of(task.seed))
    except Exception as error:
        return Failed(f"{type(error).__name__}: {error}", getattr(error, "reason", None))
