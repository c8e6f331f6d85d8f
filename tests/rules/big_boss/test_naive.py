"""Random games, move for move by the engine and by the naive Big Boss: the same moves, money, buildings, scores and ranks."""

from __future__ import annotations

from typing import Any

import pytest

from rules.big_boss.state import BigBossState
from tests.rules.big_boss.naive import Naive, play_both
from tests.rules.big_boss.table import DATA, begin
from tests.rules.dealing import Dealer

WEIGHTS: dict[str, dict[str, float]] = {
    "as it comes": {"withdraw": 0.3, "buy-card": 0.5, "buy-pile": 0.5, "castle": 2},
    "many castles": {"withdraw": 0.05, "buy-card": 0.2, "buy-pile": 0.2, "buy-tower": 0.2, "castle": 9},
    "few castles": {"withdraw": 0.5, "castle": 0.05, "baron": 4, "grande": 4},
    "to the last card": {"withdraw": 0.01, "buy-card": 4, "buy-pile": 4, "buy-tower": 0.01, "castle": 0.01, "grande": 40},
}
"""The weight with which each kind of move is chosen; 1 if not listed."""


def known(state: BigBossState, naive: Naive) -> tuple[dict[str, Any], dict[str, Any]]:
    """Compare both models of the position."""
    facts: Any = state.facts()
    engine = {
        "turn": facts["turn"],
        "money": state.money,
        "levels": facts["levels"],
        "buildings": sorted((each["cells"], each["value"], each["crest"]) for each in facts["buildings"]),
        "nobles": facts["nobles"],
        "blocks": facts["blocks"],
        "pile": facts["pile"],
        "row": sorted(facts["market"]),
        "wealth": list(state.scores()),
        "end": facts["end"],
    }
    names = sorted(set(naive.building.values()))
    mirror = {
        "turn": -1 if naive.end else naive.turn,
        "money": naive.money,
        "levels": list(naive.heights.values()),
        "buildings": sorted((naive.cells(name), naive.value(name), naive.crests.get(name, 0)) for name in names),
        "nobles": [[field, *naive.nobles[field]] for field in sorted(naive.nobles)],
        "blocks": naive.blocks,
        "pile": naive.pile,
        "row": sorted(naive.row),
        "wealth": naive.wealth(),
        "end": naive.end,
    }
    return engine, mirror


def naive_of(state: BigBossState) -> Naive:
    return Naive(state.facts(), DATA["loop-board"]["fields"])


@pytest.mark.parametrize("seats", [2, 3, 4, 5])
@pytest.mark.parametrize("style", WEIGHTS)
def test_the_naive_big_boss_plays_the_same_games(style: str, seats: int) -> None:
    for seed in range(2):
        play_both(begin(seats), naive_of, Dealer(seed), WEIGHTS[style], known)
