"""Thinking a turn through: what a bot does who looks as far as the end of his own turn."""

from __future__ import annotations

from abc import ABC, abstractmethod
from typing import Final

from rules.contract import Budget, Move, Rng, State
from rules.loop.turn import LoopState

WON: Final = 1_000_000
"""The value of a won game: more than anything on the way."""


class OneTurn(ABC):
    """A bot that plays its whole turn in thought, every promising way, and begins the best of them."""

    @abstractmethod
    def worth(self, state: LoopState, seat: int) -> int:
        """The value of a position between two turns to a seat, in hundredths of the game's unit of score."""

    def promising(self, state: LoopState) -> list[Move]:
        """The legal moves that are worth a thought, in their order: at least one of them."""
        return state.moves()

    def choose(self, view: State, budget: Budget, rng: Rng) -> Move:
        """The move with which its best turn begins; the first of equals."""
        assert isinstance(view, LoopState)
        moves = self.promising(view)
        best, found = -WON * WON, moves[0]
        if len(moves) > 1:
            for move in moves:
                worth = self._worth_of_move(view, move, view.seat)
                if worth > best:
                    best, found = worth, move
        return found

    def _worth_of_move(self, state: LoopState, move: Move, seat: int) -> int:
        """The value of a position to a seat after a move and its best continuation in the same turn."""
        after = state.copy()
        after.play_silently(move)
        while after.deals:
            answer = after.known(after.deals[0])
            if answer is None:
                break
            after.learn_silently(after.deals[0], answer)
        if after.round == state.round and not after.end:
            return max(self._worth_of_move(after, further, seat) for further in self.promising(after))
        return self.worth(after, seat)
