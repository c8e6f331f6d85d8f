"""A main window on its own screen: opens every page and a table of each game, and reports what lies outside.

Run as a program, since Qt asks for the screen and its scale only once:
``python -m tests.client.screens [FOLDER [LANGUAGE [LOOK [WIDTHxHEIGHT [TEXT SIZE]]]]]`` prints the faults as JSON. If FOLDER is
not empty, it keeps a picture of each page there. If the size is empty, the window chooses it. The environment chooses the
screen, as on any desktop: ``QT_SCALE_FACTOR``, and an X server or the ``offscreen`` platform with the screen of :func:`screen`.
"""

from __future__ import annotations

import json
import os
import shutil
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Iterator
from pathlib import Path

from PySide6.QtCore import QEventLoop, QPoint, QRect, QSize
from PySide6.QtWidgets import (
    QAbstractButton,
    QAbstractScrollArea,
    QApplication,
    QCheckBox,
    QComboBox,
    QLineEdit,
    QPushButton,
    QWidget,
)

from client.look import theme
from client.pages.library.page import LibraryPage
from client.pictures.frame import PictureFrame
from client.pictures.gallery import gallery
from client.system.home import GAMES
from client.system.settings import Settings
from client.table.window import TableWindow
from client.window.bridge import Bridge
from client.window.main import MainWindow
from rules.registry import games
from tests.golden import FOLDER as GOLDEN

PATIENCE = 120.0
SETTLED = 0.08
LOOKS = 8
"""A page stands when nothing that one can press has moved for so many seconds, and in so many looks at it."""


def screen(folder: Path, width: int, height: int, factor: float) -> dict[str, str]:
    """The environment in which Qt sees one screen of so many pixels, scaled by a factor as on a desktop."""
    file = folder / "screen.json"
    one = {"name": "only", "x": 0, "y": 0, "width": width, "height": height, "logicalDpi": 96, "logicalBaseDpi": 96, "dpr": 1}
    file.write_text(json.dumps({"windowFrameMargins": False, "screens": [one]}), "utf-8")
    return {"QT_QPA_PLATFORM": f"offscreen:configfile={file}", "QT_SCALE_FACTOR": str(factor)}


