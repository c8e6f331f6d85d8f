"""PySide6 6.12.0 on Python 3.11 drops a reference to None and True at every void call and every signal."""

import sys

from PySide6.QtCore import QObject, Signal

TIMES = 1000
SLACK = 100
"""Other threads and the test's own names may take or release a few references meanwhile."""


class Bell(QObject):
    rung = Signal(bool)
    silent = Signal()


def lost(work) -> tuple[int, int]:
    work()
    before = sys.getrefcount(None), sys.getrefcount(True)
    for _ in range(TIMES):
        work()
    return before[0] - sys.getrefcount(None), before[1] - sys.getrefcount(True)


def test_calls_that_return_nothing_or_true_keep_their_references(qapp):
    bell = Bell()

    def work():
        bell.setObjectName("bell")
        bell.blockSignals(True)
        bell.signalsBlocked()
        bell.blockSignals(False)

    assert all(abs(count) < SLACK for count in lost(work)), lost(work)


def test_signals_keep_their_references(qapp):
    bell = Bell()
    heard = []
    bell.rung.connect(lambda on: heard.append(on) if False else None)
    bell.silent.connect(lambda: None)

    def work():
        bell.rung.emit(True)
        bell.silent.emit()

    assert all(abs(count) < SLACK for count in lost(work)), lost(work)
