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

ROUNDS = 200
"""The number of steps of the iterative fit."""

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
    """The Elo of each level, 0 for the first, by maximum likelihood of the Bradley-Terry model (Hunter, MM algorithms, 2004).

    Half a win and half a loss are added between neighbours in the list, so that even a level that lost every game has an Elo.
    """
    wins = dict.fromkeys(levels, 0.0)
    met: dict[tuple[str, str], float] = {}
    for one, other, won, _ in meetings:
        _count(wins, met, one, other, won, 1.0)
    for one, other in pairwise(levels):
        _count(wins, met, one, other, 0.5, 1.0)
    strength = dict.fromkeys(levels, 1.0)
    for _ in range(ROUNDS):
        shares = dict.fromkeys(levels, 0.0)
        for (one, other), games in met.items():
            part = games / (strength[one] + strength[other])
            shares[one] += part
            shares[other] += part
        strength = {level: wins[level] / shares[level] if shares[level] else 1.0 for level in levels}
        mean = math.exp(sum(map(math.log, strength.values())) / len(levels))
        strength = {level: value / mean for level, value in strength.items()}
    lowest = math.log(strength[levels[0]])
    return {level: ELO * (math.log(strength[level]) - lowest) for level in levels}


def _count(wins: dict[str, float], met: dict[tuple[str, str], float], one: str, other: str, won: float, games: float) -> None:
    wins[one] += won * games
    wins[other] += (1 - won) * games
    pair = (one, other) if one < other else (other, one)
    met[pair] = met.get(pair, 0.0) + games


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
