"""Measures of strength: shares with Wilson's interval, and Elo by Bradley and Terry with a bootstrap interval."""

from __future__ import annotations

import math
import random
from collections.abc import Sequence
from itertools import pairwise
from typing import NamedTuple

Z = 1.959964
"""The number of standard deviations on each side that cover 95 % of a normal distribution."""

RESAMPLES = 200
"""The number of bootstrap samples for an Elo interval."""

MOST_STEPS = 100
"""The limit of steps of Newton's method. A step changes no level by more than 174 Elo; ten or twenty are usual."""

NO_STEP = 1e-6
"""A smaller step, in the unit of the model's strengths, ends it: less than a thousandth of an Elo."""

ELO = 400 / math.log(10)


class Share(NamedTuple):
    """A share of games won, with its 95 % confidence interval."""

    part: float
    low: float
    high: float
    games: int


def wilson(won: float, games: int) -> Share:
    """The share of games won. Shared wins count as fractions (Wilson, Probable inference, 1927)."""
    if not games:
        return Share(0.0, 0.0, 1.0, 0)
    part = won / games
    middle = part + Z * Z / (2 * games)
    reach = Z * math.sqrt(part * (1 - part) / games + Z * Z / (4 * games * games))
    whole = 1 + Z * Z / games
    return Share(part, max(0.0, (middle - reach) / whole), min(1.0, (middle + reach) / whole), games)


def fair(part: float, seats: int) -> float:
    """A share of wins alone against a table of others, converted to two players: one in ``seats`` becomes a half."""
    return part * (seats - 1) / (part * (seats - 1) + 1 - part)


class Meeting(NamedTuple):
    """Two levels in a game: the first one's result against the second (1, 0, or a half), and the deal."""

    one: str
    other: str
    won: float
    deal: str


def elo(meetings: Sequence[Meeting], levels: Sequence[str]) -> dict[str, float]:
    """The Elo of each level, 0 for the first, by maximum likelihood of the Bradley-Terry model.

    Half a win and half a loss are added between neighbours in the list, so that even a level that lost every game has an Elo.
    """
    games: dict[tuple[str, str], tuple[float, float]] = {}
    for meeting in meetings:
        _count(games, meeting.one, meeting.other, meeting.won, 1.0)
    for one, other in pairwise(levels):
        _count(games, one, other, 0.5, 1.0)
    place = {level: number for number, level in enumerate(levels)}
    strength = [0.0] * len(levels)
    for _ in range(MOST_STEPS):
        slopes = [0.0] * len(levels)
        bends = [[0.0] * len(levels) for _ in levels]
        for (one, other), (won, played) in games.items():
            i, j = place[one], place[other]
            expected = 1 / (1 + math.exp(strength[j] - strength[i]))
            slope, bend = won - played * expected, played * expected * (1 - expected)
            slopes[i] += slope
            slopes[j] -= slope
            for row, column, sign in ((i, i, 1), (j, j, 1), (i, j, -1), (j, i, -1)):
                bends[row][column] += sign * bend
        steps = _solved([row[1:] for row in bends[1:]], slopes[1:])  # the first stays at 0
        strength = [0.0, *(value + max(-1.0, min(1.0, step)) for value, step in zip(strength[1:], steps, strict=True))]
        if max(map(abs, steps), default=0.0) < NO_STEP:
            break
    return {level: ELO * value for level, value in zip(levels, strength, strict=True)}


def _solved(rows: Sequence[Sequence[float]], right: Sequence[float]) -> list[float]:
    """The solution of a symmetric and positive definite system of equations (Gaussian elimination)."""
    table = [[*row, value] for row, value in zip(rows, right, strict=True)]
    for number, pivot in enumerate(table):
        for row in table[number + 1 :]:
            part = row[number] / pivot[number]
            row[number:] = [value - part * above for value, above in zip(row[number:], pivot[number:], strict=True)]
    found: list[float] = []
    for number, row in reversed(list(enumerate(table))):
        known = math.fsum(value * answer for value, answer in zip(row[number + 1 : -1], found, strict=True))
        found.insert(0, (row[-1] - known) / row[number])
    return found


def _count(games: dict[tuple[str, str], tuple[float, float]], one: str, other: str, won: float, played: float) -> None:
    """Add games to those of a pair: the part that the first one won, and how many there were."""
    if one > other:
        one, other, won = other, one, 1 - won
    before = games.get((one, other), (0.0, 0.0))
    games[one, other] = before[0] + won * played, before[1] + played


def elo_intervals(meetings: Sequence[Meeting], levels: Sequence[str], seed: int) -> dict[str, tuple[float, float, float]]:
    """Elo, and the lower and upper end of its 95 % interval, from deals redrawn with replacement."""
    chance = random.Random(seed)
    deals: dict[str, list[Meeting]] = {}
    for meeting in meetings:
        deals.setdefault(meeting.deal, []).append(meeting)
    names = list(deals)
    drawn: dict[str, list[float]] = {level: [] for level in levels}
    for _ in range(RESAMPLES):
        again = [meeting for _ in names for meeting in deals[names[chance.randrange(len(names))]]]
        for level, value in elo(again, levels).items():
            drawn[level].append(value)
    best = elo(meetings, levels)
    ends = {level: sorted(values) for level, values in drawn.items()}
    low, high = round(0.025 * (RESAMPLES - 1)), round(0.975 * (RESAMPLES - 1))
    return {level: (best[level], ends[level][low], ends[level][high]) for level in levels}
