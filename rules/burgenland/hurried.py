"""A player in a hurry: it judges as the planner does, but only whole turns, and only those that the master considers.

It takes a tenth of the planner's time. The trials of the burgrave need such a player for the others at a larger table, and
trainings need a player of another kind than the learned ones.
"""

from __future__ import annotations

from collections.abc import Sequence

from rules.burgenland.cards import FIVE
from rules.burgenland.learned import Learned
from rules.burgenland.legality import DRAW
from rules.burgenland.planner import AFAR, turns_to_go
from rules.burgenland.purchases import after, purchases
from rules.burgenland.state import BurgenlandState
from rules.contract import Budget, Move, State
from rules.search.turns import Turn


class Hurried:
    """Chooses the turn after which it needs the fewest further turns."""

    def __init__(self, learned: Learned) -> None:
        """``learned`` decides where there is nothing to judge: how to pay, and what to do if no card is left to draw."""
        self._learned = learned

    def quick(self, state: State, budget: Budget) -> Sequence[Move]:
        """The turn after which the fewest turns are to go; of equally good ones a draw, or else the first that is found."""
        assert isinstance(state, BurgenlandState)
        position, seat = state.position, state.position.active
        forced = self._learned.quick(state, budget)
        holds_five = FIVE in [position.faces[slot] for slot in position.players[seat].tiles]
        if position.bill is not None or position.acted or (position.pile and holds_five):
            return forced
        least, found = AFAR, forced
        if position.pile:
            cards = min(position.board.draw, len(position.pile) + len(position.discards))
            least, found = turns_to_go(position, seat, drawn=cards), (DRAW,)
        for bought in purchases(position, range(len(position.built) + 1), tricks=True):
            needs = turns_to_go(after(position, bought), seat)
            if needs < least:
                least, found = needs, bought.moves
        return found

    def turns(self, state: State, budget: Budget) -> list[Turn]:
        """That turn alone."""
        return [Turn(tuple(self.quick(state, budget)), 0)]
