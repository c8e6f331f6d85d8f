"""Long work in the window's thread, cut into slices: between two of them the window paints and answers as ever."""

from __future__ import annotations

from collections.abc import Iterator

from PySide6.QtCore import QObject, QPoint, QTimer, Signal
from PySide6.QtWidgets import QWidget


def finish(work: Iterator[None]) -> None:
    """Do all of a work at once."""
    for _ in work:
        pass


class Slices(QObject):
    """Does a work that yields between its slices, one slice in each turn of the event loop.

    Signals:
        done: the last slice is done.
    """

    done = Signal()

    def __init__(self, work: Iterator[None], parent: QObject, every_ms: int = 0) -> None:
        """``every_ms`` is the time from one slice to the next."""
        super().__init__(parent)
        self._work: Iterator[None] | None = work
        self._clock = QTimer(self)
        self._clock.timeout.connect(self._next)
        self._clock.start(every_ms)

    @property
    def running(self) -> bool:
        """Whether slices are left."""
        return self._work is not None

    def stop(self) -> None:
        """Leave the rest undone."""
        self._clock.stop()
        self._work = None

    def finish(self) -> None:
        """Do the rest at once."""
        while self._work is not None:
            self._next()

    def _next(self) -> None:
        work = self._work
        if work is None:
            return
        try:
            next(work)
        except StopIteration:
            self.stop()
            self.done.emit()
        except BaseException:
            self.stop()
            raise


def put_aside(widget: QWidget) -> None:
    """Put a widget beside what its parent shows of itself, as large as the parent: it can be laid out there unseen."""
    room = widget.parentWidget()
    assert room is not None
    widget.resize(room.size())
    widget.move(QPoint(room.width(), 0))


def shown_in_turn(parts: Iterator[QWidget]) -> Iterator[None]:
    """Show those of these parts, hidden until now, and paint each once, so that what it keeps of its painting is there."""
    for part in parts:
        part.show()
        yield
        part.grab()
        yield
