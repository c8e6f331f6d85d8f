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
        steps: its programs for training, one after the other, each with what it was asked for.
        compiled: whether it takes so long that compiling the rules first pays.
    """

    file: str
    commit: str
    steps: tuple[str, ...]
    compiled: bool = False


LEARNED: Final = "learned.json"
"""The last step writes the weights here."""

COMPILING: Final = "packaging/compiling.py"

_EVOLVE: Final = "tests.training.evolve"
_COLLECT: Final = "tests.training.trials collect --decisions 6000 --out pairs.jsonl"
_FIT: Final = "tests.training.trials fit --decisions pairs.jsonl --out pairs.json"
_MIX: Final = f"tests.training.trials mix --out {LEARNED}"


def _winners(game: str, games: int, numbers: tuple[int, ...]) -> tuple[str, ...]:
    """The steps that learn from who wins, for these numbers of seats."""
    module = "tests.training.winners"
    return tuple(
        step
        for seats in numbers
        for step in (
            f"{module} collect {game} --seats {seats} --games {games} --out games-{seats}.npz",
            f"{module} fit {game} --seats {seats} --games games-{seats}.npz --out {LEARNED}",
        )
    )


_BIG_BOSS: Final = f"training.train big-boss --out {LEARNED} --generations 1"

RECIPES: Final[Mapping[str, Recipe]] = {
    "alcazar": Recipe(
        "alcazar-playing.json",
        "8d59e6ad",
        (
            f"{_EVOLVE} alcazar --out {LEARNED} --seats 5 --generations 100",
            f"{_EVOLVE} alcazar --out {LEARNED} --seats 4 --begin 5 --generations 30",
            f"{_EVOLVE} alcazar --out {LEARNED} --seats 3 --begin 5 --generations 30",
        ),
        compiled=True,
    ),
    "alcazar-judge": Recipe("alcazar.json", "79d2d50c", _winners("alcazar", 1000, (2, 3, 4, 5)), compiled=True),
    "big-boss": Recipe(
        "big-boss.json",
        "6089d6ff",
        (
            f"{_BIG_BOSS} --groups 2 --games 100",
            f"{_BIG_BOSS} --groups 2 --games 110 --go-on --proof 10",
        ),
    ),
    "big-boss-judge": Recipe("big-boss-judge.json", "c3dfcb62", _winners("big-boss", 800, (3, 4, 5)), compiled=True),
    "burgenland": Recipe(
        "burgenland.json",
        "afbdd582",
        (
            f"{_EVOLVE} burgenland --out evolved.json --partners --seats 2 --generations 80",
            f"{_EVOLVE} burgenland --out evolved.json --partners --seats 4 --begin 2 --generations 160",
            f"{_EVOLVE} burgenland --out evolved.json --partners --seats 3 --begin 4 --generations 60",
            f"{_COLLECT} --seats 4 --seed 1",
            f"{_FIT} --seats 4",
            f"{_COLLECT} --seats 4 --seed 2 --weights pairs.json",
            f"{_FIT} --seats 4 --begin pairs.json",
            f"{_COLLECT} --seats 3 --seed 1",
            f"{_FIT} --seats 3",
            f"{_COLLECT} --seats 2 --seed 1",
            f"{_FIT} --seats 2",
            f"{_MIX} --seats 2 --parts 70:evolved.json 300:pairs.json",
            f"{_MIX} --seats 3 --parts 50:evolved.json 500:pairs.json",
            f"{_MIX} --seats 4 --parts 30:evolved.json 700:pairs.json",
        ),
        compiled=True,
    ),
    "burgenland-judge": Recipe("burgenland-judge.json", "bcd87c46", _winners("burgenland", 1000, (2,)), compiled=True),
}


class NotAgain(Exception):
    """Weights cannot be learned again here; the text says why and what to do."""


def learn(recipe: Recipe, folder: Path) -> dict[str, list[int]]:
    """Learn weights in a folder that is not there yet; returns them in thousandths, by the number of seats.

    Raises :class:`NotAgain` where the version is missing or a step fails.
    """
    if not unpack(recipe.commit, folder):
        raise NotAgain(f"There is no commit {recipe.commit} here. A shallow clone gets it with: git fetch --unshallow")
    variables = {name: value for name, value in os.environ.items() if not name.startswith(("ALARIFE_", "PYTHONPATH"))}
    if recipe.compiled and subprocess.run([sys.executable, COMPILING], cwd=folder, env=variables, check=False).returncode:
        sys.stderr.write("The rules could not be compiled, so learning takes much longer.\n")
    for step in recipe.steps:
        words = [sys.executable, "-m", *step.split()]
        told: deque[str] = deque(maxlen=20)
        with subprocess.Popen(words, cwd=folder, env=variables, text=True, stderr=subprocess.PIPE) as doing:
            assert doing.stderr is not None
            for line in doing.stderr:
                sys.stderr.write(line)
                told.append(line)
        if doing.returncode:
            raise NotAgain(f"“{' '.join(words)}” ended with {doing.returncode}: {''.join(told).strip()}")
    return weights_in(folder / LEARNED)


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
            learned = learn(RECIPES[given.game], Path(folder) / "then")
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
