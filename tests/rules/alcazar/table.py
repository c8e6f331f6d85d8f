"""A table of Alcazar set up for an example of the rule book."""

from __future__ import annotations

from rules.alcazar.game import Alcazar
from rules.alcazar.state import AlcazarState
from rules.contract import complete_options
from tests.rules.big_boss.table import DATA, Table


class AlcazarTable(Table):
    """The same table, with bridges on it."""

    state: AlcazarState  # type: ignore[assignment]

    def _begin(self, seats: int, **options: str) -> AlcazarState:  # type: ignore[override]
        state = Alcazar.start(seats, complete_options(Alcazar, options), DATA)
        assert isinstance(state, AlcazarState)
        return state

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
