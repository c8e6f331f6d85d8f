"""Learns the weights of Burgenland from pairs of trials: what another turn would have brought in the same world.

    python -m tests.training.trials collect --seats 4 --decisions 6000 --seed 1 --out DECISIONS
    python -m tests.training.trials fit --seats 4 --decisions DECISIONS ... --out FILE
    python -m tests.training.trials collect --seats 4 --weights FILE --decisions 6000 --seed 2 --out DECISIONS
    python -m tests.training.trials fit --seats 4 --begin FILE --decisions DECISIONS ... --out FILE
    python -m tests.training.trials mix --seats 4 --parts 30:FILE 700:FILE --out FILE

One seat plays by the weights, and sometimes misjudges a turn. The other seats are either all masters or all planners. At some
of its turns the seat compares the best turn with another good one: both are played on in the same imagined worlds, for eight
rounds or to the end of the game. The trial is worth the turns by which the seat is ahead of the strongest of the others, or
behind. The regression explains the difference in worth by the difference of the features. Its weights are held near those at
the beginning: those of a file, or the judgement written by hand.

With ``--true-hands`` the others hold in the imagined worlds what they really hold. Else they may hold a +5, which nobody keeps
in a real game, and build faster than they do.

Weights that were learned in different ways can be mixed.
"""

from __future__ import annotations

import argparse
import json
import random
import sys
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any, Protocol

import numpy as np

from net.deal.local import settle
from net.deal.seeded import SeededDeals, seed_of
from net.rulebook import start
from rules.burgenland.game import Burgenland
from rules.burgenland.hurried import Hurried
from rules.burgenland.learned import WON, Learned, read_weights
from rules.burgenland.planner import turns_to_go
from rules.burgenland.state import BurgenlandState
from rules.contract import Budget, Move, complete_options
from rules.search.chance import Chance
from rules.search.turns import Patience, Turn
from rules.search.worlds import World, imagine
from tests.training.burgenland import GAME, NAMES, PRIOR, row
from tests.training.rows import PACE, after, doubled, keep

ROUNDS = 8
"""A trial ends after this many turns of every seat."""

MOST = 400
"""A trial that is further ahead or behind, in hundredths of a turn, counts as this."""

WORLDS = 2
RIVALS = 4
"""The turn that is compared with the best is one of this many next ones."""

COMPARED = 0.4
"""Part of the turns of the seat at which it compares."""

MISJUDGED = 0.2
ERROR = 40
"""Standard deviation of a misjudgement, in hundredths of a piece."""

RIDGE = 50.0
FOLDS = 5

Decision = dict[str, Any]
"""The features of the best turn and of another, the difference of their values at first sight, and what trials say."""


class Quick(Protocol):
    """Chooses a turn at first sight."""

    def quick(self, state: Any, budget: Budget) -> Sequence[Move]: ...


def lead(state: BurgenlandState, seat: int) -> int:
    """The turns that the strongest of the others still needs less those of the seat, in hundredths; the winner needs none."""
    position = state.position
    needs = [0 if position.winner == each else turns_to_go(position, each) for each in range(state.seats)]
    own = needs.pop(seat)
    return max(-MOST, min(MOST, min(needs) - own))


def trial(state: BurgenlandState, world: World, turn: Sequence[Move], players: Sequence[Quick]) -> int:
    """What a turn is worth in a world. The position and the world stay as they are."""
    state, world = state.copy(), world.copy()
    seat = state.turn
    assert seat is not None
    _play(state, world, turn)
    turns = 1
    while (other := state.turn) is not None and turns < ROUNDS * state.seats:
        _play(state, world, players[other].quick(state, Patience()))
        turns += 1
    return lead(state, seat)


def _play(state: BurgenlandState, world: World, moves: Sequence[Move]) -> None:
    seat, number = state.turn, state.turn_number
    for move in moves:
        if state.turn != seat or state.turn_number != number:
            return
        state.play_silently(move)
        world.settle(state)


def features_after(state: BurgenlandState, turn: Turn) -> list[float]:
    """The features after a turn, as they are and times the part of the game that is left. Drawn cards are still to come."""
    assert state.turn is not None
    return doubled(*row(after(state, turn), state.turn))


