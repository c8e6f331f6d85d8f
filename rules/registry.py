"""The catalogue of games: every package of ``rules`` that registers a :class:`~rules.contract.Game`."""

from __future__ import annotations

import importlib
import pkgutil
from functools import cache

import rules
from rules.contract import Game, RulesError
from rules.message import message

_games: dict[str, type[Game]] = {}


def register(game: type[Game]) -> type[Game]:
    """Class decorator that registers a game. Raises :class:`ValueError` if another game has the same id."""
    if game.id in _games:
        raise ValueError(f"two games are called {game.id}")
    _games[game.id] = game
    return game


@cache
def _import_all() -> None:
    """Import every package of ``rules``, so that all games are registered."""
    for module in pkgutil.iter_modules(rules.__path__):
        if module.ispkg:
            importlib.import_module(f"rules.{module.name}")


def games() -> dict[str, type[Game]]:
    """Every registered game by its id, sorted by id."""
    _import_all()
    return dict(sorted(_games.items()))


def game(name: str) -> type[Game]:
    """The game with this id. Raises :class:`~rules.contract.RulesError`, naming the games that exist, if there is none."""
    known = games()
    if name not in known:
        raise RulesError(message("rules.error.game", game=name, games=", ".join(known)))
    return known[name]
