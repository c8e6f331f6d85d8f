"""``make train``: generation after generation of self-play, each teaching the evaluation of the next by ridge regression.

    python -m tests.training.train big-boss --out resources/bots/big-boss.json

A generation plays games in which every player may misjudge its turns a little, notes the features after each turn, and learns
which weights foretell the final margin. It replaces the last one if it wins more games than it loses against it.

Where a game asks for it (``COMPARES``), a generation learns from what its mistakes have cost instead. It notes the features
after the turn that seemed best and after the turn that was played, and learns which weights of the difference foretell what
the margin was beside what the best turn foretold. Habits that all players share teach nothing then.
"""

from __future__ import annotations

import argparse
import importlib
import json
import random
import subprocess
import sys
import time
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import numpy as np

from net.deal.local import settle
from net.deal.seeded import SeededDeals, seed_of
from net.rulebook import start
from rules.contract import complete_options
from rules.registry import game as game_called
from rules.search.turns import Patience
from tests.training.rows import PACE, after, doubled

GAMES = ("alcazar", "big-boss", "burgenland")
"""The games whose bots have learned weights."""

RIDGES = (30.0, 100.0, 300.0, 1000.0, 3000.0, 10000.0)
"""How strongly weights may be held near those before, in the scale of standardised features."""

FOLDS = 5
"""Every game is left out once, with a fifth of all games, to tell the error."""

NOISY = 0.5
"""Part of the turns that are misjudged."""

KEPT_TURNS = 25
"""The number of best turns that may be played by mistake."""


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
        number = state.turn_number
        compares = getattr(subject, "COMPARES", False)
        likely = after(view, turns[0]) if note and compares and best is not turns[0] else None
        for move in best.moves:
            if state.turn != seat:  # something is dealt
                break
            assert state.turn_number == number
            state.play_silently(move)
            settle_shown(state, deals)
        if note and state.result is None:
            row = subject.row(state.view(seat), seat)
            if likely is None:
                rows.append((seat, (*row, row)) if compares else (seat, row))
            elif likely.result is None:
                rows.append((seat, (*row, subject.row(likely, seat))))
        settle(state, deals)
    return state, rows


def settle_shown(state: Any, deals: SeededDeals) -> None:
    """Answer the showing of cards alone: what is drawn after the turn is noted as unseen."""
    while state.deals and state.deals[0].kind == "show":
        deal = state.deals[0]
        state.learn(deal, deals.answer(deal, range(state.seats)))


Sample = tuple[int, Any, float]
"""The number of a game, a row of it, and the final margin of the seat."""


def learn(samples: list[Sample], prior: Sequence[int]) -> tuple[list[int], float, float]:
    """Weights from rows and margins; returns them in thousandths, the held-out error and the spread of the margins.

    How strongly weights are held near those that were thought right before (``prior``) is chosen by games that were left out in
    turn: the rows of one game are so much alike that there are far fewer things to learn from than rows.
    """
    x = np.array([doubled(row, left) for _, (row, left, *_), _ in samples])
    controls = np.array([doubled(*others[0]) if others else [] for _, (_, _, *others), _ in samples])
    x -= controls if controls.size else 0.0
    y = np.array([margin for _, _, margin in samples])
    games = np.array([game for game, _, _ in samples])
    spread = np.sqrt((x**2).mean(axis=0)) + 1e-9
    scaled = x / spread
    before = np.array(prior) / PACE * spread
    foretold = controls @ _solve(controls, y, RIDGES[0]) if controls.size else 0.0
    news = y - foretold - scaled @ before
    errors = {}
    for ridge in RIDGES:
        missed = np.zeros(len(y))
        for part in range(FOLDS):
            test = games % FOLDS == part
            missed[test] = scaled[test] @ _solve(scaled[~test], news[~test], ridge) - news[test]
        errors[ridge] = float(np.sqrt((missed**2).mean()))
    best = min(errors, key=errors.__getitem__)
    weights = (before + _solve(scaled, news, best)) / spread
    return [round(PACE * float(weight)) for weight in weights], errors[best], float(y.std())


