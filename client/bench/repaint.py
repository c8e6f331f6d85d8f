"""Painting: full repaints per second of every kind of board in a small and a large window.

A board at rest is copied; one that has changed paints all of its items. Both are measured, by the processor's time.
The loop board is the heaviest possible, with five levels on every field; the others show a game in progress.
"""

from __future__ import annotations

import os
import random
from collections.abc import Iterator
from typing import TYPE_CHECKING

from client.bench import Figure
from client.system.display import has_display
from net.deal.local import settle
from net.deal.seeded import SeededDeals, seed_of
from net.rulebook import start
from rules.contract import State

if TYPE_CHECKING:
    from PySide6.QtCore import QSize
    from PySide6.QtWidgets import QWidget

    from client.boards.contract import GameView

SIZES = ((1280, 720), (2560, 1440))
SECONDS = 1.0
"""How long one run lasts, in seconds of the processor's time."""

PLAYED = {"alcazar": 150, "burgenland": 150, "torres": 250}
"""By game, the number of random moves before its board is measured."""


def measure(runs: int) -> Iterator[Figure]:
    """Paint the boards, on a real screen if there is one."""
    screen = has_display()
    if not screen:
        os.environ["QT_QPA_PLATFORM"] = "offscreen"

    from PySide6.QtCore import QSize

    from client.boards.loop.full import full_board, repaints
    from client.boards.sceneview import SceneView
    from client.look import theme

    app = theme.application()
    theme.apply(app, "dark")
    for width, height in SIZES:
        size = QSize(width, height)
        games = {name: _game(name, size) for name in PLAYED}
        views: dict[str, QWidget] = {"loop": full_board(size), **{name: game.board for name, game in games.items()}}
        for name, view in views.items():
            assert isinstance(view, SceneView)
            repaints(view, SECONDS / 10)  # makes the pixmaps of this zoom level
            what = f"{name} board, {width}x{height}" + ("" if screen else ", offscreen")
            yield Figure("repaint", what, "repaints/s", [repaints(view, SECONDS) for _ in range(runs)])
            moving = [repaints(view, SECONDS, changed=True) for _ in range(runs)]
            yield Figure("repaint", f"{what}, changed each time", "repaints/s", moving)
            view.close()
            view.deleteLater()
            app.processEvents()


def _game(name: str, size: QSize) -> GameView:
    """The view of a game in progress, with its board shown."""
    from client.boards import board_view
    from client.boards.contract import Shown
    from client.look import theme
    from client.messages import catalogue

    state = _played(name)
    view = board_view(name)(catalogue())
    view.board.resize(size)
    view.board.show()
    view.show(Shown(state, state.turn, tuple(state.moves()), tuple(map(str, range(state.seats))), state.turn))
    theme.application().processEvents()
    return view


def _played(name: str) -> State:
    state, deals, chance = start(name, 3, {}), SeededDeals(seed_of("1")), random.Random(1)
    settle(state, deals)
    for _ in range(PLAYED[name]):
        if state.turn is None:
            break
        state.play_silently(chance.choice(state.moves()))
        settle(state, deals)
    return state
