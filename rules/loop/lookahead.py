"""Thinking a turn through: every whole turn of a seat on the loop, and what a bot does that looks no further."""

from __future__ import annotations

from abc import ABC, abstractmethod
from typing import Final

from rules.contract import Budget, Move, Rng, State
from rules.loop.turn import LoopState
from rules.search.turns import Turn, show_known

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
        return moves[0] if len(moves) == 1 else self.turns(view)[0].moves[0]

    def turns(self, state: LoopState) -> list[Turn]:
        """Every promising turn of the seat on turn, the best first; of equals the first to be listed."""
        found: list[Turn] = []
        self._follow(state, (), state.seat, found)
        found.sort(key=_worst_last)
        return found

    def _follow(self, state: LoopState, moves: tuple[Move, ...], seat: int, found: list[Turn]) -> None:
        """Play every promising move of a position, and what may come after it in the same turn."""
        for move in self.promising(state):
            after = state.copy()
            after.play_silently(move)
            show_known(after)
            if after.round == state.round and not after.end:
                self._follow(after, (*moves, move), seat, found)
            else:
                found.append(Turn((*moves, move), self.worth(after, seat)))


def _worst_last(turn: Turn) -> int:
    return -turn.worth
