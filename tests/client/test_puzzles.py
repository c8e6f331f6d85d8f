"""Puzzles from the start page, by clicks, and the way back."""

from PySide6.QtCore import QCoreApplication, QEvent

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
