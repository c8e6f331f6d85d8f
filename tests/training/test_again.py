"""Learning the shipped weights again: recipes name the versions that the weights name, and what differs is told."""

from __future__ import annotations

import json
import sys
from pathlib import Path

import pytest

from tests.training import again
from tests.training.again import RECIPES, SHIPPED, NotAgain, Recipe, learn, weights_in


@pytest.mark.parametrize("game", RECIPES)
def test_a_recipe_names_the_version_that_the_weights_name(game: str) -> None:
    content = json.loads((SHIPPED / RECIPES[game].file).read_text("utf-8"))
    assert RECIPES[game].commit.startswith(content["commit"])


@pytest.mark.parametrize("changed", ["nothing", "a weight", "a number of seats"])
def test_what_differs_is_told(changed: str, monkeypatch, capsys) -> None:
    learned = weights_in(SHIPPED / "big-boss-judge.json")
    if changed == "a weight":
        learned["3"][3] += 1
    elif changed == "a number of seats":
        del learned["3"]
    monkeypatch.setattr(again, "learn", lambda *_given: learned)
    monkeypatch.setattr(sys, "argv", ["again", "big-boss-judge"])
    assert again.main() == (0 if changed == "nothing" else 1)
    told = capsys.readouterr().out.splitlines()
    assert len(told) == 3
    assert ("DIFFERENT" in told[0]) == (changed != "nothing")
    assert not any("DIFFERENT" in line for line in told[1:])


def test_a_version_that_is_missing_is_an_error_with_a_way_out(tmp_path: Path) -> None:
    with pytest.raises(NotAgain, match="git fetch --unshallow"):
        learn(Recipe("big-boss.json", "0" * 40, ()), tmp_path / "then")


def test_a_step_that_fails_is_told(tmp_path: Path, monkeypatch) -> None:
    monkeypatch.setattr(again, "unpack", lambda _commit, folder: folder.mkdir() is None)
    with pytest.raises(NotAgain, match=r"No module named 'training'"):
        learn(Recipe("big-boss.json", "HEAD", ("training.train --games 1",)), tmp_path / "then")


def test_without_compiled_rules_it_learns_all_the_same(tmp_path: Path, monkeypatch, capsys) -> None:
    def unpacked(_commit: str, folder: Path) -> bool:
        """A version without a program that compiles, whose training writes a weight."""
        folder.mkdir()
        content = {"seats": {"2": {"weights": [7]}}}
        (folder / "teach.py").write_text(f"open('learned.json', 'w').write({json.dumps(content)!r})\n", "utf-8")
        return True

    monkeypatch.setattr(again, "unpack", unpacked)
    learned = learn(Recipe("big-boss.json", "HEAD", ("teach",), compiled=True), tmp_path / "then")
    assert learned == {"2": [7]}
    assert "takes much longer" in capsys.readouterr().err
