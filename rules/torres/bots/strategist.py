"""A bot that plays the rest of the year in its head, from each of many turns.

The planner's beam finds the turns, once by the planner's own judgement and once by one that sees every position from the end of
the turn. What the judgements like best is often not what pays best by the end of the year. So the search of all games
(:mod:`rules.search.search`) tries every turn once, with quick turns of everybody until the castles have been scored, and the
best of them again and again, with more careful ones.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from itertools import zip_longest
from math import isqrt
from typing import Final, NamedTuple

from rules.contract import Budget, Move, Rng, State
from rules.search.search import Breadth, Mind, Searcher, rank, sift
from rules.search.turns import Patience, Turn
from rules.search.winning import Winning
from rules.torres.bots.habits import Habits
from rules.torres.bots.planner import EVEN, EVERYTHING, PLANNED, PLANNER, QUICK, Planner, plan, ranked, remainder
from rules.torres.bots.worth import forecast, turns_left
from rules.torres.grid import CELLS
from rules.torres.position import KING, MAIN, MOVE_KING, PLACE
from rules.torres.state import TorresState
from rules.torres.terms import PHASES

LONG: Final = 9
"""More turns of a seat than a year has."""

FULL_TABLE: Final = 4
"""With so many seats the strategist asks in the last year who wins, and not by how much."""

DOUBT: Final = (15, 15, 25, 25, 40, 45, 50, 65, 70, 75, 80, 85)
"""How far the lead at the end of the game may be from that of a trial: the standard deviation in tenths of a point, by the
number of turns that all seats have left. The last one holds for more turns, too. They are rough: set by hand, after the
errors of single trials in docs/bots-experiments.md."""

CERTAIN: Final = 1_000_000
"""The worth of a game that is certainly won, where winning counts."""


class Effort(NamedTuple):
    """How many turns a bot looks at before it decides on one.

    Attributes:
        looks: how many lines it follows in search of turns, by each judgement.
        most: how many turns of each judgement it tries at most.
        fewest: how many it tries where much of the year is left, if there are so many.
        work: the first trials of one judgement's turns may take so many quick turns. So fewer are tried where more of the year
            is left.
    """

    looks: int
    most: int
    fewest: int
    work: int


MANY: Final = Effort(looks=1500, most=200, fewest=40, work=1000)
"""The strategist's. Its search of turns is a quarter of a second's work or less, as a rule."""

FEW: Final = Effort(looks=180, most=10, fewest=10, work=0)
"""The chancellor's."""

CAREFUL: Final = 3
"""How many lines of each length everybody follows in the trials of the best turns."""

CAREFUL_WORK: Final = 240
FEWEST_CAREFUL: Final = 8
"""The best turns tried in one world may take so many turns of this kind; but so many are tried in any case."""

BREADTH: Final = Breadth(turns=32, worlds=1, most=32, ahead=LONG)
"""The trials of the best turns."""

ONCE: Final = BREADTH._replace(turns=1)
"""No turn is tried again."""

AT_PIECES: Final = Breadth(turns=CELLS, worlds=2, most=32, ahead=LONG, trust=50)
PIECES: Final = (PLACE, KING, MOVE_KING)
"""Choices of a cell for the first knight or the king. All of them are tried, to the end of the year."""


