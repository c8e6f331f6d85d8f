"""What the learned evaluations of both games on the loop share: weights from a file, features, and their weighed sum."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Final

from rules.loop.lookahead import WON
from rules.loop.turn import LoopState

SHARES: Final = 60
"""Features are counted in sixtieths, which two to five seats divide evenly."""


def read_weights(content: object, names: Sequence[str]) -> dict[int, list[int]]:
    """The weights by number of seats from a parsed file of them.

    Args:
        content: the parsed file.
        names: the features that the game knows, in order.

    Raises :class:`ValueError` for another file, or other features.
    """
    if not isinstance(content, Mapping) or content.get("features") != list(names):
        raise ValueError("the weights are those of other features")
    found: dict[int, list[int]] = {}
    for seats, trained in content["seats"].items():
        weights = [int(weight) for weight in trained["weights"]]
        if len(weights) != 2 * len(names):
            raise ValueError(f"{len(weights)} weights for {len(names)} features")
        found[int(seats)] = weights
    return found


def against_others(columns: Sequence[list[int]], seat: int) -> list[int]:
    """What a seat has more than the others on the average, in sixtieths, for each column of a number by seat."""
    part = SHARES // (len(columns[0]) - 1)
    found = []
    for column in columns:
        own = column[seat]
        found.append(SHARES * own - part * (sum(column) - own))
    return found


def evaluation(weights: list[int], found: list[int], left: int, whole: int) -> int:
    """The weighed sum of features: hundredths of a unit of score by which the seat may end above the average of the others.

    Args:
        weights: those of the features as they are, then those of the features times the part of the game left; in
            thousandths of a unit of score.
        found: the features, in sixtieths.
        left: how much of the game is left, of ``whole``.
        whole: the whole game.
    """
    count = len(found)
    total = 0
    for place, feature in enumerate(found):
        if feature:
            total += feature * (weights[place] * whole + weights[count + place] * left)
    return total // (10 * SHARES * whole)


def final_lead(state: LoopState, seat: int, scale: int) -> int:
    """The value of an ended game to a seat: its lead over the average of the others times ``scale``, and above all its win."""
    scores = state.scores()
    own = scores[seat]
    rest = sum(scores) - own
    ahead = state.result is not None and seat in state.result.winners
    return scale * own - scale * rest // (state.seats - 1) + (WON if ahead else -WON)
