"""Whole nodes over real sockets on loopback: from the invite to a game in step, and every message about a failure."""

import socket
import threading
from pathlib import Path

import msgspec
import pytest

from net import admission, interfaces
from net import table as table_module
from net.addresses import Address
from net.api import Advanced, AudienceChanged, Closed, LobbyChanged, Notice, Opened, Plan, Refused, Said, Seat, TablesFound
from net.deal import FAIR
from net.discovery import Discovery
from net.gamefile import load
from net.greeting import rules_here
from net.identity import Identity
from net.invite import Invite, read
from net.key_file import IdentityError
from net.node import TableNode
from net.words import fingerprint
from rules.contract import Move
from rules.registry import game
from tests.net.player import OPEN, play_to, table_of
from tests.net.rim import in_reactor
from tests.net.test_discovery import real


def same(players, index):
    """Play until everybody has this many entries, and check that all have the same position there."""
    play_to(index, *players)
    digests = set()
    for player in players:
        player.in_step()
        digests |= {event.position.digest() for event in player.all(Advanced) if event.index == index}
    assert len(digests) == 1


# -- playing -----------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("count", [2, 3, 4, 5])
def test_a_lobby_leads_to_a_game_in_step(player, count):
    players = [player(name) for name in ("Anna", "Bert", "Cleo", "Dora", "Emil")[:count]]
    table_of(players)
    for one in players:
        one.linked_with_all()
    same(players, 40)
    opened = [one.all(Opened)[-1] for one in players]
    assert {event.dealer for event in opened} == {FAIR}
    assert [[seat.here for seat in event.seats].index(True) for event in opened] == list(range(count))
    assert len({event.file for event in opened}) == count
    assert all(event.file.exists() for event in opened)


def test_a_whole_game_between_a_person_and_bots_elsewhere(player):
    anna, bert = player("Anna"), player("Bert")
    code = anna.host(Seat("bot", level="random"), Seat("person", "Ann"), OPEN)
    bert.join(code, 2)
    anna.start()
    for one in (anna, bert):
        one.wait(Opened)
        one.go_on(10_000)
    for one in (anna, bert):
        one.wait(Advanced, lambda event: event.position.result is not None)
        one.in_step()
    assert anna.latest.position.digest() == bert.latest.position.digest()
    assert anna.latest.position.result == bert.latest.position.result


def test_chat_works_in_lobby_and_game(player):
    anna, bert = player("Anna"), player("Bert")
    code = anna.host(Seat("person", "Anna"), OPEN)
    bert.join(code, 1)
    bert.node.say("hello")
    assert anna.wait(Said, lambda said: said.text == "hello").name == "Bert"
    anna.start()
    bert.wait(Opened)
    anna.linked_with_all()
    anna.node.say("good luck")
    assert bert.wait(Said, lambda said: said.text == "good luck").name == "Anna"


def test_offline_is_the_same_table_without_links(player):
    anna = player("Anna")
    anna.node.offline(Plan("big-boss", (Seat("person", "Anna"), Seat("bot", level="random"))))
    play_to(30, anna)
    opened = anna.all(Opened)[0]
    assert opened.dealer == "local"
    assert [peer.linked for peer in opened.peers] == [True]
    assert not anna.all(LobbyChanged)
    anna.node.leave()
    anna.closed()
    anna.node.resume(opened.file)
    again = anna.wait(Opened, lambda event: event.index > 0)
    assert again.index >= 30
    assert len(again.past) == again.index


def test_a_plan_may_name_a_file_or_none(player, tmp_path):
    anna = player("Anna")
    seats = (Seat("bot", level="random"), Seat("bot", level="random"))
    anna.node.offline(Plan("big-boss", seats, file=tmp_path / "here.alarife"))
    assert anna.wait(Opened).file == tmp_path / "here.alarife"
    anna.node.leave()
    anna.closed()
    anna.node.offline(Plan("big-boss", seats, file=Path()))
    anna.until(lambda: len(anna.all(Opened)) == 2)
    assert anna.all(Opened)[1].file is None
    anna.node.leave()
    anna.until(lambda: len(anna.all(Closed)) == 2)
    anna.node.offline(Plan("big-boss", seats, file=tmp_path / "here.alarife"))
    anna.until(lambda: len(anna.all(Opened)) == 3)
    assert anna.noticed("session.file.exists")
    other = anna.all(Opened)[2].file
    assert other.parent == tmp_path
    assert other.name.startswith("here-")
    assert len(load(other).entries) > 0


