"""The burgrave: in games for two and four, it plays on in its head from each of the turns that the master likes best.

The search of all games (:mod:`rules.search.search`) tries the turns. In a trial every seat plays as the master does. Near the
end, a trial goes on until the game is over, and nothing but winning counts. There the evaluation errs most: it does not see
that cards beyond those for the last pieces are worth nothing, nor who will have to wait for the large castle.

Earlier in a game, chance decides too much until the end. There a trial contains two further turns of the seat. Two judgements
say what it has come to: weights that were fitted to who wins (else the master's own), and the planner's count of the turns that
each seat still needs.

In a game of four it searches near the end alone, and the others in its trials count turns, as the planner does. If they play
as the master does there, the search gains nothing. At a table of three the burgrave plays as the master.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Final

from rules.burgenland.hurried import Hurried
from rules.burgenland.learned import Learned
from rules.burgenland.planner import turns_to_go
from rules.burgenland.state import BurgenlandState
from rules.contract import Budget, Move, Rng, State
from rules.search.search import Breadth, Searcher
from rules.search.turns import Patience, Turn

VICTORY: Final = 125
"""What winning is worth, in the unit of the learned evaluation. A turn that is worth one more there wins 0.4 % more often; the
other way round, a won game is 250 better than a lost one."""

AHEAD: Final = 500
TURNS: Final = 400
"""No lead counts more before the end, in hundredths of a piece, and of a turn by the planner's count."""

NEAR: Final[Mapping[int, int]] = {2: 450, 4: 300}
"""Trials go to the end once no more than this part of all pieces is left, in thousandths, by the number of seats."""

BEHIND: Final = 80
"""A turn that is worth so much less than the best at first sight, in hundredths of a piece, is not tried."""

TO_THE_END: Final = Breadth(turns=6, worlds=4, most=32, ahead=1000, sight=8)
EARLIER: Final = Breadth(turns=4, worlds=5, most=10, ahead=2, sight=8)
AMONG_FOUR: Final = Breadth(turns=6, worlds=16, most=128, ahead=1000, sight=8)


class Foresight:
    """What the search has to know of Burgenland near the end.

    Attributes:
        learned: proposes turns, and plays in the trials.
        teller: says what a position is worth in which a trial was cut short.
    """

    def __init__(self, learned: Learned, teller: Learned | None = None) -> None:
        """``teller`` is ``learned`` if it is not given."""
        self.learned = learned
        self.teller = teller or learned

    def turns(self, state: State, budget: Budget) -> list[Turn]:
        """The turns that are worth a trial, the best first. Time never cuts them short: finding them takes a millisecond."""
        found = self.learned.turns(state, Patience())
        least = found[0].worth - BEHIND
        return [turn for turn in found if turn.worth >= least]

    def quick(self, state: State, budget: Budget) -> Sequence[Move]:
        """The best turn at first sight."""
        return self.learned.quick(state, budget)

    def worth(self, state: State, seat: int) -> int:
        """What the result of the game is worth; in a trial that was cut short, the lead, but no more than a victory."""
        result = state.result
        if result is None:
            return max(-VICTORY, min(VICTORY, self.teller.worth(state, seat)))
        if len(result.winners) == state.seats:
            return 0
        return VICTORY if seat in result.winners else -VICTORY


class Earlier(Foresight):
    """What the search has to know before that."""

    def worth(self, state: State, seat: int) -> int:
        """The lead over the other, the average of two judgements; two turns are as much as a piece."""
        assert isinstance(state, BurgenlandState)
        position = state.position
        if position.over:
            return super().worth(state, seat)
        lead = max(-AHEAD, min(AHEAD, self.teller.worth(state, seat)))
        needs = [turns_to_go(position, other) for other in range(position.seats) if other != seat]
        turns = max(-TURNS, min(TURNS, min(needs) - turns_to_go(position, seat)))
        return (2 * lead + turns) // 4


class AmongFour(Foresight):
    """What the search has to know near the end of a game of four: the others play otherwise than the seat itself."""

    def __init__(self, learned: Learned, seat: int) -> None:
        super().__init__(learned)
        self._seat = seat
        self._others = Hurried(learned)

    def quick(self, state: State, budget: Budget) -> Sequence[Move]:
        """The best turn at first sight; for the others the one after which they need the fewest further turns."""
        if state.turn == self._seat:
            return self.learned.quick(state, budget)
        return self._others.quick(state, budget)


class Burgrave:
    """Searches at tables of two and four, and looks one turn ahead where no search pays."""

    def __init__(self, learned: Learned, teller: Learned | None = None) -> None:
        """``teller`` values positions of two, see :class:`Foresight`."""
        self._to_the_end = Searcher(Foresight(learned, teller), TO_THE_END)
        self._earlier = Searcher(Earlier(learned, teller), EARLIER)
        self._among_four = [Searcher(AmongFour(learned, seat), AMONG_FOUR) for seat in range(4)]
        self._learned = learned

    def choose(self, view: State, budget: Budget, rng: Rng) -> Move:
        """The next move of the best turn."""
        near = self._learned.left(view) <= NEAR.get(view.seats, -1)
        if view.seats == 2:
            return (self._to_the_end if near else self._earlier).choose(view, budget, rng)
        if near and view.turn is not None:
            return self._among_four[view.turn].choose(view, budget, rng)
        return self._learned.choose(view, budget, rng)
