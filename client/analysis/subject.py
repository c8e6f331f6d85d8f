"""A saved game for the analysis: the moves that count, and whether it may be analysed at all."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path

from client.analysis.mind import NoAnalysis, mind_of
from client.bots import learned
from client.table.recording import Mark, marks_in, number_at
from net.deal import LOCAL
from net.gamefile import Recording, beginning, load, replay
from net.session.format.entry import SignedEntry, TakeBackBody
from net.session.history.step import Step
from rules.contract import Budget, State
from rules.message import Message, message
from rules.registry import game
from rules.search.analysis import Analysis, Depth, Judged, Played, same_turn, shown
from rules.search.chances import DATA

VERSION = 2
"""The version of the evaluation: an analysis stored by another version is made again."""


@dataclass(frozen=True)
class Subject:
    """A game to analyse.

    Attributes:
        game: the game's id.
        names: the players by seat.
        played: the moves that count, in order.
        marks: where turns begin, those that were taken back included.
        end: the number of entries in the file.
        last: the final position.
        knows: the seats whose hands the file knows.
        head: the hash of the last entry, in hex; another game, or a longer part of this one, has another hash.
        notice: what was left out of a damaged file, or None.
    """

    game: str
    names: tuple[str, ...]
    played: tuple[Played, ...]
    marks: tuple[Mark, ...]
    end: int
    last: State
    knows: frozenset[int]
    head: str
    notice: Message | None

    def analysis(self, depth: Depth, everything: bool) -> Analysis:
        """The analysis that judges its turns."""
        judge, fit = mind_of(self.game, self.last.seats)
        return Analysis(judge, fit, depth, everything)

    def judged(self, depth: Depth, everything: bool, budget: Budget | None = None) -> Iterator[Judged]:
        """Judge one turn after the other."""
        return self.analysis(depth, everything).turns(self.played, self.end, self.last, self.knows, budget)

    def fits(self, turns: Sequence[Judged]) -> bool:
        """Whether stored turns belong to this game: the same places and seats, and better turns that can be played."""
        starts: list[tuple[int, int | None]] = []
        before: State | None = None
        for one in self.played:
            if before is None or not same_turn(before, one.state):
                starts.append((one.index, one.state.turn))
            before = one.state
        if [(turn.index, turn.seat) for turn in turns] != starts:
            return False
        for turn in turns:
            if turn.better is not None:
                position = self.position(turn.better.index)
                if position is None or position.turn != turn.seat or shown(position.view(turn.seat), turn.better.moves) is None:
                    return False
        return bool(turns) and turns[-1].end == self.end

    def number(self, turn: Judged) -> int:
        """The number of a turn, as the replay counts them."""
        return number_at(self.marks, turn.index)

    def position(self, index: int) -> State | None:
        """The position before the move at this index of the log; None if there is no move that counts."""
        return next((one.state for one in self.played if one.index == index), None)


def knowledge_of(game_id: str) -> str:
    """A fingerprint of everything that judges a game, which changes with it."""
    rules = game(game_id)
    content = [VERSION, rules.version, *(learned(name) for name in (DATA, *rules.bot_data))]
    return hashlib.sha256(json.dumps(content, sort_keys=True).encode()).hexdigest()


def read_subject(path: Path) -> Subject:
    """Read a game file and play it through.

    Raises :class:`~net.gamefile.GameFileError` if it cannot be read, and :class:`NoAnalysis` for an unfinished game between
    peers: its players may still be playing, and no computer should think for one of them.
    """
    recording = load(path)
    course = beginning(recording)
    return subject_of(recording, course.knows, course.state, tuple(replay(recording)))


def subject_of(recording: Recording, knows: frozenset[int], start: State, steps: Sequence[Step]) -> Subject:
    """The same for a file that was already played through; raises :class:`NoAnalysis`."""
    charter = recording.charter.charter
    last = steps[-1].position if steps else start
    if charter.dealer != LOCAL and last.result is None:
        raise NoAnalysis(message("analysis.none.running"))
    mind_of(charter.game, len(charter.seats))
    played = moves_that_count(start, steps, recording.entries)
    if not played:
        raise NoAnalysis(message("analysis.none.moves"))
    head = recording.entries[-1].hash if recording.entries else recording.charter.hash
    names = tuple(seat.name for seat in charter.seats)
    marks = marks_in([start, *(step.position for step in steps)])
    return Subject(charter.game, names, tuple(played), marks, len(steps), last, knows, head.hex(), recording.notice)


def moves_that_count(start: State, steps: Sequence[Step], entries: Sequence[SignedEntry]) -> list[Played]:
    """The moves of a log, without those that were taken back or that their player never revealed."""
    played: list[Played] = []
    before = start
    for step, signed in zip(steps, entries, strict=True):
        body = signed.entry.body
        if isinstance(body, TakeBackBody):
            while played and played[-1].index >= body.to:
                played.pop()
        elif step.void and played:
            played.pop()
        elif step.move is not None:
            played.append(Played(step.index - 1, before, step.move))
        before = step.position
    return played
