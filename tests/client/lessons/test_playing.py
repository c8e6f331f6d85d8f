"""The window of a lesson: animations, keys, small windows, a screen reader's words."""

from __future__ import annotations

import pytest
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest

from client.lessons.lesson import file_of, load
from client.look.scale import LEAST
from client.messages import catalogue
from tests.client.lessons.learner import Learner
from tests.client.person import wait


@pytest.fixture
def learner(styled, qtbot) -> Learner:
    return Learner(qtbot, load(file_of("big-boss/first")))


def to(learner: Learner, name: str) -> None:
    names = [step.name for step in learner.course.lesson.steps]
    learner.window.go(names.index(name))
    learner.look()


def test_next_during_a_move_of_the_others_only_finishes_it(learner: Learner) -> None:
    learner.window.settings.reduced_motion = False
    to(learner, "confirm")
    learner.do()
    learner.click("lesson-next")
    assert learner.course.step.name == "zahra"
    assert learner.window.pace.busy
    learner.click("lesson-next")
    assert learner.course.step.name == "zahra"
    assert not learner.window.pace.busy
    learner.click("lesson-next")
    assert learner.course.step.name == "worth"


def test_the_caption_tells_the_moves_of_the_others_in_words(learner: Learner) -> None:
    """A caption takes sentences: one long string was broken between its letters."""
    learner.window.settings.reduced_motion = False
    to(learner, "confirm")
    learner.do()
    learner.click("lesson-next")
    learner.click("lesson-next")
    caption = learner.window.frame.caption
    assert caption.isVisible()
    assert " ".join(caption.shown_lines()) == "Zahra places a baron on 11 for 6 Real."


def test_moves_of_the_others_are_shown_and_then_the_lesson_continues(learner: Learner) -> None:
    learner.window.settings.reduced_motion = False
    learner.window.settings.animation_speed = 400
    to(learner, "tower")
    wait(lambda: not learner.window.pace.busy, "for the move to be seen")
    assert learner.window.next_clicks() == ["market-buy-tower"]


def test_next_stays_where_it_was_when_a_shorter_text_follows(learner: Learner) -> None:
    buttons = learner.window.panel.next_button
    places = []
    for _ in range(3):
        learner.look()
        places.append(buttons.mapTo(learner.window, buttons.rect().topLeft()))
        learner.click("lesson-next")
    assert places == [places[0]] * 3


def test_the_players_name_gets_no_possessive_form(styled, qtbot) -> None:
    """The player of a lesson may be called You."""
    learner = Learner(qtbot, load(file_of("big-boss/first")))
    learner.window.go([step.name for step in learner.course.lesson.steps].index("confirm"))
    learner.look()
    noble = learner.window.view.reading.noble(9)
    assert noble == "Maximiliane, baron: would pay 5."


def test_a_click_during_a_move_of_the_others_makes_no_move(learner: Learner) -> None:
    learner.window.settings.reduced_motion = False
    to(learner, "tower")
    learner.window.want(learner.course.wanted()[0])
    assert not learner.course.over
    learner.do()
    assert learner.course.over


def test_a_wrong_card_gets_the_reason_of_the_rules_and_the_hint(learner: Learner) -> None:
    to(learner, "card")
    learner.click("hand-10")
    panel, text = learner.window.panel, catalogue().text
    assert panel.answer.text() == text("lesson.other")
    assert panel.hint.text() == text("lesson.big-boss.first.card.hint")
    to(learner, "rise")
    learner.click("hand-tower")
    learner.click("place 11")  # Zahra's noble stands there
    assert panel.answer.text() == learner.window.frame.prompt.text
    assert learner.window.frame.prompt.mood == "refused"
    assert panel.hint.isVisible()
    assert not learner.course.over


def test_the_keyboard_alone_goes_through_a_lesson(learner: Learner) -> None:
    window = learner.window
    QTest.keyClick(window, Qt.Key.Key_Return)
    QTest.keyClick(window, Qt.Key.Key_PageDown)
    assert learner.course.step.name == "money"
    QTest.keyClick(window, Qt.Key.Key_PageUp)
    assert learner.course.step.name == "hand"
    to(learner, "card")
    QTest.keyClick(window, Qt.Key.Key_PageDown)
    assert learner.course.step.name == "card"
    card = window.seen("hand-8")
    assert card is not None
    card[0].setFocus()
    QTest.keyClick(card[0], Qt.Key.Key_Return)
    assert learner.course.over
    learner.look()
    assert window.panel.next_button.hasFocus()
    QTest.keyClick(window.panel.next_button, Qt.Key.Key_Return)
    assert learner.course.step.name == "castle"


def test_enter_presses_a_button_of_the_bar_above_and_does_not_go_on(learner: Learner) -> None:
    button = learner.window.frame.top.buttons["help"]
    button.setFocus()
    QTest.keyClick(button, Qt.Key.Key_Return)
    assert learner.window.frame.help.isVisible()
    assert learner.course.at == 0


def test_a_lesson_on_the_flat_board(styled, qtbot) -> None:
    learner = Learner(qtbot, load(file_of("alcazar/bridges")))
    learner.window.frame.set_flat(True)
    learner.look()
    for step in learner.course.lesson.steps:
        assert learner.missing_marks() == []
        learner.do()
        if step != learner.course.lesson.steps[-1]:
            learner.click("lesson-next")
    assert learner.course.last


@pytest.mark.parametrize("size", [(960, 600), (2560, 1440)])
@pytest.mark.parametrize("name", ["big-boss/first", "torres/first"])
def test_nothing_is_cut_off_in_other_windows(styled, qtbot, name: str, size: tuple[int, int]) -> None:
    learner = Learner(qtbot, load(file_of(name)), "de", size)
    for step in learner.course.lesson.steps:
        assert learner.missing_marks() == []
        assert learner.cut() == [], step
        learner.do()
        if step != learner.course.lesson.steps[-1]:
            learner.click("lesson-next")


@pytest.mark.parametrize("name", ["big-boss/first", "burgenland/payment"])
def test_a_lesson_in_the_smallest_window(styled, qtbot, name: str) -> None:
    """Only one column fits beside the board: the right one appears when a step needs it."""
    learner = Learner(qtbot, load(file_of(name)), "de", LEAST)
    for step in learner.course.lesson.steps:
        assert learner.cut() == [], step
        learner.do()
        if step != learner.course.lesson.steps[-1]:
            learner.click("lesson-next")


def test_a_screen_reader_hears_step_task_and_answer(learner: Learner) -> None:
    panel = learner.window.panel
    assert panel.bar.accessibleName() == "Step 1 of 20"
    to(learner, "card")
    for line in (panel.said, panel.task):
        assert line.accessibleName() == line.text() != ""
    learner.window.show_how()
    assert panel.answer.accessibleName() == panel.answer.text() != ""
