"""Work that can wait for the following frames, one piece in each."""

from __future__ import annotations

from collections.abc import Callable

from PySide6.QtCore import QObject, QTimer

EVERY_MS = 8
"""Milliseconds from one piece to the next: two fit into a frame at sixty frames a second."""


class Later(QObject):
    """Named pieces of work, done in the order in which they were requested."""

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._waiting: dict[str, Callable[[], None]] = {}
        self._clock = QTimer(self)
        self._clock.setInterval(EVERY_MS)
        self._clock.timeout.connect(self.next)
        waiting = self._waiting
        self.destroyed.connect(lambda: waiting.clear())  # otherwise the waiting work would keep its window alive

    def do(self, name: str, work: Callable[[], None]) -> None:
        """Do this later, instead of any work that waits under the same name."""
        self._waiting[name] = work
        if not self._clock.isActive():
            self._clock.start()

    def now(self, name: str, work: Callable[[], None]) -> None:
        """Do this now, instead of any work that waits under the same name."""
        self._waiting.pop(name, None)
        work()

    def finish(self) -> None:
        """Do all waiting work now."""
        while self._waiting:
            self.next()

    def drop(self) -> None:
        """Do nothing of what waits."""
        self._waiting.clear()
        self._clock.stop()

    @property
    def waits(self) -> bool:
        """Whether anything waits."""
        return bool(self._waiting)

    def next(self) -> None:
        """Do the first of what waits now."""
        if self._waiting:
            self._waiting.pop(next(iter(self._waiting)))()
        if not self._waiting:
            self._clock.stop()
