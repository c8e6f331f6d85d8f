"""The layout of the map: nothing overlaps, even on the map of a corrected data file."""

from __future__ import annotations

import random
from itertools import combinations

import pytest
from PySide6.QtCore import QRectF

from client.boards.burgenland.facts import read_facts
from client.boards.burgenland.layout import Layout, layout_of
from client.boards.burgenland.scene import map_of
from tests.client.boards.burgenland.conftest import begun

GRID = tuple((column, row) for row in (1, 2) for column in (1, 2, 3, 4))
AROUND = (2, 3, 7, 6)


def grounds(layout: Layout) -> list[QRectF]:
    return [*layout.stones, layout.large, *(plate.box for plate in layout.plates)]


def apart(layout: Layout) -> bool:
    return not any(one.intersects(other) for one, other in combinations(grounds(layout), 2))


def test_nothing_overlaps_on_the_shipped_map() -> None:
    layout = map_of(read_facts(begun(4)[0].facts()))
    assert len(layout.stones) == 8
    assert len(layout.plates) == 11
    assert apart(layout)
    for ground in grounds(layout):
        assert layout.lawn.contains(ground)


def test_castles_lie_between_their_stones() -> None:
    state = begun(2)[0]
    layout, facts = map_of(read_facts(state.facts())), read_facts(state.facts())
    for plate, castle in zip(layout.plates, facts.castles, strict=True):
        one, other = (layout.stones[end - 1].center() for end in castle.ends)
        assert (plate.road[0], plate.road[-1]) == (one, other)
        assert min(one.x(), other.x()) <= plate.box.center().x() <= max(one.x(), other.x())


def test_parts_of_a_castle_do_not_overlap() -> None:
    layout = map_of(read_facts(begun(3)[0].facts()))
    for number, plate in enumerate(layout.plates, 1):
        parts = [*plate.squares, plate.well, plate.strip]
        assert not any(one.intersects(other) for one, other in combinations(parts, 2))
        for part in parts:
            assert plate.box.contains(part)
        for place, square in enumerate(plate.squares, 1):
            assert layout.at(square.center()) == ("square", number, place)
        assert layout.at(plate.well.center()) == ("well", number, 0)
        assert layout.at(plate.strip.center()) == ("castle", number, 0)
    prices = list(layout.prices.values())
    assert len(prices) == 6
    assert not any(one.intersects(other) for one, other in combinations(prices, 2))


@pytest.mark.parametrize("seed", range(12))
def test_nothing_overlaps_on_other_maps(seed: int) -> None:
    """A corrected file may have any eight crossings and any roads, including double and crossing ones."""
    rng = random.Random(seed)
    places = rng.sample([(column, row) for column in range(1, 6) for row in range(1, 4)], 8)
    roads = tuple(tuple(rng.sample(range(1, 9), 2)) for _ in range(11))
    layout = layout_of(tuple(places), roads, tuple(rng.sample(range(1, 9), 4)))
    assert apart(layout)
    for ground in grounds(layout):
        assert layout.lawn.contains(ground)
    assert layout_of(GRID, roads, AROUND) is layout_of(GRID, roads, AROUND)
