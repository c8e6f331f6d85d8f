"""Notes the functions that each test reaches: a plugin of pytest, ``-p tests.reached --reached FILE``.

The file becomes a JSON object: by test its seconds of the processor and the numbers of the functions, which are listed under
``functions`` as ``file:first line``. A test reaches what it calls, what its fixtures called when they were made, however many
tests share them, and nothing that an earlier test has made and kept. So the map says which tests to run first, not which are
enough.
"""

from __future__ import annotations

import json
import sys
import time
from collections.abc import Generator
from pathlib import Path
from types import CodeType, FrameType
from typing import Any

import pytest

ROOT = Path(__file__).parent.parent
WATCHED = tuple(f"{ROOT / folder}/" for folder in ("rules", "net/deal"))


def pytest_addoption(parser: pytest.Parser) -> None:
    parser.addoption("--reached", metavar="FILE", help="where to write which functions each test reaches")


def pytest_configure(config: pytest.Config) -> None:
    if config.getoption("reached"):
        config.pluginmanager.register(Watch(Path(config.getoption("reached"))))


class Watch:
    """The functions called so far, by test and by fixture."""

    def __init__(self, file: Path) -> None:
        self._file = file
        self._called: set[CodeType] = set()
        self._made: dict[tuple[int, str], set[CodeType]] = {}
        self._tests: dict[str, tuple[float, set[CodeType]]] = {}

    def _note(self, frame: FrameType, _event: str, _given: Any) -> None:
        """Python calls this for each call, and for nothing else since no function to trace the lines is returned."""
        self._called.add(frame.f_code)

    @pytest.hookimpl(wrapper=True)
    def pytest_fixture_setup(self, fixturedef: Any, request: Any) -> Generator[None, object, object]:
        before, self._called = self._called, set()
        try:
            return (yield)
        finally:
            self._made[id(fixturedef), repr(fixturedef.cache_key(request))] = self._called
            self._called |= before

    @pytest.hookimpl(wrapper=True)
    def pytest_runtest_call(self, item: pytest.Item) -> Generator[None, object, object]:
        for defs in item._fixtureinfo.name2fixturedefs.values():  # type: ignore[attr-defined]
            if defs[-1].cached_result is not None:
                self._called |= self._made.get((id(defs[-1]), repr(defs[-1].cached_result[1])), set())
        return (yield)

    @pytest.hookimpl(wrapper=True)
    def pytest_runtest_protocol(self, item: pytest.Item) -> Generator[None, object, object]:
        self._called = set()
        began = time.process_time()
        sys.settrace(self._note)
        try:
            return (yield)
        finally:
            sys.settrace(None)
            seconds = time.process_time() - began
            self._tests[item.nodeid] = seconds, {code for code in self._called if code.co_filename.startswith(WATCHED)}

    @pytest.hookimpl
    def pytest_sessionfinish(self) -> None:
        functions = sorted({place(code) for _, called in self._tests.values() for code in called})
        number = {name: index for index, name in enumerate(functions)}
        tests = {
            test: [round(seconds, 3), sorted({number[place(code)] for code in called})]
            for test, (seconds, called) in self._tests.items()
        }
        self._file.write_text(json.dumps({"functions": functions, "tests": tests}), "utf-8")


def place(code: CodeType) -> str:
    """A function by its file and its first line."""
    return f"{Path(code.co_filename).relative_to(ROOT).as_posix()}:{code.co_firstlineno}"
