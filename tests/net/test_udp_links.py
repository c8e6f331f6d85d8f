"""Links over UDP in a simulated internet: unusual networks, bad weather, moves, and attacks of strangers."""

import os
import secrets
import socket
import subprocess
import sys

import pytest
from aioquic.quic.packet import QuicFrameType

from client.soak.internet import Computer, Firewall, Packet, Translator
from client.system.home import VARIABLE as HOME
from net import reactor as rim
from net.addresses import Address
from net.framing import framed
from net.identity import Identity
from net.link import Limits
from net.udp import stun
from net.udp.gate import Gate, GateError
from net.udp.public import CHANGES, CHANGES_EACH, Public
from net.udp.quic import MOST_PIECES, WINDOW, QuicTransport
from net.udp.room import Room
from tests.net.meeting import PORT, TOKEN, Program, behind, meet, world
from tests.net.rim import in_reactor


@pytest.fixture
def pair():
    """Two programs in networks that the test names; closed at the end, with nothing left over."""
    made = []

    def make(internet, host, guest):
        made.extend([internet, Program(*host), Program(*guest)])
        return made[-2:]

    yield make
    for one in made[1:]:
        one.close()
    made[0].run(5)
    assert not made[0].clock.getDelayedCalls()


def talk(internet, one, other, size=1000, frames=5, within=20.0):
    """Frames in both directions arrive whole and in order."""
    sent = {program: [secrets.token_bytes(size) for _ in range(frames)] for program in (one, other)}
    before = {program: len(program.all("received")) for program in (one, other)}
    for program, to in ((one, other), (other, one)):
        for frame in sent[program]:
            program.mesh.send(to.key, frame)

    def got(program):
        return [payload for _, payload in program.all("received")[before[program] :]]

    internet.run(within, lambda: got(one) == sent[other] and got(other) == sent[one])
    assert got(one) == sent[other]
    assert got(other) == sent[one]


def test_both_sides_know_each_others_key_and_frames_pass(pair):
    internet = world()
    host, guest = pair(internet, (behind(internet, 11), "192.168.0.2"), (behind(internet, 12), "10.0.0.2"))
    assert meet(internet, host, guest) is not None
    assert host.all("linked")[0][0] == guest.key
    assert guest.all("linked")[0][0] == host.key
    assert host.mesh.place(guest.key) == guest.public
    talk(internet, host, guest)


@pytest.mark.parametrize(("alive", "kept"), [(10.0, True), (100.0, False)], ids=["with signs of life", "without"])
def test_signs_of_life_keep_an_idle_link(alive, kept):
    internet = world()
    host, guest = (Program(internet, f"{one}.{one}.{one}.{one}", limits=Limits(idle=45.0, alive=alive)) for one in (11, 12))
    host.wait_in()
    guest.call(host)
    assert internet.run(5.0, lambda: guest.has(host) and host.has(guest))
    internet.run(90.0)
    assert (host.has(guest), guest.has(host)) == (kept, kept)
    assert (host.all("unlinked") == []) == kept
    for one in (host, guest):
        one.close()
    internet.run(5)
    assert not internet.clock.getDelayedCalls()


def test_a_host_whose_router_lets_everybody_in_needs_no_second_code(pair):
    internet = world()
    host, guest = pair(
        internet, (behind(internet, 11, "any", "any"), "192.168.0.2"), (behind(internet, 12, "port"), "10.0.0.2")
    )
    assert meet(internet, host, guest) == 0.0


def test_behind_one_router_without_hairpin_the_inner_addresses_do(pair):
    internet = world()
    home = behind(internet, 11)
    host, guest = pair(internet, (home, "192.168.0.2"), (home, "192.168.0.3"))
    assert meet(internet, host, guest) == 0.0
    talk(internet, host, guest)


def test_a_link_passes_two_translators_one_behind_the_other(pair):
    internet = world()
    provider = behind(internet, 11)
    host_home = Translator(provider, "100.64.0.2").network
    guest_home = Translator(behind(internet, 12), "100.64.7.7").network
    host, guest = pair(internet, (host_home, "192.168.0.2"), (guest_home, "192.168.0.2"))
    assert meet(internet, host, guest) is not None
    talk(internet, host, guest)


