"""``make train``: learn the shipped weights of a game once more from nothing, and compare.

    python -m tests.training.again big-boss

Bots and features have changed since the weights were learned, and with them the games of a training. So the version that
learned the weights learns them again, in a folder of its own, with the same steps. Some take half an hour. A training that was
interrupted goes on with the step that was not finished; the folder is removed when the weights turn out to be the shipped ones.
"""

from __future__ import annotations

import argparse
import json
import os
import shutil
import subprocess
import sys
from collections import deque
from collections.abc import Mapping
from pathlib import Path
from typing import Final, NamedTuple

from client.bench.compare import unpack

CLONE: Final = Path(__file__).parents[2]
SHIPPED: Final = CLONE / "resources" / "bots"
FOLDERS: Final = CLONE / "build" / "train"


class Recipe(NamedTuple):
    """How weights were learned.

    Attributes:
        file: the shipped file of the weights.
        commit: the version that learned them.
        steps: its programs for training, one after the other, each with what it was asked for.
        compiled: whether it takes so long that compiling the rules first pays.
        first: what an earlier version learns before. Its weights lie in the folder as :data:`BEGUN`.
    """

    file: str
    commit: str
    steps: tuple[str, ...]
    compiled: bool = False
    first: Recipe | None = None


LEARNED: Final = "learned.json"
"""The last step writes the weights here."""

BEGUN: Final = "begun.json"
"""The weights with which the first step begins, if an earlier version has learned some."""

TAKEN: Final = "taken.json"
"""Lists the version and the steps that have been taken, in the folder of a training."""

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


def _true_hands(begin: str, out: str, decisions: int, seed: int) -> tuple[str, ...]:
    """The steps of a round of Burgenland for four seats, with two seeds, whose trials know what the others hold."""
    collect = f"tests.training.trials collect --seats 4 --true-hands --weights {begin} --decisions {decisions}"
    files = [f"decisions-{each}.jsonl" for each in (seed, seed + 1)]
    return (
        f"{collect} --seed {seed} --out {files[0]}",
        f"{collect} --seed {seed + 1} --out {files[1]}",
        f"tests.training.trials fit --seats 4 --begin {begin} --decisions {' '.join(files)} --out {out}",
    )


_BIG_BOSS: Final = f"training.train big-boss --out {LEARNED} --generations 1"

MIXTURE: Final = Recipe(
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
)
"""Learns the weights of Burgenland for two and three seats, and those with which the ones for four begin."""

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
        "591ea951",
        (*_true_hands(BEGUN, "once.json", 27_000, 77), *_true_hands("once.json", LEARNED, 15_000, 79)),
        compiled=True,
        first=MIXTURE,
    ),
    "burgenland-judge": Recipe("burgenland-judge.json", "bcd87c46", _winners("burgenland", 1000, (2,)), compiled=True),
}


class NotAgain(Exception):
    """Weights cannot be learned again here; the text says why and what to do."""


def learn(recipe: Recipe, folder: Path) -> dict[str, list[int]]:
    """Learn weights in a folder, or go on there; returns them in thousandths, by the number of seats.

    Each step writes its files anew or all at once, so an interrupted one can be taken again.

    Raises :class:`NotAgain` where the version is missing, the folder holds something else, or a step fails.
    """
    taken = _begun(recipe, folder)
    if recipe.first is not None and not (folder / BEGUN).exists():
        learn(recipe.first, folder / "first")
        for copy in (LEARNED, BEGUN):  # the last one tells that both are there
            shutil.copyfile(folder / "first" / LEARNED, folder / copy)
    for step in recipe.steps:
        if step not in taken:
            _take(step, folder)
            taken.append(step)
            _note(recipe, folder, taken)
    return weights_in(folder / LEARNED)


def _begun(recipe: Recipe, folder: Path) -> list[str]:
    """The steps that have been taken in a folder. If it is not there yet, it gets the version, compiled if that pays."""
    if folder.exists():
        try:
            content = json.loads((folder / TAKEN).read_text("utf-8"))
        except (OSError, ValueError):
            content = {}
        if content.get("commit") != recipe.commit:
            raise NotAgain(f"{folder} does not hold a training of {recipe.commit}. Remove it, or name another with --folder.")
        return [step for step in recipe.steps if step in content["steps"]]
    folder.parent.mkdir(parents=True, exist_ok=True)
    if not unpack(recipe.commit, folder):
        shutil.rmtree(folder)
        raise NotAgain(f"There is no commit {recipe.commit} here. A shallow clone gets it with: git fetch --unshallow")
    if recipe.compiled and subprocess.run([sys.executable, COMPILING], cwd=folder, env=_variables(), check=False).returncode:
        sys.stderr.write("The rules could not be compiled, so learning takes much longer.\n")
    _note(recipe, folder, [])
    return []


def _take(step: str, folder: Path) -> None:
    words = [sys.executable, "-m", *step.split()]
    told: deque[str] = deque(maxlen=20)
    with subprocess.Popen(words, cwd=folder, env=_variables(), text=True, stderr=subprocess.PIPE) as doing:
        assert doing.stderr is not None
        for line in doing.stderr:
            sys.stderr.write(line)
            told.append(line)
    if doing.returncode:
        raise NotAgain(f"“{' '.join(words)}” ended with {doing.returncode}: {''.join(told).strip()}")


def _note(recipe: Recipe, folder: Path, taken: list[str]) -> None:
    (folder / TAKEN).write_text(json.dumps({"commit": recipe.commit, "steps": taken}, indent=2) + "\n", "utf-8")


def _variables() -> dict[str, str]:
    """The environment of a program of the other version."""
    return {name: value for name, value in os.environ.items() if not name.startswith(("ALARIFE_", "PYTHONPATH"))}


def weights_in(file: Path) -> dict[str, list[int]]:
    """The weights in a file, in thousandths, by the number of seats."""
    return {seats: entry["weights"] for seats, entry in json.loads(file.read_text("utf-8"))["seats"].items()}


def main() -> int:
    """Learn and compare; returns 1 if any weights differ."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("game", choices=sorted(RECIPES))
    parser.add_argument("--folder", type=Path, help="where to learn, or to go on (default: build/train/GAME)")
    given = parser.parse_args()
    folder = given.folder or FOLDERS / given.game
    try:
        learned = learn(RECIPES[given.game], folder)
    except NotAgain as error:
        sys.stderr.write(f"{error}\n")
        return 1
    shipped = weights_in(SHIPPED / RECIPES[given.game].file)
    for seats in sorted(shipped):
        verdict = "the shipped weights" if learned.get(seats) == shipped[seats] else "DIFFERENT from the shipped weights"
        sys.stdout.write(f"{seats} seats: {verdict}\n")
    if learned != shipped:
        sys.stdout.write(f"The training is in {folder}.\n")
        return 1
    shutil.rmtree(folder)
    return 0


if __name__ == "__main__":
    sys.exit(main())
