"""A saved game made ready to be looked at: what each entry did, and where turns begin. Knows no window."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path

from net.gamefile import beginning, load, replay
from net.session.history.course import Step
from net.session.history.notes import note_on
from rules.contract import Event, State
from rules.message import Message


@dataclass(frozen=True)
class Mark:
    """The beginning of a turn: the number of entries before it, and whose it is."""

    index: int
    seat: int


@dataclass(frozen=True)
class Watched:
    """A saved game.

    Attributes:
        game: id of the game.
        names: the players by seat.
        start: the position before the first entry, with all that the file knows.
        steps: what each entry did.
        notes: for each entry a sentence about what no event of the game tells, or None.
        marks: where turns begin.
        notice: what had to be repaired in the file, or None.
    """

    game: str
    names: tuple[str, ...]
    start: State
    steps: tuple[Step, ...]
    notes: tuple[Message | None, ...]
    marks: tuple[Mark, ...]
    notice: Message | None

    def position(self, index: int) -> State:
        """The position after so many entries."""
        return self.steps[index - 1].position if index else self.start

    def events(self, index: int) -> tuple[Event, ...]:
        """The effect of the entry with this number."""
        return self.steps[index - 1].events if index else ()

    def told(self, index: int) -> tuple[Message, ...]:
        """The same and the sentence about it."""
        note = self.notes[index - 1] if index else None
        return (*self.events(index), *(() if note is None else (note,)))


def watch(path: Path) -> Watched:
    """Read a game file and play it through; raises :class:`~net.gamefile.GameFileError` when it cannot be."""
    recording = load(path)
    charter = recording.charter.charter
    start = beginning(recording).state
    steps = tuple(replay(recording))
    marks: list[Mark] = []
    before: int | None = None
    for number, position in enumerate([start, *(step.position for step in steps)]):
        if position.turn is not None and position.turn != before:
            marks.append(Mark(number, position.turn))
            before = position.turn
    return Watched(
        game=charter.game,
        names=tuple(seat.name for seat in charter.seats),
        start=start,
        steps=steps,
        notes=tuple(note_on(signed.entry.body, step, charter) for signed, step in zip(recording.entries, steps, strict=True)),
        marks=tuple(marks),
        notice=recording.notice,
    )
