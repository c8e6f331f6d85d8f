"""The analysis in the replay, by mouse and keys."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from pathlib import Path

import pytest
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication

from client.analysis import mind, subject
from client.analysis.mind import mind_of
from client.analysis.work import Progress, Wanted
from client.bots import Cancel, Done, Work
from client.look import theme
from client.messages import catalogue, languages
from client.table.analysing import Working
from client.table.replay import ReplayWindow
from net.deal import FAIR
from net.deal.seeded import seed_of
from net.offline import record
from rules.registry import game
from rules.search.analysis import QUICK
from rules.search.chances import WHOLE
from rules.search.turns import Patience
from tests.client.table.sitting import whole
from tests.client.table.tables import Settings
from tests.net.session.straight import Straight
from tests.rules.test_analysis import Playing

KEY, LEFT = Qt.Key, Qt.MouseButton.LeftButton


class HereAndNow:
    """Makes an analysis while it is asked for, and notes what it was asked."""

    def __init__(self) -> None:
        self.wanted: list[Wanted] = []
        self.stopped = 0
        self.holds = False

    def __call__(self, work: Work, done: Done, part: Done | None = None) -> Cancel:
        self.wanted.append(work.given[0])
        if not self.holds:
            done(work.do(part, Patience(), *work.given))
        return self.stop

    def stop(self) -> None:
        self.stopped += 1


def noted() -> tuple[list[tuple[Work, Done]], Working]:
    """A list, and a way to give work that only notes it there."""
    asked: list[tuple[Work, Done]] = []

    def work(work: Work, done: Done, part: Done | None = None) -> Cancel:
        asked.append((work, done))
        return lambda: None

    return asked, work


@pytest.fixture(scope="module")
def file(tmp_path_factory: pytest.TempPathFactory) -> Path:
    playing = Playing("big-boss")
    for turn in range(16):
        playing.turn(worst=turn in (9, 12))
    path = tmp_path_factory.mktemp("games") / "short.alarife"
    record(path, "big-boss", {}, 2, seed_of("analysis big-boss"), [(one.state.turn or 0, one.move) for one in playing.played])
    return path


@pytest.fixture(scope="module")
def kept(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The folder in which the first test keeps the analysis for all others."""
    return tmp_path_factory.mktemp("home")


def opened(
    qtbot, file: Path, home: Path | None, worker: Working, language: str = "en", analysed: bool = False, wait: bool = True
) -> ReplayWindow:
    window = ReplayWindow(file, catalogue(language), Settings(), home, analysed, worker)
    qtbot.addWidget(window)
    window.setMinimumSize(960, 600)
    window.resize(1280, 720)
    window.show()
    window.activateWindow()
    with qtbot.waitActive(window):
        pass
    qtbot.waitSignal(window.ready).wait()
    settle()
    if analysed and wait:
        qtbot.waitUntil(lambda: window.analysing is not None)
    return window


def settle() -> None:
    for _ in range(5):
        QApplication.processEvents()


@pytest.mark.parametrize("analysed", [False, True])
def test_a_game_without_an_evaluation_offers_no_analysis(styled, qtbot, file, monkeypatch, analysed: bool) -> None:
    monkeypatch.setattr(game("big-boss"), "judge", lambda _data: None)
    worker = HereAndNow()
    window = opened(qtbot, file, None, worker, analysed=analysed, wait=False)
    assert not window.bar.analysis.isVisible()
    QTest.keyClick(window, KEY.Key_F2)
    assert window.analysing is None
    assert not worker.wanted


