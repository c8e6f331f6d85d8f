"""The report of a timed start: when its window was painted, with the processor time so far; then, once the program is idle, its
memory. Each is a JSON object on a line.
"""

from __future__ import annotations

import json
import os
import time

from PySide6.QtCore import QTimer
from PySide6.QtWidgets import QApplication, QLabel, QMainWindow

from client.bench.bare import VARIABLE as VARIABLE
from client.window.firstframe import after_first_frame

REST_MS = 3000


def watch(window: QMainWindow) -> None:
    """If this program is timed, print the time of the window's first frame and the processor time in nanoseconds, later the
    memory in bytes, and quit.
    """
    if not os.environ.get(VARIABLE):
        return

    def note() -> None:
        print(json.dumps({"painted": time.monotonic_ns(), "worked": time.process_time_ns()}), flush=True)
        QTimer.singleShot(REST_MS, end)

    def end() -> None:
        print(json.dumps({"bytes": resident()}), flush=True)
        QApplication.quit()

    after_first_frame(window, note)


def resident() -> int:
    """Bytes of memory that this process uses now; 0 if the system does not say so this way."""
    if not os.path.exists("/proc/self/status"):
        return 0
    with open("/proc/self/status", encoding="ascii") as status:
        line = next(line for line in status if line.startswith("VmRSS:"))
    return int(line.split()[1]) * 1024


def show_bare_window() -> int:
    """Show an empty Qt window, without anything of ours, until it is timed."""
    app = QApplication(["bare"])
    window = QMainWindow()
    window.setCentralWidget(QLabel("A window"))
    window.resize(1280, 720)
    watch(window)
    window.show()
    return app.exec()
