"""Buildings with bridges (B2): a bridge fills one level of three cells, and what is under its middle may be hollow."""

from __future__ import annotations

from typing import Final, NamedTuple

from rules.loop.board import LoopBoard
from rules.loop.buildings import Buildings
from rules.loop.terms import Terms
from rules.native import mypyc_attr

BRIDGE_PRICE: Final = 15
BRIDGE_FACTOR: Final = 3
"""A bridge adds this many times its level to the value of its building."""


class Bridge(NamedTuple):
    """A bridge over three cells.

    Attributes:
        first: the pillar with the lower cell number.
        middle: the cell it spans.
        last: the other pillar.
        level: the level it fills on all three.
        under: how high the middle was built before.
    """

    first: int
    middle: int
    last: int
    level: int
    under: int


@mypyc_attr(allow_interpreted_subclasses=True)
class BridgedBuildings(Buildings):
    """Buildings, and the bridges on them.

    Attributes:
        bridges: in order of building.
    """

    __slots__ = ("bridges",)

    def __init__(
        self,
        terms: Terms,
        board: LoopBoard,
        level: list[int],
        of: list[int],
        value: list[int],
        crest: list[int],
        stones: list[int],
    ) -> None:
        super().__init__(terms, board, level, of, value, crest, stones)
        self.bridges: list[Bridge] = []

    def copy(self) -> BridgedBuildings:
        """An independent copy."""
        twin = BridgedBuildings(self.terms, self.board, self.level[:], self.of[:], self.value[:], self.crest, self.stones)
        twin._be_like(self)
        twin.bridges = self.bridges[:]
        return twin

    def bridges_left(self) -> int:
        """Bridges in the supply."""
        return self.terms.bridges - len(self.bridges)

    def has_bridge(self, one: int, other: int) -> bool:
        """Whether a bridge lies from one cell to the other, on any level."""
        return any(
            (one == first and other == last) or (one == last and other == first) for first, _, last, _, _ in self.bridges
        )

    def span(self, first: int, middle: int, last: int, building: int) -> None:
        """Build a bridge as a part of that building; its value rises."""
        level = self.level[first] + 1
        self.bridges.append(Bridge(first, middle, last, level, self.level[middle]))
        self.of[middle] = building
        for cell in (first, middle, last):
            self.level[cell] = level
        self._forget()
        self._add_value(building, BRIDGE_FACTOR * level)

    # -- conservation --------------------------------------------------------------------------------------------------

    def _blocks_on(self, cell: int) -> int:
        """How many levels of a cell are blocks: not bridges, and not the hollow under one."""
        other = 0
        for bridge in self.bridges:
            if cell in (bridge.first, bridge.last):
                other += 1
            elif cell == bridge.middle:
                other += bridge.level - bridge.under
        return self.level[cell] - other

    def _worth(self, building: int) -> int:
        total = sum(BRIDGE_FACTOR * bridge.level for bridge in self.bridges if self.of[bridge.middle] == building)
        hollow = [bridge.middle for bridge in self.bridges if not bridge.under]
        for cell in self.cells(building):
            # The lowest block lies on the board and is worth 1, unless a bridge was there before it; all others 2.
            blocks = self._blocks_on(cell)
            total += 2 * blocks - (1 if blocks and cell not in hollow else 0)
        return total

    def problems(self) -> list[str]:
        """The impossible facts about the bridges."""
        found = super().problems()
        if self.bridges_left() < 0:
            found.append(f"bridges: {len(self.bridges)}")
        if len({(bridge.first, bridge.last) for bridge in self.bridges}) != len(self.bridges):
            found.append("a bridge lies over a bridge")
        for bridge in self.bridges:
            cells = (bridge.first, bridge.middle, bridge.last)
            if len({self.of[cell] for cell in cells}) != 1 or min(self.level[cell] for cell in cells) < bridge.level:
                found.append(f"bridge {bridge} does not hold together")
            if bridge.under > bridge.level - 2:
                found.append(f"bridge {bridge} cuts through its middle")
        return found


def empty_grid(terms: Terms, board: LoopBoard) -> BridgedBuildings:
    """The board before the first building."""
    zeros = [0] * (board.cells + 1)
    return BridgedBuildings(terms, board, zeros, zeros[:], zeros[:], zeros[:], [])
