"""A window that takes other sizes is painted once in each round, and on X11 keeps its memory instead of having fresh one."""

from __future__ import annotations

import pytest
from PySide6.QtCore import QAbstractEventDispatcher, QCoreApplication, QEvent, QObject, QSize, Qt
from PySide6.QtGui import QExposeEvent, QGuiApplication, QPaintEvent, QRegion
from PySide6.QtWidgets import QMainWindow, QWidget

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


class Window(QObject):
    """A window without a system around it. Like Qt, it makes its store as large as itself before it paints."""

    def __init__(self) -> None:
        super().__init__()
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

    def isVisible(self) -> bool:
        return False

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


class Page(QWidget):
    """Counts how often it is painted."""

    times = 0

    def paintEvent(self, _event: QPaintEvent) -> None:
        self.times += 1


@pytest.fixture
def shown(styled, qtbot, monkeypatch) -> QMainWindow:
    """A window on the screen, as of X11, with a page that counts."""
    monkeypatch.setattr(QGuiApplication, "platformName", lambda: "xcb")
    window = QMainWindow()
    qtbot.addWidget(window)
    window.setCentralWidget(Page())
    window.resize(400, 300)
    with qtbot.waitExposed(window):
        window.show()
    return window


def test_qt_then_paints_into_as_much_as_the_window_needs(shown: QMainWindow) -> None:
    Canvas(shown).follow()
    store = shown.backingStore()
    assert store is not None
    assert store.size() == QSize(400, 570)
    shown.repaint()
    assert store.size() == shown.size()


@pytest.fixture
def watched(shown: QMainWindow) -> QMainWindow:
    """The window with a canvas."""
    shown.canvas = Canvas(shown)
    shown.canvas.follow()
    shown.repaint()
    return shown


def is_exposed(window: QMainWindow) -> None:
    """The X server wants all of the window painted."""
    QCoreApplication.sendEvent(window.windowHandle(), QExposeEvent(QRegion(window.rect())))


def is_due(window: QMainWindow) -> None:
    """Paint what has changed in the window."""
    QCoreApplication.sendPostedEvents(window, QEvent.Type.UpdateRequest)


def next_round() -> None:
    QAbstractEventDispatcher.instance().aboutToBlock.emit()


def test_a_window_with_another_size_is_painted_once_in_a_round(watched: QMainWindow) -> None:
    page = watched.centralWidget()
    next_round()
    page.update()
    is_due(watched)
    watched.resize(420, 320)
    before = page.times
    is_exposed(watched)
    assert page.times == before, "that would be the second time in this round"
    next_round()
    is_due(watched)
    assert page.times == before + 1
    assert watched.backingStore().size() == watched.size()
    next_round()
    watched.resize(440, 340)
    is_exposed(watched)
    assert page.times == before + 2, "the first time in a round"


def test_a_window_that_keeps_its_size_is_painted_where_it_was_covered(watched: QMainWindow) -> None:
    page = watched.centralWidget()
    page.update()
    is_due(watched)
    flushed = Watch(watched.windowHandle())
    is_exposed(watched)
    assert flushed.seen == [QEvent.Type.Expose]


class Watch(QObject):
    """Notes the exposures that a window gets to see; it stands behind the canvas, which looks first."""

    def __init__(self, handle: QObject) -> None:
        super().__init__()
        self.seen: list[QEvent.Type] = []
        handle.installEventFilter(self)

    def eventFilter(self, _watched: QObject, event: QEvent) -> bool:
        if event.type() == QEvent.Type.Expose:
            self.seen.append(event.type())
        return False


def test_a_window_that_nobody_has_seen_yet_appears_at_once(shown: QMainWindow) -> None:
    """What it is told when it appears makes it visible; an update before that paints nothing."""
    shown.setAttribute(Qt.WidgetAttribute.WA_Mapped, False)
    shown.canvas = Canvas(shown)
    shown.canvas.follow()
    QCoreApplication.sendEvent(shown, QEvent(QEvent.Type.UpdateRequest))
    is_exposed(shown)
    assert shown.testAttribute(Qt.WidgetAttribute.WA_Mapped)


@pytest.mark.parametrize(
    ("platform", "once"), [("wayland", True), ("offscreen", True), ("windows", False), ("cocoa", False)], ids=str
)
def test_windows_and_macos_paint_when_they_want(shown: QMainWindow, monkeypatch, platform: str, once: bool) -> None:
    monkeypatch.setattr(QGuiApplication, "platformName", lambda: platform)
    page = shown.centralWidget()
    shown.canvas = Canvas(shown)
    shown.canvas.follow()
    shown.repaint()
    next_round()
    page.update()
    is_due(shown)
    shown.resize(420, 320)
    before = page.times
    is_exposed(shown)
    assert page.times == (before if once else before + 1)
