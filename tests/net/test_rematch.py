"""Another game of the same people: over the links of the finished one, to a table that one of them opens."""

import pytest

from net.api import Closed, Moved, Notice, Opened, Plan, RematchChanged, Seat
from net.invite import Invite
from net.rematch import CHANGES, CHANGES_EACH, Again, Rematch, again_frames, plan_of, tells_rematch
from net.session.format.wire import WireError, game_frames
from net.session.lobby.wire import lobby_frames
from rules.message import message
from tests.net.charters import charter_of
from tests.net.player import table_of
from tests.net.rim import in_reactor


def finish(players):
    """Play to the end."""
    for one in players:
        one.go_on(100_000)
    for one in players:
        one.until(lambda one=one: one.latest.position.result is not None, "the end")


def finished(player, *names):
    players = [player(name) for name in names]
    table_of(players)
    finish(players)
    for one in players:
        one.linked_with_all()
    return players


def seats(one):
    return [(seat.name, seat.here) for seat in one.all(Opened)[-1].seats]


def test_the_host_opens_the_table_and_willing_players_come_along(player):
    anna, bert = finished(player, "Anna", "Bert")
    port = anna.node.table.mesh.port
    bert.node.rematch()
    assert anna.wait(RematchChanged).names == ("Bert",)
    assert bert.wait(RematchChanged).mine
    anna.node.rematch()
    anna.wait(Moved)
    lobby = anna.wait_lobby(lambda lobby: len(lobby.peers) == 2, "Bert in the lobby")
    bert.wait(Moved)
    assert [seat.name for seat in lobby.seats] == ["Bert", "Anna"]
    assert lobby.invite
    assert not anna.all(Closed)
    assert not bert.all(Closed)
    assert anna.node.table.mesh.port == port
    bert.wait_lobby(lambda lobby: lobby.seats[0].here)
    bert.node.ready(True)
    anna.start()
    for one in (anna, bert):
        one.until(lambda one=one: len(one.all(Opened)) == 2, "the next game")
    assert seats(anna) == [("Bert", False), ("Anna", True)]
    assert anna.all(Opened)[0].file != anna.all(Opened)[1].file


class OpenPort:
    """A port that the router has opened; it tells the listener it got."""

    def __init__(self, port, ways, told):
        OpenPort.tell = told

    def close(self):
        pass


def test_what_the_router_says_later_is_told_at_the_next_table(player, monkeypatch):
    monkeypatch.setattr("net.routers.opened.OpenedPort", OpenPort)
    monkeypatch.setattr("net.node._ways", lambda described, gateway: [])
    anna, bert = player("Anna"), player("Bert")
    table_of([anna, bert], ask_router=True)
    finish([anna, bert])
    anna.node.rematch()
    anna.wait(Moved)
    in_reactor(lambda: OpenPort.tell(message("net.notice.router-refused", port=4711)))
    assert anna.noticed("net.notice.router-refused")


def test_a_player_who_has_not_asked_joins_with_one_click(player):
    anna, bert = finished(player, "Anna", "Bert")
    anna.node.rematch()
    assert bert.wait(RematchChanged).offer == "Anna"
    assert not bert.all(Moved)
    bert.node.rematch()
    bert.wait(Moved)
    bert.wait_lobby(lambda lobby: lobby.seats[0].here and not lobby.host)


def test_a_guest_opens_the_table_if_the_host_does_not_answer(player):
    anna, bert = finished(player, "Anna", "Bert")
    bert.node.rematch()
    assert bert.wait(RematchChanged).mine
    assert not bert.all(Moved)
    bert.node.rematch(open_here=True)
    bert.wait(Moved)
    assert anna.wait(RematchChanged, lambda event: event.offer).offer == "Bert"
    anna.node.rematch()
    anna.wait_lobby(lambda lobby: not lobby.host and any(seat.here for seat in lobby.seats))


def test_a_player_who_comes_late_hears_that_the_others_are_at_another_table(player):
    anna, bert = finished(player, "Anna", "Bert")
    file, port = bert.opened.file, anna.node.table.mesh.port
    bert.node.close()
    anna.node.leave()
    anna.wait(Closed)
    anna.node.host(Plan("torres", (Seat("person", "Anna"), Seat("open"))), port)
    anna.wait_lobby(lambda lobby: lobby.game == "torres")
    late = player("Bert", home=bert.home)
    late.node.resume(file)
    assert late.noticed("net.notice.elsewhere").value("name") == "Anna"
    assert not late.all(RematchChanged)


def test_a_player_who_comes_late_is_invited_to_the_seat_that_was_kept(player):
    anna, bert, cleo = finished(player, "Anna", "Bert", "Cleo")
    file = cleo.opened.file
    cleo.node.close()
    bert.node.rematch()
    anna.node.rematch()
    bert.wait(Moved)
    late = player("Cleo", home=cleo.home)
    late.node.resume(file)
    assert late.wait(RematchChanged, lambda event: event.offer).offer == "Anna"
    assert not late.all(Notice)
    late.node.rematch()
    late.wait(Moved)
    anna.wait_lobby(lambda lobby: [seat.name for seat in lobby.seats] == ["Bert", "Cleo", "Anna"])


