"""The board as the rulings draw it: 72 fields, one closed loop."""

from __future__ import annotations

import copy

import pytest

from rules.big_boss.game import BigBoss
from rules.contract import RulesError, complete_options
from rules.loop.board import LoopBoard, read_spots
from tests.rules.big_boss.table import DATA

BOARD = LoopBoard(read_spots(DATA))
FIELDS = range(1, 73)

DRAWING = """
72  .  .  .  .  .  .  .  .  . 12
71 70 69 68 67  . 17 16 15 14 13
 .  .  .  . 66  . 18  .  .  .  .
61 62 63 64 65  . 19 20 21 22 23
60  .  .  .  .  .  .  .  .  . 24
59 58 57 56 55  . 29 28 27 26 25
 .  .  .  . 54  . 30  .  .  .  .
49 50 51 52 53  . 31 32 33 34 35
48  .  .  .  .  .  .  .  .  . 36
47 46 45 44 43 42 41 40 39 38 37
"""


def test_the_fields_lie_as_drawn() -> None:
    drawn = [[str(column) for column in range(1, 12)], *(line.split() for line in DRAWING.strip().splitlines())]
    for y, line in enumerate(drawn, start=1):
        for x, word in enumerate(line, start=1):
            if word != ".":
                assert BOARD.spots[int(word)] == (x, y)
    assert sum(word != "." for line in drawn for word in line) == BOARD.cells == 72


def test_neighbours_are_the_numbers_before_and_after_and_nothing_else_touches() -> None:
    for field in FIELDS:
        x, y = BOARD.spots[field]
        touching = {other for other in FIELDS if abs(BOARD.spots[other][0] - x) + abs(BOARD.spots[other][1] - y) == 1}
        assert touching == {BOARD.before[field], BOARD.after[field]}
    assert (BOARD.before[1], BOARD.after[72], BOARD.before[0], BOARD.after[0]) == (72, 1, 0, 0)


def test_the_board_is_its_own_mirror_image() -> None:
    for field in FIELDS:
        x, y = BOARD.spots[field]
        assert BOARD.spots[(12 - field - 1) % 72 + 1] == (12 - x, y)
        assert BOARD.spots[(48 - field - 1) % 72 + 1] == (x, 12 - y)


def test_there_are_52_straight_triples() -> None:
    assert sum(BOARD.straight) == 52


def test_f1_founding_stone_positions_for_each_card() -> None:
    three = {*range(3, 10), 15, 21, 27, 33, *range(39, 46), 51, 57, 63, 69}
    one = {12, 18, 24, 30, 36, 48, 54, 60, 66, 72}
    for card in FIELDS:
        count = sum(BOARD.straight[first] for first in FIELDS if card in BOARD.three(first))
        assert count == (3 if card in three else 1 if card in one else 2), card


@pytest.mark.parametrize(
    ("entry", "change"),
    [
        ("(all)", lambda data: data.clear()),
        ("columns", lambda data: data["loop-board"].update(columns="11")),
        ("rows", lambda data: data["loop-board"].pop("rows")),
        ("fields", lambda data: data["loop-board"]["fields"].pop()),
        ("fields.3", lambda data: data["loop-board"]["fields"].__setitem__(3, [4])),
        ("fields.4", lambda data: data["loop-board"]["fields"].__setitem__(4, [5, True])),
        ("fields.5", lambda data: data["loop-board"]["fields"].__setitem__(5, [6, 12])),
        ("fields.6", lambda data: data["loop-board"]["fields"].__setitem__(6, [1, 1])),
        ("fields.11", lambda data: data["loop-board"]["fields"].__setitem__(11, [2, 2])),
    ],
)
def test_damaged_data_is_named(entry: str, change: object) -> None:
    data = copy.deepcopy(DATA)
    assert callable(change)
    change(data)
    with pytest.raises(RulesError) as raised:
        BigBoss.start(2, complete_options(BigBoss, {}), data)
    assert raised.value.reason.key == "rules.error.data"
    assert raised.value.reason.value("entry") == entry
