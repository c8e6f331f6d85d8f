"""A table that is built in slices: the work of each turn of the event loop, and the result."""

from __future__ import annotations

import math
import time
from collections.abc import Iterator

import pytest
from PySide6.QtCore import QObject, QPoint, QRect
from PySide6.QtWidgets import QApplication, QLabel, QVBoxLayout, QWidget

from client.boards import sceneview
from client.boards.flatbutton import FlatButton, FlatView
from client.look import theme
from client.messages import catalogue
from client.system import lastframe
from client.system.lastframe import JUST_NOW_S, LastFrame, painted
from client.table.later import Later
from client.table.slices import Slices, finish, put_aside, shown_in_turn
from client.table.window import TableWindow
from tests.client.person import wait
from tests.client.table.tables import FakeBridge, Settings, begun, opened, seats_of

GAMES = ("big-boss", "alcazar", "torres", "burgenland")
SIZE = (1280, 720)


def work(done: list[int]) -> Iterator[None]:
    for number in range(3):
        done.append(number)
        yield
    done.append(3)


class TestSlices:
    def test_one_slice_runs_in_each_turn_of_the_event_loop(self, qtbot):
        done: list[int] = []
        parent = QObject()
        slices = Slices(work(done), parent)
        assert not done
        with qtbot.waitSignal(slices.done):
            pass
        assert done == [0, 1, 2, 3]
        assert not slices.running

    def test_a_turn_that_has_painted_the_window_does_no_slice(self, qtbot):
        done: list[int] = []
        parent = QObject()
        slices = Slices(work(done), parent)
        painted()
        slices._clock.timeout.emit()
        assert not done
        slices._clock.timeout.emit()
        assert done == [0], "one frame puts off one slice, and not the next one as well"
        slices.stop()

    def test_work_goes_on_while_each_turn_paints(self, qtbot):
        done: list[int] = []
        parent = QObject()
        slices = Slices(work(done), parent)
        for _ in range(8):
            painted()
            slices._clock.timeout.emit()
            slices._clock.timeout.emit()
        assert done == [0, 1, 2, 3]

    def test_a_frame_of_long_ago_puts_nothing_off(self, qtbot, monkeypatch):
        done: list[int] = []
        parent = QObject()
        slices = Slices(work(done), parent)
        painted()
        now = time.monotonic()
        monkeypatch.setattr(time, "monotonic", lambda: now + 2 * JUST_NOW_S)
        slices._clock.timeout.emit()
        assert done == [0]
        slices.stop()

    def test_a_window_tells_of_its_frames(self, person, monkeypatch):
        monkeypatch.setattr(lastframe, "JUST_NOW_S", math.inf)
        anna = person("Anna")
        frame = LastFrame()
        anna.window.update()
        wait(frame.new, "for a frame")

    def test_the_remaining_slices_can_run_at_once(self, qtbot):
        done: list[int] = []
        parent = QObject()
        slices = Slices(work(done), parent)
        with qtbot.waitSignal(slices.done):
            slices.finish()
        assert done == [0, 1, 2, 3]
        slices.finish()  # nothing is left

    def test_the_remaining_slices_can_be_dropped(self, qtbot):
        done: list[int] = []
        parent = QObject()
        slices = Slices(work(done), parent)
        ended: list[bool] = []
        slices.done.connect(lambda: ended.append(True))
        slices.stop()
        slices.finish()
        assert not done
        assert not ended

    def test_an_error_ends_the_work(self, qtbot):
        def wrong() -> Iterator[None]:
            yield
            raise ValueError("a mistake")

        parent = QObject()
        slices = Slices(wrong(), parent)
        with pytest.raises(ValueError, match="a mistake"):
            slices.finish()
        assert not slices.running

    def test_all_slices_can_run_at_once(self):
        done: list[int] = []
        finish(work(done))
        assert done == [0, 1, 2, 3]


def test_parts_are_shown_one_after_the_other(qtbot):
    page = QWidget()
    qtbot.addWidget(page)
    page.setMinimumSize(300, 200)  # Qt then need not tell the platform of changing ones
    column = QVBoxLayout(page)
    parts = [QLabel("one"), QLabel("two")]
    for part in parts:
        column.addWidget(part)
        part.hide()
    page.show()
    showing = shown_in_turn(iter(parts))
    next(showing)
    assert [part.isVisible() for part in parts] == [True, False]
    finish(showing)
    assert all(part.isVisible() for part in parts)


def test_waiting_work_can_be_done_piece_by_piece(qtbot):
    done: list[str] = []
    later = Later()
    for name in ("one", "two"):
        later.do(name, lambda name=name: done.append(name))
    assert later.waits
    later.next()
    assert done == ["one"]
    later.finish()
    assert done == ["one", "two"]
    assert not later.waits


class Coming:
    """A table that is made beside what a window shows, or at once in its place."""

    def __init__(self, qtbot, game: str, sliced: bool = True, size=SIZE, settings: Settings | None = None) -> None:
        self.bridge = FakeBridge(*begun(3, start=0, name=game), seats_of("hbb"))
        self.room = QWidget()
        qtbot.addWidget(self.room)
        self.room.resize(*size)
        self.room.show()
        told = opened(self.bridge, game)
        settings = settings or Settings(reduced_motion=True)
        self.window = TableWindow(self.bridge, told, catalogue(), settings, parent=self.room, sliced=sliced)
        put_aside(self.window)
        self.work = self.window.made(told) if sliced else iter(())

    def come_up(self) -> None:
        finish(self.work)
        self.window.begin()
        self.window.move(0, 0)
        self.window.show()
        self.window.first_time.skip()
        QApplication.processEvents()
        self.window.first_time.skip()
        QApplication.processEvents()


