"""What is wrong with a board of the loop games, and what is no board at all."""

from __future__ import annotations

import json
from importlib.resources import files
from typing import Any

import pytest

from rules.loop.flaws import WIDEST, loop_flaws, spots_of

PRINTED = files("resources").joinpath("games/loop-board.json").read_text("utf-8")


def board() -> dict[str, Any]:
    """The shipped board, as a copy that a test may change."""
    return {"loop-board": json.loads(PRINTED)}


def flaws(data: dict[str, Any]) -> set[str]:
    """The kinds of flaws of a board."""
    return {flaw.said.kind for flaw in loop_flaws(data)}


def test_the_shipped_board_has_no_flaw() -> None:
    assert loop_flaws(board()) == []


@pytest.mark.parametrize("side", ["columns", "rows"])
@pytest.mark.parametrize(("size", "fits"), [(-1, False), (0, False), (1, True), (WIDEST, True), (WIDEST + 1, False)])
def test_a_grid_has_from_one_to_36_columns_and_rows(side: str, size: int, fits: bool) -> None:
    data = board()
    data["loop-board"][side] = size
    assert ("size" in flaws(data)) is not fits


def test_a_field_outside_the_grid_is_named() -> None:
    data = board()
    data["loop-board"]["columns"] = max(column for column, _ in data["loop-board"]["fields"]) - 1
    assert "outside" in flaws(data)


@pytest.mark.parametrize(
    "field", ["a1", None, [], [1], [1, 2, 3], ["1", 2], [1, "2"], [1.0, 2], [1, 2.0], [True, 2], [1, False]], ids=str
)
def test_a_field_is_a_column_and_a_row_in_whole_numbers(field: object) -> None:
    data = board()
    data["loop-board"]["fields"][30] = field
    assert spots_of(data) is None
    assert loop_flaws(data) == [], "others say that the data cannot be read"


def test_a_field_may_lie_anywhere_even_outside() -> None:
    data = board()
    data["loop-board"]["fields"][30] = [-3, 400]
    spots = spots_of(data)
    assert spots is not None
    assert spots[30] == (-3, 400)
    assert spots[29] == tuple(data["loop-board"]["fields"][29])
