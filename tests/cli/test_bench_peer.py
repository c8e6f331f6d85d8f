"""Another engine beside ours: ``alarife bench engine --peer``."""

from __future__ import annotations

import sys
from pathlib import Path

import pytest

from rules.compiled import form
from tests.cli.conftest import Run

TORRES = ("bench", "engine", "--runs", 3, "--game", "torres")


@pytest.fixture(autouse=True)
def briefly(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("client.bench.engine.SECONDS", 0.01)


@pytest.fixture
def clone(tmp_path: Path) -> Path:
    logic = tmp_path / "clone" / "packages" / "game-logic"
    logic.mkdir(parents=True)
    (logic / "index.js").write_text("export class Torres {}\n", encoding="utf-8")
    return tmp_path / "clone"


def stand_in(folder: Path, monkeypatch: pytest.MonkeyPatch, program: str) -> None:
    """A program that stands in for Node.js."""
    node = folder / "node"
    node.write_text(f"#!{sys.executable}\n{program}\n", encoding="utf-8")
    node.chmod(0o755)
    monkeypatch.setattr("shutil.which", lambda name: str(node))


@pytest.mark.skipif(sys.platform == "win32", reason="the stand-in begins with the name of its interpreter")
def test_another_engine_is_compared_with_ours(
    alarife: Run, clone: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    stand_in(tmp_path, monkeypatch, 'print(\'{"moves": 1000.0, "games": 10.0}\')')
    records = alarife(*TORRES, "--peer", clone).records
    runs = {(record["bench"], record["what"], record["unit"]): record["runs"] for record in records}
    for bench, unit, theirs in (("steps", "steps/s", 1000.0), ("playouts", "playouts/s", 10.0)):
        for seats in (2, 4):
            assert runs[bench, f"TobiHol/torres, {seats} players", unit] == [theirs] * 3
            ours = runs[bench, f"torres, {seats} players, {form()}", unit]
            ratios = runs[bench, f"ours over theirs, {seats} players", "x"]
            assert ratios == pytest.approx([run / theirs for run in ours], abs=0.001)


def test_only_people_are_told_how_to_get_the_other_engine(alarife: Run) -> None:
    assert "--peer" in alarife(*TORRES, "--text").out.splitlines()[0]
    assert all("bench" in record for record in alarife(*TORRES).records)


@pytest.mark.skipif(sys.platform == "win32", reason="the stand-in begins with the name of its interpreter")
def test_an_engine_that_fails_is_quoted(alarife: Run, clone: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    stand_in(tmp_path, monkeypatch, "raise SystemExit('Error [ERR_MODULE_NOT_FOUND]: tinyqueue')")
    said = alarife(*TORRES, "--peer", clone)
    assert said.status == 1
    assert "ERR_MODULE_NOT_FOUND" in said.err
    assert "npm install" in said.err


def test_a_folder_without_the_engine_and_a_computer_without_node_are_refused(
    alarife: Run, clone: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("shutil.which", lambda name: "/usr/bin/node")
    assert "packages/game-logic/index.js" in alarife(*TORRES, "--peer", tmp_path).err
    monkeypatch.setattr("shutil.which", lambda name: None)
    assert "nodejs" in alarife(*TORRES, "--peer", clone).err
