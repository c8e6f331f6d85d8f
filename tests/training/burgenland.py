"""Learns the weights of Burgenland from self-play."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from rules.burgenland import features
from rules.burgenland.cards import FIVE
from rules.burgenland.game import Burgenland
from rules.burgenland.learned import Learned
from rules.burgenland.legality import DRAW
from rules.burgenland.planner import AFAR, turns_to_go
from rules.burgenland.purchases import after, purchases
from rules.burgenland.state import BurgenlandState
from rules.contract import Budget, Move
from rules.search.turns import Turn

GAME = "burgenland"
NAMES = features.NAMES
CHANGE = 0.2
"""By so many pieces the evolution strategy changes the turns of a choice with each weight (standard deviation)."""

WIN = 8.0
"""What a win is worth beside the lead to the evolution strategy, in pieces."""

_THOUGHT = {
    "walls": -0.9, "houses": -1.0, "palaces": -1.25, "wells": -1.0, "cards": 0.18, "more-cards": 0.1, "jokers": 0.25,
    "swaps": 0.06, "tiles": 0.12, "homeless-palaces": -0.8, "homeless-houses": -0.2, "homeless": -0.3, "lacking": -0.05,
    "payable": 0.02,
}  # fmt: skip
PRIOR = [_THOUGHT.get(name, 0.0) for name in NAMES] + [0.0 for _ in NAMES]
"""The judgement of a player who counts turns: a piece is one, two cards are less than half of one. Learning begins with it."""


def first() -> Learned:
    """The player who judges by hand."""
    return learned({seats: [round(1000 * weight) for weight in PRIOR] for seats in Burgenland.seats})


def learned(weights: Mapping[int, Sequence[int]]) -> Learned:
    """The player that judges by weights."""
    return Learned(weights)


class Hasty:
    """Judges as the planner does, but whole turns, and only those that the master considers: ten times as fast."""

    def __init__(self, learned: Learned) -> None:
        self._learned = learned

    def quick(self, state: BurgenlandState, budget: Budget) -> Sequence[Move]:
        """The turn after which the fewest turns are to go."""
        position, seat = state.position, state.position.active
        forced = self._learned.quick(state, budget)
        holds_five = FIVE in [position.faces[slot] for slot in position.players[seat].tiles]
        if position.bill is not None or position.acted or (position.pile and holds_five):
            return forced
        least, found = AFAR, forced
        if position.pile:
            cards = min(position.board.draw, len(position.pile) + len(position.discards))
            least, found = turns_to_go(position, seat, drawn=cards), (DRAW,)
        for bought in purchases(position, range(len(position.built) + 1), tricks=True):
            worth = turns_to_go(after(position, bought), seat)
            if worth < least:
                least, found = worth, bought.moves
        return found

    def turns(self, state: BurgenlandState, budget: Budget) -> list[Turn]:
        """That turn alone."""
        return [Turn(tuple(self.quick(state, budget)), 0)]


def partner() -> Hasty:
    """A player of another kind, beside which the evolution strategy can learn."""
    return Hasty(first())


def row(state: BurgenlandState, seat: int) -> tuple[list[float], float]:
    """The features in their own units, and the part of the game that is left."""
    left, whole = features.pieces_part(state.position)
    return [value / features.SHARES for value in features.features(state.position, seat)], left / whole
