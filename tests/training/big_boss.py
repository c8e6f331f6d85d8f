"""Das neue Big Boss for those who learn from its games."""

from __future__ import annotations

from collections.abc import Mapping

from rules.big_boss import features
from rules.big_boss.game import cellarer, steward
from rules.big_boss.learned import Learned
from rules.loop.learned import SHARES
from rules.loop.lookahead import OneTurn
from rules.loop.terms import BLOCKS
from rules.loop.turn import LoopState

NAMES = features.NAMES

SLIP = 1500
"""By how much those may misjudge a turn from whose games the judge learns, in the unit of the levels' weights."""


def players(data: Mapping[str, object]) -> list[OneTurn]:
    """Those who play the games from whose winners the judge learns: to one, cards are worth more."""
    return [Learned(steward(data), sensible=True), Learned(cellarer(data), sensible=True)]


def row(state: LoopState, seat: int) -> tuple[list[float], float]:
    """The features in their own units, and the part of the blocks that is left."""
    return [value / SHARES for value in features.features(state, seat)], state.buildings.blocks / BLOCKS
