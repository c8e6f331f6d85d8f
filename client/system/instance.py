"""One window at a time: who starts the program again is served by the window that is there.

The window of a data folder listens on a socket in that folder (on Windows, a pipe named after it), which only its owner may
use: both ends of the pipe make sure of that (:mod:`client.system.sameuser`). A second start says there what is to be opened,
and ends. The message is a :class:`~client.system.opening.Wish` of limited length, and nothing else is understood.
"""

from __future__ import annotations

import contextlib
import logging
import os
import sys
import threading
from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING

from client.system.opening import LONGEST, Wish, decode, encode
from client.system.sameuser import made_by_me, opened_by_me

if TYPE_CHECKING:
    from multiprocessing.connection import Connection, Listener

PATIENCE_SECONDS = 5.0
"""How long either side waits for a word of the other."""

MOST_BYTES = 3 * 6 * LONGEST
"""No wish is longer, however its letters are written."""

TAKEN = b"taken"

_LONGEST_PATH = 100
"""Bytes that the name of a socket may have on every Unix."""

_log = logging.getLogger(__name__)


def address(home: Path) -> str | None:
    """The address on which the window of this data folder listens; None if the path is too long for a socket."""
    if sys.platform == "win32":
        import hashlib

        return rf"\\.\pipe\alarife-{hashlib.sha256(os.fsencode(home)).hexdigest()[:24]}"
    place = home / "window"
    return str(place) if len(os.fsencode(place)) <= _LONGEST_PATH else None


def hand_over(home: Path, wish: Wish) -> bool:
    """Let the window of this data folder do it; whether there is one and it has agreed."""
    place = address(home)
    if place is None or (sys.platform != "win32" and not Path(place).exists()):
        return False
    from multiprocessing.connection import Client

    try:
        with Client(place) as line:
            if not made_by_me(line):
                return False
            line.send_bytes(encode(wish))
            return line.poll(PATIENCE_SECONDS) and line.recv_bytes(len(TAKEN)) == TAKEN
    except (OSError, EOFError, UnicodeEncodeError):  # the last for a file name that is no text
        return False


class Doorbell:
    """Listens for wishes in a separate thread until it is closed."""

    def __init__(self, home: Path, asked: Callable[[Wish], None]) -> None:
        """``asked`` will be told each wish, in that thread."""
        self._asked = asked
        self._closed = False
        self._place = address(home)
        self._listener: Listener | None = None

    def listen(self) -> None:
        """Begin to listen. The data folder has to be claimed already."""
        if self._place is None:
            return
        from multiprocessing.connection import Listener

        try:
            if sys.platform != "win32":
                Path(self._place).unlink(missing_ok=True)  # of a program that came to a sudden end
            self._listener = Listener(self._place)
            if sys.platform != "win32":
                os.chmod(self._place, 0o600)
        except OSError as error:
            _log.warning("starting the program again will open another window: %s", error)
            return
        self._thread = threading.Thread(target=self._listen, name="doorbell", daemon=True)
        self._thread.start()

    def close(self) -> None:
        """Listen no more."""
        self._closed = True
        if self._listener is None or self._place is None:
            return
        from multiprocessing.connection import Client

        with contextlib.suppress(OSError), Client(self._place):
            pass  # whoever waits for a ring hears this one
        self._thread.join(PATIENCE_SECONDS)
        self._listener.close()

    def _listen(self) -> None:
        assert self._listener is not None
        while not self._closed:
            try:
                with self._listener.accept() as line:
                    self._hear(line)
            except (OSError, EOFError) as error:
                if not self._closed:
                    _log.info("somebody rang and ran away: %s", error)

    def _hear(self, line: Connection) -> None:
        if self._closed or not opened_by_me(line) or not line.poll(PATIENCE_SECONDS):
            return
        wish = decode(line.recv_bytes(MOST_BYTES))
        if wish is not None:
            self._asked(wish)
            line.send_bytes(TAKEN)  # not before: whoever rang may count on it from here on
