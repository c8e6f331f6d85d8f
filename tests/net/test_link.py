"""Links over real sockets on loopback: good ones, and everything that must not become a link."""

import contextlib
import socket
from datetime import UTC, datetime

import pytest
from cryptography import x509
from cryptography.hazmat.primitives import hashes
from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.hazmat.primitives.serialization import Encoding
from OpenSSL import SSL, crypto

from net import reactor as rim
from net.addresses import Address
from net.certificate import self_signed, tls_context
from net.door import DoorError
from net.framing import ALIVE, framed
from net.greeting import OLDEST_PROTOCOL, PROTOCOL, Hello, Rules, encode
from net.identity import Identity
from net.link import FLOOD, Limits, Link, LinkStep
from net.metered import BEFORE_GREETING, RECORD
from net.session.format.wire import FRAME_LIMIT, pack
from tests.net.meeting import Program, world
from tests.net.rim import DEADLINE, IMPATIENT, USUAL, Station, in_reactor, until


def here(port):
    return [Address("127.0.0.1", port)]


class Client:
    """A foreign TLS client: it follows the test, however foolish or evil that is."""

    def __init__(self, port, context):
        self.socket = socket.create_connection(("127.0.0.1", port), timeout=DEADLINE)
        self.socket.settimeout(None)
        self.tls = SSL.Connection(context, self.socket)
        self.tls.set_connect_state()

    def __enter__(self):
        return self

    def __exit__(self, *_):
        self.socket.close()

    def read(self):
        """The next bytes; empty at the end."""
        self.socket.settimeout(None)
        try:
            return self.tls.recv(1 << 16)
        except (SSL.ZeroReturnError, SSL.SysCallError, SSL.Error):
            return b""


def hello(**changes):
    fields = {"protocol": PROTOCOL, "run": b"abcdefgh", "purpose": "join", "table": b"", "token": b"", "name": "Eve"}
    return Hello(**(fields | {"port": 0, "hosts": [], "games": []} | changes))


def ended(sock):
    """Whether the other side hangs up within the deadline (poll by blocking reads)."""
    sock.settimeout(DEADLINE)
    try:
        while sock.recv(4096):
            pass
    except ConnectionError:
        pass
    return True


def test_two_peers_link_and_exchange_frames(station):
    host, guest = station(), station()
    guest.call(here(host.open()), host.key)
    assert guest.wait("linked")[0][0] == host.key
    key, greeting, address, called = host.wait("linked")[0]
    assert (key, greeting.name, address, called) == (guest.key, "guest", "127.0.0.1", False)
    guest.send(host.key, b"\x91\x01")
    host.send(guest.key, b"x" * FRAME_LIMIT)
    assert host.wait("received") == [(guest.key, b"\x91\x01")]
    assert guest.wait("received") == [(host.key, b"x" * FRAME_LIMIT)]
    in_reactor(guest.mesh.drop, host.key)
    assert host.wait("unlinked") == [(guest.key,)]


def test_many_frames_keep_their_order_and_a_flood_waits_at_its_source(station):
    slow = Limits(handshake=60, frames=200, volume=1 << 20, alive=0.5)
    host, guest = station(limits=slow), station()
    guest.call(here(host.open()), host.key)
    guest.wait("linked")
    in_reactor(lambda: [guest.mesh.send(host.key, pack([number])) for number in range(700)])
    assert [payload for _, payload in host.wait("received", 700)] == [pack([number]) for number in range(700)]


def test_without_an_expected_key_anybody_answers_and_the_key_is_known(station):
    host, guest = station(), station()
    guest.call(here(host.open()), None)
    assert guest.wait("linked")[0][0] == host.key


def test_another_key_than_the_pinned_one_is_nobody(station):
    host, guest = station(), station()
    guest.call(here(host.open()), Identity.fresh().key)
    ((refused,),) = guest.wait("failed")
    assert refused.reason.key == "net.error.wrong-host"
    assert not host.all("judge"), "nothing may be said to the wrong host"


def test_an_address_of_an_impostor_does_not_hide_the_right_one(station):
    impostor, host, guest = station(), station(), station()
    guest.call([*here(impostor.open()), *here(host.open())], host.key)
    assert guest.wait("linked")[0][0] == host.key
    assert not impostor.all("judge")


