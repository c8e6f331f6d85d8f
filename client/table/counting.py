"""What a scoring has brought, as long as the table has not counted it: nothing beside the count shows it before."""

from __future__ import annotations

from collections.abc import Sequence

from client.boards.contract import Interim, ScoringStep
from rules.contract import Event, ScoreLine


class Uncounted:
    """A scoring that waits to be counted, or is being counted.

    Attributes:
        interim: a scoring within the game, or that of its last part; None if there is none.
        since: the number of entries from which on positions contain the scoring.
        steps: the steps that are still to come, once the count has begun; else None.
        over: whether the end of the game was counted, too.
    """

    def __init__(self) -> None:
        self.interim: Interim | None = None
        self.since = 0
        self.steps: Sequence[ScoringStep] | None = None
        self.over = False

    def come(self, interim: Interim, index: int) -> None:
        """The entry of this index has brought a scoring, which waits."""
        self.interim, self.since, self.steps = interim, index, None

    def begin(self, steps: Sequence[ScoringStep], index: int) -> None:
        """The count begins. If no scoring has waited for it, it counts what the position after so many entries has."""
        if self.interim is None:
            self.since = index
        self.steps = steps

    def end(self) -> None:
        """Everything is counted, or nobody wants to see it counted."""
        self.interim = self.steps = None

    @property
    def waits(self) -> bool:
        """Whether a scoring waits for its count."""
        return self.interim is not None and self.steps is None

    def points(self, index: int, seats: int) -> list[int] | None:
        """By seat, how many points of the position after so many entries are still to be counted; None if all are counted."""
        if index < self.since:
            return None
        if self.steps is not None:
            return points_of([line for step in self.steps for line in step.lines], seats)
        return points_of(self.interim.lines, seats) if self.interim is not None else None


def points_of(lines: Sequence[ScoreLine], seats: int) -> list[int]:
    """The points of these lines, by seat."""
    found = [0] * seats
    for line in lines:
        found[line.seat] += line.points
    return found


def without(events: Sequence[Event], told: Sequence[Event]) -> list[Event]:
    """These events except those that are told later."""
    return [event for event in events if not any(event is one for one in told)]