# -- links that come and go --------------------------------------------------------------------------------------------


def test_a_lost_link_comes_back_and_nobody_notices_in_the_game(player):
    players = [player(name) for name in ("Anna", "Bert", "Cleo")]
    table_of(players)
    anna, bert, cleo = players
    for one in players:
        one.linked_with_all()
    same(players, 12)
    in_reactor(bert.node.table.mesh.drop, anna.key)
    in_reactor(bert.node.table.mesh.drop, cleo.key)
    same(players, 40)
    for one in players:
        one.linked_with_all()


def test_a_program_that_ends_and_comes_back_catches_up(player):
    players = [player(name) for name in ("Anna", "Bert", "Cleo")]
    table_of(players)
    anna, bert, cleo = players
    for one in players:
        one.linked_with_all()
    same(players, 20)
    file = bert.all(Opened)[0].file
    bert.node.close()
    for one in (anna, cleo):
        one.until(lambda one=one: not all(peer.linked for peer in one.peers), "the loss of Bert")
    back = player("Bert", home=bert.home)
    back.node.resume(file)
    assert back.wait(Opened).index >= 20
    same([anna, back, cleo], 45)


def test_all_programs_end_and_the_game_continues_another_day(player):
    players = [player(name) for name in ("Anna", "Bert")]
    table_of(players)
    for one in players:
        one.linked_with_all()
    same(players, 16)
    files = [one.all(Opened)[0].file for one in players]
    for one in players:
        one.node.close()
    again = [player(one.name, home=one.home) for one in players]
    for one, file in zip(again, files, strict=True):
        one.node.resume(file)
        one.wait(Opened)
    for one in again:
        one.linked_with_all()
    same(again, 30)


@pytest.mark.parametrize("lines", [1, None])
def test_a_game_does_not_go_on_from_the_file_of_somebody_else_at_the_table(lines, player):
    """That file holds the other one's secret. Before this computer has published its keys, nothing else would show that."""
    anna, bert = players = [player(name) for name in ("Anna", "Bert")]
    table_of(players)
    same(players, 16)
    file = Path(anna.all(Opened)[0].file)
    for one in players:
        one.node.close()
    file.write_bytes(b"".join(file.read_bytes().splitlines(keepends=True)[:lines]))
    again = player("Bert", home=bert.home)
    again.node.resume(file)
    assert again.refused().key == "net.refused.not-your-game"


def test_a_guest_whose_link_breaks_in_the_lobby_keeps_its_seat(player):
    anna, bert = player("Anna"), player("Bert")
    bert.join(anna.host(Seat("person", "Anna"), OPEN), 1)
    in_reactor(bert.node.table.mesh.drop, anna.key)
    anna.wait_lobby(lambda lobby: not lobby.peers[1].ready, "the break")
    anna.wait_lobby(lambda lobby: lobby.peers[1].linked and lobby.seats[1].name == "Bert", "Bert back on his seat")
    bert.wait_lobby(lambda lobby: lobby.peers[0].linked and not lobby.peers[1].ready, "the host back")
    bert.node.ready(True)
    anna.start()
    bert.wait(Opened)


def test_a_guest_that_misses_the_beginning_gets_it_later(player):
    """The link breaks at the very moment of the start: the guest has signed, and does not know that the game has begun."""
    anna, bert = player("Anna"), player("Bert")
    bert.join(anna.host(Seat("person", "Anna"), OPEN), 1)
    anna.wait_lobby(lambda lobby: lobby.blocked is None)

    def deaf(key, payload):
        if payload[2:].startswith(b"lobby.begin"):
            anna_mesh.drop(key)
        else:
            send(key, payload)

    anna_mesh = anna.node.table.mesh
    send, anna_mesh.send = anna_mesh.send, deaf
    anna.node.start()
    anna.wait(Opened)
    anna_mesh.send = send
    bert.wait(Opened)
    same([anna, bert], 10)


