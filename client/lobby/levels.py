"""The names of the bots' levels, how each plays, how strong it is, and its picture."""

from __future__ import annotations

import json
from functools import cache

from client.look.portrait import Portrait
from client.messages import Catalogue
from client.resource import FOLDER
from net.api import PROGRAM


def level_text(catalogue: Catalogue, game: str, level: str) -> str:
    """The name of a bot level."""
    key = key_of(game, level)
    return catalogue.text(key) if catalogue.has(key) else level


def strength_text(catalogue: Catalogue, game: str, level: str) -> str:
    """A level's strength from the published table; empty for the person's own program."""
    if level == PROGRAM:
        return ""
    from client.league.published import published

    table = published().get(game)
    if table is None or table.standing(level) is None:
        return catalogue.text("client.level.unmeasured")
    pair = next((one for one in table.pairs if one.one == level), None)
    if pair is None:
        return catalogue.text("client.level.weakest")
    other = level_text(catalogue, game, pair.other)
    return catalogue.text("client.level.measured", games=pair.games, part=round(100 * pair.part), other=other)


def key_of(game: str, level: str) -> str:
    """The key of a level's name; with ``.about``, that of the sentence on how it plays."""
    return "program.bot" if level == PROGRAM else f"{game}.bot.{level}"


def character(game: str, level: str) -> Portrait | None:
    """The picture of a level, the same wherever it is offered; None for a level without one."""
    return _characters().get(game, {}).get(level)


@cache
def _characters() -> dict[str, dict[str, Portrait]]:
    """Pictures by game and level (``resources/bots/characters.json``)."""
    content = json.loads((FOLDER / "bots" / "characters.json").read_text("utf-8"))
    return {game: {level: Portrait(**parts) for level, parts in levels.items()} for game, levels in content.items()}
