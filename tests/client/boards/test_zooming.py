"""A zoom scales the present picture at once, and ends like a zoom that waits for the painting."""

from __future__ import annotations

import pytest
from PySide6.QtCore import QPoint, QPointF, QSize, Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication

from client.boards import board_view
from client.boards.contract import GameView, Shown
from client.boards.sceneview import STEP, SceneView
from client.boards.stacks import pixmaps
from client.boards.stacks.gameview import StackGameView
from client.boards.stacks.view import StackView
from client.boards.twoboards import TwoBoardView
from client.look import surface
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
        if board.zooming.picture is None:
            break
        board._paint_ahead()
    assert board.zooming.picture is None


def magnified(board: SceneView) -> float:
    return board.board.at.tile if isinstance(board, StackView) else board.transform().m11()


def test_the_board_is_repainted_when_the_wheel_rests(game: GameView) -> None:
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
    if isinstance(board, StackView):
        seen = board.grab().toImage()
        board.board.zoom(board.board.at.tile, board.board.pictures.ratio)
        assert board.grab().toImage() == seen, "what was made ahead looks like what is made at once"


def test_the_board_stays_visible_on_the_table_while_it_grows(game: GameView) -> None:
    board = game.board
    assert isinstance(board, SceneView)
    game.set_speed(1.0)
    sharp = board.grab().toImage()
    board.nearer(1.0, PLACE)
    assert board.zooming.picture is not None
    assert sheets.difference(board.grab().toImage(), sharp).small, "at the same size it is the same picture"
    board.nearer(2.0, PLACE)
    assert not sheets.difference(board.grab().toImage(), sharp).small


def test_a_click_a_key_a_resize_and_a_new_position_settle_the_zoom_first(game: GameView) -> None:
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


def test_the_whole_board_is_painted_in_slices(game: GameView) -> None:
    board = game.board
    assert isinstance(board, SceneView)
    game.set_speed(1.0)
    fits = magnified(board)
    board.zoom_by(2.0)
    nearer = magnified(board)
    game.zoom(0)
    assert board._fitted
    assert magnified(board) == nearer, "nothing has been painted anew"
    assert board.zooming.course.m11() == pytest.approx(fits / nearer, rel=0.02), "but it is seen as large as it fits"
    rested(board)
    assert magnified(board) == pytest.approx(fits)


def test_while_the_window_changes_its_size_the_board_grows_with_it_and_is_painted_once(game: GameView, monkeypatch) -> None:
    board = game.board
    assert isinstance(board, SceneView)
    game.set_speed(1.0)
    board.fit()
    sharp, before, middle = board.grab().toImage(), magnified(board), board.room(_place(board)).center()
    fits: list[float] = []
    fit = type(board).fit
    monkeypatch.setattr(type(board), "fit", lambda self: (fits.append(1), fit(self))[1])
    for step in range(1, 6):
        board.resize(700 + 40 * step, 500 + 30 * step)
        QApplication.processEvents()
        assert board.zooming.picture is not None
        assert magnified(board) == before
    grown = board.zooming.course.m11()
    assert grown > 1.1
    assert not fits
    rough, seen = board.grab().toImage(), board.zooming.course.map(QPointF(middle))
    rested(board)
    assert len(fits) == 1
    assert magnified(board) == pytest.approx(before * grown)
    now = board.room(_place(board)).center()
    assert abs(now.x() - seen.x()) <= 10, "the picture lay where the board lies now, but for the roundings of another size"
    assert abs(now.y() - seen.y()) <= 10
    assert board.grab().toImage() != rough
    board.resize(700, 500)
    QApplication.processEvents()
    rested(board)
    assert sheets.difference(board.grab().toImage(), sharp).small


@pytest.mark.parametrize("wood", ["plain", "wood"])
def test_the_table_below_is_painted_once_the_size_rests(game: GameView, wood: str, monkeypatch) -> None:
    board = game.board
    assert isinstance(board, SceneView)
    surface.choose(wood)
    board.restyle()
    game.set_speed(1.0)
    board.fit()
    board.grab()
    painted: list[QSize] = []
    paint = surface.painted
    monkeypatch.setattr(surface, "painted", lambda size, ratio=1.0: (painted.append(size), paint(size, ratio))[1])
    for step in range(1, 6):
        board.resize(700 + 40 * step, 500 + 30 * step)
        QApplication.processEvents()
        rough = board.grab().toImage()
    assert not painted, "the old one is stretched"
    corners = [(2, 2), (rough.width() - 3, 2), (2, rough.height() - 3), (rough.width() - 3, rough.height() - 3)]
    assert all(rough.pixelColor(x, y).lightness() > 0 for x, y in corners), "up to the edges of the view"
    board.zooming._rested()
    board._paint_ahead()
    assert painted == [board.viewport().size()], "in a slice of its own"
    rested(board)
    sharp = board.grab().toImage()
    assert painted == [board.viewport().size()]
    board.restyle()
    assert board.grab().toImage() == sharp


def _place(board: SceneView) -> object:
    return 1 if isinstance(board, StackView) else ("crossing", 1, 0)


