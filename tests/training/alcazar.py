"""Learns the weights of Alcazar from self-play."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from rules.alcazar import features
from rules.alcazar.game import Alcazar
from rules.alcazar.learned import Learned
from rules.alcazar.state import AlcazarState
from rules.loop.learned import SHARES
from rules.loop.lookahead import OneTurn

GAME = "alcazar"
NAMES = features.NAMES
NOISE = 200
"""Hundredths of a point by which a player in training may misjudge a turn, so that the games differ."""

GROUPS = ["3,4,5", "2<3"]
"""Two seats begin with what three have learned."""

CHANGE = 0.4
"""By so many points the evolution strategy changes the turns of a choice with each weight (standard deviation)."""

WIN = 10.0
"""What a win is worth beside the lead to the evolution strategy, in points."""

COMPARES = True
"""A generation learns from what its mistakes have cost."""

_THOUGHT = {"points": 1.0, "money": 0.02, "rising": 0.45, "tower-lift": 0.45}
_THOUGHT_EARLY = {"bridge": 0.3, "near-bridge": 0.2, "cards": 0.12, "towers": 0.4, "working-money": 0.04}
PRIOR = [_THOUGHT.get(name, 0.0) for name in NAMES] + [_THOUGHT_EARLY.get(name, 0.0) for name in NAMES]
"""The greedy bot's judgement of the features: the weights that learning begins with."""


def first() -> OneTurn:
    """The player of the first generation."""
    return Learned({seats: [round(1000 * weight) for weight in PRIOR] for seats in Alcazar.seats})


def learned(weights: Mapping[int, Sequence[int]]) -> OneTurn:
    """The player of a later generation."""
    return Learned(weights)


def row(state: AlcazarState, seat: int) -> tuple[list[float], float]:
    """The features in their own units, and the part of the game that is left."""
    return [value / SHARES for value in features.features(state, seat)], features.left(state) / features.WHOLE


def outcome(state: AlcazarState, seat: int) -> float:
    """The target of the regression: the final margin over the average of the others, in victory points."""
    scores = state.scores()
    return scores[seat] - (sum(scores) - scores[seat]) / (state.seats - 1)
