"""Torres as a search thinks about it: whole turns from the planner's beam, and the planner's judgement of positions."""

from __future__ import annotations

from typing import Final

from rules.contract import Budget, Move, State
from rules.search.search import Judge
from rules.search.turns import Looks, Patience, Turn
from rules.torres.bots.planner import FIRST_WIDTH, PLANNED, Planner, ranked
from rules.torres.bots.worth import turns_ahead, worth
from rules.torres.position import OVER
from rules.torres.state import TorresState

WIDTH: Final = 24
"""How many lines of each length are followed where several turns are wanted."""

PART: Final = 1000


class _First:
    """No chance at all: of equals the first."""

    def below(self, bound: int) -> int:
        return 0


class TorresJudge:
    """What the planner thinks, for whole turns and positions between them."""

    def __init__(self, width: int = WIDTH) -> None:
        self._width = width

    def turns(self, state: State, budget: Budget) -> list[Turn]:
        """Turns of the seat on turn, the best first; a choice beside the actions is a turn of one move."""
        assert isinstance(state, TorresState)
        return self._turns(state, budget, self._width)

    def quick(self, state: State, budget: Budget) -> tuple[Move, ...]:
        """The best turn at first sight."""
        assert isinstance(state, TorresState)
        return self._turns(state, Patience(), FIRST_WIDTH)[0].moves

    def worth(self, state: State, seat: int) -> int:
        """Tenths of a point by which the seat may end ahead of the others, of whom the strongest counts twice."""
        assert isinstance(state, TorresState)
        return worth(state, seat, state.phase)

    def left(self, state: State) -> int:
        """The part of the game that is left, in thousandths: turns of all seats."""
        assert isinstance(state, TorresState)
        if state.stage == OVER:
            return 0
        rounds = sum(state.terms.rounds)
        return PART * sum(turns_ahead(state, seat) for seat in range(state.seats)) // (state.seats * rounds)

    def hasty(self) -> Judge:
        """The same judgement that follows only as many lines as a planner's first look."""
        return TorresJudge(FIRST_WIDTH)

    def _turns(self, state: TorresState, budget: Budget, width: int) -> list[Turn]:
        if state.stage in PLANNED:
            lines = ranked(state, budget, width)
            if lines:
                return [Turn(line.moves, line.value) for line in lines]
        first = Planner().choose(state.copy(), Looks(0), _First())
        others = [move for move in state.moves() if move != first]
        return [Turn((move,), 0) for move in (first, *others)]
