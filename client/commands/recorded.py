"""A game file for commands: its steps, the names of its seats, and a chosen step."""

from __future__ import annotations

from pathlib import Path
from typing import NamedTuple

from client.commands.output import trouble
from net.gamefile import Recording, beginning, load, replay
from net.session.history.step import Step
from rules.contract import State


class Recorded(NamedTuple):
    """A file that has been read and played through.

    Attributes:
        recording: its contents.
        start: the position before the first entry.
        steps: what each entry did.
    """

    recording: Recording
    start: State
    steps: tuple[Step, ...]

    @property
    def names(self) -> list[str]:
        """The players by seat."""
        return [seat.name for seat in self.recording.charter.charter.seats]

    def position(self, index: int) -> State:
        """The position after so many entries."""
        return self.steps[index - 1].position if index else self.start


def read(path: Path) -> Recorded:
    """Read a game file and play it through; raises :class:`~net.gamefile.GameFileError`, which names the bad line."""
    recording = load(path)
    return Recorded(recording, beginning(recording).state, tuple(replay(recording)))


def picked(recorded: Recorded, index: int | None) -> int:
    """The number of entries before the wanted position: as requested, else all."""
    last = len(recorded.steps)
    if index is None:
        return last
    if not 0 <= index <= last:
        raise trouble("trouble.at", at=index, last=last)
    return index


def seen_by(state: State, seat: int | None) -> State:
    """The position as the file knows it, or as a seat saw it."""
    if seat is None:
        return state
    if not 0 <= seat < state.seats:
        raise trouble("trouble.seat", seat=seat, last=state.seats - 1)
    return state.view(seat)