def test_a_peer_does_not_link_with_itself(station):
    alone = station()
    alone.call(here(alone.open()), None)
    ((refused,),) = alone.wait("failed")
    assert refused.reason.key == "net.error.own-table"


def test_a_closed_port_gets_its_sentence(station):
    with socket.socket() as taken:
        taken.bind(("127.0.0.1", 0))
        port = taken.getsockname()[1]
        guest = station()
        guest.call(here(port), None)
        ((refused,),) = guest.wait("failed")
    assert refused.reason.key == "net.error.refused"
    assert refused.reason.value("address") == f"127.0.0.1:{port}"


def test_an_unknown_host_name_gets_its_sentence(station):
    guest = station()
    guest.call([Address("no-such-host.invalid", 4711)], None)
    ((refused,),) = guest.wait("failed")
    assert refused.reason.key == "net.error.name-unknown"


def test_a_link_by_the_name_localhost_stands(station):
    host, guest = station(), station()
    guest.call([Address("localhost", host.open())], host.key)
    assert guest.wait("linked")


def test_a_link_over_ipv6_stands(station):
    host, guest = station(), station()
    port = host.open()
    if not socket.has_ipv6:
        pytest.skip("this computer has no IPv6")
    guest.call([Address("::1", port)], host.key)
    assert guest.wait("linked")
    assert host.wait("linked")[0][2] == "::1"


def test_a_server_without_tls_gets_its_sentence(station):
    guest = station()
    with socket.create_server(("127.0.0.1", 0)) as server:
        guest.call(here(server.getsockname()[1]), None)
        answered, _ = server.accept()
        with answered:
            answered.sendall(b"HTTP/1.1 400 Bad Request\r\n\r\n")
            ((refused,),) = guest.wait("failed")
    assert refused.reason.key == "net.error.not-alarife"


def test_a_silent_server_gets_its_sentence(station):
    guest = station(limits=IMPATIENT)
    with socket.create_server(("127.0.0.1", 0)) as server:
        guest.call(here(server.getsockname()[1]), None)
        answered, _ = server.accept()
        with answered:
            ((refused,),) = guest.wait("failed")
    assert refused.reason.key == "net.error.silent"


def test_plain_garbage_is_hung_up_on(station):
    host = station()
    with socket.create_connection(("127.0.0.1", host.open())) as stranger:
        stranger.sendall(b"GET / HTTP/1.1\r\nHost: alarife\r\n\r\n")
        assert ended(stranger)
    assert host.wait("intruder") == [("127.0.0.1", "garbled")]


def test_a_slow_stranger_is_hung_up_on(station):
    host = station(limits=IMPATIENT)
    with socket.create_connection(("127.0.0.1", host.open())) as stranger:
        assert ended(stranger)
    assert not host.told


def test_a_caller_that_keeps_calling_silently_is_reported(station):
    host = station(limits=IMPATIENT)
    port = host.open()
    for _ in range(3):
        assert not host.told
        with socket.create_connection(("127.0.0.1", port)) as stranger:
            assert ended(stranger)
    assert host.wait("intruder") == [("127.0.0.1", "slow")]


def test_a_stranger_who_shakes_hands_and_says_nothing_is_hung_up_on(station):
    host = station(held=True)
    with Client(host.open(), tls_context(Identity.fresh())) as stranger:
        stranger.tls.do_handshake()
        until(host.timers, "a limit of time")
        host.later(USUAL.handshake)
        assert stranger.read() == b""
    assert not host.told


def test_tls_1_2_is_refused(station):
    context = SSL.Context(SSL.TLS_METHOD)
    context.set_max_proto_version(SSL.TLS1_2_VERSION)
    identity = Identity.fresh()
    context.use_certificate(self_signed(identity))
    context.use_privatekey(identity.private)
    host = station()
    with Client(host.open(), context) as stranger, pytest.raises(SSL.Error, match="protocol version"):
        stranger.tls.do_handshake()
    assert host.wait("intruder") == [("127.0.0.1", "garbled")]


