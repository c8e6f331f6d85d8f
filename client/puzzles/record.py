"""The puzzles that a person has solved, and their puzzle rating: a file in the data folder, checked like any input."""

from __future__ import annotations

import json
import os
from collections.abc import Iterable
from contextlib import suppress
from pathlib import Path

from client.puzzles.puzzle import Puzzle
from client.puzzles.rating import FIRST, LEAST, MISSED, MOST, SOLVED, rated
from net.disk import free_beside, read_whole, write_whole
from net.owner_only import MODE
from rules.message import Message, message

FILE = "puzzles.json"
FORMAT = 1
LARGEST = 1 << 20
MOST_TRIED = 10_000


class Record:
    """A person's results with puzzles.

    Attributes:
        rating: the puzzle rating.
        tried: how the first try at each puzzle ended, by its id, in the order of trying.
        solved: the puzzles solved at any try.
        problem: why an earlier record could not be used, or None.
        unsaved: why the latest results could not be saved, or None; the next try saves them, too.
    """

    def __init__(self, home: Path) -> None:
        """``home`` is the data folder."""
        self._home = home
        self.rating = FIRST
        self.tried: dict[str, int] = {}
        self.solved: set[str] = set()
        self.problem: Message | None = None
        self.unsaved: Message | None = None
        self._unread = False  # whether the file has a record that could neither be read nor be set aside
        try:
            self._read(json.loads(read_whole(home / FILE, LARGEST)))
        except FileNotFoundError:
            pass
        except (OSError, ValueError, KeyError, TypeError, AttributeError, RecursionError):
            self.rating, self.tried, self.solved = FIRST, {}, set()
            self._unread = True
            try:
                self._set_aside()
            except OSError as error:
                self.problem = message("puzzle.error.record.stays", file=FILE, why=error.strerror or str(error))

    def _set_aside(self) -> None:
        """Give an earlier record that cannot be read another name; raises :class:`OSError` if it has to stay."""
        aside = free_beside(self._home / FILE, "damaged")
        with suppress(FileNotFoundError):  # somebody has removed it meanwhile
            os.rename(self._home / FILE, aside)
            self.problem = message("puzzle.error.record", file=FILE, aside=aside.name)
        self._unread = False

    def _read(self, content: dict[str, object]) -> None:
        rating, tried, solved = content["rating"], content["tried"], content["solved"]
        if content["puzzles"] != FORMAT or type(rating) is not int or not LEAST <= rating <= MOST:
            raise ValueError("no rating")
        if not isinstance(tried, dict) or not isinstance(solved, list) or max(len(tried), len(solved)) > MOST_TRIED:
            raise ValueError("no puzzles")
        if not all(type(result) is int and MISSED <= result <= SOLVED for result in tried.values()):
            raise ValueError("no results")
        if not all(isinstance(name, str) for name in solved):
            raise ValueError("no names")
        self.rating, self.tried, self.solved = rating, dict(tried), set(solved)

    def note(self, puzzle: Puzzle, result: int) -> int:
        """Record the end of a try; returns the change of the rating. Only the first try at a puzzle changes it."""
        before = self.rating
        if puzzle.id not in self.tried:
            self.rating = rated(before, len(self.tried), puzzle.rating, result)
            self.tried[puzzle.id] = result
        if result == SOLVED:
            self.solved.add(puzzle.id)
        self._write()
        return self.rating - before

    def next_of(self, puzzles: Iterable[Puzzle], but: str = "") -> Puzzle | None:
        """The puzzle to try next: the untried one nearest to the player's rating, then unsolved ones.

        ``but`` was just shown, and comes last.
        """
        found = sorted(
            puzzles,
            key=lambda one: (
                one.id == but,
                one.id in self.solved,
                one.id in self.tried,
                abs(one.rating - self.rating),
                one.id,
            ),
        )
        return found[0] if found else None

    def _write(self) -> None:
        """Write the file. If the disk is full, the old record stays. So does one that could not be set aside."""
        content = {"puzzles": FORMAT, "rating": self.rating, "tried": self.tried, "solved": sorted(self.solved)}
        try:
            self._home.mkdir(parents=True, exist_ok=True)
            if self._unread:
                self._set_aside()
            write_whole(self._home / FILE, json.dumps(content).encode(), MODE, sync=False)
            self.unsaved = None
        except OSError as error:
            self.unsaved = message("puzzle.error.record.unsaved", why=error.strerror or str(error))