def test_from_the_button_to_the_last_step_of_the_better_turn(styled, qtbot, file, kept) -> None:
    worker = HereAndNow()
    window = opened(qtbot, file, kept, worker)
    graph = window.bar.graph
    scores = graph.accessibleName()
    QTest.mouseClick(window.bar.analysis, LEFT)
    settle()
    analysing = window.analysing
    assert analysing is not None
    panel = analysing.panel
    assert panel.isVisible()
    assert not window.frame.talk.isVisible()
    assert len(analysing.turns) == 16
    assert graph.accessibleName() != scores
    assert "%" in graph.about(graph.x_of(5))
    assert panel.list.count() >= 1
    QTest.mouseClick(panel.list.viewport(), LEFT, pos=panel.list.visualItemRect(panel.list.item(0)).center())
    settle()
    turn = analysing.better
    assert turn is not None
    assert turn.better is not None
    assert window.index == turn.better.index
    assert panel.said.isVisible()
    assert panel.why.text()
    assert not panel.back_button.isEnabled()
    played = window.watched.position(turn.better.index)
    for step, move in enumerate(turn.better.moves, 1):
        QTest.mouseClick(panel.next_button, LEFT)
        settle()
        assert analysing.step == step
        played = played.view(turn.seat) if step == 1 else played.copy()
        played.play(move)
        assert f"step {step} of {len(turn.better.moves)}" in window.frame.prompt.text
    assert not panel.next_button.isEnabled()
    QTest.mouseClick(panel.back_button, LEFT)
    assert analysing.step == len(turn.better.moves) - 1
    QTest.mouseClick(window.bar.buttons["next"], LEFT)
    settle()
    assert analysing.better is None, "the replay goes on elsewhere"
    assert not panel.said.isVisible()
    assert panel.list.currentRow() == -1


def test_the_list_and_the_button_for_the_next_step_are_scrolled_into_sight(styled, qtbot, file, kept) -> None:
    theme.apply(styled, "dark", 1.35)
    try:
        window = opened(qtbot, file, kept, HereAndNow(), analysed=True)
        panel = window.analysing.panel
        qtbot.waitUntil(lambda: whole(panel.list))
        panel.list.setCurrentRow(0)
        qtbot.waitUntil(lambda: whole(panel.list) and whole(panel.next_button))
    finally:
        theme.apply(styled, "dark")


def test_where_costs_are_not_real_it_says_so_instead_of_naming_turns(styled, qtbot, file, monkeypatch) -> None:
    judge, fit = mind_of("big-boss", 2)
    for module in (mind, subject):
        monkeypatch.setattr(module, "mind_of", lambda *_asked: (judge, fit._replace(real=0)))
    window = opened(qtbot, file, None, HereAndNow(), analysed=True)
    qtbot.waitUntil(lambda: bool(window.analysing.turns))
    assert not any(turn.better for turn in window.analysing.turns)
    assert window.analysing.panel.state.text() == catalogue("en").text("analysis.done.unsure")


@pytest.mark.parametrize(("knows", "others"), [((0,), "Seat 2"), ((), "Seat 1 and Seat 2")])
def test_players_whose_hands_the_file_does_not_know_are_named(styled, qtbot, file, monkeypatch, knows, others) -> None:
    read = subject.read_subject
    monkeypatch.setattr(subject, "read_subject", lambda path: replace(read(path), knows=frozenset(knows)))
    window = opened(qtbot, file, None, HereAndNow(), analysed=True)
    qtbot.waitUntil(lambda: bool(window.analysing.turns))
    *_, last = said = window.analysing.panel.state.text().partition("The turns of ")
    assert last == f"{others} were not judged: this file does not contain their cards."
    assert bool(said[0]) == bool(knows), "nothing is said of turns if none was judged"


@pytest.mark.parametrize(("real", "tells"), [(0, False), (mind.TELLING - 1, False), (mind.TELLING, True), (WHOLE, True)])
def test_it_tells_costs_where_they_are_real_enough(real, tells, monkeypatch) -> None:
    judge, fit = mind_of("alcazar", 2)
    monkeypatch.setattr(mind, "mind_of", lambda *_asked: (judge, fit._replace(real=real)))
    assert mind.tells_costs("alcazar", 2) == tells


