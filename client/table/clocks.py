"""The players' clocks: between two events of the table they tick by this computer's time."""

from __future__ import annotations

import time
from collections.abc import Callable, Mapping
from dataclasses import dataclass

from PySide6.QtCore import QObject, QTimer, Signal

from net.api import Clock, ClocksChanged

LOW = 60_000
"""The remaining milliseconds below which a clock is marked."""

TICK_MS = 1_000


@dataclass(frozen=True, slots=True)
class Reading:
    """The display of a clock.

    Attributes:
        text: minutes and seconds left, ``0:00`` for an overrun clock.
        running: whether it runs.
        low: whether little time is left.
        over: whether no time is left.
    """

    text: str
    running: bool
    low: bool
    over: bool


def reading(left: int, running: bool) -> Reading:
    """The reading of a clock with so many milliseconds left."""
    seconds = max(0, -(-left // 1000))  # rounded up: 0:00 is shown only when nothing is left
    return Reading(f"{seconds // 60}:{seconds % 60:02}", running, left < LOW, left <= 0)


class Ticking(QObject):
    """Updates the clocks.

    Signals:
        ticked: the readings by seat (dict of int to :class:`Reading`), at each event and each second in which one runs.
    """

    ticked = Signal(object)

    def __init__(self, parent: QObject, now: Callable[[], float] = time.monotonic) -> None:
        super().__init__(parent)
        self._now = now
        self._since = 0.0
        self._clocks: tuple[Clock, ...] = ()
        self._timer = QTimer(self)
        self._timer.setInterval(TICK_MS)
        self._timer.timeout.connect(self._tick)

    def hear(self, event: ClocksChanged) -> None:
        """Take news about the clocks."""
        self._since = self._now()
        self._clocks = event.clocks
        if any(clock.running for clock in event.clocks):
            self._timer.start()
        else:
            self._timer.stop()
        self._tick()

    def readings(self) -> Mapping[int, Reading]:
        """The current display of the clocks."""
        gone = round((self._now() - self._since) * 1000)
        return {clock.seat: reading(clock.left - gone * clock.running, clock.running) for clock in self._clocks}

    def _tick(self) -> None:
        self.ticked.emit(self.readings())
