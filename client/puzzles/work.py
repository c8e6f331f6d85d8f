"""The work that puzzles give to the bot processes: judging a turn, and making puzzles from a saved game."""

from __future__ import annotations

import logging
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import NamedTuple

from client.analysis.mind import NoAnalysis, mind_of
from client.bots import Work
from client.puzzles.puzzle import WORLDS
from net.gamefile import GameFileError
from rules.contract import Budget, Move, State
from rules.message import Message, message
from rules.search.analysis import QUICK, Analysis, Stopped
from rules.search.puzzles import Weighed, weigh

JUDGING_MS = 60_000
MAKING_MS = 3_600_000

_log = logging.getLogger(__name__)


class Made(NamedTuple):
    """The progress of making puzzles.

    Attributes:
        puzzles: how many have been made.
        done: how much of the game has been searched, in thousandths.
        problem: why no puzzles can be made, or None.
    """

    puzzles: int
    done: int
    problem: Message | None = None


def judging(game: str, view: State, moves: Sequence[Move], answer: Sequence[Move]) -> Work:
    """Work that judges a turn; its result is a :class:`~rules.search.puzzles.Weighed`, or None if the time ran out."""
    return Work(judge, (game, view, tuple(moves), tuple(answer)), JUDGING_MS)


def judge(
    _tell: Callable[[object], None], budget: Budget, game: str, view: State, moves: tuple[Move, ...], answer: tuple[Move, ...]
) -> Weighed | None:
    """The chances after a turn and after the answer, in the same worlds."""
    try:
        return weigh(Analysis(*mind_of(game, view.seats), QUICK), view, moves, answer, WORLDS, budget)
    except Stopped:
        return None


def making(file: Path, folder: Path) -> Work:
    """Work that makes puzzles from a saved game and writes them to a folder; parts and result are :class:`Made`."""
    return Work(make, (file, folder), MAKING_MS)


def make(tell: Callable[[Made], None], budget: Budget, file: Path, folder: Path) -> Made:
    """Make the puzzles. Each is written as soon as it is found, so cancelled work keeps its results."""
    from client.puzzles.making import of_file, puzzles_of
    from client.puzzles.puzzle import PuzzleError, write

    count = part = 0

    def told(done: int) -> None:
        nonlocal part
        part = done
        tell(Made(count, done))

    try:
        for puzzle in puzzles_of(of_file(file), budget, told):
            write(puzzle, folder)
            count += 1
            tell(Made(count, part))
        return Made(count, 1000)
    except Stopped:
        return Made(count, part)
    except (GameFileError, NoAnalysis, PuzzleError) as error:
        return Made(count, part, error.reason)
    except OSError as error:
        return Made(count, part, message("puzzle.none.unwritable", why=error.strerror or str(error)))
    except Exception:
        _log.exception("no puzzles of %s", file)
        return Made(count, part, message("analysis.none.failed"))
