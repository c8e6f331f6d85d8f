"""A saved game, read for replaying: the effect of each entry, and where turns begin. Uses no window."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from pathlib import Path

from net import products
from net.gamefile import beginning, load, replay
from net.session.format.charter import Charter
from net.session.format.entry import TakeBackBody
from net.session.history.notes import note_on
from net.session.history.step import Step
from rules.contract import Event, State
from rules.message import Message
from rules.search.analysis import same_turn


@dataclass(frozen=True)
class Mark:
    """The beginning of a turn: the number of entries before it, and the seat whose turn it is."""

    index: int
    seat: int


MOMENTS = {"captured": "capture", "merged": "merger", "bridge": "bridge", "scoring": "year", "built-well": "well"}
"""The kinds of events that the replay marks, and the names of the marks."""


@dataclass(frozen=True)
class Moment:
    """A notable event: the number of entries after which it has happened, its kind, and the event."""

    index: int
    kind: str
    event: Event


@dataclass(frozen=True)
class Watched:
    """A saved game.

    Attributes:
        game: id of the game.
        charter: the terms under which it was played.
        mine: the seats of the people at the computer that wrote the file.
        names: the players by seat.
        start: the position before the first entry, with all that the file knows.
        steps: what each entry did.
        notes: for each entry, a sentence about anything that the game's events do not tell, or None.
        taken_back: for each take-back, by the index of its entry, the number of entries that remained.
        marks: where turns begin.
        moments: the captures, mergers, bridges, years and wells, in order.
        notice: what had to be repaired in the file, or None.
    """

    game: str
    charter: Charter
    mine: tuple[int, ...]
    names: tuple[str, ...]
    start: State
    steps: tuple[Step, ...]
    notes: tuple[Message | None, ...]
    taken_back: Mapping[int, int]
    marks: tuple[Mark, ...]
    moments: tuple[Moment, ...]
    notice: Message | None

    def position(self, index: int) -> State:
        """The position after so many entries."""
        return self.steps[index - 1].position if index else self.start

    def events(self, index: int) -> tuple[Event, ...]:
        """The events of the entry with this number."""
        return self.steps[index - 1].events if index else ()

    def told(self, index: int) -> tuple[Message, ...]:
        """The same, and the sentence about the entry."""
        note = self.notes[index - 1] if index else None
        return (*self.events(index), *(() if note is None else (note,)))

    def scores(self, seat: int | None = None, everything: bool = True) -> list[tuple[int, tuple[int, ...]]]:
        """Every player's score at the start of each turn and at the end, with the number of entries before.

        With ``everything``, scores count all that the file knows, else what ``seat`` may see (None for a spectator).
        """
        places = dict.fromkeys([*(mark.index for mark in self.marks), len(self.steps)])
        positions = ((place, self.position(place)) for place in places)
        return [(place, (position if everything else position.view(seat)).scores()) for place, position in positions]


def number_at(marks: Iterable[Mark], index: int) -> int:
    """The number of the turn to which the position after so many entries belongs, counted from 1; 0 before the first."""
    return sum(mark.index <= index for mark in marks)


def marks_in(positions: Iterable[State]) -> tuple[Mark, ...]:
    """Where turns begin in a game; the first position is that before any entry."""
    marks: list[Mark] = []
    before: State | None = None
    for number, position in enumerate(positions):
        if position.turn is not None:
            if before is None or not same_turn(before, position):
                marks.append(Mark(number, position.turn))
            before = position
    return tuple(marks)


def watch(path: Path) -> Watched:
    """Read a game file and play it through; raises :class:`~net.gamefile.GameFileError` if that is impossible."""
    products.use()
    recording = load(path)
    charter = recording.charter.charter
    start = beginning(recording).state
    steps = tuple(replay(recording))
    me = recording.me
    bodies = [signed.entry.body for signed in recording.entries]
    return Watched(
        game=charter.game,
        charter=charter,
        mine=tuple(place for place, seat in enumerate(charter.seats) if seat.peer == me and seat.kind == "person"),
        names=tuple(seat.name for seat in charter.seats),
        start=start,
        steps=steps,
        notes=tuple(note_on(signed.entry.body, step, charter) for signed, step in zip(recording.entries, steps, strict=True)),
        taken_back={number: body.to for number, body in enumerate(bodies, start=1) if isinstance(body, TakeBackBody)},
        marks=marks_in([start, *(step.position for step in steps)]),
        moments=tuple(
            Moment(step.index, MOMENTS[event.kind], event)
            for step in steps
            for event in step.events
            if event.kind in MOMENTS and ".event." in event.key
        ),
        notice=recording.notice,
    )
