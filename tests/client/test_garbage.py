"""Only the window's thread destroys objects of the window."""

from __future__ import annotations

import gc
import math
import threading

import pytest
from PySide6.QtCore import QObject

from client.system import lastframe
from client.system.garbage import Collector, look_again
from client.system.lastframe import painted


class Widget(QObject):
    """Part of a reference cycle, like every widget with a connected method; notes which thread destroys it."""

    def __init__(self, destroyed_in: list[str]) -> None:
        super().__init__()
        self.itself = self
        self.destroyed_in = destroyed_in

    def __del__(self) -> None:
        self.destroyed_in.append(threading.current_thread().name)


def test_a_widget_that_became_garbage_is_destroyed_in_the_thread_of_the_window(qtbot) -> None:
    destroyed_in: list[str] = []
    Widget(destroyed_in)
    game: list[list[int]] = []
    thread = threading.Thread(target=lambda: game.extend([number] for number in range(20_000)), name="beside")
    thread.start()
    thread.join()
    assert destroyed_in == []
    qtbot.waitUntil(lambda: destroyed_in != [])
    assert destroyed_in == [threading.main_thread().name]


def test_objects_that_survived_a_collection_are_spared_until_a_game_closes(collector: Collector) -> None:
    gone: list[str] = []
    widget: Widget | None = Widget(gone)
    thresholds = gc.get_threshold()
    gc.set_threshold(-1, -1, -1)  # there is always enough garbage
    try:
        Collector().collect()
        widget = None
        gc.collect()
        assert gone == []
        look_again()
        gc.collect()
        assert len(gone) == 1
    finally:
        gc.set_threshold(*thresholds)
    assert widget is None


def test_a_collection_waits_for_the_turn_after_a_frame_but_for_no_second_frame(
    collector: Collector, qtbot, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(lastframe, "JUST_NOW_S", math.inf)
    turns: list[str] = []
    own = Collector()
    # The collector of another test's window may take a turn meanwhile.
    monkeypatch.setattr(Collector, "collect", lambda self: turns.append("collected") if self is own else None)
    painted()
    own._turn()
    assert turns == []
    painted()
    qtbot.waitUntil(lambda: turns != [])
    assert turns == ["collected"]
    own._turn()
    assert turns == ["collected"] * 2, "there is no new frame"


def test_of_two_collectors_the_first_one_ends_what_it_began(collector: Collector) -> None:
    second, third = Collector(), Collector()
    second.start()
    second.stop()
    assert not gc.isenabled(), "the first one still collects"
    gc.enable()
    third.start()
    assert not gc.isenabled()
    third.stop()
    assert gc.isenabled()
    gc.disable()
