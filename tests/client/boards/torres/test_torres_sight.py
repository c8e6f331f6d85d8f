"""The player can see everything: pieces behind towers, the board from four sides, the score track, the card texts."""

from __future__ import annotations

import random
from itertools import pairwise

import pytest
from PySide6.QtCore import QPointF, QRect, QRectF, Qt
from PySide6.QtGui import QFontMetrics
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QToolButton, QWidget

from client.boards.cards import SMALLEST_WORDS, room_for_words, words_fit, words_font
from client.boards.torres.facts import read_facts
from client.boards.torres.panels import Year
from client.boards.torres.scene import roofs_of
from client.boards.torres.track import Marker, Track, spread
from client.look import theme
from client.messages import catalogue, languages
from client.table.density import Density
from rules.contract import Move
from rules.torres.state import TorresState
from tests.client.boards.torres.conftest import offering, played
from tests.client.painted import texts_of
from tests.client.table.sitting import LEFT, sit_down
from tests.client.table.tables import advanced, begun
from tests.rules.torres.table import cell, lay


def watched(table, state: TorresState):
    """A table at a position laid out for a test."""
    _, dealer = begun(state.seats, name="torres")
    return table("h" + "b" * (state.seats - 1), start=(state, dealer))


TALL = """
1 1 1 . . . . .
1 4 . . . . . .
. . . . . . . .
. . . 1 . . . .
"""


def opacities(board, square: str) -> list[float]:
    return [board.entries["block", cell(square), level].opacity() for level in range(1, board.level(cell(square) + 1) + 1)]


def behind(board) -> set[int]:
    """The cells of the pieces that are seen through stone."""
    return {key[1] for key in board.entries if key[0] == "behind"}


def test_a_knight_behind_a_tower_is_seen_through_the_stone(table) -> None:
    sitting = watched(table, lay(TALL, ["a1", "h8"], king="d4"))
    board = sitting.view.board.board
    assert board.hiding == {cell("a1"): {cell("b2"): 1}}
    assert behind(board) == {cell("a1")}
    assert opacities(board, "b2") == [1.0] * 4, "the tower itself stays as solid as the others"
    sitting.view.turn(2)
    assert not board.hiding, "from behind, the tower stands behind the knight"
    assert not behind(board)


def test_a_tower_before_a_knight_becomes_see_through_near_the_pointer(table) -> None:
    sitting = watched(table, lay(TALL, ["a1", "h8"], king="d4"))
    board = sitting.view.board.board
    board.point(cell("a1") + 1)
    first, *above = opacities(board, "b2")
    assert first == 1.0, "what stands no higher than the knight hides nothing of it"
    assert all(opacity < 0.5 for opacity in above)
    assert board.entries["number", cell("b2")].opacity() < 0.5
    assert opacities(board, "a2") == [1.0]
    board.point(cell("h7") + 1)
    assert opacities(board, "b2") == [1.0] * 4


def test_the_king_shows_through_towers_too(table) -> None:
    sitting = watched(table, lay(TALL, ["d4", "h8"], king="a1"))
    assert behind(sitting.view.board.board) == {cell("a1")}


def test_a_knight_behind_a_tower_is_visible_from_every_side(table) -> None:
    drawing = """
    . . . . . . . .
    . . 1 1 1 . . .
    . . 1 4 1 . . .
    . . 1 1 1 . . .
    """
    sitting = watched(table, lay(drawing, ["c2 e2", "c4 e4"]))
    board, tower = sitting.view.board.board, cell("d3")
    hidden = []
    for _ in range(4):
        (one,) = behind(board)
        assert board.hiding == {one: {tower: 1}}
        assert board.at.order(tower + 1) > board.at.order(one + 1)
        hidden.append(one)
        sitting.press("turn-right")
    assert sorted(hidden) == sorted(board.facts.knight_at), "from each side another one"


def heads(board) -> set[int]:
    return {key[1] for key in board.entries if key[0] == "head"}


def test_a_partly_hidden_knight_shows_its_owners_shape_on_its_head(table) -> None:
    steps = """
    1 1 . . . . . .
    . 2 . . . . . .
    . . . . . . . .
    . . . 1 . . . .
    """
    sitting = watched(table, lay(steps, ["a1", "b2"], king="d4"))
    board = sitting.view.board.board
    assert heads(board) == {cell("a1")}, "the one before it stands higher and covers its body"
    sitting.view.turn(1)
    assert not heads(board), "side by side both are whole"
    sitting.view.turn(1)
    assert not heads(board), "the lower one stands before the higher one"
    sitting = watched(table, lay(steps.replace(". 2", "3 2", 1), ["a1", "h8"], king="d4"))
    assert heads(sitting.view.board.board) == {cell("a1")}, "half behind a tower"
    sitting = watched(table, lay(TALL, ["a1", "h8"], king="d4"))
    assert heads(sitting.view.board.board) == {cell("a1")}, "behind a tower"


