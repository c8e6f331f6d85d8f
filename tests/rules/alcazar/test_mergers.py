"""Buildings that grow together (rules p. 7; rulings M1, M2, M3, M4, M5, V3)."""

from __future__ import annotations

import random

import pytest

from rules.alcazar.grid import Grid
from rules.loop.board import read_spots
from tests.rules.alcazar.table import AlcazarTable
from tests.rules.big_boss.table import DATA, GRANDE
from tests.rules.dealing import kinds, told


def two_castles(one: tuple[int, ...], other: tuple[int, ...]) -> AlcazarTable:
    """Castles up to 9 and from 11 on; card 10 joins them."""
    table = AlcazarTable(hands={0: [10]})
    table.castle(10 - len(one), one)
    table.castle(11, other)
    return table


@pytest.mark.parametrize(
    ("one", "other", "stays"), [((2, 1, 1), (2, 1, 1), 1), ((2, 1, 1), (3, 1, 1), 2), ((3, 2, 1), (2, 1, 1), 1)]
)
def test_m1_nothing_is_asked_the_higher_castle_stays_and_of_equals_the_first(
    one: tuple[int, ...], other: tuple[int, ...], stays: int
) -> None:
    table = two_castles(one, other)
    values = table.value(9) + table.value(11)
    events = table.play("play 10")
    assert told(events, "merged") == [(0, 10, stays, 3 - stays, values + 1)]
    assert told(events, "paid") == [(0, values + 1)]
    assert table.state.step == "noble"


def test_m1_a_noble_may_be_placed_on_the_joining_block_or_moved_there() -> None:
    table = two_castles((2, 1, 1), (2, 1, 1))
    table.noble(7, 0)
    table.noble(13, 0, GRANDE)
    table.play("play 10")
    assert table.moves() == ["baron 10", "grande 10", "move 7 10", "move 13 10", "swap 13 7", "done"]


def test_m2_all_nobles_stay() -> None:
    table = two_castles((2, 1, 1), (2, 1, 1))
    for cell, seat in ((7, 0), (8, 1), (12, 1), (13, 0)):
        table.noble(cell, seat)
    assert "captured" not in kinds(table.play("play 10"))
    assert [noble[0] for noble in table.state.nobles.standing()] == [7, 8, 12, 13]


def test_m2_the_crest_of_the_castle_taken_over_comes_free() -> None:
    table = two_castles((2, 1, 1), (3, 1, 1))
    table.play("play 10")
    assert table.crest(7) == 2
    assert table.state.buildings.crest_supply & 1 << 1


def test_m3_by_card_the_block_is_lost_and_the_player_gets_50_and_places_no_noble() -> None:
    table = two_castles((6, 5, 5), (9, 9, 5))
    table.noble(7, 0)
    table.noble(11, 0, GRANDE)
    assert (table.value(7), table.value(11)) == (29, 43)
    table.raised(13, 4)
    assert table.value(11) == 50
    before = table.state.buildings.blocks
    events = table.play("play 10")
    assert kinds(events) == ["played", "lost-block", "paid"]
    assert told(events, "paid") == [(0, 50)]
    assert (table.level(10), table.state.buildings.blocks, table.state.buildings.lost) == (0, before - 1, 1)
    assert table.state.turn == 1


def test_m3_a_lost_block_can_be_the_last_one() -> None:
    table = two_castles((2, 1, 1), (9, 9, 9))
    table.blocks(1)
    assert told(table.play("play 10"), "over") == [("blocks",)]


def test_m3_castles_that_only_now_reach_50_do_merge() -> None:
    table = two_castles((7, 7), (7, 7))
    events = table.play("play 10")
    assert told(events, "merged") == [(0, 10, 1, 2, 50)]


def test_m4_a_villa_by_card_and_a_castle_of_50() -> None:
    table = AlcazarTable(hands={0: [10]})
    table.castle(7, (9, 9, 9))
    table.villa(11, (1, 1))
    table.noble(12, 1)
    events = table.play("play 10")
    assert told(events, "merged") == [(0, 10, 1, 0, 50)]
    assert table.state.nobles.is_of(12, 1)


def test_v3_an_oversize_villa_is_taken_over_by_a_smaller_castle_over_a_bridge() -> None:
    table = AlcazarTable()
    for place in range(7):
        table.castle(26 + 5 * place, (2, 1, 1))
    table.castle(16, (1, 2, 1))
    table.villa(66, (5, 2))
    table.noble(17, 0)
    assert (table.value(66), table.crest(66)) == (12, 0)
    events = table.play("bridge 17 67")
    assert told(events, "merged") == [(0, table.at(6, 3), 8, 0, 5 + 12 + 9)]
    assert table.crest(66) == 8


def test_t4_a_card_between_two_ends_of_one_building_is_a_plain_extension() -> None:
    """Bridges from 17 to 67 and from 19 to 65 have joined the buildings on both sides of 18."""
    table = AlcazarTable(hands={0: [18]})
    table.castle(15, (1, 1, 2))
    table.castle(65, (2, 1, 2))
    table.castle(19, (2, 1, 1))
    table.noble(17, 0)
    table.noble(19, 0)
    table.play("bridge 17 67", "done", "buy-tower", "bridge 19 65", "done", "buy-tower")
    assert table.value(17) == 5 + 7 + 5 + 2 * 9
    events = table.play("play 18")
    assert "merged" not in kinds(events)
    assert table.value(18) == 5 + 7 + 5 + 2 * 9 + 1


class Touching:
    """Groups of cells that are one building, ignoring heights, nobles and supplies, so more can be built than in any game."""

    def __init__(self, grid: Grid) -> None:
        self.grid = grid
        self.of = [0] * (grid.cells + 1)

    def join(self, one: int, other: int) -> None:
        self.of = [one if owner == other else owner for owner in self.of]

    def build(self, cell: int) -> None:
        """A card on a free field."""
        self.of[cell] = cell
        self.settle(cell)

    def settle(self, cell: int) -> None:
        for near in (self.grid.before[cell], self.grid.after[cell]):
            if near and self.of[near] and self.of[near] != self.of[cell]:
                self.join(self.of[cell], self.of[near])

    def span(self, first: int, middle: int, last: int) -> None:
        """A bridge; fails where a third building would have to be joined."""
        one, other = self.of[first], self.of[last]
        assert self.of[middle] in (0, one, other), f"{first} {middle} {last}"
        near = (self.grid.before[middle], self.grid.after[middle])
        assert all(self.of[cell] in (0, one, other) for cell in near if cell), f"beside {middle}: {first} {last}"
        if one != other:
            self.join(one, other)
        self.of[middle] = one


@pytest.mark.parametrize("seed", range(40))
def test_m5_a_bridge_never_meets_a_third_building(seed: int) -> None:
    """In any order of building, only the buildings of the pillars stand under a bridge and beside its middle."""
    chance = random.Random(seed)
    grid = Grid(read_spots(DATA), 11, 11)
    touching = Touching(grid)
    fields = list(range(1, 73))
    chance.shuffle(fields)
    lines = [(cell, middle, far) for cell in range(1, grid.cells + 1) for middle, far in grid.lines[cell] if cell < far]
    spare = chance.randrange(2, 30)
    while len(fields) > spare:
        touching.build(fields.pop())
        for first, middle, last in chance.sample(lines, chance.choice((5, 40, 180))):
            if touching.of[first] and touching.of[last]:
                touching.span(first, middle, last)
        fields = [field for field in fields if not touching.of[field]]
    assert any(touching.of[73:])
