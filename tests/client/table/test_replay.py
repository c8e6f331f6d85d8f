"""The replay of a saved game, driven by its widgets."""

from __future__ import annotations

import threading
from itertools import pairwise
from pathlib import Path

import pytest
import shiboken6
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QLabel, QPushButton

from client.messages import catalogue
from client.table import replay as replay_module
from client.table.recording import watch
from client.table.replay import ReplayWindow
from client.table.replaybar import EVERYTHING, SPECTATOR
from net.api import TakeBackChanged
from net.deal import FAIR
from tests.client.table.tables import Settings
from tests.net.session.straight import Straight


@pytest.fixture(scope="module")
def file(tmp_path_factory) -> Path:
    """A game between two bots, as the command line saves it."""
    from client.cli import main

    folder = tmp_path_factory.mktemp("games")
    played = ["selfplay", "--game", "big-boss", "--players", "2", "--bots", "greedy,greedy", "--games", "1", "--seed", "7"]
    assert main([*played, "--save", str(folder)]) == 0
    return next(folder.glob("*.alarife"))


def reading(qtbot, file: Path) -> ReplayWindow:
    window = ReplayWindow(file, catalogue(), Settings())
    qtbot.addWidget(window)
    window.setMinimumSize(960, 600)
    window.resize(1280, 720)
    window.show()
    return window


def test_two_turns_of_the_same_player_in_a_row_are_two() -> None:
    marks = watch(Path(__file__).parents[2] / "golden" / "torres" / "2-third-year.alarife").marks
    assert len(marks) == 2 + 2 * 12 + 2, "the first knights, twelve turns each, and the king after two years"
    assert any(one.seat == other.seat for one, other in pairwise(marks))


def read(qtbot, file: Path) -> ReplayWindow:
    window = reading(qtbot, file)
    qtbot.waitSignal(window.ready).wait()
    return window


@pytest.fixture
def replay(styled, qtbot, file) -> ReplayWindow:
    return read(qtbot, file)


def facts(window: ReplayWindow) -> dict:
    return window._seen().facts()


