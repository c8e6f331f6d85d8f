"""A table whose edge somebody draws takes the sizes of another density once it rests, part by part."""

from __future__ import annotations

import pytest
from PySide6.QtCore import QCoreApplication, QRect
from PySide6.QtWidgets import QWidget

from client.table.frame import TableFrame
from rules.registry import games
from tests.client.table.sitting import sit_down
from tests.client.table.tables import Settings, advanced, begun

SMALL, LARGE = (1400, 800), (1520, 860)
"""Sizes on both sides of that from which panels show words."""


@pytest.fixture(params=sorted(games()))
def seated(request, styled, qtbot):
    """Sits down in the middle of a game, with or without motion."""

    def sit(size: tuple[int, int], moves: bool) -> TableFrame:
        state, dealer = begun(2, name=request.param, start=0)
        advanced(state, dealer, 20)
        window, _ = sit_down(qtbot, request.param, (state, dealer), "hb", Settings(reduced_motion=not moves), size)
        window.view.set_speed(1.0 if moves else 0.0)
        return window.frame

    return sit


def places(frame: TableFrame) -> dict[str, QRect]:
    """Where all parts of the table are that have names, once they are laid out."""
    QCoreApplication.sendPostedEvents()
    window = frame.window()
    parts = [part for part in frame.findChildren(QWidget) if part.objectName() and part.isVisible()]
    return {part.objectName(): QRect(part.mapTo(window, part.rect().topLeft()), part.size()) for part in parts}


def panels(frame: TableFrame) -> list[QWidget]:
    """The panels beside the board."""
    return [part for part in (frame.players, frame.talk, *frame.view.panels, frame.standing) if part.isVisible()]


@pytest.mark.parametrize(("before", "after"), [(SMALL, LARGE), (LARGE, SMALL)], ids=["larger", "smaller"])
def test_it_ends_as_if_all_had_been_fitted_at_once(seated, qtbot, before, after) -> None:
    frame = seated(before, moves=True)
    compact = frame.density.compact
    frame.window().resize(*after)
    assert frame.density.compact is compact, "nothing changes while the edge is drawn"
    qtbot.waitUntil(lambda: frame.density.compact is not compact and frame.fitting is None)
    assert places(frame) == places(seated(after, moves=False))


@pytest.mark.parametrize(("before", "after"), [(SMALL, LARGE), (LARGE, SMALL)], ids=["larger", "smaller"])
def test_no_step_cuts_anything_off_or_covers_it(seated, qtbot, before, after) -> None:
    frame = seated(before, moves=True)
    frame.window().resize(*after)
    qtbot.waitUntil(lambda: frame.fitting is not None)
    steps = 0
    while frame.fitting is not None:
        rooms = places(frame)
        parts = [*(part.objectName() for part in panels(frame)), "dock", "top-bar"]
        for number, one in enumerate(parts):
            for other in parts[number + 1 :]:
                assert not rooms[one].intersects(rooms[other]), (steps, one, other)
        for part in panels(frame):
            column = part.parentWidget()
            assert column.rect().contains(part.geometry()), (steps, part.objectName())
            assert column.width() <= column.parentWidget().width(), (steps, part.objectName())
        frame.fitting.do_next()
        steps += 1
    assert steps > len(panels(frame))


def test_an_edge_that_comes_back_changes_nothing(seated, qtbot) -> None:
    frame = seated(SMALL, moves=True)
    before = places(frame)
    frame.window().resize(*LARGE)
    frame.window().resize(*SMALL)
    qtbot.wait(200)  # longer than a size must rest
    qtbot.waitUntil(lambda: frame.fitting is None)  # a slow machine may have rested at the large size
    assert places(frame) == before


def test_without_motion_all_is_fitted_at_once(seated) -> None:
    frame = seated(SMALL, moves=False)
    frame.window().resize(*LARGE)
    assert not frame.density.compact
    assert frame.fitting is None


def test_a_column_gets_its_scroll_bar_once_the_edge_rests(styled, qtbot) -> None:
    """A bar makes all parts of the column narrower, and they would be painted anew in a frame that paints the whole window."""
    state, dealer = begun(4, name="torres", start=0)
    advanced(state, dealer, 30)
    window, _ = sit_down(qtbot, "torres", (state, dealer), "hbbb", Settings(reduced_motion=False), (1400, 780))
    window.view.set_speed(1.0)
    column = window.frame.right_column
    room, bar = column.viewport(), column.verticalScrollBar()
    wide = room.width()
    assert not bar.isVisible()
    for height in range(760, 590, -20):
        window.resize(1400, height)
        QCoreApplication.sendPostedEvents()
        assert room.width() == wide
    qtbot.waitUntil(bar.isVisible, timeout=5000)
    assert room.width() < wide
    for height in range(620, 800, 20):
        window.resize(1400, height)
        QCoreApplication.sendPostedEvents()
        assert bar.isVisible()
    qtbot.waitUntil(lambda: not bar.isVisible(), timeout=5000)
    assert room.width() == wide