def test_a_client_without_a_certificate_is_refused(station):
    context = SSL.Context(SSL.TLS_METHOD)
    host = station()
    with Client(host.open(), context) as stranger:
        stranger.tls.do_handshake()
        stranger.tls.send(framed(encode(hello())))
        assert stranger.read() == b""
    assert host.wait("intruder") == [("127.0.0.1", "garbled")]


def test_a_certificate_with_another_kind_of_key_is_refused(station):
    private = ec.generate_private_key(ec.SECP256R1())
    name = x509.Name([])
    certificate = (
        x509.CertificateBuilder()
        .subject_name(name)
        .issuer_name(name)
        .public_key(private.public_key())
        .serial_number(1)
        .not_valid_before(datetime(2020, 1, 1, tzinfo=UTC))
        .not_valid_after(datetime(2090, 1, 1, tzinfo=UTC))
        .sign(private, hashes.SHA256())
    )
    context = SSL.Context(SSL.TLS_METHOD)
    context.use_certificate(certificate)
    context.use_privatekey(private)
    host = station()
    with Client(host.open(), context) as stranger:
        stranger.tls.do_handshake()
        stranger.tls.send(framed(encode(hello())))
        assert stranger.read() == b""
    assert host.wait("intruder") == [("127.0.0.1", "garbled")]


@pytest.mark.parametrize(
    "sent",
    [
        (1 << 31).to_bytes(4, "big"),
        (5000).to_bytes(4, "big"),
        framed(b"\xc1"),
        framed(pack(["lobby.sit", 1, "Eve"])),
        framed(pack([])),
        framed(encode(hello(name="x" * 25))),
        framed(encode(hello(hosts=["evil.example"]))),
        framed(pack(["alarife.hello", True])),
        framed(pack(["alarife.hello"])),
        framed(b"\x91" * 4000),
    ],
    ids=["huge", "beyond a greeting", "no msgpack", "a frame", "empty", "name", "host", "protocol", "short", "deep"],
)
def test_a_bad_greeting_is_hung_up_on(station, sent):
    host = station()
    with Client(host.open(), tls_context(Identity.fresh())) as stranger:
        stranger.tls.do_handshake()
        stranger.tls.send(sent)
        assert stranger.read() == b""
    assert host.wait("intruder") == [("127.0.0.1", "garbled")]


@pytest.mark.parametrize(
    ("good", "bad"),
    [(b"\xa0\x03\x02\x01\x02", b"\xa0\x03\x02\x01\x07"), (b"000101000000Z", b"001301000000Z")],
    ids=["version", "date"],
)
def test_a_certificate_that_cannot_be_read_is_refused(station, tmp_path, good, bad):
    """OpenSSL takes it, and hands it to a library that does not."""
    host, identity = station(), Identity.fresh()
    raw = self_signed(identity).public_bytes(Encoding.DER)
    assert raw.count(good) == 1
    context = SSL.Context(SSL.TLS_METHOD)
    (tmp_path / "certificate").write_bytes(raw.replace(good, bad))
    context.use_certificate_file(tmp_path / "certificate", crypto.FILETYPE_ASN1)
    context.use_privatekey(identity.private)
    with Client(host.open(), context) as stranger:
        stranger.tls.do_handshake()
        assert stranger.read() == b""
    assert host.wait("intruder") == [("127.0.0.1", "garbled")]


def test_a_call_ends_although_somebody_names_new_addresses_all_the_time():
    """Each is tried for ten seconds, and each second another peer says that the missing one is somewhere else."""
    internet = world()
    caller, missing = Program(internet, "11.11.11.11"), Identity.fresh().key
    named = [Address("66.66.66.66", 1)]
    caller.mesh.keep(missing, lambda: list(named))
    for port in range(2, 100):
        internet.run(1)
        named[:] = [Address("66.66.66.66", port)]
        caller.mesh.nudge(missing)
    assert len(caller.all("missed")) > 1
    caller.mesh.forget(missing)
    caller.close()
    internet.run(5)
    assert not internet.clock.getDelayedCalls()


