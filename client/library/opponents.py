"""The level of bots that suits a person, from their finished games of one kind and their last choice. Pure."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from client.library.record import Place, Record
from net.session.format.text import name_key
from rules.contract import Game, offered_levels, successor

WINS = 2
"""How many games in a row a person has to win against a level before the next one is offered."""

AIMLESS = "random"
"""The level that plays random moves, from which nobody learns a game."""


class Suited(NamedTuple):
    """The bots for a new game.

    Attributes:
        level: the level that they play unless the person chooses another.
        first: whether the person has never finished a game of this kind against a bot.
        next: the level to offer instead; empty if there is none.
    """

    level: str
    first: bool = False
    next: str = ""


def ladder(game: type[Game]) -> list[str]:
    """The levels that a person climbs, easiest first."""
    levels = offered_levels(game)
    return [level for level in levels if level != AIMLESS] or list(levels)


def suited(game: type[Game], finished: Sequence[Record], key: str, name: str, chosen: str = "") -> Suited:
    """The level that suits the person at this computer.

    Args:
        game: the game to play.
        finished: the finished games of all kinds, oldest first.
        key: the public key of this computer, in hex.
        name: the person's name.
        chosen: the level last chosen for this game, or empty.
    """
    levels = ladder(game)
    chosen = successor(game, chosen)
    played = []
    for record in finished:
        place = _person(record, key, name) if record.game == game.id and record.end else None
        met = [successor(game, one.level) for one in record.places if one.kind == "bot"]
        against = [levels.index(level) for level in met if level in levels]
        if place is not None and against:
            played.append((max(against), place.rank == 1))
    level = chosen if chosen in offered_levels(game) else levels[played[-1][0]] if played else levels[0]
    if level not in levels:
        return Suited(level, not played)
    at = levels.index(level)
    latest = [won for step, won in played if step == at][-WINS:]
    ready = len(latest) == WINS and all(latest) and at + 1 < len(levels)
    return Suited(level, not played, levels[at + 1] if ready else "")


def _person(record: Record, key: str, name: str) -> Place | None:
    """The seat of the person here, if they stayed to the end; of several at this computer, the one with this name."""
    here = [place for place in record.people if place.stayed and place.peer == key]
    return next((place for place in here if name_key(place.name) == name_key(name)), here[0] if len(here) == 1 else None)
