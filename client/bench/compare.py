"""Compares two versions of Alarife, and reports what became slower (``make bench-compare BASE=commit``).

Each version is in its own folder without build products, and runs with the same Python and libraries. Each round starts one
process for each version, which does the same tasks and reports the processor time of each; so other programs disturb both
alike. The result of a task is the median of its ratios. The module is also the program that does the tasks. It uses only
long-standing names, and skips a task that a version cannot do.
"""

from __future__ import annotations

import argparse
import json
import os
import random
import signal
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Iterator
from itertools import islice
from pathlib import Path
from statistics import median
from typing import Any

ROUNDS = 7
SLOWER = 1.2
"""The ratio above which a task is reported as slower."""

TASK_SECONDS = 0.3
"""How long each task is repeated, in seconds; its fastest time counts."""

QUICK_LEVELS = ("greedy", "planner")
"""Old levels that do not use all the time they have."""

DECISIONS = 20
TURNS = 8
"""Turns of a saved game that are analysed."""

PEERS = 3
MOVES = 30

CLONE = Path(__file__).resolve().parents[2]
SAVED = "tests/ages"
"""The folder of games between peers that every version can check."""


def main(arguments: list[str]) -> int:
    """Compare; returns 1 if something became slower."""
    parser = argparse.ArgumentParser(prog="make bench-compare", description=__doc__.partition("\n")[0])
    parser.add_argument("base", help="the commit to compare with")
    parser.add_argument("--rounds", type=int, default=ROUNDS)
    given = parser.parse_args(arguments)
    with tempfile.TemporaryDirectory(prefix="alarife-compare-") as folder:
        trees = Path(folder) / "base", Path(folder) / "now"
        if not unpack(given.base, trees[0]):
            print(f"There is no commit {given.base} here. A shallow clone gets it with: git fetch --unshallow")
            return 2
        _copy(trees[1])
        found: dict[str, list[float]] = {}
        for number in range(given.rounds):
            order = trees if number % 2 == 0 else trees[::-1]
            taken = {tree.name: _run(tree) for tree in order}
            for task, now in taken["now"].items():
                if task in taken["base"]:
                    found.setdefault(task, []).append(now / taken["base"][task])
    slower = 0
    for task, ratios in found.items():
        ratio = median(ratios)
        slower += ratio > SLOWER
        verdict = "SLOWER" if ratio > SLOWER else "faster" if ratio < 1 / SLOWER else ""
        print(f"{task:44} {ratio:6.2f}  ({min(ratios):.2f} to {max(ratios):.2f})  {verdict}".rstrip())
    for task in sorted(taken["now"].keys() ^ taken["base"].keys()):
        print(f"{task:44} only one of the two versions can do this")
    print(f"{slower} of {len(found)} became slower by more than a fifth")
    return 1 if slower or not found else 0


def unpack(commit: str, folder: Path) -> bool:
    """Copy the files of a commit to a new folder; returns whether the commit exists."""
    folder.mkdir()
    archive = subprocess.run(["git", "-C", str(CLONE), "archive", "--format=tar", commit], capture_output=True)
    if archive.returncode:
        return False
    subprocess.run(["tar", "-xf", "-", "-C", str(folder)], input=archive.stdout, check=True)
    return True


def _copy(folder: Path) -> None:
    """Copy the clone's current files to a new folder: those that git tracks, and new ones that it does not ignore."""
    listing = ["git", "-C", str(CLONE), "ls-files", "-z", "--cached", "--others", "--exclude-standard"]
    for name in subprocess.run(listing, capture_output=True, check=True).stdout.decode().split("\0"):
        source = CLONE / name
        if name and source.is_file():
            target = folder / name
            target.parent.mkdir(parents=True, exist_ok=True)
            target.write_bytes(source.read_bytes())


def _run(tree: Path) -> dict[str, float]:
    """The times of the tasks in one version, in nanoseconds of processor time."""
    environment = os.environ | {"PYTHONPATH": str(tree), "QT_QPA_PLATFORM": "offscreen", "PYTHONHASHSEED": "0"}
    words = [sys.executable, str(Path(__file__).resolve()), "--tasks", str(CLONE / SAVED)]
    done = subprocess.run(words, cwd=tree, env=environment, stdout=subprocess.PIPE, text=True, check=True)
    return {str(task): float(taken) for task, taken in json.loads(done.stdout).items()}


# -- the tasks, in either version --------------------------------------------------------------------------------------


def tasks(saved: Path) -> dict[str, float]:
    """Do every task that this version can do; returns the nanoseconds by task."""
    found: dict[str, float] = {}
    for kind in (_games, _bots, _analyses, _peers, _shuffles, _files, _starts, _windows):
        try:
            for task, work, clock in kind(saved):
                found[task] = _least(work, clock)
        except (ImportError, AttributeError, TypeError, ValueError):  # this version cannot do the task
            continue
    return found


def _least(work: Callable[[], object], clock: Callable[[], float]) -> float:
    work()
    least, until = float("inf"), time.monotonic() + TASK_SECONDS
    while least == float("inf") or time.monotonic() < until:
        begun = clock()
        work()
        least = min(least, clock() - begun)
    return least


