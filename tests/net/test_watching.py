"""Watching over real sockets on loopback: coming late, following, being refused, coming back; and guests sent away."""

import pytest

from net import interfaces
from net.api import Advanced, AudienceChanged, Closed, LobbyChanged, Opened, Refused, Seat, TablesFound, TakeBackChanged
from net.invite import read
from net.verify import verify
from net.words import fingerprint
from rules.contract import Move
from tests.net.player import OPEN, play_to, table_of
from tests.net.rim import in_reactor
from tests.net.test_discovery import real


@pytest.fixture
def table(player):
    anna, bert = player("Anna"), player("Bert")
    table_of([anna, bert], spectators="code", strangers=False)
    play_to(25, anna, bert)
    return anna, bert


def code_of(host):
    return host.wait(AudienceChanged, lambda event: event.mine).code


def watching(host, player):
    """Wanda, who was invited and is linked with everybody."""
    wanda = player("Wanda")
    wanda.node.watch(code_of(host))
    wanda.wait(Opened)
    wanda.linked_with_all()
    return wanda


def names(host):
    return host.all(AudienceChanged)[-1].names


def test_the_code_for_watching_leads_to_the_hosts_present_address(table, monkeypatch):
    anna, bert = table
    before = code_of(anna)
    monkeypatch.setattr(interfaces, "own_hosts", lambda loopback=False: ["127.0.0.1", "192.168.7.7"])
    after = anna.wait(AudienceChanged, lambda event: event.code != before).code
    assert [address.host for address in read(after).addresses] == ["127.0.0.1", "192.168.7.7"]
    assert read(after).token == read(before).token
    assert not any(event.code for event in bert.all(AudienceChanged))


def test_a_guest_invited_too_late_watches_to_the_end(table, player, tmp_path):
    anna, bert = table
    wanda = player("Wanda")
    wanda.node.join(code_of(anna))
    refused = wanda.wait(Closed)
    assert refused.reason.key == "net.error.begun-watch"
    wanda.events.clear()
    wanda.node.watch(refused.watch, file=tmp_path / "watched.alarife")
    opened = wanda.wait(Opened)
    assert opened.watching
    assert opened.index == len(opened.past) >= 25
    for one in (anna, bert, wanda):
        one.until(lambda one=one: one.all(AudienceChanged) and names(one) == ("Wanda",), "the audience")
    anna.go_on(10_000)
    bert.go_on(10_000)
    for one in (anna, bert, wanda):
        one.wait(Advanced, lambda event: event.position.result is not None)
        one.in_step()
    assert wanda.latest.position.digest() == anna.latest.position.digest()
    wanda.node.leave()
    assert wanda.closed().key == "session.watch.left"
    bert.until(lambda: names(bert) == (), "an empty gallery")
    found = verify(tmp_path / "watched.alarife")
    assert found.holds
    assert found.entries == wanda.latest.index
    wanda.events.clear()
    wanda.node.resume(tmp_path / "watched.alarife")
    assert wanda.refused().key == "net.refused.not-your-game"


def test_refusals_are_sentences(table, player):
    anna, bert = table
    wanda = player("Wanda")
    code = code_of(anna)
    place = read(code).addresses[0]

    def answer(key):
        wanda.events.clear()
        wanda.node.watch(key)
        return wanda.wait(Closed).reason.key

    assert answer(str(place)) == "net.error.watch-uninvited"
    anna.node.set_spectators("nobody")
    anna.wait(AudienceChanged, lambda event: event.setting == "nobody")
    assert answer(code) == "net.error.watch-nobody"
    anna.node.set_spectators("anybody")
    anna.wait(AudienceChanged, lambda event: event.setting == "anybody")
    wanda.events.clear()
    wanda.node.watch(str(place))
    wanda.wait(Opened)
    anna.node.set_spectators("nobody")
    assert wanda.wait(Closed).reason.key == "net.error.watch-nobody"
    bert.until(lambda: names(bert) == ())


def test_only_watchers_with_the_invite_learn_where_the_other_players_are(table, player):
    anna, bert = table
    anna.node.set_spectators("anybody")
    told = anna.wait(AudienceChanged, lambda event: event.setting == "anybody")
    for code in (str(read(told.code).addresses[0]), told.code):
        wanda = player("Wanda")
        wanda.node.watch(code)
        wanda.wait(Opened)
        places = in_reactor(wanda.node.table._desk.book.addresses, bert.key)
        assert bool(places) == (code == told.code)


def test_a_removed_watcher_is_told_why_and_does_not_come_back(table, player):
    anna, bert = table
    wanda = player("Wanda")
    code = code_of(anna)
    wanda.node.watch(code)
    wanda.wait(Opened)
    shown = anna.wait(AudienceChanged, lambda event: event.names == ("Wanda",))
    anna.node.throw_out(shown.keys[0])
    assert wanda.wait(Closed).reason.key == "session.watch.sent-away"
    bert.until(lambda: names(bert) == ())
    wanda.events.clear()
    wanda.node.watch(code)
    assert wanda.wait(Closed).reason.key == "net.error.watch-banned"


def test_a_watcher_gets_one_sentence_for_every_refused_command(table, player):
    wanda = watching(table[0], player)
    node = wanda.node
    commands = [
        lambda: node.act(0, (Move("pass"),), wanda.latest.index),
        lambda: node.say("hello"),
        lambda: node.propose_take_back(0),
        lambda: node.answer_take_back(True),
        lambda: node.replace(table[1].key.hex(), True),
        lambda: node.take_seat_back(),
        lambda: node.publish_cards(),
        lambda: node.set_spectators("anybody"),
        lambda: node.throw_out(table[1].key.hex()),
    ]
    for command in commands:
        wanda.events.clear()
        command()
        assert wanda.refused().key == "session.watch.only"
    node.pause()  # nobody waits for a watcher, so this is no news
    node.leave()
    assert wanda.closed().key == "session.watch.left"
    assert len(wanda.all(Refused)) == 1


