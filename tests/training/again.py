"""``make train``: learn the shipped weights of a game once more from nothing, and compare.

    python -m tests.training.again big-boss

Bots and features have changed since the weights were learned, and with them the games of a training. So the version that
learned the weights learns them again, in a folder of its own, with the same steps.
"""

from __future__ import annotations

import argparse
import json
import os
import subprocess
import sys
import tempfile
from collections import deque
from collections.abc import Mapping
from pathlib import Path
from typing import Final, NamedTuple

from client.bench.compare import unpack

SHIPPED: Final = Path(__file__).parents[2] / "resources" / "bots"


class Recipe(NamedTuple):
    """How weights were learned.

    Attributes:
        file: the shipped file of the weights.
        commit: the version that learned them.
        module: its program for training.
        steps: what the program was asked for, one time after the other; the game and the file come in addition.
        compiled: whether it takes so long that compiling the rules first pays.
    """

    file: str
    commit: str
    module: str
    steps: tuple[str, ...]
    compiled: bool = False


COMPILING: Final = "packaging/compiling.py"

RECIPES: Final[Mapping[str, Recipe]] = {
    "alcazar": Recipe(
        "alcazar-playing.json",
        "8d59e6ad",
        "tests.training.evolve",
        (
            "--seats 5 --generations 100",
            "--seats 4 --begin 5 --generations 30",
            "--seats 3 --begin 5 --generations 30",
        ),
        compiled=True,
    ),
    "big-boss": Recipe(
        "big-boss.json",
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
"""Burgenland's weights come from several versions, and so do those by which the analysis of Alcazar judges."""


class NotAgain(Exception):
    """Weights cannot be learned again here; the text says why and what to do."""


def learn(game: str, recipe: Recipe, folder: Path) -> dict[str, list[int]]:
    """Learn weights in a folder that is not there yet; returns them in thousandths, by the number of seats.

    Raises :class:`NotAgain` where the version is missing or a step fails.
    """
    if not unpack(recipe.commit, folder):
        raise NotAgain(f"There is no commit {recipe.commit} here. A shallow clone gets it with: git fetch --unshallow")
    variables = {name: value for name, value in os.environ.items() if not name.startswith(("ALARIFE_", "PYTHONPATH"))}
    if recipe.compiled and subprocess.run([sys.executable, COMPILING], cwd=folder, env=variables, check=False).returncode:
        sys.stderr.write("The rules could not be compiled, so learning takes much longer.\n")
    for step in recipe.steps:
        words = [sys.executable, "-m", recipe.module, game, *step.split(), "--out", "learned.json"]
        told: deque[str] = deque(maxlen=20)
        with subprocess.Popen(words, cwd=folder, env=variables, text=True, stderr=subprocess.PIPE) as doing:
            assert doing.stderr is not None
            for line in doing.stderr:
                sys.stderr.write(line)
                told.append(line)
        if doing.returncode:
            raise NotAgain(f"“{' '.join(words)}” ended with {doing.returncode}: {''.join(told).strip()}")
    return weights_in(folder / "learned.json")


def weights_in(file: Path) -> dict[str, list[int]]:
    """The weights in a file, in thousandths, by the number of seats."""
    return {seats: entry["weights"] for seats, entry in json.loads(file.read_text("utf-8"))["seats"].items()}


def main() -> int:
    """Learn and compare; returns 1 if any weights differ."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("game", choices=sorted(RECIPES))
    given = parser.parse_args()
    try:
        with tempfile.TemporaryDirectory(prefix="alarife-train-") as folder:
            learned = learn(given.game, RECIPES[given.game], Path(folder) / "then")
    except NotAgain as error:
        sys.stderr.write(f"{error}\n")
        return 1
    shipped = weights_in(SHIPPED / RECIPES[given.game].file)
    for seats in sorted(shipped):
        verdict = "the shipped weights" if learned.get(seats) == shipped[seats] else "DIFFERENT from the shipped weights"
        sys.stdout.write(f"{seats} seats: {verdict}\n")
    return 0 if learned == shipped else 1


if __name__ == "__main__":
    sys.exit(main())
