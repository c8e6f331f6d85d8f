"""Long work in the window's thread, cut into slices: between two of them the window paints and answers as ever."""

from __future__ import annotations

from collections.abc import Iterator

from PySide6.QtCore import QAbstractAnimation, QEvent, QObject, QPoint, QRect, Qt, QTimer, Signal
from PySide6.QtGui import QKeyEvent
from PySide6.QtWidgets import QWidget
from shiboken6 import isValid

from client.system.lastframe import LastFrame

AT_A_TIME = 8
"""How many parts get their look in one slice."""


def finish(work: Iterator[None]) -> None:
    """Do all of a work at once."""
    for _ in work:
        pass


class Slices(QObject):
    """Does a work that yields between its slices, one slice in each turn of the event loop that does not paint the window.

    Signals:
        done: the last slice is done.
    """

    done = Signal()

    def __init__(self, work: Iterator[None], parent: QObject, every_ms: int = 0) -> None:
        """``every_ms`` is the time from one slice to the next."""
        super().__init__(parent)
        self._work: Iterator[None] | None = work
        self._frame = LastFrame()
        self._clock = QTimer(self)
        self._clock.timeout.connect(self._turn)
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
            self.do_next()

    def _turn(self) -> None:
        if not self._frame.new():
            self.do_next()

    def do_next(self) -> None:
        """Do the next slice now."""
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


class _Silence(QObject):
    """Keeps from objects what other threads have told them, as if they were destroyed already."""

    def eventFilter(self, _watched: QObject, event: QEvent) -> bool:
        return event.type() == QEvent.Type.MetaCall


def silence(page: QWidget) -> None:
    """End all that would happen on a page by itself: it is about to lose its parts."""
    for timer in page.findChildren(QTimer):
        timer.stop()
    for motion in page.findChildren(QAbstractAnimation):
        motion.blockSignals(True)
        motion.stop()
    unheard = _Silence(page)
    for part in (page, *page.children()):
        if part is page or not isinstance(part, QWidget):
            part.installEventFilter(unheard)


def passes_by(window: QWidget, aside: QWidget, forward: bool) -> bool:
    """Give the focus to the next part of a window (or the previous one) that takes the Tab key and does not lie aside.

    Returns whether there is one.
    """
    start = part = window.focusWidget() or window
    tab = Qt.FocusPolicy.TabFocus
    while True:
        found = part.nextInFocusChain() if forward else part.previousInFocusChain()
        if found is None or found is start:
            return False
        part = found
        stops = part.focusPolicy() & tab == tab and part.focusProxy() is None
        if stops and part.isEnabled() and part.isVisibleTo(window) and part is not aside and not aside.isAncestorOf(part):
            part.setFocus(Qt.FocusReason.TabFocusReason if forward else Qt.FocusReason.BacktabFocusReason)
            return True


def is_for_the_page_seen(event: QEvent) -> bool:
    """Whether a key must not be a shortcut, as it may be one of something aside. Escape belongs to the page that one sees."""
    return isinstance(event, QKeyEvent) and event.key() != Qt.Key.Key_Escape


def shown_in_turn(parts: Iterator[QWidget]) -> Iterator[None]:
    """Show those of these parts, hidden until now, and paint each once, so that what it keeps of its painting is there."""
    for part in parts:
        part.show()
        yield
        part.grab(QRect(0, 0, 1, 1))  # lays out all of it, and paints nearly nothing
        yield
        part.grab()
        yield


def polished(page: QWidget) -> Iterator[None]:
    """Give a hidden page and its parts their look, some parts at a time: otherwise its first frame would."""
    for number, part in enumerate((page, *page.findChildren(QWidget))):
        if isValid(part):
            part.ensurePolished()
        if number % AT_A_TIME == 0:
            yield
