"""The weakest bot of every game: any legal move is as good as any other."""

from __future__ import annotations

from rules.contract import Budget, Move, Rng, State


class Uniform:
    """Chooses uniformly among the legal moves."""

    def choose(self, view: State, budget: Budget, rng: Rng) -> Move:
        """One of ``view.moves()``, each as likely."""
        moves = view.moves()
        return moves[rng.below(len(moves))]
