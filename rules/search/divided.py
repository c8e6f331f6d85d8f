"""A judge with two minds: one chooses turns, the other says how good a position is.

Weights that play well say badly who is ahead, since only the order of their values counted when they were learned. Weights
that were fitted to who wins say that well, but play badly: they know what winners have, and not what makes a seat win. So a
good player chooses the turns that they compare.
"""

from __future__ import annotations

from collections.abc import Sequence

from rules.contract import Budget, Move, State
from rules.search.search import Judge, Mind
from rules.search.turns import Turn


class Divided:
    """Considers the turns of one mind, and values positions like another."""

    def __init__(self, player: Mind, teller: Judge, hasty: Mind | None = None) -> None:
        """Divide the work.

        Args:
            player: chooses turns.
            teller: says how good a position is for a seat.
            hasty: chooses turns in games that are played on to their end many times; else the player does.
        """
        self._player = player
        self._teller = teller
        self._hasty = hasty

    def turns(self, state: State, budget: Budget) -> list[Turn]:
        """The turns that the player would consider, the one that it would play first."""
        return self._player.turns(state, budget)

    def quick(self, state: State, budget: Budget) -> Sequence[Move]:
        """The player's turn at first sight."""
        return self._player.quick(state, budget)

    def worth(self, state: State, seat: int) -> int:
        """What the teller says, in its unit."""
        return self._teller.worth(state, seat)

    def left(self, state: State) -> int:
        """The part of the game that is left, in thousandths."""
        return self._teller.left(state)

    def hasty(self) -> Judge:
        """The same judgement, with turns that cost less thought."""
        return Divided(self._hasty or self._player, self._teller)
