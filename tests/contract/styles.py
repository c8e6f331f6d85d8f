"""Ways to play any game without understanding it, so that random games reach positions that uniform choice rarely reaches."""

from __future__ import annotations

import random

from rules.contract import Move, State
from rules.trial import Trial
from tests.contract.table import Choose

FEW = 12
"""Moves a spendthrift compares."""


def any_move(chance: random.Random) -> Choose:
    """Every move is as likely as every other."""

    def choose(state: State, moves: list[Move]) -> Move:
        return chance.choice(moves)

    return choose


def any_kind(chance: random.Random) -> Choose:
    """Every kind of move is as likely as every other, however many moves there are of it."""

    def choose(state: State, moves: list[Move]) -> Move:
        kind = chance.choice(list(dict.fromkeys(move.kind for move in moves)))
        return chance.choice([move for move in moves if move.kind == kind])

    return choose


def habits(chance: random.Random) -> Choose:
    """Each seat likes some kinds of moves, and never makes those it likes least unless it must."""
    liking: dict[tuple[int | None, str], int] = {}

    def choose(state: State, moves: list[Move]) -> Move:
        for move in moves:
            liking.setdefault((state.turn, move.kind), chance.randrange(6))
        weights = [4 ** liking[state.turn, move.kind] for move in moves]
        best = max(weights)
        liked = [(move, weight) for move, weight in zip(moves, weights, strict=True) if weight * 256 > best]
        return chance.choices([move for move, _ in liked], [weight for _, weight in liked])[0]

    return choose


def spendthrift(chance: random.Random) -> Choose:
    """Every seat avoids some kinds of moves, and of a few others picks the one that costs it most: games end in poverty."""
    shunned: dict[str, bool] = {}

    def choose(state: State, moves: list[Move]) -> Move:
        seat = state.turn
        assert seat is not None
        for move in moves:
            shunned.setdefault(move.kind, chance.random() < 0.35)
        others = [move for move in moves if not shunned[move.kind]] or moves

        def worth(move: Move) -> int:
            trial = Trial(state.view(seat))
            trial.play(move)
            return trial.state.scores()[seat]

        return min(chance.sample(others, min(FEW, len(others))), key=worth)

    return choose


STYLES = {"any-move": any_move, "any-kind": any_kind, "habits": habits, "spendthrift": spendthrift}
