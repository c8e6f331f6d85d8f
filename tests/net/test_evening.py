"""A whole game in a simulated internet: routers, bad weather, and computers that sleep and move."""

from __future__ import annotations

from pathlib import Path

import pytest

from client.soak.evening import Evening, Router


def test_friends_behind_all_kinds_of_routers_play_to_the_end(tmp_path: Path) -> None:
    """One home has IPv6 behind a firewall. Another has a router with a short memory behind that of its provider."""
    homes = [Router("any", "any", 30.0, ipv6=True), Router("address", "port", 20.0, double=True)]
    evening = Evening("torres", 3, 6, tmp_path, homes)
    evening.internet.loss, evening.internet.disorder = 0.02, 0.02
    happenings = ["Bruno sleeps", f"the router of {evening.who(0)} restarts", "Carla moves"]
    evening.plan(happenings)
    told = evening.play()
    assert told["happened"] == happenings
    assert told["entries"] == evening.guests[-1].index
    links = told["links"]
    assert isinstance(links, dict)
    assert set(links) == {"udp"}, "nobody is left in the home of another"
    assert links["udp"] >= 2


def test_a_game_continues_over_tcp_where_udp_is_blocked(tmp_path: Path) -> None:
    """One router never lets UDP pass and the other not all the time, but the host can be called."""
    homes = [Router(none=True), Router("port", "port", 20.0, double=True), Router(udp=False)]
    evening = Evening("torres", 3, 1, tmp_path, homes)
    happenings = ["Bruno sleeps", "the router of Bruno blocks UDP", "the router of Carla restarts"]
    evening.plan(happenings)
    told = evening.play()
    assert told["happened"] == happenings
    links = told["links"]
    assert isinstance(links, dict)
    assert links["tcp"] >= 1


ORDINARY = Router(), Router("any", "address")
WITHOUT_UDP = Router(udp=False), Router("any", "address", udp=False)
FIREWALLS = Router("port", "port", udp=False, ipv6=True), Router("port", "port", udp=False, ipv6=True)


@pytest.mark.parametrize(("homes", "what", "over"), [
    (ORDINARY, "gets another address", "udp"),
    (ORDINARY, "restarts with other ports", "udp"),
    (WITHOUT_UDP, "gets another address", "tcp"),
    (FIREWALLS, "restarts with other ports", "tcp"),
])  # fmt: skip
def test_two_friends_find_each_other_again_after_both_routers_restart(tmp_path: Path, homes, what, over) -> None:
    """Neither can be reached and there is no third peer, so they exchange the codes that their tables show."""
    evening = Evening("torres", 2, 6, tmp_path, homes)
    happenings = [f"the router of {name} {what}" for name in ("Anna", "Bruno")]
    evening.plan(happenings)
    told = evening.play()
    assert told["happened"] == happenings
    assert told["links"] == {over: 1}
    assert evening.exchanged >= 1, "no way leads to either, so no old address can have brought them together"


def test_guests_that_cannot_link_up_play_through_the_host(tmp_path: Path) -> None:
    """Both routers use a different port for every destination, so the guests have a link to the host but none to each other."""
    evening = Evening("torres", 3, 6, tmp_path, [Router("any", "any"), Router("port", "port"), Router("port", "port")])
    evening.plan([])
    bruno, ended, said = evening.guests[1], evening.ended, []

    def noted() -> bool:
        said.append([one.key for one in bruno.table.ways_to_others()])
        return ended()

    evening.ended = noted  # type: ignore[method-assign]
    told = evening.play()
    assert told["links"] == {"udp": 2}
    assert ["connection.peer.udp", "connection.peer.through"] in said, "the check of the connection says so"


@pytest.mark.parametrize(("host_home", "guest_home"), [
    (Router("port", "port"), Router("port", "port")),
    (Router("any", "port"), Router("port", "port")),
    (Router("port", "port", udp=False), Router()),
])  # fmt: skip
def test_two_homes_that_cannot_link_up_are_told_so(tmp_path: Path, host_home: Router, guest_home: Router) -> None:
    evening = Evening("alcazar", 2, 6, tmp_path, [host_home, guest_home])
    host, guest = evening.guests
    run = evening.internet.run
    try:
        host.host("alcazar", 2, {}, "nobody")
        assert run(30, lambda: host.invite)
        run(5)
        guest.join(host.invite)
        assert run(60, lambda: guest.code), "nobody answers, and the guest is offered the second code"
        host.table.findable.take_answer(guest.code)
        assert run(40, lambda: set(host.noticed) & {"answer.notice.nobody", "answer.notice.nobody-unknown"})
        assert not guest.trouble
        assert run(600, lambda: guest.trouble == "answer.closed.nobody")
    finally:
        host.table.stop(), guest.table.stop()
        run(60)