def test_leaving_a_game_in_good_order(player):
    players = [player(name) for name in ("Anna", "Bert", "Cleo")]
    table_of(players)
    anna, bert, cleo = players
    for one in players:
        one.linked_with_all()
    same(players, 12)
    bert.node.leave()
    assert bert.closed().key == "session.closed.left"
    for one in (anna, cleo):
        one.noticed("session.notice.left")
        one.until(lambda one=one: one.seats[1].kind == "bot", "a bot on Bert's seat")
    same([anna, cleo], 40)
    anna_mesh = anna.node.table.mesh
    anna.until(lambda: bert.key not in anna_mesh._wanted, "peace for Bert")


# -- joining -----------------------------------------------------------------------------------------------------------


def test_by_hand_the_words_are_there_to_compare(player):
    anna, bert = player("Anna"), player("Bert")
    anna.host(Seat("person", "Anna"), OPEN)
    bert.node.join(anna.lobby.addresses[0])
    assert bert.wait_lobby(lambda lobby: True).words == anna.lobby.words == fingerprint(anna.key)
    assert anna.noticed("net.notice.joined-uninvited").value("words") == fingerprint(bert.key)
    assert bert.lobby.invite == ""
    own = next(peer for peer in bert.lobby.peers if peer.key == bert.key.hex())
    assert own.status.value("words") == fingerprint(bert.key)


def test_a_host_can_admit_invited_people_only(player):
    anna, bert = player("Anna"), player("Bert")
    code = anna.host(Seat("person", "Anna"), OPEN, strangers=False)
    bert.node.join(anna.lobby.addresses[0])
    assert bert.closed().key == "net.error.uninvited"
    bert.events.clear()
    bert.join(code, 1)


@real
def test_a_table_on_the_local_network_can_be_joined_and_goes_away(player):
    anna, bert = player("Anna"), player("Bert")
    bert.node.discover(True)
    anna.host(Seat("person", "Anna"), OPEN, OPEN, announce=True)
    me = fingerprint(anna.key)
    found = bert.wait(TablesFound, lambda event: me in [table.words for table in event.tables])
    (table,) = [table for table in found.tables if table.words == me]
    assert (table.host, table.game, table.seats, table.free) == ("Anna", "big-boss", 3, 2)
    bert.join(table.code, 1)
    bert.wait(TablesFound, lambda event: [table.free for table in event.tables if table.words == me] == [1])
    anna.node.leave()
    bert.until(lambda: me not in [table.words for table in bert.all(TablesFound)[-1].tables], "the end of the table")
    bert.node.discover(False)


def test_a_host_cannot_join_its_own_table(player):
    anna = player("Anna")
    code = anna.host(Seat("person", "Anna"), OPEN)
    anna.node.join(code)
    assert anna.refused().key == "net.refused.table-open"


def test_a_wrong_token_gets_its_sentence(player):
    anna, bert = player("Anna"), player("Bert")
    invite = read(anna.host(Seat("person", "Anna"), OPEN))
    bert.node.join(str(invite._replace(token=b"x" * 16)))
    assert bert.closed().key == "net.error.token"
    assert len(anna.lobby.peers) == 1


def test_another_peer_at_the_address_gets_its_sentence(player):
    anna, bert = player("Anna"), player("Bert")
    invite = read(anna.host(Seat("person", "Anna"), OPEN))
    bert.node.join(str(invite._replace(key=Identity.fresh().key)))
    assert bert.closed().key == "net.error.wrong-host"


def test_an_absent_host_gets_its_sentence(player):
    with socket.create_server(("127.0.0.1", 0)) as server:
        port = server.getsockname()[1]
    bert = player("Bert")
    bert.node.join(f"127.0.0.1:{port}")
    assert bert.closed().key == "net.error.refused"
    bert.events.clear()
    bert.node.join(str(Invite(Identity.fresh().key, b"", (Address("127.0.0.1", port),))))
    assert bert.closed().key == "net.error.refused"


