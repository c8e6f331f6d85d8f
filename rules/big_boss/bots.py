"""The greedy bot of Das neue Big Boss: it tries every promising whole turn and takes the best.

The value of a position, in Real, is the seat's lead if the game ended now, plus the likely gain of its nobles and the likely
earnings of its cards.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import ClassVar, Final

from rules.contract import SEALED, Budget, Move, Rng, State
from rules.loop.lookahead import WON, OneTurn
from rules.loop.terms import CAP, CARD_PRICE, CASTLE_VALUE, TOWER_LEVELS
from rules.loop.turn import LoopState

SCALE: Final = 100
"""Worths are counted in hundredths of a Real."""

CARD_SHARE: Final = 95
"""How much of what a card in the hand would earn now counts, in percent: it takes another turn to play it."""

WAITING: Final = 8
"""Hundredths of that which each better card in the hand takes away: only one card is played in a turn."""

GROWTH_SHARE: Final = 12
"""How much of a building's possible growth counts for each noble in it, in percent, while half of the blocks are left."""

RESERVE: Final = 10
"""Money, in Real, that is better kept for the next card."""

PLENTY: Final = 12
"""Cards in the hand, tower cards among them, from which on a sensible player buys no more."""

CHEAP: Final = 6
"""A building worth so much at most is not yet a place for every noble."""

AT_HOME: Final = 4
"""So many nobles a sensible player keeps at home until there are better places."""

POOR: Final = 20
"""With less money than this, a sensible player buys only cards that earn their price at once."""

NOBLES: Final = ("baron", "grande")


class Greedy(OneTurn):
    """Looks one turn ahead. The number of seats decides how many percent of the possible first moves it overlooks.

    Attributes:
        sensible: whether it keeps to what players tell each other after their first game: not all nobles into the first cheap
            castles, not a hand full of cards that nobody can play in time, and no last Real for a card that earns nothing.
            The analysis does without, so that it sees what such players miss.
    """

    declines: ClassVar[tuple[str, ...]] = ("buy-card", "buy-pile", "buy-tower")
    """What a sensible player with plenty of cards does not buy."""

    def __init__(self, overlooks: Mapping[int, int] | None = None, sensible: bool = False) -> None:
        """``overlooks`` is by the number of seats; at other tables it overlooks nothing."""
        super().__init__()
        self.sensible = sensible
        self._overlooks: Mapping[int, int] = overlooks or {}

    def choose(self, view: State, budget: Budget, rng: Rng) -> Move:
        """The first move of the best turn among those that it notices."""
        self.overlooks = self._overlooks.get(view.seats, 0)
        return super().choose(view, budget, rng)

    def promising(self, state: LoopState) -> list[Move]:
        """Withdraw nobles only when money is needed, or where they cannot gain any more."""
        moves = self._sensible(state, state.moves()) if self.sensible else state.moves()
        money = state.shown_money(state.seat)
        if money is None or money < RESERVE:
            return moves
        thought = [move for move in moves if move.kind != "withdraw" or state.buildings.value_at(move.args[0]) == CAP]
        return thought or moves

    def _sensible(self, state: LoopState, moves: list[Move]) -> list[Move]:
        """The moves but for those that players laugh at; all of them if nothing else can be done."""
        seat, buildings = state.seat, state.buildings
        if state.step != "main":
            supply = state.nobles.supply
            if supply[2 * seat] + supply[2 * seat + 1] > AT_HOME:
                return moves
            thought = [move for move in moves if move.kind not in NOBLES or buildings.value_at(move.args[0]) > CHEAP]
            return thought or moves
        cards = state.cards
        if len(cards.hands[seat]) + cards.towers[seat] >= PLENTY:
            moves = [move for move in moves if move.kind not in self.declines] or moves
        money = state.shown_money(seat)
        if money is not None and money < POOR:
            thought = [
                move
                for move in moves
                if move.kind not in ("buy-card", "buy-pile")
                or (move.kind == "buy-card" and _income(state, move.args[0]) >= CARD_PRICE)
            ]
            return thought or moves
        return moves

    def worth(self, state: State, seat: int) -> int:
        """The seat's lead if the game ended now, plus the likely gain of its nobles and earnings of its cards."""
        assert isinstance(state, LoopState)
        scores = state.scores()
        own = scores[seat]
        others = [score for other, score in enumerate(scores) if other != seat]
        lead = own - (max(others) + sum(others) // len(others)) // 2
        if state.end:
            return lead * SCALE + (WON if own >= max(others) else -WON)
        total = lead * SCALE + _growth(state, seat) + _earnings(state, seat)
        money = state.shown_money(seat)
        if money is not None and money < RESERVE:
            total -= (RESERVE - money) * SCALE // 4
        return total


def _growth(state: LoopState, seat: int) -> int:
    """The gain that the seat's nobles may still bring, less the average of the others, in hundredths of a Real."""
    buildings = state.buildings
    total = 0
    for cell, owner, rank in state.nobles.standing():
        building = buildings.of[cell]
        room = CAP - buildings.value[building]
        if not buildings.crest[building]:
            room //= 2
        gain = rank * room * GROWTH_SHARE * buildings.blocks // 42
        total += gain if owner == seat else -gain // (state.seats - 1)
    return total


def _earnings(state: LoopState, seat: int) -> int:
    """What a hand may earn, in hundredths of a Real: the best card almost what it would earn now, each further card less."""
    buildings, cards = state.buildings, state.cards
    incomes = [_income(state, number) for number in [cards.faces[slot] for slot in cards.hands[seat]] if number != SEALED]
    sealed = len(cards.hands[seat]) - len(incomes)
    if sealed:
        unseen = [number for number in range(1, len(cards.faces)) if number not in cards.faces]
        incomes += [sum(_income(state, number) for number in unseen) // len(unseen)] * sealed
    if cards.towers[seat]:
        incomes += [_tower_income(state, seat)] * cards.towers[seat]
    incomes.sort(reverse=True)
    turns = (buildings.blocks + state.seats - 1) // state.seats
    return sum([max(0, CARD_SHARE - WAITING * place) * income for place, income in enumerate(incomes[:turns])])


def _tower_income(state: LoopState, seat: int) -> int:
    """The earnings of a tower card if it were played now, in Real."""
    buildings, best = state.buildings, 0
    for cell, level in enumerate(buildings.level):
        if 0 < level < TOWER_LEVELS:
            income = buildings.value[buildings.of[cell]] + level + 1
            if income > best and not state.nobles.is_foreign(cell, seat):
                best = income
                if best >= CAP:
                    return CAP
    return best


def _income(state: LoopState, number: int) -> int:
    """The earnings of a construction card if it were played now, in Real."""
    buildings = state.buildings
    level = buildings.level[number]
    if level:
        return min(CAP, buildings.value_at(number) + level + 1)
    one, other = buildings.of[state.board.before[number]], buildings.of[state.board.after[number]]
    if not one and not other:
        return CASTLE_VALUE if buildings.may_found(number) else 1
    total = buildings.value[one] + 1
    if other != one:
        total += buildings.value[other]
    return min(CAP, total)