class Visit:
    """A window that is led through all pages.

    Attributes:
        faults: what lies outside, as sentences.
        pages: what has been looked at.
    """

    def __init__(
        self,
        home: Path,
        pictures: Path | None,
        language: str,
        look: str = "dark",
        size: QSize | None = None,
        text_size: int = 100,
    ) -> None:
        """``size`` of the window; without it, the window chooses its first size itself. ``text_size`` as in the settings."""
        self.faults: list[str] = []
        self.pages: list[str] = []
        self._pictures = pictures
        self._app = theme.application()
        theme.apply(self._app, look)
        saved = home / GAMES
        saved.mkdir()
        for game in games():
            file = sorted((GOLDEN / game).glob("*.alarife"))[0]
            shutil.copyfile(file, saved / f"{game}.alarife")
        settings = Settings(name="Anna", language=language, theme=look, reduced_motion=True, path=home / "settings.json")
        settings.lessons_offered = True
        settings.text_size = text_size
        self._saved = sorted(saved.iterdir())
        self._bridge = Bridge(home, thinking_ms=50, loopback=True)
        self.window = MainWindow(self._bridge, settings, home)
        if size is not None:
            self.window.resize(size)
        self.window.setUpdatesEnabled(pictures is not None)  # everything is laid out anyway
        self.window.show()

    @property
    def room(self) -> QRect:
        """The screen, in the window's pixels."""
        return self.window.screen().availableGeometry()

    def until(self, done: Callable[[], object], what: str) -> None:
        deadline = time.monotonic() + PATIENCE
        while not done():
            assert time.monotonic() < deadline, f"waited in vain for {what}"
            QApplication.processEvents(QEventLoop.ProcessEventsFlag.AllEvents, 20)
            time.sleep(0.005)

    def go_round(self) -> None:
        """Visit everything."""
        pages = self.window.pages
        self.look("start")
        for name in ("offline", "host", "join", "lessons", "settings", "about", "library"):
            getattr(pages, f"show_{name}")()
            self.look(name)
            if name == "library":
                self._look_into(pages.currentWidget())
            pages.show_start()
        for game in games():
            self._sit_down(game)
        self.window.watch(self._saved[0])
        self.until(lambda: self._on_show("replay-bar"), "the replay")
        pages.currentWidget().go(40)
        self.look("replay")
        pages.show_start()
        self.until(lambda: not self._seen("replay-bar"), "the start page")
        pages.show_host()
        self._press("host-page-start")
        self.until(lambda: self._seen("invite-code"), "the lobby")
        self.look("lobby")

    def close(self) -> None:
        self.window.quit()
        self.until(lambda: not self.window.isVisible(), "the end")
        self._bridge.close()

    def _look_into(self, page: LibraryPage) -> None:
        for button in page.findChildren(QAbstractButton):
            if button.objectName().startswith("library-tab"):
                button.click()
                self.look(button.objectName())

    def _sit_down(self, game: str) -> None:
        """A table with as many bots as there can be, after some moves."""
        rules = games()[game]
        self.window.play_at_once(game, max(rules.seats), next(iter(rules.bots)))
        self.until(lambda: isinstance(self.window.pages.currentWidget(), TableWindow), game)
        table = self.window.pages.currentWidget()
        assert isinstance(table, TableWindow)
        self.until(lambda: table.frame.prompt.isVisible() and table.turn_bar.isVisible(), "the own turn")
        self.look(f"table-{game}")
        frame = table.frame
        parts = {
            "the bar at the top": frame.top,
            "the board": frame.centre,
            "the dock": frame.dock,
            "the hand": table.view.hand,
            "the confirm button": table.turn_bar.confirm_button,
        }
        for name in ("left-panel", "right-panel"):
            frame.top.buttons[name].setChecked(True)
            self.until(lambda: True, "")
            self.look(f"table-{game}-{name}")
            column = frame.left_column if name == "left-panel" else frame.right_column
            for what, part in {**parts, name: column}.items():
                if part is not None and (why := self._hides(part)):
                    self.faults.append(f"table of {game}: {what} is not wholly to be seen: {why}")
        self._get_up(table)

    def _get_up(self, table: TableWindow) -> None:
        """Leave the table by its own way out."""
        table.left.emit()
        self.until(lambda: self._seen("leave-leave") or self.window.pages.currentWidget() is not table, "the question")
        if self._seen("leave-leave"):
            self.look("leaving")
            self._press("leave-leave")
        self.until(lambda: self.window.pages.currentWidget().objectName() == "start-page", "the start page")

    # -- looking ---------------------------------------------------------------------------------------------------------

    def look(self, name: str) -> None:
        """Wait until a page is painted; everything that one can press has to be in the window, and the window on the screen."""
        self._settle(name)
        self.pages.append(name)
        if not self.room.contains(self.window.frameGeometry()):
            self.faults.append(f"{name}: the window {self.window.frameGeometry()} is larger than the screen {self.room}")
        for widget in self._pressable():
            place = QRect(widget.mapTo(self.window, QPoint()), widget.size())
            area = _scrolls(widget)
            held = QRect(area.mapTo(self.window, QPoint()), area.size()) if area is not None else self.window.rect()
            inside = place.left() >= held.left() and place.right() <= held.right()
            if area is None:
                inside = held.contains(place)
            if (
                isinstance(widget, QPushButton | QCheckBox)
                and widget.text()
                and widget.width() < widget.minimumSizeHint().width()
            ):
                self.faults.append(f"{name}: the words of {widget.objectName()} are cut: {widget.text()}")
            if not inside:
                self.faults.append(f"{name}: {type(widget).__name__} {widget.objectName()} {place} lies outside of {held}")
        if self._pictures is not None:
            self.until(self._pictured, f"the pictures on {name}")
            self._shoot(self._pictures / f"{name}.png")

    def _settle(self, name: str) -> None:
        """Wait until everything that one can press has stayed where it is for a while."""
        places: list[tuple[object, ...]] = []
        since, looks = time.monotonic(), 0

        def stands() -> bool:
            nonlocal places, since, looks
            now = [
                (id(widget), widget.mapTo(self.window, QPoint()).toTuple(), widget.size().toTuple())
                for widget in self._pressable()
            ]
            if now != places:
                places, since, looks = now, time.monotonic(), 0
            looks += 1
            return time.monotonic() - since > SETTLED and looks > LOOKS

        self.until(stands, name)

    def _pictured(self) -> bool:
        """Whether every picture of a game that can be seen has been painted."""
        frames = [frame for frame in self.window.findChildren(PictureFrame) if frame.isVisible()]
        return all(gallery().image(request) is not None for frame in frames if (request := frame.request) is not None)

    def _hides(self, part: QWidget) -> str:
        """A sentence about what cuts off a part of the window; empty if all of it can be seen."""
        if not part.isVisible():
            return "it is hidden"
        above = part.parentWidget()
        while above is not None and above is not self.window:
            place = QRect(part.mapTo(above, QPoint()), part.size()).adjusted(
                2, 2, -2, -2
            )  # a line that is rounded shows nothing
            if not isinstance(above.parentWidget(), QAbstractScrollArea) and not above.rect().contains(place):
                return f"{place} lies outside of {type(above).__name__} {above.objectName()} {above.rect()}"
            above = above.parentWidget()
        return ""

    def _shoot(self, file: Path) -> None:
        if os.environ.get("DISPLAY") and QApplication.platformName() == "xcb":
            subprocess.run(["import", "-window", "root", str(file)], check=True)
        else:
            self.window.grab().save(str(file))

    def _pressable(self) -> Iterator[QWidget]:
        for kind in (QAbstractButton, QComboBox, QLineEdit):
            for widget in self.window.findChildren(kind):
                if widget.isVisible() and widget.width() and widget.height():
                    yield widget

    def _seen(self, name: str) -> QWidget | None:
        return next((widget for widget in self.window.findChildren(QWidget, name) if widget.isVisible()), None)

    def _on_show(self, name: str) -> bool:
        """Whether it can be seen, and is not only being made beside the page that is on show."""
        found = self._seen(name)
        return found is not None and not found.visibleRegion().isEmpty()

    def _press(self, name: str) -> None:
        self.until(lambda: self._seen(name), name)
        button = self._seen(name)
        assert isinstance(button, QAbstractButton)
        button.click()


