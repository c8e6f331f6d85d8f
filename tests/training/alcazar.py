"""Learns the weights of Alcazar from self-play."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from rules.alcazar import features
from rules.alcazar.game import playing
from rules.alcazar.learned import HOARD, PLENTY, Learned
from rules.alcazar.state import AlcazarState
from rules.loop.learned import SHARES
from rules.loop.lookahead import OneTurn

NAMES = features.NAMES

CHANGE = 0.4
"""By so many points the evolution strategy changes the turns of a choice with each weight (standard deviation)."""

WIN = 10.0
"""What a win is worth beside the lead to the evolution strategy, in points."""

SLIP = 800
"""By how much those may misjudge a turn from whose games the judge learns, in the unit of the levels' weights."""

_THOUGHT = {"points": 1.0, "money": 0.02, "rising": 0.45, "tower-lift": 0.45}
_THOUGHT_EARLY = {"bridge": 0.3, "near-bridge": 0.2, "cards": 0.12, "towers": 0.4, "working-money": 0.04}
PRIOR = [_THOUGHT.get(name, 0.0) for name in NAMES] + [_THOUGHT_EARLY.get(name, 0.0) for name in NAMES]
"""The greedy bot's judgement of the features: the weights that learning begins with."""


def learned(weights: Mapping[int, Sequence[int]]) -> OneTurn:
    """The player that judges by weights."""
    return Learned(weights)


def players(data: Mapping[str, object]) -> list[OneTurn]:
    """Those who play the games from whose winners the judge learns: one hoards cards, the other does not."""
    weights = playing(data)
    return [Learned(weights, plenty=HOARD), Learned(weights, plenty=PLENTY)]


def row(state: AlcazarState, seat: int) -> tuple[list[float], float]:
    """The features in their own units, and the part of the game that is left."""
    return [value / SHARES for value in features.features(state, seat)], features.left(state) / features.WHOLE
