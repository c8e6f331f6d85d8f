"""Peers and strangers that attack sockets: each is named to those it harms, and the others play on."""

import json
import socket
import threading
from dataclasses import replace

from net import reactor as rim
from net.addresses import Address
from net.api import AbsenceChanged, LobbyChanged, Notice, Opened
from net.framing import framed
from net.greeting import TABLE
from net.identity import Identity
from net.invite import Invite, read
from net.session.format.entry import Entry, MoveBody, write_entry
from net.session.format.wire import FRAME_LIMIT, Entries, game_frames, pack
from tests.net.player import OPEN, Seat, play_to, table_of
from tests.net.rim import DEADLINE, USUAL, in_reactor, until

NAMES = ("Anna", "Bert", "Cleo")


def raw(player, to, data):
    """Make a peer's program write bytes to a link that an honest program would not."""

    def write():
        link, _ = player.node.table.mesh._links[to.key]
        link.transport.write(data)

    in_reactor(write)


def seated(player, **named):
    players = [player(name, **named) for name in NAMES]
    table_of(players)
    for one in players:
        one.linked_with_all()
    play_to(12, *players)
    return players


def verdict_file(player):
    file = player.all(Opened)[-1].file
    return file.with_name(f"{file.stem}.verdicts.jsonl")


def test_a_frame_that_is_too_long_is_named_and_the_game_goes_on(player):
    anna, bert, cleo = seated(player)
    raw(bert, anna, (FRAME_LIMIT + 1).to_bytes(4, "big") + b"x" * 100)
    assert anna.noticed("session.notice.oversize").value("name") == "Bert"
    assert b"session.notice.oversize" in verdict_file(anna).read_bytes()
    anna.linked_with_all()
    play_to(20, anna, bert, cleo)
    assert not cleo.all(Notice) or {event.text.key for event in cleo.all(Notice)} <= {"net.notice.joined"}


def test_bytes_that_are_no_frame_are_named_and_the_game_goes_on(player):
    anna, bert, cleo = seated(player)
    raw(bert, anna, framed(b"\xc1nonsense"))
    assert anna.noticed("session.notice.garbled").value("name") == "Bert"
    anna.linked_with_all()
    play_to(20, anna, bert, cleo)


def test_a_flood_is_named_and_slowed_down_and_the_game_goes_on(player):
    flooded = replace(USUAL, frames=100)
    anna, bert, cleo = seated(player, limits=flooded)
    raw(bert, anna, framed(pack(["lobby.away"])) * 600)
    assert anna.noticed("session.notice.flood").value("name") == "Bert"
    play_to(20, anna, bert, cleo)
    for one in (anna, bert, cleo):
        one.in_step()


def test_without_a_player_who_cheats_the_others_go_on(player):
    """Cleo's program makes an illegal move, and keeps calling when the others no longer listen."""
    anna, bert, cleo = seated(player)
    index = anna.latest.index
    while anna.latest.position.turn != 2:
        index += 1
        play_to(index, anna, bert, cleo)

    def cheat():
        table = cleo.node.table
        course = table.session.course
        body = MoveBody(2, course.state.moves()[0].kind, (999,) * 8)
        entry = Entry(course.charter.table, course.index, course.head, cleo.key, body, course.digest)
        frame = Entries([write_entry(cleo.node.identity, entry).signed])
        table.mesh.send(anna.key, game_frames.encode(frame))

    in_reactor(cheat)
    for one in (anna, bert):
        assert one.noticed("session.notice.shunned").value("name") == "Cleo"
        one.wait(AbsenceChanged, lambda event: event.absence is not None and event.absence.refused is None)
        one.node.replace(cleo.key.hex(), True, "")
    for one in (anna, bert):
        one.until(lambda one=one: one.seats[2].kind == "bot", "a bot in Cleo's place")
    play_to(index + 20, anna, bert)
    for one in (anna, bert):
        one.in_step()
        assert not next(peer for peer in one.peers if peer.key == cleo.key.hex()).linked


def test_strangers_who_dribble_do_not_disturb_a_game(player):
    limits = replace(USUAL)
    anna, bert, cleo = seated(player, limits=limits)
    object.__setattr__(limits, "handshake", 1.0)  # from now on: the honest have shaken hands, however slow the computer is
    port = anna.node.table.mesh.port
    strangers = [socket.create_connection(("127.0.0.1", port), timeout=DEADLINE) for _ in range(20)]
    for one in strangers:
        one.send(bytes.fromhex("1603010200010001fc0303"))  # a greeting of 512 bytes begins, and never ends
    stop = threading.Event()

    def dribble():
        while not stop.wait(0.1):
            for one in strangers:
                try:
                    one.send(b"\0")
                except OSError:
                    continue

    thread = threading.Thread(target=dribble)
    thread.start()
    try:
        play_to(24, anna, bert, cleo)
        for one in strangers:
            one.settimeout(DEADLINE)
            try:
                while one.recv(4096):
                    pass
            except ConnectionError:
                pass
    finally:
        stop.set()
        thread.join()
        for one in strangers:
            one.close()
    assert anna.noticed("net.notice.intruder-slow").value("host") == "127.0.0.1"
    assert b"net.notice.intruder-slow" in verdict_file(anna).read_bytes()


