"""The end: every line of the score trace, the ranks, and why it ended."""

from __future__ import annotations

import random
from functools import cache

import pytest
from PySide6.QtCore import QPoint, QRect, Qt
from PySide6.QtGui import QGuiApplication
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QLabel, QPushButton, QWidget

from client.boards.contract import ScoringStep
from client.messages import catalogue
from client.table.keepsake import SIZE
from client.table.scoring import ResultCard, Scoring
from client.table.standing import Standing
from net.api import PublishingChanged
from rules.contract import Move, Result, ScoreLine, State
from rules.message import message
from tests.client.clicking import click_entry
from tests.client.table.sitting import Sitting, sit_down
from tests.client.table.tables import Dealer, Settings, advanced, begun
from tests.client.table.test_window import child, click, loop

LAST = 6
"""About this many moves are made in the window; those before are made without one."""


@cache
def length() -> int:
    """The number of moves in the game of these tests."""
    state, dealer = begun(3, start=0)
    moves = 0
    while state.turn is not None:
        advanced(state, dealer, 1, seed=moves)
        moves += 1
    return moves


@pytest.fixture
def nearly(styled, qtbot) -> Sitting:
    """A game shortly before its end."""
    state, dealer = begun(3, start=0)
    for number in range(length() - LAST):
        advanced(state, dealer, 1, seed=number)
    return Sitting(*sit_down(qtbot, "big-boss", (state, dealer), "hbb"))


def end(sitting: Sitting) -> None:
    """Make the last moves of a game."""
    node, rng = sitting.node, random.Random(3)
    while node.state.turn is not None:
        moves = node.state.moves()
        builds = [move for move in moves if move.kind in ("play", "play-tower", "castle", "baron", "grande")]
        node.make(node.state.turn, rng.choice(builds or moves))


@pytest.fixture
def over(nearly) -> Sitting:
    """A game whose last moves were made in the window."""
    end(nearly)
    return nearly


def test_the_trace_is_counted_castle_by_castle_and_adds_up(over) -> None:
    window = over.window
    lines = over.node.state.score_trace()
    steps = window.view.scoring_steps(lines)
    assert sorted(line for step in steps for line in step.lines) == sorted(lines)
    assert window.scoring.isVisible()
    assert window.scoring.totals() == [0, 0, 0]
    seen = []
    for step in steps[:-1]:
        click(over, "scoring-next")
        said = child(over, "scoring-line").accessibleName()
        assert window.catalogue.text(step.title or step.lines[0].reason, window.names) in said
        for seat in {line.seat for line in step.lines}:
            assert f"{sum(line.points for line in step.lines if line.seat == seat)} Real" in said
        seen += step.lines
        assert window.scoring.totals() == [sum(line.points for line in seen if line.seat == seat) for seat in range(3)]
    assert not window.result.isVisible()
    click(over, "scoring-next")
    assert tuple(window.scoring.totals()) == over.node.state.scores()
    assert window.result.isVisible()


def test_the_castle_being_counted_is_outlined_on_the_board(over) -> None:
    steps = over.window.view.scoring_steps(over.node.state.score_trace())
    first = next(number for number, step in enumerate(steps, start=1) if step.title is not None)
    for _ in range(first):
        click(over, "scoring-next")
    scene = loop(over).board.board
    assert scene._rings == tuple((line.reason.number("cell"), line.seat) for line in steps[first - 1].lines)
    for _ in range(first):
        click(over, "scoring-back")
    assert scene._rings == ()


def test_nothing_beside_the_board_tells_the_result_before_it_is_counted(over) -> None:
    assert not over.window.frame.standing.isVisible()
    click(over, "scoring-skip")
    assert over.window.frame.standing.isVisible()


def test_no_caption_of_an_earlier_move_stands_beside_the_count(over) -> None:
    assert over.window.frame.caption.text
    assert not over.window.frame.caption.isVisible()


def test_a_game_that_ends_behind_another_page_is_counted_when_the_table_is_back(nearly) -> None:
    nearly.window.hide()
    end(nearly)
    nearly.window.show()
    assert nearly.window.scoring.isVisible()
    click(nearly, "scoring-skip")
    assert tuple(nearly.window.scoring.totals()) == nearly.node.state.scores()


def test_the_scoring_can_be_skipped_and_stepped_back(over) -> None:
    click(over, "scoring-skip")
    assert tuple(over.window.scoring.totals()) == over.node.state.scores()
    assert over.window.result.isVisible()
    click(over, "result-board")
    assert not over.window.result.isVisible()
    click(over, "scoring-back")
    assert tuple(over.window.scoring.totals()) != over.node.state.scores()


