"""The session really takes the steps that the tables of states allow. All its tests check that it takes no others."""

from __future__ import annotations

import pytest

from net.deal import FAIR
from net.session.agreements.leaving import FOLLOWING, LeavingStep
from net.session.format.wire import Have
from net.session.lobby.host import SIGNING
from net.session.lobby.wire import Over
from net.session.traffic.gossip import GONE, LINKS, Gossip, Link, LinkState
from tests.net.session import insides
from tests.net.session.network import IDENTITIES, charter_of
from tests.net.session.states import Seen, watched
from tests.net.session.straight import Straight
from tests.net.session.test_leaving import deliver, leave, step_until
from tests.net.session.test_lobby import ready_hall
from tests.net.session.test_replace import play_on, want


def steps(states: Seen, kind: str) -> set[tuple[str, str]]:
    return {(before, after) for name, before, after in states if name == kind}


@pytest.mark.usefixtures("interpreted")
def test_leaving_takes_five_steps(states: Seen, tmp_path) -> None:
    table = Straight(3, dealer=FAIR, folder=tmp_path)
    while table.at_turn() == 2:
        play_on(table, 1)
    leave(table, 2)
    table.settle()
    table.wait(400)
    assert {("stays", "wishes"), ("wishes", "written"), ("written", "handed"), ("handed", "gone")} <= steps(states, "Leavings")


@pytest.mark.usefixtures("interpreted")
def test_a_wish_may_be_taken_back_before_and_after_it_is_written_down(states: Seen) -> None:
    table = Straight(3, dealer=FAIR)
    while table.at_turn() == 2:
        play_on(table, 1)
    session = table.sessions[2]
    leave(table, 2)
    assert insides.leavings(session).step is LeavingStep.WISHES
    insides.leavings(session).stay(session.course)
    assert insides.leavings(session).step is LeavingStep.STAYS
    table = Straight(3, dealer=FAIR)
    while table.at_turn() == 2:
        play_on(table, 1)
    leave(table, 2)
    step_until(table, lambda: insides.leavings(table.sessions[2]).step is LeavingStep.WRITTEN)
    deliver(table, lambda source, target, frame: target == 2 and isinstance(frame, Have))
    leave(table, 2)  # the second time the game no longer waits
    assert {("wishes", "stays"), ("wishes", "written"), ("written", "stays")} <= steps(states, "Leavings")


@pytest.mark.usefixtures("interpreted")
def test_a_replaced_player_has_gone_and_may_come_back(states: Seen, tmp_path) -> None:
    table = Straight(3, dealer=FAIR, folder=tmp_path)
    gone = table.at_turn()
    first, second = (place for place in range(3) if place != gone)
    for other in (first, second):
        table.part(gone, other)
    want(table, gone, first, second, level="random")
    table.wait(3_000)
    table.cut.clear()
    for other in (first, second):
        table.join(gone, other)
    table.settle()
    leavings = insides.leavings(table.sessions[gone])
    assert leavings.step is LeavingStep.GONE
    table.take(gone, table.sessions[gone].take_seat_back(table.now))
    table.settle()
    table.wait(2_000)
    assert leavings.step is LeavingStep.STAYS
    assert {("stays", "gone"), ("gone", "stays")} <= steps(states, "Leavings")


def test_a_lobby_leads_to_a_game_or_ends(states: Seen) -> None:
    hall = ready_hall()
    hall.caught = (Over, [])
    hall.do("host", "start", hall.now)
    assert steps(states, "HostLobby") == {("seating", "signing"), ("signing", "begun")}
    assert steps(states, "GuestLobby") == {("calling", "seating"), ("seating", "signing"), ("signing", "begun")}
    hall = ready_hall()
    hall.do("host", "leave")
    assert ("seating", "over") in steps(states, "HostLobby") & steps(states, "GuestLobby")


def test_a_charter_that_nobody_signs_in_time_is_given_up(states: Seen) -> None:
    hall = ready_hall()
    hall.caught = (object, [])  # nothing arrives
    hall.do("host", "start", hall.now)
    hall.now += SIGNING + 1
    hall.run("host", hall.host.tick(hall.now))
    hall.do("host", "start", hall.now)
    hall.do("host", "leave")
    assert ("signing", "seating") in steps(states, "HostLobby")


@pytest.mark.usefixtures("interpreted")
def test_a_link_comes_goes_and_comes_back(monkeypatch: pytest.MonkeyPatch) -> None:
    seen: Seen = set()
    now = 0
    monkeypatch.setattr(Link, "state_now", property(lambda link: link.state(now)), raising=False)
    watched(monkeypatch, Link, "state_now", LINKS, seen)
    charter = charter_of(2, 2).charter
    me, peer = (identity.key for identity in IDENTITIES[:2])
    gossip = Gossip(charter, me, 0)
    link = gossip.links[peer]

    def wait() -> None:
        """Time alone changes the state, so no attribute shows the change."""
        nonlocal now
        before = link.state(now)
        now += GONE
        if link.state(now) is not before:
            assert link.state(now) in LINKS[before]
            seen.add(("Link", before.value, link.state(now).value))

    wait()
    gossip.connected(peer, now)
    gossip.lost(peer, now)
    gossip.connected(peer, now)
    gossip.lost(peer, now)
    wait()
    gossip.connected(peer, now)
    link.paused = True
    gossip.lost(peer, now)
    wait()
    assert link.state(now) is LinkState.PAUSED, "who pauses is not called gone"
    gossip.connected(peer, now)
    gossip = Gossip(charter, me, now)
    gossip.connected(peer, now)
    assert seen == {("Link", before.value, after.value) for before, following in LINKS.items() for after in following}


def test_every_state_can_be_reached_and_is_in_its_table() -> None:
    assert set(FOLLOWING) == set(LeavingStep)
    assert set(LINKS) == set(LinkState)
