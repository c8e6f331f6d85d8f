"""Notes the seconds of the processor that each test takes: a plugin of pytest, ``-p tests.spent --spent FOLDER``.

Each process of pytest writes a file of JSON lines there: the test, its own seconds, and those of the programs that it started
and waited for. ``collection`` is what it takes to find the tests. ``python -m tests.spent FOLDER [FILE...]`` adds them up, by
file, or by test of these files.

Unlike the seconds of the clock, these depend little on what else the computer does; but on a very busy one they rise by half.
So compare two states of the tests in turn, in the same minutes.
"""

from __future__ import annotations

import json
import os
import sys
import time
from collections import defaultdict
from collections.abc import Generator
from pathlib import Path

import pytest

SHOWN = 40


def pytest_addoption(parser: pytest.Parser) -> None:
    parser.addoption("--spent", metavar="FOLDER", type=Path, help="where to write how much of the processor each test takes")


def pytest_configure(config: pytest.Config) -> None:
    if folder := config.getoption("spent"):
        folder.mkdir(parents=True, exist_ok=True)
        config.pluginmanager.register(Clock(folder / f"{os.getpid()}.jsonl"))


def now() -> tuple[float, float]:
    """Seconds of this process, and of those that it has waited for."""
    times = os.times()
    return time.process_time(), times.children_user + times.children_system


class Clock:
    """Writes a line after each test."""

    def __init__(self, file: Path) -> None:
        self._file = file

    def _note(self, name: str, since: tuple[float, float]) -> None:
        own, children = (after - before for after, before in zip(now(), since, strict=True))
        with self._file.open("a", encoding="utf-8") as file:
            file.write(json.dumps([name, round(own, 4), round(children, 2)]) + "\n")

    @pytest.hookimpl
    def pytest_collection_finish(self) -> None:
        self._note("collection", (0, 0))

    @pytest.hookimpl(wrapper=True)
    def pytest_runtest_protocol(self, item: pytest.Item) -> Generator[None, object, object]:
        since = now()
        try:
            return (yield)
        finally:
            self._note(item.nodeid, since)


def main() -> None:
    """Print what took most."""
    folder, files = Path(sys.argv[1]), sys.argv[2:]
    sums: dict[str, list[float]] = defaultdict(lambda: [0, 0, 0])
    for lines in folder.glob("*.jsonl"):
        for name, own, children in map(json.loads, lines.read_text("utf-8").splitlines()):
            file = name.partition("::")[0]
            if not files or file in files:
                for place, figure in enumerate((1, own, children)):
                    sums[name.partition("[")[0] if files else file][place] += figure
    everything = [sum(column) for column in zip(*sums.values(), strict=True)]
    print(" tests      own  children")
    for name, (tests, own, children) in [("all", everything), *sorted(sums.items(), key=lambda one: -sum(one[1][1:]))[:SHOWN]]:
        print(f"{tests:6.0f} {own:8.2f} {children:9.2f}  {name}")


if __name__ == "__main__":
    main()