def test_another_position_is_seen_at_once_in_a_window_that_changes_its_size(game: GameView) -> None:
    board = game.board
    assert isinstance(board, SceneView)
    game.set_speed(1.0)
    board.fit()
    board.grab()
    board.resize(800, 560)
    QApplication.processEvents()
    state, names = sheets.positions(_name_of(game))[3]
    game.show(Shown(state, None, (), tuple(names), None))
    board.zooming._rested()
    assert board.zooming.picture is None
    assert board._fitted


def test_the_country_of_burgenland_is_painted_in_many_slices(styled, qtbot) -> None:
    view = sheets.open_board("burgenland", QSize(700, 500))
    qtbot.addWidget(view.board)
    sheets.paint(view, *sheets.positions("burgenland")[2])
    board = view.board
    assert isinstance(board, SceneView)
    ground = board.map.entries["ground",]
    assert sum(1 for _ in ground.ahead(2.5, 1.0)) > 50
    assert not list(ground.ahead(2.5, 1.0)), "what has been painted is kept"
    list(ground.ahead(2.6, 1.0))
    assert len(ground._made) == 2, "but not for every zoom level"


def test_the_zoom_stops_at_the_limits_of_the_board(game: GameView) -> None:
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


def test_nothing_is_told_about_a_place_that_moves_away_under_the_pointer(game: GameView) -> None:
    board = game.board
    assert isinstance(game, TwoBoardView)
    assert isinstance(board, SceneView)
    game.set_speed(0.0)
    keys = [Qt.Key.Key_Plus, Qt.Key.Key_Left, Qt.Key.Key_0, Qt.Key.Key_BracketLeft]
    for key in keys if isinstance(game, StackGameView) else keys[:-1]:
        spots = (QPoint(x, y) for y in range(200, 400, 7) for x in range(200, 500, 7))
        spot = next(spot for spot in spots if board.place_at(board.mapToScene(spot)))
        QTest.mouseMove(board.viewport(), QPoint(2, 2))
        QTest.mouseMove(board.viewport(), spot)
        assert game.hint.isVisible(), key
        QTest.keyClick(board, key)
        assert not game.hint.isVisible(), key


def test_a_board_is_first_painted_when_it_has_a_size(styled, qtbot, monkeypatch) -> None:
    """A table is built before it is shown, so nothing is painted for a size that it never has."""
    for name in ("big-boss", "alcazar", "torres"):
        monkeypatch.setattr(pixmaps, "levels", {})
        view = board_view(name)(catalogue())
        qtbot.addWidget(view.board)
        grounds: list[int] = []
        kind = view.board.board.kind
        monkeypatch.setattr(kind, "paint_ground", lambda self, _painter, told=grounds: iter((told.append(self.at.tile),)))
        state, names = sheets.positions(name)[2]
        view.show(Shown(state, None, (), tuple(names), None))
        assert not grounds
        view.board.resize(640, 420)
        view.board.grab()
        assert grounds == [view.board.board.at.tile]
        assert not view.board.board.pictures.empty


def test_a_board_without_a_given_size_is_painted_too(styled, qtbot) -> None:
    view = board_view("torres")(catalogue())
    qtbot.addWidget(view.board)
    state, names = sheets.positions("torres")[2]
    view.show(Shown(state, None, (), tuple(names), None))
    view.board.grab()
    assert not view.board.board.pictures.empty


@pytest.mark.parametrize("name", ["big-boss", "alcazar", "torres"])
def test_a_board_at_rest_paints_the_blocks_that_the_next_moves_may_need(name: str, styled, qtbot) -> None:
    view = sheets.open_board(name, QSize(700, 500))
    qtbot.addWidget(view.board)
    view.board.show()
    sheets.paint(view, *sheets.positions(name)[5])
    view.set_speed(1.0)
    board = view.board
    for _ in range(3):
        board.grab()
        board.keep()
    assert board._idle.isActive()
    pictures = board.board.pictures
    asked, made = len(pictures.asked), len(pictures._made)
    while board._idle.isActive():
        board._foresee()
    assert len(pictures._made) > made
    assert len(pictures.asked) == asked, "another zoom level needs only what has been seen"
    assert not list(pictures.likely()), "once is enough"


def test_a_board_that_moves_paints_nothing_in_advance(styled, qtbot) -> None:
    view = sheets.open_board("torres", QSize(700, 500))
    qtbot.addWidget(view.board)
    view.board.show()
    sheets.paint(view, *sheets.positions("torres")[5])
    view.set_speed(1.0)
    board = view.board
    for _ in range(3):
        board.grab()
        board.keep()
    made = len(board.board.pictures._made)
    board.shift(5, 0)
    board.grab()
    board._foresee()
    assert len(board.board.pictures._made) == made
    assert not board._idle.isActive()


def test_a_place_is_found_where_the_picture_shows_it(game: GameView) -> None:
    """A lesson's marks lie where the picture shows a place, while a zoom is under way."""
    board = game.board
    assert isinstance(board, SceneView)
    game.set_speed(1.0)
    name = "crossing 1 0" if not isinstance(board, StackView) else "1"
    before = game.locate(name)
    board.nearer(2.0, QPointF(0, 0))
    seen = game.locate(name)
    assert before is not None
    assert seen is not None
    assert seen[1].topLeft() == before[1].topLeft() * 2
