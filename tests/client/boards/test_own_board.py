"""A table may play on its own board: views show where the places lie, and follow a change of board."""

from __future__ import annotations

import pytest
from pytestqt.qtbot import QtBot

from net.deal.local import settle
from net.deal.seeded import SeededDeals, seed_of
from rules.boards import board_of
from rules.contract import State, complete_options
from rules.registry import game, games
from tests.client.boards.test_every_board import board_of as view_of
from tests.client.boards.test_every_board import shown
from tests.contract.boards import corrected, shipped

LOOPS = ("big-boss", "alcazar")


def started(name: str, data: dict[str, object]) -> State:
    rules = game(name)
    state = rules.start(2, complete_options(rules, {}), data)
    settle(state, SeededDeals(seed_of(name)))
    return state


@pytest.mark.parametrize("name", LOOPS)
def test_fields_lie_where_the_board_of_the_game_has_them(name: str, styled, qtbot: QtBot) -> None:
    boards = [shipped(name), corrected(name, 1), corrected(name, 4), shipped(name)]
    with view_of(name, qtbot) as view:
        for data in boards:
            view.show(shown(started(name, board_of(data))))
            fields = data["loop-board"]["fields"]
            assert [view.spots.of(field) for field in range(1, 73)] == [tuple(field) for field in fields]
            view.flat.resize(700, 700)
            view.flat.arrange()
            side = view.flat.button(1).width()
            left, top = (
                min(view.flat.button(field).geometry().topLeft().toTuple()[way] for field in range(1, 73)) for way in (0, 1)
            )
            x, y = min(x for x, _ in fields), min(y for _, y in fields)
            for number, (column, row) in enumerate(fields, 1):
                place = view.flat.button(number).geometry()
                assert (place.x(), place.y()) == (left + (column - x) * side, top + (row - y) * side)
                assert view.board.place_at(view.board.mapToScene(view.board.room(number).center())) == number
            assert len(view.flat.places()) >= 72


@pytest.mark.parametrize("name", games())
def test_every_view_shows_a_corrected_board(name: str, styled, qtbot: QtBot) -> None:
    if not game(name).data:
        pytest.skip("a game without a board of this kind")
    with view_of(name, qtbot) as view:
        for seed in range(3):
            state = started(name, board_of(corrected(name, seed)))
            view.show(shown(state))
            view.show_beside()
            view.board.grab()
            view.flat.grab()
            state.play(state.moves()[0])
            view.restyle()
