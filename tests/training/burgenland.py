"""Learns the weights of Burgenland from self-play."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from rules.burgenland import features
from rules.burgenland.game import Burgenland, weights_of
from rules.burgenland.hurried import Hurried
from rules.burgenland.learned import Learned
from rules.burgenland.state import BurgenlandState

GAME = "burgenland"
NAMES = features.NAMES
CHANGE = 0.2
"""By so many pieces the evolution strategy changes the turns of a choice with each weight (standard deviation)."""

WIN = 8.0
"""What a win is worth beside the lead to the evolution strategy, in pieces."""

SLIP = 60
"""By how much those may misjudge a turn from whose games the judge learns, in hundredths of a piece."""

_THOUGHT = {
    "walls": -0.9, "houses": -1.0, "palaces": -1.25, "wells": -1.0, "cards": 0.18, "more-cards": 0.1, "jokers": 0.25,
    "swaps": 0.06, "tiles": 0.12, "homeless-palaces": -0.8, "homeless-houses": -0.2, "homeless": -0.3, "lacking": -0.05,
    "payable": 0.02,
}  # fmt: skip
PRIOR = [_THOUGHT.get(name, 0.0) for name in NAMES] + [0.0 for _ in NAMES]
"""The judgement of a player who counts turns: a piece is one, two cards are less than half of one. Learning begins with it."""


def first() -> Learned:
    """The player who judges by hand."""
    return learned({seats: [round(1000 * weight) for weight in PRIOR] for seats in Burgenland.seats})


def learned(weights: Mapping[int, Sequence[int]]) -> Learned:
    """The player that judges by weights."""
    return Learned(weights)


def players(data: Mapping[str, object]) -> list[Learned]:
    """Those who play the games from whose winners the judge learns: master masons."""
    return [Learned(weights_of(data))]


def partner() -> Hurried:
    """A player of another kind, beside which the evolution strategy can learn."""
    return Hurried(first())


def row(state: BurgenlandState, seat: int) -> tuple[list[float], float]:
    """The features in their own units, and the part of the game that is left."""
    left, whole = features.pieces_part(state.position)
    return [value / features.SHARES for value in features.features(state.position, seat)], left / whole
