"""``make train``: generation after generation of self-play, each teaching the evaluation of the next by ridge regression.

    python -m training.train big-boss --seats 2,3,4,5 --games 200 --generations 4

A generation plays games in which every player may misjudge its turns a little, notes the features after each turn, and learns
which weights foretell the final margin. It replaces the last one if it wins more games than it loses against it.
"""

from __future__ import annotations

import argparse
import importlib
import json
import random
import subprocess
import sys
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

import numpy as np

from net.deal.local import settle
from net.deal.seeded import SeededDeals, seed_of
from net.rulebook import start
from rules.contract import complete_options
from rules.registry import game as game_called
from rules.search.turns import Patience

RIDGE = 30.0
"""How strongly weights are held near zero, in the scale of standardised features."""

HELD_OUT = 10
"""One game of so many is not learned from, and tells the error."""

NOISY = 0.5
"""Part of the turns that are misjudged."""

KEPT_TURNS = 25
"""How many of the best turns may be played by mistake."""

PACE = 1000
"""Weights are thousandths."""


def play(subject: Any, bots: list[Any], seed: int, noise: int, note: bool = True) -> tuple[Any, list[tuple[int, Any]]]:
    """One game; returns its last position and, by turn, the seat and its row."""
    rules = game_called(subject.GAME)
    state = start(subject.GAME, len(bots), complete_options(rules, {}))
    deals = SeededDeals(seed_of(f"train {seed}"))
    chance = random.Random(seed)
    settle(state, deals)
    rows: list[tuple[int, Any]] = []
    while (seat := state.turn) is not None:
        view = state.view(seat)
        turns = bots[seat].turns(view, Patience())
        best = turns[0]
        if noise and chance.random() < NOISY:
            best = max(turns[:KEPT_TURNS], key=lambda turn: turn.worth + chance.randrange(-noise, noise + 1))
        number = state.round
        for move in best.moves:
            assert state.turn == seat
            assert state.round == number
            state.play_silently(move)
            settle_shown(state, deals)
        if note and state.result is None:
            rows.append((seat, subject.row(state.view(seat), seat)))
        settle(state, deals)
    return state, rows


def settle_shown(state: Any, deals: SeededDeals) -> None:
    """Answer the showing of cards alone: what is drawn after the turn is noted as unseen."""
    while state.deals and state.deals[0].kind == "show":
        deal = state.deals[0]
        state.learn(deal, deals.answer(deal, range(state.seats)))


def learn(samples: list[tuple[int, Any, float]]) -> tuple[list[int], float, float]:
    """Weights from rows and margins; returns them in thousandths, the held-out error and the spread of the margins."""
    x = np.array([[*row, *(value * left for value in row)] for _, (row, left), _ in samples])
    y = np.array([margin for _, _, margin in samples])
    test = np.array([game % HELD_OUT == 0 for game, _, _ in samples])
    spread = np.sqrt((x[~test] ** 2).mean(axis=0)) + 1e-9
    scaled = x[~test] / spread
    weights = np.linalg.solve(scaled.T @ scaled + RIDGE * np.eye(x.shape[1]), scaled.T @ y[~test]) / spread
    error = float(np.sqrt(((x[test] @ weights - y[test]) ** 2).mean()))
    return [round(PACE * float(weight)) for weight in weights], error, float(y[test].std())


def match(subject: Any, one: Any, other: Any, seats: int, games: int, seed: int) -> float:
    """The part of games that ``one`` wins alone or shares at a table of ``other``, over its fair part; 1.0 is equal."""
    won = 0.0
    for number in range(games):
        seat = number % seats
        bots = [one if each == seat else other for each in range(seats)]
        state, _ = play(subject, bots, seed + number // seats, 0, note=False)
        winners = state.result.winners
        won += (seat in winners) / len(winners)
    return won * seats / games


def train(
    subject: Any, seats: int, games: int, generations: int, seed: int, proof: int, save: Callable[[dict[str, Any]], None]
) -> None:
    """Learn the weights for a number of seats; every generation that is better is saved, with its origin."""
    best: Any = subject.first()
    weights: list[int] = []
    samples: list[tuple[int, Any, float]] = []
    played = 0
    for generation in range(1, generations + 1):
        begun = time.monotonic()
        fresh = []
        for _ in range(games):
            state, rows = play(subject, [best] * seats, seed + played, subject.NOISE)
            fresh += [(played, row, subject.outcome(state, seat)) for seat, row in rows]
            played += 1
        samples = samples[-len(fresh) :] + fresh if generation > 2 else fresh  # the first player differs too much
        found, error, spread = learn(samples)
        bot = subject.learned({seats: found})
        first = generation == 1
        gain = 2.0 if first else match(subject, bot, best, seats, proof, seed + 1_000_000 + played)
        record = {"generation": generation, "games": played, "error": round(error, 1), "spread": round(spread, 1)}
        record |= {"gain": round(gain, 3), "proof": proof, "seconds": round(time.monotonic() - begun)}
        print(json.dumps({"seats": seats, **record}), flush=True)
        if gain <= 1.0 and weights:
            break
        best, weights = bot, found
        save({"weights": weights, "origin": {**record, "seed": seed}})


def main() -> int:
    """Train and write the file."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("game")
    parser.add_argument("--seats", default="2,3,4,5")
    parser.add_argument("--games", type=int, default=200)
    parser.add_argument("--generations", type=int, default=4)
    parser.add_argument("--proof", type=int, default=60)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--out", type=Path)
    given = parser.parse_args()
    subject = importlib.import_module(f"training.{given.game.replace('-', '_')}")
    commit = subprocess.run(["git", "rev-parse", "--short", "HEAD"], capture_output=True, text=True, check=False).stdout.strip()
    content: dict[str, Any] = {"game": subject.GAME, "commit": commit, "features": list(subject.NAMES), "seats": {}}
    if given.out and given.out.exists():
        content["seats"] = json.loads(given.out.read_text("utf-8"))["seats"]  # the other seat counts stay
    for seats in map(int, given.seats.split(",")):

        def save(found: dict[str, Any], seats: int = seats) -> None:
            content["seats"][str(seats)] = found
            if given.out:
                given.out.write_text(json.dumps(content) + "\n", "utf-8")

        train(subject, seats, given.games, given.generations, given.seed, given.proof, save)
    return 0


if __name__ == "__main__":
    sys.exit(main())
