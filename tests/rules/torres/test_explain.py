"""The questions that a screen can ask: the way of a knight, the height of a tower, the board's lines and squares."""

from __future__ import annotations

import itertools
import random

import pytest

from net.deal.seeded import SeededDeals, seed_of
from rules.torres.explain import height, reach, route
from rules.torres.grid import BESIDE, CELLS, LINES, SQUARES, SQUARES_UPRIGHT, beside, cells_of, connected, mask_of
from tests.rules.torres.table import begin, cell, cells, lay, name

GALLERY = """
. . . . . . . .
. 1 2 1 1 . . .
. . . . . . . .
"""


def test_the_reach_of_a_knight_with_its_ways() -> None:
    state = lay(GALLERY, ["a2", "h8"])
    ways = reach(state, cell("a2"), 2)
    assert ways[cell("a1")].cost == 1
    assert ways[cell("a1")].routes == ((cell("a2"), cell("a1")),)
    assert ways[cell("f2")].cost == 1
    assert ways[cell("f2")].routes == (tuple(cells("a2 b2 c2 d2 e2 f2")),)
    assert ways[cell("e2")].cost == 2, "out on the ground and up one level"
    assert ways[cell("c2")].cost == 2
    assert cell("a2") not in ways
    assert cell("f3") in ways
    assert cell("g3") not in ways
    assert reach(state, cell("a2"), 0) == {}
    assert state.land.taken >> cell("a2") & 1, "nothing was moved"


def test_a_knight_does_not_go_to_an_occupied_square() -> None:
    state = lay("", ["a1", "b1 a2"])
    assert reach(state, cell("a1"), 5) == {}


@pytest.mark.parametrize("gates", ["free", "sinking", "storey"])
def test_every_listed_move_has_a_route_that_holds_together(gates: str) -> None:
    for seed in range(6):
        chance, deals = random.Random(seed), SeededDeals(seed_of(str(seed)))
        state = begin(2 + seed % 3, gates=gates, mode="master")
        while state.deals or state.turn is not None:
            if state.deals:
                state.learn(state.deals[0], deals.answer(state.deals[0], range(state.seats)))
                continue
            moves = state.moves()
            if state.stage in ("main", "card") and (not state.card or state.card == 4):
                for move in moves:
                    if move.kind == "move":
                        holds_together(state.land.levels, route(state.land, *move.args, state.card))
            state.play(chance.choice(moves))


def holds_together(levels: list[int], passed: tuple[int, ...]) -> None:
    first, *inside, last = passed
    assert all(BESIDE[one] >> other & 1 for one, other in itertools.pairwise(passed)), list(map(name, passed))
    assert len(set(inside)) == len(inside), "no square twice, but for where it stood and comes out"
    if inside:
        assert levels[inside[0]] > levels[first], "in by a gate"
        assert levels[inside[-1]] > levels[last], "out by a gate"
        assert all(levels[one] for one in inside)
    else:
        assert levels[last] <= levels[first] + 1


def test_walking_on_a_storey_takes_the_longer_way_round() -> None:
    drawing = """
    . 2 2 2 . . . .
    1 2 1 2 1 . . .
    . . . . . . . .
    """
    free = lay(drawing, ["a2", "h8"])
    assert route(free.land, cell("a2"), cell("e2")) == tuple(cells("a2 b2 c2 d2 e2"))
    storey = lay(drawing, ["a2", "h8"], gates="storey")
    assert route(storey.land, cell("a2"), cell("e2")) == tuple(cells("a2 b2 b1 c1 d1 d2 e2"))
    sinking = lay(drawing, ["a2", "h8"], gates="sinking")
    assert route(sinking.land, cell("a2"), cell("e2")) == tuple(cells("a2 b2 b1 c1 d1 d2 e2"))
    assert route(sinking.land, cell("a2"), cell("e2"), card=4) == tuple(cells("a2 b2 c2 d2 e2"))
    assert route(sinking.land, cell("a2"), cell("d3"))[-2:] == tuple(cells("d2 d3"))


def test_the_gates_card_and_other_cards_show_their_routes_too() -> None:
    state = lay(GALLERY, ["a2", "h8"])
    assert route(state.land, cell("a2"), cell("d2"), card=4) == tuple(cells("a2 b2 c2 d2"))
    assert route(state.land, cell("a2"), cell("b3"), card=5) == tuple(cells("a2 b3"))


def test_how_high_a_tower_may_grow_and_why_no_block_goes_there() -> None:
    state = lay("2 1 . 1 . . . .", ["h8", "h7"])
    full = height(state, cell("a1"))
    assert (full.level, full.area, full.said.kind) == (2, 2, "tower")
    assert full.refusal is not None
    assert full.refusal.kind == "tower-full"
    low = height(state, cell("b1"))
    assert (low.level, low.area, low.refusal) == (1, 2, None)
    joins = height(state, cell("c1"))
    assert joins.refusal is not None
    assert (joins.area, joins.refusal.kind) == (4, "joins-castles")
    ground = height(state, cell("e1"))
    assert (ground.area, ground.said.kind, ground.refusal) == (2, "ground", None)
    far = height(state, cell("f5"))
    assert far.refusal is not None
    assert (far.area, far.said.kind, far.refusal.kind) == (0, "apart", "no-castle-beside")
    taken = height(state, cell("h8"))
    assert taken.refusal is not None
    assert taken.refusal.kind == "occupied"


# -- the grid ----------------------------------------------------------------------------------------------------------


def test_masks_and_cells_agree() -> None:
    chance = random.Random(1)
    for _ in range(200):
        chosen = sorted(chance.sample(range(CELLS), chance.randrange(20)))
        mask = mask_of(chosen)
        assert cells_of(mask) == chosen
        near = {other for one in chosen for other in range(CELLS) if abs(one // 8 - other // 8) + abs(one % 8 - other % 8) == 1}
        assert cells_of(beside(mask)) == sorted(near)


def test_connected_groups() -> None:
    assert connected(mask_of(cells("a1 b1 b2 c2")))
    assert not connected(mask_of(cells("a1 b2")))
    assert not connected(mask_of(cells("h1 a2"))), "the board does not wrap"


def test_every_square_and_line_of_the_board() -> None:
    assert len(SQUARES_UPRIGHT) == sum(size * size for size in range(1, 8))
    assert len(SQUARES) == 64 * 63 // 12, "so many have their corners on 8 x 8 points"
    assert all(mask.bit_count() == 4 for mask in SQUARES)
    assert set(SQUARES_UPRIGHT) <= set(SQUARES)
    assert len(LINES) == 8 + 8 + 13 + 13