@pytest.mark.parametrize("game", GAMES)
def test_a_table_is_hidden_until_it_is_complete(styled, qtbot, game):
    coming = Coming(qtbot, game)
    empty = coming.room.grab().toImage()
    for _ in coming.work:
        QApplication.processEvents()
        assert not coming.window.geometry().intersects(coming.room.rect())
        assert coming.room.grab().toImage() == empty
    coming.come_up()
    assert coming.room.grab().toImage() != empty
    assert all(part.isVisible() for part in (coming.window.frame.top, coming.window.frame.centre, coming.window.frame.dock))


def test_the_board_is_painted_in_slices(styled, qtbot, monkeypatch):
    """Where each step of the painting is a slice of its own, there are many more slices than parts of the table."""
    counted = []
    for each in (math.inf, 0):
        monkeypatch.setattr(sceneview, "SLICE", each)
        coming = Coming(qtbot, "burgenland")
        counted.append(sum(1 for _ in coming.work))
    at_once, in_steps = counted
    assert in_steps > 2 * at_once


@pytest.mark.parametrize("game", GAMES)
def test_a_table_built_in_slices_looks_like_one_built_at_once(styled, qtbot, game):
    coming, at_once = Coming(qtbot, game), Coming(qtbot, game, sliced=False)
    for one in (coming, at_once):
        one.come_up()
    assert coming.window.grab().toImage() == at_once.window.grab().toImage()


LARGE = (1900, 1010)


@pytest.mark.parametrize("size", [LARGE, SIZE], ids=["large", "small"])
@pytest.mark.parametrize("game", GAMES)
def test_a_table_whose_texts_become_larger_looks_like_one_made_so(styled, qtbot, game, size):
    """Also if it takes another size while its parts take theirs."""
    changed = Coming(qtbot, game, sliced=False, size=LARGE)
    changed.come_up()
    for number, _ in enumerate(theme.applied(styled, "dark", 1.2)):
        QApplication.processEvents()
        if number == 4:
            changed.room.resize(*size)
            changed.window.resize(*size)
    QApplication.processEvents()
    made = Coming(qtbot, game, sliced=False, size=size)
    made.come_up()
    theme.apply(styled, "dark", 1.2)  # the prompt's frame has become thicker since it was laid out
    QApplication.processEvents()
    assert changed.window.grab().toImage() == made.window.grab().toImage()


def test_the_explanations_of_a_large_window_have_room_for_their_words(styled, qtbot):
    theme.apply(styled, "dark", 1.75)
    try:
        coming = Coming(qtbot, "burgenland", size=(2560, 1440), settings=Settings(tips_seen=[]))
        finish(coming.work)
        coming.window.begin()
        coming.window.move(0, 0)
        bubble = coming.window.first_time.bubble
        qtbot.waitUntil(bubble.isVisible)
        for button in (bubble.all_button, bubble.next_button):
            assert button.width() >= button.minimumSizeHint().width()
        confirm = coming.window.turn_bar.confirm_button
        place = QRect(confirm.mapTo(coming.window, QPoint()), confirm.size())
        assert not bubble.geometry().intersects(place)
    finally:
        theme.apply(styled, "dark")


def test_events_during_the_building_are_handled_when_the_table_appears(styled, qtbot):
    coming = Coming(qtbot, "big-boss")
    next(coming.work)
    coming.bridge.node.turn_of(0)
    assert coming.bridge.node.index > 0
    finish(coming.work)
    assert coming.window.index == 0
    coming.window.begin()
    assert coming.window.index == coming.bridge.node.index


@pytest.mark.parametrize("game", GAMES)
def test_the_buttons_of_the_flat_board_come_later_and_in_their_place(styled, qtbot, game):
    coming = Coming(qtbot, game)
    coming.come_up()
    window, flat = coming.window, coming.window.view.flat
    assert isinstance(flat, FlatView)
    assert not flat.findChildren(FlatButton)
    later = window.view.made_later()
    next(later)
    assert not flat.made
    finish(later)
    assert flat.made
    window.frame.set_flat(True)
    chain, widget = [], window.frame.top.nextInFocusChain()
    while widget is not None and widget is not window.frame.top:
        chain.append(widget)
        widget = widget.nextInFocusChain()
    places = [chain.index(button) for button in flat.findChildren(FlatButton)]
    assert places == sorted(places)
    assert chain.index(window.frame.top.buttons["leave"]) < places[0]
    assert places[-1] < chain.index(window.turn_bar.confirm_button)


@pytest.mark.parametrize("game", GAMES)
def test_a_flat_board_that_is_wanted_at_once_looks_like_one_that_was_made_later(styled, qtbot, game):
    at_once, later = Coming(qtbot, game), Coming(qtbot, game)
    for one in (at_once, later):
        one.come_up()
    work = later.window.view.made_later()
    next(work)
    for one in (at_once, later):
        one.window.frame.set_flat(True)
        QApplication.processEvents()
    finish(work)  # it was wanted before the last slice: nothing is left to do
    assert at_once.window.grab().toImage() == later.window.grab().toImage()


def test_the_talk_has_a_slice_of_its_own(styled, qtbot):
    coming = Coming(qtbot, "torres")
    parts = {"players", "away", "talk", "hint", "take_back"}
    before: set[str] = set()
    slices: list[set[str]] = []
    for _ in coming.work:
        now = parts & set(vars(getattr(coming.window, "frame", coming.window)))
        slices.append(now - before)
        before = now
    assert before == parts
    assert {"talk"} in slices, "its lists take longest of all parts"