def test_nothing_but_a_greeting_comes_first(station):
    host = station()
    with Client(host.open(), tls_context(Identity.fresh())) as stranger:
        stranger.tls.do_handshake()
        stranger.tls.send(ALIVE * 1000 + framed(encode(hello())))
        assert stranger.read() == b""
    assert host.wait("intruder") == [("127.0.0.1", "garbled")]
    assert not host.all("judge")


def test_a_greeting_in_too_many_pieces_is_refused(station):
    host = station()
    greeting = framed(encode(hello(hosts=["192.0.2.1"] * 6, name="x" * 24, games=[Rules("orchard", 1, 1, (bytes(32),))] * 10)))
    assert len(greeting) * (RECORD + 1) > BEFORE_GREETING, "one byte in each record"
    with Client(host.open(), tls_context(Identity.fresh())) as stranger:
        stranger.tls.do_handshake()
        with contextlib.suppress(SSL.Error):
            for byte in greeting:
                stranger.tls.send(bytes([byte]))
        assert stranger.read() == b""
    assert host.wait("intruder") == [("127.0.0.1", "garbled")]
    assert not host.all("judge")


def test_a_handshake_of_too_many_bytes_is_refused(station):
    host = station()
    with socket.create_connection(("127.0.0.1", host.open())) as stranger:
        # the beginning of a ClientHello of 60 000 bytes, in records of 1000
        record = b"\x16\x03\x01" + (1000).to_bytes(2, "big")
        stranger.sendall(record + b"\x01" + (60_000).to_bytes(3, "big") + bytes(996))
        with contextlib.suppress(ConnectionError):
            for _ in range(40):
                stranger.sendall(record + bytes(1000))
        assert ended(stranger)
    assert host.wait("intruder") == [("127.0.0.1", "garbled")]


@pytest.mark.parametrize("flood", [ALIVE * 3000, b""], ids=["empty frames", "records of one byte"])
def test_a_link_that_stands_floods_no_more_than_another(station, flood):
    host, identity = station(limits=Limits(frames=500, records=100)), Identity.fresh()
    with Client(host.open(), tls_context(identity)) as stranger:
        stranger.tls.do_handshake()
        stranger.tls.send(framed(encode(hello())))
        host.wait("linked")
        if flood:
            stranger.tls.send(flood)
        else:
            for byte in framed(bytes(900)):
                stranger.tls.send(bytes([byte]))
        assert host.wait("blamed")[0] == (identity.key, "flood")


def test_of_a_flood_no_more_is_taken_in_a_second_than_allowed(station):
    host, identity = station(limits=Limits(frames=100), held=True), Identity.fresh()
    with Client(host.open(), tls_context(identity)) as stranger:
        stranger.tls.do_handshake()
        stranger.tls.send(framed(encode(hello())))
        host.wait("linked")
        stranger.tls.send(framed(b"x") * 1000)  # in a single record: all of it has been read at once
        for second in range(1, FLOOD):
            host.wait("received", 100 * second)
            until(lambda: host.timers()[0] == 1, "a pause of a second")
            assert len(host.all("received")) <= 101 * second
            assert not host.all("blamed")
            host.later(1)
        host.wait("blamed")
        assert len(host.all("received")) <= 101 * FLOOD


def test_frames_that_piled_up_while_nobody_could_read_are_no_flood(station):
    """A computer was too busy for a moment, and finds the frames of two seconds at once."""
    host, identity = station(limits=Limits(frames=100)), Identity.fresh()
    with Client(host.open(), tls_context(identity)) as stranger:
        stranger.tls.do_handshake()
        stranger.tls.send(framed(encode(hello())))
        host.wait("linked")
        stranger.tls.send(framed(b"x") * 250)
        host.wait("received", 250)
        assert not host.all("blamed")


def test_an_oversized_frame_ends_the_link(station):
    host, identity = station(), Identity.fresh()
    with Client(host.open(), tls_context(identity)) as stranger:
        stranger.tls.do_handshake()
        stranger.tls.send(framed(encode(hello())))
        host.wait("linked")
        stranger.tls.send((FRAME_LIMIT + 1).to_bytes(4, "big"))
        assert host.wait("unlinked") == [(identity.key,)]
    assert not host.all("received")