def test_a_stranger_with_a_wrong_token_is_told_and_so_is_the_host(player):
    anna, eve = player("Anna"), player("Eve")
    invite = read(anna.host(Seat("person", "Anna"), OPEN))
    for _ in range(2):
        eve.node.join(str(Invite(invite.key, b"not the token!!!", invite.addresses)), "Eve")
        assert eve.closed().key == "net.error.token"
        eve.events.clear()
    assert anna.noticed("net.notice.wrong-token").value("name") == "Eve"
    assert len([event for event in anna.all(Notice) if event.text.key == "net.notice.wrong-token"]) == 1


def test_a_stranger_is_let_into_no_game_even_with_its_table_id(player, station):
    anna, *_ = seated(player)
    table = anna.node.table
    played = len(table.session.log)
    stranger = station(identity=Identity.fresh())
    hello = stranger.hello(b"")
    for changed in ({"purpose": TABLE, "table": table.session.charter.charter.table}, {"purpose": "join"}):
        greeting = type(hello)(**({field: getattr(hello, field) for field in hello.__struct_fields__} | changed))
        before = len(stranger.all("failed"))
        stranger.call([Address("127.0.0.1", table.mesh.port)], anna.key, greeting)
        until(lambda before=before: len(stranger.all("failed")) > before, "a refusal")
        assert stranger.all("failed")[-1][0].final
    assert not stranger.all("linked")
    assert len(anna.all(Notice)) == len([event for event in anna.all(Notice) if event.text.key == "net.notice.joined"]) + 1
    assert anna.noticed("net.notice.no-seat").value("name") == "guest"
    [kept] = map(json.loads, verdict_file(anna).read_text().splitlines())
    assert (kept["verdict"], kept["from"], kept["key"]) == ("net.notice.no-seat", "", stranger.key.hex())
    assert kept["entries"] >= played


def test_a_false_token_at_a_running_game_is_reported_and_recorded(player):
    anna, *_ = seated(player)
    eve = player("Eve")
    anna.node.set_spectators("code")
    invite = read(anna.all(LobbyChanged)[-1].lobby.invite)
    for call in (eve.node.watch, eve.node.join):
        call(str(Invite(invite.key, b"not the token!!!", invite.addresses)), "Eve")
        assert eve.closed().key in ("net.error.watch-uninvited", "net.error.begun")
        eve.events.clear()
    assert anna.noticed("net.notice.wrong-token").value("name") == "Eve"
    [kept] = map(json.loads, verdict_file(anna).read_text().splitlines())
    assert (kept["verdict"], kept["values"]) == ("net.notice.wrong-token", {"name": "Eve"})


def test_a_replayed_join_is_reported_and_recorded(player):
    """Every byte that a friend's program once sent to the host's port, sent there again while the game is on."""
    anna, bert = player("Anna"), player("Bert")
    anna.host(Seat("person", "Anna"), OPEN)
    invite = read(anna.all(LobbyChanged)[-1].lobby.invite)
    wire = Recorder(anna.node.table.mesh.port)
    try:
        bert.node.join(str(Invite(invite.key, invite.token, (Address("127.0.0.1", wire.port),))), "Bert")
        anna.noticed("net.notice.joined")
    finally:
        wire.close()
    recorded = bytes(wire.sent)
    anna.node.close()
    bert.node.close()
    one, *_ = seated(player)
    with socket.create_connection(("127.0.0.1", one.node.table.mesh.port), timeout=DEADLINE) as again:
        again.sendall(recorded)
        try:
            while again.recv(1 << 16):
                pass
        except ConnectionError:
            pass
    assert one.noticed("net.notice.intruder-garbled").value("host") == "127.0.0.1"
    assert b"net.notice.intruder-garbled" in verdict_file(one).read_bytes()


class Recorder:
    """A wire between a caller and a port that remembers every byte the caller sent."""

    def __init__(self, port):
        self.sent = bytearray()
        self.ends = []
        self.listener = socket.create_server(("127.0.0.1", 0))
        self.port = self.listener.getsockname()[1]
        self.far = port
        self.threads = [threading.Thread(target=self.serve)]
        self.threads[0].start()

    def serve(self):
        near, _ = self.listener.accept()
        far = socket.create_connection(("127.0.0.1", self.far))
        self.ends = [near, far]
        back = threading.Thread(target=self.pump, args=(far, near, None))
        back.start()
        self.pump(near, far, self.sent)
        back.join()

    def pump(self, source, target, memory):
        try:
            while data := source.recv(1 << 16):
                if memory is not None:
                    memory += data
                target.sendall(data)
        except OSError:
            pass
        self.cut()

    def cut(self):
        for end in self.ends:
            try:
                end.shutdown(socket.SHUT_RDWR)
            except OSError:
                continue

    def close(self):
        self.cut()
        self.listener.close()
        for thread in self.threads:
            thread.join()
        for end in self.ends:
            end.close()


def test_a_replayed_join_lets_nobody_in(station):
    host, guest = station(limits=USUAL), station()
    port = host.open()
    wire = Recorder(port)
    try:
        guest.call([Address("127.0.0.1", wire.port)], host.key)
        host.wait("linked")
        guest.wait("linked")
        guest.send(host.key, pack(["lobby.say", "hello"]))
        host.wait("received")
        in_reactor(guest.mesh.drop, host.key)
        host.wait("unlinked")
    finally:
        wire.close()
    assert len(wire.sent) > 500
    with socket.create_connection(("127.0.0.1", port), timeout=DEADLINE) as again:
        again.sendall(bytes(wire.sent))
        try:
            while again.recv(1 << 16):
                pass
        except ConnectionError:
            pass
    in_reactor(rim.now)
    assert len(host.all("judge")) == len(host.all("linked")) == len(host.all("received")) == 1
