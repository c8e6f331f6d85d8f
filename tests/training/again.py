"""``make train``: learn the shipped weights of a game once more from nothing, and compare.

    python -m tests.training.again big-boss

Bots and features have changed since the weights were learned, and with them the games of a training. So the version that
learned the weights learns them again, in a clone of its own, with the same steps.
"""

from __future__ import annotations

import argparse
import json
import os
import subprocess
import sys
import tempfile
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Final, NamedTuple

ROOT: Final = Path(__file__).parents[2]
SHIPPED: Final = ROOT / "resources" / "bots"


class Recipe(NamedTuple):
    """How weights were learned.

    Attributes:
        commit: the version that learned them.
        module: its program for training.
        steps: what the program was asked for, one time after the other; the game and the file come in addition.
    """

    commit: str
    module: str
    steps: tuple[str, ...]


RECIPES: Final[Mapping[str, Recipe]] = {
    "big-boss": Recipe(
        "6089d6ff",
        "training.train",
        (
            "--groups 2 --games 100 --generations 1",
            "--groups 2 --games 110 --generations 1 --go-on --proof 10",
            "--groups 3,4,5 --games 120 --generations 1",
            "--groups 3,4,5 --games 120 --generations 1 --go-on --proof 10",
        ),
    ),
}
"""At the commit that Alcazar's weights name, its steps lead to others. Burgenland's weights come from several versions."""


class NotAgain(Exception):
    """Weights cannot be learned again here; the text says why and what to do."""


def learn(game: str, recipe: Recipe, clone: Path) -> dict[str, list[int]]:
    """Learn weights in a folder that is not there yet; returns them in thousandths, by the number of seats.

    Raises :class:`NotAgain` where the version is missing or a step fails.
    """
    run("git", "clone", "-q", "--shared", "--no-checkout", str(ROOT), str(clone))
    try:
        run("git", "-C", str(clone), "checkout", "-q", recipe.commit)
    except NotAgain as error:
        raise NotAgain(f"This clone does not have version {recipe.commit}. Fetch the whole history first. {error}") from error
    for step in recipe.steps:
        run(sys.executable, "-m", recipe.module, game, *step.split(), "--out", "learned.json", folder=clone, aloud=True)
    learned = json.loads((clone / "learned.json").read_text("utf-8"))["seats"]
    return {seats: entry["weights"] for seats, entry in learned.items()}


def run(*words: str, folder: Path = ROOT, aloud: bool = False) -> None:
    """Run a command, with its output shown or not. Raises :class:`NotAgain`, with what it wrote as errors, if it fails."""
    variables = {name: value for name, value in os.environ.items() if not name.startswith(("ALARIFE_", "PYTHONPATH"))}
    output = None if aloud else subprocess.DEVNULL
    done = subprocess.run(words, cwd=folder, env=variables, text=True, check=False, stderr=subprocess.PIPE, stdout=output)
    if done.returncode:
        raise NotAgain(f"“{' '.join(words)}” ended with {done.returncode}: {done.stderr.strip()[-2000:]}")


def differences(shipped: Mapping[str, Sequence[int]], learned: Mapping[str, Sequence[int]]) -> dict[str, int]:
    """By how many thousandths weights differ at most, by the number of seats; those that are equal are left out."""
    most = {seats: _apart(shipped[seats], learned.get(seats, ())) for seats in shipped}
    return {seats: apart for seats, apart in most.items() if apart}


def _apart(one: Sequence[int], other: Sequence[int]) -> int:
    length = max(len(one), len(other))
    return max((abs(a - b) for a, b in zip(_filled(one, length), _filled(other, length), strict=True)), default=0)


def _filled(weights: Sequence[int], length: int) -> list[int]:
    return [*weights, *[0] * (length - len(weights))]


def shipped_weights(game: str) -> dict[str, list[int]]:
    """The weights of a game in the program, in thousandths, by the number of seats."""
    content = json.loads((SHIPPED / f"{game}.json").read_text("utf-8"))
    return {seats: entry["weights"] for seats, entry in content["seats"].items()}


def main() -> int:
    """Learn and compare."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("game", choices=sorted(RECIPES))
    given = parser.parse_args()
    try:
        with tempfile.TemporaryDirectory(prefix="alarife-train-") as folder:
            learned = learn(given.game, RECIPES[given.game], Path(folder) / "clone")
    except NotAgain as error:
        sys.stderr.write(f"{error}\n")
        return 1
    shipped = shipped_weights(given.game)
    found = differences(shipped, learned)
    for seats in sorted(shipped):
        told = f"up to {found[seats]} thousandths apart" if seats in found else "the shipped weights"
        sys.stdout.write(f"{seats} seats: {told}\n")
    return 1 if found else 0


if __name__ == "__main__":
    sys.exit(main())
