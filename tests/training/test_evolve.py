"""The evolution strategy: it finds the way up, luck of the seat aside, and the same way however many processes play."""

from __future__ import annotations

import random
from multiprocessing import Pool

import pytest

from rules.registry import game as game_called
from tests.training.evolve import Plan, Result, Task, evolve, gain, gradient, play, spreads, subject_of
from tests.training.rows import PACE

GAMES = ("alcazar", "burgenland")


def by_hand(game: str) -> list[int]:
    return [round(PACE * weight) for weight in subject_of(game).PRIOR]


def test_a_seat_has_reached_its_lead_and_its_part_of_the_win() -> None:
    result = Result([30, 30, 24, 18], (0, 1))
    assert [result.share(seat) for seat in range(4)] == [0.5, 0.5, 0.0, 0.0]
    assert result.worth(0, win=10.0) == ((30 - 24) + (30 - 30)) / 2 + 5
    assert result.worth(3, win=10.0) == ((18 - 28) + (18 - 30)) / 2


@pytest.mark.parametrize("seats", [2, 3, 4, 5])
def test_the_gradient_tells_good_changes_from_bad_and_useless_ones(seats: int) -> None:
    chance = random.Random(seats)
    changes = [[[chance.gauss(0, 1) for _ in range(3)] for _ in range(seats)] for _ in range(4000 // seats)]
    results = []
    for table in changes:
        scores = [round(100 * (3 * seat[0] - 2 * seat[1])) for seat in table]
        scores[0] += 500  # whoever begins is better off
        results.append(Result(scores, (max(range(seats), key=scores.__getitem__),)))
    good, bad, useless = gradient(changes, results, win=0.0)
    assert good > 150
    assert bad < -100
    assert abs(useless) < 30


def test_a_partner_teaches_nothing_by_itself_but_is_played_against() -> None:
    """Its place is not changed, and a seat is compared with others of its place among as many partners."""
    chance = random.Random(7)
    changes: list[list[list[float] | None]] = []
    results = []
    for number in range(2000):
        own = chance.gauss(0, 1)
        changes.append([[own], None] if number % 2 else [[own], [chance.gauss(0, 1)]])
        scores = [round(100 * (0 if seat is None else seat[0])) + (900 if seat is None else 0) for seat in changes[-1]]
        results.append(Result(scores, (0,)))
    (slope,) = gradient(changes, results, win=0.0)
    assert 80 < slope < 120


@pytest.mark.parametrize("game", GAMES)
def test_equal_players_share_the_wins(game: str) -> None:
    weights = by_hand(game)
    for seats in (2, max(game_called(game).seats)):
        with Pool(1) as pool:
            assert gain(pool, game, weights, weights, seats, games=2 * seats) == pytest.approx(1.0)


@pytest.mark.parametrize("game", GAMES)
def test_a_game_ends_alike_each_time(game: str) -> None:
    task = Task(game, [by_hand(game)] * 2, "a name")
    result = play(task)
    assert play(task) == result
    assert play(task._replace(name="another name")) != result
    assert sum(result.share(seat) for seat in range(2)) == 1


def test_any_number_of_processes_learns_the_same() -> None:
    plan = Plan("burgenland", seats=2, generations=2, players=12, partners=True, seed=5)
    learned = []
    for processes in (1, 3):
        with Pool(processes) as pool:
            learned.append(evolve(pool, plan, by_hand("burgenland")))
    assert learned[0] == learned[1] != by_hand("burgenland")


def test_a_feature_that_turns_change_more_has_the_greater_spread() -> None:
    names = subject_of("burgenland").NAMES
    found = dict(zip(names, spreads("burgenland", by_hand("burgenland"), seats=2, seed=1), strict=False))
    assert found["start"] == 0, "no turn changes who begins"
    assert found["cards"] > found["jokers"] > 0
