"""The puzzle rating, and what the program remembers about a person's puzzles."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from client.puzzles.making import WEAKEST, rating_of
from client.puzzles.puzzle import Puzzle
from client.puzzles.rating import FIRST, LEAST, MISSED, MOST, NEARLY, SOLVED, expected, rated
from client.puzzles.record import FILE, Record
from rules.contract import Move
from rules.message import message


def puzzle(name: str, rating: int) -> Puzzle:
    turn = (Move("draw"),)
    return Puzzle("burgenland", 1, {}, 2, 0, (), turn, 600, turn, 500, rating, 1, {}, name)


def test_a_result_between_equals_moves_the_rating_up_or_down_or_not_at_all() -> None:
    assert expected(1500, 1500) == 500
    assert expected(1500, 1900) == 91
    assert expected(1900, 1500) == 909
    assert rated(1500, 100, 1500, SOLVED) == 1510
    assert rated(1500, 100, 1500, NEARLY) == 1500
    assert rated(1500, 100, 1500, MISSED) == 1490


def test_the_steps_are_larger_while_little_is_known() -> None:
    gains = [rated(1200, tried, 1200, SOLVED) - 1200 for tried in (0, 6, 12, 50)]
    assert gains == sorted(gains, reverse=True)
    assert gains[0] > 2 * gains[-1]
    assert gains[2] == gains[3]


def test_a_rating_stays_within_limits() -> None:
    assert rated(MOST, 0, MOST, SOLVED) == MOST
    assert rated(LEAST, 0, LEAST, MISSED) == LEAST


def test_only_the_first_try_counts_and_a_solved_puzzle_stays_solved(tmp_path: Path) -> None:
    record, one = Record(tmp_path), puzzle("a", 1200)
    assert record.note(one, MISSED) < 0
    lower = record.rating
    assert record.note(one, SOLVED) == 0
    again = Record(tmp_path)
    assert (again.rating, again.tried, again.solved) == (lower, {one.id: MISSED}, {one.id})
    assert again.problem is None


def test_harder_puzzles_come_as_one_gets_better(tmp_path: Path) -> None:
    record = Record(tmp_path)
    stock = [puzzle(f"p{rating}", rating) for rating in range(1000, 2400, 50)]
    seen = []
    for _ in range(12):
        found = record.next_of(stock)
        assert found is not None
        seen.append(found.rating)
        record.note(found, SOLVED)
    assert seen[0] == FIRST
    assert max(seen) >= 1500
    assert len(set(seen)) == 12, "none comes twice while there are others"


def test_missed_puzzles_come_again_when_all_were_tried(tmp_path: Path) -> None:
    record, stock = Record(tmp_path), [puzzle("a", 1200), puzzle("b", 1300)]
    record.note(stock[0], MISSED)
    record.note(stock[1], SOLVED)
    assert record.next_of(stock) == stock[0]
    assert record.next_of(stock, but=stock[0].id) == stock[1]
    assert record.next_of([]) is None


def test_a_puzzle_is_harder_the_fewer_levels_solve_it() -> None:
    strengths = {"low": 0.0, "middle": 300.0, "high": 600.0}
    never, always = [0, 8], [8, 8]
    ratings = [
        rating_of(strengths, solved, 1400)
        for solved in (
            {"low": always, "middle": always, "high": always},
            {"low": [4, 8], "middle": always, "high": always},
            {"low": never, "middle": always, "high": always},
            {"low": never, "middle": never, "high": always},
            {"low": never, "middle": never, "high": never},
        )
    ]
    assert ratings == sorted(set(ratings))


def test_a_puzzle_that_a_level_solves_every_other_time_is_rated_about_as_that_level() -> None:
    solved = {"low": [1, 8], "middle": [4, 8], "high": [7, 8]}
    assert abs(rating_of({"low": 0.0, "middle": 300.0, "high": 600.0}, solved, WEAKEST + 300) - WEAKEST - 300) <= 10


def test_an_unmeasured_level_decides_nothing() -> None:
    solved = {"low": [4, 8], "new": [8, 8]}
    assert rating_of({"low": 0.0}, solved, 1300) == rating_of({"low": 0.0}, {"low": [4, 8]}, 1300)
    assert rating_of({}, solved, 1300) == 1300


@pytest.mark.parametrize(
    "content",
    [
        "",
        "[]",
        "nonsense",
        json.dumps({"puzzles": 1, "rating": "1200", "tried": {}, "solved": []}),
        json.dumps({"puzzles": 1, "rating": 99999, "tried": {}, "solved": []}),
        json.dumps({"puzzles": 1, "rating": 1200, "tried": {"a": 7}, "solved": []}),
        json.dumps({"puzzles": 1, "rating": 1200, "tried": {}, "solved": [1]}),
        "[" * 100_000,
    ],
)
def test_a_damaged_record_is_put_aside_with_a_sentence(tmp_path: Path, content: str) -> None:
    (tmp_path / FILE).write_text(content, "utf-8")
    record = Record(tmp_path)
    assert (record.rating, record.tried, record.solved) == (FIRST, {}, set())
    assert record.problem == message("puzzle.error.record", file=FILE, aside="puzzles.damaged-1.json")
    assert (tmp_path / "puzzles.damaged-1.json").read_text("utf-8") == content
    record.note(puzzle("a", 1200), SOLVED)
    assert Record(tmp_path).problem is None


def test_a_record_that_is_damaged_later_does_not_replace_the_one_set_aside_before(tmp_path: Path) -> None:
    for content in ("first", "second"):
        (tmp_path / FILE).write_text(content, "utf-8")
        Record(tmp_path).note(puzzle("a", 1200), SOLVED)
    kept = sorted(file.read_text("utf-8") for file in tmp_path.glob("puzzles*damaged*"))
    assert kept == ["first", "second"]


def test_a_record_that_cannot_be_set_aside_stays_until_it_can(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / FILE).write_text("held by another program", "utf-8")

    def held(*_: object) -> None:
        raise PermissionError(13, "Permission denied")

    with monkeypatch.context() as patch:
        for name in ("rename", "replace"):
            patch.setattr(f"client.puzzles.record.os.{name}", held)
        record = Record(tmp_path)
        assert record.problem is not None
        assert record.problem == message("puzzle.error.record.stays", file=FILE, why="Permission denied")
    with monkeypatch.context() as patch:
        patch.setattr("client.puzzles.record.os.rename", held)
        record.note(puzzle("a", 1200), SOLVED)
        assert (tmp_path / FILE).read_text("utf-8") == "held by another program"
    record.note(puzzle("b", 1200), SOLVED)
    assert Record(tmp_path).solved == {"burgenland/a", "burgenland/b"}
    assert (tmp_path / "puzzles.damaged-1.json").read_text("utf-8") == "held by another program"
