"""Every board does what the table window expects, in a random game of every registered game."""

from __future__ import annotations

import random
from collections.abc import Iterator
from contextlib import contextmanager

import pytest
from PySide6.QtCore import QPointF, QSize, Qt
from PySide6.QtGui import QEnterEvent
from PySide6.QtWidgets import QAbstractButton, QApplication, QWidget
from pytestqt.qtbot import QtBot

from client.boards import board_view
from client.boards.contract import Count, GameView, PlayerLine, Shown
from client.boards.hint import Hint
from client.boards.twoboards import TwoBoardView
from client.look import theme
from client.messages import catalogue
from client.table import art
from client.table.density import Density
from client.table.players import PlayerInfo, PlayerRow
from rules.contract import Move, State
from rules.message import message
from rules.registry import games
from tests.contract.settings import Setting
from tests.contract.table import Table
from tests.contract.wording import check_words

NAMES = ("Anna", "Ben", "Cleo", "Dario", "Emma")
every_game = pytest.mark.parametrize("name", games())


@contextmanager
def board_of(name: str, qtbot: QtBot) -> Iterator[GameView]:
    """The view of a game, its board and its hand on the screen."""
    view = board_view(name)(catalogue("en"))
    for widget in (view.board, view.flat, view.hand, *view.panels):
        qtbot.addWidget(widget)
        widget.resize(QSize(900, 700))
    view.set_density(Density())
    view.set_covered(view.prompt_room)
    view.flat.show()
    view.hand.show()
    yield view
    view.skip()
    view.deleteLater()


def shown(state: State) -> Shown:
    """The position as the seat on turn sees it at its own computer."""
    seen = state.view(state.turn)
    return Shown(seen, state.turn, tuple(seen.moves()), NAMES[: state.seats], state.turn)


def positions(name: str, count: int = 12) -> Iterator[tuple[Table, Shown]]:
    """Positions of a random game, the first in which somebody is on turn and the last among them."""
    table = Table(Setting(name, games()[name].seats[-1]), 21)
    steps = len(list(Table(table.setting, 21).run()))
    for number, _ in enumerate(table.run()):
        if table.state.turn is not None and number % max(1, steps // count) == 0:
            yield table, shown(table.state)
    yield table, shown(table.state)


@every_game
def test_a_board_implements_every_abstract_method(name: str) -> None:
    view = board_view(name)
    missing = [part for part in dir(view) if getattr(getattr(view, part, None), "__isabstractmethod__", False)]
    assert missing == []


def test_a_board_that_lacks_a_method_is_named() -> None:
    class Half(GameView):
        def restyle(self) -> None:
            """Nothing."""

    with pytest.raises(TypeError, match=r"Half leaves out choices, headline, .*show"):
        Half(catalogue("en"))


def test_a_drawing_that_does_not_exist_is_named_before_anything_is_painted(styled: object, qtbot: QtBot) -> None:
    points = message("torres.points", points=1)
    counted = Count("pieces/turret", 1, points)
    for line in (PlayerLine(1, points, (), drawing="pieces/turret"), PlayerLine(1, points, (counted,))):
        with pytest.raises(FileNotFoundError, match=r"no drawing .*turret\.svg"):
            PlayerRow(PlayerInfo(0, "Anna", line, False, False, "", False), catalogue("en"), Density())


@every_game
def test_a_board_shows_every_position_and_says_what_it_shows(name: str, styled: object, qtbot: QtBot) -> None:
    with board_of(name, qtbot) as view:
        for table, position in positions(name):
            view.show(position)
            view.show_beside()
            choices = view.choices(position)
            assert {choice.move for choice in choices} <= set(position.moves)
            for choice in choices:
                check_words(choice.said, table.state.seats)
            for said in (*view.headline(position.position), view.asks(position)):
                check_words(said, table.state.seats)
            for seat in range(table.state.seats):
                line = view.player(position.position, seat)
                counts = (*line.counts, *line.more)
                for said in (line.main_said, *(count.said for count in counts)):
                    check_words(said, table.state.seats)
                for drawing in (line.drawing, *(count.name for count in counts)):
                    art.require(drawing)
            for line in table.state.score_trace()[:5]:
                view.point_out([line.reason])
            view.point_out(())
            view.preview(random.Random(1).choice(position.moves) if position.moves else None)
            view.preview(None)
            assert not view.board.grab().isNull()
        view.restyle()
        view.zoom(1)
        view.zoom(0)
        view.put_away()


@every_game
def test_animations_run_and_can_be_cut_short(name: str, styled: object, qtbot: QtBot) -> None:
    table = Table(Setting(name, games()[name].seats[0]), 22)
    with board_of(name, qtbot) as view:
        view.board.show()
        view.set_flat(False)
        for number, events in enumerate(table.run()):
            if number > 60:
                break
            view.show(shown(table.state))
            view.animate(events, 1.0)
            view.skip()
            assert not view.moving


@every_game
def test_the_flat_board_and_the_hand_serve_keyboard_and_screen_reader(name: str, styled: object, qtbot: QtBot) -> None:
    """Every place is a button with a name, and a click on a place or a card asks for a move or narrows what a click means."""
    with board_of(name, qtbot) as view:
        _, position = next(positions(name))
        view.show(position)
        view.show_beside()
        places = buttons(view.flat)
        assert places
        wanted: list[Move] = []
        touched: list[bool] = []
        view.wanted.connect(wanted.append)
        view.touched.connect(lambda: touched.append(True))
        for button in (*places, *buttons(view.hand)):
            assert button.accessibleName(), button.objectName()
            assert button.focusPolicy() & Qt.FocusPolicy.TabFocus, button.objectName()
        for button in (*places[:3], *buttons(view.hand)[:3]):
            touched.clear()
            button.click()
            assert touched, f"{button.objectName()} does not say that it was clicked"
        assert all(isinstance(move, Move) for move in wanted)


@every_game
def test_the_box_about_a_place_takes_the_colours_of_another_theme(name: str, styled: QApplication, qtbot: QtBot) -> None:
    with board_of(name, qtbot) as view:
        _, position = next(positions(name))
        view.show(position)
        QApplication.sendEvent(buttons(view.flat)[-1], QEnterEvent(QPointF(), QPointF(), QPointF()))
        hints = view.flat.findChildren(Hint)
        assert all(theme.palette().soft in hint.text for hint in hints)
        theme.apply(styled, "light")
        view.restyle()
        assert all(theme.palette().soft in hint.text for hint in hints)
        assert not any(theme.PALETTES["dark"].soft in hint.text for hint in hints)
        assert hints or not isinstance(view, TwoBoardView)


def buttons(widget: QWidget) -> list[QAbstractButton]:
    return [button for button in widget.findChildren(QAbstractButton) if button.isVisible()]
