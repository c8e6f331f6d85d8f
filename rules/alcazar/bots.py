"""The greedy bot of Alcazar: what its nobles, its money and its chances to rise are worth in victory points."""

from __future__ import annotations

from typing import Final

from rules.alcazar.state import REAL_PER_POINT, AlcazarState
from rules.loop.lookahead import WON, OneTurn
from rules.loop.position import HIDDEN
from rules.loop.terms import BARON, BLOCKS, FIELDS, GRANDE, TOWER_LEVELS
from rules.loop.turn import LoopState

POINT: Final = 100
"""Worths are counted in hundredths of a victory point."""

RISE: Final = 45
"""What a level that a noble may still rise with a card already in the hand counts, for each of his points."""

BRIDGEHEAD: Final = 30
"""What a place for a bridge under an own noble counts, for each level it would rise to, while money lasts."""

CARD: Final = 12
"""What a construction card in the hand counts: it is money, and a place for a noble."""

TOWER: Final = 40
"""What a tower card in the hand counts beyond the rise it allows, up to three of them."""

WORKING_MONEY: Final = 30
"""Real up to which money is worth more than its points: it places nobles and buys bridges."""


class Greedy(OneTurn):
    """Looks one turn ahead."""

    def worth(self, state: LoopState, seat: int) -> int:
        """Own prospects against those of the others, the strongest counting twice."""
        assert isinstance(state, AlcazarState)
        prospects = [_prospects(state, each) for each in range(state.seats)]
        own = prospects.pop(seat)
        if state.end:
            ahead = state.result is not None and seat in state.result.winners
            return own + (WON if ahead else -WON)
        return own - (max(prospects) + sum(prospects) // len(prospects)) // 2


def _prospects(state: AlcazarState, seat: int) -> int:
    """What a seat has, and what it may still get with what it holds."""
    buildings, nobles, cards = state.buildings, state.nobles, state.cards
    money = max(state.money[seat], 0) if state.money[seat] != HIDDEN else WORKING_MONEY
    total = money * POINT // REAL_PER_POINT
    if state.end:
        return total + _levels(state, seat)
    time = buildings.blocks * POINT // BLOCKS  # falls from 100 to 0
    total += _levels(state, seat) + min(money, WORKING_MONEY) * 4 * time // POINT
    held = [cards.faces[slot] for slot in cards.hands[seat]]
    rises = 0
    for cell in nobles.cells_of(seat):
        rank = nobles.on[cell] & 3
        if cell <= FIELDS and cell in held:
            rises += rank
        if cards.towers[seat] and buildings.level[cell] < TOWER_LEVELS:
            rises += rank
        total += _bridgeheads(state, seat, cell) * time // POINT
    total += rises * RISE + len(held) * CARD * time // POINT + min(cards.towers[seat], 3) * TOWER * time // POINT
    return total


def _levels(state: AlcazarState, seat: int) -> int:
    """Hundredths of points for the nobles on the board."""
    return sum(POINT * (state.nobles.on[cell] & 3) * state.buildings.level[cell] for cell in state.nobles.cells_of(seat))


def _bridgeheads(state: AlcazarState, seat: int, cell: int) -> int:
    """What the bridges that could rest on a noble's cell promise: the best of them."""
    buildings, nobles = state.buildings, state.nobles
    level, best = buildings.level[cell], 0
    for middle, far in state.board.lines[cell]:
        height = buildings.level[far]
        if not height or nobles.is_foreign(far, seat) or buildings.bridged(cell, far) or buildings.level[middle] >= level:
            continue
        gap = abs(height - level)
        if gap <= 2:
            rank = (GRANDE if nobles.on[cell] & 3 == GRANDE else BARON) + (nobles.on[far] & 3)
            best = max(best, BRIDGEHEAD * rank * (3 - gap) // 3)
    return best
