"""A game in play with its whole history, which can be replayed, retold with other cards, and dumped when a test fails."""

from __future__ import annotations

import random
from collections.abc import Callable, Collection, Iterator, Sequence
from contextlib import contextmanager
from math import isqrt
from typing import NamedTuple

from net.deal.seeded import SeededDeals, seed_of
from rules.contract import SEALED, Deal, Event, Move, State
from tests.contract.dump import dump
from tests.contract.settings import Setting

MOST_MOVES = 5000
"""A game that takes longer counts as one that does not end."""

Choose = Callable[[State, list[Move]], Move]


class Dealt(NamedTuple):
    """A deal with the answer for a copy that may know everything."""

    deal: Deal
    answer: tuple[int, ...]

    def for_eyes(self, seats: Collection[int]) -> tuple[int, ...]:
        """The answer for a copy that may know only what these seats know."""
        if self.deal.kind == "draw" and self.deal.seat not in seats:
            return (SEALED,) * len(self.answer)
        return self.answer


class Moved(NamedTuple):
    """A move of a seat."""

    seat: int
    move: Move


Step = Dealt | Moved


class Played:
    """A game that is saved as a file when a test fails."""

    def __init__(self, setting: Setting, seed: int) -> None:
        self.setting = setting
        self.seed = seed

    def so_far(self) -> Sequence[Step]:
        """The steps up to the position that is examined."""
        raise NotImplementedError

    def __repr__(self) -> str:
        return f"<{self.setting} seed {self.seed} after {len(self.so_far())} steps>"

    @contextmanager
    def kept(self) -> Iterator[None]:
        """Any failure inside saves the game as a file, and says where."""
        try:
            yield
        except Exception as error:
            moves = [step for step in self.so_far() if isinstance(step, Moved)]
            file = dump(self.setting, self.seed, moves)
            raise AssertionError(f"{error or type(error).__name__}\n{self}, to be opened from {file}") from error


class Table(Played):
    """One game: its position with all cards known, and the steps that led there."""

    def __init__(self, setting: Setting, seed: int) -> None:
        super().__init__(setting, seed)
        self.random = random.Random(seed)
        self.state = setting.start()
        self.deals = SeededDeals(seed_of(str(seed)))
        self.steps: list[Step] = []

    def so_far(self) -> Sequence[Step]:
        return self.steps

    def deal(self) -> list[Event]:
        """Answer the first pending deal."""
        deal = self.state.deals[0]
        answer = self.deals.answer(deal, range(self.state.seats))
        self.steps.append(Dealt(deal, answer))
        return self.state.learn(deal, answer)

    def play(self, move: Move) -> list[Event]:
        """Make a move of the seat on turn."""
        assert self.state.turn is not None
        self.steps.append(Moved(self.state.turn, move))
        return self.state.play(move)

    def step(self, choose: Choose | None = None) -> list[Event]:
        """Take the next step: a deal, or a move (a random one unless chosen)."""
        if self.state.deals:
            return self.deal()
        moves = self.state.moves()
        return self.play(choose(self.state, moves) if choose else self.random.choice(moves))

    def run(self, choose: Choose | None = None) -> Iterator[list[Event]]:
        """Step by step until the game is over; yields the events of each."""
        count = 0
        while self.state.deals or self.state.turn is not None:
            yield self.step(choose)
            count += 1
            assert count < MOST_MOVES, "the game does not end"

    def looks(self, often: int) -> bool:
        """Whether to look closely now; see :func:`due`."""
        return due(len(self.steps), often)


def due(steps: int, often: int) -> bool:
    """Whether to look closely after this many steps: about ``often`` times the root of the game's length, ever more rarely.

    A law that replays the whole game at every look would take hours where a game has thousands of steps.
    """
    return isqrt(steps * often * often) != isqrt(max(0, steps - 1) * often * often)


def replay(setting: Setting, steps: Sequence[Step]) -> State:
    """The position that these steps lead to."""
    state = setting.start()
    for step in steps:
        follow(state, step)
    return state


def follow(state: State, step: Step, eyes: Collection[int] | None = None) -> list[Event]:
    """One recorded step in another copy (which may know what these seats know, or everything), with nothing trusted."""
    if isinstance(step, Dealt):
        assert state.deals[0] == step.deal
        return state.learn(step.deal, step.answer if eyes is None else step.for_eyes(eyes))
    assert state.turn == step.seat
    assert state.why_not(step.move) is None
    return state.play(step.move)


def follow_silently(state: State, step: Step, eyes: Collection[int] | None = None) -> None:
    """One recorded step in another copy, as :func:`follow` makes it, without being told what happens."""
    if isinstance(step, Dealt):
        state.learn_silently(step.deal, step.answer if eyes is None else step.for_eyes(eyes))
    else:
        state.play_silently(step.move)