def test_two_homes_behind_one_provider_with_hairpin_link_up(pair):
    """RFC 6888 wants that of a provider's translator; without it, no datagram passes between its customers."""
    internet = world()
    provider = behind(internet, 11, hairpin=True)
    homes = [Translator(provider, f"100.64.0.{number}").network for number in (2, 3)]
    host, guest = pair(internet, (homes[0], "192.168.0.2"), (homes[1], "10.0.0.2"))
    assert meet(internet, host, guest) is not None


def test_firewalls_of_ipv6_open_for_each_other(pair):
    internet = world()
    host, guest = pair(internet, (Firewall(internet).network, "2001:db8:a::2"), (Firewall(internet).network, "2001:db8:b::2"))
    assert meet(internet, host, guest) is not None
    talk(internet, host, guest)


def test_if_udp_is_blocked_the_call_ends_with_the_reason_of_tcp(pair):
    internet = world()
    host, guest = pair(internet, (behind(internet, 11), "192.168.0.2"), (behind(internet, 12, udp=False), "10.0.0.2"))
    host.wait_in()
    guest.call(host, patience=None)
    assert internet.run(15, lambda: guest.all("failed"))
    assert guest.all("failed")[0][0].reason.key == "net.error.timeout"


def test_an_answer_code_runs_out(pair):
    internet = world()
    host, guest = pair(internet, (behind(internet, 11), "192.168.0.2"), (behind(internet, 12), "10.0.0.2"))
    guest.call(host, [Address("9.9.9.9", 1)], patience=60)
    assert not internet.run(59, lambda: guest.all("failed"))
    assert internet.run(2, lambda: guest.all("failed"))


@pytest.mark.parametrize(
    "weather", [{"loss": 0.02}, {"disorder": 0.05}, {"delay": 0.3}, {"loss": 0.02, "disorder": 0.1}], ids=str
)
def test_frames_of_any_size_pass_in_bad_weather(pair, weather):
    """A datagram passes three devices, so two in a hundred per device are six on the way. Where more get lost, links break."""
    internet = world(seed=3, **weather)
    host, guest = pair(internet, (behind(internet, 11), "192.168.0.2"), (behind(internet, 12), "10.0.0.2"))
    assert meet(internet, host, guest, within=60) is not None
    talk(internet, host, guest, size=60_000, frames=4, within=600)


def test_a_link_lasts_behind_translators_that_forget_after_twenty_seconds(pair):
    internet = world()
    host, guest = pair(
        internet, (behind(internet, 11, timeout=20), "192.168.0.2"), (behind(internet, 12, timeout=20), "10.0.0.2")
    )
    assert meet(internet, host, guest) is not None
    internet.run(1800)
    talk(internet, host, guest)
    assert not host.all("unlinked")


def test_a_link_moves_with_a_computer_to_another_network(pair):
    internet = world()
    host, guest = pair(internet, (behind(internet, 11, "any", "any"), "192.168.0.2"), (behind(internet, 12), "10.0.0.2"))
    assert meet(internet, host, guest) is not None
    internet.run(20)
    guest.computer.move(behind(internet, 13), "172.16.0.9")
    guest.gate.stir()
    talk(internet, host, guest)
    assert host.mesh.place(guest.key).host == "13.13.13.13"
    assert not host.all("unlinked")
    assert not guest.all("unlinked")


def test_the_host_may_move_too(pair):
    internet = world()
    host, guest = pair(internet, (behind(internet, 11), "192.168.0.2"), (behind(internet, 12, "any", "any"), "10.0.0.2"))
    assert meet(internet, host, guest) is not None
    host.computer.move(behind(internet, 13), "172.16.0.9")
    host.gate.stir()
    talk(internet, host, guest)
    assert guest.mesh.place(host.key).host == "13.13.13.13"
    assert not guest.all("unlinked")


