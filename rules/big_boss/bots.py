"""The greedy bot of Das neue Big Boss."""

from __future__ import annotations

from rules.contract import Budget, Move, Rng, State


class Greedy:
    """Makes the move after which it would stand best if the game ended."""

    def choose(self, view: State, budget: Budget, rng: Rng) -> Move:
        """The first of the best moves of ``view.moves()``."""
        seat = view.turn
        assert seat is not None
        best, found = -1_000_000, view.moves()[0]
        for move in view.moves():
            after = view.copy()
            after.play(move)
            if after.deals and after.deals[0].kind == "show":
                answer = after.known(after.deals[0])
                if answer is not None:
                    after.learn(after.deals[0], answer)
            value = after.scores()[seat]
            if value > best:
                best, found = value, move
        return found
