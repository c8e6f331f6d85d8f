"""The replay: how long it takes to open a saved game, and to jump to its middle.

Random bots play the game at a full table, which takes more moves than people need. The figures are wall-clock time and
processor time; for opening, the latter covers all threads, because a separate thread reads the file.
"""

from __future__ import annotations

import os
import tempfile
import time
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple

from client.bench import Figure
from client.system.display import has_display
from rules.contract import Game, offered_levels

if TYPE_CHECKING:
    from client.table.replay import ReplayWindow

SIZE = (1280, 720)
SECONDS = 120.0
"""How long a game may take to open, in seconds."""


class Taken(NamedTuple):
    """Milliseconds of wall-clock time and of processor time."""

    ms: float
    worked: float


def measure(rules: type[Game], runs: int) -> Iterator[Figure]:
    """Open the game and jump to and fro, again and again, on a real screen if there is one."""
    screen = has_display()
    if not screen:
        os.environ["QT_QPA_PLATFORM"] = "offscreen"

    from client.look import theme
    from client.system.garbage import Collector

    theme.apply(theme.application(), "dark")
    collector = Collector()
    collector.start()
    opened, jumped = [], []
    with tempfile.TemporaryDirectory() as folder:
        file = Path(folder) / "game.alarife"
        entries = _play(rules, file)
        _open(file)[1].deleteLater()  # the first one also loads the modules
        for _ in range(runs):
            taken, window = _open(file)
            opened.append(taken)
            middle = len(window.watched.steps) // 2
            jumped.append(_taken(time.thread_time_ns, lambda: _go(window, middle)))  # noqa: B023 (called at once)
            window.close()
            window.deleteLater()
            theme.application().processEvents()
    collector.stop()
    where = f"{rules.id}, {entries} entries" + ("" if screen else ", offscreen")
    for what, all_taken in (("open", opened), ("to the middle", jumped)):
        yield Figure("replay", f"{where}: {what}", "ms", [taken.ms for taken in all_taken])
        yield Figure("replay", f"{where}: {what}, the processor's time", "ms", [taken.worked for taken in all_taken])


def _play(rules: type[Game], file: Path) -> int:
    """Play a game into a file; returns the number of its entries."""
    from client.bots import new_bot
    from client.commands.selfplay import choosers
    from net.deal.seeded import seed_of
    from net.gamefile import load
    from net.offline import play_out

    seats = max(rules.seats)
    levels = ["random"] * seats if "random" in rules.bots else [offered_levels(rules)[0]] * seats
    names = [f"{level} {seat + 1}" for seat, level in enumerate(levels)]
    options = {option.name: option.default for option in rules.options}
    play_out(rules.id, options, seed_of("1"), choosers([new_bot(rules.id, level) for level in levels], 1, 0), file, names)
    return len(load(file).entries)


def _open(file: Path) -> tuple[Taken, ReplayWindow]:
    from PySide6.QtCore import QEventLoop, QTimer
    from PySide6.QtWidgets import QApplication

    from client.messages import catalogue
    from client.system.settings import Settings
    from client.table.replay import ReplayWindow

    windows: list[ReplayWindow] = []

    def work() -> None:
        window = ReplayWindow(file, catalogue(), Settings())
        windows.append(window)
        loop = QEventLoop()  # as in the program, which waits for nothing between two slices
        window.ready.connect(loop.quit)
        QTimer.singleShot(round(SECONDS * 1000), loop, loop.quit)
        window.resize(*SIZE)
        window.show()
        loop.exec()
        QApplication.processEvents()

    return _taken(time.process_time_ns, work), windows[0]


def _go(window: ReplayWindow, index: int) -> None:
    from PySide6.QtWidgets import QApplication

    window.go(index)
    QApplication.processEvents()


def _taken(clock: Callable[[], int], work: Callable[[], None]) -> Taken:
    begun, worked = time.perf_counter_ns(), clock()
    work()
    return Taken((time.perf_counter_ns() - begun) / 1e6, (clock() - worked) / 1e6)
