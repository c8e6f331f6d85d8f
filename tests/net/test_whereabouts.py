"""Saved games opened at new addresses, and addresses that change during play: the peers find each other."""

import json

import pytest

from net import interfaces
from net import table as table_module
from net.addresses import Address
from net.api import AbsenceChanged, Advanced, Closed, Notice, Opened, PeersChanged, Plan, Reachable, Refused, Seat
from net.discovery import Discovery, Sighting, tag_of
from net.greeting import PROTOCOL, Refusal
from net.identity import Identity
from net.interfaces import is_own
from net.invite import Invite, read
from net.session.format.wire import game_frames
from net.session.lobby.wire import Places
from net.whereabouts import Told, for_watcher, place_frames, tells_places
from tests.net.player import OPEN, play_to, table_of
from tests.net.rim import in_reactor
from tests.net.test_discovery import real
from tests.net.test_liars import verdict_file

NAMES = ("Anna", "Bert", "Cleo")


@pytest.fixture
def deaf(monkeypatch):
    """No local network: what is announced is heard by nobody. Gives those who listen, the latest last."""
    listening = []
    monkeypatch.setattr(Discovery, "seek", lambda self, beacon, met: listening.append(met))
    return listening


@pytest.mark.parametrize(
    ("host", "left"),
    [("9.9.9.9", 1), ("2a01::9", 1), ("", 1), ("192.168.1.9", 3), ("fe80::9", 3), ("127.0.0.1", 3)],
)
def test_a_watcher_from_outside_learns_no_address_of_a_home_network(host, left):
    places = [Address("8.8.8.8", 4711), Address("192.168.1.20", 4711), Address("fd00::20", 4711)]
    assert for_watcher({b"key": places}, host) == {b"key": places[:left]}


def interrupted(player, names, index=14):
    """Play a while, then end all programs; returns the homes and files."""
    players = [player(name) for name in names]
    table_of(players)
    for one in players:
        one.linked_with_all()
    play_to(index, *players)
    files = {one.name: (one.home, one.all(Opened)[0].file) for one in players}
    for one in players:
        one.node.close()
    return files


def forgetful(home):
    """The known addresses and ports become useless; the saved game stays where it is."""
    book = home / "addresses.json"
    book.write_text(json.dumps({"files": json.loads(book.read_text())["files"]}))


def resumed(player, files, name):
    home, file = files[name]
    forgetful(home)
    again = player(name, home=home)
    again.node.resume(file)
    again.wait(Opened)
    return again


@real
def test_resumed_tables_find_each_other_on_the_local_network(player):
    files = interrupted(player, NAMES)
    again = [resumed(player, files, name) for name in NAMES]
    for one in again:
        one.linked_with_all()
    play_to(24, *again)
    for one in again:
        one.in_step()
        assert one.wait(Reachable).addresses


def test_a_code_links_two_resumed_tables(player, deaf):
    files = interrupted(player, NAMES[:2])
    anna, bert = (resumed(player, files, name) for name in NAMES[:2])
    shown = anna.wait(Reachable)
    assert read(shown.invite).key == anna.key
    assert read(shown.invite).token == b"", "a code of a saved game is no key to anything"
    bert.node.reach(shown.invite)
    bert.linked_with_all()
    anna.linked_with_all()
    play_to(20, anna, bert)


def test_host_and_port_work_as_well_as_a_code(player, deaf):
    files = interrupted(player, NAMES[:2])
    anna, bert = (resumed(player, files, name) for name in NAMES[:2])
    anna.node.reach(bert.wait(Reachable).addresses[0])
    anna.linked_with_all()


def test_joining_by_the_code_of_a_resumed_table_opens_the_saved_game(player, deaf):
    files = interrupted(player, NAMES[:2])
    anna = resumed(player, files, "Anna")
    home, file = files["Bert"]
    forgetful(home)
    bert = player("Bert", home=home)
    bert.node.join(anna.wait(Reachable).invite, "Bert")
    opened = bert.wait(Opened)
    assert (opened.file, opened.index >= 14) == (file, True)
    bert.linked_with_all()
    play_to(20, anna, bert)


