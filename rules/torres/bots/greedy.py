"""A bot that takes the action that pays best right now, one after the other."""

from __future__ import annotations

from typing import Final

from rules.contract import Budget, Move, Rng, State
from rules.torres.position import CARD, DROP, STACK
from rules.torres.state import TorresState

NEVER: Final = -1_000_000


def answered(state: TorresState) -> None:
    """Show a played card, where the position waits for that."""
    while state.deals:
        answer = state.known(state.deals[0])
        if answer is None:
            return
        state.learn_silently(state.deals[0], answer)


class Greedy:
    """Looks one action ahead: how far it would lead if the scoring were held now. An action includes its further choices."""

    def choose(self, view: State, budget: Budget, rng: Rng) -> Move:
        """The best of ``view.moves()``; of equals any."""
        assert isinstance(view, TorresState)
        best = NEVER
        found: list[Move] = []
        for move in view.moves():
            lead = self._lead_after(view, move, view.seat)
            if lead > best:
                best, found = lead, []
            if lead == best:
                found.append(move)
        return found[rng.below(len(found))]

    def _lead_after(self, state: TorresState, move: Move, seat: int) -> int:
        after = state.copy()
        after.play_silently(move)
        answered(after)
        if after.turn == seat and after.stage in (STACK, CARD, DROP):
            return max(self._lead_after(after, further, seat) for further in after.moves())
        scores = after.scores()
        return scores[seat] - max(score for other, score in enumerate(scores) if other != seat)
