"""Files that concern nobody but the one whose computer this is: keys, secrets of the dealing, where friends were reached."""

from __future__ import annotations

import os
from contextlib import suppress
from pathlib import Path

MODE = 0o600
"""The mode of such a file, whatever the umask."""


def owner_only(file: int | Path) -> None:
    """Take away what others may do with a file that is there already, given by its path or handle.

    A copy from elsewhere or an unpacked archive may be open to everybody. A file of somebody else stays as it is. On Windows
    the folder's rights count, and those of a profile let in nobody else.
    """
    if os.name == "posix":
        with suppress(OSError):
            mode = os.stat(file).st_mode & 0o777
            if mode & 0o077:
                os.chmod(file, mode & 0o700)
