"""What keeps the window's thread busy: the length of each round of its event loop, and the functions that take the time.

A round begins with its first event and ends when the loop waits again. Only rounds that painted something, or were long anyway,
count: the others are so short and so many that they would make percentiles meaningless.

Each round has its wall-clock time and the processor time of the window's thread. On a busy machine, only the latter is
comparable. What is left has two parts: other threads and programs have the processors (Linux says for how long), or the thread
itself waits, above all for Python's lock, which another thread of the program holds.
"""

from __future__ import annotations

import signal
import threading
import time
from collections import Counter
from pathlib import Path
from types import FrameType
from typing import IO, NamedTuple

from PySide6.QtCore import QAbstractEventDispatcher, QCoreApplication, QEvent, QObject
from PySide6.QtWidgets import QApplication, QWidget
from shiboken6 import isValid

LONG_MS = 4.0
"""A round of at least this length counts, even if it paints nothing, in milliseconds."""

EVERY = 0.0005
"""Seconds between two samples of what the window does."""

_PAINTING = (QEvent.Type.Paint, QEvent.Type.UpdateRequest)

OURS = ("client", "net", "rules")


class Round(NamedTuple):
    """A round of the event loop.

    Attributes:
        clock: wall-clock time in milliseconds.
        worked: processor time of the window's thread in milliseconds.
        queued: the time for which that thread wanted to work, but got no processor, in milliseconds; 0 where nobody counts it.
        causes: that time by cause: the event and its receiver, and the outermost and the innermost function of the project.
    """

    clock: float
    worked: float
    queued: float
    causes: Counter[str]

    @property
    def own(self) -> float:
        """The wall-clock time without that for which others had the processors, in milliseconds."""
        return self.clock - self.queued


class Rounds(QObject):
    """Watches the event loop of its thread, between :meth:`begin` and :meth:`end`.

    Without causes it hears only the first event of each round, and those of the windows: hearing every event of hundreds of
    widgets would lengthen the rounds that it measures.

    Attributes:
        rounds: the rounds that count.
    """

    def __init__(self, causes: bool = False) -> None:
        """``causes`` also samples what takes the time, which lengthens rounds (it needs a system with interval timers)."""
        super().__init__()
        self.rounds: list[Round] = []
        self._woke = self._worked = self._queued = self._looked = 0
        self._queue: IO[bytes] | None = None
        self._painted = False
        self._event: tuple[QEvent.Type, QObject] | None = None
        self._causes: Counter[str] = Counter()
        self._asks = causes and hasattr(signal, "setitimer")
        self._windows: list[QWidget] = []

    def begin(self) -> None:
        """Start watching."""
        app, dispatcher = QCoreApplication.instance(), QAbstractEventDispatcher.instance()
        assert app is not None
        assert dispatcher is not None
        self._queue = queue_of_this_thread()
        dispatcher.aboutToBlock.connect(self._rest)
        app.installEventFilter(self)
        self._windows = [window for window in QApplication.topLevelWidgets() if window.isVisible()]
        for window in self._windows:
            window.installEventFilter(self)
        if self._asks:
            self._before = signal.signal(signal.SIGALRM, self._look)
            signal.setitimer(signal.ITIMER_REAL, EVERY, EVERY)

    def end(self) -> None:
        """Stop watching."""
        app, dispatcher = QCoreApplication.instance(), QAbstractEventDispatcher.instance()
        assert app is not None
        assert dispatcher is not None
        if self._asks:
            signal.setitimer(signal.ITIMER_REAL, 0)
            signal.signal(signal.SIGALRM, self._before)
        for part in (app, *filter(isValid, self._windows)):
            part.removeEventFilter(self)
        dispatcher.aboutToBlock.disconnect(self._rest)
        self._woke, self._event = 0, None
        if self._queue is not None:
            self._queue.close()
            self._queue = None

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        """Note when a round's first event came, and whether the round painted anything."""
        if not self._woke:
            self._queued = self._waited()
            self._woke, self._worked = time.perf_counter_ns(), time.thread_time_ns()
            self._looked = self._worked
            app = QCoreApplication.instance()
            if not self._asks and app is not None:
                app.removeEventFilter(self)
        kind = event.type()
        if kind in _PAINTING:
            self._painted = True
        if self._asks:
            self._event = kind, watched
        return False

    def _look(self, _signal: int, frame: FrameType | None) -> None:
        """Attribute the time since the last sample to the current function."""
        if self._woke:
            now = time.thread_time_ns()
            self._causes[f"{_named(self._event)}, {_where(frame)}"] += now - self._looked
            self._looked = now

    def _rest(self) -> None:
        if not self._woke:
            return
        clock, worked = (time.perf_counter_ns() - self._woke) / 1e6, (time.thread_time_ns() - self._worked) / 1e6
        queued = (self._waited() - self._queued) / 1e6
        painted, causes = self._painted, self._causes
        self._woke, self._painted, self._causes = 0, False, Counter()
        app = QCoreApplication.instance()
        if not self._asks and app is not None:
            app.installEventFilter(self)
        if painted or worked > LONG_MS:
            self.rounds.append(Round(clock, worked, queued, Counter({what: ns / 1e6 for what, ns in causes.items()})))

    def _waited(self) -> int:
        """For how long this thread has waited for a processor since it began, in nanoseconds."""
        if self._queue is None:
            return 0
        self._queue.seek(0)
        return int(self._queue.read().split()[1])


def queue_of_this_thread() -> IO[bytes] | None:
    """The file in which Linux says for how long this thread has waited for a processor; None elsewhere."""
    try:
        return Path(f"/proc/self/task/{threading.get_native_id()}/schedstat").open("rb", buffering=0)
    except OSError:
        return None


def _named(event: tuple[QEvent.Type, QObject] | None) -> str:
    """The kind of an event, the class and name of the object that gets it, and those of the first named one around that."""
    if event is None:
        return "nothing"
    kind, part = event
    if not isValid(part):
        return f"{kind.name} of what is gone"
    around = part.parent()
    while around is not None and not around.objectName():
        around = around.parent()
    names = [part, around] if around is not None else [part]
    return f"{kind.name} of {' in '.join(f'{type(one).__name__} {one.objectName()}'.strip() for one in names)}"


def _where(frame: FrameType | None) -> str:
    """The outermost and the innermost function of the project, without those of the benchmarks."""
    ours: list[str] = []
    while frame is not None:
        module = frame.f_globals.get("__name__", "")
        if module.partition(".")[0] in OURS:
            if module.startswith("client.bench"):
                break
            ours.append(f"{module}.{frame.f_code.co_qualname}:{frame.f_lineno}")
        frame = frame.f_back
    return " … ".join(dict.fromkeys((*ours[-1:], *ours[:1]))) if ours else "Qt"