def test_at_one_computer_the_next_game_begins_at_once_with_the_next_player_first(player):
    anna = player("Anna")
    bots = (Seat("bot", "Zahra", level="random"), Seat("bot", "Idris", level="random"))
    anna.node.offline(Plan("big-boss", bots))
    anna.wait(Opened)
    finish([anna])
    anna.node.rematch()
    anna.until(lambda: len(anna.all(Opened)) == 2, "the next game")
    assert [name for name, _ in seats(anna)] == ["Idris", "Zahra"]
    assert anna.all(Moved)
    assert not anna.all(Closed)


def test_there_is_no_rematch_before_the_end(player):
    anna = player("Anna")
    anna.node.offline(Plan("big-boss", (Seat("person", "Anna"), Seat("bot", level="random"))))
    anna.wait(Opened)
    anna.node.rematch()
    assert anna.refused().key == "net.refused.no-rematch"


# -- the frame -----------------------------------------------------------------------------------------------------------


@pytest.fixture
def charter():
    return charter_of("Anna", "Bert", "Cleo")


def offer(charter, key, whose=None, **values):
    code = str(Invite(whose or key, bytes(16), ()))
    return again_frames.encode(Again(values.get("table", charter.table), True, values.get("code", code)))


def test_an_invite_to_somebody_else_is_refused(charter):
    from net.addresses import Address

    anna, bert, cleo = charter.keys
    rematch = Rematch(charter, cleo)
    good = str(Invite(bert, bytes(16), (Address("127.0.0.1", 4747),)))
    with pytest.raises(WireError):
        rematch.hear(anna, offer(charter, anna, code=good), 0)
    for bad in ("alarife:nonsense", "example.org:80", "x" * 300):
        with pytest.raises(WireError):
            rematch.hear(anna, offer(charter, anna, code=bad), 0)
    assert not rematch.offer
    rematch.hear(bert, offer(charter, bert, code=good), 0)
    assert rematch.event == RematchChanged(False, ("Bert",), "Bert")
    first = str(Invite(anna, bytes(16), (Address("127.0.0.1", 4747),)))
    rematch.hear(anna, offer(charter, anna, code=first), 0)
    rematch.hear(bert, offer(charter, bert, code=good), 0)
    assert rematch.event.offer == "Anna", "of two offers that of the first peer counts"


def test_a_frame_about_another_table_is_ignored(charter):
    rematch = Rematch(charter, charter.keys[2])
    assert not rematch.hear(charter.keys[0], again_frames.encode(Again(bytes(16), True, "")), 0).events
    assert rematch.event == RematchChanged(False, (), "")


def test_a_wish_can_be_withdrawn_and_is_forgotten_with_the_link(charter):
    anna, bert, cleo = charter.keys
    rematch = Rematch(charter, cleo)
    for wants, names in ((True, ("Anna",)), (False, ()), (True, ("Anna",))):
        rematch.hear(anna, again_frames.encode(Again(charter.table, wants, "")), 0)
        assert rematch.event.names == names
    assert rematch.lost(anna).events == [RematchChanged(False, (), "")]
    assert not rematch.lost(bert).events


def test_a_flood_of_wishes_is_not_shown(charter):
    """Each change would be an event for the window, a thousand in a second."""
    anna, bert, cleo = charter.keys
    rematch = Rematch(charter, cleo)

    def events(key, now):
        frames = [again_frames.encode(Again(charter.table, not place % 2, "")) for place in range(1000)]
        return sum(len(rematch.hear(key, frame, now).events) for frame in frames)

    assert events(anna, 0) == CHANGES
    assert not events(anna, CHANGES_EACH - 1)
    assert events(anna, CHANGES_EACH) == 1
    assert events(bert, CHANGES_EACH) == CHANGES, "each has an allowance of its own"


def test_only_peers_of_the_game_hear_of_a_rematch(charter):
    anna, bert, cleo = charter.keys
    sent = Rematch(charter, cleo).wish(True, [anna, b"w" * 32, bert]).frames
    assert [key for key, _ in sent] == [anna, bert]
    assert all(tells_rematch(payload) for _, payload in sent)


def test_a_program_that_does_not_know_the_frame_ignores_it(charter):
    payload = again_frames.encode(Again(charter.table, True, ""))
    assert game_frames.decode(payload) is None
    with pytest.raises(WireError):  # it is not valid in a lobby
        lobby_frames.decode(payload)


def test_the_plan_keeps_the_terms_and_turns_the_seats(charter):
    plan, kept = plan_of(charter, charter.keys[0])
    assert [(seat.kind, seat.name) for seat in plan.seats] == [("open", ""), ("open", ""), ("person", "Anna")]
    assert kept == {charter.keys[1]: ((0, "Bert"),), charter.keys[2]: ((1, "Cleo"),)}
    assert dict(plan.options) == charter.house_rules
    assert plan.name == "Anna"
