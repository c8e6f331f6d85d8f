"""Garbage is collected in the window's thread only.

Python collects in whichever thread happens to make the next object. When that is a thread beside the window, widgets that have
become garbage are destroyed there, while the window's thread may be delivering an event to them. The program then crashes.

To look through all objects takes long where a long game lies open: a frame would be late. What has outlived one such look is
therefore spared from the next ones, until the game is put away.
"""

from __future__ import annotations

import gc
import time

from PySide6.QtCore import QObject, QTimer

EVERY_MS = 50
"""How often the collector looks whether there is enough garbage."""

SHARE = 100
"""All objects are looked through so rarely that it takes at most one part in so many of the time."""


LOOKS = 50
"""After so many looks at all objects, the spared ones are looked through as well, in case that a game is never put away."""


def spare() -> None:
    """Spare all objects there are now; to be called also when many have been made that will stay for long."""
    gc.freeze()


def look_again() -> None:
    """Spare none any more: much of what was spared may be garbage now."""
    gc.unfreeze()


class Collector(QObject):
    """Collects while the window is idle, in the thread that made the collector. Nothing collects elsewhere until it stops."""

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._not_before = 0.0
        self._looks = 0
        self._clock = QTimer(self)
        self._clock.setInterval(EVERY_MS)
        self._clock.timeout.connect(self.collect)

    def start(self) -> None:
        """Switch Python's own collector off, and begin."""
        gc.disable()
        self._clock.start()

    def stop(self) -> None:
        """Leave the collecting to Python again."""
        self._clock.stop()
        look_again()
        gc.enable()

    def collect(self) -> None:
        """Collect the oldest generation that has grown beyond Python's own threshold, if any."""
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
