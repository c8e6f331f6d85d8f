"""Looking one turn ahead: every promising whole turn of a seat on the loop, and a bot that looks no further."""

from __future__ import annotations

from abc import ABC, abstractmethod
from typing import Final

from rules.contract import Budget, Move, Rng, State
from rules.loop.turn import LoopState
from rules.native import mypyc_attr
from rules.search.turns import Patience, Turn, show_known

WON: Final = 1_000_000
"""The value of a won game: more than any position during the game."""


@mypyc_attr(allow_interpreted_subclasses=True)
class OneTurn(ABC):
    """A bot that tries every promising whole turn and makes the first move of the best one.

    Attributes:
        overlooks: how many percent of the possible first moves it misses, as a human player does. It misses more of the
            moves that harm others.
    """

    def __init__(self, overlooks: int = 0) -> None:
        self.overlooks = overlooks

    @abstractmethod
    def worth(self, state: State, seat: int) -> int:
        """The value for a seat of a position between two turns, in hundredths of the game's unit of score."""

    def promising(self, state: LoopState) -> list[Move]:
        """The legal moves worth considering, in their order: at least one."""
        return state.moves()

    def choose(self, view: State, budget: Budget, rng: Rng) -> Move:
        """The first move of the best turn; of equally good turns, that of the shortest, and of those the one listed first."""
        assert isinstance(view, LoopState)
        moves = self.promising(view)
        if self.overlooks and view.step == "main":
            moves = self._noticed(view, moves, rng)
        if len(moves) == 1:
            return moves[0]
        found: list[Turn] = []
        self._follow(view, moves, (), view.seat, found, Patience())
        return max(found, key=_by_worth_and_brevity).moves[0]

    def _noticed(self, view: LoopState, moves: list[Move], rng: Rng) -> list[Move]:
        """The moves that a player notices who overlooks some."""
        found = []
        for move in moves:
            harms = move.kind == "play" and view.nobles.is_foreign(move.args[0], view.seat)
            if rng.below(100) >= (self.overlooks + (100 - self.overlooks) // 2 if harms else self.overlooks):
                found.append(move)
        return found or [moves[rng.below(len(moves))]]

    def turns(self, state: State, budget: Budget) -> list[Turn]:
        """Every promising turn of the seat on turn, the best first; equally good turns keep the order of the moves.

        When time is up, the result is the turns found so far.
        """
        assert isinstance(state, LoopState)
        found: list[Turn] = []
        self._follow(state, self.promising(state), (), state.seat, found, budget)
        found.sort(key=_by_worth, reverse=True)
        return found

    def quick(self, state: State, budget: Budget) -> tuple[Move, ...]:
        """The best turn at first sight."""
        return self.turns(state, budget)[0].moves

    def _follow(
        self, state: LoopState, ways: list[Move], moves: tuple[Move, ...], seat: int, found: list[Turn], budget: Budget
    ) -> None:
        """Try each of these moves, and every promising continuation of it in the same turn."""
        for move in ways:
            if found and not budget.left():
                return
            after = state.copy()
            after.play_silently(move)
            show_known(after)
            if after.round == state.round and not after.end:
                self._follow(after, self.promising(after), (*moves, move), seat, found, budget)
            else:
                found.append(Turn((*moves, move), self.worth(after, seat)))


def _by_worth(turn: Turn) -> int:
    return turn.worth


def _by_worth_and_brevity(turn: Turn) -> tuple[int, int]:
    return turn.worth, -len(turn.moves)
