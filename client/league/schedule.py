"""The games of a league: the levels, seats and deals of each game."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import NamedTuple


class Fixture(NamedTuple):
    """One game of a league.

    Attributes:
        one, other: the levels that meet; ``one`` has one seat and ``other`` has all others.
        deal: the number of the deal. Games with the same deal have the same cards in the same order.
        seat: the seat of ``one``.
    """

    one: str
    other: str
    deal: int
    seat: int

    def bots(self, seats: int) -> list[str]:
        """The level in each seat."""
        return [self.one if seat == self.seat else self.other for seat in range(seats)]


def pairings(levels: Sequence[str], ladder: bool, seats: int) -> list[tuple[str, str]]:
    """The pairs of levels to play. In each pair, the first level takes one seat and the second takes all the others.

    On a ladder, every level plays the one below it. In a round robin, every level plays every other; with more than two seats,
    each pair is also played the other way round.
    """
    if ladder:
        return [(levels[place + 1], levels[place]) for place in range(len(levels) - 1)]
    pairs = [(higher, lower) for place, lower in enumerate(levels) for higher in levels[place + 1 :]]
    return pairs if seats == 2 else [*pairs, *((lower, higher) for higher, lower in pairs)]


def fixtures(pairs: Sequence[tuple[str, str]], seats: int, games: int) -> Iterator[Fixture]:
    """At least so many games of each pair, in whole deals: in every deal, a level has each seat once.

    The pairs take turns, so that an interrupted league has games of all pairs.
    """
    for deal in range(-(-games // seats)):
        for one, other in pairs:
            for seat in range(seats):
                yield Fixture(one, other, deal, seat)