def test_joining_without_the_saved_game_says_so(player, deaf):
    files = interrupted(player, NAMES[:2])
    anna = resumed(player, files, "Anna")
    home, file = files["Bert"]
    file.rename(home / "elsewhere.alarife")
    bert = player("Bert", home=home)
    bert.node.join(anna.wait(Reachable).invite, "Bert")
    assert bert.wait(Closed).reason.key == "net.closed.no-file"


def test_codes_that_lead_nowhere_get_their_sentences(player, deaf):
    files = interrupted(player, NAMES[:2])
    anna = resumed(player, files, "Anna")
    address = read(anna.wait(Reachable).invite).addresses[0]
    stranger = player("Stranger")
    invite = stranger.host(Seat("person", "Stranger"), OPEN)
    for code, why in (
        ("no code at all", "net.error.invite-none"),
        (str(Invite(Identity.fresh().key, b"", (address,))), "net.refused.not-at-table"),
        (anna.wait(Reachable).invite, "net.error.own-table"),
        (invite, "net.refused.not-at-table"),
        (f"127.0.0.1:{read(invite).addresses[0].port}", "net.error.elsewhere"),
    ):
        before = len(anna.all(Refused))
        anna.node.reach(code)
        anna.until(lambda before=before: len(anna.all(Refused)) > before, "an answer")
        assert anna.all(Refused)[-1].reason.key == why


def without_cleo(player):
    """Cleo has left, and the others have gone on with their saved games elsewhere; returns the two, and everybody's files."""
    anna, bert, cleo = (player(name) for name in NAMES)
    table_of([anna, bert, cleo])
    anna.linked_with_all()
    play_to(14, anna, bert, cleo)
    files = {one.name: (one.home, one.all(Opened)[0].file) for one in (anna, bert, cleo)}
    cleo.node.leave()
    assert cleo.closed().key == "session.closed.left"
    for one in (anna, bert):
        one.until(lambda one=one: one.seats[2].kind == "bot", "a bot in Cleo's place")
        one.node.close()
    anna, bert = (resumed(player, files, name) for name in NAMES[:2])
    play_to(20, anna, bert)
    return anna, bert, files


@real
def test_a_departed_player_finds_the_others_even_after_the_end(player):
    anna, bert, files = without_cleo(player)
    for one in (anna, bert):
        one.go_on(10_000)
    for one in (anna, bert):
        one.wait(Advanced, lambda event: event.position.result is not None)
        in_reactor(lambda table=one.node.table: table.where.look_around(table.session.course.there))
        assert one.node._discovery._beacon is not None, "nothing is shown any more that leads to it"
    again = resumed(player, files, "Cleo")
    ended = again.wait(Advanced, lambda event: event.position.result is not None)
    assert ended.position.scores() == anna.latest.position.scores()


@real
def test_a_departed_player_finds_the_others_at_their_new_addresses(player):
    anna, bert, files = without_cleo(player)
    for one in (anna, bert):
        one.until(lambda one=one: len(one.all(Reachable)) > 1, "that nobody is missing any more")
    again = resumed(player, files, "Cleo")
    again.wait(AbsenceChanged, lambda event: event.returnable)
    again.node.take_seat_back()
    for one in (anna, bert, again):
        one.until(lambda one=one: one.seats[2].kind == "person", "Cleo in her place")


@pytest.mark.parametrize("seeker", ["the one that left", "the one that stayed"])
def test_a_code_leads_departed_players_to_the_others(player, deaf, seeker):
    """Either of the two codes will do; nobody else knows the new address of the other player."""
    anna, bert = (player(name) for name in NAMES[:2])
    table_of([anna, bert])
    anna.linked_with_all()
    play_to(14, anna, bert)
    files = {one.name: (one.home, one.all(Opened)[0].file) for one in (anna, bert)}
    bert.node.leave()
    assert bert.closed().key == "session.closed.left"
    anna.until(lambda: anna.seats[1].kind == "bot", "a bot in Bert's place")
    anna.node.close()
    anna, bert = (resumed(player, files, name) for name in NAMES[:2])
    if seeker == "the one that left":
        bert.node.reach(anna.wait(Reachable).invite)
    else:
        anna.node.reach(bert.wait(Reachable).invite)
    bert.wait(AbsenceChanged, lambda event: event.returnable)
    bert.linked_with_all()
    bert.node.take_seat_back()
    for one in (anna, bert):
        one.until(lambda one=one: one.seats[1].kind == "person", "Bert in his place")


