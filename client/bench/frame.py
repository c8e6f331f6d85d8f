"""Start-up: from starting the program to the first frame of its start page. The module is also the program that is timed."""

from __future__ import annotations

import os
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator
from pathlib import Path

from client.bench import Figure
from client.display import has_display

SECONDS = 60


def measure(runs: int) -> Iterator[Figure]:
    """Start the program again and again, each time with a new data folder; on a real screen if there is one."""
    screen = {} if has_display() else {"QT_QPA_PLATFORM": "offscreen"}
    waits: list[float] = []
    for _ in range(runs):
        with tempfile.TemporaryDirectory() as home:
            begun = time.monotonic_ns()
            done = subprocess.run(
                [sys.executable, "-m", "client.bench.frame", home],
                env=os.environ | screen,
                stdout=subprocess.PIPE,
                text=True,
                check=True,
                timeout=SECONDS,
            )
        waits.append((int(done.stdout) - begun) / 1e6)
    yield Figure("first-frame", "start page" if not screen else "start page, offscreen", "ms", waits)


def show_one_frame(home: Path) -> int:
    """Start the client, print the moment at which its window has first been painted, and end."""
    from PySide6.QtCore import QEvent, QObject, QTimer
    from PySide6.QtWidgets import QApplication, QMainWindow

    from client.app import run

    class Watch(QObject):
        """Waits for the first paint of the main window."""

        painted = False

        def eventFilter(self, watched: QObject, event: QEvent) -> bool:
            if event.type() == QEvent.Type.Paint and isinstance(watched, QMainWindow) and not self.painted:
                self.painted = True
                QTimer.singleShot(0, self.end)  # when the whole window has been painted
            return False

        def end(self) -> None:
            print(time.monotonic_ns(), flush=True)
            app.quit()

    app = QApplication(["alarife"])
    watch = Watch()
    app.installEventFilter(watch)
    return run(home=home)


if __name__ == "__main__":
    sys.exit(show_one_frame(Path(sys.argv[1])))
