"""One data folder for each open window."""

from __future__ import annotations

import errno
import os
from pathlib import Path

from net.hold import hold
from net.owner_only import MODE

WINDOWS_AT_ONCE = 9

_LOCKED = frozenset({errno.EAGAIN, errno.EACCES, errno.EDEADLK})
"""How systems say that another program holds the lock. Some disks of a network have no locks, and say something else."""


class Claim:
    """A data folder that no other window uses until it is released or the program ends.

    Attributes:
        folder: its path.
    """

    def __init__(self, folder: Path) -> None:
        """Raises :class:`BlockingIOError` if another window uses it, another :class:`OSError` if it cannot be used."""
        folder.mkdir(parents=True, exist_ok=True, mode=0o700)
        self.folder = folder
        self._handle = os.open(folder / "lock", os.O_RDWR | os.O_CREAT, MODE)
        try:
            hold(self._handle)
        except OSError as error:
            self.let_go()
            if error.errno not in _LOCKED:
                raise
            raise BlockingIOError(11, os.strerror(11), str(folder)) from error

    def let_go(self) -> None:
        """Release the folder: others may use it from now on."""
        os.close(self._handle)


def claim(folder: Path) -> Claim:
    """The data folder that this window may use.

    Two programs must not share a key or write the same game file. So a second Alarife on a desktop uses a folder inside that of
    the first, as another person; one person can try a table this way. Raises :class:`OSError` if the folder cannot be used, or
    too many windows are open.
    """
    for number in range(1, WINDOWS_AT_ONCE):
        try:
            return Claim(folder if number == 1 else folder / f"player-{number}")
        except BlockingIOError:
            continue
    return Claim(folder / f"player-{WINDOWS_AT_ONCE}")
