"""The boards: one view per game, found by the game's id, and loaded when first needed."""

from __future__ import annotations

import importlib
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from client.boards.contract import GameView

_VIEWS = {
    "alcazar": ("client.boards.alcazar.view", "AlcazarView"),
    "big-boss": ("client.boards.big_boss", "BigBossView"),
    "burgenland": ("client.boards.burgenland.view", "BurgenlandView"),
    "torres": ("client.boards.torres.view", "TorresView"),
}


def board_view(game: str) -> type[GameView]:
    """The view of the game with this id; raises :class:`KeyError` when there is none."""
    module, name = _VIEWS[game]
    view: type[GameView] = getattr(importlib.import_module(module), name)
    return view


def load() -> None:
    """Load all views now, so that no table has to wait for its board."""
    for game in _VIEWS:
        board_view(game)
