"""The puzzles of the program, and those made from the player's own games."""

from __future__ import annotations

from pathlib import Path
from typing import NamedTuple

from client.puzzles.puzzle import Puzzle, PuzzleError, outline, read
from client.resource import FOLDER
from rules.message import Message, message

SHIPPED = FOLDER / "puzzles"
OWN = "puzzles"
"""The folder, within the data folder, of puzzles from the player's own games."""

MOST_OWN = 500
"""The largest number of own puzzles listed. They are the ones that were made last."""


class Stock(NamedTuple):
    """All puzzles, and a sentence for each faulty file."""

    puzzles: tuple[Puzzle, ...]
    problems: tuple[Message, ...]

    def of(self, game: str) -> list[Puzzle]:
        """The program's puzzles of a game; :attr:`own` has those from the player's own games."""
        return [one for one in self.puzzles if one.mine == (game == OWN_GAMES) and game in (OWN_GAMES, one.game)]


OWN_GAMES = "own"


def stock(home: Path | None) -> Stock:
    """All puzzles, checked as far as possible without playing their logs; ``home`` is the data folder."""
    found: list[Puzzle] = []
    problems: list[Message] = []
    for folder, mine in ((SHIPPED, False), (home / OWN if home is not None else None, True)):
        for file in _files(folder, MOST_OWN if mine else None):
            try:
                puzzle = outline(file, mine)
                if puzzle.game != file.parent.name:  # it would not be found again
                    raise PuzzleError(message("puzzle.error.damaged", file=f"{file.parent.name}/{file.name}"))
                found.append(puzzle)
            except PuzzleError as error:
                problems.append(error.reason)
    return Stock(tuple(found), tuple(problems))


def opened(puzzle: Puzzle, home: Path | None) -> Puzzle:
    """A puzzle after checking its whole file; raises :class:`~client.puzzles.puzzle.PuzzleError`."""
    folder = home / OWN if puzzle.mine and home is not None else SHIPPED
    return read(folder / puzzle.game / f"{puzzle.name}.json", puzzle.mine)


def _files(folder: Path | None, most: int | None) -> list[Path]:
    """The puzzles in a folder by name: all, or the newest ones."""
    if folder is None or not folder.is_dir():
        return []
    files = sorted(folder.glob("*/*.json"))
    return files if most is None or len(files) <= most else sorted(sorted(files, key=_made, reverse=True)[:most])


def _made(file: Path) -> float:
    """When a file was last written; 0 if it cannot be asked."""
    try:
        return file.lstat().st_mtime
    except OSError:
        return 0.0
