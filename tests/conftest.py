"""Options and hooks for all tests."""

from __future__ import annotations

import gc
import importlib.util
import os
import shutil
import subprocess
import sys
import tempfile
from pathlib import Path

import hypothesis
import pytest

from tests import forked

os.environ.setdefault("QT_QPA_PLATFORM", "offscreen")
os.environ["LANGUAGE"] = "en"  # commands speak the language of the terminal
os.environ.setdefault("QT_NO_GUI_THREADPOOL", "1")  # every core has a test of its own: threads that share a painting cost more
os.environ.setdefault(
    "ALARIFE_RULES", "interpreted"
)  # even if the rules were compiled here; tests/compiled asks for the other form

BYTECODE = Path(__file__).resolve().parent.parent / ".pytest_cache" / "bytecode"
"""Where compiled modules are kept if the environment forbids them beside their sources."""

if sys.dont_write_bytecode:  # or each of the hundreds of programs that tests start compiles Alarife and its libraries again
    os.environ.pop("PYTHONDONTWRITEBYTECODE", None)
    os.environ["PYTHONPYCACHEPREFIX"] = sys.pycache_prefix = str(BYTECODE)
    sys.dont_write_bytecode = False

RARELY = 20_000, 50, 10
"""How many objects lie between two collections of garbage. By Python's own measure the contract suite spends an eighth of its
time on them, because it keeps the games that many laws look at."""

LONG = 1800
"""Seconds that a long test may take, on a machine that does much else."""

THOROUGH = 100
"""Random games asked for (``--soak``) from which on the thorough tests run, too."""


def pytest_addoption(parser: pytest.Parser) -> None:
    parser.addoption(
        "--soak", type=int, default=0, metavar="N", help="random games per game and seat count (default: as few as show all)"
    )
    parser.addoption("--chance", default="", metavar="WORD", help="other random cards and examples: others for every word")
    parser.addoption("--quick", action="store_true", help="no long tests, and of each game one setting and one golden game")
    parser.addoption("--chaos", type=int, default=2, metavar="N", help="evenings of people who come and go (default 2)")
    parser.addoption("--witness", type=int, default=30, metavar="N", help="damaged files for the second verifier (default 30)")


def pytest_configure(config: pytest.Config) -> None:
    config.addinivalue_line("markers", "long: takes many times as long as most: begins first, and may take longer")
    config.addinivalue_line(
        "markers", "thorough: one more combination of what other tests show: only with --soak 100 or more, as make soak has it"
    )
    # Examples are the same in every run, and none fails because the computer is busy.
    steady = not config.getoption("--chance")
    hypothesis.settings.register_profile(
        "alarife", deadline=None, derandomize=steady, suppress_health_check=[hypothesis.HealthCheck.too_slow]
    )
    hypothesis.settings.load_profile("alarife")


@pytest.hookimpl(optionalhook=True)
def pytest_xdist_auto_num_workers() -> int:
    """One process more than there are cores: a quarter of the suite's time passes in waiting for sockets and windows."""
    return (os.cpu_count() or 1) + 1


@pytest.hookimpl(optionalhook=True)
def pytest_xdist_setupnodes(config: pytest.Config) -> None:
    """In a fresh clone one process compiles the tests and the program first. Otherwise every process compiles all of them."""
    place = Path(importlib.util.cache_from_source(str(Path(__file__).parent / "mutants.py"))).parent
    if not place.is_dir() or not any(place.glob("test_documents.*-pytest-*")):
        found = [sys.executable, "-m", "pytest", "-qq", "--collect-only", "-p", "no:cacheprovider", *config.args]
        subprocess.run(found, stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL, check=False)


def pytest_sessionfinish(session: pytest.Session) -> None:
    """Nothing is left running, and the next run has no use for the bytecode of copies of Alarife that tests made."""
    forked.end()
    if not hasattr(session.config, "workerinput"):
        shutil.rmtree(BYTECODE.joinpath(*Path(tempfile.gettempdir()).parts[1:]), ignore_errors=True)


def pytest_collection_finish() -> None:
    """Modules and tests live to the end, so the collector need not examine them again and again."""
    gc.collect()
    gc.freeze()
    gc.set_threshold(*RARELY)


@pytest.fixture(scope="session", autouse=True)
def remembered() -> None:
    """What peers of one process would compute again and again is computed once."""
    from tests.remembered import remember

    remember()


def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    """Long tests come first, so that at the end no process waits for one of them.

    Thorough ones are left out unless there is time for them. With ``--quick`` long ones are, too; and of those that are
    repeated for every setting or golden game, the first one of each game is kept.
    """
    items.sort(key=lambda item: item.get_closest_marker("long") is None)
    for item in items:
        if item.get_closest_marker("long") and not item.get_closest_marker("timeout"):
            item.add_marker(pytest.mark.timeout(LONG))
    quick, thorough = config.getoption("quick"), config.getoption("soak") >= THOROUGH
    kept: list[pytest.Item] = []
    left: list[pytest.Item] = []
    stands: dict[tuple[str, str], object] = {}
    for item in items:
        given = item.callspec.params if isinstance(item, pytest.Function) and hasattr(item, "callspec") else {}
        one = given.get("setting", given.get("entry"))
        game = getattr(one, "game", None) or (one.get("game") if isinstance(one, dict) else None)
        if (item.get_closest_marker("thorough") and not thorough) or (item.get_closest_marker("long") and quick):
            left.append(item)
        elif not quick or not isinstance(game, str) or not isinstance(item, pytest.Function):
            kept.append(item)
        else:
            first = stands.setdefault((item.nodeid.partition("[")[0], game), one)
            (kept if first is one or first == one else left).append(item)
    if left:
        items[:] = kept
        config.hook.pytest_deselected(items=left)
