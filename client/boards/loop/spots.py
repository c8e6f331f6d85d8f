"""The positions of the cells of the loop board."""

from __future__ import annotations

import json
from functools import cache, lru_cache

from client.boards.stacks.projection import Spots
from client.resource import FOLDER
from rules.alcazar.grid import Grid
from rules.contract import State
from rules.loop.board import LoopBoard
from rules.loop.terms import FIELDS
from rules.loop.turn import LoopState


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


def spots_on(position: State) -> Spots:
    """The cells of the board that a position of a game on the loop is played on."""
    assert isinstance(position, LoopState)
    return _spots_of(position.buildings.board)


@lru_cache(maxsize=8)
def _spots_of(board: LoopBoard) -> Spots:
    at = board.spots[1:]
    return Spots(max(x for x, _ in at), max(y for _, y in at), at, len(at) - FIELDS)
