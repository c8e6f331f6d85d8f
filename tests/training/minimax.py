"""A match of Torres against the minimax player of github.com/TobiHol/torres, which runs under Node.js.

    python -m tests.training.minimax CLONE --depth 1 --games 20 --out FILE

The game is ours, by the basic rules, and both play without action cards, which the other program does not have. Where the rules
of both programs differ, it may do only what both allow: ``strange`` counts the moves, of all that it might have made, that ours
does not. As on its own, it thinks at most a second about each action, here of processor time (``--action``). Our bot
(``--bot``) gets ``--think`` milliseconds of it for a whole turn. The seats change after every game. The same command continues
where it stopped.

Without cards only the lot for the first player and ties differ, so most games are equal to an earlier one. With ``--lot``
chance places the first knights and the king of the first year, in the same way for two games with changed seats. At the end the
command says how many different games there were.
"""

from __future__ import annotations

import argparse
import json
import random
import subprocess
import sys
import time
from pathlib import Path
from typing import Any

from net.deal.local import settle
from net.deal.seeded import Chance, SeededDeals, seed_of
from net.rulebook import start
from rules.contract import Bot, Move, State, complete_options
from rules.registry import game as game_called
from rules.search.search import Breadth
from rules.torres.bots.planner import PLANNER, QUICK, Planner
from rules.torres.bots.strategist import Strategist, Strategy
from rules.torres.position import KING, PLACE
from rules.torres.state import TorresState

PROGRAM = Path(__file__).with_suffix(".mjs")

TURNS = 16
"""How many turns the strategist tries with care: without cards each of them needs a single trial."""

AHEAD = 9
"""A trial contains at most so many further turns of its own, so every year ends first."""


class Processor:
    """A budget of processor time."""

    def __init__(self, milliseconds: int) -> None:
        self._end = time.process_time() + milliseconds / 1000

    def left(self) -> bool:
        """Whether the time is not used up."""
        return time.process_time() < self._end


class Minimax:
    """The other program."""

    def __init__(self, clone: Path, depth: int, milliseconds: int) -> None:
        words = ["node", str(PROGRAM), str(clone.resolve()), str(depth), str(milliseconds)]
        self._process = subprocess.Popen(words, stdin=subprocess.PIPE, stdout=subprocess.PIPE, encoding="utf-8")
        self._asked = 0

    def answer(self, view: State) -> tuple[list[Move], int]:
        """Its next moves; and how many moves it knows here that are not legal."""
        assert self._process.stdin is not None
        assert self._process.stdout is not None
        self._asked += 1
        moves = {str(move): move for move in view.moves()}
        question = {"type": "turn", "n": self._asked, "seat": view.turn, "facts": view.facts(), "moves": list(moves)}
        self._process.stdin.write(json.dumps(question) + "\n")
        self._process.stdin.flush()
        said = json.loads(self._process.stdout.readline())
        words = said.get("moves") or [said["move"]]
        return [Move(kind, tuple(map(int, numbers))) for kind, *numbers in map(str.split, words)], said["strange"]

    def close(self) -> None:
        """End it."""
        assert self._process.stdin is not None
        self._process.stdin.close()
        self._process.wait()


def ours_called(level: str) -> Bot:
    """A bot of ours that plays without cards. Then nothing is hidden, and one world is enough for a search."""
    habits = PLANNER._replace(cards=False)
    if level == "planner":
        return Planner(habits)
    strategy = Strategy(habits, QUICK._replace(cards=False), reply_habits=habits)
    return Strategist(strategy, Breadth(turns=TURNS, worlds=1, most=1, ahead=AHEAD))


def played(number: int, rival: Minimax, level: str, milliseconds: int, lot: bool = False) -> dict[str, Any]:
    """One game; our bot plays seat 0 in every second one. With ``lot``, chance places the first pieces."""
    options = complete_options(game_called("torres"), {})
    state = start("torres", 2, options)
    deals = SeededDeals(seed_of(f"minimax {number // 2}"))
    draw = random.Random(number)
    ours = number % 2
    bot = ours_called(level)
    assert isinstance(state, TorresState)
    settle(state, deals)
    opening = random.Random(f"opening {number // 2}")
    budget, turn_number, strange = Processor(milliseconds), -1, 0
    moves: list[str] = []
    years: list[list[int]] = []
    while (seat := state.turn) is not None:
        phase = state.phase
        if lot and state.stage in (PLACE, KING):
            chosen = [opening.choice(state.moves())]
        elif seat == ours:
            if state.turn_number != turn_number:
                budget, turn_number = Processor(milliseconds), state.turn_number
            chosen = [bot.choose(state.view(seat), budget, Chance(seed_of(str(draw.getrandbits(64))), 0))]
        else:
            chosen, unknown = rival.answer(state.view(seat))
            strange += unknown
        for move in chosen:
            if state.turn != seat or state.why_not(move) is not None:
                break
            moves.append(f"{seat} {move}")
            state.play_silently(move)
            settle(state, deals)
        if state.phase != phase or state.turn is None:
            years.append(list(state.scores()))
    assert state.result is not None
    won = (ours in state.result.winners) / len(state.result.winners)
    return {
        "game": number, "ours": ours, "won": won, "scores": state.scores(), "years": years, "strange": strange, "moves": moves,
    }  # fmt: skip


def _course(game: dict[str, Any]) -> tuple[str, ...]:
    """The moves of a game, ours with 0 and those of the other with 1: the seat makes no difference."""
    return tuple(f"{int(int(seat) != game['ours'])} {move}" for seat, move in (said.split(" ", 1) for said in game["moves"]))


def main() -> int:
    """Play the match."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("clone", type=Path)
    parser.add_argument("--depth", type=int, default=1)
    parser.add_argument("--bot", choices=["planner", "strategist"], default="strategist")
    parser.add_argument("--games", type=int, default=20)
    parser.add_argument("--think", type=int, default=1000, help="milliseconds of processor time for a turn of ours")
    parser.add_argument("--action", type=int, default=1000, help="milliseconds of processor time for an action of the other")
    parser.add_argument("--lot", action="store_true", help="chance places the first knights and the king")
    parser.add_argument("--out", type=Path, required=True)
    given = parser.parse_args()
    lines = given.out.read_text("utf-8").splitlines() if given.out.exists() else []
    rival = Minimax(given.clone, given.depth, given.action)
    with given.out.open("a", encoding="utf-8") as out:
        for number in range(len(lines), given.games):
            terms = {"bot": given.bot, "depth": given.depth, "think": given.think, "action": given.action, "lot": given.lot}
            line = json.dumps(terms | played(number, rival, given.bot, given.think, given.lot))
            lines.append(line)
            out.write(line + "\n")
            out.flush()
    rival.close()
    games = [json.loads(line) for line in lines]
    different = len({_course(game) for game in games})
    sys.stdout.write(
        json.dumps({"games": len(games), "won": sum(game["won"] for game in games), "different": different}) + "\n"
    )
    return 0


if __name__ == "__main__":
    sys.exit(main())