def test_the_buttons_in_the_corner_turn_the_board_by_quarters(table) -> None:
    sitting = table(moves=20)
    board = sitting.view.board
    left, right = (board.findChild(QToolButton, name) for name in ("turn-left", "turn-right"))
    for button in (left, right):
        assert button.isVisible()
        assert button.accessibleName()
        place = QRect(button.mapTo(board, button.rect().topLeft()), button.size())
        assert board.rect().contains(place)
    QTest.mouseClick(left, LEFT)
    assert sitting.view.rotated == 1
    for _ in range(2):
        QTest.mouseClick(right, LEFT)
    assert sitting.view.rotated == 3
    sitting.window.resize(1500, 900)
    QApplication.processEvents()
    place = QRect(right.mapTo(board, right.rect().topLeft()), right.size())
    assert board.rect().bottomRight().x() - place.right() < 20
    assert board.rect().bottomRight().y() - place.bottom() < 20


# -- the score track ---------------------------------------------------------------------------------------------------


def test_the_track_shows_where_everybody_stands_and_would_stand(table) -> None:
    """Seat 1 would come from 7 to 11 by a castle of two squares on level 2, finds seat 0 there, and goes on to 12."""
    state = lay("1 . 2 1 . . . .", ["a1", "c1"], points=[10, 7], round=4)
    assert list(state.scores()) == [11, 12]
    sitting = watched(table, state)
    track = sitting.window.findChild(Track, "track")
    assert [(marker.seat, marker.total, marker.outlook, marker.jump) for marker in track.markers] == [
        (0, 10, 11, 0),
        (1, 7, 12, 1),
    ]
    assert "11" in track.accessibleName()
    assert sitting.window.names[1] in track.accessibleName()
    assert track.end == 50


@pytest.mark.parametrize("language", languages())
@pytest.mark.parametrize("total", [10, 110, 180, 260])
def test_words_say_what_the_figures_of_the_year_count(styled, qtbot, language: str, total: int) -> None:
    """At the smallest usual size, with as many stacks as a year has at most, and whatever the track reaches."""
    start = begun(4, name="torres")
    window, _ = sit_down(qtbot, "torres", start, "hbbb", language=language)
    year = window.view.panels[0]
    assert isinstance(year, Year)
    assert {len(line.stacks) + (line.opened >= 0) for line in window.view.reading.stacks()[0]} == {4}
    text = catalogue(language).text
    year.show_track([Marker(0, total, total, 0)], "", "", text("table.torres.track.word"))
    said = [one.said for one in texts_of(year)[0]]
    assert text("table.torres.stacks.word") in said
    assert f"0 {text('table.torres.track.word')}" in said
    rooms = [QRect(*one.room) for one in texts_of(year.findChild(Track, "track"))[0]]
    assert not [one for one, other in pairwise(rooms) if one.intersects(other)]


@pytest.mark.parametrize("language", languages())
def test_the_word_beside_the_lamps_is_not_cut_in_the_smallest_window(styled, language: str) -> None:
    """The year is 185 pixels wide there, and seven lamps leave 75 of them."""
    word = catalogue(language).text("table.torres.points.word")
    assert QFontMetrics(theme.font(12)).horizontalAdvance(word) <= 75


@pytest.mark.parametrize(("points", "gain"), [((3, 9), "+1"), ((3, 4), "+2"), ((0, 1), "+2")])
def test_a_step_on_the_track_says_what_it_brings(table, points: tuple[int, int], gain: str) -> None:
    sitting = watched(table, lay("1 . 1 . . . . .", ["a1", "c1"], points=points))
    (choice,) = [choice for choice in sitting.view.reading.choices() if choice.move.kind == "step"]
    assert choice.detail == f"{gain} · 1 AP"
    before = sitting.state.points[0]
    sitting.press("answer-step")
    assert f"+{sitting.state.points[0] - before}" == gain


def test_markers_on_close_totals_are_drawn_side_by_side() -> None:
    assert spread([0.0, 50.0, 90.0], 10, 100) == [0.0, 50.0, 90.0]
    assert spread([50.0, 50.0, 56.0], 10, 100) == [42.0, 52.0, 62.0], "no marker is carried far from its total"
    assert spread([2.0, 3.0, 90.0], 10, 100) == [0.0, 10.0, 90.0]
    assert spread([99.0, 98.0, 97.0], 10, 100) == [100.0, 90.0, 80.0]
    assert spread([], 10, 100) == []


