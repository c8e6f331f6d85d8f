"""The reach of knights is remembered while the board around them stays the same; it always equals a fresh computation."""

from __future__ import annotations

import pytest

from rules.torres.land import Land, Reach
from rules.torres.state import TorresState
from tests.contract.settings import Setting
from tests.contract.table import Table


def masks(reach: Reach) -> tuple[int, int, int]:
    return reach.moves, reach.entries, reach.relies


def anew(land: Land, cell: int) -> Reach:
    """The reach from a cell on a board that remembers nothing."""
    twin = land.copy()
    twin.forget()
    return twin.reach(cell)


@pytest.mark.parametrize("mode", ["base", "master"])
@pytest.mark.parametrize("gates", ["free", "sinking", "storey"])
def test_a_remembered_reach_equals_a_fresh_one(gates: str, mode: str) -> None:
    table = Table(Setting("torres", 2, (("gates", gates), ("mode", mode))), 7)
    kept = 0
    for _ in table.run():
        state = table.state
        assert isinstance(state, TorresState)
        for cell, reach in enumerate(state.land.known_reach):
            if reach is not None:
                kept += 1
                assert masks(reach) == masks(anew(state.land, cell))
    assert kept, "something stays known from one move to the next"
