"""The crew that plays a league's games: this process, others on this computer, or the workers of a Dask cluster.

A game that is lost with its worker is played again, and every result is reported at once.
"""

from __future__ import annotations

import logging
import queue
import signal
from collections.abc import Callable, Iterator
from concurrent.futures import Future, ProcessPoolExecutor
from concurrent.futures.process import BrokenProcessPool
from typing import Any, NamedTuple, Protocol

from client.league.games import Line, Terms, play_fixture
from client.league.schedule import Fixture

AHEAD = 2
"""The number of games queued for each worker, so that none waits for the next."""

TRIES = 4
"""How often a game is started if its workers get lost."""

CLUSTER_SECONDS = 30
"""How long to wait for a cluster at the beginning, in seconds."""

Finished = Callable[[Fixture, Callable[[], Line]], None]
"""Called, in any thread, when a game has ended; its argument returns the game's line, or raises the error.

If that is a :class:`GameLost`, the game is started again.
"""


class CrewLost(Exception):
    """No games can be played, because the workers are gone; the text says why."""


class GameLost(Exception):
    """The game was lost with its worker, and has to be played again."""


class Crew(Protocol):
    """Plays games."""

    def hands(self) -> int:
        """How many games are played at once."""

    def play(self, fixture: Fixture, finished: Finished) -> None:
        """Start a game."""

    def close(self) -> None:
        """Give up running games."""


def played(crew: Crew, wanted: Iterator[Fixture]) -> Iterator[Line]:
    """Play games, and yield each line when its game has ended. ``wanted`` gives the next game only when a worker is free."""
    ended: queue.SimpleQueue[tuple[Fixture, Callable[[], Line]]] = queue.SimpleQueue()
    going = 0
    more = True

    def finished(fixture: Fixture, line: Callable[[], Line]) -> None:
        ended.put((fixture, line))

    try:
        while True:
            while more and going < AHEAD * max(1, crew.hands()):
                fixture = next(wanted, None)
                if fixture is None:
                    more = False
                    break
                going += 1
                crew.play(fixture, finished)
            if not going:
                return
            fixture, line = ended.get()
            try:
                found = line()
            except GameLost:
                crew.play(fixture, finished)
                continue
            going -= 1
            yield found
    finally:
        crew.close()


class Alone:
    """This process plays, one game after the other."""

    def __init__(self, terms: Terms) -> None:
        self._terms = terms

    def hands(self) -> int:
        """One."""
        return 1

    def play(self, fixture: Fixture, finished: Finished) -> None:
        """Note the game, which is played when its line is requested."""
        finished(fixture, lambda: play_fixture(self._terms, fixture))

    def close(self) -> None:
        """Nothing to give up."""


class Processes:
    """Processes of this computer."""

    def __init__(self, terms: Terms, jobs: int) -> None:
        self._terms = terms
        self._jobs = jobs
        self._pool: ProcessPoolExecutor | None = None
        self._tries: dict[Fixture, int] = {}

    def hands(self) -> int:
        """One for each process."""
        return self._jobs

    def play(self, fixture: Fixture, finished: Finished) -> None:
        """Start a game in the next free process."""
        self._tries[fixture] = self._tries.get(fixture, 0) + 1
        future = self._begun(fixture)

        def line() -> Line:
            try:
                return future.result()
            except BrokenProcessPool as error:
                raise GameLost if self._tries[fixture] < TRIES else CrewLost(str(error)) from error

        future.add_done_callback(lambda _: finished(fixture, line))

    def close(self) -> None:
        """End the processes, whatever they play."""
        pool, self._pool = self._pool, None
        if pool is not None:
            for process in list(pool._processes.values()):  # its terminate_workers() comes with Python 3.14
                process.terminate()
            pool.shutdown(wait=True, cancel_futures=True)

    def _begun(self, fixture: Fixture) -> Future[Line]:
        for _ in range(TRIES):
            if self._pool is None:
                self._pool = self._made()
            try:
                return self._pool.submit(play_fixture, self._terms, fixture)
            except BrokenProcessPool:
                self._pool = None  # one of its processes was killed from outside, which ends the others, too
        raise CrewLost("no process stays alive")

    def _made(self) -> ProcessPoolExecutor:
        import multiprocessing

        from client.system import spawned

        spawned.prepare()
        return ProcessPoolExecutor(self._jobs, multiprocessing.get_context("spawn"), _obey_parent)


def _obey_parent() -> None:
    """In a process of :class:`Processes`: Ctrl-C reaches it, too, but its parent ends it."""
    from client.system.parent import end_with_parent

    signal.signal(signal.SIGINT, lambda *_: None)  # unlike SIG_IGN, programs that it starts do not inherit this
    end_with_parent()


class Cluster:
    """The workers of a Dask scheduler, which need the same version of Alarife. Workers may come and go at any time."""

    def __init__(self, terms: Terms, address: str) -> None:
        """Raises :class:`CrewLost` if there is no such scheduler or it has no worker, :class:`ImportError` without Dask."""
        from distributed import Client

        logging.getLogger("distributed.client").setLevel(logging.CRITICAL)  # it would print a traceback beside our sentence
        self._terms = terms
        try:
            self._client: Any = Client(address, timeout=CLUSTER_SECONDS, set_as_default=False)
            self._client.wait_for_workers(1, timeout=CLUSTER_SECONDS)
        except (OSError, TimeoutError, ValueError) as error:
            raise CrewLost(str(error) or type(error).__name__) from error
        self._going: set[Any] = set()

    def hands(self) -> int:
        """One for each thread of the present workers."""
        return sum(self._client.nthreads().values())

    def play(self, fixture: Fixture, finished: Finished) -> None:
        """Submit a game. Dask restarts it elsewhere if its worker is lost, even with a result that was not reported yet."""
        future = self._client.submit(play_fixture, self._terms, fixture, pure=False)
        self._going.add(future)

        def line() -> Line:
            self._going.discard(future)
            try:
                found: Line = future.result()
            except Exception as error:
                raise CrewLost(str(error) or type(error).__name__) from error
            return found

        future.add_done_callback(lambda _: finished(fixture, line))

    def close(self) -> None:
        """Cancel running games, and leave the cluster."""
        for future in self._going:
            future.cancel()
        self._client.close()


class Asked(NamedTuple):
    """The crew requested on the command line: a scheduler's address, or a number of processes."""

    jobs: int
    scheduler: str | None = None

    def crew(self, terms: Terms, games: int) -> Crew:
        """The crew; raises what :class:`Cluster` raises."""
        if self.scheduler is not None:
            return Cluster(terms, self.scheduler)
        return Alone(terms) if self.jobs == 1 or games < 2 else Processes(terms, min(self.jobs, games))
