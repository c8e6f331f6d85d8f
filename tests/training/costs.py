"""Measures how much of what the analysis says a turn costs is really lost.

    python -m tests.training.costs alcazar 2 --games 25 --out FILE

In games between players who misjudge some turns, the analysis judges every turn. Wherever it knows a better one, the game is
played on to its end after both, in the same imagined worlds, by players who misjudge as well. A line of the file has the gain
that the analysis promises and the one that these trials found, both in thousandths of a win. The same command continues where
it stopped, and says which part of the promised gains is real. ``--into resources/bots/chances.json`` tells the analysis.
"""

from __future__ import annotations

import argparse
import json
import math
import sys
from collections import defaultdict
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any

from client.analysis.mind import mind_of
from client.puzzles.making import SLIPS
from net.deal.local import settle
from net.deal.seeded import SeededDeals, seed_of
from net.rulebook import start
from rules.contract import State, complete_options
from rules.registry import game as game_called
from rules.search.analysis import DEEP, QUICK, Analysis, Played, part_of, same_turn
from rules.search.chance import Chance
from rules.search.chances import WHOLE
from rules.search.puzzles import liked, played_on
from rules.search.search import Judge
from rules.search.turns import Patience
from tests.training.rows import commit, taken

LEAST = 250
"""At least this part counts, in thousandths: what no player in these games would do costs more than their small errors."""

SURE = 0.3
"""The analysis is told only of parts whose standard error is at most this."""

BOUNDS = (30, 60, 120)
"""Gains from these on are also looked at by themselves, in thousandths."""


def misjudged(game: str, seats: int, seed: int, judge: Judge) -> tuple[list[Played], State]:
    """A game between players who misjudge some turns: its moves and its end."""
    state = start(game, seats, complete_options(game_called(game), {}))
    deals, slips, mind = SeededDeals(seed_of(f"costs {game} {seats} {seed}")), Chance(seed), judge.hasty()
    settle(state, deals)
    played: list[Played] = []
    while (seat := state.turn) is not None:
        moves = liked(mind.turns(state.view(seat), Patience()), SLIPS[game], slips).moves
        for move in taken(state, deals, moves):
            played.append(Played(len(played), state.copy(), move))
    return played, state


def measured(game: str, seats: int, seed: int, trials: int, deep: bool) -> Iterator[dict[str, Any]]:
    """The turns of a game that have a better one: what it gains, as promised and in trials."""
    judge, fit = mind_of(game, seats)
    analysis = Analysis(judge, fit._replace(real=WHOLE), DEEP if deep else QUICK)
    played, last = misjudged(game, seats, seed, judge)
    for judged in analysis.turns(played, len(played), last, frozenset(range(seats))):
        better = judged.better
        if better is None:
            continue
        first = played[better.index]
        view = first.state.view(judged.seat)
        rest = [one for one in played[better.index : judged.end] if same_turn(first.state, one.state)]
        slip, own_seed = SLIPS[game], seed * 1000 + better.index
        best, own = (played_on(judge, view, moves, trials, own_seed, slip) for moves in (better.moves, part_of(view, rest)))
        yield {"game": seed, "left": judge.left(view), "promised": better.gain, "found": best - own}


def slope(lines: Sequence[dict[str, Any]]) -> tuple[float, float]:
    """The part of the promised gains that is real, by least squares, and its standard error, by a jackknife over games."""
    by_game: dict[int, list[dict[str, Any]]] = defaultdict(list)
    for line in lines:
        by_game[line["game"]].append(line)

    def part(games: Sequence[list[dict[str, Any]]]) -> float:
        chosen = [line for game in games for line in game]
        squares = sum(line["promised"] ** 2 for line in chosen)
        return sum(line["promised"] * line["found"] for line in chosen) / squares if squares else 0.0

    games = list(by_game.values())
    without = [part(games[:place] + games[place + 1 :]) for place in range(len(games))]
    mean = sum(without) / max(1, len(without))
    error = math.sqrt(sum((one - mean) ** 2 for one in without) * (len(games) - 1) / max(1, len(games)))
    return part(games), error


def report(lines: Sequence[dict[str, Any]]) -> None:
    """Print what was measured."""
    real, error = slope(lines)
    print(f"{len(lines)} turns: {real:.2f} of the promised gains are real, with a standard error of {error:.2f}")
    for low, high in zip((0, *BOUNDS), (*BOUNDS, 1001), strict=True):
        chosen = [line for line in lines if low <= line["promised"] < high]
        if chosen:
            promised, found = (sum(line[what] for line in chosen) / len(chosen) for what in ("promised", "found"))
            print(f"  from {low:3}: {len(chosen):4} turns, promised {promised:5.0f}, found {found:5.0f}")


def enter(file: Path, game: str, seats: int, lines: Sequence[dict[str, Any]]) -> None:
    """Put the part that is real into the file of chances, with its origin; nothing if its error is too large."""
    content = json.loads(file.read_text("utf-8"))
    real, error = slope(lines)
    if error > SURE:
        print("The error is too large for the analysis: measure more games.")
        return
    games = len({line["game"] for line in lines})
    origin = {
        "games": games,
        "turns": len(lines),
        "slope": round(WHOLE * real),
        "error": round(WHOLE * error),
        "commit": commit(),
    }
    content[game][str(seats)] |= {"real": max(LEAST, min(WHOLE, round(WHOLE * real))), "real-origin": origin}
    file.write_text(json.dumps(content) + "\n", "utf-8")


def main() -> int:
    """Measure more games, and report all."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("game")
    parser.add_argument("seats", type=int)
    parser.add_argument("--games", type=int, default=25)
    parser.add_argument("--trials", type=int, default=4, help="games to the end after each of two turns")
    parser.add_argument("--deep", action="store_true", help="the thorough analysis")
    parser.add_argument("--out", type=Path, required=True)
    parser.add_argument("--into", type=Path, metavar="FILE", help="the file of chances that gets the result")
    given = parser.parse_args()
    lines = [json.loads(line) for line in given.out.read_text("utf-8").splitlines()] if given.out.exists() else []
    for seed in range(max((line["game"] for line in lines), default=0) + 1, given.games + 1):
        more = list(measured(given.game, given.seats, seed, given.trials, given.deep))
        with given.out.open("a", encoding="utf-8") as out:
            out.writelines(json.dumps(line) + "\n" for line in more)
        lines += more
    report(lines)
    if given.into is not None:
        enter(given.into, given.game, given.seats, lines)
    return 0


if __name__ == "__main__":
    sys.exit(main())
