"""Every lesson, played to its end by clicks on what it points at, in every language."""

from __future__ import annotations

import json
from functools import cache
from pathlib import Path

import pytest

from client.analysis.mind import mind_of
from client.lessons.course import Course
from client.lessons.lesson import FORMAT, LESSONS, ME, Lesson, LessonError, games_with_lessons, load, outlines, practice_of
from client.lessons.shortgame import ShortGame
from client.library.opponents import ladder
from client.messages import FALLBACK, catalogue, languages
from rules.contract import Move
from rules.registry import games
from rules.search.chances import chances
from tests.client.clicking import click_middle, shown, unpainted
from tests.client.lessons.learner import Learner, try_move
from tests.client.person import wait
from tests.training.endings import played

FILES = sorted(LESSONS.glob("*/*.json"))
IDS = [f"{file.parent.name}/{file.stem}" for file in FILES]


@cache
def lesson(file: Path) -> Lesson:
    return load(file)


@pytest.mark.parametrize("file", FILES, ids=IDS)
def test_every_choice_in_a_lesson_can_be_played(file: Path) -> None:
    assert load(file, every_way=True).outline.problem is None


def test_every_game_has_a_main_lesson_and_a_short_one() -> None:
    assert set(games_with_lessons()) <= set(games())
    for game in games_with_lessons():
        found = outlines(game)
        assert len(found) >= 2
        assert [one.place for one in found] == list(range(1, len(found) + 1))


@pytest.mark.parametrize("file", FILES, ids=IDS)
def test_a_lesson_is_played_to_its_end_by_clicking_what_it_points_at(styled, qtbot, file: Path) -> None:
    """In German, whose buttons are the longest; the other languages only have to fit beside the board."""
    learner = Learner(qtbot, lesson(file), "de")
    others = [language for language in languages() if language != "de"]
    course, panel = learner.course, learner.window.panel
    for step in course.lesson.steps:
        assert course.step == step
        assert learner.missing_marks() == []
        assert learner.cut_in_any(others) == [], step
        if step.do:
            assert not panel.next_button.isEnabled()
            assert panel.task.isVisible()
        learner.do()
        assert not step.do or learner.cut_in_any(others) == [], step
        assert panel.next_button.isEnabled()
        if step != course.lesson.steps[-1]:
            learner.click("lesson-next")
    with qtbot.waitSignal(learner.window.played):
        learner.click("lesson-next")
    short = ShortGame(course.lesson, learner.window.catalogue, learner.window.settings, "Maximiliane")
    shown(qtbot, short)
    wait(short.start_button.isEnabled, "for the short game")
    click_middle((short.start_button, short.start_button.rect()))
    table = wait(lambda: short.table)
    wait(lambda: table.turn is not None)
    try_move(table)


@pytest.mark.parametrize("file", FILES, ids=IDS)
def test_any_other_click_gets_a_reason_and_a_hint_and_changes_nothing(styled, qtbot, file: Path) -> None:
    """Everything that the step does not ask for, legal or not, leaves the lesson where it is."""
    learner = Learner(qtbot, lesson(file))
    course, panel = learner.course, learner.window.panel
    for number, step in enumerate(course.lesson.steps):
        learner.window.go(number)
        if not step.do or course.confirms:
            continue
        before, wanted = course.state.digest(), course.wanted()
        legal = next((move for move in course.view.moves() if move not in wanted), None)
        for move in (legal, Move("fly-away", (9, 9))):
            if move is not None:
                learner.window.want(move)
                assert panel.answer.text()
                assert panel.hint.text() == catalogue().text(f"lesson.{course.lesson.outline.key}.{step.name}.hint")
        learner.look()
        assert learner.cut() == [], step
        assert course.state.digest() == before
        assert course.wanted() == wanted


