"""The isometric board: every field is found at its place, whatever stands around it."""

from __future__ import annotations

import pytest
from PySide6.QtCore import QRectF

from client.boards.loop.spots import loop_spots
from client.boards.stacks.projection import BORDER, Projection, fitting_tile

SPOTS = loop_spots()


@pytest.mark.parametrize("tile", [36, 64, 75, 140, 400])
def test_the_middle_of_every_field_is_that_field(tile: int) -> None:
    at = Projection(SPOTS, tile)
    assert at.tile % 2 == 0
    for cell in SPOTS.cells:
        assert at.at(at.top(cell), [0] * 72) == cell


@pytest.mark.parametrize("level", [1, 3, 6])
def test_the_top_of_a_lone_tower_is_its_field(level: int) -> None:
    at = Projection(SPOTS, 80)
    for cell in SPOTS.cells:
        levels = [0] * 72
        levels[cell - 1] = level
        assert at.at(at.top(cell, level), levels) == cell


def test_a_tower_hides_what_stands_behind_it_and_nothing_else() -> None:
    at = Projection(SPOTS, 80)
    x, y = SPOTS.of(70)
    behind = next(cell for cell in SPOTS.cells if SPOTS.of(cell) == (x - 1, y - 1))
    assert at.hides(70, 5, behind, 0)
    assert not at.hides(behind, 5, 70, 0)
    assert not at.hides(70, 0, behind, 0)


def test_a_point_beside_the_loop_is_no_field() -> None:
    at = Projection(SPOTS, 80)
    assert at.at(at.point(6, 6), [0] * 72) == 0
    assert at.at(at.point(-3, 6), [0] * 72) == 0


@pytest.mark.parametrize("size", [(700, 500), (1000, 700), (2000, 1200)])
def test_the_fitted_board_fits(size: tuple[int, int]) -> None:
    at = Projection(SPOTS, fitting_tile(SPOTS, QRectF(0, 0, *size)))
    slab = at.slab(BORDER).boundingRect()
    assert slab.width() <= size[0]
    assert slab.height() <= size[1]
    assert slab.width() > size[0] * 0.8 or slab.height() > size[1] * 0.7


def test_fields_nearer_to_the_eye_are_drawn_later() -> None:
    at = Projection(SPOTS, 80)
    for cell in SPOTS.cells:
        for other in SPOTS.cells:
            if at.top(cell).y() < at.top(other).y():
                assert at.order(cell) < at.order(other)
