"""Puzzles from the start page, by clicks, and the way back."""

from PySide6.QtCore import QCoreApplication, QEvent

from client.puzzles.window import PuzzleWindow
from tests.client.person import wait


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


def test_the_theme_can_change_during_a_puzzle(person):
    anna = person("Anna")
    anna.click("start-puzzles")
    wait(lambda: anna.page == "puzzles-page")
    anna.click("puzzles-any")
    wait(lambda: anna.page == "puzzle-window")
    anna.window.restyle()  # the desktop turns dark
    QCoreApplication.sendPostedEvents(None, QEvent.Type.DeferredDelete)
    anna.click("start-puzzles")
    anna.click("puzzles-any")
    wait(lambda: anna.page == "puzzle-window")
    anna.click("leave")
    wait(lambda: anna.page == "puzzles-page")