def test_a_link_outlives_a_nap_and_a_router_that_restarts(pair):
    internet = world()
    router = Translator(internet, "12.12.12.12", "any", "port")
    host, guest = pair(internet, (behind(internet, 11, "any", "any"), "192.168.0.2"), (router.network, "10.0.0.2"))
    assert meet(internet, host, guest) is not None
    guest.computer.asleep = True
    internet.run(25)
    guest.computer.asleep = False
    router.forget()
    talk(internet, host, guest, within=30)
    assert not host.all("unlinked")


def test_two_hidden_guests_meet_at_the_addresses_that_the_host_sees(pair):
    """The host tells each where it sees the other, as peers of a game do; both call at about the same time."""
    internet = world()
    host, one = pair(internet, (behind(internet, 11, "any", "any"), "192.168.0.2"), (behind(internet, 12), "10.0.0.2"))
    other = Program(behind(internet, 13), "10.0.0.2")
    try:
        assert meet(internet, host, one) is not None
        other.call(host)
        assert internet.run(5, lambda: other.has(host))
        for guest, friend in ((one, other), (other, one)):
            guest.wait_in(b"the charter")
            guest.rooms[friend.key] = Room.of(b"the charter", friend.key)
            seen = host.mesh.place(friend.key)
            assert seen is not None
            guest.mesh.keep(friend.key, lambda seen=seen: [seen])
        assert internet.run(5, lambda: one.has(other) and other.has(one))
        internet.run(10)  # both have called; one of the two links stays
        talk(internet, one, other)
        for guest, friend in ((one, other), (other, one)):
            guest.mesh.forget(friend.key)
    finally:
        other.close()


def test_a_lost_link_between_hidden_guests_comes_back(pair):
    """Both keep calling each other where they were seen: the holes are punched again."""
    internet = world()
    router = Translator(internet, "12.12.12.12", "any", "port")
    host, guest = pair(internet, (behind(internet, 11), "192.168.0.2"), (router.network, "10.0.0.2"))
    assert meet(internet, host, guest) is not None
    places = {host: host.mesh.place(guest.key), guest: guest.mesh.place(host.key)}
    guest.wait_in()
    for program, other in ((host, guest), (guest, host)):
        program.rooms[other.key] = Room.of(TOKEN, other.key)
        program.mesh.keep(other.key, lambda place=places[program]: [place])
    host.mesh.drop(guest.key)
    assert internet.run(3, lambda: not guest.has(host))
    assert internet.run(30, lambda: guest.has(host) and host.has(guest))
    internet.run(10)  # both have called; one of the two links stays
    talk(internet, host, guest)
    for program, other in ((host, guest), (guest, host)):
        program.mesh.forget(other.key)


def test_hanging_up_reaches_the_other_side(pair):
    internet = world()
    host, guest = pair(internet, (behind(internet, 11), "192.168.0.2"), (behind(internet, 12), "10.0.0.2"))
    assert meet(internet, host, guest) is not None
    host.mesh.send(guest.key, b"the last word" * 5000)
    host.mesh.drop(guest.key)
    assert internet.run(3, lambda: guest.all("unlinked"))
    assert guest.all("received")[-1][1] == b"the last word" * 5000


def test_another_key_than_that_of_the_invite_is_not_linked(pair):
    internet = world()
    host, guest = pair(internet, (behind(internet, 11), "192.168.0.2"), (behind(internet, 12), "10.0.0.2"))
    liar = host.identity
    host.identity = Identity.fresh()  # the invite names another key, but the liar knows the room
    host.gate.admit(Room.of(TOKEN, host.key))
    host.learn(), guest.learn()
    internet.run(4)
    guest.call(host, patience=10)
    host.gate.knock(Room.of(TOKEN, host.key), guest.places)
    assert internet.run(15, lambda: guest.all("failed"))
    assert guest.all("failed")[0][0].reason.key == "net.error.wrong-host"
    assert not guest.mesh.is_linked(liar.key)


