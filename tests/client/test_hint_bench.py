"""The benchmark of hints: it asks in a whole program, with the real pool of bot processes."""

from __future__ import annotations

import multiprocessing

import pytest

from client.bench import hint
from rules.registry import game


@pytest.mark.usefixtures("styled")
def test_hints_are_timed_at_the_smallest_and_the_largest_table(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(hint, "HINTS", 2)
    rows = {figure.what.replace(", offscreen", ""): figure.value for figure in hint.measure(game("alcazar"), 1)}
    for seats in (2, 5):
        first, middle, longest = (rows[f"alcazar, {seats} players: {what}"] for what in ("first", "median", "longest"))
        assert first > 0
        assert 0 < middle <= longest < 1000 * hint.SECONDS
    worked = [value for what, value in rows.items() if what.endswith("the processor's time")]
    assert all(worked)
    assert len(worked) in (0, 6), "all rows, or none where the system does not tell"


def test_the_work_of_bot_processes_counts() -> None:
    before = hint._worked()
    toiling = multiprocessing.get_context("spawn").Process(target=sum, args=(range(30_000_000),), daemon=True)
    toiling.start()
    toiling.join(0.0)
    seen = before
    while toiling.is_alive():
        seen = max(seen, hint._worked())
        toiling.join(0.02)
    if hint._ticks():
        assert seen - hint._worked() > 100_000_000, "the work of the other process is missing"
