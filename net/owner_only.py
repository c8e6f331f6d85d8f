"""Files that only their owner may read: keys, secrets of the dealing, addresses of friends."""

from __future__ import annotations

import os
from contextlib import suppress
from pathlib import Path

MODE = 0o600
"""The mode of such a file, whatever the umask."""


def owner_only(file: int | Path) -> None:
    """Remove the rights of others from an existing file, given by its path or handle.

    A copied or unpacked file may be readable for everybody. A file of another owner is left unchanged. On Windows the rights
    of the folder count, and a profile folder lets in nobody else.
    """
    if os.name == "posix":
        with suppress(OSError):
            mode = os.stat(file).st_mode & 0o777
            if mode & 0o077:
                os.chmod(file, mode & 0o700)
