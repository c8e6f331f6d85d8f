"""Exactly the possible moves glow, and each of them can be made by clicks."""

from __future__ import annotations

import random
from dataclasses import replace
from itertools import combinations, pairwise

import pytest
from PySide6.QtCore import QEvent, QPointF, Qt
from PySide6.QtGui import QEnterEvent, QFont, QFontMetricsF
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QWidget

from client.look import theme
from client.table import art
from client.table.density import Density
from client.table.firsttime import tips_of
from rules.contract import Move
from tests.client.boards.torres.conftest import BUTTONS, TorresSitting, offering, played
from tests.client.person import wait
from tests.client.table.sitting import LEFT, sit_down
from tests.client.table.tables import Settings

ON_CELL = ("found", "place", "king", "insert", "block", "lift", "drop")


def some_move(sitting: TorresSitting, rng: random.Random) -> Move:
    """A move of any kind, not ending the turn too soon."""
    moves = sitting.moves
    kinds = list(dict.fromkeys(move.kind for move in moves))
    kind = rng.choice([kind for kind in kinds if kind != "end" or rng.random() < 0.2] or kinds)
    return rng.choice([move for move in moves if move.kind == kind])


def check_gold(sitting: TorresSitting) -> None:
    """Both boards, the hand and the answers show the moves, all of them and nothing else."""
    moves, view = sitting.moves, sitting.view
    assert sitting.answers() == {f"answer-{move}" for move in moves if move.kind in BUTTONS}
    assert sitting.cards() <= set(moves)
    assert sitting.cards() >= {move for move in moves if move.kind in ("card", "keep", "top")}
    walks: dict[int, set[int]] = {}
    for move in moves:
        if move.kind == "move":
            walks.setdefault(move.args[0], set()).add(move.args[1])
    sitting.put_back()
    assert sitting.marked() == {move.args[0] for move in moves if move.kind in ON_CELL} | set(walks)
    for knight, targets in walks.items():
        view.flat.clicked.emit(knight + 1)
        assert view.chosen == knight
        assert sitting.marked() == targets | {knight}
        view.flat.clicked.emit(knight + 1)
        assert view.chosen == -1


@pytest.mark.long
@pytest.mark.parametrize(
    ("kinds", "options", "seed"),
    [
        pytest.param("hbbb", {}, 3, marks=pytest.mark.thorough),
        pytest.param("hb", {"mode": "variant"}, 4, marks=pytest.mark.thorough),
        ("hbb", {"mode": "master"}, 7),
    ],
    ids=lambda value: "-".join(value.values()) if isinstance(value, dict) else str(value),
)
def test_a_whole_game_by_clicks_with_exactly_the_listed_moves_in_gold(table, kinds: str, options: dict[str, str], seed) -> None:
    sitting = table(kinds, seed=seed, **options)
    rng = random.Random(seed)
    made = set()
    while True:
        sitting.next_turn(rng)
        if sitting.node.state.result is not None:
            break
        if rng.random() < 0.3:
            check_gold(sitting)
        if rng.random() < 0.3:
            sitting.window.frame.set_flat(not sitting.view.flat.isVisible())
        move = some_move(sitting, rng)
        sitting.make(move)
        made.add(move.kind)
    assert sitting.node.state.problems() == []
    assert {"place", "insert", "move", "block", "card"} <= made
    sitting.press("scoring-skip")
    assert tuple(sitting.window.scoring.totals()) == sitting.node.state.scores()


@pytest.mark.parametrize("flat", [False, True], ids=["towers", "flat"])
@pytest.mark.parametrize("kind", [*ON_CELL, *BUTTONS, "move", "card"])
def test_every_kind_of_move_is_made_by_clicks(table, kind: str, flat: bool) -> None:
    seats, options = {"found": (2, {"mode": "master"}), "stacks": (3, {"stack_limit": "two_players"})}.get(kind, (2, {}))
    sitting = table("hbb"[:seats], start=offering(kind, seats, options), flat=flat)
    check_gold(sitting)
    for move in [move for move in sitting.moves if move.kind == kind][:3]:
        sitting.make(move)
        sitting.press("undo")
    check_gold(sitting)


def test_picking_up_a_knight_narrows_the_marks_to_where_it_can_go(table) -> None:
    sitting = table(start=offering("insert", 2, {}))
    walks = [move for move in sitting.moves if move.kind == "move"]
    knight = walks[0].args[0]
    assert sitting.marked() != {move.args[1] for move in walks if move.args[0] == knight}
    sitting.click(knight)
    assert sitting.view.chosen == knight
    assert sitting.marked() == {move.args[1] for move in walks if move.args[0] == knight} | {knight}
    QTest.keyClick(sitting.window, Qt.Key.Key_Escape)
    assert sitting.view.chosen == -1


