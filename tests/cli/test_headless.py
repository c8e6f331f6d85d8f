"""What a peer without a window does where people would decide."""

from __future__ import annotations

import queue
from pathlib import Path

import pytest

from client.commands.headless import HeadlessPeer, Ways
from net.api import Absence, AbsenceChanged

VANISHED = "ab" * 32


def absence(away: int | None, shunned: bool = False) -> AbsenceChanged:
    missed = Absence(VANISHED, "Bert", away, None, False, "", (), (), shunned=shunned)
    return AbsenceChanged(missed, gone=False, returnable=False, returning=False)


@pytest.mark.parametrize("event", [absence(3_600_000), absence(None, shunned=True)], ids=["long away", "shunned"])
def test_it_wants_a_bot_for_who_has_been_away_for_long_or_is_not_listened_to(
    event: AbsenceChanged, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    wanted: queue.SimpleQueue[tuple[str, ...]] = queue.SimpleQueue()
    with HeadlessPeer("random", "Anna", home=tmp_path, loopback=True, ways=Ways(replace_after=60.0)) as peer:
        monkeypatch.setattr(peer.node, "replace", lambda *given: wanted.put(given))
        peer._take(event)
        assert wanted.get(timeout=10) == (VANISHED,)


def test_whose_time_is_up_is_left_to_people(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    with HeadlessPeer("random", "Anna", home=tmp_path, loopback=True, ways=Ways(replace_after=0.0)) as peer:
        monkeypatch.setattr(peer.node, "replace", lambda *_: pytest.fail("wanted"))
        peer._take(absence(None))
        assert peer._wish is None