@pytest.mark.parametrize("how", ["key", "button"])
def test_the_board_has_the_focus_after_the_result(over, qtbot, how) -> None:
    window = over.window
    with qtbot.waitActive(window):
        window.activateWindow()
    click(over, "scoring-skip")
    assert window.result.isAncestorOf(window.focusWidget())
    if how == "key":
        QTest.keyClick(window.focusWidget(), Qt.Key.Key_Escape)
    else:
        click(over, "result-board")
    assert window.focusWidget() is loop(over).active


def test_the_result_names_the_winner_and_why_it_ended(over) -> None:
    click(over, "scoring-skip")
    result = over.node.state.result
    winners = [over.window.names[seat] for seat in result.winners]
    assert all(name in child(over, "result-title").text() for name in winners)
    assert child(over, "result-why").text() == over.window.catalogue.text(f"big-boss.end.{result.end}")
    for seat, rank in enumerate(result.ranks):
        row = child(over, f"result-{seat}")
        assert row.accessibleName() == f"{rank}. {over.window.names[seat]}: {over.node.state.scores()[seat]}"


@pytest.mark.qt_log_ignore("This plugin does not support")  # a menu, on a platform without a screen
def test_the_result_can_be_copied_as_a_picture(over) -> None:
    click(over, "scoring-skip")
    share = child(over, "result-share")
    click_entry(share, share.menu(), "Copy the picture")
    assert QGuiApplication.clipboard().image().size() == SIZE
    assert over.window.frame.prompt.text == over.window.catalogue.text("table.share.copied")


def test_the_scoring_by_keys(over) -> None:
    assert over.window.scoring.next_button.hasFocus()
    QTest.keyClick(over.window.scoring.next_button, Qt.Key.Key_Return)
    QTest.keyClick(over.window.scoring.next_button, Qt.Key.Key_Space)
    assert over.window.scoring.step == 2


def test_nothing_can_be_done_on_the_board_any_more(over) -> None:
    assert loop(over).board.board.marked == frozenset()
    assert over.window.turn is None


def test_the_cards_can_be_opened_by_everybodys_consent(over) -> None:
    """Nothing is offered before the table allows it; then the window says who has agreed, and what it means."""
    click(over, "scoring-skip")
    click(over, "scoring-next")
    window = over.window
    box = window.result.open_box
    assert window.result.isVisible()
    assert not box.isVisible()
    asked = []
    over.node.publish_cards = lambda: asked.append(True)
    over.bridge.event.emit(PublishingChanged(("Bruno",), ("Anna", "Mei"), False, False))
    assert "every hand" in child(over, "open-about").text()
    assert child(over, "open-who").text() == "Agreed: Bruno.  Still to agree: Anna and Mei."
    click(over, "open-agree")
    assert asked
    over.bridge.event.emit(PublishingChanged(("Anna", "Bruno"), ("Mei",), True, False))
    assert not child(over, "open-agree").isVisible()
    over.bridge.event.emit(PublishingChanged(("Anna", "Bruno", "Mei"), (), True, True))
    assert "open" in child(over, "open-about").text()
    assert not child(over, "open-who").isVisible()
    parent = window.result.parentWidget()
    assert parent.rect().contains(window.result.geometry())


def test_the_result_is_complete_however_often_it_is_requested(over) -> None:
    click(over, "scoring-skip")
    click(over, "scoring-next")
    card = over.window.result
    inside = [*card.findChildren(QLabel), *card.findChildren(QPushButton)]
    for widget in inside:
        if widget.isVisible() and widget.text():
            assert widget.height() >= widget.sizeHint().height(), widget.text()
            assert card.rect().contains(QRect(widget.mapTo(card, QPoint(0, 0)), widget.size())), widget.text()


@pytest.mark.qt_log_ignore("This plugin does not support")  # a widget alone, on a platform without a screen
def test_the_scoring_goes_on_by_itself_until_a_button_is_pressed(styled, qtbot) -> None:
    scoring = Scoring(catalogue())
    qtbot.addWidget(scoring)
    scoring.show()
    lines = [ScoringStep((ScoreLine(seat, 5 + seat, message("big-boss.score.money", real=5)),)) for seat in (0, 1, 0, 1)]
    ended = []
    scoring.finished.connect(lambda: ended.append(scoring.totals()))
    scoring.begin(lines, ("Anna", "Bruno"), speed=100)
    qtbot.waitUntil(lambda: bool(ended))
    assert ended == [[10, 12]]
    scoring.begin(lines, ("Anna", "Bruno"), speed=0.5)
    QTest.mouseClick(scoring.next_button, Qt.MouseButton.LeftButton)
    assert scoring.step == 1
    assert not scoring._clock.isActive()
    scoring.begin(lines, ("Anna", "Bruno"))
    assert not scoring._clock.isActive(), "nothing moves by itself where motion is reduced"


