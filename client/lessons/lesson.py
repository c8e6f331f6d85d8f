"""Lessons as data: the contents of their files, and how to read them.

A lesson is ``resources/lessons/<game>/<name>.json``; ``docs/writing-a-lesson.md`` describes the format. :func:`outline`
reads what a list of lessons shows. :func:`load` reads the whole file and plays the lesson through, so a lesson that loads can
be played to its end.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import TypeVar, cast

from client.lessons.deals import NotInTheBox, StackedDeals
from client.resource import FOLDER
from rules.contract import Event, Move, RulesError, State, complete_options, parse_move
from rules.message import Message, message
from rules.registry import game as game_called

LESSONS = FOLDER / "lessons"
FORMAT = 1
LARGEST = 1 << 18
"""The largest file that is read, in bytes."""

CONFIRM = "confirm"
"""Stands among the moves of a step for the button that confirms the turn."""

ME = 0
"""The learner's seat."""

_NAME = re.compile(r"[a-z0-9]+(-[a-z0-9]+)*")

Kind = TypeVar("Kind")


class LessonError(Exception):
    """A faulty lesson; ``reason`` says what is wrong with its file, ``detail`` what the rules say about it."""

    def __init__(self, reason: Message, detail: Message | None = None) -> None:
        super().__init__(f"{reason} {detail}" if detail is not None else str(reason))
        self.reason = reason
        self.detail = detail


@dataclass(frozen=True)
class Outline:
    """What a list of lessons shows.

    Attributes:
        game: the game's id; ``name``: the lesson's name; ``place``: its place among the game's lessons.
        minutes: its length in minutes.
        steps: the number of its steps.
        problem: why it cannot be played, or None.
    """

    game: str
    name: str
    place: int = 0
    minutes: int = 0
    steps: int = 0
    problem: Message | None = None

    @property
    def id(self) -> str:
        """The lesson's name among those of all games."""
        return f"{self.game}/{self.name}"

    @property
    def key(self) -> str:
        """What follows ``lesson.`` in the keys of its texts."""
        return f"{self.game}.{self.name}"


@dataclass(frozen=True)
class Scene:
    """A position to begin from; see :func:`begin`."""

    seats: int
    options: Mapping[str, str]
    seed: str
    cards: Sequence[Sequence[int]]
    lots: Sequence[int]
    moves: Sequence[str]


@dataclass(frozen=True)
class Step:
    """A step of a lesson.

    Attributes:
        name: the last part of its texts' keys.
        scene: the scene that begins with it; empty to continue from the previous step.
        others: the others' moves before the task, in notation.
        do: the player's tasks, one after the other. Each is a set of patterns (:func:`fits`) or :data:`CONFIRM`.
        marks: what the lesson points at: names of widgets, or ``place`` and the view's name of a place.
        whole: whether the board shows every legal move, not only those that the step asks for.
    """

    name: str
    scene: str = ""
    others: tuple[str, ...] = ()
    do: tuple[tuple[str, ...], ...] = ()
    marks: tuple[str, ...] = ()
    whole: bool = False


@dataclass(frozen=True)
class Practice:
    """The short game at the end.

    Attributes:
        scene: the position in which it begins.
        bot: the level of the bots.
        turns: about how many turns the player has left.
    """

    scene: Scene
    bot: str
    turns: int


@dataclass(frozen=True)
class Stand:
    """A position in a lesson, with the dealing that continues from there."""

    state: State
    deals: StackedDeals

    def copy(self) -> Stand:
        """An independent copy."""
        return Stand(self.state.copy(), self.deals.copy())


@dataclass(frozen=True)
class Lesson:
    """A lesson that can be played to its end.

    Attributes:
        outline: what a list shows about it.
        steps: its steps; ``begins``: the position before each of them, before the others' moves.
        practice: the short game at its end.
    """

    outline: Outline
    steps: tuple[Step, ...]
    begins: tuple[Stand, ...]
    practice: Practice


