"""How the first programs hashed a game's rules into its charter: together with the version and every option's definition.

Later programs hash only the data files (:func:`net.rulebook.data_hash`), so that a new option does not change earlier charters.
This table holds the definitions of that time; it never changes.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from rules.contract import Facts, digest_of

_SWITCH: Final = ["off", "on"]

FIRST: Final[Mapping[str, tuple[int, list[list[object]]]]] = {
    "alcazar": (1, [["straight_founding", _SWITCH, "off"], ["hidden_money", _SWITCH, "off"]]),
    "big-boss": (1, [["hidden_money", _SWITCH, "off"]]),
    "burgenland": (2, [["balanced_start", _SWITCH, "off"], ["screens", _SWITCH, "off"]]),
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
"""By game: its version then, and name, choices and default of each option."""


def first_hash(game: str, data: Mapping[str, Facts]) -> str:
    """Hex digest as the first programs wrote it for this content of the data files; empty for a game they did not have."""
    if game not in FIRST:
        return ""
    version, options = FIRST[game]
    return digest_of({"game": game, "version": version, "options": options, "data": dict(data)})