def test_without_peers_there_is_nobody_to_reach(player):
    anna = player("Anna")
    anna.node.offline(Plan("big-boss", (Seat("person", "A"), Seat("bot", "B", level="random"))))
    anna.wait(Opened)
    anna.node.reach("127.0.0.1:4711")
    assert anna.refused().key == "net.refused.nobody-missing"


def test_a_player_who_stayed_tells_returning_players_about_each_other(player, deaf):
    files = interrupted(player, NAMES)
    anna, bert, cleo = (resumed(player, files, name) for name in NAMES)
    code = anna.wait(Reachable).invite
    bert.node.reach(code)
    bert.until(lambda: any(peer.linked for peer in bert.peers if peer.key == anna.key.hex()), "a link to Anna")
    cleo.node.reach(code)
    for one in (anna, bert, cleo):
        one.linked_with_all()
    play_to(24, anna, bert, cleo)


def test_a_peer_reachable_only_over_another_plays_on(player, monkeypatch):
    """Bert and Cleo cannot link; the host passes everything on, and after it was gone for a while they all continue."""
    players = [player(name) for name in NAMES]
    anna, bert, cleo = players
    apart = {bert.key, cleo.key}
    judge = table_module.Table.judge

    def refuses(table, key, hello):
        return Refusal(PROTOCOL, "nothing") if {table._me, key} == apart else judge(table, key, hello)

    monkeypatch.setattr(table_module.Table, "judge", refuses)
    table_of(players)
    play_to(20, *players)
    linked = {peer.key: peer.linked for peer in bert.peers}
    assert linked[anna.key.hex()]
    assert not linked[cleo.key.hex()]
    assert {peer.status.key for peer in bert.peers if peer.key == cleo.key.hex()} <= {
        "session.status.relayed",
        "session.status.awaited",
    }
    file = anna.all(Opened)[0].file
    anna.node.close()
    again = player("Anna", home=anna.home)
    again.node.resume(file)
    play_to(36, again, bert, cleo)
    for one in (again, bert, cleo):
        one.in_step()


def test_the_host_may_go_while_the_others_continue(player):
    players = [player(name) for name in NAMES]
    table_of(players)
    for one in players:
        one.linked_with_all()
    anna, bert, cleo = players
    play_to(14, *players)
    file = anna.all(Opened)[0].file
    anna.node.close()
    for one in (bert, cleo):
        one.until(lambda one=one: not all(peer.linked for peer in one.peers), "the loss of the host")
        assert one.wait(Reachable).invite
    again = player("Anna", home=anna.home)
    again.node.resume(file)
    again.linked_with_all()
    play_to(24, again, bert, cleo)


def test_a_changed_address_is_noticed_and_announced(player, monkeypatch):
    monkeypatch.setattr(table_module, "LOOK_EVERY", 1)
    anna, bert = player("Anna"), player("Bert")
    table_of([anna, bert])
    anna.linked_with_all()
    bert.linked_with_all()
    monkeypatch.setattr(interfaces, "own_hosts", lambda loopback=False: ["127.0.0.1", "127.0.0.9"])
    shown = anna.wait(Reachable, lambda event: len(event.addresses) == 2)
    assert shown.addresses[1].startswith("127.0.0.9:")
    assert [address.host for address in read(shown.invite).addresses] == ["127.0.0.1", "127.0.0.9"]
    book = bert.home / "addresses.json"
    bert.until(lambda: "127.0.0.9" in book.read_text() or None, "Anna's new address in Bert's book")