def test_a_lobby_cannot_be_watched(player):
    anna, wanda = player("Anna"), player("Wanda")
    wanda.node.watch(anna.host(Seat("person", "Anna"), OPEN))
    assert wanda.closed().key == "net.error.watch-early"


def test_a_lost_link_comes_back_and_a_peer_steps_in_for_the_host(table, player):
    anna, bert = table
    wanda = watching(anna, player)
    in_reactor(anna.node.table.mesh.drop, wanda.key)
    index = anna.latest.index + 10
    play_to(index, anna, bert)
    wanda.until(lambda: wanda.latest.index >= index, "catching up")
    file = anna.opened.file
    anna.node.close()
    bert.until(lambda: not all(peer.linked for peer in bert.peers))
    yann = player("Yann")
    port = bert.node.table.mesh.port
    yann.node.watch(f"127.0.0.1:{port}")
    assert yann.closed().key == "net.error.watch-elsewhere"
    again = player("Anna", home=anna.home)
    again.node.resume(file)
    again.linked_with_all()
    again.until(lambda: names(again) == ("Wanda",), "Wanda back at the host")
    index += 10
    play_to(index, again, bert)
    wanda.until(lambda: wanda.latest.index >= index, "following on")
    wanda.in_step()


def test_a_restarted_host_lets_in_the_people_it_has_invited(table, player):
    """The other peer never learned who may watch: it was away all the time."""
    anna, bert = table
    bert.node.close()
    code, file = code_of(anna), anna.opened.file
    wanda = player("Wanda")
    wanda.node.watch(code)
    anna.wait(AudienceChanged, lambda event: event.names == ("Wanda",))
    anna.node.close()
    again = player("Anna", home=anna.home)
    again.node.resume(file)
    told = again.wait(AudienceChanged, lambda event: event.mine)
    assert (told.setting, read(told.code).token) == ("code", read(code).token)
    again.wait(AudienceChanged, lambda event: event.names == ("Wanda",))
    bert_again = player("Bert", home=bert.home)
    bert_again.node.resume(bert.all(Opened)[0].file)
    bert_again.wait(AudienceChanged, lambda event: event.names == ("Wanda",))
    assert not wanda.all(Closed)


def test_a_restarted_peer_shows_the_rest_while_the_host_is_away(table, player):
    anna, bert = table
    wanda = watching(anna, player)
    anna.node.close()
    bert.node.close()
    again = player("Bert", home=bert.home)
    again.node.resume(bert.all(Opened)[0].file)
    again.wait(AudienceChanged, lambda event: event.names == ("Wanda",))
    assert not wanda.all(Closed)


@real
def test_a_running_game_that_anybody_may_watch_is_in_the_list(player):
    anna, bert, wanda = player("Anna"), player("Bert"), player("Wanda")
    table_of([anna, bert], spectators="anybody", announce=True)
    hers = fingerprint(anna.key)  # other tables may be open on this network

    def annas(event):
        return [table for table in event.tables if table.words == hers]

    wanda.node.discover(True)
    found = wanda.wait(TablesFound, lambda event: any(table.running for table in annas(event)))
    [table] = annas(found)
    assert (table.host, table.free) == ("Anna", 0)
    wanda.node.watch(table.code)
    wanda.wait(Opened)
    anna.node.set_spectators("code")
    wanda.until(lambda: not annas(wanda.all(TablesFound)[-1]), "a list without Anna's table")
    bert.until(lambda: bert.all(AudienceChanged) and names(bert) == ("Wanda",), "the audience")
    wanda.node.discover(False)


def test_the_host_sends_a_guest_away(player):
    anna, bert, cleo = player("Anna"), player("Bert"), player("Cleo")
    code = anna.host(Seat("person", "Anna"), OPEN, OPEN)
    bert.join(code, 1)
    cleo.join(code, 2)
    cleo.node.throw_out(bert.key.hex())
    assert cleo.refused().key == "net.refused.host-only"
    anna.node.throw_out(bert.key.hex())
    assert bert.closed().key == "net.closed.thrown-out"
    lobby = anna.wait(LobbyChanged, lambda event: len(event.lobby.peers) == 2).lobby
    assert lobby.seats[1].kind == "open"
    bert.events.clear()
    bert.node.join(code)
    assert bert.closed().key == "net.error.thrown-out"
    anna.node.throw_out(bert.key.hex())
    assert anna.refused().key == "net.refused.no-guest"


def test_the_game_is_taken_back_when_both_agree(table):
    anna, bert = table
    for index in range(26, 120):
        play_to(index, anna, bert)
        told = anna.all(TakeBackChanged)
        if told and told[-1].turns:
            break
    to, seat = told[-1].turns[0]
    before = next(event.position for event in anna.all(Advanced) if event.index == to)
    length = max(anna.latest.index, bert.latest.index)
    anna.node.propose_take_back(to)
    asked = bert.wait(TakeBackChanged, lambda event: event.asked is not None and not event.asked.answered).asked
    assert (asked.name, asked.index, asked.seat) == ("Anna", to, seat)
    bert.node.answer_take_back(True)
    for one in (anna, bert):
        step = one.wait(Advanced, lambda event: event.index == length + 1)
        assert (step.move, step.position.digest()) == (None, before.digest())
        one.noticed("session.back.done")
    play_to(length + 10, anna, bert)
    anna.in_step()
    bert.in_step()
