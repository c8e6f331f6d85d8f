"""A few kills of peers: every move shown as done is there afterwards. ``make kills`` does it 200 times."""

from __future__ import annotations

from pathlib import Path

import pytest

from client.soak import kills
from client.soak.kills import Peer


@pytest.mark.timeout(600)
def test_kills_lose_nothing_that_was_shown(tmp_path: Path) -> None:
    *killed, game = kills.kills("big-boss", 2, 4, 7, tmp_path)
    assert game["end"] == "over", game
    assert len(killed) >= 4
    assert all(record["saved"] >= record["shown"] for record in killed)  # type: ignore[operator]
    assert any(record["shown"] for record in killed)


@pytest.mark.timeout(300)
def test_a_lost_entry_would_be_found(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """The judge would notice: a file that lost its last lines after a kill is a fault.

    Those after the last one that was shown may be lost, and a kill can come before an entry or two are shown.
    """
    honest = Peer.lines
    monkeypatch.setattr(Peer, "lines", lambda peer: honest(peer)[:-5])
    *_, game = kills.kills("big-boss", 2, 2, 7, tmp_path)
    assert game["end"] == "fault"
    assert "had shown" in str(game["why"])