class Stranger:
    """A computer in the internet that counts the bytes it receives."""

    def __init__(self, internet, host="66.66.66.66"):
        self.internet, self.place = internet, Address(host, 666)
        self.got = []
        internet.devices[host] = self

    def take(self, packet):
        self.got.append(packet.data)

    def send(self, to, data, source=None):
        self.internet.carry(Packet(source or self.place, to, data))


@pytest.fixture
def open_host(pair):
    """A host in the middle of the internet, and a guest linked to it; all datagrams are kept."""
    internet = world()
    host, guest = pair(internet, (internet, "5.5.5.5"), (internet, "6.6.6.6"))
    seen = []
    take = Computer.take

    def noted(self, packet):
        seen.append(packet)
        take(self, packet)

    host.computer.take = noted.__get__(host.computer)
    host.wait_in()
    guest.call(host)
    assert internet.run(5, lambda: guest.has(host))
    return internet, host, guest, seen


def test_a_stranger_gets_no_answer_to_any_datagram(open_host):
    internet, host, _, _ = open_host
    stranger = Stranger(internet)
    there = Address("5.5.5.5", PORT)
    room = Room.of(TOKEN, host.key)
    other = Room.of(b"u" * 16, host.key)
    stranger.send(there, stun.plain_request(secrets.token_bytes(12)))
    stranger.send(there, stun.request(secrets.token_bytes(12), room.name, other.caller))
    stranger.send(there, stun.request(secrets.token_bytes(12), other.name, other.caller))
    for first in (0x00, 0x01, 0x40, 0x7F, 0xC0, 0xFF):
        for length in (1, 19, 20, 60, 1200, 2000):
            stranger.send(there, bytes([first]) + secrets.token_bytes(length - 1))
    internet.run(5)
    assert stranger.got == []


def test_a_replayed_datagram_yields_fewer_bytes_than_it_has(open_host):
    """Replays: requests, first packets and packets of a link, all from an address where nobody is."""
    internet, _, guest, seen = open_host
    stranger = Stranger(internet)
    there = Address("5.5.5.5", PORT)
    copies = [packet.data for packet in seen]
    assert any(len(one) == 60 for one in copies)
    assert any(len(one) >= 1200 for one in copies)
    for one in copies * 5:
        sent = len(b"".join(stranger.got))
        stranger.send(there, one)
        internet.run(1.0)
        assert len(b"".join(stranger.got)) - sent <= len(one)
    assert not guest.all("unlinked")
    talk(internet, *open_host[1:3])


@pytest.mark.parametrize("side", ["caller", "owner"])
def test_even_a_guest_cannot_flood_somebody_else_through_a_peer(open_host, side):
    """A peer that knows a room sends many requests in the name of a computer that sent none."""
    internet, host, guest, _ = open_host
    victim = Stranger(internet)
    asked = host if side == "caller" else guest
    room = Room.of(TOKEN, host.key)
    key = room.caller if side == "caller" else room.owner
    sent = 0
    for _ in range(400):
        one = stun.request(secrets.token_bytes(12), room.name, key)
        sent += len(one)
        victim.send(Address(asked.computer.hosts[0], PORT), one)
        internet.run(0.05)
        assert sum(map(len, victim.got)) <= sent
    before = len(victim.got)
    assert before, "it is asked back"
    internet.run(60)
    assert len(victim.got) - before <= 1, "nothing goes on by itself"


def test_a_flood_of_strangers_costs_no_link(open_host):
    internet, host, guest, _ = open_host
    stranger = Stranger(internet)
    there = Address("5.5.5.5", PORT)
    for number in range(400):
        stranger.send(there, bytes([0xC3, 0, 0, 0, 1, 8]) + secrets.token_bytes(1194), Address("66.66.66.66", 1000 + number))
        stranger.send(there, stun.request(secrets.token_bytes(12), Room.of(TOKEN, host.key).name, b"wrong"))
    internet.run(2)
    assert stranger.got == []
    talk(internet, host, guest)
    assert len(host.gate.strangers) == 0


def connection(program):
    """The only QUIC connection of a program."""
    (transport,) = set(program.gate._connections.values())
    return transport


