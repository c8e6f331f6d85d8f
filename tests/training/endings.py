"""Finds positions in which the short game at the end of a lesson may begin.

    python -m tests.training.endings --game big-boss --bots page --learner page --skilled greedy --without merged

It plays games between bots and looks at each turn of the first seat from which the game lasts about as long as wanted. It keeps
a position if the analysis gives both players about the same chance, and if games from there end soon and are open: the easiest
bot and a good one, half of the games each, sit in the learner's seat and together win between a quarter and three quarters of
them. Each position that is left is a line of JSON; ``docs/writing-a-lesson.md`` says what to do with it.
"""

from __future__ import annotations

import argparse
import json
import random
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from typing import NamedTuple

from client.analysis.mind import mind_of
from client.bots import chance_of, new_bot
from client.lessons.deals import StackedDeals
from client.lessons.lesson import ME, Stand
from net.rulebook import shipped_file
from rules.contract import State, complete_options
from rules.registry import game as game_called
from rules.search.chances import chances
from rules.search.turns import Looks

LOOKS = 300
"""The looks that a bot may take for a turn."""

RARELY = 3
"""What is not wanted happens at most in one of so many games."""


class Place(NamedTuple):
    """A place in a game at which a turn of the first seat begins: the moves so far, and how it stands."""

    moves: int
    stand: Stand


class Played(NamedTuple):
    """A whole game: its moves in notation, the turns of the first seat, the final position, and what happened by kind."""

    moves: tuple[str, ...]
    places: tuple[Place, ...]
    last: State
    kinds: Counter[str]


def begun(game: str, seats: int, options: Mapping[str, str], seed: str) -> Stand:
    """The beginning of a game as a scene of a lesson has it."""
    rules = game_called(game)
    state = rules.start(seats, complete_options(rules, options), {part: shipped_file(part) for part in rules.data})
    stand = Stand(state, StackedDeals(seed))
    stand.deals.settle(state)
    return stand


def played(game: str, start: Stand, levels: Sequence[str], seed: int) -> Played:
    """Play on from a position with bots of these levels, by seat."""
    stand = start.copy()
    state = stand.state
    bots = [new_bot(game, level) for level in levels]
    chance = chance_of(seed)
    moves: list[str] = []
    places: list[Place] = []
    kinds: Counter[str] = Counter()
    number, seat, budget = -1, -1, Looks(LOOKS)
    while (turn := state.turn) is not None:
        if (state.turn_number, turn) != (number, seat):
            if turn == ME:
                places.append(Place(len(moves), stand.copy()))
            number, seat, budget = state.turn_number, turn, Looks(LOOKS)
        move = bots[turn].choose(state.view(turn), budget, chance)
        moves.append(str(move))
        kinds.update(event.kind for event in [*state.play(move), *stand.deals.settle(state)])
    return Played(tuple(moves), tuple(places), state, kinds)


def endings(given: argparse.Namespace) -> Iterator[dict[str, object]]:
    """The positions that suit."""
    options = dict(pair.split("=") for pair in given.option)
    judge, fit = mind_of(given.game, given.players)
    least, most = given.turns
    for seed in range(*given.seeds):
        levels = random.Random(seed).choices(given.bots, k=given.players)
        whole = played(given.game, begun(given.game, given.players, options, f"short {seed}"), levels, seed)
        for place in whole.places[-most - 1 : 1 - least or None]:
            state = place.stand.state
            chance = chances(state, judge, fit)[ME]
            if abs(chance * given.players - 1000) > given.unfair * given.players:
                continue
            scores = state.scores()
            if (max(scores) - min(scores)) * 100 > given.apart * max(scores):
                continue
            if not set(given.able) <= {move.kind for move in state.moves()}:
                continue
            easy = [given.learner] * given.players
            tries = [
                played(given.game, place.stand, easy if number % 2 else [given.skilled, *easy[1:]], number)
                for number in range(given.tries)
            ]
            turns = [len(one.places) for one in tries]
            if min(turns) < least or max(turns) > most:
                continue
            seen = Counter(kind for one in tries for kind in one.kinds)
            if any(seen[kind] * RARELY > given.tries for kind in given.without):
                continue
            if any(seen[kind] * 2 < given.tries for kind in given.having):
                continue
            won = [one.last.result is not None and ME in one.last.result.winners for one in tries]
            if not given.tries <= 4 * sum(won) <= 3 * given.tries:
                continue
            yield {
                "seed": f"short {seed}",
                "bots": levels,
                "turns": sorted(turns),
                "chance": chance,
                "won": [sum(won[1::2]), sum(won[::2])],
                "scores": [list(one.last.scores()) for one in tries],
                "now": list(scores),
                "seen": dict(seen),
                "moves": list(whole.moves[: place.moves]),
            }


def main() -> None:
    """Print what is found."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--game", required=True)
    parser.add_argument("--players", type=int, default=2)
    parser.add_argument("--option", action="append", default=[], metavar="NAME=CHOICE")
    parser.add_argument("--bots", type=lambda text: text.split(","), required=True, help="levels that play the beginning")
    parser.add_argument("--learner", required=True, help="the level that stands for the learner, and plays the other seats")
    parser.add_argument("--skilled", required=True, help="the level that stands for a learner who has understood the game")
    parser.add_argument("--seeds", type=lambda text: tuple(map(int, text.split("-"))), default=(1, 20), metavar="FIRST-STOP")
    parser.add_argument("--turns", type=lambda text: tuple(map(int, text.split("-"))), default=(3, 8), metavar="LEAST-MOST")
    parser.add_argument("--tries", type=int, default=12, help="games played from each position")
    parser.add_argument("--unfair", type=int, default=100, help="how far the chance may be from equal, in thousandths")
    parser.add_argument(
        "--apart", type=int, default=10, help="how far the scores may be apart, in hundredths of the larger one"
    )
    parser.add_argument("--able", action="append", default=[], metavar="KIND", help="a kind of move that has to be possible")
    parser.add_argument("--without", action="append", default=[], metavar="EVENT", help="what should not happen in these games")
    parser.add_argument("--having", action="append", default=[], metavar="EVENT", help="what has to happen in half of them")
    for found in endings(parser.parse_args()):
        print(json.dumps(found), flush=True)


if __name__ == "__main__":
    main()
