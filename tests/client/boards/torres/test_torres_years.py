"""The scoring of a year is counted up below the board, and ends as soon as the player acts."""

from __future__ import annotations

import pytest
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest

from client.boards.torres.track import Track
from client.messages import catalogue
from client.table.counting import points_of
from client.table.scoring import Scoring
from net import api
from rules.message import message
from tests.client.boards.torres.conftest import played
from tests.client.table.tables import Settings


def scored(table, settings: Settings, fits=None, kinds: str = "hb"):
    """A table just after the first year was scored, by default of a person and a bot; ``fits`` chooses the position before."""
    found = next(
        one
        for one in (played(2, seed, {}, fits or about_to_score) for seed in range(400))
        if one is not None and one[0].facts()["phase"] == 1
    )
    sitting = table(kinds, start=found)
    sitting.window.settings = settings
    if sitting.window.curtain.isVisible():
        sitting.press("curtain-lift")
    while sitting.node.state.facts()["phase"] == 1:
        seat = sitting.node.state.turn
        sitting.node.make(seat, shortest(sitting.node.state.moves()))
    return sitting


def about_to_score(state, _count: int) -> bool:
    """The bot is to move in the last round of the first year, and both would score."""
    facts = state.facts()
    return state.turn == 1 and facts["phase"] == 1 and last_turn(state) and {line.seat for line in state.outlook()[0]} == {0, 1}


def person_falls_behind(state, count: int) -> bool:
    """The same, and the person has fewer points after it."""
    if not about_to_score(state, count):
        return False
    before, points = [player["points"] for player in state.facts()["players"]], points_of(state.outlook()[0], 2)
    return before[0] + points[0] < before[1] + points[1]


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
def by_hand(monkeypatch):
    """The test turns the lines of a count itself."""
    begin = Scoring.begin

    def begin_and_stop(self, *steps, **named):
        begin(self, *steps, **named)
        self.stop()

    monkeypatch.setattr(Scoring, "begin", begin_and_stop)


@pytest.fixture
def year(table, qtbot, by_hand):
    sitting = scored(table, Settings(reduced_motion=False, animation_speed=400))
    qtbot.waitUntil(lambda: not sitting.window.pace.busy)
    return sitting


@pytest.fixture
def behind(table, qtbot, by_hand):
    """After a year in which the person became last, who may move the king."""
    sitting = scored(table, Settings(reduced_motion=False, animation_speed=400), person_falls_behind)
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


def test_a_step_can_be_looked_at_again_after_the_last_one(year, qtbot, monkeypatch) -> None:
    monkeypatch.setattr("client.table.window.SEEN_MS", 0)
    year.press("scoring-skip")
    year.press("scoring-back")
    qtbot.wait(1)
    assert counting(year)
    assert year.window.scoring.step == len(year.window.scoring.steps) - 1
    year.press("scoring-next")
    qtbot.waitUntil(lambda: not counting(year))


def test_the_count_ends_at_once_when_the_player_continues(year) -> None:
    year.press("scoring-skip")
    year.press("scoring-next")
    assert not counting(year)


def test_nothing_says_who_moves_the_king_before_everything_is_counted(behind) -> None:
    """The player with the fewest points moves him."""
    window = behind.window
    king = catalogue().text(window.turn.state.prompt(), (catalogue().text("table.you"), *window.names[1:]))

    def asked() -> bool:
        window.frame.settle()
        on_turn = [row.info.on_turn for row in window.frame.players.rows]
        said = [window.frame.prompt.text == king, bool(behind.answers()), bool(behind.marked()), any(on_turn)]
        assert len(set(said)) == 1, said
        return said[0]

    assert window.turn.state.prompt().key == "torres.prompt.move-king"
    while window.scoring.step < len(window.scoring.steps):
        assert not asked()
        assert window.frame.prompt.text == catalogue().text("table.scoring.counting")
        behind.press("scoring-next")
    assert asked()


def test_at_one_computer_the_year_is_counted_before_the_next_person_is_called(table, qtbot, by_hand) -> None:
    sitting = scored(table, Settings(reduced_motion=False, animation_speed=400), person_falls_behind, "hh")
    qtbot.waitUntil(lambda: counting(sitting))
    window = sitting.window
    assert (window.viewer, window.position.turn) == (1, 0)
    assert not window.curtain.isVisible()
    sitting.press("scoring-skip")
    assert not window.curtain.isVisible(), "the last line can be read"
    sitting.press("scoring-next")
    assert window.curtain.isVisible()
    sitting.press("curtain-lift")
    assert not counting(sitting)
    assert sitting.marked() == {move.args[0] for move in sitting.moves if move.kind == "king"}


def test_a_click_on_the_board_during_the_count_shows_what_is_asked_first(behind) -> None:
    places = {move.args[0] for move in behind.moves if move.kind == "king"}
    behind.click(next(cell for cell in sorted(places) if behind.spot(cell) is not None))
    assert not counting(behind)
    assert not behind.window.turn.tried
    assert behind.marked() == places
    behind.click(next(cell for cell in sorted(places) if behind.spot(cell) is not None))
    assert behind.window.turn.tried


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


