"""The engine scores as plain counting does, in random games and for figures of knights; and it agrees on the start player."""

from __future__ import annotations

import random
from typing import Any

import pytest

from net.deal.seeded import SeededDeals, seed_of
from rules.torres.grid import LINES, SQUARES, cells_of
from rules.torres.terms import MASTER_CARDS
from tests.rules.torres.naive_scoring import NaiveScoring
from tests.rules.torres.table import begin, lay

WEIGHTS = {"insert": 3.0, "block": 2.0, "card": 2.0, "buy": 0.5, "step": 0.2, "end": 0.02}
MILD = {"master_all": "placed", "tilted_squares": "off", "castle_card": "count"}


@pytest.mark.parametrize("seed", range(18))
def test_a_scoring_agrees_with_plain_counting(seed: int) -> None:
    chance, deals = random.Random(seed), SeededDeals(seed_of(f"scoring {seed}"))
    seats, mode = 2 + seed % 3, ("base", "master", "master")[seed // 3 % 3]
    state = begin(seats, mode=mode, **(MILD if seed % 2 else {}))
    rounds: list[list[int]] = []
    while state.deals or state.turn is not None:
        if state.deals:
            state.learn(state.deals[0], deals.answer(state.deals[0], range(seats)))
            continue
        facts: Any = state.facts()
        assert list(state.scores()) == NaiveScoring(facts).result()
        if facts["step"] == "move-king":
            totals = [player["points"] for player in facts["players"]]
            last = [seat for seat in range(seats) if totals[seat] == min(totals)]
            assert state.turn == max(last, key=lambda seat: (seat - facts["starter"]) % seats)
        place = sum(state.terms.rounds[: state.phase - 1]) + state.round
        if facts["step"] == "main":
            rounds += [[] for _ in range(place - len(rounds))]
            if state.turn not in rounds[-1]:
                rounds[-1].append(state.turn)
        moves = state.moves()
        state.play(chance.choices(moves, [WEIGHTS.get(move.kind, 1.0) for move in moves])[0])
    assert len(rounds) == (12 if seats == 2 else 10)
    assert all(seen == [(seen[0] + step) % seats for step in range(seats)] for seen in rounds)


STAIRS = "1 2 3 4 5 . . ."
FLAT = ". . . . . . . ."
ISLES = [cell for cell in range(64) if cell // 8 % 2 == 0 and cell % 2 == 0]


def landscape(chance: random.Random) -> str:
    """Nothing built, castles of one block each, or ruins; often with stairs in the first row."""
    kind = chance.choice(("flat", "isles", "ruins"))
    rows = [FLAT] * 8
    if kind == "isles":
        rows = ["1 . 1 . 1 . 1 .", FLAT] * 4
    elif kind == "ruins":
        rows = [" ".join(chance.choice(".1") for _ in range(8)) for _ in rows]
    return "\n".join([STAIRS, *rows[1:]] if chance.random() < 0.4 else rows)


def figure(chance: random.Random) -> list[int]:
    """Six cells: on a line, with the corners of a square, side by side, on the isles, or anywhere; often one of them is off."""
    cells = list(range(64))
    chance.shuffle(cells)
    kind = chance.randrange(5)
    if kind == 0:
        cells = cells_of(chance.choice([line for line in LINES if line.bit_count() >= 6])) + cells
    elif kind == 1:
        cells = cells_of(chance.choice(SQUARES)) + cells
    elif kind == 2:
        first = chance.randrange(5) + 8 * chance.randrange(6)
        cells = [first, first + 1, first + 2, first + 8, first + 9, first + 10, *cells]
    elif kind == 3:
        cells = [cell for cell in cells if cell in ISLES] + cells
    six = list(dict.fromkeys(cells))[: chance.choice((3, 6, 6, 6))]
    if chance.random() < 0.4:
        six[-1] = chance.choice([cell for cell in range(64) if cell not in six])
    return six


@pytest.mark.parametrize("card", range(1, len(MASTER_CARDS) + 1), ids=MASTER_CARDS)
def test_figures_of_knights_score_what_plain_counting_says(card: int) -> None:
    chance = random.Random(card)
    paid = 0
    for _ in range(150):
        taken = [0, 1, 2, 3, 4, 5] if chance.random() < 0.2 else figure(chance)
        knights = [" ".join(f"{'abcdefgh'[cell % 8]}{cell // 8 + 1}" for cell in taken), ""]
        options = MILD if chance.random() < 0.3 else {}
        state = lay(landscape(chance), knights, mode="master", master=card, phase=3, round=4, **options)
        assert list(state.scores()) == NaiveScoring(state.facts()).result()
        paid += any(line.reason.kind == MASTER_CARDS[card - 1] for line in state.score_trace())
    assert paid > 4, "hardly a figure that counts"