# -- cards -------------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("language", languages())
def test_the_word_beside_the_action_points_is_whole_beside_a_scroll_bar(styled, qtbot, language: str) -> None:
    window, _ = sit_down(qtbot, "torres", begun(4, name="torres"), "hbbb", size=(1024, 600), language=language)
    QApplication.processEvents()
    assert window.frame.right_column.verticalScrollBar().isVisible()
    points = window.view.panels[0].findChild(QWidget, "action-points")
    assert catalogue(language).text("table.torres.points.word") in [one.said for one in texts_of(points)[0]]


@pytest.mark.parametrize("language", languages())
@pytest.mark.parametrize("high", [66, 92])
def test_the_text_of_every_card_is_complete(styled, language: str, high: int) -> None:
    """In the room below the drawing of a card, in the small and in the usual hand."""
    room = room_for_words(QRectF(0, 0, round(high * 1.14) - 4, high - 4))
    for face in range(1, 11):
        said = catalogue(language).text(f"table.torres.short.{face}")
        assert words_font(room, said).pixelSize() >= SMALLEST_WORDS
        assert words_fit(room, said), said


def test_if_the_text_of_one_card_does_not_fit_all_cards_show_drawings_only(table) -> None:
    sitting = watched(table, lay("1 . 1 . . . . .", ["a1", "c1"], hand=range(1, 11), mode="master"))
    hand = sitting.view.hand
    assert not any(card.wordless for card in hand.cards)
    hand.resize(520, hand.height())
    assert all(card.wordless for card in hand.cards)
    assert all(card.accessibleName() and card.toolTip() for card in hand.cards)
    hand.resize(1200, hand.height())
    assert not any(card.wordless for card in hand.cards)


def test_ten_cards_have_room_for_their_texts_at_the_smallest_size(table) -> None:
    sitting = watched(table, lay("1 . 1 . . . . .", ["a1", "c1"], hand=range(1, 11), mode="master"))
    cards = sitting.view.hand.cards
    assert len(cards) == 10
    sitting.view.hand.set_density(Density(1.0, True))
    wide = round(cards[0].height() * 1.14)
    assert all(card.width() == wide for card in cards)


# -- castles, levels and actions ---------------------------------------------------------------------------------------


def test_every_castle_has_a_roof_of_its_own_and_keeps_it_while_it_grows(table) -> None:
    sitting = table(moves=20)
    before: dict[int, int] = {}
    for _ in range(3):
        sitting.next_turn(random.Random(1))
        board, facts = sitting.view.board.board, sitting.view.facts
        by_castle = [{board.roofs[place] for place in castle.cells} for castle in facts.castles]
        assert all(len(roofs) == 1 for roofs in by_castle)
        assert len(set.union(*by_castle)) == len(facts.castles)
        for place, roof in before.items():
            assert board.roofs[place] == roof
        before = dict(board.roofs)
        if sitting.state.turn == 0:
            sitting.make(next(move for move in sitting.moves if move.kind == "block"))
            sitting.press("reset")


@pytest.mark.parametrize("mode", ["base", "master"])
def test_who_comes_later_sees_the_roofs_of_those_who_saw_the_castles_grow(mode) -> None:
    """The box says where castles begin. Where the players have found them, everybody who saw that sees the same roofs."""
    state, dealer = begun(3, name="torres", start=0, options={"mode": mode})
    starts = () if mode == "master" else state.terms.box.starts
    seen: dict[int, int] = {}
    compared = 0
    for number in range(150):
        advanced(state, dealer, 1, seed=number)
        facts = read_facts(state.facts(), starts)
        seen = roofs_of(facts, seen)
        assert len({seen[castle.cells[0]] for castle in facts.castles}) == len(facts.castles)
        late = roofs_of(facts, {})
        for castle in facts.castles:
            if set(castle.cells) & set(starts):
                assert late[castle.cells[0]] == seen[castle.cells[0]]
                compared += 1
    assert compared > 300 or mode == "master"


def test_the_area_of_every_castle_is_written_on_the_board(table) -> None:
    sitting = watched(table, lay(TALL, ["a1", "h8"], king="d4"))
    scene = sitting.view.board.board
    areas = {key[1] for key in scene.entries if key[0] == "area"}
    assert areas == {castle.cells[0] for castle in scene.facts.castles}
    item = scene.entries["area", cell("a1")]
    assert item.pixmap().cacheKey() == scene.pictures.area(scene.roofs[cell("a1")], 5).pixmap.cacheKey()


BEHIND_EACH_OTHER = """
1 . . . . . . .
. 2 1 . . . . .
. . . 2 . . . .
. . . 1 . . . .
"""


