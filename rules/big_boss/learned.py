"""The learned evaluation of Das neue Big Boss: a weighted sum of features, with weights from self-play."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import ClassVar, Final

from rules.big_boss.bots import SCALE, Greedy
from rules.big_boss.features import features
from rules.contract import Move, State
from rules.loop.learned import evaluation, final_lead
from rules.loop.terms import BLOCKS, CAP, TOWER_LEVELS
from rules.loop.turn import LoopState
from rules.search.search import Judge

DATA: Final = "big-boss"
"""Name of the file of the weights by which the levels play."""

JUDGING: Final = "big-boss-judge"
"""Name of the file of the weights by which the analysis values positions of more than two players, fitted to who wins."""


class Learned(Greedy):
    """Looks one turn ahead, and judges positions by the learned evaluation."""

    declines: ClassVar[tuple[str, ...]] = ("buy-pile",)
    """The pile alone: cards and tower cards that it takes from the others are worth more than it shows."""

    def __init__(
        self, weights: Mapping[int, Sequence[int]], overlooks: Mapping[int, int] | None = None, sensible: bool = False
    ) -> None:
        """``weights`` are those of :data:`rules.big_boss.features.NAMES`, see :func:`~rules.loop.learned.evaluation`. They and
        ``overlooks`` are by the number of seats."""
        super().__init__(overlooks, sensible)
        self._weights = {seats: list(numbers) for seats, numbers in weights.items()}

    def promising(self, state: LoopState) -> list[Move]:
        """Like the greedy bot, but of several withdrawals or tower cards with much the same effect it considers only one."""
        thought = []
        ranks: set[int] = set()
        best = _towers(state)
        buildings, on = state.buildings, state.nobles.on
        for move in super().promising(state):
            if move.kind == "withdraw" and buildings.value_at(move.args[0]) == CAP:
                rank = on[move.args[0]] & 3
                if rank in ranks:
                    continue
                ranks.add(rank)
            elif move.kind == "play-tower" and move.args[0] not in best and not on[move.args[0]]:
                continue
            thought.append(move)
        return thought

    def worth(self, state: State, seat: int) -> int:
        """The seat's expected lead over the average of the others, in hundredths of a Real."""
        assert isinstance(state, LoopState)
        if state.end:
            return final_lead(state, seat, SCALE)
        return evaluation(self._weights[state.seats], features(state, seat), state.buildings.blocks, BLOCKS)

    def left(self, state: State) -> int:
        """The part of the game that is left, in thousandths: the part of the blocks."""
        assert isinstance(state, LoopState)
        return 1000 * state.buildings.blocks // BLOCKS

    def hasty(self) -> Judge:
        """Itself: its turns cost little."""
        return self


def _towers(state: LoopState) -> dict[int, int]:
    """The free cell of each building on which a tower card earns most, and the level there."""
    if state.step != "main" or not state.cards.towers[state.seat]:
        return {}
    buildings, on = state.buildings, state.nobles.on
    best: dict[int, int] = {}
    for cell, level in enumerate(buildings.level):
        if 0 < level < TOWER_LEVELS and not on[cell]:
            building = buildings.of[cell]
            other = best.get(building, 0)
            if not other or level > buildings.level[other]:
                best[building] = cell
    return {cell: buildings.level[cell] for cell in best.values()}
