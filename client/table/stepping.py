"""A turn shown move by move on the board, as the analysis and puzzles do."""

from __future__ import annotations

from collections.abc import Sequence

from client.boards.contract import GameView
from client.table.hinting import is_step
from rules.contract import Event, Move, State
from rules.trial import Trial


class Stepping:
    """A turn to show, which is not played.

    Attributes:
        base: the position before it.
        moves: its moves, as far as they are possible there.
        events: the events of these moves.
        after: the position after it.
    """

    def __init__(self, base: State, moves: Sequence[Move]) -> None:
        trial = Trial(base)
        for move in moves:
            if trial.complete or trial.state.why_not(move) is not None:
                break
            trial.play(move)
        self.base = base
        self.moves = tuple(trial.moves)
        self.events = [event for told in trial.events for event in told]
        self.after = trial.state

    def at(self, step: int) -> tuple[State, list[Event]]:
        """The position after so many moves, and the events of the last of them."""
        again = Trial(self.base)
        told: list[Event] = []
        for move in self.moves[:step]:
            told = [event for event in again.play(move) if is_step(event)]
        return again.state, told

    def marks(self, view: GameView, step: int) -> tuple[list[str], list[str]]:
        """What to frame after so many moves: the places of later moves, and the one to click next."""
        following = [view.grip(move) for move in self.moves[step : step + 1]]
        places = [view.grip(move) for move in self.moves[step + 1 :]]
        later = [place for place in dict.fromkeys(places) if place.startswith("place ") and place not in following]
        return later, following
