"""A whole game in a played internet: routers, bad weather, and computers that sleep and move."""

from __future__ import annotations

from pathlib import Path

from client.soak.evening import Evening


def test_friends_behind_all_kinds_of_routers_play_to_the_end(tmp_path: Path) -> None:
    evening = Evening("alcazar", 3, 6, tmp_path)
    happenings = ["Bruno sleeps", "the router of Anna and Carla restarts", "Carla moves"]
    evening.plan(happenings)
    told = evening.play()
    assert told["happened"] == happenings
    assert told["entries"] == evening.guests[-1].index
    assert told["links"] in ({"udp": 2}, {"udp": 3}), "nobody is left in the home of another"


def test_two_friends_find_each_other_again_when_both_routers_have_changed_their_addresses(tmp_path: Path) -> None:
    """Neither can be reached, and nobody else is there: they exchange the codes that their tables show."""
    evening = Evening("alcazar", 2, 6, tmp_path, routers=[("any", "port"), ("any", "port")])
    happenings = [f"the router of {name} gets another address" for name in ("Anna", "Bruno")]
    evening.plan(happenings)
    told = evening.play()
    assert told["happened"] == happenings
    assert told["links"] == {"udp": 1}
    assert evening.exchanged >= 1, "no way leads to either, so no old address can have brought them together"
