"""Tasks for one process, done one after the other in the order of the queue.

A task may contain hostile input: if the process dies over it or takes too long, the task is given up, and the next one gets a
new process. The process runs at low priority.
"""

from __future__ import annotations

import contextlib
import logging
import os
import threading
from abc import abstractmethod
from collections.abc import Callable
from multiprocessing.connection import Connection
from typing import Generic, TypeVar

from client.system.oneprocess import OneProcess
from client.system.parent import end_with_parent

PATIENCE_SECONDS = 120.0
"""How long the process may take over one task, in seconds."""

REST_SECONDS = 20.0
"""How long the idle process stays, in seconds."""

_NICE = 10
_log = logging.getLogger("alarife.errands")

Task = TypeVar("Task")
Done = TypeVar("Done")


class Errands(OneProcess, Generic[Task, Done]):
    """Does one task after the other in a process, which starts with the first one and ends when none are left."""

    def __init__(
        self,
        name: str,
        serve: Callable[..., None],
        *given: object,
        answer: Callable[[Task, Done], None],
        patience: float = PATIENCE_SECONDS,
        rest: float = REST_SECONDS,
    ) -> None:
        """``serve`` runs in the process with the ``given`` arguments; ``answer`` is called after every task, in a thread."""
        super().__init__(name, serve, *given)
        self._name = name
        self._answer = answer
        self._patience = patience
        self._rest = rest
        self._tasks: list[Task] = []
        self._queued: set[Task] = set()
        self._thread: threading.Thread | None = None
        self.alone = False  # whether no process could be started

    @abstractmethod
    def _without(self, task: Task) -> Done:
        """The result if no process can be started, worked out in the thread that would wait for it."""

    @abstractmethod
    def _given_up(self, task: Task) -> Done:
        """The result of a task over which the process failed."""

    @property
    def waiting(self) -> int:
        """The number of tasks that have not begun."""
        return len(self._tasks)

    def ask(self, task: Task, first: bool = False) -> None:
        """Queue a task; with ``first``, before all others."""
        with self._wake:
            if self._closed:
                return
            if task in self._queued:
                if not first:
                    return
                self._tasks.remove(task)
            self._queued.add(task)
            if first:
                self._tasks.insert(0, task)
            else:
                self._tasks.append(task)
            if self._thread is None:
                self._thread = threading.Thread(target=self._run, name=self._name, daemon=True)
                self._thread.start()
            self._wake.notify()

    def close(self) -> None:
        """Stop, and end the process at once."""
        with self._wake:
            self._closed = True
            self._tasks.clear()
            self._queued.clear()
            process, thread = self.process, self._thread
            self._wake.notify()
        if process is not None:
            process.terminate()
        if thread is not None and thread is not threading.current_thread():
            thread.join(10)

    def _run(self) -> None:
        while True:
            with self._wake:
                if not self._tasks and not self._closed:
                    self._wake.wait(self._rest)
                if self._closed or not self._tasks:
                    self._thread = None
                    break
                task = self._tasks.pop(0)
                self._queued.discard(task)
            done = self._done(task)
            if not self._closed:
                try:
                    self._answer(task, done)
                except Exception:
                    _log.exception("%s: the callback for an answer failed", self._name)
        self._drop()

    def _done(self, task: Task) -> Done:
        if self.alone:
            return self._without(task)
        try:
            pipe = self.ready()
        except Exception as error:  # too many processes, too little memory, a program that was updated while it runs
            _log.warning("%s: no process can be started: %r", self._name, error.__cause__ or error)
            self.alone = True
            return self._without(task)
        try:
            pipe.send(task)
            if not pipe.poll(self._patience):
                raise EOFError("no answer in time")
            done, found = pipe.recv()
            if done:
                return found  # type: ignore[no-any-return]
            _log.error("%s: a task failed:\n%s", self._name, found)
        except Exception as error:
            if not self._closed:
                _log.warning("%s: the process was lost: %r", self._name, error)
            self._drop()
        return self._given_up(task)


def serve(pipe: Connection, work: Callable[[Task], Done]) -> None:
    """The process: answer each task with its result, or with the error's text, until the other end is gone."""
    end_with_parent()
    if hasattr(os, "nice"):
        with contextlib.suppress(OSError):
            os.nice(_NICE)
    with contextlib.suppress(EOFError, OSError, KeyboardInterrupt):
        while True:
            task: Task = pipe.recv()
            try:
                answer: tuple[bool, object] = True, work(task)
            except Exception as error:
                answer = False, f"{type(error).__name__}: {error}"
            pipe.send(answer)
