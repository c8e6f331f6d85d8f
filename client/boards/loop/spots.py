"""The positions of the cells of the loop board."""

from __future__ import annotations

import json
from functools import cache

from client.boards.stacks.projection import Spots
from client.resource import FOLDER
from rules.alcazar.grid import Grid


@cache
def loop_spots() -> Spots:
    """The loop board of ``resources/games/loop-board.json``."""
    content = json.loads((FOLDER / "games" / "loop-board.json").read_text("utf-8"))
    fields = tuple((x, y) for x, y in content["fields"])
    return Spots(content["columns"], content["rows"], fields)


@cache
def grid_spots() -> Spots:
    """The same board with its gaps as further cells, as in :class:`rules.alcazar.grid.Grid`."""
    spots = loop_spots()
    grid = Grid(list(spots.at), spots.columns, spots.rows)
    return Spots(spots.columns, spots.rows, grid.spots[1:], grid.cells - spots.fields)
