"""The tables of a league: the results of each pair, and the strength of each level."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import NamedTuple

from client.league.figures import Meeting, elo_intervals, fair, wilson
from client.league.games import Line


class Pairing(NamedTuple):
    """One level in one seat against a table of another level.

    Attributes:
        one, other: the levels.
        part: the share of games that ``one`` won, with the ends of its 95 % interval; a win shared by two counts half.
        fair: the same converted to two players, where an equal player wins half.
        games: the number of games.
    """

    one: str
    other: str
    part: float
    low: float
    high: float
    fair: float
    fair_low: float
    fair_high: float
    games: int


class Standing(NamedTuple):
    """The strength of a level.

    Attributes:
        level: its name.
        elo: the points above the league's weakest level, with the ends of the 95 % interval.
        ms: its mean thinking time per turn, in milliseconds.
        games: the number of its games.
    """

    level: str
    elo: float
    low: float
    high: float
    ms: float
    games: int


def won(line: Line) -> float:
    """The share of a win that the single seat had."""
    winners = [seat for seat, rank in enumerate(line["ranks"]) if rank == 1]
    return (line["seat"] in winners) / len(winners)


def pairing_table(lines: Sequence[Line], pairs: Sequence[tuple[str, str]], seats: int) -> Iterator[Pairing]:
    """The results of each pair."""
    for one, other in pairs:
        games = [won(line) for line in lines if (line["one"], line["other"]) == (one, other)]
        share = wilson(sum(games), len(games))
        part, low, high = (round(end, 4) for end in share[:3])
        even, even_low, even_high = (round(fair(end, seats), 4) for end in share[:3])
        yield Pairing(one, other, part, low, high, even, even_low, even_high, len(games))


def meetings(lines: Sequence[Line]) -> list[Meeting]:
    """All pairs of seats with different levels: the better rank beat the other."""
    found = []
    for line in lines:
        ranks, seat = line["ranks"], line["seat"]
        for other, rank in enumerate(ranks):
            if other != seat:
                better = 0.5 if rank == ranks[seat] else float(ranks[seat] < rank)
                found.append(Meeting(line["one"], line["other"], better, f"{line['one']} {line['other']} {line['deal']}"))
    return found


def standing_table(lines: Sequence[Line], levels: Sequence[str], seed: int) -> Iterator[Standing]:
    """The strength of each level, in the given order."""
    strengths = elo_intervals(meetings(lines), levels, seed)
    for level in levels:
        mine = [line for line in lines if level in (line["one"], line["other"])]
        ms = sum(line["ms"].get(level, 0) for line in mine)
        turns = sum(line["turns"].get(level, 0) for line in mine)
        elo, low, high = (round(value, 1) for value in strengths[level])
        yield Standing(level, elo, low, high, round(ms / max(1, turns), 2), len(mine))
