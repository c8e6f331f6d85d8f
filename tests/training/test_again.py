"""Learning the shipped weights again: the recipes name the versions that the weights name, and a difference is told."""

from __future__ import annotations

import json
import sys
from pathlib import Path

import pytest

from tests.training.again import RECIPES, SHIPPED, NotAgain, Recipe, differences, learn, run, shipped_weights


@pytest.mark.parametrize("game", RECIPES)
def test_a_recipe_names_the_version_that_the_weights_name(game: str) -> None:
    content = json.loads((SHIPPED / f"{game}.json").read_text("utf-8"))
    assert RECIPES[game].commit.startswith(content["commit"])


def test_weights_that_differ_are_told_and_equal_ones_are_not() -> None:
    shipped = shipped_weights("big-boss")
    changed = {seats: list(weights) for seats, weights in shipped.items()}
    assert differences(shipped, changed) == {}
    changed["2"][3] += 7
    del changed["5"]
    assert differences(shipped, changed) == {"2": 7, "5": max(map(abs, shipped["5"]))}


def test_a_version_that_is_missing_is_an_error_with_a_way_out(tmp_path: Path) -> None:
    with pytest.raises(NotAgain, match="Fetch the whole history first"):
        learn("big-boss", Recipe("0" * 40, "training.train", ()), tmp_path / "clone")


def test_a_step_that_fails_is_told() -> None:
    with pytest.raises(NotAgain, match=r"No module named tests\.training\.nothing"):
        run(sys.executable, "-m", "tests.training.nothing")
