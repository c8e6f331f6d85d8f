"""The games with their data files: how a position is started, and what two peers must have in common to play."""

from __future__ import annotations

import json
from collections.abc import Mapping
from functools import cache
from importlib.resources import files

from rules.contract import Facts, Game, RulesError, State, complete_options, digest_of
from rules.message import message
from rules.registry import game


@cache
def data_file(name: str) -> Facts:
    """The parsed ``resources/games/<name>.json``; raises :class:`~rules.contract.RulesError` when it is damaged."""
    try:
        content = json.loads(files("resources").joinpath("games", f"{name}.json").read_text("utf-8"))
    except (OSError, ValueError) as error:
        raise RulesError(message("rules.error.data-file", file=f"{name}.json", why=str(error))) from error
    if not isinstance(content, dict):
        raise RulesError(message("rules.error.data-file", file=f"{name}.json", why="it is not an object"))
    return content


def data_of(rules: type[Game]) -> dict[str, Facts]:
    """The content of every data file a game asks for, by name."""
    return {name: data_file(name) for name in rules.data}


def rules_hash(rules: type[Game]) -> str:
    """Hex digest of what peers must share to play together: the game's version, its options and its data files."""
    return digest_of(
        {
            "game": rules.id,
            "version": rules.version,
            "options": [[option.name, list(option.choices), option.default] for option in rules.options],
            "data": data_of(rules),
        }
    )


def start(name: str, seats: int, options: Mapping[str, str]) -> State:
    """The position of a game before its first deal; raises :class:`~rules.contract.RulesError` for what cannot be."""
    rules = game(name)
    if seats not in rules.seats:
        raise RulesError(message("rules.error.seats", game=name, seats=", ".join(map(str, rules.seats))))
    return rules.start(seats, complete_options(rules, options), data_of(rules))
