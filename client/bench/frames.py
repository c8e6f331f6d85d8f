"""The busy window: how long each round of its event loop delays a frame, and what the longest rounds did.

A whole program with its network thread goes through the busiest moments of the window (:data:`SCENES`).
:mod:`client.bench.rounds` explains how rounds are counted and timed.
"""

from __future__ import annotations

import os
import random
import sys
import tempfile
from collections.abc import Callable, Iterator
from contextlib import ExitStack, contextmanager
from functools import partial
from pathlib import Path
from statistics import quantiles
from typing import TYPE_CHECKING

from client.bench import Figure
from client.bench.guests import Guests, guests
from client.system.display import has_display
from rules.contract import Game

if TYPE_CHECKING:
    from client.bench.rounds import Round
    from client.table.window import TableWindow
    from client.window.main import MainWindow

SCENES = ("bots", "zoom", "large", "resize", "texts", "analysis", "start", "apart")
"""A full table of bots; zooming and panning in a small and a large window; resizing the window; larger and smaller texts, since
the window becomes so large or small; stepping through a replay during its analysis; the start of a game between as many
computers as it allows, whose programs share the processors here; and the same while those of the others get a processor only
when nobody else wants it, and on Linux all the same one.
"""

SECONDS = 10.0
"""How long the bots play, in seconds."""

WAIT_SECONDS = 60.0
"""How long the table may take to open, in seconds."""

SIZE = (1280, 720)
LARGE = (2560, 1440)
ROOMY = (1880, 1000)
"""From this size on, texts are larger (:mod:`client.look.scale`)."""

LEVEL = "random"
"""A level that moves at once, which keeps the window busiest."""

TICK_MS = 16
"""The time between two moves of the wheel, the board or the window's edge, in milliseconds."""

SLOWEST = 3
"""The number of longest rounds that are explained."""


def measure(rules: type[Game], runs: int, scenes: tuple[str, ...] = SCENES) -> Iterator[Figure]:
    """The longest frame and the 99th percentile of each run in milliseconds, by scene, and the causes of the longest.

    In wall-clock time, in wall-clock time without that for which others had the processors, and in processor time of the
    window's thread. Uses a real screen if there is one. A run of its own looks for the causes, because looking lengthens
    frames.
    """
    screen = has_display()
    if not screen:
        os.environ["QT_QPA_PLATFORM"] = "offscreen"
    found: dict[str, list[list[Round]]] = {}
    explained: dict[str, list[Round]] = {}
    for run in range(runs):
        for scene, rounds in _played(rules, run, scenes):
            found.setdefault(scene, []).append(rounds)
    for scene, rounds in _played(rules, 0, scenes, causes=True):
        explained[scene] = rounds
    for scene, played in found.items():
        what = f"{rules.id}, {scene}" + ("" if screen else ", offscreen")
        for by, length in _LENGTHS.items():
            runs_of = [[length(one) for one in rounds] for rounds in played]
            yield Figure("frames", f"{what}: longest{by}", "ms", [max(of) for of in runs_of])
            nearly = [quantiles(of, n=100, method="inclusive")[-1] if len(of) > 1 else of[0] for of in runs_of]
            yield Figure("frames", f"{what}: 99th percentile{by}", "ms", nearly)
        longest = sorted(explained[scene], key=lambda one: one.worked, reverse=True)
        for number, one in enumerate(longest[:SLOWEST], 1):
            causes = "; ".join(f"{taken:.1f} {cause}" for cause, taken in one.causes.most_common(SLOWEST))
            yield Figure("frames", f"{what}: cause {number}: {causes or 'unknown'}", "ms", [one.worked])


_LENGTHS: dict[str, Callable[[Round], float]] = {
    "": lambda one: one.clock,
    ", without others": lambda one: one.own,
    ", the processor's time": lambda one: one.worked,
}
"""The ways to say how long a round was, by what a figure says about them."""


