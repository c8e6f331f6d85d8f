"""Puzzles solved by clicks and keys."""

from __future__ import annotations

from dataclasses import replace

import pytest
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QPushButton

from client.look.scale import LEAST
from client.messages import catalogue, languages
from client.puzzles.page import PuzzlesPage
from client.puzzles.puzzle import Ends, Puzzle, read
from client.puzzles.rating import MISSED, NEARLY, SOLVED
from client.puzzles.record import FILE
from client.puzzles.shelf import SHIPPED, stock
from client.puzzles.window import result_of
from rules.contract import Move
from rules.search.puzzles import Weighed
from tests.client.puzzles.solver import Solver

LEFT = Qt.MouseButton.LeftButton


def first(game: str) -> Puzzle:
    return read(sorted((SHIPPED / game).glob("*.json"))[0])


@pytest.mark.parametrize("game", sorted(folder.name for folder in SHIPPED.iterdir() if folder.is_dir()))
def test_the_answer_by_clicks_solves_a_puzzle(styled, qtbot, tmp_path, game) -> None:
    puzzle = first(game)
    solver = Solver(qtbot, puzzle, tmp_path)
    before = solver.record.rating
    assert solver.panel.task.isVisible()
    solver.play(puzzle.answer)
    assert solver.window.turn.complete
    solver.press("confirm")
    assert solver.window.result == SOLVED
    assert "Solved" in solver.panel.verdict.text()
    assert solver.panel.why.text()
    assert solver.record.rating > before
    assert puzzle.id in solver.record.solved
    assert not solver.cut()


def test_the_second_best_is_judged_and_the_solution_is_shown_step_by_step(styled, qtbot, tmp_path) -> None:
    puzzle = next(puzzle for puzzle in stock(None).puzzles if puzzle.game == "burgenland" and len(puzzle.second) > 2)
    solver = Solver(qtbot, puzzle, tmp_path)
    window, panel = solver.window, solver.panel
    solver.play(puzzle.second)
    solver.press("undo")
    assert len(window.turn.tried) == len(puzzle.second) - 1
    solver.press("reset")
    assert window.turn.tried == ()
    solver.play(puzzle.second)
    solver.press("confirm")
    assert window.result in (MISSED, NEARLY)
    assert "%" in panel.verdict.text()
    assert "Your turn" in panel.why.text()
    rating = solver.record.rating
    solver.press("puzzle-show")
    assert window.step == 0
    assert not panel.back_button.isEnabled()
    assert window.marks.isVisible()
    for step in range(1, len(puzzle.answer) + 1):
        solver.press("puzzle-on")
        assert window.step == step
        assert f"step {step} of {len(puzzle.answer)}" in window.frame.prompt.text
    assert not panel.on_button.isEnabled()
    assert "The best turn" in panel.why.text()
    window.want(puzzle.answer[0])
    assert window.turn.tried == puzzle.second, "nothing can be played while the solution is shown"
    solver.press("puzzle-again")
    solver.play(puzzle.answer)
    solver.press("confirm")
    assert window.result == SOLVED
    assert solver.record.rating == rating, "only the first try counts"
    assert puzzle.id in solver.record.solved


def test_nothing_good_is_said_of_a_turn_that_brings_nothing(styled, qtbot, tmp_path) -> None:
    solver = Solver(qtbot, first("torres"), tmp_path)
    window = solver.window
    window.want(Move("end"))
    while not window.turn.complete:
        window.want(window.turn.state.moves()[0])
    solver.press("confirm")
    assert window.result == MISSED
    assert solver.panel.why.text() == ""


def test_looking_at_the_solution_first_counts_as_missed(styled, qtbot, tmp_path) -> None:
    puzzle = first("burgenland")
    solver = Solver(qtbot, puzzle, tmp_path)
    solver.press("puzzle-show")
    assert solver.record.tried == {puzzle.id: MISSED}
    assert solver.window.step == 0


def test_keys_alone_are_enough(styled, qtbot, tmp_path) -> None:
    solver = Solver(qtbot, first("burgenland"), tmp_path)
    panel = solver.panel
    for button in panel.findChildren(QPushButton):
        assert button.focusPolicy() & Qt.FocusPolicy.TabFocus
        assert button.accessibleName() or button.text()
    panel.show_button.setFocus()
    QTest.keyClick(panel.show_button, Qt.Key.Key_Return)
    solver.look()
    assert solver.window.step == 0
    QTest.keyClick(solver.window, Qt.Key.Key_PageDown)
    assert solver.window.step == 1
    QTest.keyClick(solver.window, Qt.Key.Key_PageUp)
    assert solver.window.step == 0


def test_enter_presses_a_button_of_the_bar_above_and_confirms_nothing(styled, qtbot, tmp_path) -> None:
    puzzle = first("burgenland")
    solver = Solver(qtbot, puzzle, tmp_path)
    solver.play(puzzle.second)
    left: list[bool] = []
    solver.window.left.connect(lambda: left.append(True))
    button = solver.window.frame.top.buttons["leave"]
    button.setFocus()
    QTest.keyClick(button, Qt.Key.Key_Return)
    assert left == [True]
    assert solver.record.tried == {}


