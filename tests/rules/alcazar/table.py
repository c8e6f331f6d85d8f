"""A table of Alcazar set up for an example of the rule book."""

from __future__ import annotations

from rules.alcazar.game import Alcazar
from rules.alcazar.state import AlcazarState
from rules.contract import complete_options
from tests.rules.big_boss.table import DATA, Table


def begin(seats: int = 2, **options: str) -> AlcazarState:
    """The position before the first deal."""
    state = Alcazar.start(seats, complete_options(Alcazar, options), DATA)
    assert isinstance(state, AlcazarState)
    return state


class AlcazarTable(Table):
    """The same table, with bridges on it."""

    state: AlcazarState  # type: ignore[assignment]

    def _begin(self, seats: int, **options: str) -> AlcazarState:  # type: ignore[override]
        return begin(seats, **options)

    def at(self, column: int, row: int) -> int:
        """The cell at a place of the board, gaps included."""
        return self.state.board.spots.index((column, row))

    def bridge(self, first: int, last: int) -> None:
        """A bridge that lies there already."""
        buildings = self.state.buildings
        buildings.span(first, self.state.board.between(first, last), last, buildings.of[first])

    def raised(self, cell: int, blocks: int = 1) -> None:
        """Some more blocks on a cell."""
        for _ in range(blocks):
            self.state.buildings.add_block(cell, self.state.buildings.of[cell])

    def bridges(self, count: int) -> None:
        """Leave this many bridges in the supply."""
        buildings = self.state.buildings
        buildings.terms = buildings.terms._replace(bridges=len(buildings.bridges) + count)