def _played(rules: type[Game], seed: int, scenes: tuple[str, ...], causes: bool = False) -> Iterator[tuple[str, list[Round]]]:
    """Go through the scenes in one window."""
    watched = partial(_rounds_of, causes=causes)
    with ExitStack() as stack:
        folder = Path(stack.enter_context(tempfile.TemporaryDirectory()))
        window = stack.enter_context(opened(folder))
        window.play_at_once(rules.id, max(rules.seats), LEVEL)
        until(lambda: window.table.shown is not None)
        table = window.table.shown
        assert table is not None
        until(lambda: table.turn is not None)
        player = Player(table, seed)
        begun = table.index
        until(lambda: table.index > begun + 8)  # by now the bot process has started, and the board and its pictures are painted
        if "bots" in scenes:
            yield "bots", watched(lambda: until(lambda: table.position.result is not None, SECONDS))
        player.stop()
        until(lambda: not table.pace.busy and not table.view.moving)
        if "zoom" in scenes:
            yield "zoom", watched(lambda: _zoom(table))
        if "large" in scenes:
            window.resize(*LARGE)
            rest(1.0)
            yield "large", watched(lambda: _zoom(table))
            window.resize(*SIZE)
            rest(1.0)
        if "resize" in scenes:
            yield "resize", watched(lambda: _resize(window))
        if "texts" in scenes:
            yield "texts", watched(lambda: _texts(window))
        opened_game = window.table.opened
        file = opened_game.file if opened_game is not None else None
        window.leaving.leave()
        until(lambda: window.table.shown is None)
        if "analysis" in scenes and file is not None:
            yield "analysis", watched(lambda: _replay(window, Path(file)))
        for scene in ("start", "apart"):
            if scene in scenes:
                with guests(apart=scene == "apart") as others:
                    rest(1.0)  # the starter of the other programs starts
                    yield scene, watched(partial(_start, window, rules, folder / scene, others))


@contextmanager
def opened(folder: Path) -> Iterator[MainWindow]:
    """A whole program with its window, closed at the end. It has loaded all that the program loads after its first page."""
    from client.app import load_later
    from client.look import theme
    from client.system import qttypes
    from client.system.garbage import Collector, spare
    from client.system.settings import Settings
    from client.table.slices import finish
    from client.window.bridge import Bridge
    from client.window.main import MainWindow

    app = theme.application()
    app.setQuitOnLastWindowClosed(False)
    collector = Collector()
    collector.start()
    settings = Settings(name="Anna")
    theme.apply(app, "dark")
    window = MainWindow(Bridge(folder, loopback=True), settings, folder)
    window.resize(*SIZE)
    window.show()
    finish(qttypes.make())
    load_later(window.language)
    window.know_key()
    spare()
    try:
        yield window
    finally:
        window.quit()
        rest(0.2)
        window.deleteLater()
        app.processEvents()
        collector.stop()


def _rounds_of(do: Callable[[], None], causes: bool = False) -> list[Round]:
    """The rounds of the event loop during an action."""
    from client.bench.rounds import Rounds

    watch = Rounds(causes=causes)
    watch.begin()
    try:
        do()
    finally:
        watch.end()
    return watch.rounds


class Player:
    """The person's part: makes a random move now and then, and confirms each turn."""

    def __init__(self, table: TableWindow, seed: int, every_ms: int = 30) -> None:
        from PySide6.QtCore import QTimer

        self._table, self._chance = table, random.Random(seed)
        self._timer = QTimer()
        self._timer.timeout.connect(self._act)
        self._timer.start(every_ms)

    def stop(self) -> None:
        """Stop playing."""
        self._timer.stop()

    def _act(self) -> None:
        table = self._table
        if table.pace.busy or table.turn is None or table.turn.awaited:
            return
        if table.turn.complete:
            table.confirm()
        elif moves := table.turn.state.moves():
            table.want(self._chance.choice(moves))


def _zoom(table: TableWindow) -> None:
    """Turn the wheel and drag the board, with rests in which the sharp picture is painted."""
    from PySide6.QtCore import QPoint, QPointF, Qt
    from PySide6.QtGui import QMouseEvent, QWheelEvent
    from PySide6.QtWidgets import QApplication

    from client.boards.sceneview import SceneView

    board = table.view.board
    assert isinstance(board, SceneView)
    viewport = board.viewport()
    middle = QPointF(viewport.rect().center())

    def turn(steps: int, _number: int) -> None:
        none, wheel = Qt.MouseButton.NoButton, QPoint(0, 120 * steps)
        place = viewport.mapToGlobal(middle)
        keys, phase = Qt.KeyboardModifier.NoModifier, Qt.ScrollPhase.NoScrollPhase
        QApplication.sendEvent(viewport, QWheelEvent(middle, place, QPoint(), wheel, none, keys, phase, False))

    def drag(kind: QMouseEvent.Type, along: int) -> None:
        button = Qt.MouseButton.LeftButton
        place = middle + QPointF(along, along / 2)
        held = Qt.MouseButton.NoButton if kind == QMouseEvent.Type.MouseButtonRelease else button
        keys = Qt.KeyboardModifier.NoModifier
        QApplication.sendEvent(viewport, QMouseEvent(kind, place, viewport.mapToGlobal(place), button, held, keys))

    for wheel in (1, 1, -1, -1):
        _ticks(5, partial(turn, wheel))
        rest(0.3)
        until(lambda: board.zooming.picture is None)
        rest(0.3)
        drag(QMouseEvent.Type.MouseButtonPress, 0)
        _ticks(20, lambda number: drag(QMouseEvent.Type.MouseMove, 6 * number))
        drag(QMouseEvent.Type.MouseButtonRelease, 120)
        rest(0.3)
    board.whole()
    rest(0.3)