def fits(move: Move, pattern: str) -> bool:
    """Whether a move fits a pattern: its notation, in which ``*`` stands for any number."""
    kind, *words = pattern.split(" ")
    return (
        kind == move.kind
        and len(words) == len(move.args)
        and all(word in ("*", str(arg)) for word, arg in zip(words, move.args, strict=True))
    )


def asked(state: State, patterns: Sequence[str]) -> list[Move]:
    """The legal moves that fit one of the patterns."""
    return [move for move in state.moves() if any(fits(move, pattern) for pattern in patterns)]


def games_with_lessons() -> list[str]:
    """The games that have lessons."""
    return sorted(folder.name for folder in LESSONS.iterdir() if folder.is_dir()) if LESSONS.is_dir() else []


def outlines(game: str) -> list[Outline]:
    """The lessons of a game in order, damaged ones last."""
    found = [outline(file) for file in sorted((LESSONS / game).glob("*.json"))]
    return sorted(found, key=lambda one: (one.problem is not None, one.place, one.name))


def file_of(lesson: str) -> Path:
    """The file of a lesson by its id, ``game/name``."""
    game, _, name = lesson.partition("/")
    return LESSONS / game / f"{name}.json"


def outline(file: Path) -> Outline:
    """What a list shows about the lesson in a file."""
    try:
        return _outline(Entry(read_file(file), file), file)
    except LessonError as error:
        return Outline(file.parent.name, file.stem, problem=error.reason)


def load(file: Path, every_way: bool = False) -> Lesson:
    """Read a lesson and play it through; raises :class:`LessonError` if it is faulty.

    If a step leaves a choice, the first way is played; with ``every_way``, also every other way to the end of its scene.
    """
    entry = Entry(read_file(file), file)
    shown = _outline(entry, file)
    scenes = {name: scene_of(part) for name, part in entry.parts("scenes").items()}
    steps = tuple(_step(part, scenes) for part in entry.list_of_parts("steps"))
    names = [step.name for step in steps]
    for name in names:
        if names.count(name) > 1:
            raise entry.wrong("twice", name=name)
    if not steps[0].scene:
        raise entry.wrong("no-scene", step=steps[0].name)
    begins = tuple(_played(entry, shown.game, scenes, steps, every_way))
    lesson = Lesson(shown, steps, begins, _practice(entry.part("practice"), shown.game, scenes))
    if every_way:
        practice_of(lesson)
    return lesson


def practice_of(lesson: Lesson) -> Stand:
    """The position in which the short game begins; raises :class:`LessonError` if there is none.

    This plays most of a game, so it takes longer than a frame.
    """
    file = file_of(lesson.outline.id)
    entry = Entry({}, file)
    stand = begin(entry, lesson.outline.game, lesson.practice.scene, "practice")
    if stand.state.turn != ME:
        raise entry.wrong("practice")
    return stand


# -- reading ----------------------------------------------------------------------------------------------------------


def read_file(file: Path) -> object:
    """The contents of a JSON file; raises :class:`LessonError`."""
    try:
        if file.stat().st_size > LARGEST:
            raise ValueError("it is too large")
        return json.loads(file.read_text("utf-8"))
    except (OSError, ValueError, RecursionError) as error:
        why = (error.strerror if isinstance(error, OSError) else None) or str(error)
        raise LessonError(message("lesson.error.unreadable", file=_label(file), why=why)) from error


def _label(file: Path) -> str:
    return f"{file.parent.name}/{file.name}"


