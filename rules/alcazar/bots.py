"""The greedy bot of Alcazar: what its nobles, its money and its chances to rise are worth in victory points."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from rules.alcazar.bridges import BRIDGE_PRICE
from rules.alcazar.state import REAL_PER_POINT, AlcazarState
from rules.contract import Budget, Move, Rng, State
from rules.loop.lookahead import WON, OneTurn
from rules.loop.terms import BLOCKS, CAP, FIELDS, TOWER_LEVELS
from rules.loop.turn import LoopState

POINT: Final = 100
"""Worths are counted in hundredths of a victory point."""

RISE: Final = 45
"""The value of each level that a noble may still rise with a card already in the hand, for each point of his rank."""

BRIDGEHEAD: Final = 30
"""The value of a place for a bridge under the seat's noble, for each level of the bridge, while money lasts."""

CARD: Final = 12
"""The value of a construction card in the hand: it is money, and a place for a noble."""

TOWER: Final = 40
"""The value of a tower card in the hand beyond the rise it allows, up to three of them."""

WORKING_MONEY: Final = 30
"""Real up to which money is worth more than its points: it places nobles and buys bridges."""


class Greedy(OneTurn):
    """Looks one turn ahead. The number of seats decides how many percent of the possible first moves it overlooks."""

    def __init__(self, overlooks: Mapping[int, int] | None = None) -> None:
        """``overlooks`` is by the number of seats; at other tables it overlooks nothing."""
        super().__init__()
        self._overlooks: Mapping[int, int] = overlooks or {}

    def choose(self, view: State, budget: Budget, rng: Rng) -> Move:
        """The first move of the best turn among those that it notices."""
        self.overlooks = self._overlooks.get(view.seats, 0)
        return super().choose(view, budget, rng)

    def promising(self, state: LoopState) -> list[Move]:
        """Withdraw nobles only for needed money, or from the ground of a building that pays for a point; move them only up."""
        moves = state.moves()
        level = state.buildings.level
        money = state.shown_money(state.seat)
        rich = money is not None and money >= BRIDGE_PRICE
        thought = []
        for move in moves:
            kind = move.kind
            if kind == "withdraw":
                if rich and (level[move.args[0]] > 1 or state.buildings.value_at(move.args[0]) < CAP):
                    continue
            elif kind in ("move", "swap") and level[move.args[0]] >= level[move.args[1]]:
                continue
            thought.append(move)
        return thought or moves

    def worth(self, state: State, seat: int) -> int:
        """The seat's prospects less those of the others, of whom the strongest counts twice."""
        assert isinstance(state, AlcazarState)
        prospects = [_prospects(state, each) for each in range(state.seats)]
        own = prospects.pop(seat)
        if state.end:
            ahead = state.result is not None and seat in state.result.winners
            return own + (WON if ahead else -WON)
        return own - (max(prospects) + sum(prospects) // len(prospects)) // 2


def _prospects(state: AlcazarState, seat: int) -> int:
    """The value of a seat's possessions, and of what it may still gain with them."""
    buildings, cards = state.buildings, state.cards
    levels, on = buildings.level, state.nobles.on
    shown = state.shown_money(seat)
    money = WORKING_MONEY if shown is None else shown
    total = money * POINT // REAL_PER_POINT
    own = state.nobles.own[seat]
    points = sum([(on[cell] & 3) * levels[cell] for cell in own])
    total += POINT * points
    if state.end:
        return total
    time = buildings.blocks * POINT // BLOCKS  # falls from 100 to 0
    total += min(money, WORKING_MONEY) * 4 * time // POINT
    held = [cards.faces[slot] for slot in cards.hands[seat]]
    towers = cards.towers[seat]
    rises = 0
    by_tower = []  # the ranks of the nobles that a tower card could lift
    for cell in own:
        rank = on[cell] & 3
        if cell <= FIELDS and cell in held:
            rises += rank
        if levels[cell] < TOWER_LEVELS:
            by_tower.append(rank)
        total += _bridgehead(state, seat, cell) * time // POINT
    rises += sum(sorted(by_tower, reverse=True)[:towers])  # each card lifts one noble
    return total + rises * RISE + len(held) * CARD * time // POINT + min(towers, 3) * TOWER * time // POINT


def _bridgehead(state: AlcazarState, seat: int, cell: int) -> int:
    """The value of the best bridge that could rest on a noble's cell."""
    buildings, on = state.buildings, state.nobles.on
    levels = buildings.level
    level, best = levels[cell], 0
    for middle, far in state.grid.lines[cell]:
        height = levels[far]
        if height and levels[middle] < level:
            gap = height - level if height > level else level - height
            noble = on[far]
            if gap <= 2 and (not noble or noble >> 2 == seat):
                promise = BRIDGEHEAD * ((on[cell] & 3) + (noble & 3)) * (3 - gap) // 3
                if promise > best and not state.bridged.has_bridge(cell, far):
                    best = promise
    return best
