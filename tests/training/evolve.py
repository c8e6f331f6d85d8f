"""Learns the weights of a game's evaluation from nothing by an evolution strategy: play, and go where the better players were.

    python -m tests.training.evolve alcazar --seats 5 --generations 60 --out FILE
    python -m tests.training.evolve alcazar --seats 4 --begin 5 --generations 40 --out FILE

Every seat of a game plays all of it by the weights, each changed by a normally distributed number of the seat's own. What a
seat has reached tells which changes were good. After a generation of games the weights move along the estimated gradient,
smoothed over generations. The result is the average of the weights over the last third of the generations. (Salimans, Ho, Chen,
Sidor and Sutskever: Evolution Strategies as a Scalable Alternative to Reinforcement Learning, 2017.)

How much a weight is changed depends on its feature: on how much its values differ among the turns of one choice.

With ``--partners``, every second seat of every second game is a player of another kind. Weights that meet only their like may
learn habits that pay among themselves alone.

The same seed leads to the same weights, however many processes play.
"""

from __future__ import annotations

import argparse
import importlib
import random
import sys
import time
from collections import deque
from collections.abc import Iterator, Sequence
from math import fsum, sqrt
from multiprocessing.pool import Pool
from pathlib import Path
from typing import Any, Final, NamedTuple

from net.deal.local import settle
from net.deal.seeded import SeededDeals, seed_of
from net.rulebook import start
from rules.contract import complete_options
from rules.registry import game as game_called
from rules.search.turns import Patience, Turn
from tests.training.rows import PACE, after, doubled, keep, kept

LEAST: Final = 0.02
"""A feature that differs by less among the turns of a choice counts as one that differs by this."""

STEP: Final = 0.36
"""How many changes the weights move for each unit of the gradient."""

KEPT: Final = 0.8
"""Part of the smoothed gradient that stays from one generation to the next."""

SAMPLED: Final = 8
"""Games that show how much the features differ."""

CONSIDERED: Final = 6
"""Of the turns of a choice, the best ones, whose features are compared."""


class Result(NamedTuple):
    """How a game ended.

    Attributes:
        scores: by seat.
        winners: seats.
    """

    scores: list[int]
    winners: tuple[int, ...]

    def share(self, seat: int) -> float:
        """The seat's part of the win."""
        return (seat in self.winners) / len(self.winners)

    def worth(self, seat: int, win: float) -> float:
        """What the seat has reached: its lead, over the average of the others and over the best in equal parts, and its win.

        A win is worth ``win`` units of the score.
        """
        others = [score for other, score in enumerate(self.scores) if other != seat]
        return self.scores[seat] - (sum(others) / len(others) + max(others)) / 2 + win * self.share(seat)


class Task(NamedTuple):
    """A game to play.

    Attributes:
        game: its name.
        players: the weights of each seat, in thousandths; None is a partner.
        name: decides how the cards lie.
    """

    game: str
    players: Sequence[list[int] | None]
    name: str


class Plan(NamedTuple):
    """What is to be learned.

    Attributes:
        game: its name.
        seats: how many play.
        generations: how many steps are taken.
        players: seats of a generation, over all its games.
        partners: whether players of another kind take part.
        seed: decides all chances.
    """

    game: str
    seats: int
    generations: int
    players: int = 600
    partners: bool = False
    seed: int = 1


def subject_of(game: str) -> Any:
    """What the training knows of a game: the module that has its name."""
    return importlib.import_module(f"tests.training.{game.replace('-', '_')}")


def choices(state: Any, task: Task) -> Iterator[tuple[Any, list[Turn]]]:
    """Play a game from its start to its end; before each turn, yield the view of its seat and its turns, the best first."""
    subject = subject_of(task.game)
    bots = [subject.partner() if weights is None else subject.learned({state.seats: weights}) for weights in task.players]
    deals = SeededDeals(seed_of(task.name))
    settle(state, deals)
    while (seat := state.turn) is not None:
        view, number = state.view(seat), state.turn_number
        turns = bots[seat].turns(view, Patience())
        yield view, turns
        for move in turns[0].moves:
            if state.turn != seat or state.turn_number != number:
                break
            state.play_silently(move)
            settle(state, deals)


def play(task: Task) -> Result:
    """Play a game."""
    state: Any = begun(task.game, len(task.players))
    for _ in choices(state, task):
        pass
    return Result(state.scores(), tuple(state.result.winners))


def begun(game: str, seats: int) -> Any:
    """A game before its first deal."""
    return start(game, seats, complete_options(game_called(game), {}))


def spreads(game: str, weights: list[int], seats: int, seed: int) -> list[float]:
    """By weight, by how much its feature differs between the best turn of a choice and another good one (root mean square)."""
    row = subject_of(game).row
    chance = random.Random(f"spreads {seed}")
    squares = []
    for number in range(SAMPLED):
        state = begun(game, seats)
        for view, turns in choices(state, Task(game, [weights] * seats, f"spreads {seed} {number}")):
            ends = [done for turn in turns[:CONSIDERED] if (done := after(view, turn)).result is None]
            if len(ends) > 1:
                one, other = [doubled(*row(done, view.turn)) for done in (ends[0], chance.choice(ends[1:]))]
                squares.append([(first - second) ** 2 for first, second in zip(one, other, strict=True)])
    return [sqrt(fsum(column) / len(squares)) for column in zip(*squares, strict=True)]


Changes = Sequence[Sequence[float] | None]
"""By seat of a game, the change of each weight, in units of that weight; None for a partner."""


