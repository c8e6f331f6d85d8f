"""The rules alone: moves and whole random games per second, and the parts of a searching bot's step.

All positions know everything. Times are processor time of this process, so other programs disturb them little. Each figure says
whether the rules run compiled or interpreted.
"""

from __future__ import annotations

import random
import time
from collections.abc import Callable, Iterator, Sequence

from client.bench import Figure
from client.bench.rival import GAME, NAME, Rival
from client.bots import new_bot
from net.deal.seeded import SeededDeals, seed_of
from net.rulebook import start
from rules.compiled import form
from rules.contract import Game, State
from rules.loop.lookahead import OneTurn
from rules.loop.turn import LoopState
from rules.search.search import Searcher

SECONDS = 1.0
"""The least length of a run, in seconds."""

PICKED = 40
"""The number of positions from random games in which a bot's step is measured."""


def settle(state: State, deals: SeededDeals) -> None:
    """Answer every pending deal, and drop the events."""
    everybody = range(state.seats)
    while state.deals:
        deal = state.deals[0]
        state.learn_silently(deal, deals.answer(deal, everybody))


def playout(rules: type[Game], seats: int, seed: int, picked: list[State] | None = None) -> int:
    """Play a random game to its end; returns the number of moves. Some of its positions are added to ``picked``."""
    state = start(rules.id, seats, {})
    deals = SeededDeals(seed_of(str(seed)))
    chance = random.Random(seed).random
    settle(state, deals)
    choices, play = state.moves, state.play_silently
    count = 0
    while moves := choices():
        if picked is not None and count % 25 == 20 and len(picked) < PICKED:
            picked.append(state.copy())
        play(moves[int(chance() * len(moves))])
        if state.deals:
            settle(state, deals)
        count += 1
    return count


def measure(rules: type[Game], runs: int, rival: Rival | None = None) -> Iterator[Figure]:
    """Random play for the fewest and the most players, beside the rival's if there is one, and the parts of a step for the
    fewest."""
    for seats in dict.fromkeys((rules.seats[0], rules.seats[-1])):
        ours: list[tuple[float, float]] = []
        theirs: list[tuple[float, float]] = []
        for run in range(runs):
            ours.append(random_play(rules, seats, run * 1_000_000))
            if rival is not None and rules.id == GAME:
                theirs.append(rival.measure(seats, SECONDS))
        for place, (bench, unit) in enumerate((("steps", "steps/s"), ("playouts", "playouts/s"))):
            yield Figure(bench, f"{rules.id}, {seats} players, {form()}", unit, [run[place] for run in ours])
            if theirs:
                ratios = [one[place] / other[place] for one, other in zip(ours, theirs, strict=True)]
                yield Figure(bench, f"{NAME}, {seats} players", unit, [run[place] for run in theirs])
                yield Figure(bench, f"ours over theirs, {seats} players", "x", ratios)
    yield from measure_step(rules, runs)


def random_play(rules: type[Game], seats: int, seed: int) -> tuple[float, float]:
    """Moves and whole games in a second of processor time; the games follow from the seed."""
    begun = time.process_time()
    games = moves = 0
    while (elapsed := time.process_time() - begun) < SECONDS:
        moves += playout(rules, seats, seed + games)
        games += 1
    return moves / elapsed, games / elapsed


def measure_step(rules: type[Game], runs: int) -> Iterator[Figure]:
    """The work that a bot does for each move that it considers."""
    picked: list[State] = []
    seed = 0
    while len(picked) < PICKED:
        playout(rules, rules.seats[0], seed, picked)
        seed += 1
    parts: dict[str, Callable[[State], object]] = {"moves": lambda state: state.moves(), "copy": lambda state: state.copy()}
    bot = new_bot(rules.id, list(rules.bots)[-1])
    mind = bot.mind if isinstance(bot, Searcher) else bot
    if isinstance(mind, OneTurn):
        parts["worth"] = lambda state: mind.worth(loop_state(state), 0)
    else:
        parts["scores"] = lambda state: state.scores()
    for name, part in parts.items():
        yield Figure("bot step", f"{rules.id}, {name}, {form()}", "us", [_microseconds(part, picked) for _ in range(runs)])


def loop_state(state: State) -> LoopState:
    """A position of a game on the loop."""
    assert isinstance(state, LoopState)
    return state


def _microseconds(part: Callable[[State], object], picked: Sequence[State]) -> float:
    """The mean time of a part of a step, in microseconds."""
    begun = time.process_time()
    rounds = 0
    while (elapsed := time.process_time() - begun) < SECONDS / 4:
        for state in picked:
            part(state)
        rounds += 1
    return elapsed * 1_000_000 / (rounds * len(picked))
