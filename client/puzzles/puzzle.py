"""Puzzles as data: the contents of their files, and how to read and write them.

A puzzle has the log of a game up to its position, as the seat on turn saw it: cards unknown to this seat are not in the file. A
file is checked like any input: :func:`read` plays the log and tries the answer.
"""

from __future__ import annotations

import json
import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import TYPE_CHECKING, Any, NamedTuple

from net.disk import NoFile, read_whole, write_whole
from net.owner_only import MODE
from net.rulebook import shipped_file
from rules.contract import SEALED, Deal, Move, RulesError, State, complete_options, parse_move, versions_of
from rules.message import Message, message
from rules.registry import game as game_called
from rules.search.analysis import position_after, shown

if TYPE_CHECKING:
    from rules.search.puzzles import Weighed

FORMAT = 1

LARGEST = 1 << 18
"""The largest file that is read, in bytes."""

MOST_STEPS = 20_000
MOST_MOVES = 400
MOST_RATING = 4000
MOST_GAMES = 1_000_000

DIFFICULTIES = (1, 2, 3)
"""Easy, medium, hard."""

WORLDS = 24
"""The number of worlds in which a turn is compared with the answer."""

AS_GOOD = 10
"""How much worse than the answer a solving turn may be, in thousandths of the chance; or a quarter of the gap."""

NAME = re.compile(r"[a-z0-9]+(-[a-z0-9]+)*")

Answer = tuple[int, ...]
Step = Move | Answer
"""A step of a log: a move, or the answer to the next deal as the seat has learned it."""


class PuzzleError(Exception):
    """A puzzle that cannot be played; ``reason`` is a sentence."""

    def __init__(self, reason: Message) -> None:
        super().__init__(str(reason))
        self.reason = reason


class Ends(NamedTuple):
    """Games that were played on from a puzzle to their end, by players who misjudge some turns.

    Attributes:
        games: how many after each of the two turns.
        best: how many of 1000 the seat has won after the best turn.
        second: the same after the second best turn.
    """

    games: int
    best: int
    second: int


