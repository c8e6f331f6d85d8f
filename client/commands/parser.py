"""The whole command line: what ``alarife`` understands, and what it says about anything else."""

from __future__ import annotations

import argparse
import importlib
from collections.abc import Iterable
from importlib.util import find_spec
from typing import Any, NoReturn

from client.commands import wrong
from client.commands.output import print_text, print_trouble, words

COMMANDS = (
    "play",
    "games",
    "selfplay",
    "league",
    "peer",
    "verify",
    "show",
    "trace",
    "analyse",
    "puzzles",
    "netcheck",
    "bench",
    "soak",
)
"""The commands; each is a module of :mod:`client.commands`."""

CLONE = {"soak": "client.soak"}
"""The commands that only a clone has, each with the developers' tool that packages leave out."""


class _Formatter(argparse.HelpFormatter):
    """Writes a help whose own words come from the catalogue, too."""

    def add_usage(self, usage: str | None, actions: Iterable[argparse.Action], groups: Any, prefix: str | None = None) -> None:
        super().add_usage(usage, actions, groups, words("usage.prefix") if prefix is None else prefix)


class _Parser(argparse.ArgumentParser):
    """Says in one sentence what it does not understand."""

    def __init__(self, **given: Any) -> None:
        super().__init__(add_help=False, formatter_class=_Formatter, **given)
        self._positionals.title, self._optionals.title = words("usage.arguments"), words("usage.options")
        self.add_argument("-h", "--help", action="help", help=words("usage.help"))

    def error(self, message: str) -> NoReturn:
        print_trouble(words("usage", why=message, program=self.prog))
        raise SystemExit(2)


class _Version(argparse.Action):
    """Prints the version."""

    def __call__(self, parser: argparse.ArgumentParser, *rest: object) -> NoReturn:
        from importlib.metadata import version

        print_text(f"alarife {version('alarife')}")
        raise SystemExit(0)


def parser(packaged: bool = False) -> argparse.ArgumentParser:
    """The whole command line; ``packaged`` leaves out what only a clone has."""
    wrong.speak()
    top = _Parser(prog="alarife", description=words("about"), epilog=words("about.end"))
    top.add_argument("--version", action=_Version, nargs=0, help=words("version"))
    top.add_argument("--another", action="store_true", help=words("another"))
    top.add_argument("--safe", action="store_true", help=words("safe"))
    top.set_defaults(run=_window)
    commands = top.add_subparsers(title=words("commands"), metavar=words("command"), parser_class=_Parser)
    for name in COMMANDS:
        if name in CLONE and (packaged or find_spec(CLONE[name]) is None):
            continue
        module = importlib.import_module(f"client.commands.{name}")
        command = commands.add_parser(name, help=words(f"{name}.about"), description=words(f"{name}.about"))
        module.options(command)
        command.set_defaults(run=module.run)
    return top


def _window(given: argparse.Namespace) -> int:
    from client.app import run

    return run(another=given.another, safe=given.safe)
