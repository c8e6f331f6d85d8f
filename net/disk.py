"""Bringing files to the disk itself, in a thread of its own: that takes milliseconds, and nobody at the table waits for it."""

from __future__ import annotations

import os
import queue
import threading
from contextlib import suppress
from pathlib import Path

_lock = threading.Lock()
_asked: queue.SimpleQueue[Flushing] = queue.SimpleQueue()
_thread: threading.Thread | None = None


def keep_name(path: Path) -> None:
    """See to it that a new or replaced file is found under its name after a power cut (on Windows its system does)."""
    if os.name == "posix":
        with suppress(OSError):
            folder = os.open(path.parent, os.O_RDONLY)
            try:
                os.fsync(folder)
            finally:
                os.close(folder)


class Flushing:
    """What has been asked for one open file.

    Attributes:
        trouble: why it could not be done the last time; None when it could, or has not been tried.
    """

    def __init__(self, handle: int) -> None:
        self.trouble: OSError | None = None
        self._handle = handle
        self._idle = threading.Event()
        self._idle.set()
        self._again = False

    def begin(self) -> None:
        """See to it that all that has been written so far outlives a power cut, soon; returns at once."""
        with _lock:
            self._again = True
            if not self._idle.is_set():
                return  # it is done once more after what is being done now
            self._idle.clear()
        _asked.put(self)
        _run()

    def wait(self) -> None:
        """Return when nothing is being done any more: before that the file must not be closed."""
        self._idle.wait()

    def work(self) -> None:
        """Do what has been asked; called in the thread."""
        while True:
            with _lock:
                if not self._again:
                    self._idle.set()
                    return
                self._again = False
            try:
                os.fsync(self._handle)
                self.trouble = None
            except OSError as error:
                self.trouble = error


def _run() -> None:
    """Start the thread, if it does not run yet; it ends with the program."""
    global _thread
    with _lock:
        if _thread is None:
            _thread = threading.Thread(target=_work, name="alarife-disk", daemon=True)
            _thread.start()


def _work() -> None:
    while True:
        _asked.get().work()