def decisions(
    seats: int, weights: Mapping[int, Sequence[int]], masters: Learned, seed: int, true_hands: bool
) -> Iterator[Decision]:
    """Decisions of one seat, game after game, without end."""
    chance = random.Random(seed)
    own, number = Learned(weights), 0
    options = complete_options(Burgenland, {})
    while True:
        number += 1
        state = start("burgenland", seats, options)
        assert isinstance(state, BurgenlandState)
        deals = SeededDeals(seed_of(f"trials {seed} {number}"))
        place = chance.randrange(seats)
        others: Quick = Hurried(masters) if chance.random() < 0.5 else masters
        players: list[Quick] = [own if each == place else others for each in range(seats)]
        settle(state, deals)
        while (seat := state.turn) is not None:
            view = state.view(seat)
            moves = players[seat].quick(view, Patience())
            if seat == place:
                turns = own.turns(view, Patience())
                rivals = [turn for turn in turns[1 : 1 + RIVALS] if turns[0].worth - turn.worth < WON // 2]
                if rivals and chance.random() < COMPARED:
                    rival, values = chance.choice(rivals), []
                    for _ in range(WORLDS):
                        possible, world = imagine(state if true_hands else view, Chance(chance.getrandbits(60)))
                        assert isinstance(possible, BurgenlandState)
                        both = [trial(possible, world, turn.moves, players) for turn in (turns[0], rival)]
                        values.append(both[1] - both[0])
                    yield {
                        "game": number,
                        "planners": others is not masters,
                        "features": [features_after(view, turn) for turn in (turns[0], rival)],
                        "worth": rival.worth - turns[0].worth,
                        "trials": values,
                    }
                if chance.random() < MISJUDGED:
                    moves = max(turns, key=lambda turn: turn.worth + chance.gauss(0, ERROR)).moves
            current = state.turn_number
            for move in moves:
                if state.turn != seat or state.turn_number != current:
                    break
                state.play_silently(move)
                settle(state, deals)


def begun(file: Path | None, seats: int) -> list[int]:
    """The weights in a file for a number of seats, or those written by hand, in thousandths."""
    if file is None:
        return [round(PACE * weight) for weight in PRIOR]
    return read_weights(json.loads(file.read_text("utf-8")))[seats]


def collect(given: argparse.Namespace) -> None:
    """Write decisions, one a line."""
    weights = {given.seats: begun(given.weights, given.seats)}
    masters = Learned({given.seats: begun(given.masters or given.weights, given.seats)})
    with given.out.open("w", encoding="utf-8") as out:
        for number, decision in enumerate(decisions(given.seats, weights, masters, given.seed, given.true_hands), 1):
            out.write(json.dumps(decision) + "\n")
            if number == given.decisions:
                return


def fit(given: argparse.Namespace) -> None:
    """Weights that explain the decisions."""
    lines = [json.loads(line) for file in given.decisions for line in file.read_text("utf-8").splitlines()]
    x = np.array([np.subtract(line["features"][1], line["features"][0]) for line in lines])
    y = np.array([np.mean(line["trials"]) / 100 for line in lines])
    worth = np.array([line["worth"] / 100 for line in lines])
    slope = float(worth @ y / (worth @ worth))  # from pieces to turns
    spread = x.std(axis=0) + 1e-9
    scaled, before = x / spread, slope * np.array(begun(given.begin, given.seats)) / PACE * spread

    def solved(chosen: Any) -> Any:
        part = scaled[chosen]
        return before + np.linalg.solve(part.T @ part + RIDGE * np.eye(part.shape[1]), part.T @ (y[chosen] - part @ before))

    games = np.array([line["game"] for line in lines])
    missed = np.zeros(len(y))
    for fold in range(FOLDS):
        test = games % FOLDS == fold
        missed[test] = y[test] - scaled[test] @ solved(~test)
    weights = [round(PACE * float(weight)) for weight in solved(np.ones(len(y), bool)) / spread / slope]
    origin = {
        "decisions": len(lines),
        "error": round(float(np.sqrt((missed**2).mean())), 3),
        "spread": round(float(y.std()), 3),
    }
    keep(given.out, GAME, NAMES, given.seats, weights, origin)


def mix(given: argparse.Namespace) -> None:
    """The sum of weights, each of them times so many thousandths."""
    sums = [0] * (2 * len(NAMES))
    origin = []
    for part in given.parts:
        thousandths, _, file = part.partition(":")
        weights = begun(Path(file), given.seats)
        sums = [total + int(thousandths) * weight for total, weight in zip(sums, weights, strict=True)]
        learned = json.loads(Path(file).read_text("utf-8"))["seats"][str(given.seats)]["origin"]
        origin.append({"file": Path(file).stem, "thousandths": int(thousandths), **learned})
    keep(given.out, GAME, NAMES, given.seats, [(total + PACE // 2) // PACE for total in sums], {"parts": origin})


def main() -> int:
    """Collect decisions, fit weights to them, or mix weights."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    steps = parser.add_subparsers(required=True)
    collecting = steps.add_parser("collect", help="play games and try turns")
    collecting.add_argument("--seats", type=int, required=True)
    collecting.add_argument("--weights", type=Path, help="those of the seat that compares (else by hand)")
    collecting.add_argument("--masters", type=Path, help="those of the others, where they are masters (else the same)")
    collecting.add_argument("--true-hands", action="store_true", help="trials know what the others hold")
    collecting.add_argument("--decisions", type=int, default=10_000)
    collecting.add_argument("--seed", type=int, default=1)
    collecting.add_argument("--out", type=Path, required=True)
    collecting.set_defaults(run=collect)
    fitting = steps.add_parser("fit", help="learn weights from decisions")
    fitting.add_argument("--seats", type=int, required=True)
    fitting.add_argument("--begin", type=Path, help="the weights with which the decisions were collected (else by hand)")
    fitting.add_argument("--decisions", type=Path, nargs="+", required=True)
    fitting.add_argument("--out", type=Path, required=True)
    fitting.set_defaults(run=fit)
    mixing = steps.add_parser("mix", help="add up parts of weights")
    mixing.add_argument("--seats", type=int, required=True)
    mixing.add_argument("--parts", nargs="+", required=True, help="THOUSANDTHS:FILE, for each")
    mixing.add_argument("--out", type=Path, required=True)
    mixing.set_defaults(run=mix)
    given = parser.parse_args()
    given.run(given)
    return 0


if __name__ == "__main__":
    sys.exit(main())
