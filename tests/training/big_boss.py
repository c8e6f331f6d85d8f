"""Learns the weights of Das neue Big Boss from self-play."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from rules.big_boss import features
from rules.big_boss.bots import Greedy
from rules.big_boss.learned import Learned
from rules.loop.learned import SHARES
from rules.loop.lookahead import OneTurn
from rules.loop.terms import BLOCKS
from rules.loop.turn import LoopState

GAME = "big-boss"
NAMES = features.NAMES
NOISE = 1500
"""Hundredths of a Real by which a player in training may misjudge a turn, so that the games differ."""


_THOUGHT = {"money": 1.0, "pay": 1.0, "earnings": 0.95, "upper-lead": 15.0}
_THOUGHT_EARLY = {"castle-growth": 0.24, "villa-growth": 0.12}
PRIOR = [_THOUGHT.get(name, 0.0) for name in NAMES] + [_THOUGHT_EARLY.get(name, 0.0) for name in NAMES]
"""The greedy bot's judgement of the features: the weights that learning begins with."""


def first() -> OneTurn:
    """The player of the first generation."""
    return Greedy()


def learned(weights: Mapping[int, Sequence[int]]) -> OneTurn:
    """The player of a later generation."""
    return Learned(weights)


def row(state: LoopState, seat: int) -> tuple[list[float], float]:
    """The features in their own units, and the part of the game that is left."""
    return [value / SHARES for value in features.features(state, seat)], state.buildings.blocks / BLOCKS


def outcome(state: LoopState, seat: int) -> float:
    """The target of the regression: the final margin over the average of the others, in Real."""
    scores = state.scores()
    return scores[seat] - (sum(scores) - scores[seat]) / (state.seats - 1)
