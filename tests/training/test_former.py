"""The match against an earlier program: here this very program plays both sides, by two processes."""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).parents[2]


def match(out: Path, games: int, *more: str) -> subprocess.CompletedProcess[str]:
    """The beginner of Das neue Big Boss against itself."""
    terms = ["big-boss", "--level", "page", "--old", "page", "--games", str(games), "--out", str(out)]
    words = [sys.executable, "-m", "tests.training.former", str(ROOT), *terms, *more]
    return subprocess.run(words, cwd=ROOT, capture_output=True, text=True, check=False)


def test_a_match_goes_on_where_it_stopped(tmp_path: Path) -> None:
    out = tmp_path / "games.jsonl"
    assert match(out, 1).returncode == 0
    first = out.read_text("utf-8")
    done = match(out, 2)
    assert done.returncode == 0, done.stderr
    games = [json.loads(line) for line in out.read_text("utf-8").splitlines()]
    assert out.read_text("utf-8").startswith(first)
    assert [(game["game"], game["number"], game["ours"]) for game in games] == [("big-boss", 0, 0), ("big-boss", 1, 1)]
    assert "of 2 games" in done.stdout
    assert all(game["won"] in (0, 0.5, 1) and game["our"]["turns"] for game in games)


def test_a_match_does_not_go_on_in_the_file_of_another_one(tmp_path: Path) -> None:
    out = tmp_path / "games.jsonl"
    assert match(out, 1).returncode == 0
    first = out.read_text("utf-8")
    done = match(out, 2, "--think", "7")
    assert done.returncode == 2
    assert "games of another match" in done.stderr
    assert out.read_text("utf-8") == first