class Entry:
    """An object in a file, whose entries are read by name and type; a wrong one raises :class:`LessonError`."""

    def __init__(self, content: object, file: Path, path: str = "") -> None:
        self._file = file
        self._path = path
        if not isinstance(content, dict):
            raise self.wrong("entry", entry=path or "{}")
        self._content = cast("dict[str, object]", content)

    def wrong(self, kind: str, detail: Message | None = None, **values: str | int) -> LessonError:
        """The error with this sentence of the catalogue."""
        return LessonError(message(f"lesson.error.{kind}", file=_label(self._file), **values), detail)

    def _of(self, name: str) -> str:
        return f"{self._path}.{name}".lstrip(".")

    def take(self, name: str, kind: type[Kind], default: Kind | None = None) -> Kind:
        """The entry of this name and type; ``default`` if it may be missing."""
        value = self._content.get(name, default)
        if type(value) is not kind:
            raise self.wrong("entry", entry=self._of(name))
        return value

    def words(self, name: str) -> tuple[str, ...]:
        """A list of texts; empty if it is missing."""
        found = self.take(name, list, [])
        if not all(isinstance(word, str) for word in found):
            raise self.wrong("entry", entry=self._of(name))
        return tuple(found)

    def numbers(self, name: str) -> tuple[int, ...]:
        """A list of numbers; empty if it is missing."""
        return self._all_numbers(self.take(name, list, []), name)

    def _all_numbers(self, found: object, name: str) -> tuple[int, ...]:
        if not isinstance(found, list) or not all(type(number) is int for number in found):
            raise self.wrong("entry", entry=self._of(name))
        return tuple(found)

    def lists_of_numbers(self, name: str) -> tuple[tuple[int, ...], ...]:
        """A list of lists of numbers; empty if it is missing."""
        return tuple(self._all_numbers(one, name) for one in self.take(name, list, []))

    def choices(self, name: str) -> tuple[tuple[str, ...], ...]:
        """A list of texts or lists of texts."""
        found = [one if isinstance(one, list) else [one] for one in self.take(name, list, [])]
        if not all(one and all(isinstance(word, str) for word in one) for one in found):
            raise self.wrong("entry", entry=self._of(name))
        return tuple(tuple(one) for one in found)

    def texts(self, name: str) -> dict[str, str]:
        """An object of texts; empty if it is missing."""
        found = self.take(name, dict, {})
        if not all(isinstance(text, str) for text in found.values()):
            raise self.wrong("entry", entry=self._of(name))
        return found

    def part(self, name: str) -> Entry:
        """An object within this one."""
        return Entry(self.take(name, dict), self._file, self._of(name))

    def parts(self, name: str) -> dict[str, Entry]:
        """The objects in an object, by name."""
        return {key: Entry(value, self._file, self._of(f"{name}.{key}")) for key, value in self.take(name, dict).items()}

    def list_of_parts(self, name: str) -> list[Entry]:
        """The objects in a list, which must not be empty."""
        found = [Entry(one, self._file, f"{name}.{number}") for number, one in enumerate(self.take(name, list), 1)]
        if not found:
            raise self.wrong("entry", entry=self._of(name))
        return found


def _outline(entry: Entry, file: Path) -> Outline:
    if entry.take("lesson", int) != FORMAT:
        raise entry.wrong("format")
    steps = entry.take("steps", list)
    return Outline(file.parent.name, file.stem, entry.take("place", int), entry.take("minutes", int), len(steps))


def scene_of(entry: Entry) -> Scene:
    """The scene that an entry describes."""
    return Scene(
        entry.take("seats", int),
        entry.texts("options"),
        entry.take("seed", str, "lesson"),
        entry.lists_of_numbers("cards"),
        entry.numbers("lots"),
        entry.words("moves"),
    )


def _step(entry: Entry, scenes: Mapping[str, Scene]) -> Step:
    name, scene = entry.take("name", str), entry.take("scene", str, "")
    if not _NAME.fullmatch(name):
        raise entry.wrong("entry", entry=entry._of("name"))
    if scene and scene not in scenes:
        raise entry.wrong("scene", step=name, scene=scene)
    return Step(name, scene, entry.words("others"), entry.choices("do"), entry.words("marks"), entry.take("whole", bool, False))


