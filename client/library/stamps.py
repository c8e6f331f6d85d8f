"""Which game files there are, and what tells whether one is still as it was when it was read."""

from __future__ import annotations

import os
from contextlib import suppress
from pathlib import Path
from typing import NamedTuple


class Stamp(NamedTuple):
    """Nanoseconds since 1970 of a file's last change, and its bytes."""

    mtime: int
    size: int


def folder_stamps(folder: Path, suffix: str) -> dict[str, Stamp]:
    """The files of a folder that end in ``suffix``, by absolute path; empty when the folder cannot be read."""
    found = {}
    with suppress(OSError), os.scandir(folder.absolute()) as entries:
        for entry in entries:
            if entry.name.endswith(suffix):
                with suppress(OSError):  # moved away since
                    status = entry.stat()
                    found[entry.path] = Stamp(status.st_mtime_ns, status.st_size)
    return found


def stamp_of(path: str) -> Stamp | None:
    """The stamp of one file, None when there is none."""
    try:
        status = os.stat(path)
    except (OSError, ValueError):
        return None
    return Stamp(status.st_mtime_ns, status.st_size)
