"""Saving and loading between any two moves changes nothing."""

from __future__ import annotations

import shutil
from pathlib import Path

import pytest

from net.deal.seeded import seed_of
from net.gamefile import GameFile, load, replay
from net.offline import record
from tests.contract.settings import Setting, settings
from tests.contract.table import Moved, Table


@pytest.mark.parametrize("setting", [one for one in settings() if not one.chosen], ids=str)
def test_saving_between_any_two_moves_changes_nothing(setting: Setting, tmp_path: Path) -> None:
    """The file after each entry leads to the position that was on the table at that point."""
    table = Table(setting, 11)
    with table.kept():
        while table.state.deals:
            table.deal()
        facts = [table.state.facts()]
        while table.state.turn is not None:
            table.step()
            while table.state.deals:
                table.deal()
            facts.append(table.state.facts())
        moves = [step for step in table.steps if isinstance(step, Moved)]
        path = tmp_path / "game.alarife"
        record(path, setting.game, setting.options, setting.seats, seed_of("11"), moves)
        lines = path.read_bytes().splitlines(keepends=True)
        assert len(lines) == len(moves) + 2, "one line for the charter, one for the seed, one for each move"
        whole = list(replay(load(path)))
        assert [step.position.facts() for step in whole] == facts
        cut = tmp_path / "cut.alarife"
        for length in range(2, len(lines) + 1, max(1, len(lines) // 3)):
            cut.write_bytes(b"".join(lines[:length]))
            *_, last = replay(load(cut))
            assert last.position.facts() == facts[length - 2]


@pytest.mark.parametrize("setting", settings()[:1], ids=str)
def test_an_incomplete_last_line_loses_only_that_entry(setting: Setting, tmp_path: Path) -> None:
    table = Table(setting, 12)
    while len(table.steps) < 40:
        table.step()
    moves = [step for step in table.steps if isinstance(step, Moved)]
    path = tmp_path / "game.alarife"
    record(path, setting.game, setting.options, setting.seats, seed_of("12"), moves)
    torn = tmp_path / "torn.alarife"
    shutil.copyfile(path, torn)
    with torn.open("r+b") as stream:
        stream.truncate(len(path.read_bytes()) - 20)
    before = load(torn)
    assert before.notice is not None
    assert before.entries == load(path).entries[:-1]
    file, recording = GameFile.resume(torn)
    file.close()
    assert recording.entries == before.entries
    assert load(torn).notice is None
