"""The hint: the time from a click on its button to its sentence beside the board, and what the processor works for it.

A whole program with its pool of bot processes plays at the smallest and at the largest table. The person asks for a hint in
every turn and follows it. Where nobody has asked a bot before, the first hint also waits for its process to start.
"""

from __future__ import annotations

import multiprocessing
import os
import tempfile
import time
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import TYPE_CHECKING

from client.bench import Figure
from client.bench.frames import LEVEL, opened, until
from client.system.display import has_display
from rules.contract import Game

if TYPE_CHECKING:
    from client.table.window import TableWindow

HINTS = 20
"""The largest number of hints at a table after the first one."""

SECONDS = 60.0
"""How long a hint or a turn may take, in seconds."""

EVERY_MS = 1
"""How often to see whether the hint is there, in milliseconds."""


def measure(rules: type[Game], runs: int) -> Iterator[Figure]:
    """The first hint of each run, and the median and the longest of the others in milliseconds.

    By the clock and, on Linux, in processor time of the window and its bot processes together. Uses a real screen if there is
    one.
    """
    screen = has_display()
    if not screen:
        os.environ["QT_QPA_PLATFORM"] = "offscreen"
    for seats in sorted({min(rules.seats), max(rules.seats)}):
        played = [list(_hints(rules, seats)) for _ in range(runs)]
        what = f"{rules.id}, {seats} players" + ("" if screen else ", offscreen")
        for place, by in ((0, ""), (1, ", the processor's time")):
            if place and not _ticks():
                continue
            first = [hints[0][place] for hints in played]
            later = [sorted(hint[place] for hint in hints[1:]) for hints in played]
            yield Figure("hint", f"{what}: first{by}", "ms", first)
            yield Figure("hint", f"{what}: median{by}", "ms", [hints[len(hints) // 2] for hints in later])
            yield Figure("hint", f"{what}: longest{by}", "ms", [hints[-1] for hints in later])


def _hints(rules: type[Game], seats: int) -> Iterator[tuple[float, float]]:
    """The milliseconds that each hint took, by the clock and of the processor."""
    with tempfile.TemporaryDirectory() as folder, opened(Path(folder)) as window:
        window.settings.reduced_motion = True
        window.play_at_once(rules.id, seats, LEVEL)
        until(lambda: window.table.shown is not None)
        table = window.table.shown
        assert table is not None
        for _ in range(1 + HINTS):
            _until(lambda: _may_ask(table) or table.position.result is not None)
            if not _may_ask(table):
                return
            yield _asked(table)
            _follow(table)


def _may_ask(table: TableWindow) -> bool:
    return not table.pace.busy and table.turn is not None and not table.turn.complete and not table.turn.awaited


def _asked(table: TableWindow) -> tuple[float, float]:
    """Click on the button, and wait until the hint is shown."""
    begun, worked = time.perf_counter_ns(), _worked()
    table.frame.top.buttons["ask-hint"].click()
    _until(lambda: table.hinting.advice is not None)
    return (time.perf_counter_ns() - begun) / 1e6, (_worked() - worked) / 1e6


def _follow(table: TableWindow) -> None:
    """Play the advised turn, and end the turn at random where the advice ends before it."""
    advice, begun = table.hinting.advice, table.index
    assert advice is not None
    moves = list(advice.moves)

    def act() -> bool:
        if table.index > begun or table.position.result is not None:
            return True
        turn = table.turn
        if table.pace.busy or turn is None or turn.awaited:
            return False
        if turn.complete:
            table.confirm()
        elif moves:
            table.want(moves.pop(0))
        elif possible := turn.state.moves():
            table.want(possible[0])
        return False

    _until(act)


def _ticks() -> int:
    """The ticks of a second in which the system counts the processor time of other processes; 0 if it does not say so."""
    return os.sysconf("SC_CLK_TCK") if os.path.exists("/proc/self/stat") else 0


def _worked() -> int:
    """The nanoseconds of processor time so far, of this process and of those that it has started."""
    return time.process_time_ns() + sum(_worked_by(child.pid) for child in multiprocessing.active_children())


def _worked_by(process: int | None) -> int:
    """The nanoseconds of processor time that another process has taken, to a hundredth of a second."""
    if not _ticks():
        return 0
    try:
        after_name = Path(f"/proc/{process}/stat").read_text("utf-8", "replace").rpartition(")")[2].split()
    except OSError:
        return 0
    return (int(after_name[11]) + int(after_name[12])) * 1_000_000_000 // _ticks()


def _until(done: Callable[[], bool]) -> None:
    """Let the event loop run until something is true, and look often, so that little is added to what is timed."""
    from PySide6.QtCore import QEventLoop, QTimer

    loop, ask, end = QEventLoop(), QTimer(), QTimer()
    ask.timeout.connect(lambda: loop.quit() if done() else None)
    ask.start(EVERY_MS)
    end.setSingleShot(True)
    end.timeout.connect(loop.quit)
    end.start(round(SECONDS * 1000))
    loop.exec()
