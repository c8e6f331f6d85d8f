"""Makes pictures of the program for software centres and the project's page: its window, painted without a screen."""

from __future__ import annotations

import os
import shutil
import sys
import tempfile
import time
from collections.abc import Callable
from pathlib import Path

from project import DIST, ROOT, BuildError, main

SIZE = (1600, 900)
FOLDER = DIST / "screenshots"
PATIENCE = 60

CAPTIONS = {
    "table": "A table in the middle of a game of Das neue Big Boss",
    "torres": "The towers of Torres, which fade where they would hide a knight",
    "alcazar": "Castles and bridges of Alcazar",
    "burgenland": "The map of Burgenland, the hand, and what pays where",
    "flat": "The same board as numbered fields, for the keyboard and the screen reader",
    "lobby": "A table before the game: seats, house rules, and the invite for friends",
    "start": "The start page with the saved games",
}
"""The pictures with their captions; the first one is the main picture."""

GAMES = ROOT / "tests" / "golden"
"""Recorded games of bots."""

MOMENTS = {
    "table": ("big-boss/4-blocks", 130),
    "torres": ("torres/4-third-year-master", 150),
    "alcazar": ("alcazar/5-bridges", 200),
    "burgenland": ("burgenland/4-last-piece", 560),
}
"""For each picture of a table, the game and the number of entries after which it is taken."""

SAVED = ("big-boss/3-passed", "torres/3-edge", "burgenland/2-last-piece", "alcazar/5-blocks")
"""The games on the start page."""


def make() -> Path:
    """Paint the pictures into dist/screenshots and return that folder."""
    os.environ["QT_QPA_PLATFORM"] = "offscreen"
    sys.path.insert(0, str(ROOT))
    with tempfile.TemporaryDirectory() as home:
        _paint(Path(home))
    return FOLDER


def _paint(home: Path) -> None:
    from PySide6.QtWidgets import QPushButton, QToolButton, QWidget

    from client.look import theme
    from client.system.home import GAMES as SAVED_GAMES
    from client.system.settings import Settings
    from client.window.bridge import Bridge
    from client.window.main import MainWindow

    app = theme.application()
    theme.apply(app, "dark")
    (home / SAVED_GAMES).mkdir()
    for game in SAVED:
        shutil.copyfile(GAMES / f"{game}.alarife", home / SAVED_GAMES / f"{game.replace('/', '-')}.alarife")
    settings = Settings(name="Anna", language="en", theme="dark", reduced_motion=True, path=home / "settings.json")
    bridge = Bridge(home, loopback=True)
    window = MainWindow(bridge, settings, home)
    window.resize(*SIZE)
    window.show()
    FOLDER.mkdir(parents=True, exist_ok=True)

    def until(done: Callable[[], object], what: str) -> None:
        deadline = time.monotonic() + PATIENCE
        while not done():
            if time.monotonic() > deadline:
                raise BuildError(f"waited in vain for {what}")
            app.processEvents()
            time.sleep(0.01)

    def shoot(name: str) -> None:
        settled = time.monotonic() + 1.5
        until(lambda: time.monotonic() > settled, name)
        window.grab().save(str(FOLDER / f"{name}.png"))

    def seen(name: str) -> QWidget | None:
        return next((widget for widget in window.findChildren(QWidget, name) if widget.isVisible()), None)

    def press(name: str) -> None:
        until(lambda: seen(name) is not None, name)
        button = seen(name)
        assert isinstance(button, QPushButton | QToolButton)
        button.click()

    shoot("start")
    for name, (game, entries) in MOMENTS.items():
        window.watch(GAMES / f"{game}.alarife")
        until(lambda: seen("replay-bar"), "the replay")
        window.pages.currentWidget().go(entries)
        shoot(name)
        if name == "table":
            press("flat")
            shoot("flat")
        window.pages.show_start()
        until(lambda: seen("replay-bar") is None, "the start page")
    press("start-host")
    press("host-page-start")
    until(lambda: seen("invite-code"), "the lobby")
    shoot("lobby")
    window.quit()
    until(lambda: not window.isVisible(), "the end")
    _sheet()


def _sheet() -> None:
    """Paint the four games on one picture for the README, which shows a copy of it from .github."""
    from PySide6.QtCore import Qt
    from PySide6.QtGui import QImage, QPainter

    wide, high, gap = SIZE[0] // 2, SIZE[1] // 2, 12
    sheet = QImage(2 * wide + gap, 2 * high + gap, QImage.Format.Format_RGB32)
    sheet.fill(Qt.GlobalColor.black)
    painter = QPainter(sheet)
    for number, name in enumerate(MOMENTS):
        table = QImage(str(FOLDER / f"{name}.png"))
        small = table.scaled(wide, high, mode=Qt.TransformationMode.SmoothTransformation)
        painter.drawImage(number % 2 * (wide + gap), number // 2 * (high + gap), small)
    painter.end()
    sheet.save(str(FOLDER / "games.webp"), quality=88)


def appstream(site: str) -> str:
    """The screenshots of the AppStream metainfo, with addresses at ``site``."""
    parts = []
    for number, (name, caption) in enumerate(CAPTIONS.items()):
        kind = ' type="default"' if number == 0 else ""
        parts.append(
            f"    <screenshot{kind}>\n      <caption>{caption}</caption>\n"
            f'      <image type="source" width="{SIZE[0]}" height="{SIZE[1]}">{site}/screenshots/{name}.png</image>\n'
            f"    </screenshot>\n"
        )
    return "".join(parts)


if __name__ == "__main__":
    main(make)
