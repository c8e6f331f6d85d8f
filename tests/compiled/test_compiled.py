"""Which form of the rules runs, and what a change of the sources does to it."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

import pytest

from rules import compiled

ROOT = Path(__file__).resolve().parents[2]


def python(*arguments: object, folder: Path = ROOT, **variables: object) -> subprocess.CompletedProcess[str]:
    """A process with other variables than this one has."""
    chosen = {name: value for name, value in os.environ.items() if not name.startswith(("ALARIFE_", "PYTEST_"))}
    return subprocess.run(
        [sys.executable, *map(str, arguments)],
        cwd=folder,
        env=chosen | {name: str(value) for name, value in variables.items()},
        capture_output=True,
        text=True,
        check=False,
    )


FORM = "from rules.compiled import form; print(form())"


@pytest.mark.parametrize("given", [{}, {"ALARIFE_RULES": "interpreted"}])
def test_without_anything_compiled_the_sources_run(tmp_path: Path, given: dict[str, str]) -> None:
    assert python("-c", FORM, ALARIFE_COMPILED=tmp_path / "none", **given).stdout == "interpreted\n"


def test_who_insists_on_compiled_rules_is_told_that_there_are_none(tmp_path: Path) -> None:
    told = python("-c", FORM, ALARIFE_COMPILED=tmp_path, ALARIFE_RULES="compiled")
    assert told.returncode == 1
    assert "run make compile" in told.stderr


def test_the_digest_depends_on_every_source(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    shutil.copytree(ROOT / "rules", tmp_path / "rules", ignore=shutil.ignore_patterns("__pycache__"))
    first = compiled.digest()
    monkeypatch.setattr(compiled, "RULES", tmp_path / "rules")
    assert compiled.digest() == first
    seen = {first}
    changes: list[Callable[[], object]] = [
        lambda: (tmp_path / "rules" / "torres" / "land.py").write_text("", "utf-8"),
        lambda: (tmp_path / "rules" / "torres" / "land.py").unlink(),
        lambda: (tmp_path / "rules" / "new.py").write_text("", "utf-8"),
        lambda: (tmp_path / "rules" / "new.py").rename(tmp_path / "rules" / "newer.py"),
    ]
    for change in changes:
        change()
        assert compiled.digest() not in seen
        seen.add(compiled.digest())