def test_it_begins_at_the_beginning_and_the_slider_goes_anywhere(replay) -> None:
    assert replay.index == 0
    last = len(replay.watched.steps)
    assert replay.bar.slider.maximum() == last
    replay.bar.slider.setValue(last // 2)
    assert replay.index == last // 2
    assert facts(replay) == replay.watched.steps[last // 2 - 1].position.facts()
    begun = [mark for mark in replay.watched.marks if mark.index <= last // 2]
    assert replay.bar.place.text() == f"Turn {len(begun)} of {len(replay.watched.marks)}"
    replay.bar.slider.setValue(3)
    assert facts(replay) == replay.watched.steps[2].position.facts()


def test_the_standing_says_whether_it_is_final(replay) -> None:
    heading = replay.frame.standing.heading
    replay.go(len(replay.watched.steps) - 1)
    assert heading.text() == "IF THE GAME ENDED NOW"
    replay.go(len(replay.watched.steps))
    assert heading.text() == "RESULT"
    replay.go(0)
    assert heading.text() == "IF THE GAME ENDED NOW"


def test_step_by_step_forward_and_back_gives_the_same_log(replay) -> None:
    for _ in range(12):
        QTest.mouseClick(replay.bar.buttons["next"], Qt.MouseButton.LeftButton)
    assert replay.index == 12
    lines = replay.frame.talk.log.lines()
    QTest.mouseClick(replay.bar.buttons["previous"], Qt.MouseButton.LeftButton)
    QTest.mouseClick(replay.bar.buttons["next"], Qt.MouseButton.LeftButton)
    assert replay.frame.talk.log.lines() == lines
    QTest.keyClick(replay, Qt.Key.Key_Home)
    assert replay.index == 0


def test_turns_can_be_jumped(replay) -> None:
    seen = []
    for _ in range(4):
        QTest.keyClick(replay, Qt.Key.Key_PageDown)
        seen.append((replay.index, facts(replay)["turn"]))
    assert [turn for _, turn in seen] in ([0, 1, 0, 1], [1, 0, 1, 0])
    QTest.keyClick(replay, Qt.Key.Key_PageUp)
    assert replay.index == seen[-2][0]


def test_it_plays_by_itself_and_pauses(replay, qtbot) -> None:
    replay.settings.animation_speed = 400
    QTest.mouseClick(replay.bar.buttons["play"], Qt.MouseButton.LeftButton)
    qtbot.waitUntil(lambda: replay.index >= 2)
    QTest.mouseClick(replay.bar.buttons["play"], Qt.MouseButton.LeftButton)
    assert not replay.playing


def test_each_seat_sees_its_own_cards_only(replay) -> None:
    replay.go(20)
    chooser = replay.bar.chooser
    for seat in (0, 1):
        chooser.setCurrentIndex(chooser.findData(seat))
        hands = [[face for _, face in player["hand"]] for player in facts(replay)["players"]]
        assert all(hands[seat])
        assert not all(hands[1 - seat])
        assert replay.view.hand.isVisible()
    chooser.setCurrentIndex(chooser.findData(SPECTATOR))
    assert not replay.view.hand.isVisible()
    assert not any("draws card" in line for line in replay.frame.talk.log.lines())
    chooser.setCurrentIndex(chooser.findData(EVERYTHING))
    assert all(face for player in facts(replay)["players"] for _, face in player["hand"])


def test_at_the_end_it_says_so_and_leaves_when_asked(replay, qtbot) -> None:
    QTest.keyClick(replay, Qt.Key.Key_End)
    assert "The game is over." in replay.frame.prompt.text
    with qtbot.waitSignal(replay.left):
        QTest.mouseClick(replay.frame.top.buttons["leave"], Qt.MouseButton.LeftButton)


@pytest.fixture(scope="module")
def taken_back(tmp_path_factory) -> Path:
    """A game between two people who have taken one turn back."""
    folder = tmp_path_factory.mktemp("taken-back")
    table = Straight(2, dealer=FAIR, game="big-boss", folder=folder)
    table.move(lambda moves: next(move for move in moves if move.kind == "buy-tower"))  # a turn that shows no card
    [(to, seat)] = table.told(0, TakeBackChanged)[-1].turns
    proposer = table.keys.index(table.sessions[0].course.owner(seat))
    table.take(proposer, table.sessions[proposer].propose_take_back(to, table.now))
    table.settle()
    table.take(1 - proposer, table.sessions[1 - proposer].answer_take_back(True, table.now))
    table.settle()
    for session in table.sessions:
        session.close()
    return folder / "0.alarife"


def test_a_take_back_is_shown_on_the_board_and_in_words(styled, qtbot, taken_back) -> None:
    window = read(qtbot, taken_back)
    last = len(window.watched.steps)
    to = last - 2
    window.go(to)
    before = facts(window)
    window.go(to + 1)
    assert facts(window) != before
    window.go(to + 2)
    assert facts(window) == before
    said = "Everyone agreed: the game was taken back, as "
    assert said in window.frame.prompt.text
    assert said in window.frame.talk.log.lines()[-1]
    window.go(to + 1)
    assert not any(said in line for line in window.frame.talk.log.lines())


def test_the_window_stays_responsive_while_a_game_is_read(styled, qtbot, file, monkeypatch) -> None:
    """A long game takes seconds: meanwhile a sentence says so, and the way back is open."""
    going_on = threading.Event()
    monkeypatch.setattr(replay_module, "watch", lambda path: going_on.wait() and watch(path))
    window = reading(qtbot, file)
    sentence = window.findChild(QLabel, "replay-reading")
    assert not sentence.isVisible()
    qtbot.waitUntil(sentence.isVisible)
    with qtbot.waitSignal(window.left):
        window.findChild(QPushButton, "replay-back").click()
    with qtbot.waitSignal(window.ready) as told:
        going_on.set()
    assert told.args == [True]
    qtbot.waitUntil(window.bar.slider.isVisible)


def test_a_game_read_after_going_back_is_not_shown(styled, qtbot, file, monkeypatch) -> None:
    going_on, done = threading.Event(), threading.Event()
    monkeypatch.setattr(replay_module, "watch", lambda path: going_on.wait() and watch(path))
    window = ReplayWindow(file, catalogue(), Settings())
    window._reading.done.connect(done.set, Qt.ConnectionType.DirectConnection)
    window.deleteLater()
    qtbot.wait(20)
    going_on.set()
    assert done.wait(240)
    qtbot.wait(20)


def test_a_program_can_end_quietly_while_a_game_is_read(styled, file) -> None:
    reading = replay_module._Reading(file)
    shiboken6.delete(reading)
    reading._read()


def test_a_damaged_file_is_explained_with_its_line(styled, qtbot, file, tmp_path) -> None:
    lines = file.read_bytes().split(b"\n")
    lines[5] = lines[5].replace(b'"', b"", 1)
    broken = tmp_path / "broken.alarife"
    broken.write_bytes(b"\n".join(lines))
    window = read(qtbot, broken)
    problem = window.findChild(QLabel, "replay-problem")
    assert "6" in problem.text()
    assert "broken.alarife" in problem.text()


def test_a_failed_reading_ends_with_a_sentence(styled, file, monkeypatch) -> None:
    def fails(path):
        raise KeyError(path)

    monkeypatch.setattr(replay_module, "watch", fails)
    reading, told = replay_module._Reading(file), []
    reading.done.connect(told.append, Qt.ConnectionType.DirectConnection)
    with pytest.raises(KeyError):
        reading._read()
    [error] = told
    assert (error.reason.key, error.reason.value("file")) == ("session.file.unreadable", file.name)


def test_a_file_that_breaks_off_is_shown_with_a_notice(styled, qtbot, file, tmp_path) -> None:
    content = file.read_bytes()
    cut = tmp_path / "cut.alarife"
    cut.write_bytes(content[: len(content) // 2])
    window = read(qtbot, cut)
    assert window.watched.notice is not None
    assert window.frame.talk.log.lines()
