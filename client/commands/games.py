"""``alarife games``: every game with its seats, house rules and bots."""

from __future__ import annotations

import argparse

from client.commands.choices import add_text
from client.commands.output import print_record, print_text, words
from client.messages import catalogue
from rules.registry import games


def options(command: argparse.ArgumentParser) -> None:
    """Add its arguments."""
    add_text(command)


def run(given: argparse.Namespace) -> int:
    """Print a line for each game."""
    texts = catalogue()
    for rules in games().values():
        if given.text:
            seats = ", ".join(map(str, rules.seats))
            print_text(words("games.game", title=texts.text(rules.title), game=rules.id, seats=seats))
            for option in rules.options:
                title = texts.text(f"{rules.id}.option.{option.name}")
                choices = ", ".join(option.choices)
                print_text(words("games.option", title=title, option=option.name, choices=choices, default=option.default))
            continue
        print_record(
            {
                "id": rules.id,
                "title": texts.text(rules.title),
                "seats": list(rules.seats),
                "options": [
                    {"name": option.name, "choices": list(option.choices), "default": option.default}
                    for option in rules.options
                ],
                "version": rules.version,
                "bots": list(rules.bots),
                "ends": list(rules.ends),
            }
        )
    return 0
