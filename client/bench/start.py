"""The start: from the command to the first frame of the start page, warm and cold; memory, and disk space.

This starts the installed program if there is one, else this clone's: the frozen one in ``build/``, or the source. An empty Qt
window, with the same Python, Qt and way of starting, is measured in turn with it: once with PySide as it comes, and once with
PySide as Alarife starts it (:mod:`client.system.pyside`), which makes every program faster.

Start an Xvfb for this with ``-noreset``. Otherwise it resets whenever its last client leaves, and the program, which first
checks whether a screen answers, waits for that. On a desktop there are always other clients.
"""

from __future__ import annotations

import json
import os
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import NamedTuple

from client.bench import Figure
from client.bench.bare import BARE, LIGHT, VARIABLE
from client.system.display import has_display
from client.system.home import VARIABLE as HOME

SECONDS = 120
CLONE = Path(__file__).resolve().parents[2]
INSTALLED = Path("/usr/lib/alarife/alarife")


@dataclass(frozen=True)
class Program:
    """The program to start.

    Attributes:
        called: its name in the figures.
        words: the command that opens the window.
        bare: the command that opens a bare window.
        folders: the folders that the start reads.
    """

    called: str
    words: Sequence[str]
    bare: Sequence[str]
    folders: Sequence[Path]


class Started(NamedTuple):
    """A start: milliseconds to the first frame, processor milliseconds of these, and megabytes of memory at rest."""

    ms: float
    worked_ms: float
    megabytes: float


def program() -> Program:
    """The program to measure."""
    for called, file in (
        ("installed", Path(sys.executable) if getattr(sys, "frozen", False) else INSTALLED),
        ("frozen", CLONE / "build" / "frozen" / "alarife" / "alarife"),
    ):
        if file.is_file():
            return Program(called, [str(file)], [str(file)], [file.parent])
    ours = [CLONE / part for part in ("client", "net", "rules", "resources")]
    theirs = [Path(sys.prefix), Path(os.__file__).parent]
    run = [sys.executable, "-m"]
    return Program("source", [*run, "client.cli"], [*run, "client.bench.bare"], [*ours, *theirs])


def start(words: Sequence[str], timed: str, screen: dict[str, str]) -> Started:
    """Start it with a new data folder, and wait for its report."""
    with tempfile.TemporaryDirectory() as home:
        begun = time.monotonic_ns()
        done = subprocess.run(
            words,
            env=os.environ | screen | {HOME: home, VARIABLE: timed},
            capture_output=True,
            text=True,
            check=True,
            timeout=SECONDS,
        )
    told = {name: value for line in done.stdout.splitlines() for name, value in json.loads(line).items()}
    return Started((told["painted"] - begun) / 1e6, told["worked"] / 1e6, told["bytes"] / 1e6)


def forget(folders: Sequence[Path]) -> bool:
    """Ask the system to drop all cached files of these folders; returns whether that is possible."""
    if not hasattr(os, "posix_fadvise"):
        return False
    for folder in folders:
        for file in folder.rglob("*"):
            if file.is_file() and not file.is_symlink():
                handle = os.open(file, os.O_RDONLY)
                os.posix_fadvise(handle, 0, 0, os.POSIX_FADV_DONTNEED)
                os.close(handle)
    return True


def measure(runs: int) -> Iterator[Figure]:
    """Start all of them again and again, on a real screen if there is one."""
    chosen = program()
    screen = {} if has_display() else {"QT_QPA_PLATFORM": "offscreen"}
    programs = (
        ("start page", chosen.words, "program"),
        ("bare window", chosen.bare, BARE),
        ("bare window, PySide as here", chosen.bare, LIGHT),
    )
    where = chosen.called if not screen else f"{chosen.called}, offscreen"
    for state in ("warm", "cold"):
        taken: dict[str, list[Started]] = {what: [] for what, _, _ in programs}
        if state == "warm":
            for _, words, timed in programs:
                start(words, timed, screen)
        for _ in range(runs):
            for what, words, timed in programs:
                if state == "warm" or forget(chosen.folders):
                    taken[what].append(start(words, timed, screen))
        if not taken["start page"]:
            continue
        for what, starts in taken.items():
            yield Figure("start", f"{what}, {state}, {where}", "ms", [one.ms for one in starts])
        yield from _ratios(state, {what: [one.ms for one in starts] for what, starts in taken.items()})
        if state == "warm":
            for what, starts in taken.items():
                yield Figure("start", f"{what}, the processor's time", "ms", [one.worked_ms for one in starts])
            worked = {what: [one.worked_ms for one in starts] for what, starts in taken.items()}
            yield from _ratios("the processor's time", worked)
            for what, starts in taken.items():
                if all(one.megabytes for one in starts):
                    yield Figure("start", f"{what}, memory at rest", "MB", [one.megabytes for one in starts])
    yield from _room(chosen)


def _ratios(of: str, taken: dict[str, list[float]]) -> Iterator[Figure]:
    """How many times as long the start page took as each of the other programs, start by start."""
    page, *others = taken
    for other in others:
        pairs = zip(taken[page], taken[other], strict=True)
        yield Figure("start", f"times the {other}, {of}", "x", [ours / theirs for ours, theirs in pairs])


def _room(chosen: Program) -> Iterator[Figure]:
    """Megabytes of the installed program, and of the package to download."""
    if chosen.called == "source":
        return
    files = [file for file in chosen.folders[0].rglob("*") if file.is_file() and not file.is_symlink()]
    yield Figure("start", "files of the program", "MB", [sum(file.stat().st_size for file in files) / 1e6])
    for package in sorted((CLONE / "dist").glob("alarife_*.deb")):
        yield Figure("start", package.name, "MB", [package.stat().st_size / 1e6])