def test_a_turn_that_could_not_be_judged_can_be_confirmed_again(styled, qtbot, tmp_path) -> None:
    puzzle = first("burgenland")
    asked = []

    def work(work, done, part=None):
        asked.append((work, done))
        return lambda: None

    solver = Solver(qtbot, puzzle, tmp_path, work=work)
    solver.play(puzzle.second)
    solver.press("confirm")
    assert not solver.window.turn_bar.confirm_button.isEnabled()
    asked[0][1](None)
    solver.look()
    assert solver.window.result is None
    assert solver.record.tried == {}
    solver.press("confirm")
    assert len(asked) == 2
    solver.window.hide()
    asked[1][1](Weighed(0, 1000))
    solver.look()
    assert solver.record.tried == {}, "whoever leaves gets no verdict"


def test_a_click_while_a_turn_is_judged_is_told_so(styled, qtbot, tmp_path) -> None:
    puzzle = first("burgenland")
    solver = Solver(qtbot, puzzle, tmp_path, work=lambda work, done, part=None: lambda: None)
    solver.play(puzzle.second)
    solver.press("confirm")
    solver.window.want(puzzle.answer[0])
    assert solver.window.frame.prompt.text == catalogue().text("puzzle.judging")


def test_several_turns_may_be_equally_good() -> None:
    puzzle = first("burgenland")
    best = puzzle.chance
    assert result_of(puzzle, Weighed(best, best)) == SOLVED
    assert result_of(puzzle, Weighed(best + 50, best)) == SOLVED
    assert result_of(puzzle, Weighed(best - 8, best)) == SOLVED
    assert result_of(puzzle, Weighed(best - puzzle.gap // 2, best)) == NEARLY
    assert result_of(puzzle, Weighed(puzzle.other, best)) == MISSED


def test_the_solution_says_what_games_to_the_end_showed(styled, qtbot, tmp_path) -> None:
    puzzle = first("burgenland")
    plain, proved = (Solver(qtbot, replace(puzzle, ends=ends), tmp_path) for ends in (None, Ends(400, 704, 455)))
    for solver in (plain, proved):
        solver.window.show_solution()
    said = catalogue().text("puzzle.ends", games=400)
    assert proved.window.panel.why.text().endswith(said)
    assert said not in plain.window.panel.why.text()
    assert proved.window.panel.verdict.text() == catalogue().text("puzzle.given-up", own=70, best=46)


def test_games_to_the_end_say_how_often_turns_win() -> None:
    puzzle = replace(first("burgenland"), chance=600, other=500, ends=None)
    assert [puzzle.wins(loss) for loss in (-10, 0, 100, 700)] == [610, 600, 500, 0]
    played = replace(puzzle, ends=Ends(200, 80, 30))
    assert [played.wins(loss) for loss in (-20, 0, 50, 100, 200, 600)] == [90, 80, 55, 30, 24, 0]


@pytest.mark.parametrize("language", languages())
def test_the_panel_fits_beside_the_board_in_every_language(styled, qtbot, tmp_path, language) -> None:
    puzzle = replace(first("burgenland"), ends=Ends(400, 704, 455))
    solver = Solver(qtbot, puzzle, tmp_path, language)
    assert not solver.cut()
    solver.window.show_solution()
    solver.look()
    assert not solver.cut()
    solver.window.again()
    for move in puzzle.second:
        solver.window.want(move)
    solver.window.confirm()
    solver.look()
    assert not solver.cut()
    page = PuzzlesPage(catalogue(language), tmp_path)
    qtbot.addWidget(page)
    page.setMinimumSize(*LEAST)
    page.begin()
    page.resize(1280, 720)
    page.show()
    solver.look()
    for button in page.findChildren(QPushButton):
        assert button.sizeHint().width() <= button.width(), button.text()


def test_the_page_leads_to_the_next_puzzle_of_a_set(styled, qtbot, tmp_path) -> None:
    (tmp_path / FILE).write_text("damaged", "utf-8")
    page = PuzzlesPage(catalogue(), tmp_path)
    qtbot.addWidget(page)
    chosen: list[Puzzle] = []
    page.chosen.connect(chosen.append)
    page.setMinimumSize(*LEAST)
    page.begin()
    page.show()
    assert page.findChild(QPushButton, "puzzles-own-begin") is None
    begin = page.findChild(QPushButton, "puzzles-torres-begin")
    QTest.mouseClick(begin, LEFT)
    page.go_on()
    assert [one.game for one in chosen] == ["torres", "torres"]
    assert chosen[0] != chosen[1]
    QTest.mouseClick(page.findChild(QPushButton, "puzzles-any"), LEFT)
    assert len(chosen) == 3
    for puzzle in stock(tmp_path).of("torres"):
        page.record.note(puzzle, SOLVED)
    page.begin()
    assert page.record.rating > 1200
