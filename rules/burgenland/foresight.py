"""The burgrave: near the end of a game for two or four, it plays on in its head from the turns that the master likes best.

The search of all games (:mod:`rules.search.search`) tries the turns. A trial goes on until the game is over, and nothing but
winning counts. There the evaluation errs most: it does not see that cards beyond those for the last pieces are worth nothing,
nor who will have to wait for the large castle.

In a game of two every seat plays as the master does in a trial. In a game of four the others count turns, as the planner does:
if they play as the master there, the search gains nothing. Before the end, and at a table of three, the burgrave plays as the
master.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Final

from rules.burgenland.cards import FIVE
from rules.burgenland.hurried import Hurried
from rules.burgenland.learned import Learned
from rules.contract import Budget, Move, Rng, State
from rules.search.search import Breadth, Searcher
from rules.search.turns import Patience, Turn
from rules.search.winning import Winning

VICTORY: Final[Mapping[int, int]] = {2: 57, 4: 125}
"""What winning is worth, in the unit of the learned evaluation, by the number of seats. At a table of two, turns differ by half
as much in this unit as at a larger one."""

NEAR: Final[Mapping[int, int]] = {2: 450, 4: 300}
"""Trials go to the end once no more than this part of all pieces is left, in thousandths, by the number of seats."""

AT_ONCE: Final = (FIVE,)
"""Everybody uses a +5 as soon as it can. If the others held any in the imagined worlds, they would build faster there than in
the real one."""

BEHIND: Final[Mapping[int, int]] = {2: 36, 4: 80}
"""A turn that is worth so much less than the best at first sight, in hundredths of a piece, is not tried."""

TO_THE_END: Final = Breadth(turns=6, worlds=4, most=32, ahead=1000, sight=8)
AMONG_FOUR: Final = Breadth(turns=6, worlds=16, most=128, ahead=1000, sight=8)


class Foresight(Winning):
    """What the search has to know of Burgenland near the end, at a table with so many seats."""

    def __init__(self, learned: Learned, seats: int) -> None:
        super().__init__(learned, VICTORY[seats])

    def turns(self, state: State, budget: Budget) -> list[Turn]:
        """The turns that are worth a trial, the best first. Time never cuts them short: finding them takes a millisecond."""
        found = self.player.turns(state, Patience())
        least = found[0].worth - BEHIND[state.seats]
        return [turn for turn in found if turn.worth >= least]


class AmongFour(Foresight):
    """What the search has to know near the end of a game of four: the others play otherwise than the seat itself."""

    def __init__(self, learned: Learned, seat: int) -> None:
        super().__init__(learned, 4)
        self._seat = seat
        self._others = Hurried(learned)

    def quick(self, state: State, budget: Budget) -> Sequence[Move]:
        """The best turn at first sight; for the others the one after which they need the fewest further turns."""
        if state.turn == self._seat:
            return self.player.quick(state, budget)
        return self._others.quick(state, budget)


class Burgrave:
    """Searches near the end at tables of two and four, and looks one turn ahead where no search pays.

    Attributes:
        searchers: the searches, by the number of seats and by seat.
    """

    def __init__(self, learned: Learned) -> None:
        among_two = Searcher(Foresight(learned, 2), TO_THE_END, AT_ONCE)
        self.searchers = {
            2: [among_two, among_two],
            4: [Searcher(AmongFour(learned, seat), AMONG_FOUR, AT_ONCE) for seat in range(4)],
        }
        self._learned = learned

    def choose(self, view: State, budget: Budget, rng: Rng) -> Move:
        """The next move of the best turn."""
        if view.turn is None or self._learned.left(view) > NEAR.get(view.seats, -1):
            return self._learned.choose(view, budget, rng)
        return self.searchers[view.seats][view.turn].choose(view, budget, rng)
