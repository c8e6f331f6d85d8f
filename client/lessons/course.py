"""The course of a lesson, without a screen: the step, the position, and what the player's move means."""

from __future__ import annotations

from dataclasses import dataclass

from client.lessons.lesson import CONFIRM, ME, Lesson, Stand, Step, asked, make
from rules.contract import Event, Move, State, parse_move
from rules.message import Message


@dataclass(frozen=True)
class Happened:
    """A move that was made: the seat, the move, its events, and the position afterwards."""

    seat: int
    move: Move
    events: tuple[Event, ...]
    position: State


@dataclass(frozen=True)
class Tried:
    """What came of a move that the player tried.

    Attributes:
        made: what happened, if the step asked for the move.
        why: the reason, if the rules forbid it. Without either, the move is legal, but not what the step asks for.
    """

    made: Happened | None = None
    why: Message | None = None


class Course:
    """A player's way through a lesson.

    Attributes:
        lesson: the lesson.
        at: the number of the step, from 0.
    """

    def __init__(self, lesson: Lesson, at: int = 0) -> None:
        self.lesson = lesson
        self.at = 0
        self._done = 0
        self._stand: Stand = lesson.begins[0]
        self.go(at)

    @property
    def step(self) -> Step:
        """The current step."""
        return self.lesson.steps[self.at]

    @property
    def state(self) -> State:
        """The position, as the dealer knows it."""
        return self._stand.state

    @property
    def view(self) -> State:
        """The position, as the player sees it."""
        return self._stand.state.view(ME)

    @property
    def over(self) -> bool:
        """Whether the step asks for nothing more."""
        return self._done == len(self.step.do)

    @property
    def last(self) -> bool:
        """Whether this is the last step."""
        return self.at == len(self.lesson.steps) - 1

    @property
    def confirms(self) -> bool:
        """Whether the player should now confirm the turn."""
        return not self.over and self.step.do[self._done] == (CONFIRM,)

    def wanted(self) -> list[Move]:
        """The moves that the step asks for now."""
        return [] if self.over or self.confirms else asked(self.view, self.step.do[self._done])

    def go(self, at: int) -> list[Happened]:
        """Go to the beginning of a step; returns the others' moves there."""
        self.at = max(0, min(at, len(self.lesson.steps) - 1))
        return self._begin(self.lesson.begins[self.at].copy())

    def go_on(self) -> list[Happened]:
        """Go to the next step, from the player's real position; returns the others' moves there."""
        if self.last or not self.over:
            return []
        self.at += 1
        begin = self.lesson.begins[self.at].copy()
        return self._begin(begin if self.step.scene else self._stand, begin)

    def _begin(self, stand: Stand, otherwise: Stand | None = None) -> list[Happened]:
        """Begin the step from a position, or from the other one if the step is impossible after what the player did."""
        self._stand, self._done = stand, 0
        happened = []
        for text in self.step.others:
            seat, move = stand.state.turn, parse_move(text)
            if otherwise is not None and stand.state.why_not(move) is not None:
                return self._begin(otherwise)
            events = make(stand, move)
            happened.append(Happened(ME if seat is None else seat, move, tuple(events), stand.state.copy()))
        if otherwise is not None and not self.over and not self.confirms and not self.wanted():
            return self._begin(otherwise)
        return happened

    def attempt(self, move: Move) -> Tried:
        """The player tries a move."""
        if move not in self.wanted():
            return Tried(why=self.view.why_not(move))
        self._done += 1
        events = make(self._stand, move, held=self.confirms)
        return Tried(Happened(ME, move, tuple(events), self.state.copy()))

    def confirm(self) -> list[Event]:
        """The player confirms the turn; returns the events of the deals that follow."""
        if not self.confirms:
            return []
        self._done += 1
        return self._stand.deals.settle(self.state)
