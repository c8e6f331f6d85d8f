"""The crew that plays the games of a league: this process, others on this computer, or the workers of a Dask cluster.

A game that is lost with its worker is played again, and every result is told as soon as it is there.
"""

from __future__ import annotations

import queue
from collections.abc import Callable, Iterator
from concurrent.futures import Future, ProcessPoolExecutor
from concurrent.futures.process import BrokenProcessPool
from typing import Any, NamedTuple, Protocol

from client.league.games import Line, Terms, play_fixture
from client.league.schedule import Fixture

AHEAD = 2
"""Games given out for each worker, so that none waits for the next."""

TRIES = 4
"""How often a game is begun whose worker is lost."""

CLUSTER_SECONDS = 30
"""How long a cluster is waited for at the beginning."""

Finished = Callable[[Fixture, Callable[[], Line]], None]
"""Told, in any thread, that a game has ended; the function gives its line, or raises what went wrong."""


class CrewLost(Exception):
    """Games cannot be played: the workers are gone; says why."""


class Crew(Protocol):
    """Plays games."""

    def hands(self) -> int:
        """How many games are played at once."""

    def play(self, fixture: Fixture, finished: Finished) -> None:
        """Begin a game."""

    def close(self) -> None:
        """Give up what is being played."""


def played(crew: Crew, wanted: Iterator[Fixture]) -> Iterator[Line]:
    """Play games, each told when it has ended. ``wanted`` is asked for the next game only when somebody can play it."""
    ended: queue.SimpleQueue[tuple[Fixture, Callable[[], Line]]] = queue.SimpleQueue()
    going = 0
    more = True
    try:
        while True:
            while more and going < AHEAD * max(1, crew.hands()):
                fixture = next(wanted, None)
                if fixture is None:
                    more = False
                    break
                going += 1
                crew.play(fixture, lambda fixture, line: ended.put((fixture, line)))
            if not going:
                return
            _, line = ended.get()
            going -= 1
            yield line()
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
        """The game is played when its line is asked for."""
        finished(fixture, lambda: play_fixture(self._terms, fixture))

    def close(self) -> None:
        """Nothing goes on."""


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
        """Begin a game in the next free process."""
        self._tries[fixture] = self._tries.get(fixture, 0) + 1
        future = self._begun(fixture)

        def line() -> Line:
            nonlocal future
            while True:
                try:
                    return future.result()
                except BrokenProcessPool as error:
                    if self._tries[fixture] >= TRIES:
                        raise CrewLost(str(error)) from error
                    self._tries[fixture] += 1
                    future = self._begun(fixture)

        future.add_done_callback(lambda _: finished(fixture, line))

    def close(self) -> None:
        """End the processes."""
        pool, self._pool = self._pool, None
        if pool is not None:
            pool.shutdown(wait=True, cancel_futures=True)

    def _begun(self, fixture: Fixture) -> Future[Line]:
        for _ in range(TRIES):
            if self._pool is None:
                self._pool = self._made()
            try:
                return self._pool.submit(play_fixture, self._terms, fixture)
            except BrokenProcessPool:
                self._pool = None  # one of its processes was ended from outside; the others go with it
        raise CrewLost("no process stays alive")

    def _made(self) -> ProcessPoolExecutor:
        import multiprocessing

        from client.system import spawned
        from client.system.parent import end_with_parent

        spawned.prepare()
        return ProcessPoolExecutor(self._jobs, multiprocessing.get_context("spawn"), end_with_parent)


class Cluster:
    """The workers of a Dask scheduler; each needs the same Alarife. A worker may come or go at any time."""

    def __init__(self, terms: Terms, address: str) -> None:
        """Raises :class:`CrewLost` when there is no such scheduler or it has no worker, :class:`ImportError` without Dask."""
        from distributed import Client

        self._terms = terms
        try:
            self._client: Any = Client(address, timeout=CLUSTER_SECONDS, set_as_default=False)
            self._client.wait_for_workers(1, timeout=CLUSTER_SECONDS)
        except (OSError, TimeoutError, ValueError) as error:
            raise CrewLost(str(error) or type(error).__name__) from error
        self._going: set[Any] = set()

    def hands(self) -> int:
        """One for each thread of a worker that is there now."""
        return sum(self._client.nthreads().values())

    def play(self, fixture: Fixture, finished: Finished) -> None:
        """Give a game out. Dask begins it again elsewhere when its worker is lost, also with a result not yet told."""
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
        """Take back what is being played, and let the cluster be."""
        for future in self._going:
            future.cancel()
        self._client.close()


class Asked(NamedTuple):
    """Which crew the command line asks for: a scheduler's address, or so many processes."""

    jobs: int
    scheduler: str | None = None

    def crew(self, terms: Terms, games: int) -> Crew:
        """The crew; raises as :class:`Cluster` does."""
        if self.scheduler is not None:
            return Cluster(terms, self.scheduler)
        return Alone(terms) if self.jobs == 1 or games < 2 else Processes(terms, min(self.jobs, games))
