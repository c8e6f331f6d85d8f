"""A mind for trials that go to the end of the game: it plays as another mind does, and nothing but winning counts."""

from __future__ import annotations

from collections.abc import Sequence

from rules.contract import Budget, Move, State
from rules.search.search import Mind
from rules.search.turns import Turn


class Winning:
    """Considers and plays the turns of a player, and values positions by who has won."""

    def __init__(self, player: Mind, victory: int) -> None:
        """Two things make such a mind.

        Args:
            player: proposes turns, and plays for all seats in the trials.
            victory: what winning is worth, in the unit of the player's evaluation. It decides how much the worth of a turn at
                first sight weighs beside trials.
        """
        self.player = player
        self._victory = victory

    def turns(self, state: State, budget: Budget) -> list[Turn]:
        """The turns that the player would consider, the best first."""
        return self.player.turns(state, budget)

    def quick(self, state: State, budget: Budget) -> Sequence[Move]:
        """The player's turn at first sight."""
        return self.player.quick(state, budget)

    def worth(self, state: State, seat: int) -> int:
        """What the result is worth: nothing if all have won. A trial that was cut short is worth the lead, up to a victory."""
        result = state.result
        if result is None:
            return max(-self._victory, min(self._victory, self.player.worth(state, seat)))
        if len(result.winners) == state.seats:
            return 0
        return self._victory if seat in result.winners else -self._victory
