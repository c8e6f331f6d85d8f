"""The weakest bot of every game: any legal move is as good as any other."""

from __future__ import annotations

from collections.abc import Callable, Mapping

from rules.contract import Bot, Budget, Move, Rng, State


class Uniform:
    """Chooses uniformly among the legal moves."""

    def choose(self, view: State, budget: Budget, rng: Rng) -> Move:
        """Choose one of ``view.moves()``, all equally likely."""
        moves = view.moves()
        return moves[rng.below(len(moves))]


def plain(kind: Callable[[], Bot]) -> Callable[[Mapping[str, object]], Bot]:
    """A value for ``Level.make``, for a bot that needs no data files."""

    def make(data: Mapping[str, object]) -> Bot:
        return kind()

    return make