def points_shown(sitting) -> list[int]:
    """The points in the players' panel."""
    return [row.info.line.main for row in sitting.window.frame.players.rows]


def track(sitting) -> list[tuple[int, int | None]]:
    """The totals on the track, and those after a scoring now."""
    return [(marker.total, marker.outlook) for marker in sitting.window.findChild(Track, "track").markers]


def follows(sitting) -> list[int]:
    """What the panel and the track show, which is the same, without an outlook; nothing else gives the points away."""
    window = sitting.window
    shown = points_shown(sitting)
    assert track(sitting) == [(points, None) for points in shown]
    said = [catalogue().text("table.torres.player.points", points=points) for points in shown]
    assert all(points in row.accessibleName() for points, row in zip(said, window.frame.players.rows, strict=True))
    assert not window.frame.standing.isVisible()
    assert not any("gets" in line for line in window.frame.talk.log.lines())
    assert "gets" not in window.frame.caption.text
    return shown


def test_the_panel_the_track_and_the_log_follow_the_count(year) -> None:
    window, scoring = year.window, year.window.scoring
    steps = [follows(year)]
    assert steps == [list(scoring.totals())]
    while scoring.step < len(scoring.steps) - 1:
        year.press("scoring-next")
        steps.append(follows(year))
        assert steps[-1] == list(scoring.totals())
    year.press("scoring-back")
    assert follows(year) == steps[-2]
    year.press("scoring-next")
    year.press("scoring-next")
    points = [player["points"] for player in year.node.state.facts()["players"]]
    assert points_shown(year) == points
    assert steps[0] != steps[-1] != points
    assert all(outlook is not None for _, outlook in track(year))
    assert window.frame.standing.isVisible()
    lines = window.frame.talk.log.lines()
    first = lines.index("Year 1 is scored.") + 1
    assert all(" gets " in line or " moves on " in line for line in lines[first : first + len(scoring.steps)])


def test_before_the_count_begins_nothing_gives_it_away(table) -> None:
    sitting = scored(table, Settings(reduced_motion=False, animation_speed=50))
    assert sitting.window.pace.busy, "the last move is still on show"
    sitting.window.frame.settle()
    interim = sitting.window.uncounted.interim
    assert tuple(follows(sitting)) == interim.before


def test_an_action_ends_the_count_and_shows_everything(year) -> None:
    QTest.keyClick(year.window, Qt.Key.Key_Space)
    assert points_shown(year) == [player["points"] for player in year.node.state.facts()["players"]]
    assert any("gets" in line for line in year.window.frame.talk.log.lines())
    assert year.window.frame.standing.isVisible()


def test_a_turn_that_is_tried_does_not_give_away_the_scoring_that_it_brings(table, qtbot) -> None:
    found = next(one for one in (played(2, seed, {}, own_last_turn) for seed in range(400)) if one is not None)
    sitting = table("hb", start=found)
    sitting.window.settings = Settings(reduced_motion=False, animation_speed=400)
    before = points_shown(sitting)
    while sitting.window.turn.state.facts()["phase"] == 1:
        sitting.window.want(shortest(sitting.moves))
    sitting.window.frame.settle()
    assert follows(sitting) == before
    sitting.press("reset")
    sitting.window.frame.settle()
    assert points_shown(sitting) == before
    assert sitting.window.frame.standing.isVisible()


def own_last_turn(state, _count: int) -> bool:
    facts = state.facts()
    return state.turn == 0 and facts["phase"] == 1 and facts["step"] == "main" and last_turn(state) and bool(state.outlook()[0])


def test_a_scoring_that_is_taken_back_is_not_counted(year) -> None:
    year.bridge.event.emit(api.Notice(message("session.back.done", name="Bruno")))
    assert not counting(year)
    assert points_shown(year) == [player["points"] for player in year.node.state.facts()["players"]]


def test_the_panel_follows_the_count_of_the_last_year(table, qtbot) -> None:
    sitting = scored(table, Settings(reduced_motion=True))
    node, scoring = sitting.node, sitting.window.scoring
    while node.state.turn is not None:
        node.make(node.state.turn, shortest(node.state.moves()))
    qtbot.waitUntil(lambda: counting(sitting))
    while scoring.step < len(scoring.steps) - 1:
        assert points_shown(sitting) == list(scoring.totals())
        assert all(outlook is None for _, outlook in track(sitting))
        told = sitting.window.frame.talk.log.lines()
        assert told[told.index("Year 3 is scored.") + 1 :] == [catalogue().text("torres.event.over", end="third-year")]
        sitting.press("scoring-next")
    sitting.press("scoring-skip")
    assert tuple(points_shown(sitting)) == node.state.scores()
    assert sitting.window.frame.standing.isVisible()
