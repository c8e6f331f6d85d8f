"""A match of a level against the bots of an earlier commit, which play in a process of their own by their own rules.

    git worktree add FOLDER 455729d
    python -m tests.training.former FOLDER torres --players 2 --level strategist --old planner --games 100 --out FILE

One seat belongs to the level, all others to the earlier bots. Every deal is played once from each seat. Both programs play the
game in step: before each choice they must list the same moves, and at the end the same scores. The game is played by the rules
and data of the earlier program, whose version today's rules must still know.

Every bot has ``--think`` milliseconds of processor time for a whole turn. The earlier program runs interpreted, unless its
folder has compiled rules; ours runs as always, so compile the rules first. ``--jobs`` games are played at once. The same
command continues where it stopped. ``--from`` begins at a later game, so that other files can hold the games before it.

Each line of the file is a game: who won, the scores, and for each side the turns, their average and their longest time.
"""

from __future__ import annotations

import argparse
import json
import random
import subprocess
import sys
import time
from collections.abc import Iterable
from concurrent.futures import ProcessPoolExecutor
from multiprocessing import get_context
from os import environ
from pathlib import Path
from typing import Any, NamedTuple

from client.bots import new_bot
from client.league.figures import wilson
from net.deal.local import settle
from net.deal.seeded import Chance, SeededDeals, seed_of
from net.rulebook import start_by
from rules.compiled import form
from rules.contract import State, parse_move
from tests.training.former_seat import Processor

PROGRAM = Path(__file__).with_name("former_seat.py")


class Terms(NamedTuple):
    """What all games of a match have in common.

    Attributes:
        folder: the earlier program.
        game: the game's id.
        players: the number of seats.
        level: our level, on one seat.
        old: the earlier program's level, on all others.
        think: the milliseconds of processor time for a whole turn of each.
        seed: the seed of all deals and chance.
    """

    folder: Path
    game: str
    players: int
    level: str
    old: str
    think: int
    seed: int


class Former:
    """The earlier program."""

    def __init__(self, terms: Terms) -> None:
        words = [sys.executable, "-P", str(PROGRAM), terms.game, str(terms.players), terms.old]
        self._process = subprocess.Popen(
            words, stdin=subprocess.PIPE, stdout=subprocess.PIPE, encoding="utf-8", cwd=terms.folder,
            env={**environ, "PYTHONPATH": str(terms.folder.resolve())},
        )  # fmt: skip

    def ask(self, *words: object) -> Any:
        """Its answer to a question."""
        assert self._process.stdin is not None
        assert self._process.stdout is not None
        self._process.stdin.write(json.dumps(words) + "\n")
        self._process.stdin.flush()
        return json.loads(self._process.stdout.readline())

    def close(self) -> None:
        """End it."""
        self._process.communicate()


class Side:
    """The turns of one side, and how much processor time they took."""

    def __init__(self, think: int) -> None:
        self._think = think
        self._turn: tuple[int, int] = (-1, -1)
        self.turns: list[float] = []

    def left(self, state: State) -> float:
        """The milliseconds left for the turn of a position."""
        assert state.turn is not None
        turn = (state.turn, state.turn_number)
        if turn != self._turn:
            self._turn = turn
            self.turns.append(0)
        return max(0, self._think - self.turns[-1])

    def figures(self) -> dict[str, float]:
        """The number of turns, and their average and longest time in milliseconds."""
        turns = self.turns or [0]
        return {"turns": len(self.turns), "ms": round(sum(turns) / len(turns), 1), "longest": round(max(turns), 1)}


class Apart(Exception):
    """The two programs do not play the same game."""


