"""``alarife games``: every game with its seats, house rules and bots, and how strong the bots are."""

from __future__ import annotations

import argparse

from client.commands.choices import add_text
from client.commands.output import print_record, print_text, texts, words
from client.messages import catalogue
from rules.contract import Game, offered_levels
from rules.registry import games


def options(command: argparse.ArgumentParser) -> None:
    """Add its arguments."""
    add_text(command)


def run(given: argparse.Namespace) -> int:
    """Print a line for each game."""
    for rules in games().values():
        if given.text:
            seats = ", ".join(map(str, rules.seats))
            print_text(words("games.game", title=texts().text(rules.title), game=rules.id, seats=seats))
            for option in rules.options:
                title = texts().text(f"{rules.id}.option.{option.name}")
                choices = ", ".join(option.choices)
                print_text(words("games.option", title=title, option=option.name, choices=choices, default=option.default))
            for level in offered_levels(rules):
                print_text(_level_line(rules, level))
            continue
        print_record(
            {
                "id": rules.id,
                "title": catalogue().text(rules.title),
                "seats": list(rules.seats),
                "options": [
                    {"name": option.name, "choices": list(option.choices), "default": option.default}
                    for option in rules.options
                ],
                "version": rules.version,
                "bots": list(rules.bots),
                "strength": _strength(rules),
                "ends": list(rules.ends),
            }
        )
    return 0


def _strength(rules: type[Game]) -> dict[str, dict[str, float]]:
    """What the published table says about each level that tables offer; empty for a level that is not in it."""
    from client.league.published import published

    table = published().get(rules.id)
    found = {level: table.standing(level) if table is not None else None for level in offered_levels(rules)}
    return {
        level: {} if one is None else {"elo": one.elo, "low": one.low, "high": one.high, "ms": one.ms, "games": one.games}
        for level, one in found.items()
    }


def _level_line(rules: type[Game], level: str) -> str:
    from client.lobby.levels import level_text

    name, measured = level_text(texts(), rules.id, level), _strength(rules)[level]
    if not measured:
        return words("games.level-unmeasured", name=name, level=level, said=texts().text("client.level.unmeasured"))
    figures = {key: round(measured[key]) for key in ("elo", "low", "high", "games")}
    return words("games.level", name=name, level=level, ms=f"{measured['ms']:.1f}", **figures)