Task = tuple[str, Callable[[], object], Callable[[], float]]


def _games(saved: Path) -> Iterator[Task]:
    from net.deal.seeded import seed_of
    from net.offline import play_out
    from rules.registry import games

    for name, rules in games().items():
        seats = rules.seats[0]

        def play(name: str = name, seats: int = seats) -> None:
            chance = random.Random(5)
            play_out(name, {}, seed_of("5"), [lambda view: chance.choice(view.moves())] * seats)

        yield f"{name}: a whole random game", play, time.process_time_ns


def _bots(saved: Path) -> Iterator[Task]:
    """Decisions in the positions of a random game, so that both versions think about the same ones."""
    from client.bots import choose_move
    from net.deal.seeded import seed_of
    from net.offline import play_out
    from rules.registry import games

    for name, rules in games().items():
        level = next((level for level in QUICK_LEVELS if level in rules.bots), None)
        if level is None:
            continue
        views: list[Any] = []
        chance = random.Random(5)

        def noted(view: Any, views: list[Any] = views, chance: random.Random = chance) -> Any:
            views.append(view.copy())
            return chance.choice(view.moves())

        play_out(name, {}, seed_of("5"), [noted] * rules.seats[0])

        def choose(name: str = name, level: str = level, views: list[Any] = views) -> None:
            for view in views[:: max(1, len(views) // DECISIONS)]:
                choose_move(name, level, view.copy(), 5)

        yield f"{name}: {DECISIONS} decisions of {level}", choose, time.process_time_ns


def _analyses(saved: Path) -> Iterator[Task]:
    from client.analysis.subject import read_subject
    from rules.search.analysis import QUICK

    files = sorted(saved.rglob("*.alarife"), key=lambda file: file.stat().st_size)
    if files:
        file = files[-1]

        def analyse() -> None:
            for _ in islice(read_subject(file).judged(QUICK, False), TURNS):
                pass

        yield f"analysing {TURNS} turns of {file.name}", analyse, time.process_time_ns


def _peers(saved: Path) -> Iterator[Task]:
    """Moves between three peers in one process, without links."""
    from client.bench.growth import Hall
    from rules.registry import games

    for name, rules in games().items():
        if PEERS in rules.seats:

            def play(rules: Any = rules) -> None:
                hall = Hall(rules, PEERS)
                for _ in range(MOVES):
                    if not hall.move():
                        break
                hall.close()

            yield f"{name}: the start and {MOVES} moves between {PEERS} peers", play, time.process_time_ns
            return


def _shuffles(saved: Path) -> Iterator[Task]:
    from net.deal.fair import elgamal, shuffle
    from net.deal.fair.group import base

    key = base(5)
    before = tuple(elgamal.lay_open(card, key) for card in range(36))
    mixed = shuffle.mix(before, key)
    proof = shuffle.prove(before, mixed, key, b"compare")
    yield "shuffling 36 cards", lambda: shuffle.prove(before, shuffle.mix(before, key), key, b"compare"), time.process_time_ns
    yield (
        "checking a shuffle of 36 cards",
        lambda: shuffle.check(before, mixed.after, proof, key, b"compare"),
        time.process_time_ns,
    )


def _files(saved: Path) -> Iterator[Task]:
    from net.gamefile import load
    from net.verify import verify

    files = sorted(saved.rglob("*.alarife"), key=lambda file: file.stat().st_size)
    if files:
        longest = files[-1]
        yield f"reading {longest.name}", lambda: load(longest), time.process_time_ns
        yield f"verify {longest.name}", lambda: verify(longest), time.process_time_ns


def _starts(saved: Path) -> Iterator[Task]:
    program = [sys.executable, "-m", "client.cli", "games"]
    start = lambda: subprocess.run(program, check=True, stdout=subprocess.DEVNULL)  # noqa: E731
    yield "starting the command line", start, _of_children


def _windows(saved: Path) -> Iterator[Task]:
    """The start page, up to its first frame."""
    from client.bench.timed import VARIABLE

    if not hasattr(os, "killpg"):
        return  # a window that is ended otherwise might leave processes behind
    worked = [0.0]

    def start() -> None:
        with tempfile.TemporaryDirectory() as home:
            environment = os.environ | {VARIABLE: "1", "ALARIFE_HOME": home}
            words = [sys.executable, "-m", "client.cli"]
            program = subprocess.Popen(words, env=environment, stdout=subprocess.PIPE, start_new_session=True, text=True)
            try:
                assert program.stdout is not None
                worked[0] += json.loads(program.stdout.readline())["worked"]
            finally:
                os.killpg(program.pid, signal.SIGKILL)
                program.communicate()

    yield "starting the window", start, lambda: worked[0]


def _of_children() -> float:
    times = os.times()
    return 1e9 * (times.children_user + times.children_system)


if __name__ == "__main__":
    if sys.argv[1:2] == ["--tasks"]:
        sys.path.remove(str(Path(__file__).resolve().parent))  # it belongs to one version, and would hide the other's names
        print(json.dumps(tasks(Path(sys.argv[2]))))
    else:
        sys.exit(main(sys.argv[1:]))
