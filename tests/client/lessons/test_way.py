"""The ways to the lessons and back, and what the program remembers about them."""

from __future__ import annotations

import json

import pytest
from PySide6.QtWidgets import QWidget

from client.bots import chance_of, new_bot
from client.lessons import lesson as lessons
from client.lessons.shortgame import ShortGame
from client.lessons.window import LessonWindow
from client.puzzles.window import PuzzleWindow
from client.system.settings import FINISHED, load
from client.table.window import TableWindow
from rules.search.turns import Looks
from tests.client.clicking import unpainted
from tests.client.person import Person, wait

FIRST = "lesson-big-boss-first"


def quit_(anna: Person) -> None:
    anna.window.quit()
    wait(lambda: anna.ended, "for the window to end")


def shown(anna: Person) -> LessonWindow:
    found = anna.window.pages.currentWidget()
    assert isinstance(found, LessonWindow)
    return found


def test_from_the_start_page_to_a_lesson_and_back(person) -> None:
    anna = person("Anna")
    anna.click("start-learn")
    assert anna.page == "lessons-page"
    anna.click(f"{FIRST}-begin")
    assert anna.page == "lesson-window"
    anna.click("leave")
    assert anna.page == "lessons-page"
    anna.click("lessons-page-back")
    assert anna.page == "start-page"


@pytest.mark.parametrize("page", ["offline", "host"])
def test_from_setting_up_a_game(person, page: str) -> None:
    anna = person("Anna")
    anna.click(f"start-{page}")
    anna.click("game-torres")
    anna.click(f"{page}-page-learn")
    assert anna.page == "lessons-page"
    anna.window.activateWindow()
    focused = wait(anna.window.focusWidget, "for the focus")
    assert focused.objectName() == "lesson-torres-first-begin"


def test_lessons_are_offered_once(person) -> None:
    anna = person("Anna")
    anna.click("lessons-offer-yes")
    assert anna.page == "lessons-page"
    anna.click("lessons-page-back")
    assert anna.see("lessons-offer") is None
    quit_(anna)
    assert person("Anna").see("lessons-offer") is None


def test_lessons_are_not_offered_at_the_second_start_without_an_answer_either(person) -> None:
    anna = person("Anna")
    assert anna.see("lessons-offer") is not None
    quit_(anna)
    assert person("Anna").see("lessons-offer") is None


def test_lessons_are_not_offered_to_a_person_who_has_found_them(person) -> None:
    anna = person("Anna")
    anna.click("start-learn")
    anna.click(f"{FIRST}-begin")
    anna.click("leave")
    anna.click("lessons-page-back")
    assert anna.page == "start-page"
    assert anna.see("lessons-offer") is None
    assert load(anna.home)[0].lessons_offered


def test_a_person_who_declines_lessons_is_not_asked_again(person) -> None:
    anna = person("Anna")
    anna.click("lessons-offer-no")
    assert anna.page == "start-page"
    assert anna.see("lessons-offer") is None
    assert load(anna.home)[0].lessons_offered


def test_a_lesson_continues_where_it_was_left(person) -> None:
    anna = person("Anna")
    anna.click("start-learn")
    assert "minutes" in anna.text(f"{FIRST}-state")
    anna.click(f"{FIRST}-begin")
    for _ in range(3):
        anna.click("lesson-next")
    anna.click("leave")
    quit_(anna)
    anna = person("Anna")
    anna.click("start-learn")
    assert "step 4" in anna.text(f"{FIRST}-state")
    anna.click(f"{FIRST}-begin")
    assert shown(anna).course.at == 3


def test_a_finished_lesson_stays_finished_and_leads_to_a_short_game_and_then_to_a_whole_one(person) -> None:
    anna = person("Anna")
    anna.window.lessons.learn("big-boss/first", 0)
    course = shown(anna).course
    shown(anna).go(len(course.lesson.steps) - 1)
    assert load(anna.home)[0].lessons == {"big-boss/first": FINISHED}
    shown(anna).go(2)
    assert load(anna.home)[0].lessons == {"big-boss/first": FINISHED}
    shown(anna).go(len(course.lesson.steps) - 1)
    anna.click("lesson-next")
    assert "about 5 turns each" in anna.text("short-text")
    anna.click("short-begin")
    short = anna.window.pages.currentWidget()
    assert isinstance(short, ShortGame)
    table = wait(lambda: short.table, "for the table")
    assert (table.game, [seat.kind for seat in table.seats]) == ("big-boss", ["person", "bot"])
    assert table.seats[1].level == course.lesson.practice.bot == "page"
    assert table.frame.top.buttons["ask-hint"].isEnabled()
    assert anna.find("tip").isVisible(), "the figures are explained in the first turn"
    assert "began without you" in "".join(table.frame.talk.log.lines())
    anna.window.restyle()  # the desktop turns dark: the game goes on
    assert anna.window.pages.currentWidget() is short
    bot, chance = new_bot("big-boss", "page"), chance_of(1)
    with unpainted(short):
        while table.position.result is None:
            wait(lambda: table.turn is not None or table.position.result is not None, "for the bot")
            while table.turn is not None and table.turn.open:
                table.want(bot.choose(table.turn.state.copy(), Looks(100), chance))
            table.confirm()
        anna.click("scoring-skip")
    assert anna.text("result-rematch") == "Play a whole game"
    assert list(anna.home.rglob("*.alarife")) == []
    anna.click("result-rematch")
    whole = wait(lambda: anna.window.pages.currentWidget() if anna.page == "table-window" else None, "for the whole game")
    assert isinstance(whole, TableWindow)
    assert (whole.game, whole.seats[1].level) == ("big-boss", "page")
    assert len(list(anna.home.rglob("*.alarife"))) == 1


