"""The names of the bots' levels, how each plays, and how strong it is."""

from __future__ import annotations

from client.messages import Catalogue
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