def write_at(transport, offset, data):
    """Send bytes of the stream at an offset, without those before them."""
    sender = transport._quic._streams[0].sender
    sender._buffer_start = sender._buffer_stop = sender.highest_offset = offset
    sender._buffer.clear()
    sender._pending.__init__()
    transport.write(data)


def test_bytes_behind_a_gap_cost_no_more_room_than_a_window_has(open_host):
    """A peer sends single bytes as far ahead as it may, and never those before them."""
    internet, host, guest, _ = open_host
    for _ in range(5):
        quic = connection(guest)._quic
        quic._remote_max_data_used = 0
        write_at(connection(guest), quic._streams[0].max_stream_data_remote - 1, b"!")
        internet.run(1)
        assert len(connection(host)._quic._streams[0].receiver._buffer) <= WINDOW


def send_pieces(transport, offsets):
    """Send one datagram that has a single byte of the stream at each of these offsets."""
    quic, waiting = transport._quic, list(offsets)
    write_limits = quic._write_stream_limits

    def write(**named):
        while waiting:
            piece = b"\0" + (waiting.pop() | 1 << 31).to_bytes(4, "big") + b"\1!"
            named["builder"].start_frame(QuicFrameType.STREAM_BASE | 6, capacity=len(piece) + 1).push_bytes(piece)
        write_limits(**named)

    quic._write_stream_limits = write
    quic.send_ping(0)
    transport._flush()
    quic._write_stream_limits = write_limits


PIECES = 100
"""So many fit into a datagram."""


