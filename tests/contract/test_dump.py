"""A game in which a test fails can be opened and examined."""

from __future__ import annotations

from pathlib import Path

import pytest

from net.gamefile import load, replay
from tests.contract import dump
from tests.contract.settings import Setting, settings
from tests.contract.table import Moved, Table


@pytest.mark.parametrize("setting", settings()[:1], ids=str)
def test_a_failure_leaves_a_game_file(setting: Setting, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(dump, "FOLDER", tmp_path)
    table = Table(setting, 1)

    def fail() -> None:
        with table.kept():
            for _ in table.run():
                assert len(table.steps) < 60, "as wanted"

    with pytest.raises(AssertionError) as caught:
        fail()
    path = next(tmp_path.iterdir())
    assert str(path) in str(caught.value)
    assert "as wanted" in str(caught.value)
    steps = list(replay(load(path)))
    assert steps[-1].position.facts() == table.state.facts()
    assert [(step.seat, step.move) for step in steps if step.move] == [step for step in table.steps if isinstance(step, Moved)]


@pytest.mark.parametrize("setting", settings()[:1], ids=str)
def test_a_game_with_an_illegal_move_still_leaves_one(
    setting: Setting, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(dump, "FOLDER", tmp_path)
    table = Table(setting, 1)
    while len(table.steps) < 60:
        table.step()
    moves = [step for step in table.steps if isinstance(step, Moved)]
    path = dump.dump(setting, 1, [*moves, Moved(0, moves[0].move._replace(kind="nonsense")), *moves])
    assert sum(step.move is not None for step in replay(load(path))) == len(moves)
