"""Pictures as data: the position, the part to show, the marks, and the numbers that texts use.

``resources/help/pictures/<game>.json`` has the pictures of a game; ``docs/writing-help.md`` describes the format.
:func:`figures` reads only the numbers. :func:`load` plays a picture's moves with the engine.
"""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache
from pathlib import Path

from client.lessons.lesson import Entry, LessonError, begin, legal, make, read_file, scene_of
from client.resource import FOLDER
from rules.contract import State

PICTURES = FOLDER / "help" / "pictures"
COVER = "cover"
"""The picture that introduces a game."""

WIDE, HIGH = 496, 230
"""The size of a picture in the help, in pixels at the usual size; a picture may name another height."""


@dataclass(frozen=True)
class Picture:
    """A picture.

    Attributes:
        before: the position before its moves; ``after``: the position after them.
        shown: the one of the two to paint.
        seat: the seat whose hand and cards are visible.
        around: the places that the painted part of the board contains; empty for the whole board.
        marks: what to frame: ``place 8`` or the name of a widget, as in lessons.
        arrows: arrows between such places.
        labels: the letter or number beside a mark, by the mark's name.
        beside: the name of a panel right of the board; ``below``: whether the hand is below it.
        gold: whether the board marks possible moves.
    """

    before: State
    after: State
    shown: State
    seat: int
    around: tuple[str, ...]
    marks: tuple[str, ...]
    arrows: tuple[tuple[str, ...], ...]
    labels: Mapping[str, str]
    beside: str
    below: bool
    gold: bool


def pictured(game: str) -> bool:
    """Whether a game has pictures; one of them is then its cover."""
    return _file(game).is_file()


def names_of(game: str) -> tuple[str, ...]:
    """The names of a game's pictures; none if it has no such file."""
    return tuple(_raw(game))


def height_of(game: str, name: str) -> int:
    """The height of a picture in the help, in pixels at the usual size."""
    high = _raw(game).get(name, {}).get("high", HIGH)
    return high if isinstance(high, int) else HIGH


def figures(game: str) -> dict[str, int]:
    """The numbers that texts may use, by picture and name, such as ``merger.paid``."""
    found = {}
    for name, content in _raw(game).items():
        numbers = content.get("figures", {})
        for figure, (number, _) in numbers.items() if isinstance(numbers, dict) else ():
            found[f"{name}.{figure}"] = number
    return found


def sums(game: str) -> dict[str, tuple[int, str]]:
    """The same numbers, each with how it follows from the position, which a test computes."""
    return {
        f"{name}.{figure}": (number, how)
        for name, content in _raw(game).items()
        for figure, (number, how) in content.get("figures", {}).items()  # type: ignore[attr-defined]
    }


def load(game: str, name: str) -> Picture:
    """Play a picture's moves; raises :class:`~client.lessons.lesson.LessonError` if it is faulty or missing."""
    file = _file(game)
    entry = Entry(read_file(file), file)
    part = entry.part("pictures").part(name)
    scene = part.take("scene", str)
    stand = begin(entry, game, scene_of(entry.part("scenes").part(scene)), scene)
    before = stand.state.copy()
    for text in part.words("moves"):
        make(stand, legal(part, stand, text, name))
    return Picture(
        before,
        stand.state,
        stand.state if part.take("after", bool, True) else before,
        part.take("seat", int, 0),
        part.words("around"),
        part.words("marks"),
        part.choices("arrows"),
        part.texts("labels"),
        part.take("beside", str, ""),
        part.take("below", bool, False),
        part.take("gold", bool, False),
    )


def _file(game: str) -> Path:
    return PICTURES / f"{game}.json"


@cache
def _raw(game: str) -> dict[str, dict[str, object]]:
    file = _file(game)
    found = json.loads(file.read_text("utf-8"))["pictures"] if file.is_file() else {}
    return dict(found)


__all__ = ["COVER", "HIGH", "WIDE", "LessonError", "Picture", "figures", "height_of", "load", "names_of", "pictured", "sums"]
