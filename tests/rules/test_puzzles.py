"""The last proof of a puzzle: after the answer, more games are won to the end than after the second-best turn."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import cycle

import pytest

from client.analysis.mind import mind_of
from client.puzzles.making import ENDS
from client.puzzles.shelf import stock
from rules.contract import digest_of
from rules.search import puzzles
from rules.search.analysis import QUICK, Analysis, Stopped
from rules.search.chance import Chance
from rules.search.puzzles import PARTS, WINS, Search, liked, played_on, verified
from rules.search.turns import Looks, Turn

SHIPPED = stock(None).puzzles
BURGENLAND = [puzzle for puzzle in SHIPPED if puzzle.game == "burgenland"]  # its games are the shortest
SMALL = Search(turns=8, worlds=8, rounds=1, games=PARTS)


def judge_of(puzzle):
    return mind_of(puzzle.game, puzzle.seats)[0]


def test_puzzles_of_games_that_are_played_to_the_end_say_so() -> None:
    assert {puzzle.game for puzzle in SHIPPED} == ENDS.keys()
    assert all(puzzle.origin["search"]["games"] >= 200 for puzzle in SHIPPED if puzzle.game in ENDS)


def test_the_answers_win_more_often() -> None:
    """In a few games each, all puzzles together, in other worlds than those of the proof."""
    gaps = []
    for puzzle in BURGENLAND:
        won = [played_on(judge_of(puzzle), puzzle.view(), turn, 10, 77) for turn in (puzzle.answer, puzzle.second)]
        gaps.append(won[0] - won[1])
    assert sum(gaps) / len(gaps) > WINS


def test_equal_seeds_give_equal_games() -> None:
    puzzle = BURGENLAND[0]
    judge, view = judge_of(puzzle), puzzle.view()
    before = digest_of(view.facts())
    first = played_on(judge, view, puzzle.answer, 6, 5, 60)
    assert first == played_on(judge, view, puzzle.answer, 6, 5, 60)
    assert 0 <= first <= 1000
    assert digest_of(view.facts()) == before, "the position stays as it is"


def test_without_time_it_stops() -> None:
    puzzle = BURGENLAND[0]
    with pytest.raises(Stopped):
        played_on(judge_of(puzzle), puzzle.view(), puzzle.answer, 6, 5, budget=Looks(0))


@pytest.mark.parametrize(("won", "found"), [((500, 500), False), ((500, 500 - WINS + 1), False), ((500, 500 - WINS), True)])
def test_an_answer_that_does_not_win_more_often_is_no_puzzle(won, found, monkeypatch) -> None:
    told = cycle(won)
    monkeypatch.setattr(puzzles, "played_on", lambda *_given: next(told))
    puzzle = next(puzzle for puzzle in BURGENLAND if puzzle.name == "3-2273f1d6")
    analysis = Analysis(*mind_of(puzzle.game, puzzle.seats), QUICK)
    seed = int(digest_of(puzzle.view().facts())[:12], 16)
    result = verified(analysis, puzzle.view(), seed, search=SMALL)
    assert (result is not None) == found


def test_the_proof_gives_up_early(monkeypatch) -> None:
    asked: list[Sequence[object]] = []
    monkeypatch.setattr(puzzles, "played_on", lambda *given: asked.append(given) or 500)
    puzzle = next(puzzle for puzzle in BURGENLAND if puzzle.name == "3-2273f1d6")
    analysis = Analysis(*mind_of(puzzle.game, puzzle.seats), QUICK)
    seed = int(digest_of(puzzle.view().facts())[:12], 16)
    assert verified(analysis, puzzle.view(), seed, search=SMALL) is None
    assert len(asked) == 2, "after both turns, and in one part only"


def test_who_misjudges_plays_other_turns_at_times_but_no_bad_ones() -> None:
    turns = [Turn((), worth) for worth in (100, 90, 40)]
    assert all(liked(turns, 0, Chance(seed)) is turns[0] for seed in range(20))
    played = {liked(turns, 20, Chance(seed)).worth for seed in range(200)}
    assert played == {100, 90}