def test_keys_alone_are_enough(styled, qtbot, file, kept) -> None:
    window = opened(qtbot, file, kept, HereAndNow())
    QTest.keyClick(window, KEY.Key_F2)
    settle()
    assert window.analysing is not None
    panel = window.analysing.panel
    panel.list.setFocus()
    QTest.keyClick(panel.list, KEY.Key_Down)
    settle()
    assert window.analysing.better is not None
    panel.next_button.setFocus()
    QTest.keyClick(panel.next_button, KEY.Key_Space)
    assert window.analysing.step == 1
    QTest.keyClick(window, KEY.Key_F2)
    settle()
    assert not panel.isVisible()
    assert window.frame.talk.isVisible()


def test_an_analysis_can_be_stopped_and_restarted_with_other_choices(styled, qtbot, file, kept) -> None:
    worker = HereAndNow()
    worker.holds = True
    window = opened(qtbot, file, kept, worker, analysed=True)
    assert window.analysing is not None, "it was asked for with the file"
    panel = window.analysing.panel
    assert panel.stop_button.text() == "Stop"
    QTest.mouseClick(panel.stop_button, LEFT)
    assert worker.stopped == 1
    assert "Stopped" in panel.state.text()
    panel.all_cards.click()
    assert [wanted.everything for wanted in worker.wanted] == [False, True]
    panel.depth_box.setCurrentIndex(1)
    assert [wanted.deep for wanted in worker.wanted] == [False, False, True]
    stopped = worker.stopped
    window.hide()
    assert worker.stopped == stopped + 1
    window.show()
    assert not window.bar.analysis.isChecked()
    assert panel.isHidden()
    assert window.frame.talk.isVisible()


@pytest.mark.parametrize("how", ["other cards", "another depth", "another viewer", "playing"])
def test_a_better_turn_is_gone_as_soon_as_the_panel_no_longer_tells_of_it(styled, qtbot, file, kept, how) -> None:
    worker = HereAndNow()
    window = opened(qtbot, file, kept, worker, analysed=True)
    settle()
    worker.holds = True
    assert window.analysing is not None
    panel = window.analysing.panel
    panel.list.setCurrentRow(0)
    panel.next_button.click()
    assert "Better turn" in window.frame.prompt.text
    change: dict[str, Callable[[], object]] = {
        "other cards": panel.all_cards.click,
        "another depth": lambda: panel.depth_box.setCurrentIndex(1),
        "another viewer": lambda: window.look_with(0),
        "playing": window.play,
    }
    change[how]()
    settle()
    assert "Better turn" not in window.frame.prompt.text
    assert window.analysing.better is None
    assert panel.said.isHidden()
    assert not panel.next_button.isVisible()


def test_the_graph_grows_in_a_frame_after_that_of_the_panel(styled, qtbot, file, kept) -> None:
    window = opened(qtbot, file, kept, HereAndNow())
    window.settings.reduced_motion = False
    window.bar.analysis.click()
    assert window.analysing is not None
    assert window.analysing.panel.isVisible()
    assert not window.bar.tall, "the board gets less room in a frame of its own"
    qtbot.waitUntil(lambda: window.bar.tall)
    window.bar.analysis.click()
    assert not window.bar.tall
    window.bar.analysis.click()
    window.bar.analysis.click()
    window.frame.settle()
    assert not window.bar.tall, "it has been hidden again before that"


@pytest.mark.parametrize("leaves", ["the panel", "the replay"])
def test_an_analysis_that_was_left_in_the_middle_says_so_and_can_be_started_again(styled, qtbot, file, kept, leaves) -> None:
    asked: list[Done] = []

    def work(_work: Work, _done: Done, part: Done | None = None) -> Cancel:
        assert part is not None
        asked.append(part)
        return lambda: None

    window = opened(qtbot, file, kept, work, analysed=True)
    assert window.analysing is not None
    panel = window.analysing.panel
    judged = next(subject.read_subject(file).judged(QUICK, False))
    asked[0](Progress((judged,), 400))
    settle()
    assert panel.state.text() == catalogue().text("analysis.working", part=40)
    if leaves == "the panel":
        window.bar.analysis.click()
    else:
        window.hide()
        window.show()
    window.bar.analysis.click()
    settle()
    assert panel.state.text() == catalogue().text("analysis.stopped", part=40)
    QTest.mouseClick(panel.stop_button, LEFT)
    assert len(asked) == 2
    assert "Judging" in panel.state.text()


