"""What keeps the window's thread busy: how long each round of its event loop lasts, and which functions that time goes to.

A round begins with its first event and ends when the loop waits again. Only rounds count that painted something, or that were
long without it: the others are so short and so many that no percentile would mean anything.

Beside the time on the clock stands that for which the processor worked in the window's thread: on a machine that has something
else to do, only this can be compared.
"""

from __future__ import annotations

import signal
import time
from collections import Counter
from types import FrameType
from typing import NamedTuple

from PySide6.QtCore import QAbstractEventDispatcher, QCoreApplication, QEvent, QObject

LONG_MS = 4.0
"""A round that works so long counts, whether it paints or not."""

EVERY = 0.0005
"""Seconds between two looks at what the window does."""

OURS = ("client", "net", "rules")


class Round(NamedTuple):
    """One round of the event loop.

    Attributes:
        clock: milliseconds by the clock.
        worked: those for which the processor worked in the window's thread.
        causes: that time by what was done: the event, the outermost and the innermost function of the project.
    """

    clock: float
    worked: float
    causes: Counter[str]


class Rounds(QObject):
    """Watches the event loop of the thread that made it, between :meth:`begin` and :meth:`end`.

    Attributes:
        rounds: those that counted.
    """

    def __init__(self, causes: bool = False) -> None:
        """``causes`` looks also at what takes the time, which takes a little of it (needs a system with interval timers)."""
        super().__init__()
        self.rounds: list[Round] = []
        self._woke = self._worked = self._looked = 0
        self._painted = False
        self._event = ""
        self._causes: Counter[str] = Counter()
        self._asks = causes and hasattr(signal, "setitimer")

    def begin(self) -> None:
        """Watch from now on."""
        app, dispatcher = QCoreApplication.instance(), QAbstractEventDispatcher.instance()
        assert app is not None
        assert dispatcher is not None
        dispatcher.aboutToBlock.connect(self._rest)
        app.installEventFilter(self)
        if self._asks:
            self._before = signal.signal(signal.SIGALRM, self._look)
            signal.setitimer(signal.ITIMER_REAL, EVERY, EVERY)

    def end(self) -> None:
        """Watch no more."""
        app, dispatcher = QCoreApplication.instance(), QAbstractEventDispatcher.instance()
        assert app is not None
        assert dispatcher is not None
        if self._asks:
            signal.setitimer(signal.ITIMER_REAL, 0)
            signal.signal(signal.SIGALRM, self._before)
        app.removeEventFilter(self)
        dispatcher.aboutToBlock.disconnect(self._rest)
        self._woke = 0

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        """Note when a round's first event came, and whether anything was painted in it."""
        if not self._woke:
            self._woke, self._worked = time.perf_counter_ns(), time.thread_time_ns()
            self._looked = self._worked
        kind = event.type()
        if kind == QEvent.Type.Paint:
            self._painted = True
        if self._asks:
            self._event = f"{kind.name} of {type(watched).__name__}"
        return False

    def _look(self, _signal: int, frame: FrameType | None) -> None:
        """What has been done since the last look is put down to what is done now."""
        if self._woke:
            now = time.thread_time_ns()
            self._causes[f"{self._event}, {_where(frame)}"] += now - self._looked
            self._looked = now

    def _rest(self) -> None:
        if not self._woke:
            return
        clock, worked = (time.perf_counter_ns() - self._woke) / 1e6, (time.thread_time_ns() - self._worked) / 1e6
        painted, causes = self._painted, self._causes
        self._woke, self._painted, self._causes = 0, False, Counter()
        if painted or worked > LONG_MS:
            self.rounds.append(Round(clock, worked, Counter({what: ns / 1e6 for what, ns in causes.items()})))


def _where(frame: FrameType | None) -> str:
    """The outermost and the innermost function of the project, those of the benchmarks apart."""
    ours: list[str] = []
    while frame is not None:
        module = frame.f_globals.get("__name__", "")
        if module.partition(".")[0] in OURS:
            if module.startswith("client.bench"):
                break
            ours.append(f"{module}.{frame.f_code.co_qualname}:{frame.f_lineno}")
        frame = frame.f_back
    return " … ".join(dict.fromkeys((*ours[-1:], *ours[:1]))) if ours else "Qt"
