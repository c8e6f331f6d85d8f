"""On X11 a window that grows keeps the memory that it is painted in, instead of having other memory for each size."""

from __future__ import annotations

import pytest
from PySide6.QtCore import QSize
from PySide6.QtGui import QGuiApplication
from PySide6.QtWidgets import QMainWindow

from client.window.canvas import Canvas
from client.window.main import MainWindow

SCREEN = QSize(2560, 1440)
DRAGGED = [QSize(1280 + 12 * number, 720 + 7 * number) for number in range(25)]


class Store:
    """A window's store as Qt's for X11: it keeps memory that is large enough, and less than twice as large as needed."""

    def __init__(self) -> None:
        self.room = 0
        self.fresh: list[int] = []

    def resize(self, size: QSize) -> None:
        need = size.width() * size.height()
        if not need <= self.room < 2 * need:
            self.room = need
            self.fresh.append(need)


class Screen:
    def virtualSize(self) -> QSize:
        return SCREEN


class Window:
    """A window without a system around it. Like Qt, it makes its store as large as itself before it paints."""

    def __init__(self) -> None:
        self.store = Store()
        self.canvas = Canvas(self)  # type: ignore[arg-type]
        self._size = QSize()

    def drag(self, sizes: list[QSize]) -> int:
        """Draw the edge through these sizes; returns how often the store asked for fresh memory."""
        before = len(self.store.fresh)
        for size in sizes:
            self._size = size
            self.canvas.follow()
            self.store.resize(size)
        return len(self.store.fresh) - before

    def size(self) -> QSize:
        return self._size

    def screen(self) -> Screen:
        return Screen()

    def backingStore(self) -> Store:
        return self.store


@pytest.fixture
def window(monkeypatch) -> Window:
    monkeypatch.setattr(QGuiApplication, "platformName", lambda: "xcb")
    return Window()


def test_a_window_that_grows_and_shrinks_keeps_its_memory(window: Window) -> None:
    assert window.drag(DRAGGED[:1]) == 1
    assert window.drag(DRAGGED) == window.drag(DRAGGED[::-1]) == 0


def test_a_much_smaller_window_gives_its_memory_back(window: Window) -> None:
    window.drag([SCREEN])
    small = [QSize(800 + number, 600) for number in range(40)]
    assert window.drag(small) == 1
    assert window.drag(small[::-1]) == window.drag(small) == 0
    assert window.store.room < SCREEN.width() * SCREEN.height() / 2


def test_no_more_than_the_screen_is_asked_for(window: Window) -> None:
    window.drag([QSize(2000, 1400)])
    assert window.store.fresh == [2000 * (SCREEN.width() * SCREEN.height() // 2000)]
    assert window.drag([SCREEN, QSize(3000, 2000)]) == 2, "a window may still be larger than the screen"


def test_other_systems_are_left_alone(window: Window, monkeypatch) -> None:
    monkeypatch.setattr(QGuiApplication, "platformName", lambda: "wayland")
    assert window.drag(DRAGGED) == len(DRAGGED)


def test_the_window_asks_before_it_is_painted(person, monkeypatch) -> None:
    window: MainWindow = person("Anna").window
    asked: list[QSize] = []
    monkeypatch.setattr(Canvas, "follow", lambda canvas: asked.append(window.size()))
    window.resize(1400, 900)
    assert asked == [QSize(1400, 900)]


def test_qt_then_paints_into_as_much_as_the_window_needs(styled, qtbot, monkeypatch) -> None:
    monkeypatch.setattr(QGuiApplication, "platformName", lambda: "xcb")
    window = QMainWindow()
    qtbot.addWidget(window)
    window.resize(400, 300)
    with qtbot.waitExposed(window):
        window.show()
    Canvas(window).follow()
    store = window.backingStore()
    assert store is not None
    assert store.size() == QSize(400, 570)
    window.repaint()
    assert store.size() == window.size()
