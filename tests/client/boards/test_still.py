"""An unchanged board is only copied, and every change is visible at once."""

from __future__ import annotations

import random
from collections.abc import Callable

import pytest
from PySide6.QtCore import QSize, Qt
from PySide6.QtGui import QImage
from pytestqt.qtbot import QtBot

from client.boards import sceneview
from client.boards.contract import GameView, Shown
from client.boards.sceneview import SceneView
from tests.client.boards.pictures import sheets


@pytest.fixture(params=sheets.GAMES)
def game(request, styled, qtbot) -> tuple[str, GameView]:
    view = sheets.open_board(request.param, QSize(420, 300))
    qtbot.addWidget(view.board)
    view.board.show()
    return request.param, view


def wide(name: str, qtbot: QtBot) -> GameView:
    """A board in a window of its own."""
    view = sheets.open_board(name, QSize(840, 560))
    qtbot.addWidget(view.board)
    view.board.show()
    return view


def as_painted(board: SceneView) -> QImage:
    """What the board looks like when every item is painted, and the ground as well."""
    board._direct, board._floor_of = True, ()
    found = board.grab().toImage()
    board._direct = False
    return found


def test_a_second_look_is_a_copy(game) -> None:
    name, view = game
    board = view.board
    sheets.paint(view, *sheets.positions(name)[2])
    first = board.grab().toImage()
    assert board._still is None, "something that moves is not worth a copy"
    board.keep()  # only now has the scene reported all its items
    board.keep()
    assert board._still is not None
    assert first == board.grab().toImage() == as_painted(board)
    board.doze()
    assert board._floor is None
    assert first == board.grab().toImage() == as_painted(board)
    board.light(board.place_at(board.mapToScene(210, 150)))
    board.keep()
    assert board._still is None or board.grab().toImage() == as_painted(board), "what has just changed is not kept"


def test_the_table_and_the_ground_are_put_together_in_strips(game, qtbot, monkeypatch) -> None:
    monkeypatch.setattr(sceneview, "STRIP", 20_000)
    monkeypatch.setattr(sceneview, "SLICE", 0.0)
    name, view = game
    board = view.board
    sheets.paint(view, *sheets.positions(name)[2])
    first = board.grab().toImage()
    board.keep()
    board._floor = None
    board.keep()
    assert board._floor is None, "only a strip of it is there"
    qtbot.waitUntil(lambda: board._still is not None)
    assert board._floor is not None
    board.note()
    assert first == board.grab().toImage() == as_painted(board)


def test_every_change_of_the_board_is_visible_at_once(game) -> None:
    """Positions, pointer, marks, motion, zoom, pan and theme in any order: the copy never shows an earlier state."""
    name, view = game
    board = view.board
    chance, found = random.Random(3), sheets.positions(name)
    state, names = found[2]
    sheets.paint(view, state, names)
    places = [board.mapToScene(chance.randrange(420), chance.randrange(300)) for _ in range(40)]

    def pass_time() -> None:
        events = state.copy().play(chance.choice(state.moves()))
        view.animate(events, 1.0)
        view._motion.tick(90)

    steps: list[Callable[[], object]] = [
        lambda: board.light(board.place_at(chance.choice(places))),
        lambda: board.light(board._nowhere),
        lambda: view.preview(chance.choice(state.moves())),
        lambda: view.preview(None),
        pass_time,
        view.skip,
        lambda: board.shift(chance.randrange(-30, 30), chance.randrange(-30, 30)),
        lambda: board.zoom_by(chance.choice((1.2, 0.8))),
        board.fit,
        view.restyle,
        lambda: view.show(Shown(*_shown(chance.choice(found[:4])))),
        lambda: view.show(Shown(*_shown((state, names)))),
        lambda: view.point_out([line.reason for line in state.score_trace()[:1]]),
        lambda: view.point_out(()),
    ]
    copied = 0
    for _ in range(90):
        chance.choice(steps)()
        for _ in range(chance.randrange(1, 4)):
            assert board.grab().toImage() == as_painted(board)
            board.keep()
        copied += board._still is not None
    assert copied > 20


def _shown(position: tuple) -> tuple:
    state, names = position
    return state, state.turn, tuple(state.moves()), tuple(names), state.turn


def test_nothing_is_filled_below_a_board(game) -> None:
    """The table covers the whole view, so Qt need not fill it before each repaint."""
    viewport = game[1].board.viewport()
    assert viewport.testAttribute(Qt.WidgetAttribute.WA_OpaquePaintEvent)
    assert not viewport.autoFillBackground()
    assert game[1].board.grab().toImage().convertToFormat(QImage.Format.Format_ARGB32).pixelColor(0, 0).alpha() == 255


def test_a_new_shadow_is_painted_where_it_falls(styled, qtbot) -> None:
    """The ground of a zoom level is not copied for its shadows, and a new stack changes only a part of the copied table."""
    view = wide("torres", qtbot)
    board, found = view.board, sheets.positions("torres")
    sheets.paint(view, *found[0])
    board.grab()
    floor = board._floor
    assert floor is not None
    sheets.paint(view, *found[1])
    assert board.board.cast != frozenset()
    assert board._floor is floor, "no second picture, and no frame without one"
    assert board.grab().toImage() == as_painted(board)
    assert board.board.ground.pixmap().cacheKey() == board.board.pictures.ground().pixmap.cacheKey()


def test_only_what_has_changed_is_painted_on_the_country(styled, qtbot, monkeypatch) -> None:
    """The country with all that lies on it is not painted anew because a castle shows what another hand has."""
    monkeypatch.setattr("client.boards.burgenland.scene._REMEMBERED", 100)  # the two positions lie some moves apart
    view = wide("burgenland", qtbot)
    board, found = view.board, sheets.positions("burgenland")
    sheets.paint(view, *found[1])
    board.grab()
    board.note()
    board.grab()
    floor = board._floor
    assert floor is not None
    lying = board.map.lying
    sheets.paint(view, *found[2])
    assert board.map.lying > lying
    assert board._floor is floor
    assert board.grab().toImage() == as_painted(board)
    monkeypatch.setattr(board.map, "relaid", lambda _before: None)
    sheets.paint(view, *found[3])
    assert board._floor is not floor, "where nobody knows what has changed, all is painted"
