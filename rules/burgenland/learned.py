"""The learned bot of Burgenland: it considers every build it can pay for, and judges the position after it."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Final

from rules.burgenland.cards import FIVE
from rules.burgenland.features import NAMES, evaluation, features, pieces_of_others, pieces_part, weighed
from rules.burgenland.legality import DRAW, END, JOKER, PASS, USE_FIVE
from rules.burgenland.planner import payment_move
from rules.burgenland.position import Position
from rules.burgenland.purchases import after, purchases
from rules.burgenland.state import BurgenlandState
from rules.contract import Budget, Move, Rng, State
from rules.search.search import Judge
from rules.search.turns import Patience, Turn

DATA: Final = "burgenland"
"""Name of the file of the weights by which the levels play."""

JUDGING: Final = "burgenland-judge"
"""Name of the file of the weights by which the analysis values positions of two, fitted to who wins."""

WON: Final = 1_000_000
"""The value of a won game: more than any position during the game."""

FEW: Final = 8
MANY: Final = 14
"""With few cards in the hand a player overlooks as many castles as it ever does, with many none at all: nobody draws on and on
past a castle that half of the hand would pay for."""

COUNTED: Final = {
    "walls": -900, "houses": -1000, "palaces": -1700, "wells": -1000, "cards": 180, "more-cards": 60, "jokers": 250,
    "lacking": -50,
}  # fmt: skip
"""What a short-sighted player counts, in thousandths of a piece: what it has, what it still has to build, and the nearest
castle that it can pay for. Where pieces will go when the castles are full, and what the others are up to, it does not ask."""


def read_weights(content: object) -> dict[int, list[int]]:
    """The weights by number of seats from the parsed file. Raises :class:`ValueError` for another file or other features."""
    if not isinstance(content, Mapping) or content.get("features") != list(NAMES):
        raise ValueError("the weights are those of other features")
    found: dict[int, list[int]] = {}
    for seats, trained in content["seats"].items():
        weights = [int(weight) for weight in trained["weights"]]
        if len(weights) != 2 * len(NAMES):
            raise ValueError(f"{len(weights)} weights for {len(NAMES)} features")
        found[int(seats)] = weights
    return found


class Learned:
    """Looks one turn ahead, and judges positions by the learned evaluation.

    Attributes:
        overlooks: how many percent of the castles it overlooks in a turn, by the number of seats, as a human player does; fewer
            with more cards.
        tricks: whether it considers swaps, tiles and buying jokers before its hand is full.
        short_sighted: whether it judges by :data:`COUNTED`, and not by the weights.
    """

    def __init__(
        self,
        weights: Mapping[int, Sequence[int]],
        overlooks: Mapping[int, int] | None = None,
        tricks: bool = True,
        short_sighted: bool = False,
    ) -> None:
        """``weights`` are those of :data:`rules.burgenland.features.NAMES` by the number of seats, see :func:`weighed`."""
        self._weights = {seats: _counted() if short_sighted else list(numbers) for seats, numbers in weights.items()}
        self.overlooks: Mapping[int, int] = overlooks or {}
        self.tricks = tricks
        self.short_sighted = short_sighted
        self._weighed: dict[tuple[int, int, int], list[int]] = {}
        self._plan: tuple[int, tuple[Move, ...]] = (-1, ())

    def choose(self, view: State, budget: Budget, rng: Rng) -> Move:
        """The first move of the best turn (of equally good turns, the one found first); afterwards the rest of that turn.

        Without a plan it would swap two stones, overlook the castle for which it has done so, and swap them back.
        """
        assert isinstance(view, BurgenlandState)
        position = view.position
        number, planned = self._plan
        if number == view.turn_number and planned and view.why_not(planned[0]) is None:
            self._plan = (number, planned[1:])
            return planned[0]
        castles = list(range(len(position.built) + 1))
        overlooks = self.overlooks.get(position.seats, 0)
        if overlooks:
            hand = len(position.players[position.active].hand)
            part = overlooks * min(MANY - FEW, max(0, MANY - hand)) // (MANY - FEW)
            castles = [castle for castle in castles if rng.below(100) >= part]
        turn = max(self._turns(view, castles, Patience()), key=_by_worth)
        self._plan = (view.turn_number, turn.moves[1:])
        return turn.moves[0]

    def turns(self, state: State, budget: Budget) -> list[Turn]:
        """Every turn that is worth a trial, the best first; equally good turns in the order in which they were found.

        When time is up, the result is the turns found so far.
        """
        assert isinstance(state, BurgenlandState)
        found = self._turns(state, range(len(state.position.built) + 1), budget)
        found.sort(key=_by_worth, reverse=True)
        return found

    def quick(self, state: State, budget: Budget) -> tuple[Move, ...]:
        """The best turn at first sight."""
        assert isinstance(state, BurgenlandState)
        return max(self._turns(state, range(len(state.position.built) + 1), budget), key=_by_worth).moves

    def worth(self, state: State, seat: int) -> int:
        """The seat's expected lead over the average of the others, in hundredths of a piece."""
        assert isinstance(state, BurgenlandState)
        if state.position.all_passed:
            result = state.result
            assert result is not None
            return WON if seat in result.winners else -WON
        return self._judged(state.position, seat)

    def left(self, state: State) -> int:
        """The part of the game that is left, in thousandths: of the pieces that all seats have to build."""
        assert isinstance(state, BurgenlandState)
        rest, whole = pieces_part(state.position)
        return 1000 * rest // whole

    def hasty(self) -> Judge:
        """Itself: its turns cost little."""
        return self

    def _judged(self, position: Position, seat: int, rest: Sequence[int] | None = None) -> int:
        """The value of a position; ``rest`` is what the others still have to build, if it is known."""
        if rest is None:
            rest = pieces_of_others(position, seat)
        found = features(position, seat, rest)
        left, whole = sum(rest) + sum(position.players[seat].pieces), position.seats * sum(position.table.pieces)
        key = (position.seats, left, whole)
        weights = self._weighed.get(key)
        if weights is None:
            weights = self._weighed[key] = weighed(self._weights[position.seats], left, whole)
        value = evaluation(weights, found, whole)
        if position.over:
            return value + (WON if position.winner == seat else -WON)
        return value

    def _turns(self, state: BurgenlandState, castles: Sequence[int], budget: Budget) -> list[Turn]:
        position = state.position
        seat = position.active
        if position.bill is not None:
            return [Turn((payment_move(position),), 0)]
        held = [position.faces[slot] for slot in position.players[seat].tiles]
        if position.pile and FIVE in held:
            return [Turn((USE_FIVE,), 0)]
        if position.acted:
            return [Turn((END,), 0)]
        found = []
        rest = pieces_of_others(position, seat)  # no build of the seat changes it
        if position.pile:
            drawn = position.copy()
            drawn.todo.append(("draw", min(position.board.draw, len(position.pile) + len(position.discards))))
            found.append(Turn((DRAW,), self._judged(drawn, seat, rest)))
        tricks = self.tricks or len(position.players[seat].hand) >= MANY  # rather than draw on and on for the large castle
        for bought in purchases(position, castles, tricks):
            found.append(Turn(bought.moves, self._judged(after(position, bought), seat, rest)))
            if not budget.left():
                break
        return found or [Turn((_without_cards(state),), 0)]


def _without_cards(state: BurgenlandState) -> Move:
    """The move if no card can be drawn and no build was found."""
    moves = state.moves()
    # The cards paid for a joker are cards to draw: if everybody passed, the game would stand still.
    for move in (JOKER, PASS):
        if move in moves:
            return move
    return moves[0]


def _counted() -> list[int]:
    return [COUNTED.get(name, 0) for name in NAMES] + [0 for _ in NAMES]


def _by_worth(turn: Turn) -> int:
    return turn.worth
