"""The learned evaluation of Das neue Big Boss: features weighed as self-play has taught."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Final

from rules.big_boss.bots import SCALE, Greedy
from rules.big_boss.features import NAMES, evaluation, features
from rules.contract import Move, State
from rules.loop.lookahead import WON
from rules.loop.terms import CAP, TOWER_LEVELS
from rules.loop.turn import LoopState

DATA: Final = "big-boss"
"""Name of the file of weights."""


def read_weights(content: object) -> dict[int, list[int]]:
    """The weights by number of seats from the parsed file; raises :class:`ValueError` for another file, or other features."""
    if not isinstance(content, Mapping) or content.get("features") != list(NAMES):
        raise ValueError("the weights are those of other features")
    found: dict[int, list[int]] = {}
    for seats, trained in content["seats"].items():
        weights = [int(weight) for weight in trained["weights"]]
        if len(weights) != 2 * len(NAMES):
            raise ValueError(f"{len(weights)} weights for {len(NAMES)} features")
        found[int(seats)] = weights
    return found


class Learned(Greedy):
    """Looks one turn ahead, and judges by what the features have been worth in many games."""

    def __init__(self, weights: Mapping[int, Sequence[int]], overlooks: int = 0) -> None:
        """``weights`` are those of :data:`rules.big_boss.features.NAMES` by the number of seats, see :func:`evaluation`."""
        super().__init__(overlooks)
        self._weights = {seats: list(numbers) for seats, numbers in weights.items()}

    def promising(self, state: LoopState) -> list[Move]:
        """As the greedy bot, but of withdrawals and tower cards that come to much the same only one is thought about."""
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
        """Hundredths of a Real by which the seat may end above the average of the others."""
        assert isinstance(state, LoopState)
        if state.end:
            scores = state.scores()
            own = scores[seat]
            rest = sum(scores) - own
            ahead = state.result is not None and seat in state.result.winners
            return SCALE * own - SCALE * rest // (state.seats - 1) + (WON if ahead else -WON)
        return evaluation(self._weights[state.seats], features(state, seat), state.buildings.blocks)


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