def test_a_peer_that_falls_silent_is_lost(station):
    quick = Limits(idle=0.5, alive=0.2)
    host, identity = station(limits=quick), Identity.fresh()
    with Client(host.open(), tls_context(identity)) as stranger:
        stranger.tls.do_handshake()
        stranger.tls.send(framed(encode(hello())))
        host.wait("linked")
        assert host.wait("unlinked") == [(identity.key,)]


def test_a_peer_that_takes_nothing_is_hung_up_on(station):
    narrow = Limits(handshake=60, idle=60, waiting=1 << 20)
    host, identity = station(limits=narrow), Identity.fresh()
    with Client(host.open(), tls_context(identity)) as stranger:
        stranger.tls.do_handshake()
        stranger.tls.send(framed(encode(hello())))
        host.wait("linked")

        def flooded():
            host.send(identity.key, b"y" * 500_000)
            return host.all("unlinked")

        until(flooded, "the end of patience")


def test_another_protocol_is_told_which_side_is_older(station):
    host = station()
    port = host.open()
    for protocol in (PROTOCOL + 1, OLDEST_PROTOCOL - 1):
        with Client(port, tls_context(Identity.fresh())) as stranger:
            stranger.tls.do_handshake()
            stranger.tls.send(framed(pack(["alarife.hello", protocol, "whatever", "comes", {}, "then"])))
            answer = stranger.read()
        assert answer == b"" or answer[4:] == pack(["alarife.refusal", PROTOCOL, "protocol", None, ""])


@pytest.mark.parametrize(
    ("protocol", "key"),
    [(PROTOCOL + 1, "net.error.protocol-older-here"), (OLDEST_PROTOCOL - 1, "net.error.protocol-older-there")],
)
def test_a_host_with_another_protocol_is_refused(station, protocol, key):
    guest, identity = station(), Identity.fresh()
    with socket.create_server(("127.0.0.1", 0)) as server:
        guest.call(here(server.getsockname()[1]), None)
        answered, _ = server.accept()
        with answered:
            tls = SSL.Connection(tls_context(identity), answered)
            tls.set_accept_state()
            tls.do_handshake()
            tls.send(framed(pack(["alarife.refusal", protocol, "protocol", None])))
            ((refused,),) = guest.wait("failed")
    assert refused.reason.key == key
    assert refused.final


def test_a_refusal_reaches_the_caller_as_a_sentence_of_its_own(station):
    host, guest = station(refuses="full"), station()
    guest.call(here(host.open()), host.key)
    ((refused,),) = guest.wait("failed")
    assert (refused.reason.value("code"), refused.final, refused.code) == ("full", True, "full")
    assert not host.all("linked")


def test_strangers_are_limited_and_the_door_opens_again(station):
    few = Limits(handshake=3.0, strangers=3, strangers_each=3)
    host, guest = station(limits=few), station()
    port = host.open()
    strangers = [socket.create_connection(("127.0.0.1", port)) for _ in range(6)]
    try:
        strangers[5].settimeout(DEADLINE)
        with contextlib.suppress(ConnectionError):
            assert strangers[5].recv(1) == b"", "the sixth should have been hung up on at once"
        until(lambda: all(ended(stranger) for stranger in strangers), "the end of the strangers")
    finally:
        for stranger in strangers:
            stranger.close()
    guest.call(here(port), host.key)
    assert guest.wait("linked")


def test_closing_ends_the_links_and_frees_the_port(station):
    host, guest = station(), station()
    port = host.open()
    guest.call(here(port), host.key)
    guest.wait("linked")
    host.close()
    assert guest.wait("unlinked") == [(host.key,)]
    again = station()
    assert again.open(port) == port


def test_a_lost_peer_is_called_until_it_answers(station):
    host, guest = station(), station()
    port = host.open()
    in_reactor(guest.mesh.keep, host.key, lambda: here(port))
    guest.wait("linked")
    host.close()
    guest.wait("unlinked")
    assert guest.wait("missed")[0][1].reason.key == "net.error.refused"
    back = station(identity=host.identity, run=b"87654321")
    back.open(port)
    assert guest.wait("linked", 2)[1][1].run == b"87654321"
    in_reactor(guest.mesh.forget, host.key)


