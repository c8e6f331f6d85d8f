"""Random games, move for move by the engine and by the naive Alcazar: the same moves, money, buildings, scores and ranks."""

from __future__ import annotations

from typing import Any

import pytest

from rules.alcazar.state import AlcazarState
from tests.rules.alcazar.naive import NaiveAlcazar
from tests.rules.alcazar.table import begin
from tests.rules.big_boss.naive import play_both
from tests.rules.big_boss.table import DATA
from tests.rules.dealing import Dealer

WEIGHTS: dict[str, dict[str, float]] = {
    "as it comes": {"withdraw": 0.3, "buy-card": 0.5, "buy-pile": 0.5, "castle": 2, "bridge": 3},
    "bridges": {"withdraw": 0.2, "play": 0.3, "buy-card": 0.1, "buy-pile": 0.1, "baron": 4, "bridge": 20, "move": 0.2},
    "towers": {"withdraw": 0.1, "buy-card": 0.1, "buy-pile": 0.1, "buy-tower": 3, "play-tower": 4, "bridge": 1, "baron": 3},
    "to the last card": {"withdraw": 0.05, "buy-card": 4, "buy-pile": 4, "castle": 0.1, "grande": 40, "bridge": 0.01},
}
"""The weight with which each kind of move is chosen; 1 if not listed."""


def known(state: AlcazarState, naive: NaiveAlcazar) -> tuple[dict[str, Any], dict[str, Any]]:
    """Compare both models of the position, except for the crest that a castle has."""
    facts: Any = state.facts()
    names = sorted(set(naive.building.values()))
    engine = {
        "turn": facts["turn"],
        "money": state.money,
        "levels": facts["levels"],
        "buildings": sorted((each["cells"], each["value"], each["crest"] > 0) for each in facts["buildings"]),
        "nobles": facts["nobles"],
        "blocks": facts["blocks"],
        "scores": list(state.scores()),
        "end": facts["end"],
    }
    mirror = {
        "turn": -1 if naive.end else naive.turn,
        "money": naive.money,
        "levels": list(naive.heights.values()),
        "buildings": sorted((naive.cells(name), naive.value(name), name in naive.crests) for name in names),
        "nobles": [[place, *naive.nobles[place]] for place in sorted(naive.nobles)],
        "blocks": naive.blocks,
        "scores": naive.wealth(),
        "end": naive.end,
    }
    return engine, mirror


def naive_of(state: AlcazarState) -> NaiveAlcazar:
    return NaiveAlcazar(state.facts(), DATA["loop-board"]["fields"])


@pytest.mark.parametrize("seats", [2, 3, 4, 5])
@pytest.mark.parametrize("style", WEIGHTS)
def test_the_naive_alcazar_plays_the_same_games(style: str, seats: int) -> None:
    state = begin(seats, straight_founding="on" if seats % 2 else "off")
    play_both(state, naive_of, Dealer(seats), WEIGHTS[style], known)