def test_a_link_whose_stream_comes_in_too_many_pieces_ends(open_host):
    """Each piece would cost a look at all others, and a million bytes have half a million pieces."""
    internet, host, guest, _ = open_host
    receiver = connection(host)._quic._streams[0].receiver
    begin = receiver.starting_offset() + 1000
    for number in range(2 * MOST_PIECES // PIECES):
        if host.has(guest):
            send_pieces(connection(guest), range(begin + 2 * PIECES * number, begin + 2 * PIECES * (number + 1), 2))
            internet.run(0.2)
    assert len(receiver._ranges) <= MOST_PIECES + PIECES
    assert not host.has(guest)


def test_every_piece_in_a_datagram_counts_towards_a_flood(open_host):
    internet, host, guest, _ = open_host
    begin = connection(host)._quic._streams[0].receiver.starting_offset() + 1000
    for _ in range(40):
        send_pieces(connection(guest), range(begin, begin + 2 * PIECES, 2))
        internet.run(0.01)
    assert connection(host)._paused, "nothing is read for a while"


def test_more_than_a_window_passes_in_both_directions(pair):
    internet = world(seed=3, loss=0.005)
    host, guest = pair(internet, (behind(internet, 11), "192.168.0.2"), (behind(internet, 12), "10.0.0.2"))
    assert meet(internet, host, guest, within=60) is not None
    talk(internet, host, guest, size=WINDOW // 2, frames=3, within=600)


def test_a_silent_caller_is_hung_up_on(pair, monkeypatch):
    """It proves its key and then sends signs of life, but never opens the stream."""
    internet = world()
    host, guest = pair(internet, (internet, "5.5.5.5"), (internet, "6.6.6.6"))
    host.wait_in()
    with monkeypatch.context() as silent:
        silent.setattr(QuicTransport, "write", lambda self, data: None)
        guest.call(host)
        assert internet.run(5, lambda: host.gate.strangers and connection(guest)._quic.ready)
    transport = connection(guest)
    transport.abortConnection = transport.loseConnection = lambda: None
    for _ in range(15):
        transport.nudge()
        internet.run(1)
    assert not host.gate.strangers
    assert not host.gate._connections


@pytest.mark.parametrize("side", ["host", "guest"])
def test_the_link_of_a_peer_that_stops_the_stream_ends(open_host, side):
    """It wants nothing more, but leaves the connection open: sending would be an error in the midst of other work."""
    internet, host, guest, _ = open_host
    evil, other = (host, guest) if side == "host" else (guest, host)
    transport = connection(evil)
    transport.abortConnection = lambda: None
    transport._quic.stop_stream(0, 7)
    transport.write(framed(b"something to answer"))
    transport._flush()
    other.received = lambda key, payload: other.mesh.send(key, b"the answer")
    internet.run(0.5)
    other.mesh.send(evil.key, b"more")
    internet.run(0.5)
    assert not other.has(evil)


def test_a_liar_with_many_ports_cannot_change_the_public_address_all_the_time(open_host):
    """It knows the room, and tells every check that comes back that it saw another address."""
    internet, host, _, _ = open_host
    room, changes = Room.of(TOKEN, host.key), []
    public = Public(host.gate, lambda said, place: changes.append(place))
    host.seen = public.seen
    liar = Stranger(internet)
    for port in range(1000, 1300):
        there = Address("66.66.66.66", port)
        liar.got.clear()
        liar.send(Address("5.5.5.5", PORT), stun.request(secrets.token_bytes(12), room.name, room.caller), there)
        internet.run(0.1)
        for check in filter(None, map(stun.decode, liar.got)):
            liar.send(Address("5.5.5.5", PORT), stun.answer(check.transaction, Address("9.9.9.9", port), room.caller), there)
        internet.run(0.1)
    assert changes, "a peer is believed as long as no server was asked"
    assert len(changes) <= CHANGES + 300 * 0.2 / CHANGES_EACH + 1


def test_a_caller_that_knows_the_room_cannot_take_every_place(open_host):
    """Handshakes that are begun and never finished are counted like those of the door."""
    internet, host, _, _ = open_host
    for number in range(3):
        eve = Program(internet, f"7.7.7.{number}")
        room = Room.of(TOKEN, host.key)
        eve.rooms[host.key] = room
        for _ in range(40):
            eve.call(host, patience=3)
        internet.run(1)
        assert len(host.gate.strangers) <= Limits().strangers
        eve.close()
    internet.run(30)
    assert len(host.gate.strangers) == 0


def taken(family, port):
    """Whether somebody has this UDP port on every interface."""
    with socket.socket(family, socket.SOCK_DGRAM) as another:
        if family == socket.AF_INET6:
            another.setsockopt(socket.IPPROTO_IPV6, socket.IPV6_V6ONLY, 1)
        try:
            another.bind(("", port))
        except OSError:
            return True
    return False


def test_the_port_is_opened_for_both_versions_of_ip_and_is_free_again():
    """Over real sockets: the socket of one version of IP does not block the other."""
    made = []

    def opened():
        made.append(Gate(rim.reactor(), Identity.fresh(), None, Limits()))
        made[-1].open()
        return made[-1].port

    port = in_reactor(opened)
    assert taken(socket.AF_INET, port)
    if socket.has_dualstack_ipv6():
        assert taken(socket.AF_INET6, port)
    in_reactor(made[0].close)
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as free:
        free.bind(("0.0.0.0", port))


def test_a_port_that_is_taken_is_an_error():
    gate = Gate(rim.reactor(), Identity.fresh(), None, Limits())
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as taken:
        taken.bind(("127.0.0.1", 0))
        with pytest.raises(GateError):
            in_reactor(gate.open, taken.getsockname()[1], True)


HOSTING = """
import sys
import client.window.main
assert not [name for name in sys.modules if name.startswith(("net.udp", "net.routers", "net.crossing", "aioquic"))]
from client.commands.headless import HeadlessPeer
with HeadlessPeer("random", "Anna", loopback=True) as host:
    assert host.host("big-boss", 2, {}).invite
    assert "net.udp.gate" in sys.modules
    assert not [name for name in sys.modules if name.startswith(("aioquic", "net.crossing", "net.routers"))]
"""


def test_the_start_page_loads_no_udp_code_and_a_table_no_quic_library(tmp_path):
    """The code for links through routers is loaded when the first link needs it."""
    ran = subprocess.run(
        [sys.executable, "-c", HOSTING], env=os.environ | {HOME: str(tmp_path)}, capture_output=True, text=True, check=False
    )
    assert (ran.returncode, ran.stderr) == (0, "")
