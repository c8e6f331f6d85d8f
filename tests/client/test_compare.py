"""The comparison of two versions: what it does in both, and what it calls slower."""

from __future__ import annotations

from pathlib import Path

import pytest

from client.bench import compare


def test_this_version_can_do_every_task(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(compare, "TASK_SECONDS", 0)
    monkeypatch.setattr(compare, "TURNS", 1)
    monkeypatch.setattr(compare, "_starts", lambda saved: iter(()))  # whole programs; other tests start them
    monkeypatch.setattr(compare, "_windows", lambda saved: iter(()))
    found = compare.tasks(compare.CLONE / compare.SAVED)
    for what in ("random game", "decisions of", "analysing", "moves between", "shuffling", "checking", "reading", "verify"):
        taken = [nanoseconds for task, nanoseconds in found.items() if what in task]
        assert taken, what
        assert min(taken) > 0


@pytest.mark.parametrize(("now", "verdict", "status"), [(119, "", 0), (121, "SLOWER", 1), (80, "faster", 0)])
def test_more_than_a_fifth_is_named(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], now: int, verdict: str, status: int
) -> None:
    def taken(tree: Path) -> dict[str, float]:
        return {"work": now, "new work": 1} if tree.name == "now" else {"work": 100}

    monkeypatch.setattr(compare, "unpack", lambda commit, folder: True)
    monkeypatch.setattr(compare, "_copy", lambda folder: None)
    monkeypatch.setattr(compare, "_run", taken)
    assert compare.main(["base"]) == status
    said = capsys.readouterr().out.splitlines()
    assert said[0].split() == ["work", f"{now / 100:.2f}", f"({now / 100:.2f}", "to", f"{now / 100:.2f})", *verdict.split()]
    assert "only one of the two versions" in said[1]