def _to_come(state: TorresState) -> int:
    """How many turns of all seats are left in the year after this one, or 1 in the last one."""
    return sum(turns_left(state, seat) for seat in range(state.seats)) or 1


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
        quick_habits: what it thinks of in trials; their forecast judges the positions at the end.
        reply_habits: what the others think of in trials.
        effort: how many turns it looks at.
    """

    def __init__(
        self,
        habits: Habits = PLANNER,
        quick_habits: Habits = QUICK,
        effort: Effort = MANY,
        reply_habits: Habits = EVERYTHING,
    ) -> None:
        self.habits = habits
        self.quick_habits = quick_habits
        self.reply_habits = reply_habits
        self.effort = effort
        self._quick = Planner(quick_habits)

    def turns(self, state: State, budget: Budget) -> list[Turn]:
        """Turns of the seat on turn that leave different boards, the best of both judgements first.

        If the time is up, this is a quick one alone. For a piece these are all its cells, a quickly chosen one first.
        """
        assert isinstance(state, TorresState)
        if state.stage in PIECES:
            (first,) = self.quick(state, budget)
            return [Turn((first,), 0), *(Turn((move,), 0) for move in state.moves() if move != first)]
        effort = self.effort
        most = min(max(effort.work // _to_come(state), effort.fewest), effort.most)
        both = [
            ranked(state, _Part(budget, effort.looks), 0, habits, most, by_board=True)
            for habits in (self.habits, self.habits._replace(forecast=EVEN))
        ]
        found: dict[bytes, Turn] = {}
        for pair in zip_longest(*both):
            for line in pair:
                if line is not None:
                    found.setdefault(line.key, Turn(line.moves, line.value))
        return list(found.values()) or [Turn(tuple(self.quick(state, budget)), 0)]

    def quick(self, state: State, budget: Budget) -> Sequence[Move]:
        """A turn planned in a few milliseconds, or another choice."""
        assert isinstance(state, TorresState)
        return self.planned(state, budget, self.quick_habits)

    def planned(self, state: TorresState, budget: Budget, habits: Habits) -> Sequence[Move]:
        """A turn as these habits plan it, or another choice. After a purchase the points that are left buy more."""
        if state.stage == MAIN and state.cards.fresh:
            return remainder(state, habits)
        if state.stage in PLANNED:
            return plan(state, Patience(), habits)
        return (self._quick.choose(state.copy(), budget, _First()),)

    def worth(self, state: State, seat: int) -> int:
        """Tenths of a point by which the seat may end ahead of the others, of whom the strongest counts twice."""
        assert isinstance(state, TorresState)
        expected = self.quick_habits.forecast
        assert expected is not None
        return forecast(state, seat, state.phase, False, expected)


class _Onward:
    """How trials go on: the seat that searches plans as usual, and the others as they are thought to plan."""

    def __init__(self, strategy: Strategy, judge: Mind, seat: int, width: int, turns: list[Turn] | None = None) -> None:
        """Everybody follows ``width`` lines of each length; without ``turns`` those of the judge are tried."""
        self._strategy = strategy
        self._judge = judge
        self._seat = seat
        self._own = strategy.quick_habits._replace(widest=width)
        self._others = strategy.reply_habits._replace(widest=width)
        self._turns = turns

    def turns(self, state: State, budget: Budget) -> list[Turn]:
        """The turns to be tried."""
        return self._judge.turns(state, budget) if self._turns is None else self._turns

    def quick(self, state: State, budget: Budget) -> Sequence[Move]:
        """The next turn of a trial."""
        assert isinstance(state, TorresState)
        return self._strategy.planned(state, budget, self._own if state.turn == self._seat else self._others)

    def worth(self, state: State, seat: int) -> int:
        """The judge's value."""
        return self._judge.worth(state, seat)


class LikelyWinning(Winning):
    """Values the end of a trial by how likely the seat wins, as far as one trial can tell."""

    def __init__(self, player: Mind, doubt: int) -> None:
        """``doubt`` is the standard deviation of a lead, in tenths of a point."""
        super().__init__(player, CERTAIN)
        self._doubt = doubt

    def worth(self, state: State, seat: int) -> int:
        """The chance to be ahead of each of the others, in millionths, as if their leads had nothing to do with each other."""
        if state.result is None:
            return super().worth(state, seat)
        scores = state.scores()
        chance = CERTAIN
        for other, points in enumerate(scores):
            if other != seat:
                lead = 10 * (scores[seat] - points)
                spread = isqrt(lead * lead + self._doubt * self._doubt)
                chance = chance * (spread + lead) // (2 * spread)
        return chance


class Strategist(Searcher):
    """Searches for a turn in this way, and for the cells of its first knight and the king; else it does as the planner."""

    def __init__(
        self, strategy: Strategy | None = None, breadth: Breadth = BREADTH, planned: Mapping[int, Habits] | None = None
    ) -> None:
        """``breadth`` is that of the trials of the best turns. Where ``planned`` has habits for a number of seats, it does not
        search at such a table, but plans by these."""
        self._strategy = strategy or Strategy()
        super().__init__(self._strategy, breadth)
        self._planned: Mapping[int, Habits] = planned or {}
        self._planner = Planner(self._strategy.habits, self._planned)

    def choose(self, view: State, budget: Budget, rng: Rng) -> Move:
        """The next move of its plan; a new plan is made where there is none."""
        assert isinstance(view, TorresState)
        if view.seats not in self._planned and (view.stage in PLANNED or view.stage in PIECES):
            return super().choose(view, budget, rng)
        return self._planner.choose(view, budget, rng)

    def search(self, view: State, budget: Budget, rng: Rng) -> Turn:
        """The turn that is best in trials of what is left of the year."""
        assert isinstance(view, TorresState)
        year, seat, judge = view.phase, view.seat, self.mind
        if year == PHASES and view.seats == FULL_TABLE:
            judge = LikelyWinning(judge, DOUBT[min(_to_come(view), len(DOUBT) - 1)])

        def over(state: State) -> bool:
            assert isinstance(state, TorresState)
            return state.phase != year

        if view.stage in PIECES:
            return rank(view, judge, budget, rng, AT_PIECES, over)[0].turn
        found = sift(view, _Onward(self._strategy, judge, seat, 1), budget, rng, LONG, over)
        careful = max(CAREFUL_WORK // _to_come(view), FEWEST_CAREFUL)
        breadth = self.breadth._replace(turns=min(careful, self.breadth.turns))
        best = _Onward(self._strategy, judge, seat, CAREFUL, found[: breadth.turns])
        return rank(view, best, budget, rng, breadth, over)[0].turn