def test_a_link_from_a_lost_address_is_replaced(player, monkeypatch):
    anna, bert = player("Anna"), player("Bert")
    table_of([anna, bert])
    anna.linked_with_all()
    bert.linked_with_all()
    lost = len([peers for peers in anna.events if hasattr(peers, "peers")])
    monkeypatch.setattr("net.mesh.is_own", lambda host: False)
    monkeypatch.setattr(interfaces, "own_hosts", lambda loopback=False: ["127.0.0.1", "127.0.0.9"])
    anna.until(lambda: len([peers for peers in anna.events if hasattr(peers, "peers")]) > lost, "a lost link")
    monkeypatch.setattr("net.mesh.is_own", is_own)
    anna.linked_with_all()
    play_to(14, anna, bert)


def test_own_addresses_are_known():
    assert is_own("127.0.0.1")
    assert not is_own("192.0.2.7")


def test_messages_about_addresses_are_read_within_limits(player):
    anna, bert = player("Anna"), player("Bert")
    table_of([anna, bert])
    anna.linked_with_all()
    table = anna.node.table
    charter = table.session.charter.charter

    def known():
        return table.where.places[bert.key]

    before = known()
    for told in (
        Told(b"another table!!!", (Places(bert.key, (("192.0.2.1", 1),)),)),
        Told(charter.table, (Places(anna.key, (("192.0.2.1", 1),)),)),
        Told(charter.table, (Places(b"x" * 32, (("192.0.2.1", 1),)),)),
        Told(charter.table, (Places(bert.key, (("a.name.example", 1),)),)),
    ):
        payload = place_frames.encode(told)
        assert tells_places(payload)
        assert game_frames.decode(payload) is None
        in_reactor(table.received, bert.key, payload)
        assert known() == before
    for number in range(1, 40):
        payload = place_frames.encode(Told(charter.table, (Places(bert.key, (("192.0.2.1", number),)),)))
        in_reactor(table.received, bert.key, payload)
    assert 1 <= known()[0].port < 12, "a peer that tells too much is not listened to"


def test_a_peer_whose_messages_are_garbled_is_named_once_and_a_record_is_kept(player):
    """Its program calls again each time, and would fill the window with the same sentence."""
    anna, bert = player("Anna"), player("Bert")
    table_of([anna, bert])
    for frame in (b"\x92\xacwhere.places\xc0", b"\x92\xacwhere.places\x01"):
        anna.linked_with_all()
        before = len(anna.all(PeersChanged))
        in_reactor(anna.node.table.received, bert.key, frame)
        anna.until(lambda before=before: len(anna.all(PeersChanged)) > before, "the end of the link")
        anna.linked_with_all()
    assert [event.text.value("name") for event in anna.all(Notice) if event.text.key == "session.notice.garbled"] == ["Bert"]
    assert b"session.notice.garbled" in verdict_file(anna).read_bytes()


def test_false_addresses_neither_replace_true_ones_nor_are_passed_on(player, deaf):
    files = interrupted(player, NAMES)
    deaf.clear()
    anna = resumed(player, files, "Anna")
    bert, cleo = (player(name, home=files[name][0]) for name in NAMES[1:])
    table = in_reactor(lambda: anna.node.table)
    charter = table.session.charter.charter
    true = Address("127.0.0.1", 4711)
    in_reactor(table.answered, cleo.key, true)
    anna.until(lambda: any(deaf), "a look for the others")
    met = next(filter(None, deaf))
    false = tuple(("203.0.113.7", 1 + number) for number in range(8))
    for told in (false, false[::-1]):
        payload = place_frames.encode(Told(charter.table, (Places(cleo.key, told),)))
        in_reactor(table.where.hear, bert.key, payload, 0)
        seen = Sighting(cleo.key, tag_of(charter.table, cleo.key), tuple(Address(*pair) for pair in told))
        met(seen)
    in_reactor(lambda: None)  # what was seen is told in the reactor's thread
    assert anna.node._desk.book.addresses(cleo.key)[0] == true
    assert cleo.key not in table.where.places
