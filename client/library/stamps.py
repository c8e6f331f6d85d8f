"""The existing game files, with stamps that tell whether a file has changed since it was read."""

from __future__ import annotations

import os
from contextlib import suppress
from pathlib import Path
from typing import NamedTuple


class Stamp(NamedTuple):
    """The time of a file's last change (nanoseconds since 1970) and its size in bytes."""

    mtime: int
    size: int


def folder_stamps(folder: Path, suffix: str) -> dict[str, Stamp]:
    """The files in a folder whose names end in ``suffix``, by absolute path; empty if the folder cannot be read."""
    found = {}
    with suppress(OSError), os.scandir(folder.absolute()) as entries:
        for entry in entries:
            if entry.name.endswith(suffix):
                with suppress(OSError):  # removed meanwhile
                    status = entry.stat()
                    found[entry.path] = Stamp(status.st_mtime_ns, status.st_size)
    return found


def stamp_of(path: str) -> Stamp | None:
    """The stamp of a file; None if there is no such file."""
    try:
        status = os.stat(path)
    except (OSError, ValueError):
        return None
    return Stamp(status.st_mtime_ns, status.st_size)