def gradient(changes: Sequence[Changes], results: Sequence[Result], win: float) -> list[float]:
    """By weight, how much more a seat reaches for each unit by which it changes the weight more than the others.

    Args:
        changes: of each game.
        results: of the games.
        win: what a win is worth beside the lead.
    """
    worths: dict[tuple[int, ...], list[float]] = {}  # who is where decides what is usual
    samples = []
    for table, result in zip(changes, results, strict=True):
        there = [seat for seat, own in enumerate(table) if own is not None]
        total = [fsum(column) for column in zip(*(own for own in table if own is not None), strict=True)]
        for seat in there:
            own = table[seat]
            assert own is not None
            more = [one - (every - one) / (len(table) - 1) for one, every in zip(own, total, strict=True)]
            place, worth = (seat, *there), result.worth(seat, win)
            worths.setdefault(place, []).append(worth)
            samples.append((place, worth, more))
    usual = {place: fsum(column) / len(column) for place, column in worths.items()}
    better = [worth - usual[place] for place, worth, _ in samples]
    found = []
    for column in zip(*(more for _, _, more in samples), strict=True):
        products = fsum(one * two for one, two in zip(column, better, strict=True))
        found.append(products / fsum(one * one for one in column))
    return found


def evolve(pool: Pool, given: Plan, weights: list[int]) -> list[int]:
    """Weights that play better than those given, in thousandths."""
    subject, game, seats = subject_of(given.game), given.game, given.seats
    units = [PACE * subject.CHANGE / max(spread, LEAST) for spread in spreads(game, weights, seats, given.seed)]
    place = [float(weight) for weight in weights]
    smooth = [0.0] * len(place)
    last: deque[list[float]] = deque(maxlen=max(1, given.generations // 3))
    for generation in range(given.generations):
        chance = random.Random(f"evolve {game} {seats} {given.seed} {generation}")
        changes: list[list[list[float] | None]] = []
        tasks = []
        for number in range(given.players // seats):
            table = [[chance.gauss(0, 1) for _ in place] for _ in range(seats)]
            mixed = given.partners and number % 2
            changes.append([None if mixed and (number // 2 + seat) % 2 else own for seat, own in enumerate(table)])
            players = [None if own is None else changed(place, units, own) for own in changes[-1]]
            tasks.append(Task(game, players, f"evolve {given.seed} {generation} {number}"))
        results = pool.map(play, tasks, chunksize=4)
        for weight, slope in enumerate(gradient(changes, results, subject.WIN)):
            smooth[weight] = KEPT * smooth[weight] + (1 - KEPT) * slope
            place[weight] += STEP * units[weight] * smooth[weight] / (1 - KEPT ** (generation + 1))
        last.append(list(place))
        sys.stderr.write(f"{seats} seats: {generation + 1} of {given.generations} generations\n")
    return [round(fsum(column) / len(last)) for column in zip(*last, strict=True)]


def changed(place: Sequence[float], units: Sequence[float], changes: Sequence[float]) -> list[int]:
    """Weights, in thousandths, after changes of so many units each."""
    return [round(weight + unit * change) for weight, unit, change in zip(place, units, changes, strict=True)]


def gain(pool: Pool, game: str, one: list[int], other: list[int], seats: int, games: int) -> float:
    """The part of games that one seat with some weights wins at a table of others, over its fair part; 1.0 is equal."""
    tasks = []
    for number in range(games):
        players = [one if seat == number % seats else other for seat in range(seats)]
        tasks.append(Task(game, players, f"gain {number // seats}"))
    won = [result.share(number % seats) for number, result in enumerate(pool.imap(play, tasks, chunksize=4))]
    return seats * fsum(won) / games


def main() -> int:
    """Learn, and write the weights over those of the file for this number of seats."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("game", choices=("alcazar", "burgenland"))
    parser.add_argument("--seats", type=int, required=True)
    parser.add_argument("--begin", type=int, help="begin with the file's weights for this number of seats (else by hand)")
    parser.add_argument("--generations", type=int, default=60)
    parser.add_argument("--players", type=int, default=600, help="of a generation, over all its games")
    parser.add_argument("--partners", action="store_true", help="let players of another kind take part")
    parser.add_argument("--proof", type=int, default=200, help="games against the weights at the beginning")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--out", type=Path, required=True)
    given = parser.parse_args()
    subject, began = subject_of(given.game), time.monotonic()
    if given.partners and not hasattr(subject, "partner"):
        parser.error(f"{given.game} has no players of another kind: leave out --partners")
    first = [round(PACE * weight) for weight in subject.PRIOR]
    if given.begin:
        learned = kept(given.out).get(str(given.begin))
        if learned is None:
            parser.error(f"{given.out} has no weights for {given.begin} seats: learn these first, or leave out --begin")
        first = learned["weights"]
    with Pool() as pool:
        plan = Plan(given.game, given.seats, given.generations, given.players, given.partners, given.seed)
        found = evolve(pool, plan, first)
        won = gain(pool, given.game, found, first, given.seats, given.proof)
    origin = {"generations": given.generations, "games": given.generations * (given.players // given.seats), "seed": given.seed}
    origin |= {"begin": given.begin, "gain": round(won, 3), "proof": given.proof}
    keep(given.out, given.game, subject.NAMES, given.seats, found, origin)
    sys.stderr.write(f"{round(time.monotonic() - began)} seconds\n")
    return 0


if __name__ == "__main__":
    sys.exit(main())
