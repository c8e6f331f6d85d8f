"""The last proof of a puzzle: after the answer, more games are won to the end than after the second-best turn."""

from __future__ import annotations

import pytest

from client.analysis.mind import mind_of
from client.puzzles.making import ENDS
from client.puzzles.shelf import stock
from rules.contract import digest_of
from rules.search import puzzles
from rules.search.analysis import QUICK, Analysis, Stopped
from rules.search.puzzles import WINS, Search, played_on, verified
from rules.search.turns import Looks

PROVED = [puzzle for puzzle in stock(None).puzzles if ENDS.get(puzzle.game)]
SMALL = Search(turns=8, worlds=8, rounds=1, games=1)


def judge_of(puzzle):
    return mind_of(puzzle.game, puzzle.seats)[0]


def test_puzzles_of_games_that_are_played_to_the_end_say_so() -> None:
    assert PROVED
    for puzzle in PROVED:
        assert puzzle.origin["search"]["games"] == ENDS[puzzle.game]


def test_the_answers_win_more_often() -> None:
    """In a few games each, all puzzles together, in other worlds than those of the proof."""
    gaps = []
    for puzzle in PROVED:
        won = [played_on(judge_of(puzzle), puzzle.view(), turn, 10, 77) for turn in (puzzle.answer, puzzle.second)]
        gaps.append(won[0] - won[1])
    assert sum(gaps) / len(gaps) > WINS


def test_equal_seeds_give_equal_games() -> None:
    puzzle = PROVED[0]
    judge, view = judge_of(puzzle), puzzle.view()
    before = digest_of(view.facts())
    first = played_on(judge, view, puzzle.answer, 6, 5)
    assert first == played_on(judge, view, puzzle.answer, 6, 5)
    assert 0 <= first <= 1000
    assert digest_of(view.facts()) == before, "the position stays as it is"


def test_without_time_it_stops() -> None:
    puzzle = PROVED[0]
    with pytest.raises(Stopped):
        played_on(judge_of(puzzle), puzzle.view(), puzzle.answer, 6, 5, Looks(0))


@pytest.mark.parametrize(("won", "found"), [((500, 500), False), ((500, 500 - WINS + 1), False), ((500, 500 - WINS), True)])
def test_an_answer_that_does_not_win_more_often_is_no_puzzle(won, found, monkeypatch) -> None:
    told = iter(won)
    monkeypatch.setattr(puzzles, "played_on", lambda *_given: next(told))
    puzzle = next(puzzle for puzzle in PROVED if puzzle.name == "3-2273f1d6")
    analysis = Analysis(*mind_of(puzzle.game, puzzle.seats), QUICK)
    seed = int(digest_of(puzzle.view().facts())[:12], 16)
    result = verified(analysis, puzzle.view(), seed, search=SMALL)
    assert (result is not None) == found
