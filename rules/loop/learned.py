"""The common part of the learned evaluations of both games on the loop: reading weights, and the weighted sum of features."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Final

from rules.loop.lookahead import WON
from rules.loop.turn import LoopState

SHARES: Final = 60
"""Features are counted in sixtieths, which two to five seats divide evenly."""


def read_weights(content: object, names: Sequence[str]) -> dict[int, list[int]]:
    """Read the weights, by number of seats, from a parsed file.

    Args:
        content: the parsed file.
        names: the features that the game knows, in order.

    Raises :class:`ValueError` for a file of another kind, or with other features.
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
    """By how much a seat exceeds the average of the others, in sixtieths, for each column of numbers by seat."""
    part = SHARES // (len(columns[0]) - 1)
    found = []
    for column in columns:
        total = 0
        for number in column:
            total += number
        own = column[seat]
        found.append(SHARES * own - part * (total - own))
    return found


def lead_over_others(rows: Sequence[list[int]], seat: int) -> list[int]:
    """What :func:`against_others` finds, from a row of numbers for each seat."""
    part = SHARES // (len(rows) - 1)
    found = []
    for place, own in enumerate(rows[seat]):
        others = 0
        for row in rows:
            others += row[place]
        found.append(SHARES * own - part * (others - own))
    return found


def evaluation(weights: list[int], found: list[int], left: int, whole: int) -> int:
    """The weighted sum of features: the seat's expected lead over the average of the others, in hundredths of a unit of score.

    Args:
        weights: one for each feature, then one for each feature times the part of the game left; in thousandths of a unit
            of score.
        found: the features, in sixtieths.
        left: how much of the game is left, in the same unit as ``whole``.
        whole: the length of the whole game.
    """
    count = len(found)
    total = shrinking = 0
    for place, feature in enumerate(found):
        if feature:
            total += feature * weights[place]
            shrinking += feature * weights[count + place]
    return (total * whole + shrinking * left) // (10 * SHARES * whole)


def final_lead(state: LoopState, seat: int, scale: int) -> int:
    """The value of an ended game for a seat: its lead over the average of the others times ``scale``, plus much for a win."""
    scores = state.scores()
    own = scores[seat]
    rest = sum(scores) - own
    ahead = state.result is not None and seat in state.result.winners
    return scale * own - scale * rest // (state.seats - 1) + (WON if ahead else -WON)
