"""The judge of the analysis: it knows each number of seats, whatever the levels play by."""

from __future__ import annotations

import json
from importlib.resources import files

import pytest

from rules.big_boss.features import NAMES
from rules.big_boss.game import WEIGHTS, BigBoss
from rules.big_boss.learned import Learned
from rules.loop.learned import read_weights
from tests.rules.big_boss.table import Table

CONTENT = json.loads(files("resources").joinpath("bots", "big-boss.json").read_text("utf-8"))


def under_way(seats: int) -> Table:
    """A table with two castles and a noble."""
    table = Table(seats=seats, hands={0: [8, 30]})
    table.castle(2, (2, 3, 1, 1), stone=2)
    table.castle(40, (2, 2, 1))
    table.noble(3, 0)
    return table


@pytest.mark.parametrize("seats", BigBoss.seats)
def test_a_position_is_judged_by_the_weights_of_its_number_of_seats(seats: int) -> None:
    judge = BigBoss.judge({WEIGHTS: CONTENT})
    assert judge is not None
    state, weights = under_way(seats).state, read_weights(CONTENT, NAMES)
    assert judge.worth(state, 0) == Learned({seats: weights[seats]}).worth(state, 0)
    if seats > 2:
        assert judge.worth(state, 0) != Learned({seats: weights[2]}).worth(state, 0)


def test_the_game_that_is_left_shrinks_with_the_blocks() -> None:
    table = under_way(3)
    judge = BigBoss.judge({WEIGHTS: CONTENT})
    before = judge.left(table.state)
    table.blocks(20)
    assert 1000 > before > judge.left(table.state) > 0
    table.blocks(0)
    assert judge.left(table.state) == 0
