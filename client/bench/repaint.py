"""Painting: full repaints per second of the heaviest board there can be, every field built to five levels."""

from __future__ import annotations

import os
from collections.abc import Iterator

from client.bench import Figure
from client.display import has_display

SIZES = ((1280, 720), (2560, 1440))
SECONDS = 1.0
"""How long one run lasts."""


def measure(runs: int) -> Iterator[Figure]:
    """Paint the board in a small and a large window; on a real screen if there is one."""
    screen = has_display()
    if not screen:
        os.environ["QT_QPA_PLATFORM"] = "offscreen"

    from PySide6.QtCore import QSize

    from client import theme
    from client.boards.loop.full import full_board, repaints

    app = theme.application()
    theme.apply(app, "dark")
    for width, height in SIZES:
        view = full_board(QSize(width, height))
        repaints(view, SECONDS / 10)  # the pixmaps of this zoom are made once
        what = f"loop board, {width}x{height}" + ("" if screen else ", offscreen")
        yield Figure("repaint", what, "repaints/s", [repaints(view, SECONDS) for _ in range(runs)])
        view.close()
        view.deleteLater()
        app.processEvents()
