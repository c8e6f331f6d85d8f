"""The seats of an earlier program in a match (:mod:`tests.training.former`), played with that program's own modules.

It keeps a position of its own and answers each line of JSON on its input with one on its output. It uses only what the program
had from its first commits on.
"""

from __future__ import annotations

import copy
import json
import sys
import time
from collections.abc import Iterator
from typing import Any

from net import rulebook
from net.deal.local import settle
from net.deal.seeded import Chance, SeededDeals, seed_of
from rules.contract import parse_move
from rules.registry import game


class Processor:
    """A budget of processor time."""

    def __init__(self, milliseconds: float) -> None:
        self._end = time.process_time() + milliseconds / 1000

    def left(self) -> bool:
        """Whether the time is not used up."""
        return time.process_time() < self._end


def new_bot(name: str, level: str) -> Any:
    """A bot of its own for one seat. The first programs had one bot for each level, and later ones make bots."""
    made: Any = game(name).bots[level]
    if hasattr(made, "choose"):
        return copy.deepcopy(made)
    from client import bots

    return bots.new_bot(name, level)


def answers(name: str, players: int, level: str) -> Iterator[Any]:
    """Answers to questions: first None, then the answer to each question that is sent."""
    rules = game(name)
    question = yield None
    state, deals, bots = rulebook.start(name, players, {}), SeededDeals(seed_of("")), [new_bot(name, level)]
    while True:
        word, *values = question
        if word == "terms":
            hashed = rulebook.data_hash if hasattr(rulebook, "data_hash") else rulebook.rules_hash
            question = yield {"version": rules.version, "data": hashed(rules)}
        elif word == "start":
            state, deals = rulebook.start(name, players, {}), SeededDeals(seed_of(values[0]))
            settle(state, deals)
            bots = [new_bot(name, level) for _ in range(players)]
            question = yield None
        elif word == "moves":
            question = yield [str(move) for move in state.moves()]
        elif word == "choose":
            milliseconds, seed = values
            begun = time.process_time()
            move = bots[state.turn].choose(state.view(state.turn), Processor(milliseconds), Chance(seed_of(seed), 0))
            question = yield {"move": str(move), "ms": (time.process_time() - begun) * 1000}
        elif word == "play":
            state.play(parse_move(values[0]))
            settle(state, deals)
            question = yield None
        else:
            question = yield {"scores": state.scores(), "ranks": None if state.result is None else state.result.ranks}


def main() -> None:
    """Answer until the input ends."""
    name, players, level = sys.argv[1:]
    answering = answers(name, int(players), level)
    next(answering)
    for line in sys.stdin:
        sys.stdout.write(json.dumps(answering.send(json.loads(line))) + "\n")
        sys.stdout.flush()


if __name__ == "__main__":
    main()
