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
def test_what_differs_is_told(changed: str, tmp_path: Path, monkeypatch, capsys) -> None:
    folder = tmp_path / "then"
    folder.mkdir()
    learned = weights_in(SHIPPED / "big-boss-judge.json")
    if changed == "a weight":
        learned["3"][3] += 1
    elif changed == "a number of seats":
        del learned["3"]
    monkeypatch.setattr(again, "learn", lambda *_given: learned)
    monkeypatch.setattr(sys, "argv", ["again", "big-boss-judge", "--folder", str(folder)])
    assert again.main() == (0 if changed == "nothing" else 1)
    first, second, third, *further = capsys.readouterr().out.splitlines()
    assert ("DIFFERENT" in first) == (changed != "nothing")
    assert not any("DIFFERENT" in line for line in (second, third))
    assert further == ([] if changed == "nothing" else [f"The training is in {folder}."])
    assert folder.exists() == (changed != "nothing"), "somebody may want to look at what differs"


def test_a_version_that_is_missing_is_an_error_with_a_way_out(tmp_path: Path) -> None:
    with pytest.raises(NotAgain, match="git fetch --unshallow"):
        learn(Recipe("big-boss.json", "0" * 40, ()), tmp_path / "train" / "then")
    assert not (tmp_path / "train" / "then").exists()


def test_a_step_that_fails_is_told(tmp_path: Path, monkeypatch) -> None:
    monkeypatch.setattr(again, "unpack", lambda _commit, folder: folder.mkdir() is None)
    with pytest.raises(NotAgain, match=r"No module named 'training'"):
        learn(Recipe("big-boss.json", "HEAD", ("training.train --games 1",)), tmp_path / "then")


TEACH = """
import json, pathlib, sys
taken = pathlib.Path("taken-by-itself")
taken.write_text(taken.read_text() + sys.argv[1] if taken.exists() else sys.argv[1])
if sys.argv[1] == "b" and not pathlib.Path("ready").exists():
    sys.exit(3)
begun = pathlib.Path("begun.json")
weight = json.loads(begun.read_text())["seats"]["2"]["weights"][0] + 1 if begun.exists() else 7
pathlib.Path("learned.json").write_text(json.dumps({"seats": {"2": {"weights": [weight]}}}))
"""
"""A program of a version: notes its argument, and writes a weight, one more than the one it begins with. Its step b needs a
file."""


def unpacked(commit: str, folder: Path) -> bool:
    """A version without a program that compiles."""
    folder.mkdir()
    (folder / "teach.py").write_text(TEACH, "utf-8")
    return True


def test_without_compiled_rules_it_learns_all_the_same(tmp_path: Path, monkeypatch, capsys) -> None:
    monkeypatch.setattr(again, "unpack", unpacked)
    learned = learn(Recipe("big-boss.json", "HEAD", ("teach a",), compiled=True), tmp_path / "then")
    assert learned == {"2": [7]}
    assert "takes much longer" in capsys.readouterr().err


def test_an_interrupted_training_goes_on_with_the_step_that_was_not_finished(tmp_path: Path, monkeypatch) -> None:
    monkeypatch.setattr(again, "unpack", unpacked)
    recipe, folder = Recipe("big-boss.json", "HEAD", ("teach a", "teach b", "teach c")), tmp_path / "then"
    with pytest.raises(NotAgain, match="ended with 3"):
        learn(recipe, folder)
    (folder / "ready").touch()
    assert learn(recipe, folder) == {"2": [7]}
    assert (folder / "taken-by-itself").read_text("utf-8") == "abbc"


@pytest.mark.parametrize("interrupted", [False, True])
def test_a_training_begins_with_what_an_earlier_version_learned(interrupted: bool, tmp_path: Path, monkeypatch) -> None:
    monkeypatch.setattr(again, "unpack", unpacked)
    first = Recipe("big-boss.json", "HEAD", ("teach a", "teach b") if interrupted else ("teach a",))
    recipe, folder = Recipe("big-boss.json", "HEAD", ("teach c",), first=first), tmp_path / "then"
    if interrupted:
        with pytest.raises(NotAgain, match="ended with 3"):
            learn(recipe, folder)
        (folder / "first" / "ready").touch()
    assert learn(recipe, folder) == {"2": [8]}
    assert (folder / "first" / "taken-by-itself").read_text("utf-8") == ("abb" if interrupted else "a")
    assert (folder / "taken-by-itself").read_text("utf-8") == "c"
    assert learn(recipe, folder) == {"2": [8]}, "what has been learned is not learned again"


@pytest.mark.parametrize("content", ["", "{}", '{"commit": "0000", "steps": []}'])
def test_a_folder_that_holds_something_else_is_left_alone(content: str, tmp_path: Path) -> None:
    if content:
        (tmp_path / "taken.json").write_text(content, "utf-8")
    with pytest.raises(NotAgain, match="Remove it, or name another"):
        learn(Recipe("big-boss.json", "HEAD", ()), tmp_path)
    assert [path.name for path in tmp_path.iterdir()] == (["taken.json"] if content else [])
