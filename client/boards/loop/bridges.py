"""Bridges on the board: the parts on each cell, and the bridges that can be built now."""

from __future__ import annotations

from dataclasses import dataclass

from client.boards.loop.facts import LoopFacts
from client.boards.stacks.projection import Projection, Spots
from rules.contract import Move

Shares = dict[tuple[int, int], tuple[bool, int]]
"""By cell and level: whether the bridge there runs along the columns, and which part of it this is, 0 for the rearmost."""


def shares_of(facts: LoopFacts, at: Projection) -> Shares:
    """The parts of all bridges in a position."""
    shares: Shares = {}
    for bridge in facts.bridges:
        along = at.spots.of(bridge.first)[1] == at.spots.of(bridge.last)[1]
        for part, cell in enumerate(sorted(bridge.cells, key=at.order)):
            shares[cell, bridge.level] = (along, part)
    return shares


@dataclass(frozen=True)
class Offer:
    """A bridge that can be built now.

    Attributes:
        move: the move that builds it.
        first, middle, last: its cells; ``level``: the level that it would fill on them.
        said: its cost and pay, in short.
    """

    move: Move
    first: int
    middle: int
    last: int
    level: int
    said: str

    def along(self, spots: Spots) -> bool:
        """Whether it would run along the columns."""
        return spots.of(self.first)[1] == spots.of(self.last)[1]
