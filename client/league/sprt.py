"""Sequential tests: a pairing is played only until it is clear which of two hypotheses is true (Wald, 1945)."""

from __future__ import annotations

import math
from collections.abc import Iterable, Sequence
from typing import NamedTuple

from client.league.games import Line
from client.league.standings import won

ERROR = 0.05
"""The probability of each of the two wrong decisions."""

BOUND = math.log((1 - ERROR) / ERROR)
"""The test decides when the log-likelihood ratio leaves the interval from minus this to this."""

FEWEST = 4
"""The least number of deals before a decision, because they provide the estimate of the spread."""


class Hypotheses(NamedTuple):
    """The two hypotheses: the first level is at most ``low``, or at least ``high``, Elo above the other."""

    low: float
    high: float


class Decision(NamedTuple):
    """The test's result for a pairing.

    Attributes:
        one, other: the levels.
        low, high: the hypotheses, in Elo.
        llr: the log-likelihood ratio at the end; a positive one favours ``high``.
        decided: ``high``, ``low``, or ``open``.
        deals: the number of deals counted, up to the decision.
    """

    one: str
    other: str
    low: float
    high: float
    llr: float
    decided: str
    deals: int


def part_of(elo: float, seats: int) -> float:
    """The share of games that one seat wins at a table of others who are this much Elo weaker."""
    even = 1 / (1 + 10 ** (-elo / 400))
    return even / (even + (1 - even) * (seats - 1))


def llr(parts: Sequence[float], hypotheses: Hypotheses, seats: int) -> float:
    """The log-likelihood ratio of the two hypotheses, by the normal approximation of the mean over deals.

    Args:
        parts: by deal, the share of its games that was won. Games of a deal are correlated, so a deal counts once.
        hypotheses: the hypotheses, in Elo.
        seats: the number of seats.

    The spread includes two more deals, one won and one lost: equal results in a row do not prove that there is no spread.
    """
    return _ratio(len(parts), sum(parts), sum(part * part for part in parts), hypotheses, seats)


def _ratio(count: int, total: float, squares: float, hypotheses: Hypotheses, seats: int) -> float:
    low, high = (part_of(elo, seats) for elo in hypotheses)
    middle = (total + 1) / (count + 2)
    variance = (squares + 1) / (count + 2) - middle * middle
    return count * (high - low) * (total / count - (low + high) / 2) / variance


def decide(lines: Iterable[Line], pair: tuple[str, str], hypotheses: Hypotheses, seats: int) -> Decision:
    """The decision from a pairing's games, in order of deals, so that it does not depend on which game ended first."""
    games: dict[int, list[float]] = {}
    for line in lines:
        if (line["one"], line["other"]) == pair:
            games.setdefault(line["deal"], []).append(won(line))
    count, total, squares, ratio = 0, 0.0, 0.0, 0.0
    while len(games.get(count, ())) == seats:
        part = sum(games[count]) / seats
        count, total, squares = count + 1, total + part, squares + part * part
        if count >= FEWEST:
            ratio = _ratio(count, total, squares, hypotheses, seats)
            if abs(ratio) >= BOUND:
                break
    decided = "open" if abs(ratio) < BOUND else "high" if ratio > 0 else "low"
    return Decision(*pair, *hypotheses, round(ratio, 3), decided, count)