def _scrolls(widget: QWidget) -> QWidget | None:
    """The viewport that a widget is scrolled in, None for one that is not."""
    above = widget.parentWidget()
    while above is not None:
        holder = above.parentWidget()
        if isinstance(holder, QAbstractScrollArea) and holder.viewport() is above:
            return above
        above = holder
    return None


def main() -> int:
    pictures = Path(sys.argv[1]) if len(sys.argv) > 1 and sys.argv[1] else None
    if pictures is not None:
        pictures.mkdir(parents=True, exist_ok=True)
    with tempfile.TemporaryDirectory() as home:
        language, look = [*sys.argv[2:4], *("en", "dark")[len(sys.argv[2:4]) :]]
        size = QSize(*map(int, sys.argv[4].split("x"))) if sys.argv[4:] and sys.argv[4] else None
        text_size = int(sys.argv[5]) if len(sys.argv) > 5 else 100
        visit = Visit(Path(home), pictures, language, look, size, text_size)
        try:
            visit.go_round()
        finally:
            visit.close()
        size, room = visit.window.size(), visit.room
        told = {"window": [size.width(), size.height()], "screen": [room.width(), room.height()]}
        print(json.dumps(told | {"pages": visit.pages, "faults": visit.faults}))
    return 0


if __name__ == "__main__":
    sys.exit(main())
