"""Fit chances of winning to the values of positions, on games between bots, and measure how well they hold.

    python -m tests.training.chances big-boss 2 --games 300 --out resources/bots/chances.json

Every seat plays the turn that the game's judge finds best at first sight, but misjudges some turns so that the games differ. At
the end of every turn the values of all seats are noted, as the seat that has just moved can know them: in one imagined world. A
multinomial logistic regression explains who won. The error is that of games which were left out in turn.
"""

from __future__ import annotations

import argparse
import json
import random
import sys
from collections import deque
from collections.abc import Sequence
from pathlib import Path
from typing import Any, NamedTuple

import numpy as np

from client.puzzles.making import SLIPS
from net.deal.local import settle
from net.deal.seeded import SeededDeals, seed_of
from net.rulebook import start
from rules.contract import NOBODY, complete_options
from rules.registry import game as game_called
from rules.search.chance import Chance
from rules.search.chances import KNOTS, MILLIONTH, WHOLE, Fit, read
from rules.search.puzzles import SLIPPING, TEMPTING
from rules.search.search import Judge
from rules.search.turns import Patience
from rules.search.worlds import imagine
from tests.training.rows import commit, taken

FOLDS = 10
STEPS = 40
"""Steps of Newton's method: far more than needed."""

RIDGE = 3.0
"""Holds numbers near 0 that little is known about."""

SMOOTH = 1.0
"""Holds neighbouring slopes near each other: as strongly as the positions of this many games pull them apart."""

LEAST = 5
"""No slope is less than this part of the steepest: few games tell nothing about early values, but more is not worth nothing."""

BINS = 10

OVER = 500_000
"""Values beyond are those of won games, from which nothing can be learned."""


class Seen(NamedTuple):
    """A position between two turns: the values of all seats, the part of the game left, and who is on turn."""

    values: tuple[int, ...]
    left: int
    turn: int


def played(game: str, seats: int, seed: int, judge: Judge) -> tuple[list[Seen], tuple[int, ...]]:
    """One game; returns its positions and the winners."""
    state = start(game, seats, complete_options(game_called(game), {}))
    deals = SeededDeals(seed_of(f"chances {game} {seats} {seed}"))
    settle(state, deals)
    chance = random.Random(seed)
    worlds = Chance(seed)
    noise = SLIPS[game]
    seen: list[Seen] = []
    before = NOBODY, NOBODY
    while (seat := state.turn) is not None:
        if before[0] != NOBODY and before[1] != state.turn_number:
            world, _ = imagine(state.view(before[0]), worlds)
            seen.append(Seen(tuple(judge.worth(world, each) for each in range(seats)), judge.left(world), seat))
        before = seat, state.turn_number
        turns = judge.turns(state.view(seat), Patience())
        best = turns[0]
        if chance.random() < SLIPPING / 100:
            best = max(turns[:TEMPTING], key=lambda turn: turn.worth + chance.randrange(-noise, noise + 1))
        deque(taken(state, deals, best.moves), maxlen=0)
    assert state.result is not None
    return seen, state.result.winners


def rows(seen: Seen, unit: float) -> Any:
    """The inputs for each seat: its value times the weight of each knot, and its place in the order of turns."""
    seats = len(seen.values)
    weights = [float(np.interp(seen.left, KNOTS, np.eye(len(KNOTS))[place])) for place in range(len(KNOTS))]
    found = np.zeros((seats, len(KNOTS) + seats - 1))
    for seat, value in enumerate(seen.values):
        found[seat, : len(KNOTS)] = [value / unit * weight for weight in weights]
        place = (seat - seen.turn) % seats
        if place:
            found[seat, len(KNOTS) + place - 1] = 1.0
    return found


def fit(x: Any, y: Any, of_a_game: float) -> Any:
    """The weights that make the winners most likely, without leaps from knot to knot.

    ``x`` is positions by seats by features, ``y`` parts of wins by seat, and a game has so many positions.
    """
    held = RIDGE * np.eye(x.shape[2])
    steps = np.diff(np.eye(len(KNOTS)), axis=0)
    held[: len(KNOTS), : len(KNOTS)] += SMOOTH * of_a_game * steps.T @ steps
    return likeliest(x, y, held)


def likeliest(x: Any, y: Any, held: Any) -> Any:
    """The weights of a multinomial logistic regression, by Newton's method; ``held`` is how strongly they are held near 0."""
    weights = np.zeros(x.shape[2])
    for _ in range(STEPS):
        chance = softmax(x @ weights)
        gradient = np.einsum("psf,ps->f", x, chance - y) + held @ weights
        mean = np.einsum("psf,ps->pf", x, chance)
        hessian = np.tensordot(x * chance[:, :, None], x, ((0, 1), (0, 1))) - mean.T @ mean + held
        step = np.linalg.solve(hessian, gradient)
        weights = weights - step * min(1.0, 3.0 / max(1e-9, float(np.abs(step).max())))
    return weights


def softmax(scores: Any) -> Any:
    """Chances by position and seat."""
    powers = np.exp(scores - scores.max(axis=1, keepdims=True))
    return powers / powers.sum(axis=1, keepdims=True)