def test_the_nobles_of_a_castle_are_counted_together_and_the_best_castle_last(over) -> None:
    steps = [step for step in over.window.view.scoring_steps(over.node.state.score_trace()) if step.title is not None]
    facts = loop(over).facts
    worth = [{facts.value(line.reason.number("cell")) for line in step.lines} for step in steps]
    assert all(len(values) == 1 for values in worth)
    assert [min(values) for values in worth] == sorted(min(values) for values in worth)
    houses = [facts.building_at[step.lines[0].reason.number("cell")] for step in steps]
    assert len(set(houses)) == len(houses)


@pytest.mark.parametrize(
    ("ranks", "scores", "told"), [((2, 1), (62, 62), True), ((1, 1), (62, 62), False), ((1, 2), (63, 62), False)]
)
def test_the_result_says_what_decides_a_tie(qtbot, ranks, scores, told) -> None:
    board = QWidget()
    qtbot.addWidget(board)
    card = ResultCard(catalogue(), board)
    card.show_result(Result("blocks", ranks), scores, ("Anna", "Zahra"), "alcazar")
    assert ("more money is ahead" in card.why.text()) == told


def test_many_winners_with_long_names_fit_into_the_window(styled, qtbot) -> None:
    table = QWidget()
    qtbot.addWidget(table)
    table.resize(1024, 540)
    card = ResultCard(catalogue(), table)
    card.show_result(Result("blocks", (1,) * 5), (50,) * 5, ("Carmen de la Frontera",) * 5, "alcazar")
    assert table.rect().contains(card.geometry())
    assert card.title.height() >= card.title.heightForWidth(card.title.width())


@pytest.mark.parametrize(
    ("result", "told"),
    [(Result("blocks", (2, 1, 3)), "Zahra 62, Anna 62, Idris 50"), (None, "Anna 62, Zahra 62, Idris 50")],
)
def test_the_panel_with_the_result_lists_the_winner_of_a_tie_first(styled, qtbot, result: Result | None, told: str) -> None:
    standing = Standing(catalogue())
    qtbot.addWidget(standing)
    standing.show_scores((62, 62, 50), ("Anna", "Zahra", "Idris"), (), result)
    assert standing.ranking.accessibleName() == told


@pytest.mark.parametrize("game", ["big-boss", "alcazar"])
def test_the_standing_does_not_count_hidden_money_as_none(styled, qtbot, game: str) -> None:
    state, dealer = begun(3, 1, {"hidden_money": "on"}, name=game)
    ranking = Sitting(*sit_down(qtbot, game, (state, dealer), "hbb")).window.frame.standing.ranking
    own, *others = (line.rsplit(" + ?", 1) for line in ranking.accessibleName().split(", "))
    assert len(own) == 1, "the own money is known"
    assert [rest for _, *rest in others] == [[""], [""]]
    assert "Hidden money" not in ranking.about(1)
    assert "Hidden money" in ranking.about(ranking.height() - 1)


def test_where_money_is_hidden_the_players_stand_in_turn_order(styled, qtbot) -> None:
    standing = Standing(catalogue())
    qtbot.addWidget(standing)
    hidden = {1: message("table.loop.standing.hidden")}
    standing.show_scores((30, 50), ("Anna", "Idris"), (), None, hidden)
    assert standing.ranking.accessibleName() == "Anna 30, Idris 50 + ?"


def before_the_end(game: str, **options: str) -> tuple[State, Dealer, Move]:
    """A position of a random game of three, its dealer, and the move that ends the game."""
    state, dealer = begun(3, 1, options, start=0, name=game)
    rng = random.Random(1)
    while True:
        before, move = state.copy(), rng.choice(state.moves())
        state.play(move)
        dealer.settle(state)
        if state.turn is None:
            return before, dealer, move


@pytest.mark.parametrize(
    ("game", "options"),
    [("big-boss", {"hidden_money": "on"}), ("alcazar", {"hidden_money": "on"}), ("burgenland", {"screens": "on"})],
)
def test_what_was_hidden_stays_hidden_until_it_is_counted(styled, qtbot, game: str, options: dict[str, str]) -> None:
    """The rules open hidden money and hidden pieces at the end. The panel waits for the count."""
    state, dealer, move = before_the_end(game, **options)
    sitting = Sitting(*sit_down(qtbot, game, (state, dealer), "hbb", Settings(reduced_motion=False, animation_speed=1)))
    window = sitting.window

    def shown() -> list[bool]:
        window.frame.settle()
        return [row.info.line.main is not None for row in window.frame.players.rows]

    assert shown() == [True, False, False]
    sitting.node.make(sitting.node.state.turn, move)
    assert window.position.result is not None
    assert shown() == [True, False, False], "the last move is on show"
    assert not window.frame.standing.isVisible()
    window.pace.skip()
    assert window.scoring.isVisible()
    window.scoring.stop()
    assert shown() == [True, False, False]
    click(sitting, "scoring-next")
    assert shown() == [True, False, False]
    click(sitting, "scoring-skip")
    assert shown() == [True, True, True]
    assert window.frame.standing.isVisible()
