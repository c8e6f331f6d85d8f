"""A spawned process at the other end of a pipe. It starts when first needed, and restarts after it has died."""

from __future__ import annotations

import multiprocessing
import threading
from collections.abc import Callable
from multiprocessing.connection import Connection
from typing import Any

from client.system import spawned


class NoProcess(Exception):
    """The system cannot start a process; the cause says why."""


class OneProcess:
    """The base of classes that hand their work to one process. It is spawned, never forked."""

    def __init__(self, name: str, serve: Callable[..., None], *given: object) -> None:
        """``serve`` runs in the process, with its end of the pipe and the ``given`` arguments."""
        self._lock = threading.Lock()
        self._wake = threading.Condition(self._lock)
        self._closed = False
        self.process: multiprocessing.process.BaseProcess | None = None
        self._pipe: Connection | None = None
        self._spawned: tuple[str, Callable[..., None], tuple[Any, ...]] = name, serve, given

    def ready(self) -> Connection:
        """The pipe to a live process; raises :class:`NoProcess`."""
        if self._pipe is not None and self.process is not None and self.process.is_alive():
            return self._pipe
        self._drop()
        spawned.prepare()
        name, serve, given = self._spawned
        spawn = multiprocessing.get_context("spawn")
        ours, theirs = spawn.Pipe()
        process = spawn.Process(target=serve, args=(theirs, *given), name=name, daemon=True)
        try:
            process.start()
        except Exception as error:  # too many processes, too little memory, or a program updated while it runs
            ours.close()
            raise NoProcess from error
        finally:
            theirs.close()
        with self._lock:
            self.process, self._pipe = process, ours
            if self._closed:
                process.terminate()
        return ours

    def _drop(self) -> None:
        """End the process, if there is one."""
        with self._lock:
            process, pipe = self.process, self._pipe
            self.process = self._pipe = None
        if pipe is not None:
            pipe.close()
        if process is not None:
            process.terminate()
            process.join(5)
