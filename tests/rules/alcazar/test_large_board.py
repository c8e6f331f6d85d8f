"""A corrected data file may describe a larger board: no size is written into the rules."""

from __future__ import annotations

import copy
import random

import pytest

from rules.alcazar.game import Alcazar
from rules.alcazar.state import AlcazarState
from rules.contract import complete_options
from tests.rules.big_boss.table import DATA
from tests.rules.dealing import Dealer

AWAY = 9
"""The number of columns and rows by which the loop is moved: most gaps then have numbers above 160."""


@pytest.mark.parametrize("seed", range(3))
def test_a_game_on_a_board_of_four_hundred_cells(seed: int) -> None:
    data = copy.deepcopy(DATA)
    board = data["loop-board"]
    board.update(columns=20, rows=20, fields=[[x + AWAY, y + AWAY] for x, y in board["fields"]])
    state = Alcazar.start(2, complete_options(Alcazar, {}), data)
    assert isinstance(state, AlcazarState)
    assert state.board.cells == 400
    chance, dealer = random.Random(seed), Dealer(seed)
    named = 0
    dealer.deal(state)
    while state.turn is not None:
        moves = state.moves()
        far = [move for move in moves if move.args and max(move.args) > 160]
        for move in far:
            assert state.why_not(move) is None
        state.play(chance.choice(far or moves))
        named += bool(far)
        dealer.deal(state)
    assert state.problems() == []
    assert state.result is not None
    assert named
