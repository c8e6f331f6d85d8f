"""Shows entries one after the other when they arrive too fast to follow. The position itself is never behind."""

from __future__ import annotations

from collections import deque

from PySide6.QtCore import QObject, QTimer, Signal

from client.boards.contract import GameView
from net.api import Advanced
from rules.contract import NOBODY

HOLD_MS = 180
"""How long an entry stays at normal speed, after its animation has ended."""

SEAT_MS = 450
"""How much longer it stays if another seat moves next, so that people can tell several players' moves apart."""

PATIENCE = 12
"""If more entries than this wait, everything speeds up in proportion."""


class Pace(QObject):
    """A queue of entries to show.

    Signals:
        shows: it is this entry's turn to be shown.
        expects: this entry comes soon, so that what it needs can be prepared.
        caught_up: nothing is left to be shown.
    """

    shows = Signal(object)
    expects = Signal(object)
    caught_up = Signal()

    def __init__(self, view: GameView, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._view = view
        self._speed = 1.0
        self._waiting: deque[Advanced] = deque()
        self._showing = False
        self._seat = NOBODY
        self._hold = QTimer(self)
        self._hold.setSingleShot(True)
        self._hold.timeout.connect(self._next)
        view.settled.connect(self._settled)

    @property
    def speed(self) -> float:
        """The current speed of animations: the more entries wait, the faster; 0 for none."""
        return self._speed * max(1.0, len(self._waiting) / PATIENCE)

    @property
    def busy(self) -> bool:
        """Whether older entries are still on show."""
        return self._showing

    def add(self, entry: Advanced, speed: float) -> None:
        """Add an entry; speed 0 shows everything at once."""
        self._speed = speed
        self._waiting.append(entry)
        if not self._showing:
            self._showing = True
            self._next()
        elif speed and len(self._waiting) == 1:
            self.expects.emit(entry)

    def skip(self) -> None:
        """Show the remaining entries at once."""
        if self._showing:
            self._speed = 0.0
            self._hold.stop()
            self._view.skip()
            self._next()

    def _next(self) -> None:
        while self._waiting:
            entry = self._waiting.popleft()
            if self._speed or not self._waiting:
                self.shows.emit(entry)
            self._seat = entry.seat
            if self._view.moving or (self._speed and entry.events):
                if not self._view.moving:
                    self._hold.start(self._pause())
                if self._speed and self._waiting:
                    self.expects.emit(self._waiting[0])
                return
        if self._showing:
            self._showing = False
            self.caught_up.emit()

    def _settled(self) -> None:
        if self._showing and not self._hold.isActive():
            self._hold.start(self._pause() if self._speed else 0)

    def _pause(self) -> int:
        """How long the current entry stays, in milliseconds."""
        other = bool(self._waiting) and self._waiting[0].seat != self._seat
        return round((HOLD_MS + (SEAT_MS if other else 0)) / self.speed)
