"""The boards: one view per game, found by the game's id."""

from __future__ import annotations

from client.boards.alcazar.view import AlcazarView
from client.boards.big_boss import BigBossView
from client.boards.burgenland.view import BurgenlandView
from client.boards.contract import GameView
from client.boards.torres.view import TorresView

_VIEWS: dict[str, type[GameView]] = {
    "alcazar": AlcazarView,
    "big-boss": BigBossView,
    "burgenland": BurgenlandView,
    "torres": TorresView,
}


def board_view(game: str) -> type[GameView]:
    """The view of the game with this id; raises :class:`KeyError` when there is none."""
    return _VIEWS[game]
