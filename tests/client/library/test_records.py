"""The library describes old games of all kinds."""

from pathlib import Path

import pytest

from client.library.again import again
from client.library.reading import study
from net.gamefile import load

ROOT = Path(__file__).parent.parent.parent
FAIR = ROOT / "ages" / "455729d" / "games" / "two-big-boss" / "0.alarife"


def test_a_replaced_player_has_not_stayed():
    changed = [
        [place.stayed for place in record.places]
        for file in sorted((ROOT / "ages").glob("*/games/left-and-laid-open/*.alarife"))
        for record, _ in [study(file)]
        if record.end
    ]
    assert changed
    assert all(False in stayed and True in stayed for stayed in changed)


@pytest.mark.parametrize(
    "file", sorted((ROOT / "golden").glob("*/*-*.alarife")), ids=lambda file: f"{file.parent.name}-{file.stem}"
)
def test_every_golden_game_can_be_played_again(file):
    from net.rulebook import start

    record, _ = study(file)
    assert record.state == "over"
    plan, hosting = again(record, record.places[0].peer)
    assert not hosting
    assert [seat.name for seat in plan.seats] == [*record.names[1:], record.names[0]]
    start(plan.game, len(plan.seats), dict(plan.options))


def test_a_game_with_others_is_played_again_at_a_table_for_them():
    recording = load(FAIR)
    record, _ = study(FAIR)
    plan, hosting = again(record, recording.me.hex(), "Anna")
    assert hosting
    mine = sorted(place.name for place in record.people if place.peer == recording.me.hex())
    assert sorted(seat.name for seat in plan.seats if seat.kind == "person") == mine
    assert sum(seat.kind == "open" for seat in plan.seats) == len(record.people) - len(mine)