@dataclass(frozen=True)
class Puzzle:
    """A puzzle.

    Attributes:
        game: the game's id; ``version`` of its rules, ``options`` (its house rules), ``seats`` (the number of players).
        seat: the seat that has to find the turn.
        log: the game so far, as that seat has seen it.
        answer: the best turn; ``chance``: that of winning with it, in thousandths.
        second: the second best turn; ``other``: the chance with it.
        rating: how hard it is, on the scale of the players' puzzle ratings.
        difficulty: the same in three steps.
        origin: its origin: seed, commit, search.
        name: its name among the puzzles of its game; also the name of its file.
        mine: whether it was made from the player's own game.
        ends: what games from here to the end showed; None for puzzles that were made without them.
    """

    game: str
    version: int
    options: Mapping[str, str]
    seats: int
    seat: int
    log: tuple[Step, ...] = field(repr=False)
    answer: tuple[Move, ...]
    chance: int
    second: tuple[Move, ...]
    other: int
    rating: int
    difficulty: int
    origin: Mapping[str, Any]
    name: str = ""
    mine: bool = False
    ends: Ends | None = None

    @property
    def id(self) -> str:
        """Its name among the puzzles of all games."""
        return f"{self.game}/{self.name}"

    @property
    def gap(self) -> int:
        """How much better the answer is than the second best turn, in thousandths of the chance."""
        return self.chance - self.other

    def wins(self, loss: int) -> int:
        """How often its seat wins with a turn that the judge finds worse than the answer by ``loss``, in thousandths.

        Games to the end say it where they were played: for the answer, for the second best turn, and in proportion for others.
        A turn worse than the second best one wins nothing only where the judge gives it no chance either.
        """
        if self.ends is None:
            return max(0, min(1000, self.chance - loss))
        if loss > self.gap and self.other:
            return self.ends.second * max(0, self.chance - loss) // self.other
        return max(0, min(1000, self.ends.best - loss * (self.ends.best - self.ends.second) // self.gap))

    def view(self) -> State:
        """The position as its seat knows it; raises :class:`PuzzleError` if the log leads nowhere."""
        try:
            rules = game_called(self.game)
            data = {part: shipped_file(part) for part in rules.data}
            options = complete_options(rules, self.options, self.version)
            state = rules.start(self.seats, options, data, self.version)
            for step in self.log:
                if isinstance(step, Move):
                    if state.why_not(step) is not None:
                        raise ValueError(f"not possible: {step}")
                    state.play_silently(step)
                else:
                    if not state.deals:
                        raise ValueError("nothing is to be dealt")
                    state.learn_silently(state.deals[0], step)
        except (RulesError, ValueError, IndexError, KeyError, TypeError) as error:
            raise PuzzleError(message("puzzle.error.damaged", file=_label(self.game, self.name))) from error
        return state.view(self.seat)

    def record(self) -> dict[str, object]:
        """The contents of its file."""
        return {
            "puzzle": FORMAT,
            "game": self.game,
            "version": self.version,
            "options": dict(self.options),
            "seats": self.seats,
            "seat": self.seat,
            "rating": self.rating,
            "difficulty": self.difficulty,
            "answer": {"moves": [str(move) for move in self.answer], "chance": self.chance},
            "second": {"moves": [str(move) for move in self.second], "chance": self.other},
            **({"ends": list(self.ends)} if self.ends is not None else {}),
            "origin": dict(self.origin),
            "log": [str(step) if isinstance(step, Move) else list(step) for step in self.log],
        }


def loses_little(found: Weighed, gap: int) -> bool:
    """Whether a turn solves a puzzle whose answer is better than the second best turn by ``gap`` thousandths."""
    return found.best - found.own <= max(AS_GOOD, gap // 4)


def seen_answer(deal: Deal, answer: Sequence[int], seat: int) -> Answer:
    """The answer to a deal as a seat learns it."""
    if deal.kind == "draw" and deal.seat != seat:
        return (SEALED,) * len(answer)
    return tuple(answer)


def read(file: Path, mine: bool = False) -> Puzzle:
    """Read a puzzle, play its log and try its turns; raises :class:`PuzzleError`."""
    puzzle = outline(file, mine)
    check(puzzle)
    return puzzle


def outline(file: Path, mine: bool = False) -> Puzzle:
    """Read a puzzle without playing its log; raises :class:`PuzzleError`."""
    label = "/".join(filter(None, (file.parent.name, file.name)))
    try:
        content = json.loads(read_whole(file, LARGEST))
    except (NoFile, ValueError, RecursionError) as error:
        raise PuzzleError(message("puzzle.error.damaged", file=label)) from error
    except OSError as error:
        raise PuzzleError(message("puzzle.error.unreadable", file=label, why=error.strerror or str(error))) from error
    if isinstance(content, dict) and type(content.get("puzzle")) is int and content["puzzle"] > FORMAT:
        raise PuzzleError(message("puzzle.error.newer", file=label))
    try:
        return _puzzle(content, file, mine)
    except (ValueError, KeyError, TypeError, AttributeError, RulesError) as error:
        raise PuzzleError(message("puzzle.error.damaged", file=label)) from error


def write(puzzle: Puzzle, folder: Path) -> Path:
    """Write a puzzle into the folder of its game under ``folder``; raises :class:`OSError`."""
    place = folder / puzzle.game
    place.mkdir(parents=True, exist_ok=True)
    file = place / f"{puzzle.name}.json"
    write_whole(file, json.dumps(puzzle.record(), separators=(",", ":")).encode() + b"\n", MODE, sync=False)
    return file


def check(puzzle: Puzzle) -> State:
    """Play the log and try both turns; returns the view. Raises :class:`PuzzleError` for a faulty puzzle."""
    view = puzzle.view()
    label = _label(puzzle.game, puzzle.name)
    if view.turn != puzzle.seat or view.deals:
        raise PuzzleError(message("puzzle.error.damaged", file=label))
    for moves in (puzzle.answer, puzzle.second):
        if shown(view, moves) is None:
            raise PuzzleError(message("puzzle.error.damaged", file=label))
    if position_after(view, puzzle.answer) == position_after(view, puzzle.second):
        raise PuzzleError(message("puzzle.error.damaged", file=label))
    return view


def _label(game: str, name: str) -> str:
    return f"{game}/{name}.json"


def _puzzle(content: Any, file: Path, mine: bool) -> Puzzle:
    if content["puzzle"] != FORMAT or not NAME.fullmatch(file.stem):
        raise ValueError("no puzzle")
    rules = game_called(content["game"])
    if content["version"] not in versions_of(rules) or content["seats"] not in rules.seats:
        raise ValueError("another game")
    options = content["options"]
    if not isinstance(options, dict) or not all(isinstance(word, str) for pair in options.items() for word in pair):
        raise ValueError("no house rules")
    log = content["log"]
    if not isinstance(log, list) or len(log) > MOST_STEPS or not isinstance(content["origin"], dict):
        raise ValueError("no log")
    answer, chance = _turn(content["answer"])
    second, other = _turn(content["second"])
    if chance <= other or content["difficulty"] not in DIFFICULTIES:
        raise ValueError("not the best")
    ends = content.get("ends")
    if ends is not None and (not isinstance(ends, list) or len(ends) != len(Ends._fields) or ends[1] <= ends[2]):
        raise ValueError("no games to the end")
    return Puzzle(
        game=content["game"],
        version=_number(content["version"], 1 << 16),
        options=options,
        seats=_number(content["seats"], 16),
        seat=_number(content["seat"], content["seats"] - 1),
        log=tuple(map(_step, log)),
        answer=answer,
        chance=chance,
        second=second,
        other=other,
        rating=_number(content["rating"], MOST_RATING),
        difficulty=_number(content["difficulty"], 3),
        origin=content["origin"],
        name=file.stem,
        mine=mine,
        ends=None if ends is None else Ends(_number(ends[0], MOST_GAMES), _number(ends[1], 1000), _number(ends[2], 1000)),
    )


def _turn(content: Any) -> tuple[tuple[Move, ...], int]:
    moves = content["moves"]
    if not isinstance(moves, list) or not 1 <= len(moves) <= MOST_MOVES:
        raise ValueError("no turn")
    return tuple(map(_move, moves)), _number(content["chance"], 1000)


def _step(content: Any) -> Step:
    if isinstance(content, list) and len(content) <= 1000:
        return tuple(_number(face, 1 << 20) for face in content)
    return _move(content)


def _move(content: Any) -> Move:
    if not isinstance(content, str):
        raise ValueError("no move")
    return parse_move(content)


def _number(value: Any, most: int) -> int:
    if type(value) is not int or not 0 <= value <= most:
        raise ValueError(f"no number up to {most}")
    return value
