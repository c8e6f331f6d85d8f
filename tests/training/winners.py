"""Fits the weights of a game's judge to who wins: the logarithm of a seat's chance is a weighted sum of its features.

    python -m tests.training.winners collect alcazar --seats 2 --games 1000 --out GAMES
    python -m tests.training.winners fit alcazar --seats 2 --games GAMES ... --out FILE

The levels play, and misjudge some turns so that the games differ. At every third turn the features of all seats are noted. A
multinomial logistic regression explains who won. The weights are scaled so that a value is the lead that a seat will have in
the end, so they have the same unit as others of the game. The error is that of games which were left out in turn: the mean
logarithmic loss of a position.
"""

from __future__ import annotations

import argparse
import importlib
import random
import sys
from collections import deque
from collections.abc import Sequence
from pathlib import Path
from typing import Any, NamedTuple

import numpy as np

from client.bots import learned
from net.deal.local import settle
from net.deal.seeded import SeededDeals, seed_of
from net.rulebook import start
from rules.contract import complete_options
from rules.registry import game as game_called
from rules.search.chance import Chance
from rules.search.puzzles import liked
from rules.search.turns import Patience
from tests.training.chances import likeliest, softmax
from tests.training.rows import PACE, doubled, keep, taken

EVERY = 3
"""Of so many turns, the position after one is noted."""

MISJUDGED = (20, 40, 60)
"""In how many of 100 turns a seat may misjudge; each game has one of these."""

RIDGE = 100.0
FOLDS = 5
ALIKE = 1e-3
"""A feature that differs by less among the seats of a position says nothing about who wins."""

LONGEST = 400
"""A game that has more turns than this goes on for ever, and does not count."""


class Positions(NamedTuple):
    """Positions of games.

    Attributes:
        features: by position and seat.
        won: the part of the win, by position and seat.
        lead: the final lead over the average of the others, by position and seat.
        game: the number of the game, by position.
    """

    features: Any
    won: Any
    lead: Any
    game: Any


def module_of(game: str) -> Any:
    """What learning needs to know of a game."""
    return importlib.import_module(f"tests.training.{game.replace('-', '_')}")


def row_of(module: Any, state: Any, seat: int) -> list[float]:
    """The features of a seat, as they are and times the part of the game that is left, and how many seats play before it."""
    places = [0.0] * (state.seats - 1)
    assert state.turn is not None
    before = (seat - state.turn) % state.seats
    if before:
        places[before - 1] = 1.0
    return [*doubled(*module.row(state, seat)), *places]


def collected(game: str, seats: int, games: int, seed: int) -> Positions:
    """Positions of so many games between players of various kinds."""
    module, rules = module_of(game), game_called(game)
    minds = module.players({name: learned(name) for name in rules.bot_data})
    features: list[list[list[float]]] = []
    won: list[list[float]] = []
    lead: list[list[float]] = []
    of: list[int] = []
    for number in range(games):
        chance = random.Random(f"winners {game} {seats} {seed} {number}")
        state = start(game, seats, complete_options(rules, {}))
        deals, slips = SeededDeals(seed_of(f"winners {game} {seats} {seed} {number}")), Chance(chance.getrandbits(60))
        settle(state, deals)
        playing, misjudged = [chance.choice(minds) for _ in range(seats)], chance.choice(MISJUDGED)
        turn, noted = chance.randrange(EVERY), []
        while (seat := state.turn) is not None and turn < LONGEST:
            now = state.turn_number
            turns = playing[seat].turns(state.view(seat), Patience())
            deque(taken(state, deals, liked(turns, module.SLIP, slips, misjudged).moves), maxlen=0)
            if state.turn is not None and state.turn_number != now:
                turn += 1
                if turn % EVERY == 0:
                    noted.append([row_of(module, state, each) for each in range(seats)])
        if state.result is None:
            continue
        winners, scores = state.result.winners, state.scores()
        total = sum(scores)
        features += noted
        won += [[(each in winners) / len(winners) for each in range(seats)]] * len(noted)
        lead += [[score - (total - score) / (seats - 1) for score in scores]] * len(noted)
        of += [number] * len(noted)
    return Positions(np.array(features, np.float32), np.array(won), np.array(lead), np.array(of))


def fitted(features: Any, won: Any) -> Any:
    """The weights that make the winners most likely; all features count as equally wide."""
    spread = (features - features.mean(axis=1, keepdims=True)).std(axis=(0, 1))
    spread[spread < ALIKE] = 1.0
    return likeliest(features / spread, won, RIDGE * np.eye(features.shape[2])) / spread


def loss(features: Any, won: Any, weights: Any) -> float:
    """The mean logarithmic loss of a position."""
    return float(-(won * np.log(softmax(features @ weights) + 1e-12)).sum(axis=1).mean())


def read(files: Sequence[Path]) -> Positions:
    """The positions in files; each file has games of its own."""
    parts = [np.load(file) for file in files]
    of, before = [], 0
    for part in parts:
        of.append(part["game"] + before)
        before = int(of[-1].max()) + 1
    return Positions(
        *(np.concatenate([part[name] for part in parts]) for name in ("features", "won", "lead")), np.concatenate(of)
    )


def fit(given: argparse.Namespace) -> None:
    """Weights that explain the winners."""
    module = module_of(given.game)
    found = read(given.games)
    missed = []
    for fold in range(FOLDS):
        test = found.game % FOLDS == fold
        weights = fitted(found.features[~test], found.won[~test])
        missed += [loss(found.features[test], found.won[test], weights)] * int(test.sum())
    weights = fitted(found.features, found.won)[: 2 * len(module.NAMES)]
    value = found.features[:, :, : len(weights)] @ weights
    value = value - (value.sum(axis=1, keepdims=True) - value) / (given.seats - 1)
    unit = float((value * found.lead).sum() / (value * value).sum()) * given.seats / (given.seats - 1)
    origin = {
        "games": len(np.unique(found.game)),
        "positions": len(found.game),
        "error": round(float(np.mean(missed)), 4),
        "equal": round(float(np.log(given.seats)), 4),
    }
    keep(given.out, given.game, module.NAMES, given.seats, [round(PACE * unit * float(weight)) for weight in weights], origin)


def collect(given: argparse.Namespace) -> None:
    """Play games and write their positions."""
    found = collected(given.game, given.seats, given.games, given.seed)
    np.savez_compressed(given.out, **found._asdict())


def main() -> int:
    """Collect positions, or fit weights to them."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    steps = parser.add_subparsers(required=True)
    collecting = steps.add_parser("collect", help="play games and note positions")
    collecting.add_argument("game")
    collecting.add_argument("--seats", type=int, required=True)
    collecting.add_argument("--games", type=int, default=1000)
    collecting.add_argument("--seed", type=int, default=1)
    collecting.add_argument("--out", type=Path, required=True)
    collecting.set_defaults(run=collect)
    fitting = steps.add_parser("fit", help="learn weights from positions")
    fitting.add_argument("game")
    fitting.add_argument("--seats", type=int, required=True)
    fitting.add_argument("--games", type=Path, nargs="+", required=True)
    fitting.add_argument("--out", type=Path, required=True)
    fitting.set_defaults(run=fit)
    given = parser.parse_args()
    given.run(given)
    return 0


if __name__ == "__main__":
    sys.exit(main())
