"""``alarife puzzles``: makes puzzles from games between bots or from a saved game, or checks puzzle files."""

from __future__ import annotations

import argparse
import json
import time
from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING

from client.commands.choices import add_text, seat_count, writing
from client.commands.output import print_record, print_text, print_trouble, trouble, words
from net.disk import read_whole, write_whole
from rules.message import Message

if TYPE_CHECKING:
    from client.puzzles.puzzle import Puzzle

PROGRESS = "progress.json"
"""A file in the folder of the puzzles that lists the games already searched."""

LARGEST = 1 << 16
"""The largest such file that is read, in bytes."""


def options(command: argparse.ArgumentParser) -> None:
    """Add its arguments."""
    command.add_argument("files", nargs="*", type=Path, metavar="FILE", help=words("puzzles.help.files"))
    command.add_argument("--make", action="store_true", help=words("puzzles.help.make"))
    command.add_argument("--game", metavar="GAME", help=words("help.game"))
    command.add_argument("--players", type=int, metavar="N", help=words("help.players"))
    command.add_argument("--games", type=int, default=10, metavar="K", help=words("puzzles.help.games"))
    command.add_argument("--minutes", type=int, default=0, metavar="M", help=words("puzzles.help.minutes"))
    command.add_argument("--commit", default="", metavar="ID", help=words("puzzles.help.commit"))
    command.add_argument("--out", type=Path, metavar="FOLDER", help=words("puzzles.help.out"))
    add_text(command)


def run(given: argparse.Namespace) -> int:
    """Print each puzzle as soon as it is found, or whether puzzle files are sound. A faulty file does not stop the others."""
    from client.puzzles.puzzle import write

    if given.games < 1:
        raise trouble("trouble.games")
    source = _read if not given.make else _of_files if given.files else _of_bots
    keeps = given.make and given.out is not None
    if keeps:
        with writing(given.out):  # before the search, which takes long
            given.out.mkdir(parents=True, exist_ok=True)
    status = 0
    for found in source(given):
        if isinstance(found, Message):
            print_trouble(found)
            status = 1
            continue
        if keeps:
            with writing(given.out):
                write(found, given.out)
        _print(given, found)
    return status


def _read(given: argparse.Namespace) -> Iterator[Puzzle | Message]:
    """The puzzles in files, or what is wrong with a file."""
    from client.puzzles.puzzle import PuzzleError, read

    if not given.files:
        raise trouble("trouble.puzzles.files")
    for file in given.files:
        try:
            yield read(file)
        except PuzzleError as error:
            yield error.reason


def _of_files(given: argparse.Namespace) -> Iterator[Puzzle | Message]:
    """Puzzles from saved games, or why there are none from a file."""
    from client.analysis.mind import NoAnalysis
    from client.puzzles.making import of_file, puzzles_of
    from client.puzzles.puzzle import PuzzleError
    from net.gamefile import GameFileError

    for file in given.files:
        try:
            yield from puzzles_of(of_file(file))
        except (GameFileError, NoAnalysis, PuzzleError) as error:
            yield error.reason


def _of_bots(given: argparse.Namespace) -> Iterator[Puzzle | Message]:
    """Puzzles from games between bots; with a folder, from those not yet searched."""
    from client.puzzles.making import between_bots, puzzles_of
    from rules.registry import game

    if given.game is None:
        raise trouble("trouble.puzzles.game")
    rules = game(given.game)
    seats = seat_count(rules, given.players)
    end = time.monotonic() + 60 * given.minutes
    done = _done(given.out)
    mark = f"{rules.id} {seats}"
    for seed in range(done.get(mark, 0) + 1, given.games + 1):
        if given.minutes and time.monotonic() > end:
            return
        yield from puzzles_of(between_bots(rules.id, seats, seed, given.commit))
        done[mark] = seed
        if given.out is not None:
            with writing(given.out / PROGRESS):
                write_whole(given.out / PROGRESS, json.dumps(done).encode())


def _done(folder: Path | None) -> dict[str, int]:
    """How many games have been searched, by game and number of seats."""
    if folder is None:
        return {}
    try:
        done = json.loads(read_whole(folder / PROGRESS, LARGEST))
        if not all(isinstance(seed, int) for seed in done.values()):
            raise ValueError("no numbers")
    except FileNotFoundError:
        return {}
    except (OSError, ValueError, AttributeError, RecursionError) as error:
        raise trouble("trouble.puzzles.progress", file=str(folder / PROGRESS)) from error
    return dict(done)


def _print(given: argparse.Namespace, puzzle: Puzzle) -> None:
    if given.text:
        answer = " / ".join(map(str, puzzle.answer))
        print_text(f"{puzzle.id:30} {puzzle.rating:5} {puzzle.chance / 10:5.1f} % {puzzle.gap / 10:5.1f}  {answer}")
        return
    record = puzzle.record()
    del record["log"]
    print_record({"name": puzzle.name, **record})
