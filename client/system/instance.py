"""One window at a time: starting the program again brings up the window that is already open.

The window of a data folder listens on a socket in that folder (on Windows, a pipe named after it), which only its owner may
use: both ends of the pipe check that (:mod:`client.system.sameuser`). A second start sends what it should open to that socket,
and ends. The message is a :class:`~client.system.opening.Wish` of limited length; anything else is ignored.
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
"""How long either side waits for a message from the other, in seconds."""

MOST_BYTES = 3 * 6 * LONGEST
"""The longest wish in bytes, in any encoding of its letters."""

TAKEN = b"taken"

_LONGEST_PATH = 100
"""The longest socket name in bytes that every Unix allows."""

_log = logging.getLogger(__name__)


def address(home: Path) -> str | None:
    """The address on which the window of this data folder listens; None if the path is too long for a socket."""
    if sys.platform == "win32":
        import hashlib

        return rf"\\.\pipe\alarife-{hashlib.sha256(os.fsencode(home)).hexdigest()[:24]}"
    place = home / "window"
    return str(place) if len(os.fsencode(place)) <= _LONGEST_PATH else None


def hand_over(home: Path, wish: Wish) -> bool:
    """Pass a wish to the window of this data folder; returns whether there is one and it has agreed."""
    place = address(home)
    if place is None or (sys.platform != "win32" and not os.path.exists(place)):  # that folder may be closed to this person
        return False
    from multiprocessing.connection import Client

    try:
        with Client(place) as line:
            if not made_by_me(line):
                return False
            line.send_bytes(encode(wish))
            return line.poll(PATIENCE_SECONDS) and line.recv_bytes(len(TAKEN)) == TAKEN
    except (OSError, EOFError, UnicodeEncodeError):  # the last for a file name that is not valid text
        return False


class Doorbell:
    """Listens for wishes in a separate thread until it is closed."""

    def __init__(self, home: Path, asked: Callable[[Wish], None]) -> None:
        """``asked`` receives each wish, in that thread."""
        self._asked = asked
        self._closed = False
        self._place = address(home)
        self._listener: Listener | None = None

    def listen(self) -> None:
        """Start listening. The data folder must already be claimed."""
        if self._place is None:
            return
        from multiprocessing.connection import Listener

        try:
            if sys.platform != "win32":
                Path(self._place).unlink(missing_ok=True)  # left by a program that crashed
            self._listener = Listener(self._place)
            if sys.platform != "win32":
                os.chmod(self._place, 0o600)
        except OSError as error:
            _log.warning("cannot listen, so starting the program again will open another window: %s", error)
            return
        self._thread = threading.Thread(target=self._listen, name="doorbell", daemon=True)
        self._thread.start()

    def close(self) -> None:
        """Stop listening."""
        self._closed = True
        if self._listener is None or self._place is None:
            return
        from multiprocessing.connection import Client

        with contextlib.suppress(OSError), Client(self._place):
            pass  # this connection wakes the waiting thread
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
                    _log.info("a connection was closed without a wish: %s", error)

    def _hear(self, line: Connection) -> None:
        if self._closed or not opened_by_me(line) or not line.poll(PATIENCE_SECONDS):
            return
        wish = decode(line.recv_bytes(MOST_BYTES))
        if wish is not None:
            self._asked(wish)
            line.send_bytes(TAKEN)  # only now: from here on, the other program relies on it
