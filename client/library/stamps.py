"""The existing game files, with stamps that tell whether a file has changed since it was read."""

from __future__ import annotations

import os
from contextlib import suppress
from pathlib import Path
from typing import NamedTuple

LATEST = (1 << 63) - 1
"""The latest time that a stamp can hold, in the year 2262; a later one counts as this, and one before 1970 as 0."""


class Stamp(NamedTuple):
    """The time of a file's last change (nanoseconds since 1970, 0 to :data:`LATEST`) and its size in bytes."""

    mtime: int
    size: int


def folder_stamps(folder: Path, suffix: str) -> dict[str, Stamp]:
    """The files in a folder whose names end in ``suffix``, by absolute path; empty if the folder cannot be read."""
    found = {}
    with suppress(OSError), os.scandir(folder.absolute()) as entries:
        for entry in entries:
            if entry.name.endswith(suffix):
                with suppress(OSError):  # removed meanwhile
                    found[entry.path] = _stamp(entry.stat())
    return found


def stamp_of(path: str) -> Stamp | None:
    """The stamp of a file; None if there is no such file."""
    try:
        return _stamp(os.stat(path))
    except (OSError, ValueError):
        return None


def _stamp(status: os.stat_result) -> Stamp:
    return Stamp(max(0, min(status.st_mtime_ns, LATEST)), status.st_size)
