"""The window while it works: how long each round of its event loop keeps a frame waiting.

A whole program with its network thread plays an offline game against fast bots at a full table, with everything moving. A round
begins with its first event and ends when the loop waits again. Only rounds in which something was painted count: the others are
so short and so many that no percentile would mean anything.

Beside the time on the clock stands that for which the processor worked in the window's thread: on a machine that has something
else to do, only this can be compared.
"""

from __future__ import annotations

import os
import random
import tempfile
import time
from collections.abc import Callable, Iterator
from pathlib import Path
from statistics import quantiles
from typing import TYPE_CHECKING

from client.bench import Figure
from client.system.display import has_display
from rules.contract import Game

if TYPE_CHECKING:
    from client.table.window import TableWindow

SECONDS = 10.0
"""How long one run plays."""

WAIT_SECONDS = 60.0
"""How long the table may take to open."""

SIZE = (1280, 720)
LEVEL = "random"
"""Bots that move at once: the window has the most to do."""


def measure(rules: type[Game], runs: int) -> Iterator[Figure]:
    """The longest frame and the 99th percentile of each run, in milliseconds; on a real screen if there is one.

    Both by the clock, and by the processor's time for the window's thread.
    """
    screen = has_display()
    if not screen:
        os.environ["QT_QPA_PLATFORM"] = "offscreen"
    played = [_played(rules, run) for run in range(runs)]
    what = f"{rules.id}, {max(rules.seats)} players" + ("" if screen else ", offscreen")
    for number, by in enumerate(("", ", the processor's time")):
        runs_of = [[frame[number] for frame in frames] for frames in played]
        yield Figure("frames", f"{what}: longest{by}", "ms", [max(frames) for frames in runs_of])
        nearly = [quantiles(frames, n=100, method="inclusive")[-1] for frames in runs_of]
        yield Figure("frames", f"{what}: 99th percentile{by}", "ms", nearly)


def _played(rules: type[Game], seed: int) -> list[tuple[float, float]]:
    """Play for a while; the length of every round of the loop in which something was painted, in milliseconds.

    First by the clock, then by the processor's time.
    """
    from PySide6.QtCore import QAbstractEventDispatcher, QEvent, QObject, QTimer

    from client.look import theme
    from client.system.garbage import Collector
    from client.system.settings import Settings
    from client.window.bridge import Bridge
    from client.window.main import MainWindow

    app = theme.application()
    app.setQuitOnLastWindowClosed(False)
    frames: list[tuple[float, float]] = []
    collector = Collector()
    collector.start()

    class Watch(QObject):
        """Notes when a round's first event came, and whether anything was painted in it."""

        def __init__(self) -> None:
            super().__init__()
            self.woke = self.worked = 0
            self.painted = False

        def eventFilter(self, _watched: QObject, event: QEvent) -> bool:
            if not self.woke:
                self.woke, self.worked = time.perf_counter_ns(), time.thread_time_ns()
            self.painted = self.painted or event.type() == QEvent.Type.Paint
            return False

        def rest(self) -> None:
            if self.painted:
                frames.append(((time.perf_counter_ns() - self.woke) / 1e6, (time.thread_time_ns() - self.worked) / 1e6))
            self.woke, self.painted = 0, False

    with tempfile.TemporaryDirectory() as folder:
        settings = Settings(name="Anna")
        theme.apply(app, "dark")
        bridge = Bridge(Path(folder), loopback=True)
        window = MainWindow(bridge, settings, Path(folder))
        window.resize(*SIZE)
        window.show()
        window.play_at_once(rules.id, max(rules.seats), LEVEL)
        _until(lambda: window._table is not None)
        table = window._table
        assert table is not None
        player = QTimer()
        chance = random.Random(seed)
        player.timeout.connect(lambda: _act(table, chance))
        player.start(30)
        watch, dispatcher = Watch(), QAbstractEventDispatcher.instance()
        assert dispatcher is not None
        begun = table.index
        _until(lambda: table.index > begun + 8)  # the bots' process has started, the board is painted and its pictures are made
        dispatcher.aboutToBlock.connect(watch.rest)
        app.installEventFilter(watch)
        _until(lambda: table.position.result is not None, SECONDS)
        app.removeEventFilter(watch)
        dispatcher.aboutToBlock.disconnect(watch.rest)
        player.stop()
        window.quit()
        _until(lambda: False, 0.2)
        window.deleteLater()
        app.processEvents()
    collector.stop()
    return frames


def _act(table: TableWindow, chance: random.Random) -> None:
    """The person's part: a random move, and each turn confirmed."""
    if table.pace.busy or table.turn is None or table.turn.awaited:
        return
    if table.turn.complete:
        table.confirm()
    elif moves := table.turn.state.moves():
        table.want(chance.choice(moves))


def _until(done: Callable[[], bool], seconds: float = WAIT_SECONDS) -> None:
    """Let the loop run until something is so, for so long at the most."""
    from PySide6.QtCore import QEventLoop, QTimer

    loop, ask, end = QEventLoop(), QTimer(), QTimer()
    ask.timeout.connect(lambda: loop.quit() if done() else None)
    ask.start(20)
    end.setSingleShot(True)
    end.timeout.connect(loop.quit)
    end.start(round(seconds * 1000))
    loop.exec()
