"""The rules alone: steps and whole random playouts per second, on one position that knows everything."""

from __future__ import annotations

import random
import time
from collections.abc import Iterator

from client.bench import Figure
from net.deal.local import settle
from net.deal.seeded import SeededDeals, seed_of
from net.rulebook import start
from rules.contract import Game

SECONDS = 1.0
"""How long one run lasts at least."""


def playout(rules: type[Game], seats: int, seed: int) -> int:
    """A random game to its end; returns the number of moves."""
    state = start(rules.id, seats, {})
    deals = SeededDeals(seed_of(str(seed)))
    chance = random.Random(seed)
    settle(state, deals)
    count = 0
    while state.turn is not None:
        moves = state.moves()
        state.play(moves[chance.randrange(len(moves))])
        settle(state, deals)
        count += 1
    return count


def measure(rules: type[Game], runs: int) -> Iterator[Figure]:
    """Random play for the fewest and the most players."""
    for seats in dict.fromkeys((rules.seats[0], rules.seats[-1])):
        steps: list[float] = []
        playouts: list[float] = []
        seed = 0
        for _ in range(runs):
            begun = time.perf_counter()
            games = moves = 0
            while (elapsed := time.perf_counter() - begun) < SECONDS:
                moves += playout(rules, seats, seed)
                games += 1
                seed += 1
            steps.append(moves / elapsed)
            playouts.append(games / elapsed)
        what = f"{rules.id}, {seats} players"
        yield Figure("steps", what, "steps/s", steps)
        yield Figure("playouts", what, "playouts/s", playouts)
