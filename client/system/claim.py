"""One data folder for each window at work."""

from __future__ import annotations

import os
from pathlib import Path

from net.hold import hold
from net.owner_only import MODE

WINDOWS_AT_ONCE = 9


class Claim:
    """A data folder that no other window uses until it is let go, or the program ends.

    Attributes:
        folder: where it is.
    """

    def __init__(self, folder: Path) -> None:
        """Raises :class:`BlockingIOError` if another window uses it, another :class:`OSError` if it cannot be written."""
        folder.mkdir(parents=True, exist_ok=True, mode=0o700)
        self.folder = folder
        self._handle = os.open(folder / "lock", os.O_RDWR | os.O_CREAT, MODE)
        try:
            hold(self._handle)
        except OSError as error:
            self.let_go()
            raise BlockingIOError(11, os.strerror(11), str(folder)) from error

    def let_go(self) -> None:
        """Others may use the folder from now on."""
        os.close(self._handle)


def claim(folder: Path) -> Claim:
    """The data folder this window may use.

    Two programs must not share a key or write one game file. So a second Alarife on one desktop plays from a folder inside the
    first's, as another person: that is how one tries a table alone. Raises :class:`OSError` if the folder cannot be written, or
    too many windows are open.
    """
    for number in range(1, WINDOWS_AT_ONCE):
        try:
            return Claim(folder if number == 1 else folder / f"player-{number}")
        except BlockingIOError:
            continue
    return Claim(folder / f"player-{WINDOWS_AT_ONCE}")
