"""What one sees: pieces behind towers, the board from four sides, the score track, the words on the cards."""

from __future__ import annotations

import pytest
from PySide6.QtCore import QPointF, QRect, QRectF, Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QToolButton

from client.boards.loop.cards import SMALLEST_WORDS, room_for_words, words_fit, words_font
from client.boards.torres.track import Track, spread
from client.messages import catalogue, languages
from client.table.density import Density
from rules.torres.state import TorresState
from tests.client.table.sitting import LEFT
from tests.client.table.tables import begun
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


def test_a_tower_before_a_knight_lets_one_see_it(table) -> None:
    sitting = watched(table, lay(TALL, ["a1", "h8"], king="d4"))
    board = sitting.view.board.board
    assert set(board.faded) == {cell("b2") + 1}
    first, *above = opacities(board, "b2")
    assert first == 1.0, "what stands no higher than the knight hides nothing of it"
    assert all(opacity < 0.5 for opacity in above)
    assert opacities(board, "a2") == [1.0]
    sitting.view.turn(2)
    assert not board.faded, "from behind, the tower stands behind the knight"
    assert opacities(board, "b2") == [1.0] * 4


def test_the_king_is_seen_through_towers_too(table) -> None:
    sitting = watched(table, lay(TALL, ["d4", "h8"], king="a1"))
    assert set(sitting.view.board.board.faded) == {cell("b2") + 1}


def test_from_every_side_the_knight_behind_the_tower_is_seen(table) -> None:
    drawing = """
    . . . . . . . .
    . . 1 1 1 . . .
    . . 1 4 1 . . .
    . . 1 1 1 . . .
    """
    sitting = watched(table, lay(drawing, ["c2 e2", "c4 e4"]))
    board, tower = sitting.view.board.board, cell("d3") + 1
    hidden = []
    for _ in range(4):
        assert board.faded == {tower: 1}
        behind = [
            place
            for place in board.facts.knight_at
            if board.at.silhouette(tower, 4).containsPoint(
                board.at.top(place + 1, 1) - QPointF(0, board.at.tile * 0.3), Qt.FillRule.OddEvenFill
            )
            and board.at.order(tower) > board.at.order(place + 1)
        ]
        hidden += behind
        assert len(behind) == 1
        sitting.press("turn-right")
    assert sorted(hidden) == sorted(board.facts.knight_at), "from each side another one"


def heads(board) -> set[int]:
    return {key[1] for key in board.entries if key[0] == "head"}


def test_a_knight_behind_another_or_beside_a_tower_wears_the_shape_of_its_seat_on_its_head(table) -> None:
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
    assert not heads(sitting.view.board.board), "through the tower before it, it is seen already"


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


@pytest.mark.parametrize(("points", "gain"), [((3, 9), "+1"), ((3, 4), "+2"), ((0, 1), "+2")])
def test_a_step_on_the_track_says_what_it_brings(table, points: tuple[int, int], gain: str) -> None:
    sitting = watched(table, lay("1 . 1 . . . . .", ["a1", "c1"], points=points))
    (choice,) = [choice for choice in sitting.view.reading.choices() if choice.move.kind == "step"]
    assert choice.detail == gain
    before = sitting.state.points[0]
    sitting.press("answer-step")
    assert f"+{sitting.state.points[0] - before}" == gain


def test_markers_that_stand_close_are_drawn_side_by_side() -> None:
    assert spread([0.0, 50.0, 90.0], 10, 100) == [0.0, 50.0, 90.0]
    assert spread([50.0, 50.0, 52.0], 10, 100) == [50.0, 60.0, 70.0]
    assert spread([99.0, 98.0, 97.0], 10, 100) == [100.0, 90.0, 80.0]
    assert spread([], 10, 100) == []


# -- cards -------------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("language", languages())
@pytest.mark.parametrize("high", [66, 92])
def test_the_words_on_every_card_are_whole(styled, language: str, high: int) -> None:
    """In the room below the drawing of a card, in the small and in the usual hand."""
    room = room_for_words(QRectF(0, 0, round(high * 1.14) - 4, high - 4))
    for face in range(1, 11):
        said = catalogue(language).text(f"table.torres.short.{face}")
        assert words_font(room, said).pixelSize() >= SMALLEST_WORDS
        assert words_fit(room, said), said


def test_where_the_words_of_one_card_do_not_fit_all_show_their_drawings_alone(table) -> None:
    sitting = watched(table, lay("1 . 1 . . . . .", ["a1", "c1"], hand=range(1, 11), mode="master"))
    hand = sitting.view.hand
    assert not any(card.wordless for card in hand.cards)
    hand.resize(520, hand.height())
    assert all(card.wordless for card in hand.cards)
    assert all(card.accessibleName() and card.toolTip() for card in hand.cards)
    hand.resize(1200, hand.height())
    assert not any(card.wordless for card in hand.cards)


def test_ten_cards_have_room_for_their_words_at_the_smallest_size(table) -> None:
    sitting = watched(table, lay("1 . 1 . . . . .", ["a1", "c1"], hand=range(1, 11), mode="master"))
    cards = sitting.view.hand.cards
    assert len(cards) == 10
    sitting.view.hand.set_density(Density(1.0, True))
    wide = round(cards[0].height() * 1.14)
    assert all(card.width() == wide for card in cards)