def test_codes_that_lead_nowhere_are_refused_without_a_call(player):
    bert = player("Bert")
    for code, key in (
        ("hello", "net.error.invite-none"),
        ("alarife:aaaa", "net.error.invite-damaged"),
        ("host:0", "net.error.port-number"),
    ):
        bert.events.clear()
        bert.node.join(code)
        assert bert.refused().key == key


def test_a_full_table_gets_its_sentence(player):
    anna, bert = player("Anna"), player("Bert")
    anna.host(Seat("person", "Anna"), Seat("bot", level="random"))
    bert.node.join(anna.lobby.invite)
    assert bert.closed().key == "net.error.full"


def test_a_begun_game_gets_its_sentence(player):
    anna, bert, cleo = player("Anna"), player("Bert"), player("Cleo")
    code = anna.host(Seat("person", "Anna"), OPEN)
    bert.join(code, 1)
    anna.start()
    bert.wait(Opened)
    cleo.node.join(code)
    closed = cleo.wait(Closed)
    assert (closed.reason.key, closed.watch) == ("net.error.begun-watch", code)
    anna.node.set_spectators("nobody")
    anna.wait(AudienceChanged, lambda event: event.setting == "nobody")
    cleo.events.clear()
    cleo.node.join(code)
    closed = cleo.wait(Closed)
    assert (closed.reason.key, closed.watch) == ("net.error.begun", "")


def test_a_guest_cannot_use_the_commands_of_a_host(player):
    anna, bert, cleo = player("Anna"), player("Bert"), player("Cleo")
    bert.join(anna.host(Seat("person", "Anna"), OPEN), 1)
    port = bert.node.table.mesh.port
    cleo.node.join(f"127.0.0.1:{port}")
    assert cleo.closed().key == "net.error.nothing"


@pytest.mark.parametrize(
    ("change", "guest", "host"),
    [
        (
            lambda rules: {"version": rules.version + 1, "oldest": rules.version + 1},
            "net.error.rules-older-there",
            "net.notice.guest-newer",
        ),
        (lambda rules: {"version": rules.oldest - 1, "oldest": 0}, "net.error.rules-older-here", "net.notice.guest-older"),
        (lambda rules: {"data": (bytes(32),)}, "net.error.rules-data", "net.notice.guest-data"),
        (lambda rules: {"game": "another"}, "net.error.rules-unknown", "net.notice.guest-unknown"),
    ],
)
def test_other_rules_are_refused_saying_which_side_is_older(player, monkeypatch, change, guest, host):
    anna, bert = player("Anna"), player("Bert")
    code = anna.host(Seat("person", "Anna"), OPEN)
    real_rules = rules_here()
    monkeypatch.setattr(
        admission, "rules_here", lambda: [msgspec.structs.replace(rules, **change(rules)) for rules in real_rules]
    )
    bert.node.join(code)
    assert bert.closed().key == guest
    assert anna.noticed(host).value("name") == "Bert"
    assert len(anna.lobby.peers) == 1


# -- hosting -----------------------------------------------------------------------------------------------------------


def test_a_taken_port_gets_its_sentence(player):
    anna = player("Anna")
    with socket.create_server(("127.0.0.1", 0)) as server:
        port = server.getsockname()[1]
        anna.node.host(Plan("big-boss", (OPEN, OPEN)), port, announce=False)
        reason = anna.refused()
    assert (reason.key, reason.value("port")) == ("net.error.port-taken", port)
    anna.events.clear()
    anna.host(OPEN, OPEN, port=port)
    assert anna.lobby.addresses == (f"127.0.0.1:{port}",)


def test_a_saved_game_whose_port_is_taken_goes_on_at_another_one(player):
    players = anna, _ = [player("Anna"), player("Bert")]
    table_of(players)
    file, port = anna.opened.file, anna.node.table.mesh.port
    anna.node.close()
    with socket.create_server(("127.0.0.1", port)):
        again = player("Anna", home=anna.home)
        again.node.resume(file)
        assert again.noticed("net.notice.other-port").value("port") == port
        again.linked_with_all()