def _practice(entry: Entry, game: str, scenes: Mapping[str, Scene]) -> Practice:
    scene, bot = entry.take("scene", str), entry.take("bot", str)
    if scene not in scenes:
        raise entry.wrong("scene", step="practice", scene=scene)
    if bot not in game_called(game).bots:
        raise entry.wrong("practice")
    return Practice(scenes[scene], bot, entry.take("turns", int))


# -- playing it through -----------------------------------------------------------------------------------------------


def _played(entry: Entry, game: str, scenes: Mapping[str, Scene], steps: Sequence[Step], every_way: bool) -> Iterator[Stand]:
    """The position before each step."""
    firsts = [number for number, step in enumerate(steps) if step.scene]
    for first, last in zip(firsts, [*firsts[1:], len(steps)], strict=True):
        part = steps[first:last]
        stand = begin(entry, game, scenes[part[0].scene], part[0].scene)
        begins, ways = _followed(entry, stand, part, {})
        for (number, place), moves in ways.items() if every_way else ():
            for move in moves[1:]:
                _followed(entry, stand, part, {(number, place): move})
        yield from begins


def begin(entry: Entry, game: str, scene: Scene, name: str) -> Stand:
    """The position of a scene called ``name``; raises :class:`LessonError` if the rules do not allow it."""
    from net.rulebook import shipped_file

    try:
        rules = game_called(game)
        if scene.seats not in rules.seats:
            raise RulesError(message("rules.error.seats", game=game, seats=", ".join(map(str, rules.seats))))
        data = {part: shipped_file(part) for part in rules.data}
        state = rules.start(scene.seats, complete_options(rules, scene.options), data)
    except RulesError as error:
        raise entry.wrong("rules", error.reason) from error
    stand = Stand(state, StackedDeals(scene.seed, scene.cards, scene.lots))
    try:
        stand.deals.settle(state)
        for text in scene.moves:
            make(stand, legal(entry, stand, text, name))
    except NotInTheBox as error:
        raise entry.wrong("deal", step=name, what=str(error)) from error
    return stand


def _followed(
    entry: Entry, start: Stand, steps: Sequence[Step], chosen: Mapping[tuple[int, int], Move]
) -> tuple[list[Stand], dict[tuple[int, int], list[Move]]]:
    """Play some steps with the first move that each asks for, or the ``chosen`` ones (by step and index in it)."""
    stand = start.copy()
    begins: list[Stand] = []
    ways: dict[tuple[int, int], list[Move]] = {}
    for number, step in enumerate(steps):
        begins.append(stand.copy())
        try:
            for text in step.others:
                make(stand, legal(entry, stand, text, step.name))
            for place, patterns in enumerate(step.do):
                if patterns == (CONFIRM,):
                    stand.deals.settle(stand.state)
                    continue
                moves = asked(stand.state, patterns)
                if not moves or stand.state.turn != ME:
                    raise entry.wrong("pattern", step=step.name, move=" / ".join(patterns))
                ways[number, place] = moves
                move = chosen.get((number, place), moves[0])
                make(stand, move, held=_confirmed_next(step, place))
        except NotInTheBox as error:
            raise entry.wrong("deal", step=step.name, what=str(error)) from error
    return begins, ways


def _confirmed_next(step: Step, place: int) -> bool:
    """Whether the player confirms the turn right after this move; deals wait until then."""
    return step.do[place + 1 : place + 2] == ((CONFIRM,),)


def legal(entry: Entry, stand: Stand, text: str, where: str) -> Move:
    """The move in this notation; raises :class:`LessonError` if it is impossible."""
    try:
        move = parse_move(text)
    except ValueError as error:
        raise entry.wrong("notation", step=where, move=text) from error
    why = stand.state.why_not(move)
    if why is not None:
        raise entry.wrong("illegal", why, step=where, move=text)
    return move


def make(stand: Stand, move: Move, held: bool = False) -> list[Event]:
    """Make a legal move, and deal what follows unless it is ``held`` back; returns the events."""
    events = stand.state.play(move)
    return events if held else events + stand.deals.settle(stand.state)
