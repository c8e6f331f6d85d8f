"""The published table of levels, with their strengths as measured in league games."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from functools import cache
from itertools import pairwise
from typing import Any, NamedTuple

from client.league.games import Line
from client.league.standings import Pairing, Standing, pairing_table, standing_table
from client.resource import FOLDER

FILE = FOLDER / "bots" / "levels.json"


class Published(NamedTuple):
    """What is known about the levels of a game.

    Attributes:
        terms: the seats, the looks or milliseconds per turn, the seed and the commit of the games.
        levels: the strength of each measured level, weakest first; the first has an Elo of 0.
        pairs: the share of games that each level won against the one below it.
    """

    terms: Mapping[str, Any]
    levels: tuple[Standing, ...]
    pairs: tuple[Pairing, ...]

    def standing(self, level: str) -> Standing | None:
        """The strength of a level; None if it was never measured."""
        return next((one for one in self.levels if one.level == level), None)


@cache
def published() -> dict[str, Published]:
    """The table by game, without games that were never measured."""
    content = json.loads(FILE.read_text("utf-8"))
    return {
        game: Published(
            entry["terms"],
            tuple(Standing(**one) for one in entry["levels"]),
            tuple(Pairing(**one) for one in entry["pairs"]),
        )
        for game, entry in content.items()
    }


def entry_of(head: Mapping[str, Any], lines: Sequence[Line], levels: Sequence[str], commit: str) -> dict[str, Any]:
    """The table's entry for a game, from the head and the games of a league file.

    Args:
        head: what all games have in common.
        lines: the games.
        levels: the levels that played, weakest first.
        commit: the version of the program that played them.
    """
    pairs = [(higher, lower) for lower, higher in pairwise(levels)]
    played = [line for line in lines if (line["one"], line["other"]) in pairs]
    return {
        "terms": {key: head[key] for key in ("players", "options", "seed", "think", "looks")} | {"commit": commit},
        "levels": [one._asdict() for one in standing_table(played, levels, head["seed"])],
        "pairs": [one._asdict() for one in pairing_table(played, pairs, head["players"])],
    }
