"""The scoring of a year is counted up below the board, and ends as soon as the player acts."""

from __future__ import annotations

import pytest
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest

from client.messages import catalogue
from client.table.scoring import Scoring
from rules.message import message
from tests.client.boards.torres.conftest import played
from tests.client.table.tables import Settings


def scored(table, settings: Settings):
    """A table of one person and one bot just after the first year was scored."""
    found = next(
        one
        for one in (played(2, seed, {}, about_to_score) for seed in range(400))
        if one is not None and one[0].facts()["phase"] == 1
    )
    sitting = table("hb", start=found)
    sitting.window.settings = settings
    while sitting.node.state.facts()["phase"] == 1:
        seat = sitting.node.state.turn
        sitting.node.make(seat, shortest(sitting.node.state.moves()))
    return sitting


def about_to_score(state, _count: int) -> bool:
    """The bot is to move in the last round of the first year, and both would score."""
    facts = state.facts()
    return state.turn == 1 and facts["phase"] == 1 and last_turn(state) and {line.seat for line in state.outlook()[0]} == {0, 1}


def last_turn(state) -> bool:
    """Whether the end of this turn scores the year, however little is done in it."""
    copy = state.copy()
    while copy.turn == state.turn and copy.facts()["phase"] == 1 and not copy.deals:
        copy.play(shortest(copy.moves()))
    return copy.facts()["phase"] == 2


def shortest(moves):
    return next((move for move in moves if move.kind == "end"), moves[0])


def counting(sitting) -> bool:
    return sitting.window.frame.dock.currentWidget() is sitting.window.scoring


@pytest.fixture
def year(table, qtbot, monkeypatch):
    begin = Scoring.begin

    def begin_and_stop(self, *steps, **named):
        begin(self, *steps, **named)
        self.stop()  # the test turns the lines itself

    monkeypatch.setattr(Scoring, "begin", begin_and_stop)
    sitting = scored(table, Settings(reduced_motion=False, animation_speed=400))
    qtbot.waitUntil(lambda: not sitting.window.pace.busy)
    return sitting


def test_a_year_is_counted_castle_by_castle_from_the_points_before_it(year) -> None:
    assert counting(year)
    assert not year.window.frame.caption.isVisible(), "that of an earlier move"
    scoring = year.window.scoring
    while scoring.step:
        year.press("scoring-back")
    assert scoring.line.text() == "Year 1 is scored."
    before = scoring.totals()
    while scoring.step < len(scoring.steps):
        year.press("scoring-next")
        assert scoring.line.text().startswith(tuple(year.window.names))
    points = [player["points"] for player in year.node.state.facts()["players"]]
    assert len(scoring.steps) >= 2
    assert scoring.totals() == points != before
    assert scoring.next_button.text() == catalogue().text("table.scoring.go-on")


def test_the_hand_is_back_after_the_last_line(year, qtbot) -> None:
    year.press("scoring-skip")
    qtbot.waitUntil(lambda: not counting(year))


def test_acting_or_pressing_the_space_bar_ends_the_count(year) -> None:
    QTest.keyClick(year.window, Qt.Key.Key_Space)
    assert not counting(year)


def test_with_reduced_motion_a_caption_says_what_everybody_got(table) -> None:
    sitting = scored(table, Settings(reduced_motion=True))
    assert not counting(sitting)
    said = sitting.window.frame.caption.text
    assert said.startswith("Year 1 is scored.")
    assert all(f"{name} +" in said for name in sitting.window.names)


def test_the_last_year_is_counted_from_the_points_before_it(table, qtbot) -> None:
    sitting = scored(table, Settings(reduced_motion=True))
    node = sitting.node
    while node.state.turn is not None:
        node.make(node.state.turn, shortest(node.state.moves()))
    scoring = sitting.window.scoring
    qtbot.waitUntil(lambda: counting(sitting))
    assert scoring.line.text() == "Year 3 is scored."
    last = sum(line.points for step in scoring.steps for line in step.lines)
    assert 0 < sum(scoring.totals()) == sum(node.state.scores()) - last
    sitting.press("scoring-skip")
    assert tuple(scoring.totals()) == node.state.scores()
    assert scoring.next_button.text() == catalogue().text("table.scoring.result")


def test_a_castle_that_has_grown_since_its_year_is_not_pointed_out(year) -> None:
    scoring, board = year.window.scoring, year.window.view.board.board
    castle = next(number for number, step in enumerate(scoring.steps, 1) if step.lines[0].reason.kind == "castle")
    [line] = scoring.steps[castle - 1].lines
    year.window.view.point_out([line.reason])
    assert len(board._outlined) == line.reason.number("area")
    year.window.view.point_out([message("torres.score.castle", cell=line.reason.number("cell"), area=99, level=1)])
    assert not board._outlined
