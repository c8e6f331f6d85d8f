"""Puzzles from the start page, by clicks, and the way back."""

import json

from PySide6.QtCore import QCoreApplication, QEvent

from client.look.scale import LEAST
from client.puzzles.rating import FIRST
from client.puzzles.record import Record
from client.puzzles.shelf import SHIPPED
from client.puzzles.window import PuzzleWindow
from tests.client.person import wait
from tests.client.test_instance import GOLDEN


def test_from_the_start_page_to_a_puzzle_its_solution_another_one_and_back(person):
    anna = person("Anna")
    anna.click("start-puzzles")
    wait(lambda: anna.page == "puzzles-page")
    anna.click("puzzles-any")
    wait(lambda: anna.page == "puzzle-window")
    first = anna.window.pages.currentWidget()
    assert isinstance(first, PuzzleWindow)
    anna.click("puzzle-show")
    assert first.step == 0
    anna.click("puzzle-next")
    wait(lambda: anna.window.pages.currentWidget() is not first)
    second = anna.window.pages.currentWidget()
    assert isinstance(second, PuzzleWindow)
    assert second.puzzle != first.puzzle
    anna.click("leave")
    wait(lambda: anna.page == "puzzles-page")
    assert anna.window.pages.puzzles_page.record.tried == {first.puzzle.id: 0}
    anna.click("puzzles-page-back")
    wait(lambda: anna.page == "start-page")


def test_a_puzzle_whose_log_leads_nowhere_is_left_out_as_its_sentence_says(person, home):
    file = home / "Anna" / "puzzles" / "torres" / "2-broken.json"
    file.parent.mkdir(parents=True)
    content = json.loads(sorted((SHIPPED / "torres").glob("*.json"))[0].read_text("utf-8"))
    content["log"].pop()
    file.write_text(json.dumps(content), "utf-8")
    anna = person("Anna")
    anna.click("start-puzzles")
    anna.click("puzzles-own-begin")
    assert anna.page == "puzzles-page"
    assert "2-broken.json is damaged and was left out" in anna.text("notice-text")
    assert "2-broken.json is damaged and was left out" in anna.text("puzzles-problem-0")
    assert anna.see("puzzles-own-begin") is None
    content["log"] = json.loads(sorted((SHIPPED / "torres").glob("*.json"))[0].read_text("utf-8"))["log"]
    file.write_text(json.dumps(content), "utf-8")
    anna.click("puzzles-page-back")
    anna.click("start-puzzles")
    anna.click("puzzles-own-begin")
    assert anna.page == "puzzle-window", "it has been repaired"


def test_the_way_to_the_next_puzzle_passes_by_one_whose_log_leads_nowhere(person, home):
    file = home / "Anna" / "puzzles" / "torres" / "2-broken.json"
    file.parent.mkdir(parents=True)
    content = json.loads(sorted((SHIPPED / "torres").glob("*.json"))[0].read_text("utf-8"))
    content["log"].pop()
    content["rating"] = FIRST
    file.write_text(json.dumps(content), "utf-8")
    anna = person("Anna")
    anna.click("start-puzzles")
    anna.click("puzzles-any")
    assert anna.page == "puzzles-page"
    for _ in range(3):
        anna.click("puzzles-any")
        assert anna.page == "puzzle-window"
        anna.click("leave")


def test_a_result_that_cannot_be_saved_is_told_and_saved_with_the_next_one(person, monkeypatch):
    anna = person("Anna")
    anna.click("start-puzzles")
    anna.click("puzzles-any")

    def full(*_args, **_named):
        raise OSError(28, "No space left on device")

    with monkeypatch.context() as patch:
        patch.setattr("client.puzzles.record.write_whole", full)
        anna.click("puzzle-show")
    assert anna.text("notice-text") == "Your puzzle results could not be saved: No space left on device."
    anna.click("leave")
    assert anna.text("puzzles-problem-0") == "Your puzzle results could not be saved: No space left on device."
    anna.click("puzzles-any")
    assert anna.see("notice-text") is None
    anna.click("puzzle-show")
    assert anna.see("notice-text") is None
    anna.click("leave")
    anna.find("puzzles-rating")
    assert anna.see("puzzles-problem-0") is None
    assert len(Record(anna.home).tried) == 2


def test_a_puzzle_stays_open_if_the_theme_changes(person):
    anna = person("Anna")
    anna.click("start-puzzles")
    wait(lambda: anna.page == "puzzles-page")
    anna.click("puzzles-any")
    wait(lambda: anna.page == "puzzle-window")
    shown = anna.window.pages.currentWidget()
    shown.want(shown.turn.state.moves()[0])
    anna.window.restyle()  # the desktop turns dark
    QCoreApplication.sendPostedEvents(None, QEvent.Type.DeferredDelete)
    assert anna.window.pages.currentWidget() is shown
    assert shown.turn.tried
    before = anna.window.pages
    anna.click("leave")
    wait(lambda: anna.page == "puzzles-page")
    anna.click("puzzles-page-back")
    wait(lambda: anna.window.pages is not before, "for pages of the new look")
    assert anna.page == "start-page"


def test_a_replay_stays_open_if_the_theme_changes(person):
    anna = person("Anna")
    anna.window.watch(GOLDEN)
    shown = anna.window.pages.currentWidget()
    wait(lambda: hasattr(shown, "watched"))
    shown.go(9)
    anna.window.restyle()
    QCoreApplication.sendPostedEvents(None, QEvent.Type.DeferredDelete)
    assert anna.window.pages.currentWidget() is shown
    assert shown.index == 9


def test_puzzles_and_replays_keep_the_gaps_of_their_tables_in_a_narrow_window(person):
    anna = person("Anna")

    def gaps():
        frame = anna.window.pages.currentWidget().frame
        return frame.hand_row.contentsMargins(), frame.hand_row.spacing(), frame.density

    anna.window.resize(*LEAST)
    anna.window.lessons.learn("torres/first")
    wanted = gaps()
    anna.window.lessons.leave()
    anna.window.pages.show_puzzles()
    anna.click("puzzles-torres-begin")
    assert gaps() == wanted
    anna.click("leave")
    anna.window.watch(GOLDEN)
    wait(lambda: hasattr(anna.window.pages.currentWidget(), "watched"))
    anna.window.resize(1000, 700)
    anna.window.resize(*LEAST)
    assert gaps() == wanted