@pytest.mark.parametrize("file", FILES, ids=IDS)
def test_show_me_back_and_repeat(styled, qtbot, file: Path) -> None:
    """Nobody is ever stuck: Show me does each task, Repeat and Back lead to the same positions as before."""
    learner = Learner(qtbot, lesson(file))
    window, course = learner.window, learner.course
    with unpainted(window):
        for number, step in enumerate(course.lesson.steps):
            window.go(number)
            start = course.state.digest()
            for _ in step.do:
                learner.click("lesson-show")
            assert course.over
            if step.do:
                learner.click("lesson-repeat")
                assert (course.at, course.state.digest()) == (number, start)
        for number in range(course.at, 0, -1):
            assert course.at == number
            learner.click("lesson-back")
        assert not window.panel.back_button.isEnabled()


@pytest.mark.parametrize("file", FILES, ids=IDS)
def test_a_lesson_has_all_its_texts_and_no_others(file: Path) -> None:
    found = lesson(file)
    start = f"lesson.{found.outline.key}."
    wanted = {f"{start}title", f"{start}about"}
    for step in found.steps:
        wanted.add(start + step.name)
        wanted |= {f"{start}{step.name}.{part}" for part in ("task", "hint") if step.do}
    may = wanted | {f"{start}{step.name}.done" for step in found.steps if step.do}
    there = {key for key in catalogue(FALLBACK).templates if key.startswith(start)}
    assert wanted <= there <= may
    for language in languages():
        for key in there:
            assert len(catalogue(language).text(key)) <= 330, f"{language} {key}: one thing at a time"


@pytest.mark.parametrize("file", FILES, ids=IDS)
def test_a_main_lesson_takes_five_to_ten_minutes(file: Path) -> None:
    found = lesson(file)
    assert 6 <= len(found.steps) <= 26
    assert 3 <= found.outline.minutes <= 10
    assert sum(bool(step.do) for step in found.steps) * 2 >= len(found.steps), "the player does something in half of the steps"


@pytest.mark.parametrize("file", FILES, ids=IDS)
def test_the_short_game_is_short_and_open(file: Path) -> None:
    """Two easy bots end it within eight turns each, and before its first move nobody is far ahead."""
    found = lesson(file)
    game, practice = found.outline.game, found.practice
    assert practice.bot == ladder(games()[game])[0], "nobody learns a game from random moves"
    stand = practice_of(found)
    assert 350 <= chances(stand.state, *mind_of(game, stand.state.seats))[ME] <= 650
    for seed in (1, 2):
        turns = len(played(game, stand, [practice.bot] * stand.state.seats, seed).places)
        assert 3 <= turns <= 8
        assert abs(turns - practice.turns) <= 2, "the player is told about how many turns are left"


# -- damage -----------------------------------------------------------------------------------------------------------

GOOD = {
    "lesson": FORMAT,
    "place": 1,
    "minutes": 3,
    "scenes": {"start": {"seats": 2, "cards": [[8, 10, 12]], "lots": [0]}},
    "steps": [{"name": "one", "scene": "start"}, {"name": "two", "do": ["play 8", "villa"]}],
    "practice": {"scene": "start", "bot": "random", "turns": 3},
}


def changed(**entries: object) -> dict[str, object]:
    return {**GOOD, **entries}


def scene(**entries: object) -> dict[str, object]:
    return changed(scenes={"start": {"seats": 2, "cards": [[8, 10, 12]], "lots": [0], **entries}})


def steps(**entries: object) -> dict[str, object]:
    return changed(steps=[{"name": "one", "scene": "start"}, {"name": "two", **entries}])


