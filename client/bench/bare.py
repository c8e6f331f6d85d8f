"""An empty Qt window, without anything of ours, which ``alarife bench start`` times beside the start page."""

from __future__ import annotations

import os
import sys

VARIABLE = "ALARIFE_TIMED"
"""An environment variable that the benchmark sets for what it starts: :data:`BARE`, :data:`LIGHT`, or anything else."""

BARE = "bare"
"""Time a window with PySide as it comes."""

LIGHT = "light"
"""Time a window with PySide as Alarife starts it (:mod:`client.system.pyside`)."""


def show() -> int:
    """Show the window until it is timed."""
    if os.environ.get(VARIABLE) == LIGHT:
        from client.system.pyside import lighten

        lighten()
    from client.bench.timed import show_bare_window

    return show_bare_window()


if __name__ == "__main__":
    sys.exit(show())