def test_leaving_the_short_game_leads_back_to_the_lessons(person) -> None:
    anna = person("Anna")
    anna.window.lessons.learn("torres/first", 99)
    anna.click("lesson-next")
    anna.click("short-begin")
    anna.click("leave")
    assert anna.page == "lessons-page"


def test_a_person_who_is_called_like_a_bot_is_told_apart_from_it(person) -> None:
    zahra = person("Zahra")
    zahra.window.pages.show_puzzles()
    zahra.click("puzzles-big-boss-begin")
    puzzle = zahra.window.pages.currentWidget()
    assert isinstance(puzzle, PuzzleWindow)
    said = puzzle.frame.standing.findChild(QWidget, "standing-lines").accessibleName()
    assert "Zahra 2 " in said
    assert said.count("Zahra") == 2
    zahra.click("leave")
    zahra.window.lessons.learn("big-boss/first", 99)
    assert zahra.find("player-0").accessibleName().startswith("Zahra 2")
    assert zahra.find("player-1").accessibleName().startswith("Zahra,")
    zahra.click("lesson-next")
    zahra.click("short-begin")
    short = zahra.window.pages.currentWidget()
    assert isinstance(short, ShortGame)
    assert wait(lambda: short.table, "for the table").names == ("Zahra 2", "Zahra")


def test_a_short_game_that_is_damaged_is_named_in_a_notice(person, monkeypatch, tmp_path) -> None:
    folder = tmp_path / "lessons" / "big-boss"
    folder.mkdir(parents=True)
    whole = json.loads((lessons.LESSONS / "big-boss" / "first.json").read_text("utf-8"))
    whole["scenes"]["late"]["moves"][7:] = ["play 72"]
    (folder / "first.json").write_text(json.dumps(whole), "utf-8")
    monkeypatch.setattr(lessons, "LESSONS", tmp_path / "lessons")
    anna = person("Anna")
    anna.window.lessons.learn("big-boss/first", 99)
    anna.click("lesson-next")
    wait(lambda: anna.page == "lessons-page", "for the list of lessons")
    assert "first.json" in anna.text("notice-text")


def test_lessons_from_the_help_of_a_running_game_and_back_to_it(person) -> None:
    anna = person("Anna")
    anna.window.play_at_once("big-boss", 2, "random")
    wait(lambda: anna.page == "table-window", "for the table")
    table = anna.window.pages.currentWidget()
    anna.click("help")
    anna.click("help-lessons")
    assert anna.page == "lessons-page"
    anna.click("lessons-page-back")
    assert anna.window.pages.currentWidget() is table
    anna.click("help")
    anna.click("help-lessons")
    anna.click(f"{FIRST}-begin")
    shown(anna).go(99)
    assert anna.text("lesson-next") == "Back to the table"
    anna.click("lesson-next")
    assert anna.window.pages.currentWidget() is table


def test_a_table_that_closes_behind_a_lesson_closes_the_lesson(person) -> None:
    anna = person("Anna")
    anna.window.play_at_once("big-boss", 2, "random")
    wait(lambda: anna.page == "table-window", "for the table")
    anna.window.lessons.learn("big-boss/first")
    anna.bridge.node.leave()
    wait(lambda: anna.page == "start-page", "for the start page")
    assert anna.window.lessons.shown is None


def test_the_theme_can_change_during_a_lesson(person) -> None:
    anna = person("Anna")
    anna.window.lessons.learn("big-boss/first", 2)
    anna.window.restyle()
    assert shown(anna).course.at == 2


@pytest.mark.parametrize("kept", [{"big-boss/first": "x"}, ["big-boss/first"], {"big-boss/first": -7}, 3])
def test_damaged_progress_loses_nothing_but_the_progress(person, home, kept: object) -> None:
    folder = home / "Anna"
    folder.mkdir()
    (folder / "settings.json").write_text(json.dumps({"version": 1, "flat_view": True, "lessons": kept}), "utf-8")
    settings, problem = load(folder)
    assert (settings.lessons, settings.flat_view) == ({}, True)
    assert problem is not None
    anna = person("Anna")
    anna.click("start-learn")
    assert "not started" in anna.text(f"{FIRST}-state")


def test_progress_beyond_a_lesson_starts_it_over(person, home) -> None:
    """A lesson may have fewer steps than it had when the person left it."""
    folder = home / "Anna"
    folder.mkdir()
    (folder / "settings.json").write_text(
        json.dumps({"version": 1, "lessons": {"big-boss/first": 900, "gone/away": 3}}), "utf-8"
    )
    anna = person("Anna")
    anna.click("start-learn")
    anna.click(f"{FIRST}-begin")
    assert shown(anna).course.at == 0


def test_a_damaged_lesson_is_named_in_the_list_and_in_a_notice(person, monkeypatch, tmp_path) -> None:
    folder = tmp_path / "lessons" / "big-boss"
    folder.mkdir(parents=True)
    (folder / "first.json").write_text("{", "utf-8")
    whole = json.loads((lessons.LESSONS / "big-boss" / "mergers.json").read_text("utf-8"))
    whole["scenes"]["near"]["moves"] = ["play 72"]
    (folder / "mergers.json").write_text(json.dumps(whole), "utf-8")
    monkeypatch.setattr(lessons, "LESSONS", tmp_path / "lessons")
    anna = person("Anna")
    anna.click("start-learn")
    assert "cannot be read" in anna.text(f"{FIRST}-problem")
    anna.click("lesson-big-boss-mergers-begin")
    assert anna.page == "lessons-page"
    assert "mergers.json" in anna.text("notice-text")
