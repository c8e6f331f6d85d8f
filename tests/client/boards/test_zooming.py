"""A zoom shows at once what is there, larger or smaller, and ends as the zoom that waits does."""

from __future__ import annotations

import pytest
from PySide6.QtCore import QPointF, QSize, Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication

from client.boards import board_view
from client.boards.contract import GameView, Shown
from client.boards.sceneview import STEP, SceneView
from client.boards.stacks.view import StackView
from client.messages import catalogue
from tests.client.boards.pictures import sheets

PLACE = QPointF(300, 260)


@pytest.fixture(params=sheets.GAMES)
def game(request, styled, qtbot) -> GameView:
    """A view of each game in the middle of one."""
    view = sheets.open_board(request.param, QSize(700, 500))
    qtbot.addWidget(view.board)
    view.board.show()
    sheets.paint(view, *sheets.positions(request.param)[2])
    return view


def rested(board: SceneView) -> None:
    """The wheel has come to rest, and every picture has been painted."""
    board.zooming._rested()
    for _ in range(10_000):
        if board.zooming.picture is None or not isinstance(board, StackView):
            break
        board._paint_ahead()
    assert board.zooming.picture is None


def magnified(board: SceneView) -> float:
    return board.board.at.tile if isinstance(board, StackView) else board.transform().m11()


def test_the_board_is_painted_anew_once_the_wheel_rests(game: GameView) -> None:
    board = game.board
    assert isinstance(board, SceneView)
    game.set_speed(1.0)
    before, there = magnified(board), board.mapToScene(PLACE.toPoint())
    for _ in range(3):
        board.nearer(STEP, PLACE)
    assert board.zooming.picture is not None
    assert board.zooming.course.m11() == pytest.approx(STEP**3)
    assert board.zooming.course.map(PLACE) == PLACE, "what is under the pointer stays there"
    assert magnified(board) == before, "nothing has been painted anew"
    rested(board)
    grown = magnified(board) / before
    assert grown == pytest.approx(STEP**3, rel=0.02)
    scale = grown if isinstance(board, StackView) else 1.0
    now = board.mapToScene(PLACE.toPoint())
    tolerance = 3 if isinstance(board, StackView) else 3 / magnified(board)
    assert abs(now.x() - there.x() * scale) <= tolerance
    assert abs(now.y() - there.y() * scale) <= tolerance


def test_while_it_grows_the_board_is_seen_on_the_table(game: GameView) -> None:
    board = game.board
    assert isinstance(board, SceneView)
    game.set_speed(1.0)
    sharp = board.grab().toImage()
    board.nearer(1.0, PLACE)
    assert board.zooming.picture is not None
    assert sheets.difference(board.grab().toImage(), sharp).small, "at the same size it is the same picture"
    board.nearer(2.0, PLACE)
    assert not sheets.difference(board.grab().toImage(), sharp).small


def test_a_click_a_key_another_size_and_another_position_settle_it_first(game: GameView) -> None:
    board = game.board
    assert isinstance(board, SceneView)
    game.set_speed(1.0)
    before = magnified(board)

    def begun() -> None:
        board.nearer(STEP, PLACE)
        assert board.zooming.picture is not None

    begun()
    QTest.mousePress(board.viewport(), Qt.MouseButton.MiddleButton, pos=PLACE.toPoint())
    QTest.mouseRelease(board.viewport(), Qt.MouseButton.MiddleButton, pos=PLACE.toPoint())
    assert board.zooming.picture is None
    assert magnified(board) > before
    begun()
    QTest.keyClick(board, Qt.Key.Key_Left)
    assert board.zooming.picture is None
    begun()
    board.resize(board.width() + 40, board.height())
    QApplication.processEvents()
    assert board.zooming.picture is None
    begun()
    state, names = sheets.positions(_name_of(game))[3]
    game.show(Shown(state, None, (), tuple(names), None))
    assert board.zooming._rest.interval() == 0, "as soon as it is shown"
    board.zooming._rested()
    assert board.zooming.picture is None
    begun()
    game.zoom(0)
    assert board.zooming.picture is None
    assert board._fitted


def test_it_stops_at_the_limits_of_the_board(game: GameView) -> None:
    board = game.board
    assert isinstance(board, SceneView)
    game.set_speed(1.0)
    for factor in (STEP, 1 / STEP):
        for _ in range(60):
            board.nearer(factor, PLACE)
        reached = magnified(board) * board.zooming.course.m11()
        rested(board)
        assert magnified(board) == pytest.approx(reached, rel=0.01)


def test_without_motion_a_zoom_is_painted_at_once(game: GameView) -> None:
    board = game.board
    assert isinstance(board, SceneView)
    game.set_speed(0.0)
    before = magnified(board)
    board.nearer(STEP, PLACE)
    assert board.zooming.picture is None
    assert magnified(board) > before


def _name_of(game: GameView) -> str:
    return next(name for name in sheets.GAMES if type(board_view(name)(catalogue("en"))) is type(game))
