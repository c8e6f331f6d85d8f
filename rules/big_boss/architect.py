"""The architect: it tries its best turns in its head, and near the end of a large game it plays them to the end there.

Both are the search of all games (:mod:`rules.search.search`). Usually a trial goes once round the table, and the learned
evaluation judges the position. That evaluation does not say well who wins when only a few turns are left. So at tables of four
and five the trials near the end go on until the game is over, and nothing but winning counts.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from rules.big_boss.bots import SCALE
from rules.big_boss.learned import Learned
from rules.contract import Budget, Rng, State
from rules.search.search import Breadth, Searcher, rank
from rules.search.turns import Turn
from rules.search.winning import Winning

VICTORY: Final = 30 * SCALE
"""What winning is worth, in hundredths of a Real."""

NEAR: Final[Mapping[int, int]] = {4: 300, 5: 300}
"""Trials go to the end once no more than this part of all blocks is left, in thousandths, by the number of seats."""

ROUND_THE_TABLE: Final = Breadth(turns=6, worlds=2, most=32)
TO_THE_END: Final = Breadth(turns=6, worlds=4, most=32, ahead=1000, sight=8)


class Architect(Searcher):
    """Searches in every turn: round the table, and near the end of a large game to its end."""

    def __init__(self, learned: Learned) -> None:
        super().__init__(learned, ROUND_THE_TABLE)
        self._learned = learned
        self._ending = Winning(learned, VICTORY)

    def search(self, view: State, budget: Budget, rng: Rng) -> Turn:
        """The best turn that is found."""
        if self._learned.left(view) > NEAR.get(view.seats, -1):
            return super().search(view, budget, rng)
        return rank(view, self._ending, budget, rng, TO_THE_END)[0].turn