def numbers(weights: Any, unit: float) -> Fit:
    """The weights as the program reads them; see :data:`LEAST`."""
    slopes = [max(0, round(MILLIONTH * 1000 * float(weight) / unit)) for weight in weights[: len(KNOTS)]]
    slopes = [max(slope, max(slopes) // LEAST) for slope in slopes]
    return Fit(tuple(slopes), (0, *(round(MILLIONTH * float(weight)) for weight in weights[len(KNOTS) :])))


def said(fitted: Fit, seen: Sequence[Seen]) -> Any:
    """The chances that the program would say."""
    return np.array([read(one.values, one.left, one.turn, fitted) for one in seen]) / WHOLE


def calibration(said_chances: Any, won: Any, games: Any) -> list[list[float]]:
    """By tenths of predicted chance: the prediction, how often it came true, its 95 % interval over games, and the seats."""
    generator = np.random.default_rng(1)
    found = []
    place = np.minimum((said_chances * BINS).astype(int), BINS - 1)
    for number in range(BINS):
        here = place == number
        if not here.any():
            continue
        of_game = [games == game for game in np.unique(games)]
        sums = np.array([[won[of & here].sum(), (of & here).sum()] for of in of_game])
        draws = generator.integers(0, len(sums), (1000, len(sums)))
        totals = sums[draws].sum(axis=1)
        rates = totals[:, 0] / np.maximum(totals[:, 1], 1)
        low, high = np.percentile(rates, [2.5, 97.5])
        rate = sums[:, 0].sum() / sums[:, 1].sum()
        found.append([round(float(value), 3) for value in (said_chances[here].mean(), rate, low, high)] + [int(here.sum())])
    return found


def all_played(game: str, seats: int, games: int, seed: int, kept: Path | None) -> list[tuple[list[Seen], tuple[int, ...]]]:
    """A number of games; those in the file are not played again."""
    from client.bots import learned

    rules = game_called(game)
    judge = rules.judge({name: learned(name) for name in rules.bot_data})
    assert judge is not None
    judge = judge.hasty()
    lines = kept.read_text("utf-8").splitlines() if kept is not None and kept.exists() else []
    found = [([Seen(tuple(one[0]), one[1], one[2]) for one in seen], tuple(won)) for seen, won in map(json.loads, lines)]
    for number in range(len(found), games):
        found.append(played(game, seats, seed + number, judge))
        if kept is not None:
            with kept.open("a", encoding="utf-8") as out:
                out.write(json.dumps(found[-1]) + "\n")
    return found[:games]


def measure(game: str, seats: int, games: int, seed: int, kept: Path | None) -> dict[str, Any]:
    """Play, fit and check; returns what goes into the file."""
    seen: list[Seen] = []
    won: list[list[float]] = []
    of: list[int] = []
    for number, (positions, winners) in enumerate(all_played(game, seats, games, seed, kept)):
        positions = [one for one in positions if max(map(abs, one.values)) < OVER]
        seen += positions
        won += [[(seat in winners) / len(winners) for seat in range(seats)]] * len(positions)
        of += [number] * len(positions)
    unit = float(np.std([one.values for one in seen]))
    x, y, number_of = np.array([rows(one, unit) for one in seen]), np.array(won), np.array(of)
    guessed = np.zeros_like(y)
    for part in range(FOLDS):
        test = number_of % FOLDS == part
        if not test.any():
            continue
        fitted = numbers(fit(x[~test], y[~test], len(seen) / games), unit)
        guessed[test] = said(fitted, [one for one, left_out in zip(seen, test, strict=True) if left_out])
    fitted = numbers(fit(x, y, len(seen) / games), unit)
    loss = float(-(y * np.log(np.maximum(guessed, 1e-6))).sum(axis=1).mean())
    origin = {"games": games, "seed": seed, "positions": len(seen), "commit": commit(), "loss": round(loss, 3)}
    origin |= {"knowing-nothing": round(float(np.log(seats)), 3)}
    held = calibration(guessed.ravel(), y.ravel(), np.repeat(number_of, seats))
    return {"slopes": list(fitted.slopes), "tempo": list(fitted.tempo), "origin": origin, "calibration": held}


def main() -> int:
    """Measure one game and number of seats, and put it into the file."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("game")
    parser.add_argument("seats", type=int)
    parser.add_argument("--games", type=int, default=300)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--out", type=Path, default=Path("resources/bots/chances.json"))
    parser.add_argument("--keep", type=Path, help="file that keeps the games, so that more can be played later")
    given = parser.parse_args()
    found = measure(given.game, given.seats, given.games, given.seed, given.keep)
    content = json.loads(given.out.read_text("utf-8")) if given.out.exists() else {"knots": list(KNOTS)}
    content.setdefault(given.game, {})[str(given.seats)] = found
    ordered = {"knots": content.pop("knots"), **{game: dict(sorted(content[game].items())) for game in sorted(content)}}
    given.out.write_text(json.dumps(ordered) + "\n", "utf-8")
    sys.stdout.write(json.dumps({"game": given.game, "seats": given.seats, **found}) + "\n")
    return 0


if __name__ == "__main__":
    sys.exit(main())
