"""An evening of play: how the window's memory grows over many games.

Each evening plays the same game again and again against fast bots at a full table, without animation. It zooms the board now
and then, replays each finished game, and returns to the start page. The first games fill the caches; after them, the memory
must not grow with every game.
"""

from __future__ import annotations

import gc
import os
import tempfile
from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING

from client.bench import Figure
from client.bench.frames import LEVEL, opened, rest, until
from client.bench.timed import resident
from client.system.display import has_display
from rules.contract import Game

if TYPE_CHECKING:
    from client.window.main import MainWindow

GAMES = 12
"""Games of one evening."""

WARM = 4
"""The number of games after which every cache is full."""

SECONDS = 300.0
"""How long one game may take, in seconds."""


def measure(rules: type[Game], runs: int) -> Iterator[Figure]:
    """Megabytes after each game of the first evening and, over all evenings, the growth with each game."""
    if not has_display():
        os.environ["QT_QPA_PLATFORM"] = "offscreen"
    grown: list[float] = []
    for run in range(runs):
        after: list[float] = []
        for _ in _games(rules, run):
            after.append(resident() / 1e6)
            if not run:
                yield Figure("evening", f"{rules.id}, memory after game {len(after)}", "MB", after[-1:])
        grown.append((after[-1] - after[WARM - 1]) / (GAMES - WARM))
    yield Figure("evening", f"{rules.id}, growth with each game", "MB", grown)


def _games(rules: type[Game], seed: int) -> Iterator[None]:
    """Play game after game in one window, and yield after each."""
    with tempfile.TemporaryDirectory() as folder, opened(Path(folder)) as window:
        window.settings.reduced_motion = True
        for number in range(GAMES):
            _play(window, rules, seed * GAMES + number)
            gc.collect()
            rest(0.2)
            yield


def _play(window: MainWindow, rules: type[Game], seed: int) -> None:
    """Play one game, from its deal to the start page."""
    from client.bench.frames import Player
    from client.table.replay import ReplayWindow

    window.play_at_once(rules.id, max(rules.seats), LEVEL)
    until(lambda: window.table.shown is not None)
    table = window.table.shown
    assert table is not None
    player = Player(table, seed, 2)
    for factor in (1, 1, -1, 0):
        rest(0.3)
        table.view.zoom(factor)
    until(lambda: table.position.result is not None, SECONDS)
    player.stop()
    assert window.table.opened is not None
    file = window.table.opened.file
    window.leaving.leave()
    until(lambda: window.table.shown is None)
    assert file is not None
    window.watch(Path(file))
    replay = window.findChild(ReplayWindow)
    assert replay is not None
    until(lambda: hasattr(replay, "watched"))
    for index in range(0, len(replay.watched.steps), max(1, len(replay.watched.steps) // 20)):
        replay.go(index)
        rest(0.02)
    window.replays.leave()
