"""Work that waits for a lull: until nothing new has come for a moment."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any


class Lull:
    """Does its work once, a moment after the last news."""

    def __init__(self, reactor: Any, seconds: float, work: Callable[[], None]) -> None:
        """``reactor`` keeps the time; the moment has this many seconds."""
        self._reactor = reactor
        self._seconds = seconds
        self._work = work
        self._timer: Any = None
        self._latest: object = None

    def await_end(self, latest: object) -> None:
        """There is something to do. The moment begins anew if ``latest`` is not the same as in the last call."""
        if self._timer is None:
            self._timer = self._reactor.callLater(self._seconds, self._over)
        elif latest != self._latest:
            self._timer.reset(self._seconds)
        self._latest = latest

    def cancel(self) -> None:
        """Do nothing after all."""
        if self._timer is not None:
            self._timer.cancel()
            self._timer = None

    def _over(self) -> None:
        self._timer = None
        self._work()