def _solve(x: Any, y: Any, ridge: float) -> Any:
    return np.linalg.solve(x.T @ x + ridge * np.eye(x.shape[1]), x.T @ y)


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


def train(subject: Any, group: Sequence[int], given: argparse.Namespace, content: dict[str, Any]) -> None:
    """Learn the weights for some numbers of seats together; a generation that is better goes into the file, with its origin."""
    there = content["seats"].get(str(given.begin or group[0]), {}) if given.go_on or given.begin else {}
    weights: list[int] = there.get("weights", [])
    done: int = there["origin"]["generation"] if weights else 0
    played: int = there["origin"]["games"] if weights else 0
    prior = weights or [round(PACE * weight) for weight in subject.PRIOR]
    best: Any = subject.learned(dict.fromkeys(group, weights)) if weights else subject.first()
    if given.begin and weights:
        content["seats"] |= {str(seats): there for seats in group}  # until a generation is better
    samples: list[Sample] = []
    compares = getattr(subject, "COMPARES", False)
    for generation in range(done + 1, done + given.generations + 1):
        begun = time.monotonic()
        fresh = []
        for _ in range(given.games):
            seats = group[played % len(group)]
            state, rows = play(subject, [best] * seats, given.seed + played, subject.NOISE)
            fresh += [(played, row, subject.outcome(state, seat)) for seat, row in rows]
            played += 1
        samples = samples[-len(fresh) :] + fresh if generation > 2 else fresh  # the first player differs too much
        found, error, spread = learn(samples, prior)
        bot = subject.learned(dict.fromkeys(group, found))
        gains = [
            match(subject, bot, best, seats, given.proof, given.seed + 1_000_000 + played)
            for seats in (group if weights or compares else ())
        ]
        origin = {"generation": generation, "games": played, "error": round(error, 1), "spread": round(spread, 1)}
        origin |= {"seed": given.seed, "seats": list(group), "gains": [round(gain, 3) for gain in gains]}
        sys.stdout.write(json.dumps({**origin, "proof": given.proof, "seconds": round(time.monotonic() - begun)}) + "\n")
        sys.stdout.flush()
        if weights and sum(gains) <= len(gains):
            break
        best, weights, prior = bot, found, found
        content["seats"] |= {str(seats): {"weights": found, "origin": origin} for seats in group}
        given.out.write_text(json.dumps(content) + "\n", "utf-8")


def main() -> int:
    """Train and write the file."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("game", choices=GAMES)
    parser.add_argument("--groups", nargs="+", help="numbers of seats that learn together; 2<3 begins with the weights for 3")
    parser.add_argument("--games", type=int, default=300, help="games of a generation")
    parser.add_argument("--generations", type=int, default=4)
    parser.add_argument("--proof", type=int, default=100, help="games against the generation before, by number of seats")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--go-on", action="store_true", help="begin with the weights of the file")
    parser.add_argument("--begin", type=int, default=0, help="begin with the weights for this number of seats")
    parser.add_argument("--out", type=Path, required=True)
    given = parser.parse_args()
    subject = importlib.import_module(f"tests.training.{given.game.replace('-', '_')}")
    commit = subprocess.run(["git", "rev-parse", "--short", "HEAD"], capture_output=True, text=True, check=False).stdout.strip()
    content: dict[str, Any] = {"game": subject.GAME, "commit": commit, "features": list(subject.NAMES), "seats": {}}
    if given.out.exists():
        content["seats"] = json.loads(given.out.read_text("utf-8"))["seats"]  # those of other numbers of seats stay
    begin = given.begin
    for group in given.groups or getattr(subject, "GROUPS", ["2", "3,4,5"]):
        learners, _, other = group.partition("<")
        given.begin = int(other) if other else begin
        train(subject, [int(seats) for seats in learners.split(",")], given, content)
    return 0


if __name__ == "__main__":
    sys.exit(main())