def test_a_table_can_be_opened_again_at_once_on_its_port(player):
    anna = player("Anna")
    anna.host(OPEN, OPEN)
    port = int(anna.lobby.addresses[0].rpartition(":")[2])
    for _ in range(3):
        anna.node.leave()
        anna.node.host(Plan("big-boss", (OPEN, OPEN), name="Anna"), port, announce=False)
        anna.until(lambda: anna.lobby is not None and anna.all(Closed), "the table again")
        anna.events.clear()
    assert not anna.all(Refused)


def test_guests_hear_that_the_host_closes_the_lobby(player):
    anna, bert = player("Anna"), player("Bert")
    bert.join(anna.host(Seat("person", "Anna"), OPEN), 1)
    anna.node.leave()
    assert bert.closed().key == "net.closed.host-left"
    assert anna.closed().key == "net.closed.left"


def test_guests_hear_that_the_hosts_program_has_ended(player):
    anna, bert = player("Anna"), player("Bert")
    bert.join(anna.host(Seat("person", "Anna"), OPEN), 1)
    anna.node.close()
    assert bert.closed().key == "net.closed.host-left"


def test_the_host_hears_that_a_guest_goes(player):
    anna, bert = player("Anna"), player("Bert")
    bert.join(anna.host(Seat("person", "Anna"), OPEN), 1)
    bert.node.leave()
    assert anna.noticed("net.notice.left").value("name") == "Bert"
    anna.wait_lobby(lambda lobby: lobby.seats[1].kind == "open" and len(lobby.peers) == 1)


def test_a_game_without_guests_does_not_listen(player):
    anna, bert = player("Anna"), player("Bert")
    code = anna.host(Seat("person", "Anna"), OPEN)
    bert.node.join(code)
    bert.wait_lobby(lambda lobby: True)
    anna.node.set_seat(1, "bot", "Robo", "random")
    anna.start()
    assert bert.closed().key == "net.closed.unseated"
    assert anna.wait(Opened).dealer == "local"
    bert.events.clear()
    bert.node.join(code)
    assert bert.closed().key == "net.error.refused"
    play_to(10, anna)


def test_impossible_plans_are_refused(player):
    anna = player("Anna")
    for plan, key in (
        (Plan("no-game", (OPEN,)), "rules.error.game"),
        (Plan("big-boss", (OPEN,)), "rules.error.seats"),
        (Plan("big-boss", (OPEN, OPEN), {"no_such": "on"}), "rules.error.option"),
    ):
        for command in (anna.node.host, anna.node.offline):
            anna.events.clear()
            command(plan)
            assert anna.refused().key == key
    anna.events.clear()
    anna.node.offline(Plan("big-boss", (Seat("person", "Anna"), OPEN)))
    assert anna.refused().key == "net.blocked.open"


# -- everything else ---------------------------------------------------------------------------------------------------


def test_commands_without_a_table_are_refused(player):
    anna = player("Anna")
    node = anna.node
    for command in (
        lambda: node.set_options({}),
        lambda: node.set_seats(2),
        lambda: node.set_seat(0, "open"),
        lambda: node.sit(0, "Anna"),
        lambda: node.stand(0),
        lambda: node.ready(True),
        node.start,
        lambda: node.act(0, (Move("pass"),), 0),
        lambda: node.say("hello"),
        node.leave,
    ):
        anna.events.clear()
        command()
        assert anna.refused().key == "net.refused.no-table"


def test_commands_at_the_wrong_time_are_refused(player):
    anna = player("Anna")
    anna.host(Seat("person", "Anna"), Seat("bot", level="random"))
    anna.node.act(0, (Move("pass"),), 0)
    assert anna.refused().key == "net.refused.no-game"
    anna.node.start()
    anna.wait(Opened)
    anna.node.set_seats(3)
    anna.until(lambda: anna.all(Refused)[-1].reason.key == "net.refused.no-lobby")
    anna.node.offline(Plan("big-boss", (OPEN, OPEN)))
    anna.until(lambda: anna.all(Refused)[-1].reason.key == "net.refused.table-open")


