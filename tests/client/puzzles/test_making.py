"""Puzzles are made from games between bots and from the player's own games, and making them can be stopped."""

from __future__ import annotations

import errno
from pathlib import Path

import pytest

from client.messages import catalogue, languages
from client.puzzles.making import ENDS, LIMITS, USUAL_LIMITS, between_bots, difficulty_of, of_file, puzzles_of
from client.puzzles.puzzle import PuzzleError, read
from client.puzzles.shelf import OWN, stock
from client.puzzles.work import Made, make
from net.deal.seeded import seed_of
from net.offline import record
from rules.contract import digest_of
from rules.search.puzzles import WINS
from rules.search.turns import Looks, Patience

SEED = 11


@pytest.fixture(scope="module", autouse=True)
def short_proofs():
    """Proofs with fewer games than players get, to save time."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setitem(ENDS, "burgenland", 80)
        yield


@pytest.fixture(scope="module")
def made(tmp_path_factory: pytest.TempPathFactory):
    """A game between bots of Burgenland and its first puzzle."""
    game = between_bots("burgenland", 2, SEED)
    return game, next(puzzles_of(game, most=1))


def test_equal_seeds_give_equal_games_and_puzzles(made) -> None:
    game, puzzle = made
    again = between_bots("burgenland", 2, SEED)
    assert [one.move for one in again.played] == [one.move for one in game.played]
    assert next(puzzles_of(again, most=1)).record() == puzzle.record()


def test_a_puzzle_shows_what_its_seat_has_seen_and_no_more(made) -> None:
    game, puzzle = made
    place = next(
        one for one in game.played if digest_of(one.state.view(puzzle.seat).facts()) == digest_of(puzzle.view().facts())
    )
    assert place.state.turn == puzzle.seat
    assert place.state.facts() != place.state.view(puzzle.seat).facts(), "there is something to hide"
    assert puzzle.chance - puzzle.other >= 60


def test_a_puzzle_says_what_its_proof_showed(made) -> None:
    _, puzzle = made
    assert puzzle.ends.games == ENDS["burgenland"]
    assert puzzle.ends.best - puzzle.ends.second >= WINS - 1, "but for rounding"


def test_the_players_own_game_becomes_puzzles_in_the_background(made, tmp_path: Path) -> None:
    game, _ = made
    file = tmp_path / "own.alarife"
    seed = seed_of(f"puzzles burgenland 2 {SEED}")
    last = record(file, "burgenland", {}, 2, seed, [(one.state.turn or 0, one.move) for one in game.played])
    assert last.result is not None
    parts: list[Made] = []
    result = make(parts.append, Patience(), file, tmp_path / OWN)
    assert result.problem is None
    assert result.done == 1000
    assert result.puzzles >= 1
    assert [part.done for part in parts] == sorted(part.done for part in parts)
    own = stock(tmp_path).of("own")
    assert len(own) == result.puzzles
    for puzzle in own:
        assert read(tmp_path / OWN / "burgenland" / f"{puzzle.name}.json", mine=True).mine


def test_making_stops_when_nobody_wants_it_any_more(made, tmp_path: Path) -> None:
    game, _ = made
    file = tmp_path / "own.alarife"
    seed = seed_of(f"puzzles burgenland 2 {SEED}")
    record(file, "burgenland", {}, 2, seed, [(one.state.turn or 0, one.move) for one in game.played])
    result = make(lambda part: None, Looks(50), file, tmp_path / OWN)
    assert result.problem is None
    assert result.done < 1000


def test_an_unfinished_game_gives_no_puzzles(made, tmp_path: Path) -> None:
    game, _ = made
    file = tmp_path / "open.alarife"
    moves = [(one.state.turn or 0, one.move) for one in game.played[:20]]
    record(file, "burgenland", {}, 2, seed_of(f"puzzles burgenland 2 {SEED}"), moves)
    result = make(lambda part: None, Patience(), file, tmp_path / OWN)
    assert result.problem is not None
    assert result.problem.key == "puzzle.none.running"
    with pytest.raises(PuzzleError):
        of_file(file)


def test_a_puzzle_that_cannot_be_saved_ends_the_making_with_a_whole_sentence(made, tmp_path: Path, monkeypatch) -> None:
    def full(*_: object) -> None:
        raise OSError(errno.ENOSPC, "No space left on device")

    monkeypatch.setattr("client.puzzles.making.of_file", lambda file: None)
    monkeypatch.setattr("client.puzzles.making.puzzles_of", lambda *_: iter([made[1]]))
    monkeypatch.setattr("client.puzzles.puzzle.write", full)
    result = make(lambda part: None, Patience(), tmp_path / "game.alarife", tmp_path / OWN)
    assert result.problem is not None
    for language in languages():
        assert catalogue(language).text(result.problem).endswith("No space left on device.")


def test_a_game_without_its_own_limits_uses_the_usual_ones() -> None:
    easy, hard = USUAL_LIMITS
    assert "quarry" not in LIMITS
    assert [difficulty_of("quarry", rating) for rating in (easy - 1, easy, hard - 1, hard)] == [1, 2, 2, 3]
