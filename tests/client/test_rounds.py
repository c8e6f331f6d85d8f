"""The benchmark of frames: which rounds of the event loop count, and what it attributes their time to."""

from __future__ import annotations

import signal
import time
from io import BytesIO
from pathlib import Path

import pytest
from PySide6.QtCore import QEventLoop, QTimer
from PySide6.QtWidgets import QWidget

from client.bench import rounds
from client.bench.rounds import LONG_MS, Rounds

WORK_NS = 20_000_000


def toil() -> None:
    """Keep the processor busy, as a slow part of the window would."""
    begun = time.thread_time_ns()
    while time.thread_time_ns() - begun < WORK_NS:
        pass


def watched(watch: Rounds, do) -> None:
    """One timer's work, watched, in a loop of its own."""
    loop = QEventLoop()

    def work() -> None:
        do()
        QTimer.singleShot(50, loop.quit)  # the loop goes on until the round has ended

    QTimer.singleShot(0, work)
    watch.begin()
    loop.exec()
    watch.end()


def test_a_long_round_counts_even_if_it_paints_nothing(styled) -> None:
    watch = Rounds()
    watched(watch, toil)
    assert max(one.worked for one in watch.rounds) >= WORK_NS / 1e6 > LONG_MS


def test_a_round_that_paints_counts(styled, qtbot) -> None:
    part = QWidget()
    qtbot.addWidget(part)
    part.show()
    watch = Rounds()
    watched(watch, part.repaint)
    assert watch.rounds


class Queue(BytesIO):
    """What Linux says about a thread that waits another three milliseconds for a processor each time somebody looks."""

    looked = 0

    def seek(self, *_: int) -> int:
        return 0

    def read(self, *_: int) -> bytes:
        self.looked += 1
        return b"9 %d 7" % (3_000_000 * self.looked)


def test_a_round_tells_for_how_long_others_had_the_processors(styled, monkeypatch) -> None:
    monkeypatch.setattr(rounds, "queue_of_this_thread", Queue)
    watch = Rounds()
    watched(watch, toil)
    longest = max(watch.rounds, key=lambda one: one.worked)
    assert longest.queued == 3
    assert longest.own == longest.clock - 3


@pytest.mark.skipif(not Path("/proc/self/schedstat").exists(), reason="only Linux counts this")
def test_a_thread_has_a_queue_of_its_own(styled) -> None:
    queue = rounds.queue_of_this_thread()
    assert queue is not None
    with queue:
        assert len(queue.read().split()) == 3


@pytest.mark.skipif(not hasattr(signal, "setitimer"), reason="this system has no interval timers")
def test_the_slow_function_is_named(styled, monkeypatch) -> None:
    monkeypatch.setattr(rounds, "OURS", ("tests",))
    before = signal.getsignal(signal.SIGALRM)
    watch = Rounds(causes=True)
    watched(watch, toil)
    assert signal.getsignal(signal.SIGALRM) is before
    longest = max(watch.rounds, key=lambda one: one.worked)
    (cause, _), *_ = longest.causes.most_common(1)
    assert "toil" in cause
