"""The numbers of move sequences from given positions, by the engine and by the naive Torres; and move for move in random games.

``perft.json`` holds the positions and their counts; a sequence that ends the turn counts once, and so does buying a card.
"""

from __future__ import annotations

import json
import random
from pathlib import Path
from typing import Any

import pytest

from net.deal.seeded import SeededDeals, seed_of
from rules.torres.state import TorresState
from tests.rules.torres.naive import Naive, perft
from tests.rules.torres.table import begin, lay, told

POSITIONS: list[dict[str, Any]] = json.loads(Path(__file__).with_name("perft.json").read_text("utf-8"))
NAIVE_LIMIT = 60_000
"""Sequences that the naive model is patient enough to count."""


def position(entry: dict[str, Any]) -> TorresState:
    given = dict(entry["position"])
    if "stacks" in given:
        given["stacks"] = {0: given["stacks"]}
    return lay("\n".join(given.pop("drawing")), given.pop("knights"), **given)


def engine_perft(state: TorresState, depth: int) -> int:
    moves = state.moves()
    if depth == 1:
        return len(moves)
    count = 0
    for move in moves:
        twin = state.copy()
        twin.play(move)
        if move.kind == "buy" or twin.undoable == 0:
            count += 1
            continue
        told(twin)
        count += engine_perft(twin, depth - 1)
    return count


@pytest.mark.parametrize("entry", POSITIONS, ids=lambda entry: entry["about"])
def test_perft(entry: dict[str, Any]) -> None:
    state = position(entry)
    for depth, count in enumerate(entry["counts"], start=1):
        assert engine_perft(state, depth) == count, f"at depth {depth}"


@pytest.mark.parametrize("entry", POSITIONS, ids=lambda entry: entry["about"])
def test_the_naive_torres_counts_the_same(entry: dict[str, Any]) -> None:
    turn = Naive(position(entry).facts())
    for depth, count in enumerate(entry["counts"], start=1):
        if count <= NAIVE_LIMIT:
            assert perft(turn, depth) == count, f"at depth {depth}"


@pytest.mark.parametrize("seed", range(36))
def test_the_naive_torres_lists_the_same_moves_in_random_games(seed: int) -> None:
    chance, deals = random.Random(seed), SeededDeals(seed_of(str(seed)))
    state = begin(
        2 + seed % 3,
        mode=("base", "variant", "master")[seed // 3 % 3],
        gates=("free", "sinking", "storey")[seed // 9 % 3],
        stack_limit=("always", "two_players")[seed % 2],
    )
    compared = 0
    while state.deals or state.turn is not None:
        if state.deals:
            state.learn(state.deals[0], deals.answer(state.deals[0], range(state.seats)))
            continue
        moves = state.moves()
        if state.stage in ("main", "stack", "card", "drop", "stacks"):
            assert sorted(map(str, moves)) == sorted(set(Naive(state.view(state.turn).facts()).moves()))
            compared += 1
        kind = chance.choice(list(dict.fromkeys(move.kind for move in moves)))
        state.play(chance.choice([move for move in moves if move.kind == kind] if chance.random() < 0.5 else moves))
    assert compared > 80
