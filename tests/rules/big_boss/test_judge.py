"""The judge of the analysis: it knows each number of seats, whatever the levels play by."""

from __future__ import annotations

import json
from importlib.resources import files

import pytest

from rules.big_boss.features import NAMES
from rules.big_boss.game import BigBoss, steward
from rules.big_boss.learned import JUDGING, Learned
from rules.loop.learned import read_weights
from rules.search.turns import Patience
from tests.rules.big_boss.table import Table

BOTS = files("resources").joinpath("bots")
DATA = {name: json.loads(BOTS.joinpath(f"{name}.json").read_text("utf-8")) for name in BigBoss.bot_data}
JUDGE = BigBoss.judge(DATA)


def under_way(seats: int) -> Table:
    """A table with two castles and a noble."""
    table = Table(seats=seats, hands={0: [8, 30]})
    table.castle(2, (2, 3, 1, 1), stone=2)
    table.castle(40, (2, 2, 1))
    table.noble(3, 0)
    return table


@pytest.mark.parametrize("seats", BigBoss.seats)
def test_the_turns_of_the_steward_are_considered(seats: int) -> None:
    state = under_way(seats).state
    assert JUDGE.turns(state, Patience()) == Learned(steward(DATA), sensible=True).turns(state, Patience())


def test_a_position_of_two_is_valued_as_the_steward_values_it() -> None:
    state = under_way(2).state
    assert JUDGE.worth(state, 0) == Learned(steward(DATA)).worth(state, 0)


@pytest.mark.parametrize("seats", [3, 4, 5])
def test_a_position_of_more_is_valued_by_weights_for_their_number(seats: int) -> None:
    state, values = under_way(seats).state, read_weights(DATA[JUDGING], NAMES)
    assert JUDGE.worth(state, 0) == Learned({seats: values[seats]}).worth(state, 0)
    assert JUDGE.worth(state, 0) != Learned(steward(DATA)).worth(state, 0)


def test_the_weights_of_the_judge_have_their_origin() -> None:
    for seats in (3, 4, 5):
        origin = DATA[JUDGING]["seats"][str(seats)]["origin"]
        assert origin["games"] > 0
        assert 0 < origin["error"] < origin["equal"]
    assert len(DATA[JUDGING]["commit"]) >= 7


def test_the_game_that_is_left_shrinks_with_the_blocks() -> None:
    table = under_way(3)
    before = JUDGE.left(table.state)
    table.blocks(20)
    assert 1000 > before > JUDGE.left(table.state) > 0
    table.blocks(0)
    assert JUDGE.left(table.state) == 0
