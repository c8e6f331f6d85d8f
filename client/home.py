"""Where this program keeps its things: identity, settings, saved games, log."""

from __future__ import annotations

import os
from pathlib import Path

import platformdirs
from PySide6.QtCore import QLockFile

VARIABLE = "ALARIFE_HOME"
GAMES = "games"
WINDOWS_AT_ONCE = 9


def home_folder(chosen: Path | None = None) -> Path:
    """The data folder: the one chosen on the command line, else ``ALARIFE_HOME``, else the system's place for such things."""
    if chosen is not None:
        return chosen.expanduser().absolute()
    named = os.environ.get(VARIABLE)
    if named:
        return Path(named).expanduser().absolute()
    return platformdirs.user_data_path("alarife", appauthor=False)


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
