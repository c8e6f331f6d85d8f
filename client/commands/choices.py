"""Choices that several commands share: a game, its players, its house rules, its bots."""

from __future__ import annotations

import argparse
from collections.abc import Iterator, Sequence
from contextlib import contextmanager, suppress
from pathlib import Path

from client.commands.output import trouble, words
from client.programs import Choice, program_of
from rules.contract import Game, complete_options


def add_house_rules(command: argparse.ArgumentParser) -> None:
    """Add ``--option``, which may be repeated."""
    command.add_argument("--option", action="append", default=[], metavar="NAME=VALUE", help=words("help.option"))


def add_manners(command: argparse.ArgumentParser) -> None:
    """Add ``--manner``, which may be repeated."""
    command.add_argument("--manner", action="append", default=[], metavar="NAME=VALUE", help=words("help.manner"))


def add_text(command: argparse.ArgumentParser) -> None:
    """Add ``--text``."""
    command.add_argument("--text", action="store_true", help=words("help.text"))


@contextmanager
def writing(file: Path) -> Iterator[None]:
    """Raise :class:`~client.commands.output.Trouble` in place of an :class:`OSError` of this file or folder."""
    try:
        yield
    except OSError as error:
        raise trouble("trouble.unwritten", file=str(file), why=error.strerror or str(error)) from error


def refuse_existing(file: Path) -> None:
    """Raise :class:`~client.commands.output.Trouble` if there is such a file already, or can be none."""
    with writing(file), suppress(FileNotFoundError):
        file.lstat()
        raise trouble("trouble.exists", file=str(file))


def chosen_options(rules: type[Game], pairs: Sequence[str]) -> dict[str, str]:
    """Every house rule with its value: from ``NAME=VALUE`` pairs, else the default."""
    return complete_options(rules, _named(pairs))


def chosen_manners(pairs: Sequence[str]) -> dict[str, str]:
    """Every manner of a table with its value: from ``NAME=VALUE`` pairs, else the usual one."""
    from net.session.format.manners import complete_manners

    return complete_manners(_named(pairs))


def _named(pairs: Sequence[str]) -> dict[str, str]:
    chosen: dict[str, str] = {}
    for pair in pairs:
        name, equals, value = pair.partition("=")
        if not equals:
            raise trouble("trouble.option", pair=pair)
        chosen[name.strip()] = value.strip()
    return chosen


def check_servers(stun: Sequence[str]) -> None:
    """Raise :class:`~client.commands.output.Trouble` for too many STUN servers, or for a name that is no ``host:port``."""
    from client.system.settings import MOST_SERVERS, is_server

    if len(stun) > MOST_SERVERS or not all(map(is_server, stun)):
        raise trouble("netcheck.servers", most=MOST_SERVERS)


def seat_count(rules: type[Game], players: int | None) -> int:
    """The number of seats: as requested, else the fewest that the game allows."""
    if players is None:
        return rules.seats[0]
    if players not in rules.seats:
        raise trouble("trouble.players", game=rules.id, players=players, seats=", ".join(map(str, rules.seats)))
    return players


def bot_choices(rules: type[Game], given: str | None, seats: int) -> list[Choice]:
    """A bot for each seat: the given ones (separated by commas) in rotation, else the strongest level."""
    chosen = [one_bot(rules, word) for word in (given.split(",") if given else [None])]
    return [chosen[seat % len(chosen)] for seat in range(seats)]


def one_bot(rules: type[Game], given: str | None) -> Choice:
    """A level, or the program in ``exec:COMMAND``; by default the strongest level."""
    program = program_of(given) if given else None
    if program is not None:
        return program
    level = given or list(rules.bots)[-1]
    if level not in rules.bots:
        raise trouble("trouble.level", game=rules.id, level=level, levels=", ".join(rules.bots))
    return level