def test_files_that_cannot_be_resumed_get_their_sentences(player, tmp_path):
    anna, bert = player("Anna"), player("Bert")
    anna.node.resume(tmp_path / "nowhere.alarife")
    assert anna.refused().key == "session.file.unopened"
    anna.node.offline(Plan("big-boss", (Seat("person", "Anna"), Seat("bot", level="random"))))
    file = anna.wait(Opened).file
    anna.node.leave()
    anna.closed()
    bert.node.resume(file)
    assert bert.wait(Opened).me == bert.key.hex(), "nobody else has a part in it"
    assert bert.noticed("net.notice.adopted")


def test_a_listener_that_fails_stops_nothing(tmp_path, caplog):
    failures = []

    def fails(event):
        failures.append(event)
        raise RuntimeError("a window that is gone")

    node = TableNode(tmp_path, fails, loopback=True, name="Anna")
    node.offline(Plan("big-boss", (Seat("bot", level="random"), Seat("bot", level="random"))))
    node.leave()
    node.close()
    assert type(failures[0]) is Opened
    assert any("the listener failed" in record.getMessage() for record in caplog.records)
    caplog.clear()


def test_nothing_happens_after_closing(player):
    anna = player("Anna")
    anna.host(OPEN, OPEN)
    anna.node.close()
    anna.events.clear()
    anna.node.host(Plan("big-boss", (OPEN, OPEN)))
    anna.node.discover(True)
    in_reactor(lambda: None)
    assert not anna.events


def test_a_damaged_key_gets_a_sentence(tmp_path):
    (tmp_path / "identity.pem").write_text("no key")
    with pytest.raises(IdentityError) as caught:
        TableNode(tmp_path, lambda event: None, loopback=True)
    assert caught.value.reason.key == "net.error.key-damaged"


def test_without_a_network_the_host_is_told(player, monkeypatch):
    monkeypatch.setattr(interfaces, "own_hosts", lambda loopback=False: [])
    anna = player("Anna")
    code = anna.host(OPEN, OPEN)
    assert read(code).addresses[0].host == "127.0.0.1"
    assert anna.all(Notice)[0].text.key == "net.notice.no-network"


def test_a_host_without_a_network_is_told_once_although_the_table_cannot_be_announced(player, monkeypatch):
    complained = threading.Event()
    complain = Discovery._complain

    def noted(discovery, *why):
        complain(discovery, *why)
        complained.set()

    monkeypatch.setattr(Discovery, "_complain", noted)
    for module in ("interfaces", "discovery"):
        monkeypatch.setattr(f"net.{module}.own_hosts", lambda loopback=False: [])
    anna = player("Anna")
    anna.host(OPEN, OPEN, announce=True)
    assert complained.wait(60)
    in_reactor(lambda: None)
    assert [notice.text.key for notice in anna.all(Notice)] == ["net.notice.no-network"]


def test_a_change_of_network_renews_the_invite(player, monkeypatch):
    anna = player("Anna")
    before = anna.host(OPEN, OPEN)
    monkeypatch.setattr(interfaces, "own_hosts", lambda loopback=False: ["127.0.0.1", "192.168.7.7"])
    monkeypatch.setattr(table_module, "ADDRESSES_EVERY", 1)
    lobby = anna.wait_lobby(lambda lobby: lobby.invite != before)
    assert [address.host for address in read(lobby.invite).addresses] == ["127.0.0.1", "192.168.7.7"]
    assert read(lobby.invite).token == read(before).token


def test_options_and_seats_reach_everybody(player):
    anna, bert = player("Anna"), player("Bert")
    bert.join(anna.host(Seat("person", "Anna"), OPEN), 1)
    option = game("big-boss").options[0]
    other = next(choice for choice in option.choices if choice != option.default)
    anna.node.set_options({option.name: other})
    bert.wait_lobby(lambda lobby: lobby.options[option.name] == other)
    anna.node.set_seats(3)
    anna.node.set_seat(2, "bot", "Robo", "random")
    bert.wait_lobby(lambda lobby: [seat.name for seat in lobby.seats] == ["Anna", "Bert", "Robo"])
    assert not any(isinstance(event, Notice) and event.text.key == "net.error.internal" for event in bert.events)