def _resize(window: MainWindow) -> None:
    """Drag the window's edge to make it larger and smaller."""
    width, height = SIZE
    _ticks(25, lambda number: window.resize(width + 12 * number, height + 7 * number))
    rest(1.0)
    _ticks(25, lambda number: window.resize(width + 12 * (24 - number), height + 7 * (24 - number)))
    rest(1.0)


def _texts(window: MainWindow) -> None:
    """Maximise the window, drag its edge until texts take their usual size and until they are large again, and restore it."""
    width, height = ROOMY

    def drag(way: int, number: int) -> None:
        window.resize(width + 8 * way * (number - 5), height)

    window.resize(width, height)
    rest(2.0)
    for way in (-1, 1):
        _ticks(11, partial(drag, way))
        rest(2.0)
    window.resize(*SIZE)
    rest(2.0)


def _replay(window: MainWindow, file: Path) -> None:
    """Analyse a game, and step through it meanwhile."""
    from client.table.replay import ReplayWindow

    window.watch(file, analysed=True)
    replay = window.findChild(ReplayWindow)
    assert replay is not None
    until(lambda: hasattr(replay, "watched"))
    rest(1.0)
    _ticks(60, lambda number: replay.go(number), 50)
    rest(1.0)
    window.replays.leave()
    rest(0.3)


def _start(window: MainWindow, rules: type[Game], folder: Path, others: Guests) -> None:
    """Open a table for as many computers as the game allows, let them join, and start."""
    from net import api

    seats = max(rules.seats)
    plan = api.Plan(rules.id, (api.Seat("person", "Anna"), *[api.Seat("open")] * (seats - 1)), name="Anna")
    heard: list[api.Lobby] = []

    def hear(event: object) -> None:
        if isinstance(event, api.LobbyChanged):
            heard.append(event.lobby)

    window.bridge.event.connect(hear)
    window.starting.host(plan)
    until(lambda: bool(heard and heard[-1].invite))
    words = [sys.executable, "-m", "client.cli", "peer", "--loopback", "--tied", "--bot", LEVEL, "--join", heard[-1].invite]
    commands = []
    for number in range(seats - 1):
        home = folder / f"guest-{number}"
        home.mkdir(parents=True)
        commands.append([*words, "--home", str(home), "--name", f"Guest {number}"])
    others.start(commands)
    until(lambda: heard[-1].blocked is None and all(seat.kind == "person" for seat in heard[-1].seats))
    window.bridge.node.start()
    until(lambda: window.table.shown is not None)
    table = window.table.shown
    if table is not None:
        player = Player(table, 1)
        until(lambda: table.index > seats * 4, 20)
        player.stop()
    window.leaving.leave()
    until(lambda: window.table.shown is None, 5)


def _ticks(count: int, do: Callable[[int], object], every_ms: int = TICK_MS) -> None:
    """Do something this many times, once per tick."""
    from PySide6.QtCore import QTimer

    done: list[int] = []

    def tick() -> None:
        if len(done) < count:
            do(len(done))
            done.append(0)

    clock = QTimer()
    clock.timeout.connect(tick)
    clock.start(every_ms)
    until(lambda: len(done) >= count)


def rest(seconds: float) -> None:
    """Let the loop run for a while."""
    until(lambda: False, seconds)


def until(done: Callable[[], bool], seconds: float = WAIT_SECONDS) -> None:
    """Let the event loop run until something is true, at most for so long."""
    from PySide6.QtCore import QEventLoop, QTimer

    loop, ask, end = QEventLoop(), QTimer(), QTimer()
    ask.timeout.connect(lambda: loop.quit() if done() else None)
    ask.start(20)
    end.setSingleShot(True)
    end.timeout.connect(loop.quit)
    end.start(round(seconds * 1000))
    loop.exec()
