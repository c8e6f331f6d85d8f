"""A clock for programs that share a busy machine: time in which they wait for a processor does not count.

A soak limits how long a game may take until something happens. On a busy machine, a plain clock would measure the other work.
Linux reports for every thread how long it waited for a processor; this clock leaves that out.
"""

from __future__ import annotations

import os
import time
from collections.abc import Callable, Iterable
from pathlib import Path

MOST_WAITED = 0.98
"""The largest share of a time that does not count, so that every wait ends."""


def waited(process: int) -> dict[str, int]:
    """Nanoseconds that each thread of a process has waited for a processor; empty if the system does not say."""
    found = {}
    try:
        for thread in os.listdir(f"/proc/{process}/task"):
            figures = Path(f"/proc/{process}/task/{thread}/schedstat").read_text("ascii").split()
            found[f"{process}/{thread}"] = int(figures[1])
    except (OSError, ValueError, IndexError):  # the process has just ended, or the system keeps no such figures
        return found
    return found


class Patience:
    """The clock of a changing set of processes."""

    def __init__(
        self,
        processes: Callable[[], Iterable[int]],
        now: Callable[[], float] = time.monotonic,
        waited: Callable[[int], dict[str, int]] = waited,
    ) -> None:
        """Start at 0; ``processes`` gives those that run now."""
        self._processes = processes
        self._now = now
        self._waited = waited
        self._last = now()
        self._before: dict[str, int] = {}
        self._seconds = 0.0

    def seconds(self) -> float:
        """The time that counts so far. Ask often: the waits of a process that ends are known only up to the last call."""
        now = self._now()
        waits: dict[str, int] = {}
        for process in self._processes():
            waits |= self._waited(process)
        lost = sum(wait - self._before.get(thread, 0) for thread, wait in waits.items()) / 1e9
        took, self._last, self._before = now - self._last, now, waits
        self._seconds += max(took - lost, (1 - MOST_WAITED) * took)
        return self._seconds
