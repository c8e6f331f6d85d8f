"""One program at a time: a lock on an open file, which ends with the program, even if it crashes."""

from __future__ import annotations

import os
import sys


def hold(handle: int) -> None:
    """Lock this file until the handle is closed; raises :class:`OSError` if another program has locked it.

    The lock only matters to callers of this function: other programs can still read the file.
    """
    if sys.platform == "win32":
        import msvcrt

        os.lseek(handle, 1 << 30, os.SEEK_SET)  # far behind the content, so that others can still read it
        msvcrt.locking(handle, msvcrt.LK_NBLCK, 1)
    else:
        import fcntl

        fcntl.flock(handle, fcntl.LOCK_EX | fcntl.LOCK_NB)
