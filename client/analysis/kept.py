"""Stored analyses, each in its own file in the data folder. Their contents are checked like any input."""

from __future__ import annotations

import hashlib
import itertools
import json
from collections.abc import Sequence
from contextlib import suppress
from pathlib import Path

from net.disk import read_whole, write_whole
from net.owner_only import MODE
from rules.contract import Move, parse_move
from rules.search.analysis import Better, Judged
from rules.search.chances import WHOLE

FOLDER = "analyses"
"""The folder of analyses, within the data folder."""

LARGEST = 1 << 22
"""The largest file that is read, in bytes."""

MOST_MOVES = 400
MOST_FILES = 500
"""The number of analyses kept; the least recently used ones go first."""


class Kept:
    """The analyses of one data folder."""

    def __init__(self, folder: Path) -> None:
        self._folder = folder / FOLDER

    def find(self, head: str, what: str, knowledge: str, seats: int) -> list[Judged] | None:
        """The stored analysis of this game; None if there is no usable one.

        Args:
            head: the hash of the game's last entry.
            what: the way of the analysis: its depth, and whether it used all cards.
            knowledge: a fingerprint of everything that judged it.
            seats: how many seats it has.
        """
        path = self._path(head, what)
        try:
            content = json.loads(read_whole(path, LARGEST))
            if (content["head"], content["what"], content["knowledge"]) != (head, what, knowledge):
                return None
            turns = [read_turn(turn, seats) for turn in content["turns"]]
            if any(one.end > other.index for one, other in itertools.pairwise(turns)):
                return None
        except (OSError, ValueError, KeyError, TypeError, IndexError, AttributeError, RecursionError):
            return None
        with suppress(OSError):
            path.touch()
        return turns

    def keep(self, head: str, what: str, knowledge: str, turns: Sequence[Judged]) -> None:
        """Store a complete analysis. If the disk is full, nothing is stored, and the analysis is made again next time."""
        content = {"head": head, "what": what, "knowledge": knowledge, "turns": [turn_record(turn) for turn in turns]}
        with suppress(OSError):
            self._folder.mkdir(parents=True, exist_ok=True)
            write_whole(self._path(head, what), json.dumps(content).encode(), MODE, sync=False)
            files = sorted(self._folder.glob("*.json"), key=lambda path: path.stat().st_mtime, reverse=True)
            for path in files[MOST_FILES:]:
                path.unlink()

    def _path(self, head: str, what: str) -> Path:
        return self._folder / f"{hashlib.sha256(f'{head} {what}'.encode()).hexdigest()}.json"


def turn_record(turn: Judged) -> dict[str, object]:
    """A turn as JSON, for the command and for storage."""
    better = turn.better
    return {
        "index": turn.index,
        "end": turn.end,
        "seat": turn.seat,
        "before": list(turn.before),
        "after": list(turn.after),
        "cost": turn.cost,
        "sure": turn.sure,
        "better": None
        if better is None
        else {"index": better.index, "moves": [str(move) for move in better.moves], "gain": better.gain},
    }


def read_turn(content: object, seats: int) -> Judged:
    """Read what :func:`turn_record` wrote; raises :class:`ValueError` for anything else."""
    if not isinstance(content, dict) or not isinstance(content.get("sure"), bool):
        raise ValueError("no turn")
    index = _number(content.get("index"), 1 << 30)
    end = _number(content.get("end"), 1 << 30)
    found = content.get("better")
    better = None
    if found is not None:
        if not isinstance(found, dict):
            raise ValueError("no better turn")
        moves = _moves(found.get("moves"))
        better = Better(_number(found.get("index"), 1 << 30), moves, _number(found.get("gain"), WHOLE))
        if not index <= better.index < end:
            raise ValueError("a better turn elsewhere")
    if index >= end:
        raise ValueError("a turn without an end")
    return Judged(
        index,
        end,
        _number(content.get("seat"), seats - 1),
        _chances(content.get("before"), seats),
        _chances(content.get("after"), seats),
        _number(content.get("cost"), WHOLE),
        better,
        content["sure"],
    )


def _number(value: object, most: int) -> int:
    if type(value) is not int or not 0 <= value <= most:
        raise ValueError(f"no number up to {most}")
    return value


def _chances(value: object, seats: int) -> tuple[int, ...]:
    if not isinstance(value, list) or len(value) != seats:
        raise ValueError("chances of other seats")
    found = tuple([_number(one, WHOLE) for one in value])
    if not WHOLE - seats <= sum(found) <= WHOLE + seats:
        raise ValueError("chances that do not add up")
    return found


def _moves(value: object) -> tuple[Move, ...]:
    if not isinstance(value, list) or not 1 <= len(value) <= MOST_MOVES or not all(isinstance(one, str) for one in value):
        raise ValueError("no moves")
    return tuple([parse_move(one) for one in value])
