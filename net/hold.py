"""One program at a time: a hold on an open file, which ends with the program however that ends."""

from __future__ import annotations

import os
import sys


def hold(handle: int) -> None:
    """Keep every other program from holding this file until the handle is closed; :class:`OSError` if one does so already.

    It is a mark for those who ask here: others can still read the file.
    """
    if sys.platform == "win32":
        import msvcrt

        os.lseek(handle, 1 << 30, os.SEEK_SET)  # far behind the content, which others may then still read
        msvcrt.locking(handle, msvcrt.LK_NBLCK, 1)
    else:
        import fcntl

        fcntl.flock(handle, fcntl.LOCK_EX | fcntl.LOCK_NB)
