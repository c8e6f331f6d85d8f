"""The burgrave: at a table of two it plays on in its head from each of the turns that the master likes best.

The search of all games (:mod:`rules.search.search`) tries the turns. In a trial every seat plays as the master does, for some
further turns or to the end of the game. The evaluation jumps when cards become a castle, and an earlier search that looked no
turn ahead, in few worlds, played worse than no search.

At larger tables this search gains nothing, and the burgrave plays as the master does.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from rules.burgenland.learned import Learned
from rules.burgenland.state import BurgenlandState
from rules.contract import Budget, Move, Rng, State
from rules.search.search import Breadth, Searcher
from rules.search.turns import Turn

PIECE: Final = 100
"""One piece, in the unit of the learned evaluation."""

FAR: Final = 3 * PIECE
"""No lead during the game counts more: one that is larger hardly makes winning more likely."""

VICTORY: Final = 2 * PIECE
"""What winning is worth, beside the pieces that the strongest of the others lacks."""

SEARCHED: Final = 2
"""The number of seats at which the search pays."""

BREADTH: Final = Breadth(turns=5, worlds=6, most=24, ahead=6)


class Foresight:
    """What the search has to know of Burgenland.

    Attributes:
        learned: proposes turns, plays in the trials, and judges the positions in which they stop.
    """

    def __init__(self, learned: Learned) -> None:
        self.learned = learned

    def turns(self, state: State, budget: Budget) -> list[Turn]:
        """Every turn that is worth a trial, the best first."""
        return self.learned.turns(state, budget)

    def quick(self, state: State, budget: Budget) -> Sequence[Move]:
        """The best turn at first sight."""
        return self.learned.quick(state, budget)

    def worth(self, state: State, seat: int) -> int:
        """The seat's lead in hundredths of a piece: over the average of the others, and at the end over the strongest."""
        assert isinstance(state, BurgenlandState)
        position = state.position
        if not position.over:
            return max(-FAR, min(FAR, self.learned.worth(state, seat)))
        others = [position.pieces_left(other) for other in range(position.seats) if other != seat]
        lead = PIECE * (min(others) - position.pieces_left(seat))
        result = state.result
        assert result is not None
        return lead + (VICTORY if seat in result.winners else -VICTORY)


class Burgrave:
    """Searches at a table of two, and looks one turn ahead at a larger one."""

    def __init__(self, learned: Learned) -> None:
        self._search = Searcher(Foresight(learned), BREADTH)
        self._learned = learned

    def choose(self, view: State, budget: Budget, rng: Rng) -> Move:
        """The next move of the best turn."""
        if view.seats == SEARCHED:
            return self._search.choose(view, budget, rng)
        return self._learned.choose(view, budget, rng)
