"""The game of a charter (section 3): its engine, options and data files, and the hash of its rules."""

from __future__ import annotations

import hashlib
import json
from functools import cache
from pathlib import Path
from typing import Any, Final

from rules.contract import Game, RulesError, State, meant_options, versions_of
from rules.registry import games
from tests.witness.charter import Charter, Damaged, check_manners, need

DATA: Final = Path(__file__).parents[2] / "resources" / "games"

SWITCH: Final = ["off", "on"]

FIRST: Final[dict[str, tuple[int, list[list[Any]]]]] = {
    "alcazar": (1, [["straight_founding", SWITCH, "off"], ["hidden_money", SWITCH, "off"]]),
    "big-boss": (1, [["hidden_money", SWITCH, "off"]]),
    "burgenland": (2, [["balanced_start", SWITCH, "off"], ["screens", SWITCH, "off"]]),
    "torres": (
        1,
        [
            ["mode", ["base", "variant", "master"], "base"],
            ["first", ["lot", "seat"], "lot"],
            ["gates", ["free", "sinking", "storey"], "free"],
            ["stack_limit", ["always", "two_players"], "always"],
            ["foundation_distance", ["plus", "diamond"], "plus"],
            ["master_all", ["six", "placed"], "six"],
            ["tilted_squares", ["on", "off"], "on"],
            ["castle_card", ["all", "count"], "all"],
        ],
    ),
}
"""The values that the first programs hashed beside the data: version and options of each game."""


def digest(facts: object) -> bytes:
    """The digest of plain data (section 4)."""
    compact = json.dumps(facts, sort_keys=True, separators=(",", ":"), ensure_ascii=True, allow_nan=False)
    return hashlib.sha256(compact.encode("ascii")).digest()


@cache
def _content(name: str) -> Any:
    return json.loads((DATA / f"{name}.json").read_text("utf-8"))


def levels_of(charter: Charter) -> list[str]:
    """The levels of the game's bots."""
    return list(games()[charter.game].bots)


def start_of(charter: Charter) -> State:
    """The position before the first deal; raises :class:`~tests.witness.charter.Damaged` for another game."""
    game = games().get(charter.game)
    if game is None:
        raise Damaged("an unknown game")
    need(charter.version in versions_of(game), "another version of the game")
    if charter.board:
        data = json.loads(charter.board)
        need(sorted(data) == sorted(game.data), "the board of another game")
        need(not game.flaws(data), "a board that cannot be played on")
        need(charter.rules == digest({"game": game.id, "data": data}), "another board than the charter names")
        return _start(game, charter, data)
    data = {name: _content(name) for name in game.data}
    hashes = [digest({"game": game.id, "data": data})]
    if game.id in FIRST:
        version, options = FIRST[game.id]
        hashes.append(digest({"game": game.id, "version": version, "options": options, "data": data}))
    need(charter.rules in hashes, "other data files")
    return _start(game, charter, data)


def _start(game: type[Game], charter: Charter, data: dict[str, Any]) -> State:
    need(len(charter.seats) in game.seats, "a number of seats that the game does not have")
    check_manners(charter.manners)
    try:
        return game.start(len(charter.seats), meant_options(game, charter.options, charter.version), data, charter.version)
    except RulesError as reason:
        raise Damaged(str(reason)) from None
