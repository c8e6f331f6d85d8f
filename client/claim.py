"""One data folder for each window at work."""

from __future__ import annotations

import os
from pathlib import Path

from PySide6.QtCore import QLockFile

WINDOWS_AT_ONCE = 9


def claim(folder: Path) -> tuple[Path, QLockFile]:
    """The data folder this window may use, locked while the lock object lives.

    Two programs must not share a key or write one game file. So a second Alarife on one desktop plays from a folder inside the
    first's, as another person: that is how one tries a table alone. Raises :class:`OSError` if the folder cannot be written.
    """
    for number in range(1, WINDOWS_AT_ONCE + 1):
        place = folder if number == 1 else folder / f"player-{number}"
        place.mkdir(parents=True, exist_ok=True, mode=0o700)
        lock = QLockFile(str(place / "lock"))
        lock.setStaleLockTime(0)
        if lock.tryLock(0):
            return place, lock
        if lock.error() == QLockFile.LockError.PermissionError:
            raise PermissionError(13, os.strerror(13), str(place))
    raise BlockingIOError(11, os.strerror(11), str(folder))
