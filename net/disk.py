"""Reading only ordinary files, writing small ones in one step, and syncing files to the disk.

Syncing takes milliseconds and runs in its own thread, so that nobody at the table waits for it.
"""

from __future__ import annotations

import os
import queue
import stat
import threading
from contextlib import suppress
from pathlib import Path
from typing import BinaryIO

_lock = threading.Lock()
_asked: queue.SimpleQueue[Flushing] = queue.SimpleQueue()
_thread: threading.Thread | None = None


class NoFile(OSError):
    """The path is a folder, a pipe, a device or the like, or the file is larger than it may be."""


def open_to_read(path: Path) -> BinaryIO:
    """Open an ordinary file to read it. A pipe or device could block its reader, or never end.

    Raises :class:`NoFile` for those, another :class:`OSError` when there is nothing to read.
    """
    handle = os.open(path, os.O_RDONLY | getattr(os, "O_BINARY", 0) | getattr(os, "O_NONBLOCK", 0) | getattr(os, "O_NOCTTY", 0))
    if not stat.S_ISREG(os.fstat(handle).st_mode):
        os.close(handle)
        raise NoFile(f"{path} is not an ordinary file")
    return os.fdopen(handle, "rb")


def read_whole(path: Path, most: int) -> bytes:
    """The content of an ordinary file; raises like :func:`open_to_read`, and :class:`NoFile` if it has over ``most`` bytes."""
    with open_to_read(path) as stream:
        size = os.fstat(stream.fileno()).st_size
        content = stream.read(min(most, size) + 1)  # room for so many bytes is reserved at once
        if len(content) > size:  # it has grown meanwhile
            content += stream.read(max(0, most + 1 - len(content)))
    if len(content) > most:
        raise NoFile(f"{path} is larger than {most} bytes")
    return content


def is_same(path: Path, other: Path) -> bool:
    """Whether two paths lead to the same file, perhaps by a link; not if one of them leads to none."""
    try:
        return path.samefile(other)
    except (OSError, ValueError):
        return False


def free_beside(path: Path, word: str) -> Path:
    """The first name that nothing has yet, for a copy of a file in its folder: ``settings.damaged-1.json``, for instance."""
    number = 1
    while os.path.lexists(place := path.with_name(f"{path.stem}.{word}-{number}{path.suffix}")):
        number += 1
    return place


def write_whole(path: Path, content: bytes, mode: int = 0o666, sync: bool = True) -> None:
    """Write a file in one step: whatever happens, either its old or its new content is there.

    Without ``sync`` the call does not wait for the disk, and a power cut may bring the old content back.

    Raises :class:`OSError` if the old content stays.
    """
    draft = path.with_name(f"{path.name}.new")
    draft.unlink(missing_ok=True)  # of a program that ended while it wrote
    try:
        handle = os.open(draft, os.O_WRONLY | os.O_CREAT | os.O_EXCL | getattr(os, "O_BINARY", 0), mode)
        with os.fdopen(handle, "wb") as stream:
            stream.write(content)
            if sync:
                stream.flush()
                os.fsync(stream.fileno())
        os.replace(draft, path)
    except OSError:
        with suppress(OSError):
            draft.unlink(missing_ok=True)
        raise
    if sync:
        keep_name(path)


def keep_name(path: Path) -> None:
    """Sync the folder, so that a new or replaced file is found under its name after a power cut (Windows does so by itself)."""
    if os.name == "posix":
        with suppress(OSError):
            folder = os.open(path.parent, os.O_RDONLY)
            try:
                os.fsync(folder)
            finally:
                os.close(folder)


class Flushing:
    """The sync requests for one open file.

    Attributes:
        trouble: why the last sync failed; None if it succeeded or was never tried.
    """

    def __init__(self, handle: int) -> None:
        self.trouble: OSError | None = None
        self._handle = handle
        self._idle = threading.Event()
        self._idle.set()
        self._again = False

    def begin(self) -> None:
        """Start to sync everything written so far; returns at once."""
        with _lock:
            self._again = True
            if not self._idle.is_set():
                return  # it runs again after the current request
            self._idle.clear()
        _asked.put(self)
        _run()

    def wait(self) -> None:
        """Wait until no sync is running: before that the file must not be closed."""
        self._idle.wait()

    def work(self) -> None:
        """Sync as long as it is requested; called in the thread."""
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
