"""The rules play the same games compiled and interpreted, and the compiled form of a changed source is never used."""

from __future__ import annotations

import ast
import os
import shutil
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

import pytest

from rules import compiled
from rules.registry import games

ROOT = Path(__file__).resolve().parents[2]


def python(*arguments: object, folder: Path = ROOT, **variables: object) -> subprocess.CompletedProcess[str]:
    """A process with changed environment variables."""
    chosen = {name: value for name, value in os.environ.items() if not name.startswith(("ALARIFE_", "PYTEST_"))}
    return subprocess.run(
        [sys.executable, *map(str, arguments)],
        cwd=folder,
        env=chosen | {name: str(value) for name, value in variables.items()},
        capture_output=True,
        text=True,
        check=False,
    )


COMPILE = """
import sys
sys.path.insert(0, sys.argv[1])
import compiling
if reason := compiling.lacking():
    print("lacking:", reason)
else:
    compiling.compile_rules("0", sys.argv[2:])
"""
"""Compiles without optimising, which is faster and has C assertions; or says that there is no compiler."""


@pytest.mark.long if compiled.folder().is_dir() else pytest.mark.thorough
def test_the_rules_play_the_same_compiled(tmp_path: Path) -> None:
    """All games where they have been compiled (``make test-compiled``), else one, which is compiled first."""
    if compiled.folder().is_dir():
        place, chosen = compiled.PLACE, list(games())
    else:
        place, chosen = tmp_path / "compiled", ["big-boss"]
        made = python("-c", COMPILE, ROOT / "packaging", "big_boss", ALARIFE_COMPILED=place)
        if made.stdout.startswith("lacking:"):
            pytest.skip(made.stdout)
        assert made.returncode == 0, made.stdout + made.stderr

    same = python("-m", "tests.compiled.played", *chosen, ALARIFE_COMPILED=place, ALARIFE_RULES="compiled")
    other = python("-m", "tests.compiled.played", *chosen, ALARIFE_RULES="interpreted")
    assert (same.stderr, other.stderr) == ("", "")
    assert (same.stdout.splitlines()[0], other.stdout.splitlines()[0]) == ("compiled", "interpreted")
    assert len(same.stdout.splitlines()) > 4
    assert same.stdout.splitlines()[1:] == other.stdout.splitlines()[1:]

    traced = [python("-c", TRACED, ALARIFE_COMPILED=place, ALARIFE_RULES=form) for form in ("compiled", "interpreted")]
    assert "position.py: _check_answer\n" in traced[0].stdout
    assert traced[0].stdout == traced[1].stdout

    stale(place, tmp_path)


TRACED = """
import traceback
from pathlib import Path
from net.rulebook import start
state = start("big-boss", 2, {})
try:
    state.learn(state.deals[0], (9,))
except ValueError as error:
    for place in traceback.extract_tb(error.__traceback__)[1:]:
        print(place.lineno, Path(place.filename).name + ":", place.name)
"""
"""The places in the traceback of a mistake."""


def copy_sources(folder: Path) -> None:
    """All sources that are compiled."""
    shutil.copytree(ROOT / "rules", folder / "rules", ignore=shutil.ignore_patterns("__pycache__"))
    for name in (*compiled.IN_NET, *compiled.IN_C):
        (folder / name).parent.mkdir(parents=True, exist_ok=True)
        shutil.copy(ROOT / name, folder / name)


def stale(place: Path, folder: Path) -> None:
    """A copy of the rules runs compiled until one of its sources changes."""
    copy_sources(folder)

    def form(**variables: object) -> subprocess.CompletedProcess[str]:
        return python("-c", FORM, folder=folder, ALARIFE_COMPILED=place, PYTHONPATH=folder, **variables)

    assert form().stdout == "compiled\n"
    assert form(ALARIFE_RULES="interpreted").stdout == "interpreted\n"
    with (folder / "rules" / "message.py").open("a", encoding="utf-8") as source:
        source.write("\n# changed\n")
    assert form().stdout == "interpreted\n"
    assert "run make compile" in form(ALARIFE_RULES="compiled").stderr


FORM = "from rules.compiled import form; print(form())"


@pytest.mark.parametrize("given", [{}, {"ALARIFE_RULES": "interpreted"}])
def test_without_anything_compiled_the_sources_run(tmp_path: Path, given: dict[str, str]) -> None:
    assert python("-c", FORM, ALARIFE_COMPILED=tmp_path / "none", **given).stdout == "interpreted\n"


def test_insisting_on_compiled_rules_fails_if_there_are_none(tmp_path: Path) -> None:
    told = python("-c", FORM, ALARIFE_COMPILED=tmp_path, ALARIFE_RULES="compiled")
    assert told.returncode == 1
    assert "run make compile" in told.stderr


def test_the_digest_depends_on_every_source(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    copy_sources(tmp_path)
    first = compiled.digest()
    monkeypatch.setattr(compiled, "RULES", tmp_path / "rules")
    assert compiled.digest() == first
    seen = {first}
    changes: list[Callable[[], object]] = [
        lambda: (tmp_path / "rules" / "torres" / "land.py").write_text("", "utf-8"),
        lambda: (tmp_path / "rules" / "torres" / "land.py").unlink(),
        lambda: (tmp_path / "rules" / "new.py").write_text("", "utf-8"),
        lambda: (tmp_path / "rules" / "new.py").rename(tmp_path / "rules" / "newer.py"),
        lambda: (tmp_path / compiled.IN_NET[0]).write_text("", "utf-8"),
        lambda: (tmp_path / compiled.IN_C[0]).write_text("", "utf-8"),
    ]
    for change in changes:
        change()
        assert compiled.digest() not in seen
        seen.add(compiled.digest())


@pytest.mark.parametrize("name", compiled.IN_NET)
def test_no_constant_of_another_module_is_compiled_into_net(name: str) -> None:
    """Its value would stay in the machine code if it changed where it stands, for the digest does not cover that place."""
    for node in ast.walk(ast.parse((ROOT / name).read_text("utf-8"))):
        if not isinstance(node, ast.ImportFrom) or not str(node.module).startswith("net."):
            continue
        place = ROOT.joinpath(*str(node.module).split("."))
        source = place / "__init__.py" if place.is_dir() else place.with_suffix(".py")
        if source.relative_to(ROOT).as_posix() in compiled.IN_NET:
            continue
        taken = {alias.name for alias in node.names}
        for fixed in ast.parse(source.read_text("utf-8")).body:
            if isinstance(fixed, ast.AnnAssign) and "Final" in ast.unparse(fixed.annotation):
                assert ast.unparse(fixed.target) not in taken