def test_an_analysis_whose_process_has_ended_can_be_started_again(styled, qtbot, file, kept) -> None:
    asked, work = noted()
    window = opened(qtbot, file, kept, work, analysed=True)
    assert window.analysing is not None
    panel = window.analysing.panel
    asked[0][1](None)
    settle()
    assert "Try again" in panel.state.text()
    assert panel.stop_button.isVisible()
    assert panel.stop_button.text() == catalogue().text("analysis.again")
    QTest.mouseClick(panel.stop_button, LEFT)
    assert len(asked) == 2
    assert "Judging" in panel.state.text()


def test_results_of_a_stopped_analysis_are_not_shown(styled, qtbot, file, kept) -> None:
    asked, work = noted()
    window = opened(qtbot, file, kept, work, analysed=True)
    assert window.analysing is not None
    QTest.mouseClick(window.analysing.panel.stop_button, LEFT)
    work_, done = asked[0]
    done(work_.do(done, Patience(), *work_.given))
    settle()
    assert window.analysing.turns == []


def test_a_game_that_may_still_be_played_gets_a_sentence(styled, qtbot, tmp_path) -> None:
    Straight(2, folder=tmp_path, game="big-boss", dealer=FAIR)
    window = opened(qtbot, next(tmp_path.glob("*.alarife")), tmp_path, HereAndNow(), analysed=True)
    settle()
    assert window.analysing is not None
    assert "only when it is over" in window.analysing.panel.state.text()
    assert window.analysing.turns == []


@pytest.mark.parametrize("language", languages())
def test_the_panel_fits_beside_the_board_in_every_language(styled, qtbot, file, kept, language) -> None:
    window = opened(qtbot, file, kept, HereAndNow(), language, analysed=True)
    settle()
    assert window.analysing is not None
    panel = window.analysing.panel
    panel.list.setCurrentRow(0)
    settle()
    for button in (panel.back_button, panel.next_button):
        assert button.sizeHint().width() <= button.width() + 1, button.text()
    assert panel.all_cards.sizeHint().width() <= panel.width()
    assert window.bar.narrow or window.bar.sizeHint().width() <= window.bar.width()


def test_puzzles_can_be_made_from_the_game_and_the_making_can_be_stopped(styled, qtbot, file, tmp_path) -> None:
    worker = HereAndNow()
    window = opened(qtbot, file, tmp_path, worker, analysed=True)
    assert window.analysing is not None
    panel = window.analysing.panel
    QTest.mouseClick(panel.puzzle_button, LEFT)
    settle()
    assert "only from finished games" in panel.puzzle_state.text()
    worker.holds = True
    QTest.mouseClick(panel.puzzle_button, LEFT)
    settle()
    assert "Looking for puzzles" in panel.puzzle_state.text()
    assert "Stop" in panel.puzzle_button.text()
    stopped = worker.stopped
    QTest.mouseClick(panel.puzzle_button, LEFT)
    assert worker.stopped == stopped + 1
    assert "Stop" not in panel.puzzle_button.text()
    QTest.mouseClick(panel.puzzle_button, LEFT)
    window.hide()
    assert worker.stopped == stopped + 2, "a replay that is left takes the making along"


def test_no_puzzles_are_made_if_nothing_is_kept(styled, qtbot, file) -> None:
    window = opened(qtbot, file, None, HereAndNow(), analysed=True)
    assert window.analysing is not None
    assert not window.analysing.panel.puzzle_button.isVisible()
