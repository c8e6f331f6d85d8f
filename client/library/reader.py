"""The process that reads game files and paints their thumbnails, so that no window waits for either.

What a strange file may do stays away from the window: a file over which the process dies, or sits too long, is given up.
It is spawned, never forked, as that of the bots, and steps back behind everything else that the computer does.
"""

from __future__ import annotations

import contextlib
import logging
import os
import threading
from collections.abc import Callable
from multiprocessing.connection import Connection
from pathlib import Path

from client.library.reading import glance
from client.library.tasks import RECORD, Done, Task, work
from client.system.oneprocess import OneProcess
from client.system.parent import end_with_parent
from rules.message import message

PATIENCE_SECONDS = 120.0
"""How long the process may take over one file."""

_NICE = 10
_log = logging.getLogger("alarife.library")

Answer = Callable[[Task, Done], None]


class Reader(OneProcess):
    """Does one task after the other in a process of its own, which begins with the first and ends when there is no more to do.

    Where no process can be started, files are read in the thread that would wait for it, and nothing is painted.
    """

    def __init__(self, games: Path, answer: Answer, patience: float = PATIENCE_SECONDS) -> None:
        """``games`` is the folder with corrected data files; ``answer`` is called with every task done, in a thread."""
        super().__init__("alarife-library", _serve, games)
        self._answer = answer
        self._patience = patience
        self._tasks: list[Task] = []
        self._queued: set[Task] = set()
        self._thread: threading.Thread | None = None
        self._alone = False  # no process could be started

    @property
    def waiting(self) -> int:
        """How many tasks nobody has begun with."""
        return len(self._tasks)

    def ask(self, task: Task, first: bool = False) -> None:
        """Have it done; ``first`` before everything else that waits."""
        with self._wake:
            if self._closed or task in self._queued:
                return
            self._queued.add(task)
            if first:
                self._tasks.insert(0, task)
            else:
                self._tasks.append(task)
            if self._thread is None:
                self._thread = threading.Thread(target=self._run, name="library reader", daemon=True)
                self._thread.start()
            self._wake.notify()

    def close(self) -> None:
        """Do nothing any more, and end the process at once."""
        with self._wake:
            self._closed = True
            self._tasks.clear()
            self._queued.clear()
            process, thread = self._process, self._thread
            self._wake.notify()
        if process is not None:
            process.terminate()
        if thread is not None and thread is not threading.current_thread():
            thread.join(10)

    def _run(self) -> None:
        while True:
            with self._wake:
                if not self._tasks and not self._closed:
                    self._wake.wait(20.0)
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
                    _log.exception("what was read of a game was not taken")
        self._drop()

    def _done(self, task: Task) -> Done:
        if self._alone:
            return work(task._replace(kind=RECORD))
        try:
            pipe = self._ready()
        except Exception as error:  # too many processes, too little memory, a program that was updated while it runs
            _log.warning("no process for the library, files are read beside the window: %r", error.__cause__ or error)
            self._alone = True
            return work(task._replace(kind=RECORD))
        try:
            pipe.send(task)
            if not pipe.poll(self._patience):
                raise EOFError("no answer in time")
            found = pipe.recv()
            if isinstance(found, Done):
                return found
            _log.error("a game could not be looked at:\n%s", found)
        except Exception as error:
            if not self._closed:
                _log.warning("the library's process was lost: %r", error)
            self._drop()
        return Done(glance(Path(task.file))._replace(problem=message("client.library.unread"), studied=True))


def _serve(pipe: Connection, games: Path) -> None:
    """The process: answer tasks with what came of them, or with the text of what went wrong, until the other end is gone."""
    end_with_parent()
    if hasattr(os, "nice"):
        with contextlib.suppress(OSError):
            os.nice(_NICE)
    from net.corrections import correct

    correct(games)
    with contextlib.suppress(EOFError, OSError, KeyboardInterrupt):
        while True:
            task: Task = pipe.recv()
            try:
                found: Done | str = work(task)
            except Exception as error:
                found = f"{type(error).__name__}: {error}"
            pipe.send(found)