def test_a_click_on_an_impossible_place_asks_the_rules(table) -> None:
    for flat in (False, True):
        sitting = table(moves=40, seed=5, flat=flat)
        tried = sitting.window.turn.tried
        asked = 0
        for cell in sorted(set(range(64)) - sitting.marked()):
            if not flat and sitting.spot(cell) is None:
                continue
            wanted: list[Move] = []
            sitting.view.wanted.connect(wanted.append)
            sitting.click(cell)
            sitting.view.wanted.disconnect(wanted.append)
            (move,) = wanted
            why = sitting.state.why_not(move)
            assert why is not None
            assert sitting.prompt == sitting.view.catalogue.text(why, sitting.window.names)
            asked += 1
        assert asked > 5
        assert sitting.window.turn.tried == tried


def test_a_picked_up_knight_asks_why_it_cannot_go_there(table) -> None:
    sitting = table(moves=40, seed=5, flat=True)
    knight = next(move.args[0] for move in sitting.moves if move.kind == "move")
    sitting.click(knight)
    cell = next(cell for cell in range(64) if cell not in sitting.marked())
    sitting.click(cell)
    why = sitting.state.why_not(Move("move", (knight, cell)))
    assert why is not None
    assert sitting.prompt == sitting.view.catalogue.text(why, sitting.window.names)


def test_from_every_side_a_click_is_on_the_square_that_is_seen(table) -> None:
    sitting = table(moves=80, seed=6)
    board = sitting.view.board
    places = []
    for side in range(4):
        assert sitting.view.rotated == side
        clicked: list[int] = []
        board.clicked.connect(clicked.append)
        seen = [cell for cell in range(64) if sitting.spot(cell) is not None]
        assert len(seen) > 40
        for cell in seen[::5]:
            QTest.mouseClick(board.viewport(), LEFT, pos=sitting.spot(cell))
            sitting.put_back()
            assert clicked.pop() == cell + 1
        board.clicked.disconnect(clicked.append)
        places.append(board.top(1))
        QTest.keyClick(board, "[")
    assert sitting.view.rotated == 0
    assert len({(place.x(), place.y()) for place in places}) == 4
    assert board.top(1) == places[0]
    QTest.keyClick(board, "]")
    assert sitting.view.rotated == 3


def test_a_hint_tells_what_stands_on_a_square_and_what_can_be_done(table) -> None:
    sitting = table(moves=60, seed=4, flat=True)
    view, facts = sitting.view, sitting.view.facts
    for cell in range(64):
        view.flat.pointed.emit(cell + 1)
        said = view.hint.text
        castle = facts.castle_at.get(cell)
        if castle is not None:
            assert f"Level {facts.levels[cell]} of a castle of area {castle.area}." in said
        assert ("Ground." in said) == (castle is None)
        assert ("The king." in said) == (cell == facts.king)
        if cell in facts.knight_at:
            assert f"{sitting.window.names[facts.knight_at[cell]]}: a knight." in said
        for move in view.reading.moves_on(cell):
            assert view.reading.move(move) in said
        assert "torres." not in said
        assert not view.hint.isHidden()
    view.flat.pointed.emit(0)
    assert view.hint.isHidden()
    for field in range(1, 65):
        assert bool(view.flat.button(field).accessibleDescription()) == view.flat.button(field).can


def test_every_square_of_the_flat_board_shows_its_name(table) -> None:
    """As the log has it: squares that are alike in all else look different."""
    sitting = table("hb")
    view = sitting.window.view
    sitting.window.frame.set_flat(True)
    bare = [cell for cell, level in enumerate(view.reading.facts.levels) if not level and cell != view.reading.facts.king]
    buttons = [view.flat.button(cell + 1) for cell in bare]
    assert len(buttons) > 20
    alike = [(button, button.can) for button in buttons if not button.hasFocus()]
    first, second = next((one, other) for one, can in alike for other, could in alike if one is not other and can == could)
    assert first.grab().toImage() != second.grab().toImage()
    assert view.flat.names[bare[0]] == view.catalogue.text(f"torres.cell.{bare[0]}")


