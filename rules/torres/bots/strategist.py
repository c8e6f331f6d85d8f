"""A bot that plays the rest of the year in its head, from each of the turns that the planner likes best.

The search of all games (:mod:`rules.search.search`) tries the turns. In a trial every seat plays quick turns until the castles
have been scored, for then a position shows its value. In the first turn of a year a trial ends a turn earlier, to save time.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from rules.contract import Budget, Move, Rng, State
from rules.search.search import Breadth, Searcher, rank
from rules.search.turns import Patience, Turn
from rules.torres.bots.habits import Habits
from rules.torres.bots.planner import PLANNED, PLANNER, QUICK, Planner, plan, ranked, remainder
from rules.torres.bots.worth import forecast
from rules.torres.grid import CELLS
from rules.torres.position import KING, MAIN, MOVE_KING, PLACE
from rules.torres.state import TorresState

LOOKS: Final = 1500
"""How many lines are followed in search of turns worth a trial: half a second's work or less, as a rule."""

MANY: Final = 60
"""So many turns are enough for any search."""

BREADTH: Final = Breadth(turns=16, worlds=2, most=32, ahead=2, trust=50)

PIECES: Final = (PLACE, KING, MOVE_KING)
"""Choices of a cell for the first knight or the king. All of them are tried, to the end of the year."""

LONG: Final = 9
"""More turns of a seat than a year has."""


class _First:
    """No chance at all: of equals the first."""

    def below(self, bound: int) -> int:
        return 0


class _Part:
    """The part of a budget that so many looks take."""

    def __init__(self, budget: Budget, looks: int) -> None:
        self._budget = budget
        self._looks = looks

    def left(self) -> bool:
        """Whether neither is used up."""
        self._looks -= 1
        return self._looks >= 0 and self._budget.left()


class Strategy:
    """What the search has to know of Torres.

    Attributes:
        habits: what the bot thinks of in search of turns.
        quick_habits: what everybody thinks of in trials; their forecast judges the positions at the end.
        looks: how many lines it follows in search of turns.
    """

    def __init__(self, habits: Habits = PLANNER, quick_habits: Habits = QUICK, looks: int = LOOKS) -> None:
        self.habits = habits
        self.looks = looks
        self.quick_habits = quick_habits
        self._quick = Planner(quick_habits)

    def turns(self, state: State, budget: Budget) -> list[Turn]:
        """Turns of the seat on turn, the best first; if the time is up, a quick one alone.

        For a piece these are all its cells, a quickly chosen one first.
        """
        assert isinstance(state, TorresState)
        if state.stage in PIECES:
            (first,) = self.quick(state, budget)
            return [Turn((first,), 0), *(Turn((move,), 0) for move in state.moves() if move != first)]
        lines = ranked(state, _Part(budget, self.looks), 0, self.habits, MANY, by_board=True)
        return [Turn(line.moves, line.value) for line in lines] or [Turn(tuple(self.quick(state, budget)), 0)]

    def quick(self, state: State, budget: Budget) -> Sequence[Move]:
        """A turn planned in a few milliseconds, or another choice. After a purchase the points that are left buy more."""
        assert isinstance(state, TorresState)
        if state.stage == MAIN and state.cards.fresh:
            return remainder(state, self.quick_habits)
        if state.stage in PLANNED:
            return plan(state, Patience(), self.quick_habits)
        return (self._quick.choose(state.copy(), budget, _First()),)

    def worth(self, state: State, seat: int) -> int:
        """Tenths of a point by which the seat may end ahead of the others, of whom the strongest counts twice."""
        assert isinstance(state, TorresState)
        expected = self.quick_habits.forecast
        assert expected is not None
        return forecast(state, seat, state.phase, False, expected)


class Strategist(Searcher):
    """Searches for a turn in this way, and for the cells of its first knight and the king; else it does as the planner."""

    def __init__(self, strategy: Strategy | None = None, breadth: Breadth = BREADTH) -> None:
        strategy = strategy or Strategy()
        super().__init__(strategy, breadth)
        self._planner = Planner(strategy.habits)

    def choose(self, view: State, budget: Budget, rng: Rng) -> Move:
        """The next move of its plan; a new plan is made where there is none."""
        assert isinstance(view, TorresState)
        if view.stage in PLANNED or view.stage in PIECES:
            return super().choose(view, budget, rng)
        return self._planner.choose(view, budget, rng)

    def search(self, view: State, budget: Budget, rng: Rng) -> Turn:
        """The turn that is best in trials of what is left of the year."""
        assert isinstance(view, TorresState)
        year, breadth = view.phase, self.breadth
        if view.stage in PIECES:
            breadth = breadth._replace(turns=CELLS, worlds=min(breadth.worlds, 2), ahead=LONG)

        def over(state: State) -> bool:
            assert isinstance(state, TorresState)
            return state.phase != year

        return rank(view, self.mind, budget, rng, breadth, over)[0].turn
