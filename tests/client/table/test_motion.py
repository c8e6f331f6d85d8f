"""Animations explain and never get in the way."""

from __future__ import annotations

from dataclasses import replace

import pytest
from PySide6.QtCore import QCoreApplication, QEvent, QPropertyAnimation, Qt
from PySide6.QtTest import QTest
from shiboken6 import isValid

from client.boards.loop.castles import CastleLine
from client.boards.loop.facts import read_facts
from client.boards.stacks import pixmaps
from client.table import flight as flight_module
from client.table.flight import Flight
from net import api
from tests.client.table.tables import Settings, advanced
from tests.client.table.test_window import click, click_field, gold, loop, should_be_gold

MOVING = Settings(reduced_motion=False, animation_speed=100)
STANDING = Settings(reduced_motion=False, animation_speed=1)
"""So slow that a busy computer, too, finds on its way what has set out."""


@pytest.fixture
def moving(table):
    """A table with animations that has begun to show the other player's first turn."""
    sitting = table("hb", start=1, settings=MOVING)
    sitting.node.turn_of(1, seed=2)
    return sitting


def test_moves_of_others_are_shown_one_after_the_other(moving, qtbot) -> None:
    window = moving.window
    assert window.pace.busy
    assert window.turn is None
    assert gold(moving) == (set(), set(), set(), set())
    qtbot.waitUntil(lambda: not window.pace.busy)
    assert window.turn is not None
    assert loop(moving).facts.levels == tuple(moving.node.state.facts()["levels"])


def test_while_one_move_is_on_show_the_board_paints_what_the_next_needs(table, qtbot, monkeypatch) -> None:
    monkeypatch.setattr(pixmaps, "levels", {})
    sitting = table("hb", moves=30, start=1, settings=STANDING)
    view, node, foreseen = sitting.window.view, sitting.node, []
    board, foresee = view.board.board, view.foresee
    monkeypatch.setattr(view, "foresee", foreseen.append)
    for kind in ("play", "baron"):
        assert not foreseen
        node.make(1, next(move for move in node.state.moves() if move.kind == kind))
    assert [position.digest() for position in foreseen] == [node.state.digest()]
    coming = advanced(node.state.copy(), node.dealer, 20)
    foresee(coming)
    assert view.board._idle.isActive()
    for _ in board.foresee(read_facts(coming.facts())):
        pass  # all at once, for the table goes on to the next move whatever is painted by then
    known = set(board.pictures.asked)
    board.show(read_facts(coming.facts()))
    assert set(board.pictures.asked) == known


def test_while_the_pointer_is_on_a_move_the_board_paints_what_it_needs(table, monkeypatch) -> None:
    monkeypatch.setattr(pixmaps, "levels", {})
    sitting = table("hb", start=0, settings=STANDING)
    window, view, steps = sitting.window, sitting.window.view, []
    scene = view.board.board
    window.want(next(move for move in sitting.moves if move.kind == "play"))
    move = next(move for move in sitting.moves if move.kind == "villa")
    monkeypatch.setattr(view.board, "foresee", steps.append)
    view.preview(move)
    (coming,) = steps
    for _ in coming:
        pass  # all at once, for the person may click at any time
    placed = []
    monkeypatch.setattr("client.boards.loop.scene.place_numbers", placed.append)
    known = set(scene.pictures.asked)
    window.want(move)
    assert scene.facts.built == view.facts.built
    assert not placed
    assert not {key for key in set(scene.pictures.asked) - known if key[0] == "block"}


def test_between_two_seats_is_a_pause(table) -> None:
    """An entry stays longer on show where another seat moves next."""
    sitting = table("hbb")
    pace, first = sitting.window.pace, api.Advanced(1, 1, None, (), sitting.node.state, False)
    pace._speed, pace._seat = 1.0, first.seat
    pace._waiting.append(first)
    alike = pace._pause()
    pace._waiting[0] = replace(first, seat=2)
    assert pace._pause() > 2 * alike


@pytest.mark.parametrize("milliseconds", [0, 60, 150])
def test_animations_end_with_their_table(table, qtbot, milliseconds) -> None:
    """The view outlives its window for a moment; its pieces do not."""
    sitting = table("hb", moves=12, settings=STANDING)
    sitting.node.turn_of(1, seed=2)
    view = sitting.window.view
    qtbot.waitUntil(lambda: view.moving)
    qtbot.wait(milliseconds)
    assert view.moving
    sitting.window.deleteLater()
    QCoreApplication.sendPostedEvents(None, QEvent.Type.DeferredDelete)
    assert not isValid(view.board)
    qtbot.wait(200)  # an error in a tick fails the test
    assert not view.moving


def test_space_skips_an_animation(moving) -> None:
    window = moving.window
    QTest.keyClick(window, Qt.Key.Key_Space)
    assert not window.pace.busy
    assert not window.view.moving
    state = window.turn.state
    assert gold(moving) == should_be_gold(state.moves(), state.facts()["card"])


def test_a_click_on_the_board_skips_the_animation_and_the_next_click_counts(moving) -> None:
    moves = [move.args[0] for move in moving.node.state.view(0).moves() if move.kind == "play"]
    window = moving.window
    click_field(moving, min(moves))
    assert not window.pace.busy
    assert window.turn.tried == ()
    click_field(moving, min(moves))
    assert [str(move) for move in window.turn.tried] == [f"play {min(moves)}"]


def test_a_confirmed_turn_is_not_animated_again(table) -> None:
    sitting = table("hb", settings=MOVING)
    view, window = loop(sitting), sitting.window
    click(sitting, "market-buy-tower")
    click(sitting, "confirm")
    assert not view.moving
    assert sitting.node.state.turn == 1
    assert window.turn is None


@pytest.mark.parametrize(("percent", "milliseconds"), [(50, 560), (100, 280), (400, 70)])
def test_crests_move_at_the_chosen_speed(table, percent, milliseconds) -> None:
    sitting = table("hb", moves=30, settings=Settings(reduced_motion=False, animation_speed=percent))
    lines = loop(sitting).panels[1].findChildren(CastleLine)
    asked: list[int] = []
    for line in lines:
        line.set_castle = lambda castle, density, ms, before: asked.append(ms)
    sitting.window.pace.skip()
    sitting.window._refresh()
    sitting.window.frame.settle()
    assert lines
    assert set(asked) == {milliseconds}


def test_money_flies_to_its_owner(table, qtbot, monkeypatch) -> None:
    monkeypatch.setattr(flight_module, "FLIGHT_MS", 1_000_000)  # nothing lands before the test has looked at it
    sitting = table("hb", settings=MOVING)
    window = sitting.window
    click_field(sitting, next(move.args[0] for move in sitting.moves if move.kind == "play"))
    if sitting.state.facts()["step"] == "found":
        click(sitting, "answer-villa")
    qtbot.waitUntil(lambda: bool(window.findChildren(Flight)))
    flight = window.findChildren(Flight)[0]
    row = window.frame.players.rows[0]
    goal = flight.rect().translated(flight.goal).center()
    assert (goal - row.mapTo(window, row.rect().center())).manhattanLength() < 12
    flight.findChild(QPropertyAnimation).setCurrentTime(1_000_000)
    qtbot.waitUntil(lambda: not window.findChildren(Flight))


def test_nothing_moves_under_reduced_motion(table) -> None:
    sitting = table("hb", start=1, settings=Settings(reduced_motion=True))
    sitting.node.turn_of(1, seed=2)
    assert not sitting.window.pace.busy
    assert not sitting.window.view.moving
    assert sitting.window.turn is not None
