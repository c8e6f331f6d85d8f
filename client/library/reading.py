"""Reading a game file for the library: its first line quickly, or all of it with every move and proof checked."""

from __future__ import annotations

import json
from functools import lru_cache
from pathlib import Path
from typing import TYPE_CHECKING

from client.library.record import Place, Record, encodable
from net.disk import NoFile, open_to_read
from rules.message import Message, message

if TYPE_CHECKING:
    from net.gamefile import Recording
    from net.session.history.course import Course
    from rules.contract import State

LONGEST_LINE = 256 * 1024
"""The longest first line that is read, in bytes."""

MOST_PLACES = 8


def glance(file: Path) -> Record:
    """The charter in a file's first line. It is unchecked, so use it only for lists."""
    try:
        with open_to_read(file) as stream:
            first = stream.readline(LONGEST_LINE)
    except NoFile:
        return Record(problem=message("client.saved.no-file"))
    except OSError as error:
        return Record(problem=message("client.saved.unreadable", why=error.strerror or str(error)))
    return read_charter(first)


def read_charter(line: bytes) -> Record:
    """What the first line of a game file says; a record with a problem for anything else."""
    from net.session.format import FORMAT

    damaged = Record(problem=message("client.saved.damaged"))
    try:
        said = json.loads(line.decode())
    except (ValueError, RecursionError):
        return damaged
    if not isinstance(said, dict):
        return damaged
    if type(said.get("alarife")) is int and said["alarife"] > FORMAT:
        return Record(problem=message("client.saved.newer"))
    game, seats = said.get("game"), said.get("seats")
    if not isinstance(game, str) or not isinstance(seats, list):
        return damaged
    places = [_place(seat) for seat in seats[:MOST_PLACES] if isinstance(seat, dict) and isinstance(seat.get("name"), str)]
    if len(places) != len(seats[:MOST_PLACES]):
        return damaged
    game = _word(game)
    if not _is_here(game[:40]):
        return Record(problem=message("client.saved.no-game", game=game[:40]))
    return Record(
        game=game,
        version=said["version"] if type(said.get("version")) is int else 0,
        dealer=_word(said.get("dealer")),
        table=_word(said.get("table")),
        mine=bool(said.get("private")),
        places=tuple(places),
    )


@lru_cache(64)
def _is_here(game: str) -> bool:
    """Whether this program has a game with this id; cached, because thousands of files would look it up."""
    from rules.known import is_game

    return is_game(game)


def _place(seat: dict[str, object]) -> Place:
    return Place(
        _word(seat.get("kind")) or "person", _name(str(seat["name"])), _word(seat.get("peer")), _word(seat.get("level"))
    )


@lru_cache(500)
def _name(said: str) -> str:
    """A name as it may appear on the screen; cached because the same people play again and again."""
    from net.session.format.text import NAME_LENGTH, plain

    return plain(said, NAME_LENGTH)


def _word(value: object) -> str:
    return encodable(value[:128]) if isinstance(value, str) else ""


def study(file: Path) -> tuple[Record, State | None]:
    """Read a whole file, play and check its game; returns the record, and the last position if the game is valid.

    Never raises because of the file's contents.
    """
    from net.gamefile import GameFileError, beginning, load

    try:
        recording = load(file)
        course = beginning(recording)
    except GameFileError as error:
        return _broken(file, error.reason), None
    return _played(file, recording, course)


def _played(file: Path, recording: Recording, course: Course) -> tuple[Record, State | None]:
    from net.session.history.step import EntryError

    charter = recording.charter.charter
    turns = _Turns()
    stayed = [True] * len(charter.seats)
    for line, signed in enumerate(recording.entries, start=2):
        before = course.state
        turns.pass_by(before)
        try:
            course.apply(signed.entry, signed.hash)
        except EntryError:
            return _broken(file, message("session.file.entry", line=line)), None
        if course.state.result is not None and before.result is None:
            stayed = [course.owner(seat) == each.peer and _same(course, seat) for seat, each in enumerate(charter.seats)]
    changes = turns.changes  # the last position does not count for these, as in earlier versions
    state, result = course.state, course.state.result
    turns.pass_by(state)
    scores = state.scores() if result is not None else ()
    places = tuple(
        Place(
            seat.kind,
            seat.name,
            seat.peer.hex(),
            seat.level,
            stayed[number] if result is not None else True,
            scores[number] if result is not None else None,
            result.ranks[number] if result is not None else 0,
        )
        for number, seat in enumerate(charter.seats)
    )
    record = Record(
        game=charter.game,
        version=charter.version,
        options=charter.options,
        manners=charter.manners,
        dealer=charter.dealer,
        table=charter.table.hex(),
        mine=bool(recording.private),
        places=places,
        entries=len(recording.entries),
        turns=changes,
        taken=turns.taken,
        end=result.end if result is not None else "",
        head=course.head.hex(),
        studied=True,
    )
    return record, state


class _Turns:
    """Counts the turns in a run of positions.

    Attributes:
        changes: how often another player was on turn than before.
        taken: the number of turns.
    """

    def __init__(self) -> None:
        self.changes = self.taken = 0
        self._latest: tuple[int, int] | None = None

    def pass_by(self, state: State) -> None:
        """Look at the next position."""
        if state.turn is None:
            return
        now, latest = (state.turn, state.turn_number), self._latest
        self.changes += latest is None or now[0] != latest[0]
        self.taken += now != latest
        self._latest = now


def _same(course: Course, seat: int) -> bool:
    """Whether the same person still plays a seat, and no bot."""
    return course.charter.seats[seat].kind != "person" or not course.level(seat)


def _broken(file: Path, reason: Message) -> Record:
    """The record of an invalid file: its first line, and why nothing more can be known."""
    seen = glance(file)
    return seen._replace(problem=seen.problem or reason, studied=True)