def played(terms: Terms, number: int, former: Former) -> dict[str, Any]:
    """One game."""
    deal, ours = divmod(number, terms.players)
    seed = f"former {terms.seed} {deal}"
    rules = former.ask("terms")
    state = start_by(terms.game, rules["version"], rules["data"], terms.players, {})
    deals = SeededDeals(seed_of(seed))
    settle(state, deals)
    former.ask("start", seed)
    bot, chance = new_bot(terms.game, terms.level), random.Random(f"{terms.seed} {number}")
    sides = (Side(terms.think), Side(terms.think))
    moves: list[str] = []
    while (seat := state.turn) is not None:
        listed, theirs = sorted(map(str, state.moves())), sorted(former.ask("moves"))
        if listed != theirs:
            raise Apart(f"game {number}, after {moves}: {sorted(set(listed) ^ set(theirs))}")
        side = sides[seat != ours]
        left, word = side.left(state), str(chance.getrandbits(64))
        if seat == ours:
            begun = time.process_time()
            move = bot.choose(state.view(seat), Processor(left), Chance(seed_of(word), 0))
            side.turns[-1] += (time.process_time() - begun) * 1000
        else:
            answer = former.ask("choose", left, word)
            move = parse_move(answer["move"])
            side.turns[-1] += answer["ms"]
        moves.append(f"{seat} {move}")
        state.play_silently(move)
        settle(state, deals)
        former.ask("play", str(move))
    assert state.result is not None
    ranks, scores = list(state.result.ranks), list(state.scores())
    if former.ask("end") != {"scores": scores, "ranks": ranks}:
        raise Apart(f"game {number}, at the end of {moves}")
    won = (ours in state.result.winners) / len(state.result.winners)
    return {
        "number": number, "ours": ours, "won": won, "ranks": ranks, "scores": scores,
        "our": sides[0].figures(), "their": sides[1].figures(), "form": form(), "moves": moves,
    }  # fmt: skip


_former: Former | None = None


def _begin(terms: Terms) -> None:
    global _former
    _former = Former(terms)


def _one(terms: Terms, number: int) -> dict[str, Any]:
    assert _former is not None
    return _common(terms) | played(terms, number, _former)


def _common(terms: Terms) -> dict[str, Any]:
    return {key: value for key, value in terms._asdict().items() if key != "folder"}


def match(terms: Terms, numbers: Iterable[int], jobs: int) -> Iterable[dict[str, Any]]:
    """These games, in their order."""
    with ProcessPoolExecutor(jobs, mp_context=get_context("spawn"), initializer=_begin, initargs=(terms,)) as pool:
        yield from (task.result() for task in [pool.submit(_one, terms, number) for number in numbers])


def summary(games: list[dict[str, Any]]) -> str:
    """The share won with its interval, and the time that turns took."""
    share = wilson(sum(game["won"] for game in games), len(games))
    sides = []
    for side in ("our", "their"):
        turns = sum(game[side]["turns"] for game in games)
        ms = sum(game[side]["ms"] * game[side]["turns"] for game in games) / max(turns, 1)
        sides.append(f"{side} turns {ms:.0f} ms, {max((game[side]['longest'] for game in games), default=0):.0f} at most")
    return f"{share.part:.3f} ({share.low:.2f} to {share.high:.2f}) of {share.games} games; {'; '.join(sides)}"


def main() -> int:
    """Play the match."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("folder", type=Path, help="the sources of the earlier commit")
    parser.add_argument("game")
    parser.add_argument("--players", type=int, default=2)
    parser.add_argument("--level", required=True)
    parser.add_argument("--old", required=True, help="the level of the earlier program")
    parser.add_argument("--games", type=int, default=20, help="the number of games in the file, with those already there")
    parser.add_argument("--from", type=int, default=0, dest="first", help="the number of the first game")
    parser.add_argument("--think", type=int, default=1000, help="milliseconds of processor time for a turn")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--jobs", type=int, default=1, help="the number of games played at once")
    parser.add_argument("--out", type=Path, required=True)
    given = parser.parse_args()
    terms = Terms(given.folder, given.game, given.players, given.level, given.old, given.think, given.seed)
    games = [json.loads(line) for line in given.out.read_text("utf-8").splitlines()] if given.out.exists() else []
    if any(game[key] != value for game in games for key, value in _common(terms).items()):
        parser.error(f"{given.out} has games of another match")
    there = {game["number"] for game in games}
    missing = [number for number in range(given.first, given.first + given.games) if number not in there]
    with given.out.open("a", encoding="utf-8") as out:
        for game in match(terms, missing, given.jobs):
            games.append(game)
            out.write(json.dumps(game) + "\n")
            out.flush()
    sys.stdout.write(summary(games) + "\n")
    return 0


if __name__ == "__main__":
    sys.exit(main())
