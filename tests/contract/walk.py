"""One random game of a setting, played once and checked by many laws."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property

from rules.contract import Event, Facts, State
from tests.contract.settings import Setting, settings
from tests.contract.table import Dealt, Played, Step, Table, due

FIRST = 3
"""The number of positions of each situation that are examined closely."""

OFTEN = 2
"""How often another one is examined closely; see :func:`tests.contract.table.due`."""


@dataclass(frozen=True)
class Place:
    """A point of a recorded game.

    Attributes:
        number: the number of steps that led here.
        step: the last of them; None at the start.
        events: the events of that step.
        position: the position here, for reading only: to play on, take a copy.
        facts: its facts when it was recorded.
        close: whether slow laws check it.
    """

    number: int
    step: Step | None
    events: list[Event]
    position: State
    facts: Facts
    close: bool

    @cached_property
    def digest(self) -> str:
        return self.position.digest()

    @property
    def over(self) -> bool:
        return self.position.result is not None


class Walk(Played):
    """A whole game with the position after each of its steps.

    A game of some thousand steps repeats a few situations: what has just happened, and what kinds of moves, or which
    deal, may come next. Laws that take long look closely at the first places of each situation, at the last one, and at fewer
    and fewer of the others.
    """

    def __init__(self, setting: Setting, seed: int) -> None:
        super().__init__(setting, seed)
        self.places: list[Place] = []
        self._at = 0
        self._seen: Counter[object] = Counter()
        table = Table(setting, seed)
        self.steps = table.steps
        with table.kept():
            self._record(table.state, [])
            for events in table.run():
                self._record(table.state, events)

    def so_far(self) -> Sequence[Step]:
        return self.steps[: self._at]

    def __iter__(self) -> Iterator[Place]:
        """Every place from the start to the end."""
        for place in self.places:
            self._at = place.number
            yield place

    def after_steps(self) -> Iterator[tuple[Step, Place]]:
        """Every step, and the place it led to."""
        for step, place in zip(self.steps, self.places[1:], strict=True):
            self._at = place.number
            yield step, place

    def looks(self, often: int) -> Iterator[Place]:
        """About ``often`` times the root of the game's length of its places."""
        return (place for place in self if place.number and due(place.number, often))

    def _record(self, state: State, events: list[Event]) -> None:
        step = self.steps[-1] if self.steps else None
        happened = None if step is None else step.deal.kind if isinstance(step, Dealt) else step.move.kind
        coming = state.deals[0].kind if state.deals else frozenset(move.kind for move in state.moves())
        self._seen[happened, coming] += 1
        close = self._seen[happened, coming] <= FIRST or due(len(self.steps), OFTEN) or state.result is not None
        self.places.append(Place(len(self.steps), step, events, state.copy(), state.facts(), close))


def walk_of(setting: Setting) -> Walk:
    """The walk of a setting. Each setting of a game is dealt differently."""
    return Walk(setting, 1 + settings(setting.game).index(setting))
