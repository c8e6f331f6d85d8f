"""Work that need not be done in the frame in which it comes up: one piece in each of the following frames."""

from __future__ import annotations

from collections.abc import Callable

from PySide6.QtCore import QObject, QTimer

EVERY_MS = 8
"""From one piece to the next: two find room in a frame of a screen that shows sixty a second."""


class Later(QObject):
    """Pieces of work by name, done in the order in which they were asked for."""

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._waiting: dict[str, Callable[[], None]] = {}
        self._clock = QTimer(self)
        self._clock.setInterval(EVERY_MS)
        self._clock.timeout.connect(self._next)
        waiting = self._waiting
        self.destroyed.connect(lambda: waiting.clear())  # else what is to be shown would keep its window

    def do(self, name: str, work: Callable[[], None]) -> None:
        """Do this later, in place of what waits under the same name."""
        self._waiting[name] = work
        if not self._clock.isActive():
            self._clock.start()

    def now(self, name: str, work: Callable[[], None]) -> None:
        """Do this at once, in place of what waits under the same name."""
        self._waiting.pop(name, None)
        work()

    def finish(self) -> None:
        """Do at once what waits."""
        while self._waiting:
            self._next()

    def _next(self) -> None:
        if self._waiting:
            self._waiting.pop(next(iter(self._waiting)))()
        if not self._waiting:
            self._clock.stop()
