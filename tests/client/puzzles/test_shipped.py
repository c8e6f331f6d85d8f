"""Every puzzle of the program can be played, and its answer is the best turn."""

from __future__ import annotations

import json

import pytest

from client.analysis.mind import mind_of
from client.puzzles.puzzle import DIFFICULTIES, Puzzle, read
from client.puzzles.shelf import SHIPPED, stock
from rules.registry import games
from rules.search.analysis import QUICK, Analysis, shown
from rules.search.chance import Chance
from rules.search.puzzles import SAME

PUZZLES = stock(None).puzzles

GAMES = sorted(folder.name for folder in SHIPPED.iterdir() if folder.is_dir())
"""The games with puzzles."""

LEAST = 6
"""The number of puzzles for each game."""

SLACK = 30
"""Thousandths of a chance by which a quick search may err."""


def test_each_game_has_puzzles_of_three_difficulties() -> None:
    assert {"alcazar", "big-boss", "burgenland", "torres"} <= set(GAMES) <= set(games())
    for game in GAMES:
        found = [puzzle for puzzle in PUZZLES if puzzle.game == game]
        assert len(found) >= LEAST, game
        assert {puzzle.difficulty for puzzle in found} == set(DIFFICULTIES), game
        easy, medium, hard = ([one.rating for one in found if one.difficulty == level] for level in DIFFICULTIES)
        assert max(easy) <= min(medium)
        assert max(medium) <= min(hard)
    assert not stock(None).problems


def test_the_answers_won_more_games_to_the_end() -> None:
    for puzzle in PUZZLES:
        assert puzzle.ends is not None, puzzle.id
        assert puzzle.ends.games >= 200
        assert puzzle.ends.best - puzzle.ends.second >= 50, puzzle.id


def test_the_files_are_small() -> None:
    assert sum(file.stat().st_size for file in SHIPPED.rglob("*.json")) < 400_000


def test_no_puzzle_holds_what_its_seat_cannot_know() -> None:
    for puzzle in PUZZLES:
        view = puzzle.view()
        assert view.facts() == view.view(puzzle.seat).facts()
    hidden = {puzzle.game for puzzle in PUZZLES if puzzle.view().unseen()}
    assert hidden >= {"alcazar", "big-boss", "burgenland"}


def test_each_puzzle_names_its_origin() -> None:
    for puzzle in PUZZLES:
        origin = puzzle.origin
        assert origin["game"] == "bots"
        assert isinstance(origin["seed"], int)
        assert len(origin["commit"]) >= 7
        assert origin["search"]["margin"] <= puzzle.gap


@pytest.mark.parametrize("game", GAMES)
def test_the_answer_is_the_best_that_a_quick_search_finds(game: str) -> None:
    for puzzle in PUZZLES:
        if puzzle.game == game:
            _check(read(SHIPPED / game / f"{puzzle.name}.json"))


def _check(puzzle: Puzzle) -> None:
    view = puzzle.view()
    assert shown(view, puzzle.answer) is not None
    analysis = Analysis(*mind_of(puzzle.game, puzzle.seats), QUICK)
    others = analysis.choices(view, 6)
    rows = analysis.weighed(view, [puzzle.answer, puzzle.second, *others], 4, Chance(7))
    means = [sum(row) // len(row) for row in rows]
    assert means[0] >= max(means) - SAME - SLACK, puzzle.id
    assert means[0] - means[1] > puzzle.gap // 3, puzzle.id


def test_the_files_are_written_as_the_program_writes_them() -> None:
    for puzzle in PUZZLES:
        file = SHIPPED / puzzle.game / f"{puzzle.name}.json"
        assert json.loads(file.read_text("utf-8")) == json.loads(json.dumps(puzzle.record()))
