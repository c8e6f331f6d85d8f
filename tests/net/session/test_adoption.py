"""Offline games go on under any key."""

from __future__ import annotations

from pathlib import Path
from shutil import copyfile

import pytest

from net.adoption import NotAlone, adopt
from net.gamefile import GameFile, load, replay
from net.identity import Identity
from net.verify import verify
from rules.contract import Move
from tests.net.session.straight import Straight

GOLDEN = sorted(Path("tests/golden").glob("*/2-*.alarife"))[::4]


@pytest.mark.parametrize("golden", GOLDEN, ids=lambda file: f"{file.parent.name}-{file.stem}")
def test_a_game_is_the_same_under_another_key(golden, tmp_path):
    path = tmp_path / "game.alarife"
    copyfile(golden, path)
    file, recording = GameFile.resume(path)
    identity = Identity.fresh()
    file.replace(adopt(recording, identity))
    file.close()
    assert verify(path).holds
    again = load(path)
    assert again.charter.charter.keys == (identity.key,)
    steps = zip(replay(load(golden)), replay(again), strict=True)
    assert all(before.position.digest() == after.position.digest() for before, after in steps)


def test_turns_taken_back_stay_so(tmp_path):
    table = Straight(1, 2, folder=tmp_path, dealer="local")
    table.act(0, (Move("stop"),))
    table.take(0, table.sessions[0].propose_take_back(1, table.now))
    table.play(2)
    table.sessions[0].close()
    recording = load(tmp_path / "0.alarife")
    adopted = adopt(recording, Identity.fresh())
    digests = [[step.position.digest() for step in replay(one)] for one in (recording, adopted)]
    assert digests[0] == digests[1]
    assert any(type(signed.entry.body).__name__ == "TakeBackBody" for signed in adopted.entries)


def test_a_game_between_peers_belongs_to_its_keys(tmp_path):
    table = Straight(2, folder=tmp_path)
    for session in table.sessions:
        session.close()
    with pytest.raises(NotAlone):
        adopt(load(tmp_path / "0.alarife"), Identity.fresh())
