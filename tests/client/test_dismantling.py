"""A page that was made for one use is destroyed in slices after the next one has come up, and does nothing meanwhile."""

from __future__ import annotations

import threading

from PySide6.QtCore import QEvent, QObject, QTimer, QVariantAnimation, Signal, Slot
from PySide6.QtWidgets import QApplication, QWidget
from shiboken6 import isValid

from client.table.frame import TableFrame
from client.table.replay import ReplayWindow
from client.table.slices import silence
from client.table.window import TableWindow
from tests.client.library.made import finished
from tests.client.person import Person, wait


class Painted(QObject):
    """Notes that a page is painted."""

    def __init__(self, page: QWidget, story: list[str]) -> None:
        super().__init__(page)
        self._story = story
        page.installEventFilter(self)

    def eventFilter(self, _watched: QObject, event: QEvent) -> bool:
        if event.type() == QEvent.Type.Paint:
            self._story.append("start page")
        return False


def replaying(anna: Person) -> ReplayWindow:
    anna.window.watch(finished(anna.home / "games"))
    replay = wait(lambda: anna.window.findChild(ReplayWindow))
    wait(lambda: hasattr(replay, "watched"))
    return replay


def parts_of(table: TableFrame) -> list[QWidget]:
    return [part for part in table.children() if isinstance(part, QWidget)]


def test_a_replay_is_destroyed_part_by_part_once_the_start_page_has_been_painted(person) -> None:
    anna = person("Anna")
    replay = replaying(anna)
    story: list[str] = []
    watch = Painted(anna.window.pages.start_page, story)
    parts = parts_of(replay.frame)
    assert len(parts) >= 6
    for part in parts:
        part.destroyed.connect(lambda: story.append("part"))
    replay.destroyed.connect(lambda: story.append("rest"))
    turns = QTimer()
    turns.timeout.connect(lambda: story.append("turn"))
    turns.start(0)
    anna.window.replays.leave()
    assert all(isValid(part) for part in parts)
    wait(lambda: "rest" in story)
    turns.stop()
    assert isValid(watch)
    assert story.index("start page") < story.index("part")
    assert "".join(story).replace("start page", "").count("partpart") == 0, "the window can paint between two parts"
    assert story.count("part") == len(parts)
    assert anna.window.findChild(ReplayWindow) is None


def test_a_table_that_was_left_hears_nothing_of_the_next(person, monkeypatch) -> None:
    anna = person("Anna")
    anna.window.play_at_once("torres", 2, "random")
    table = wait(lambda: anna.window.table.shown)
    heard: list[object] = []
    monkeypatch.setattr(TableWindow, "_hear", lambda _table, event: heard.append(event))
    told: list[object] = []

    def tell() -> None:
        if anna.window.table.shown is None and isValid(table):
            told.append(object())
            anna.bridge.event.emit(told[-1])

    turns = QTimer()
    turns.timeout.connect(tell)
    turns.start(0)
    anna.window.leaving.leave()
    wait(lambda: not isValid(table))
    turns.stop()
    assert told, "the table was gone at once"
    assert not [event for event in heard if event in told]


def test_a_table_on_its_way_that_is_given_up_is_destroyed_with_its_parts(person) -> None:
    anna = person("Anna")
    anna.window.play_at_once("torres", 2, "random")
    table = wait(lambda: anna.window.table.coming)
    frame = wait(lambda: table.findChild(TableFrame))
    wait(lambda: len(parts_of(frame)) > 2)
    anna.click("wait-cancel")
    wait(lambda: not isValid(table))
    assert not isValid(frame)


class Page(QWidget):
    """A page that is told things by a thread, a timer and an animation."""

    told = Signal(str)

    def __init__(self) -> None:
        super().__init__()
        self.heard: list[str] = []
        self.told.connect(self.hear)
        self.part = QWidget(self)
        self.clock = QTimer(self.part)
        self.clock.timeout.connect(lambda: self.hear("clock"))
        self.clock.start(0)
        self.motion = QVariantAnimation(self.part)
        self.motion.setStartValue(0.0)
        self.motion.setEndValue(1.0)
        self.motion.finished.connect(lambda: self.hear("motion"))
        self.motion.start()

    @Slot(str)
    def hear(self, what: str) -> None:
        self.heard.append(what)

    def ask(self) -> None:
        """Let a thread answer."""
        thread = threading.Thread(target=lambda: self.told.emit("thread"))
        thread.start()
        thread.join()


def test_a_silenced_page_hears_no_timer_no_animation_and_no_thread(styled, qtbot) -> None:
    page = Page()
    qtbot.addWidget(page)
    page.ask()
    qtbot.waitUntil(lambda: {"clock", "thread"} <= set(page.heard))
    page.ask()
    page.heard.clear()
    silence(page)
    page.ask()
    for _ in range(20):
        QApplication.processEvents()
    assert not page.heard
    assert not page.clock.isActive()
    assert page.motion.state() == QVariantAnimation.State.Stopped