def test_the_area_of_a_castle_lies_on_that_castle(table) -> None:
    sitting = watched(table, lay(BEHIND_EACH_OTHER, ["c2", "h8"], king="d4"))
    scene = sitting.view.board.board
    for _ in range(4):
        for castle in scene.facts.castles:
            seen = scene.at.at(scene.entries["area", castle.cells[0]].pos(), scene.facts.levels)
            assert seen - 1 in castle.cells, "else it would be taken for the area of the castle in front"
        sitting.view.turn(1)


def test_no_tower_cuts_the_level_of_a_knight(table) -> None:
    sitting = watched(table, lay(BEHIND_EACH_OTHER, ["c2", "h8"], king="d4"))
    scene = sitting.view.board.board
    plate = next(item for item in scene.items() if item.pos() == scene._stands[cell("c2")].at(scene.at, 1))
    assert all(plate.zValue() > item.zValue() for key, item in scene.entries.items() if key[0] in ("block", "knight", "king"))


def test_only_what_the_chosen_action_can_do_lights_up(table) -> None:
    choice = {"block", "insert", "move"}
    starts = (
        played(2, seed, {}, lambda state, _: state.turn == 0 and choice <= {move.kind for move in state.moves()})
        for seed in range(50)
    )
    sitting = table(start=next(start for start in starts if start is not None))
    view, board = sitting.view, sitting.view.board.board
    assert set(view.reading.actions) == choice
    assert board.quiet, "nothing is chosen: studs, no sheet of gold"
    assert sitting.marked() == {move.args[0] for move in sitting.moves if move.kind in choice}
    for kind in ("block", "insert"):
        sitting.press(f"act-{kind}")
        targets = {move.args[0] for move in sitting.moves if move.kind == kind}
        assert sitting.marked() == targets
        assert not board.quiet
        place = sorted(targets)[0]
        sitting.click(place)
        assert sitting.window.turn.tried[-1] == Move(kind, (place,)), "a click does what is chosen, without asking"
        sitting.press("undo")
        assert view.action == kind, "it stays chosen while it is possible"
    sitting.press("act-block")
    QTest.keyClick(sitting.window, Qt.Key.Key_Escape)
    assert view.action == ""
    assert board.quiet


def test_holding_a_key_shows_the_flat_board(table) -> None:
    sitting = table(moves=20)
    view, frame = sitting.view, sitting.window.frame
    view.board.setFocus()
    QTest.keyPress(view.board, Qt.Key.Key_V)
    assert frame.is_flat
    QTest.keyRelease(sitting.window, Qt.Key.Key_V)
    assert not frame.is_flat
    frame.set_flat(True)
    QTest.keyClick(view.flat.button(1), Qt.Key.Key_V)
    assert frame.is_flat, "a player on the flat board stays there"


@pytest.mark.parametrize("seed", [5, 9, 12])
def test_a_click_on_a_knights_head_is_a_click_on_the_knight(table, seed: int) -> None:
    sitting = table(moves=60, seed=seed)
    board, scene = sitting.view.board, sitting.view.board.board
    seen = clicked = 0
    for knight in sitting.view.facts.knight_at:
        field = knight + 1
        head = scene._foot(field) - QPointF(0, scene.at.tile * 0.5)
        nearer = [other for other in scene.at.spots.cells if scene.at.order(other) > scene.at.order(field)]
        if any(scene.at.silhouette(other, scene.level(other)).containsPoint(head, Qt.FillRule.OddEvenFill) for other in nearer):
            continue  # a tower or a field in front is visible there
        assert scene.fields_at(head) == field
        spot = board.mapFromScene(head)
        if board.viewport().rect().contains(spot):
            seen += 1
            QTest.mouseMove(board.viewport(), spot)
            assert sitting.view.last == field
            if knight in sitting.view.reading.walks and knight not in sitting.view.reading.here:
                QTest.mouseClick(board.viewport(), Qt.MouseButton.LeftButton, pos=spot)
                assert sitting.view.chosen == knight
                sitting.put_back()
                clicked += 1
    assert seen
    assert clicked == len(sitting.view.reading.walks), "each knight that can walk is picked up by its head"


def test_buttons_lists_and_hints_say_what_costs_action_points(table) -> None:
    sitting = table(start=offering("buy", 2, {}))
    by_name = {button.objectName(): button.text() for button in sitting.window.frame.prompt.buttons}
    assert by_name["answer-buy"].endswith("1 AP")
    reading = sitting.view.reading
    block = next(move for moves in reading.here.values() for move in moves if move.kind == "block")
    assert reading.priced(block).endswith(" · 1 action point")
    knights = [move for moves in reading.here.values() for move in moves if move.kind == "insert"]
    assert all(reading.priced(move).endswith(" · 2 action points") for move in knights)
    assert reading.cost(Move("end")) == 0