DAMAGE = {
    "no JSON": ("{", "unreadable"),
    "no object": ([], "entry"),
    "another format": (changed(lesson=99), "format"),
    "no steps": (changed(steps=[]), "entry"),
    "steps of another kind": (changed(steps={"one": 1}), "entry"),
    "a step without a name": (changed(steps=[{"scene": "start"}]), "entry"),
    "a name that is no key": (changed(steps=[{"name": "One step", "scene": "start"}]), "entry"),
    "two steps of one name": (changed(steps=[{"name": "one", "scene": "start"}, {"name": "one"}]), "twice"),
    "no scene": (changed(steps=[{"name": "one"}]), "no-scene"),
    "a scene that is not there": (changed(steps=[{"name": "one", "scene": "later"}]), "scene"),
    "too many seats": (scene(seats=9), "rules"),
    "an option nobody knows": (scene(options={"tempo": "high"}), "rules"),
    "a card that is not in the box": (scene(cards=[[99]]), "deal"),
    "a card dealt twice": (scene(cards=[[8, 8]]), "deal"),
    "a lot out of reach": (scene(lots=[7]), "deal"),
    "cards that are no numbers": (scene(cards=[["ace"]]), "entry"),
    "moves that are no moves": (scene(moves=["?"]), "notation"),
    "a move that is not legal": (scene(moves=["play 9"]), "illegal"),
    "others who cannot do that": (steps(others=["castle 8"]), "illegal"),
    "a task that cannot be done": (steps(do=["play 9"]), "pattern"),
    "a task out of turn": (steps(others=["buy-pile"], do=["buy-pile"]), "pattern"),
    "a task without a way": (steps(do=[[]]), "entry"),
    "marks that are no words": (steps(marks=[8]), "entry"),
    "a short game from nowhere": (changed(practice={"scene": "late", "bot": "random", "turns": 3}), "scene"),
    "a bot that nobody knows": (changed(practice={"scene": "start", "bot": "oracle", "turns": 3}), "practice"),
    "a short game of unknown length": (changed(practice={"scene": "start", "bot": "random"}), "entry"),
}


def written(folder: Path, content: object) -> Path:
    file = folder / "big-boss" / "first.json"
    file.parent.mkdir(parents=True, exist_ok=True)
    file.write_text(content if isinstance(content, str) else json.dumps(content), "utf-8")
    return file


def test_the_undamaged_lesson_can_be_played(tmp_path: Path) -> None:
    assert len(load(written(tmp_path, GOOD)).steps) == 2


@pytest.mark.parametrize(("content", "kind"), DAMAGE.values(), ids=DAMAGE)
def test_a_damaged_lesson_gives_a_sentence(tmp_path: Path, content: object, kind: str) -> None:
    with pytest.raises(LessonError) as caught:
        load(written(tmp_path, content))
    assert caught.value.reason.key == f"lesson.error.{kind}"
    for language in languages():
        said = catalogue(language).text(caught.value.reason)
        assert "big-boss/first.json" in said
        assert "{" not in said.replace("{}", "")
        if caught.value.detail is not None:
            assert catalogue(language).has(caught.value.detail.key)


def test_a_choice_that_leads_nowhere_counts_as_damage(tmp_path: Path) -> None:
    """Every choice of a step is followed to the end."""
    ways = {"name": "two", "do": [["play 8", "buy-pile"]]}
    after = {"name": "three", "do": ["villa"]}
    content = changed(steps=[{"name": "one", "scene": "start"}, ways, after])
    file = written(tmp_path, content)
    with pytest.raises(LessonError) as caught:
        load(file, every_way=True)
    assert caught.value.reason.key == "lesson.error.pattern"
    course = Course(load(file), 1)  # somebody who plays it anyway is not stuck: the step begins where it is possible
    course.attempt(Move("buy-pile"))
    course.go_on()
    assert course.wanted() == [Move("villa")]


@pytest.mark.parametrize(("moves", "kind"), [(["play 9"], "illegal"), (["buy-pile"], "practice")])
def test_a_short_game_that_cannot_begin_gives_a_sentence(tmp_path: Path, moves: list[str], kind: str) -> None:
    """In the second case it is not the learner's turn."""
    late = {"seats": 2, "cards": [[8, 10, 12]], "lots": [0], "moves": moves}
    scenes = {"start": {"seats": 2, "cards": [[8, 10, 12]], "lots": [0]}, "late": late}
    file = written(tmp_path, changed(scenes=scenes, practice={"scene": "late", "bot": "random", "turns": 3}))
    with pytest.raises(LessonError) as caught:
        practice_of(load(file))
    assert caught.value.reason.key == f"lesson.error.{kind}"
    with pytest.raises(LessonError):
        load(file, every_way=True)


def test_a_file_that_is_missing_gives_a_sentence(tmp_path: Path) -> None:
    with pytest.raises(LessonError) as caught:
        load(tmp_path / "big-boss" / "none.json")
    assert caught.value.reason.key == "lesson.error.unreadable"
