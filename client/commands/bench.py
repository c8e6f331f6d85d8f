"""``alarife bench``: the project's benchmarks; a line for each figure, the median of several runs."""

from __future__ import annotations

import argparse
import sys
from collections.abc import Iterator
from importlib.util import find_spec
from pathlib import Path
from typing import TYPE_CHECKING

from client.commands.choices import add_text
from client.commands.output import print_record, print_text, trouble, words
from rules.contract import Game
from rules.registry import game, games

if TYPE_CHECKING:
    from client.bench import Figure
    from client.bench.peers import Peers

NAMES = (
    "engine", "deal", "commit", "counts", "door", "start", "repaint", "frames", "hint", "evening", "replay", "library",
    "growth", "verify",
)  # fmt: skip
IN_A_CLONE = ("deal", "commit", "door", "frames")
"""Those that start programs by the name of a module, which an installed program cannot."""

INSTALLED = bool(getattr(sys, "frozen", False))

RUNS = 5


def options(command: argparse.ArgumentParser) -> None:
    """Add its arguments."""
    command.add_argument("name", nargs="?", metavar="NAME", help=words("bench.help.name", names=", ".join(NAMES)))
    command.add_argument("--runs", type=int, default=RUNS, metavar="N", help=words("bench.help.runs", runs=RUNS))
    command.add_argument("--game", metavar="GAME", help=words("bench.help.game"))
    command.add_argument("--peer", type=Path, action="append", default=[], metavar="CLONE", help=words("bench.help.peer"))
    add_text(command)


def run(given: argparse.Namespace) -> int:
    """Measure and print."""
    from client.bench.peers import peers

    if given.name is not None and given.name not in NAMES:
        raise trouble("trouble.bench", name=given.name, names=", ".join(NAMES))
    if INSTALLED and given.name in IN_A_CLONE:
        raise trouble("trouble.bench-clone", name=given.name)
    chosen = [game(given.game)] if given.game else list(games().values())
    names = [given.name] if given.name else [name for name in NAMES if not (INSTALLED and name in IN_A_CLONE)]
    with peers(given.peer, names) as others:
        for name in names:
            if given.text and name == "engine" and others.engine is None:
                print_text(words("bench.peer"))
            if given.text and name == "deal" and others.deal is None:
                print_text(words("bench.peer-shuffle"))
            for figure in figures(name, chosen, max(1, given.runs), others):
                show(figure, given.text)
    return 0


def show(figure: Figure, text: bool) -> None:
    """Print a figure, for people or as a record."""
    if text:
        digits = 2 if figure.unit == "x" else 1
        print_text(f"{figure.bench:12} {figure.what:36} {figure.value:12,.{digits}f} {figure.unit}")
        return
    runs = [round(value, 3) for value in figure.runs]
    print_record(
        {
            "bench": figure.bench,
            "what": figure.what,
            "value": round(figure.value, 3),
            "unit": figure.unit,
            "runs": runs,
        }
    )


def figures(name: str, chosen: list[type[Game]], runs: int, others: Peers) -> Iterator[Figure]:
    """The figures of one benchmark, beside those of the other programs that measure the same."""
    if name == "start":
        from client.bench import start

        yield from start.measure(runs)
    elif name == "repaint":
        from client.bench import repaint

        yield from repaint.measure(runs)
    elif name == "library":
        from client.bench import library

        yield from library.measure(runs)
    elif name == "deal":
        from client.bench import deal

        yield from deal.measure(runs, others.deal)
    elif name == "door":
        from client.bench import door

        yield from door.measure(chosen[0], runs)
    elif name == "frames":
        from client.bench import frames

        for rules in chosen:
            yield from frames.measure(rules, runs)
    elif name == "hint":
        from client.bench import hint

        for rules in chosen:
            yield from hint.measure(rules, runs)
    elif name == "evening":
        from client.bench import evening

        for rules in chosen:
            yield from evening.measure(rules, runs)
    elif name == "replay":
        from client.bench import replay

        for rules in chosen:
            yield from replay.measure(rules, runs)
    elif name == "verify":
        from client.bench import checking

        for rules in chosen:
            yield from checking.measure(rules, runs)
    elif name == "counts":
        from client.bench import counts

        for rules in chosen:
            yield from counts.measure(rules)
    elif name == "growth":
        from client.bench import growth

        yield from growth.measure(chosen[0], runs)
    elif name == "engine":
        from client.bench import engine

        for rules in chosen:
            yield from engine.measure(rules, runs, others.engine)
    else:
        from client.bench import commit

        for rules in chosen:
            yield from commit.measure(rules, runs)
        yield commit.bare(runs)
        if find_spec("client.soak") is not None:  # packages leave it out
            from client.bench import between

            yield from between.measure(chosen[0], runs)