def test_two_that_call_each_other_at_once_keep_one_link(station):
    for _ in range(5):
        one, two = station(), station()
        ports = {one.key: one.open(), two.key: two.open()}

        def both(one=one, two=two, ports=ports):
            for mine, other in ((one, two), (two, one)):
                mine.mesh.call(here(ports[other.key]), other.key, mine.hello(b""), lambda refused: None)

        in_reactor(both)
        until(lambda one=one, two=two: one.all("linked") and two.all("linked"))
        until(lambda one=one, two=two: settled(one, two), "one link for both")


def settled(one: Station, two: Station):
    """Whether the link that one side holds is the one the other side holds: frames arrive, though early ones may get lost."""
    for mine, other in ((one, two), (two, one)):
        before = len(other.all("received"))
        mine.send(other.key, b"\x90")
        with contextlib.suppress(AssertionError):
            until(lambda other=other, before=before: len(other.all("received")) > before, "a frame", deadline=1)
            continue
        return False
    return one.mesh.is_linked(two.key) and two.mesh.is_linked(one.key)


def everywhere(one, port=0):
    in_reactor(one.mesh.open, port, False)
    return one.mesh.port


@pytest.mark.parametrize("address", ["127.0.0.1", "::1"])
def test_a_table_for_the_whole_network_is_reached_by_ipv4_and_ipv6(station, address):
    host, guest = station(), station()
    port = everywhere(host)
    guest.call([Address(address, port)], host.key)
    assert guest.wait("linked")
    assert host.wait("linked")[0][2] == address


@pytest.mark.parametrize("taken", ["0.0.0.0", "::"])
def test_a_port_that_another_program_has_is_not_shared(station, taken):
    family = socket.AF_INET6 if ":" in taken else socket.AF_INET
    with socket.socket(family) as other:
        if family == socket.AF_INET6:
            other.setsockopt(socket.IPPROTO_IPV6, socket.IPV6_V6ONLY, 0)
        other.bind((taken, 0))
        other.listen()
        port = other.getsockname()[1]
        with pytest.raises(DoorError) as caught:
            everywhere(station(), port)
    assert (caught.value.reason.key, caught.value.reason.value("port")) == ("net.error.port-taken", port)
    assert everywhere(station(), port) == port


def test_a_computer_without_ipv6_still_listens(station, monkeypatch):
    listen = rim.reactor().listenTCP

    def without(port, factory, interface=""):
        if ":" in interface:
            raise OSError(97, "Address family not supported by protocol")
        return listen(port, factory, interface=interface)

    monkeypatch.setattr(rim.reactor(), "listenTCP", without)
    host, guest = station(), station()
    port = everywhere(host)
    guest.call(here(port), host.key)
    assert guest.wait("linked")


def test_a_port_that_cannot_be_opened_gets_a_sentence(station, monkeypatch):
    def never(port, factory, interface=""):
        raise OSError(13, "Permission denied")

    monkeypatch.setattr(rim.reactor(), "listenTCP", never)
    for port, key in ((0, "net.error.port-any"), (80, "net.error.port-forbidden")):
        with pytest.raises(DoorError) as caught:
            everywhere(station(), port)
        assert caught.value.reason.key == key


def test_a_link_takes_its_steps_in_order(station, link_steps):
    """From the handshake to the end, on both sides; a stranger who says nothing never stands."""
    host, guest, stern = station(), station(), station(limits=IMPATIENT)
    guest.call(here(host.open()), host.key)
    host.wait("linked")
    with socket.create_connection(("127.0.0.1", stern.open())) as silent:
        assert ended(silent)
    guest.close()
    host.wait("unlinked")
    host.close()
    taken = {(before, after) for _, before, after in link_steps}
    assert {("opening", "handshake"), ("handshake", "greeting"), ("greeting", "stands"), ("stands", "closing")} <= taken
    assert {("stands", "ended"), ("handshake", "closing"), ("closing", "ended")} <= taken


def test_a_step_that_the_table_lacks_is_found(link_steps):
    link = Link(None, None, Limits(), lambda _: None, None)
    with pytest.raises(AssertionError, match="opening is followed by stands"):
        link.step = LinkStep.STANDS
    assert ("Link", "opening", "stands") in link_steps
