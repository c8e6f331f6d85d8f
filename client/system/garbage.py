"""Garbage collection in the window's thread only.

Python collects in whichever thread happens to make the next object. If that is not the window's thread, it destroys widgets
that have become garbage, while the window's thread may be delivering an event to them. The program then crashes.

A full collection takes long while a long game is open, and would delay a frame. So objects that have survived one are exempt
from the next ones, until the game is closed. A collection also waits if its turn of the event loop has painted a frame.
"""

from __future__ import annotations

import gc
import sys
import time
from contextlib import suppress

from PySide6.QtCore import QObject, QTimer

from client.system.lastframe import LastFrame

EVERY_MS = 50
"""How often the collector checks whether there is enough garbage, in milliseconds."""

SHARE = 100
"""Full collections are so rare that they take at most one part in this many of the time."""

LOOKS = 50
"""After this many full collections, the exempt objects are searched as well, in case a game is never closed."""


def spare() -> None:
    """Exempt all present objects from collection. Also call this after making many objects that will stay for long."""
    gc.freeze()


def look_again() -> None:
    """End all exemptions: many exempt objects may be garbage now."""
    gc.unfreeze()


def give_back() -> None:
    """Return freed memory to the system. Linux's C library keeps what large pictures leave behind; other systems return it."""
    if sys.platform.startswith("linux"):
        import ctypes

        with suppress(OSError, AttributeError):  # another C library than glibc
            ctypes.CDLL(None).malloc_trim(0)


class Collector(QObject):
    """Collects while the window is idle, in the thread that made this object. Until it stops, no other thread collects."""

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._not_before = 0.0
        self._looks = 0
        self._was_on = False
        self._frame = LastFrame()
        self._waits = False
        self._clock = QTimer(self)
        self._clock.setInterval(EVERY_MS)
        self._clock.timeout.connect(self._turn)
        self._soon = QTimer(self, singleShot=True)
        self._soon.timeout.connect(self._turn)

    def start(self) -> None:
        """Switch off Python's own collector, and start."""
        self._was_on = gc.isenabled()
        gc.disable()
        self._clock.start()

    def stop(self) -> None:
        """Leave garbage collection to Python again, or to the collector that had switched it off before this one."""
        self._clock.stop()
        self._soon.stop()
        look_again()
        if self._was_on:
            gc.enable()

    def _turn(self) -> None:
        """Collect now, or once in the next turn of the event loop if this one has painted the window."""
        self._waits = self._frame.new() and not self._waits
        if self._waits:
            self._soon.start(0)
        else:
            self.collect()

    def collect(self) -> None:
        """Collect the oldest generation that exceeds Python's own threshold, if any."""
        counts, thresholds = gc.get_count(), gc.get_threshold()
        due = [number for number in range(3) if counts[number] > thresholds[number]]
        now = time.monotonic()
        if due and due[-1] == 2 and now < self._not_before:
            due.pop()
        if not due:
            return
        if due[-1] == 2:
            self._looks += 1
            if self._looks % LOOKS == 0:
                look_again()
        gc.collect(due[-1])
        if due[-1] == 2:
            spare()
            self._not_before = now + SHARE * (time.monotonic() - now)