def test_cards_say_what_they_do(table) -> None:
    sitting = table(start=offering("card", 2, {}))
    for button in sitting.view.hand.cards:
        face = button.card.move.args[0]
        assert button.accessibleName().startswith(sitting.view.catalogue.text(f"torres.card.{face}"))
        assert sitting.view.catalogue.text(f"torres.card.{face}.about") in (button.toolTip() + button.accessibleDescription())


def test_the_arrow_keys_and_the_space_bar_play_on_the_flat_board(table) -> None:
    sitting = table(flat=True, start=offering("place", 2, {}))
    cell = sitting.moves[-1].args[0]
    sitting.view.flat.button(1).setFocus()
    for key, times in ((Qt.Key.Key_Down, cell // 8), (Qt.Key.Key_Right, cell % 8)):
        for _ in range(times):
            QTest.keyClick(QApplication.focusWidget(), key)
    assert sitting.view.flat.button(cell + 1).hasFocus()
    QTest.keyClick(QApplication.focusWidget(), Qt.Key.Key_Space)
    assert sitting.window.turn.tried == (Move("place", (cell,)),)


def test_nothing_glows_when_it_is_not_my_turn(table) -> None:
    sitting = table("hb", start=played(2, 1, {}, lambda state, _: state.turn == 1))
    assert sitting.marked() == set()
    assert sitting.answers() == set()
    assert sitting.cards() == set()


def test_pointing_at_a_castle_in_the_panel_rings_it_and_says_who_gets_what(table) -> None:
    sitting = table(moves=60, seed=4, flat=True)
    castles = sitting.view.facts.castles
    lines = sitting.view.panels[1].findChildren(QWidget, "castle")
    assert len(lines) == len(castles)
    for line in lines:
        castle = sitting.view.facts.castle_at[line.line.cell]
        assert dict(line.line.shares) == {seat: level * castle.area for seat, level in castle.standing}
        QApplication.sendEvent(line, QEnterEvent(QPointF(), QPointF(), QPointF()))
        assert {square.field - 1 for square in map(sitting.view.flat.button, range(1, 65)) if square.rings} == set(castle.cells)
        QApplication.sendEvent(line, QEvent(QEvent.Type.Leave))
    assert not any(sitting.view.flat.button(field).rings for field in range(1, 65))


@pytest.mark.parametrize("scored", range(4))
def test_castles_without_points_share_a_line(table, scored: int) -> None:
    sitting = table(moves=60, seed=4)
    panel = sitting.view.panels[1]
    first = panel.findChildren(QWidget, "castle")
    roofs = {line.line.cell: line.roof for line in first}
    shares = [((0, 3),) if place < scored else () for place in range(len(first))]
    panel.show_castles([replace(line.line, shares=share) for line, share in zip(first, shares, strict=True)], roofs)
    panel.adjustSize()
    lines = panel.findChildren(QWidget, "castle")
    assert not any(one.geometry().intersects(other.geometry()) for one, other in combinations(lines, 2))
    assert len({line.y() for line in lines if line.line.shares}) == scored
    assert len({line.y() for line in lines}) == scored + (len(lines) - scored + 1) // 2


def test_the_points_of_four_knights_and_the_king_in_one_castle_do_not_touch(table) -> None:
    sitting = table(moves=60, seed=4)
    line = sitting.view.panels[1].findChildren(QWidget, "castle")[0]
    for points in ((40, 40, 30, 30), (88, 88, 88, 88), (108, 96, 96, 84)):
        shares = tuple(enumerate(points))
        line.show_line(replace(line.line, area=12, king=True, shares=shares), line.roof, sitting.window.frame.density)
        shape, size, places = line.shares()
        metrics = QFontMetricsF(theme.font(size, QFont.Weight.DemiBold))
        assert 41 + art.size_of("torres/king", line.height() - 3).width() + 4 < places[0][0]
        assert places[-1][1] <= line.width()
        for number, (left, right) in zip(points, places, strict=True):
            assert right - left >= shape + metrics.horizontalAdvance(str(number)) + 2, "the shape and its number"
        assert all(right + 4 <= left for (_, right), (left, _) in pairwise(places)), points


def test_a_bought_card_does_not_complete_the_turn(table) -> None:
    sitting = table(start=offering("buy", 2, {}))
    points = sitting.node.state.facts()["ap"]
    sitting.press("answer-buy")
    assert sitting.prompt == "Confirm to see the cards. This cannot be undone."
    sitting.press("confirm")
    assert sitting.node.state.turn == 0, "there are points left, and the turn goes on"
    assert sitting.node.state.facts()["ap"] < points


def test_picking_up_a_knight_clears_an_earlier_refusal(table) -> None:
    sitting = table(start=offering("move", 2, {}))
    marked = sitting.marked()
    knight = next(cell for cell in sitting.view.reading.walks if cell not in sitting.view.reading.here)
    sitting.put_back()
    sitting.click(next(cell for cell in range(64) if cell not in marked))
    assert sitting.window.frame.prompt.mood == "refused"
    sitting.click(knight)
    assert sitting.view.chosen == knight
    assert sitting.window.frame.prompt.mood == "can"


def test_the_caption_of_a_tried_move_does_not_cover_the_tools(table) -> None:
    sitting = table(start=offering("block", 2, {}))
    sitting.make(next(move for move in sitting.moves if move.kind == "block"))
    caption, tools = sitting.window.frame.caption, sitting.window.findChild(QWidget, "actions")
    assert caption.isVisible()
    assert tools.isVisible()
    foot, top = caption.mapTo(sitting.window, caption.rect().bottomLeft()), tools.mapTo(sitting.window, tools.rect().topLeft())
    assert foot.y() < top.y()


def test_the_tools_are_explained_in_the_first_turn_that_shows_them(styled, qtbot) -> None:
    begin = offering("block", 2, {})
    settings = Settings(tips_seen=[f"{area}.{name}" for area, name in tips_of("torres") if name not in ("track", "actions")])
    sitting = TorresSitting(*sit_down(qtbot, "torres", begin, "hb", settings))
    first_time = sitting.window.first_time
    wait(lambda: first_time.shown, "for the explanation")
    assert (first_time.shown, first_time.bubble.place.text()) == ("torres.track", "1 of 2")
    sitting.press("tip-next")
    assert (first_time.shown, first_time.bubble.place.text()) == ("torres.actions", "2 of 2")


def test_what_another_built_glows_in_its_colour_until_the_player_acts(table) -> None:
    sitting = table("hb", start=built_by_the_other())
    node, scene = sitting.node, sitting.view.board.board
    blocks = set()
    while node.state.turn == 1:
        moves = node.state.moves()
        move = next((move for move in moves if move.kind == "block"), None) or next(one for one in moves if one.kind != "move")
        blocks |= {move.args[0] + 1} if move.kind == "block" else set()
        node.make(1, move)
    assert blocks
    assert blocks <= {field for field, seat in scene._rings if seat == 1}
    sitting.make(next(move for move in sitting.moves if move.kind in ("block", "insert", "step")))
    assert not scene._rings


def test_a_look_at_a_castle_ends_with_the_same_rings_on_the_flat_board(table) -> None:
    sitting = table(moves=30, seed=4, flat=True)
    view = sitting.view

    def ringed() -> dict[int, tuple[int, ...]]:
        return {square.place: square.rings for square in view.flat.made_buttons if square.rings}

    knight = next(move.args[0] for move in sitting.moves if move.kind == "move")
    view.flat.clicked.emit(knight + 1)
    assert ringed() == {knight + 1: (-1,)}
    line = view.panels[1].findChild(QWidget, "castle")
    line.pointed.emit(line.line.cell + 1)
    assert set(ringed()) == {cell + 1 for cell in view.facts.castle_at[line.line.cell].cells}
    line.pointed.emit(0)
    assert ringed() == {knight + 1: (-1,)}


def test_the_line_under_the_pointer_outlines_the_castle_that_it_shows_now(table) -> None:
    sitting = table(moves=30, seed=4)
    line = sitting.view.panels[1].findChild(QWidget, "castle")
    told: list[int] = []
    line.pointed.connect(told.append)
    line.setAttribute(Qt.WidgetAttribute.WA_UnderMouse)
    line.show_line(replace(line.line, cell=63), line.roof, Density())
    assert told == [64]


def built_by_the_other():
    """A position in which seat 1 can build, and seat 0 comes next."""
    starts = (
        played(2, seed, {}, lambda state, _: state.turn == 1 and any(move.kind == "block" for move in state.moves()))
        for seed in range(50)
    )
    return next(start for start in starts if start is not None)


def test_the_panel_of_castles_says_what_its_figures_are(table) -> None:
    sitting = table(moves=60, seed=4)
    panel = sitting.view.panels[1]
    assert panel.heading.accessibleName() == "Castles"
    assert panel.remark.isVisible()
    assert panel.remark.text() == "area · points now"
    for line in panel.findChildren(QWidget, "castle"):
        assert str(line.line.area) in line.accessibleName()
        assert all(f"{points}" in line.accessibleName() for _, points in line.line.shares)
