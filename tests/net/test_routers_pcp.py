"""Asking the router by PCP and NAT-PMP: a router of our own on this computer, over real sockets."""

import socket
import threading

import pytest
from hypothesis import given
from hypothesis import strategies as st

from net import reactor as rim
from net.addresses import Address
from net.api import Notice
from net.invite import read
from net.routers.gateway import in_route_get, in_routes
from net.routers.mapper import Mapper
from net.routers.opened import OpenedPort, all_ways
from net.routers.pcp import announce, decode, mapping, old_address, old_mapping
from net.routers.upnp import UPnP
from tests.net.player import OPEN, Player
from tests.net.rim import in_reactor, until

OUTSIDE = "8.8.4.4"
CARRIERS = {6: "TCP", 17: "UDP"}


class HomeRouter:
    """A router that speaks these `versions` of PCP and NAT-PMP.

    `open` maps carrier and inner port to the outer one. `twist` may change an answer, or say what else to send with it.
    """

    def __init__(self, versions=(0, 2), outside=OUTSIDE, shift=0, result=0, old_result=0, lifetime=3600, twist=None, deaf=0):
        self.versions, self.outside, self.shift, self.lifetime = versions, outside, shift, lifetime
        self.result, self.old_result = result, old_result
        self.twist = twist or (lambda answer: [answer])
        self.deaf = deaf
        self.asked = []
        self.callers = []
        self.open = {}
        self.nonces = {}
        self.socket = socket.socket(socket.AF_INET, socket.SOCK_DGRAM)
        self.socket.bind(("127.0.0.1", 0))
        self.address = self.socket.getsockname()
        self.thread = threading.Thread(target=self.serve)
        self.thread.start()

    def end(self):
        with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as bell:
            bell.sendto(b"", self.address)
        self.thread.join()
        self.socket.close()

    def serve(self):
        while True:
            question, whence = self.socket.recvfrom(2000)
            if not question:
                return
            self.callers.append(whence)
            self.asked.append(question)
            if self.deaf:
                self.deaf -= 1
                continue
            answer = self.answer(question)
            for one in self.twist(answer) if answer else []:
                self.socket.sendto(one, whence)

    def answer(self, question):
        if question[0] not in self.versions:
            if 2 in self.versions:  # RFC 6887, 9: every other version is told so
                return bytes([2, 0x80 | question[1], 0, 1]) + bytes(20)
            return bytes([0, 0x80 | question[1], 0, 1]) + bytes(4) if question[0] == 2 and self.versions else None
        return self.old(question) if question[0] == 0 else self.new(question)

    def old(self, question):
        head = bytes([0, 0x80 | question[1]]) + self.old_result.to_bytes(2, "big") + bytes(4)
        if question[1] == 0:
            return head + socket.inet_aton(self.outside)
        carrier = {1: "UDP", 2: "TCP"}[question[1]]
        inside, wanted = int.from_bytes(question[4:6], "big"), int.from_bytes(question[6:8], "big")
        given = self.keep(carrier, inside, wanted, int.from_bytes(question[8:12], "big")) if not self.old_result else (0, 0)
        return head + question[4:6] + given[0].to_bytes(2, "big") + given[1].to_bytes(4, "big")

    def new(self, question):
        assert question[8:24] == bytes(10) + b"\xff\xff" + socket.inet_aton("127.0.0.1")
        if question[1] == 0:
            return bytes([2, 0x80, 0, 0]) + bytes(20)
        carrier, inside = CARRIERS[question[36]], int.from_bytes(question[40:42], "big")
        wanted = int.from_bytes(question[42:44], "big")
        assert self.nonces.setdefault((carrier, inside), question[24:36]) == question[24:36]
        given = (0, 0) if self.result else self.keep(carrier, inside, wanted, int.from_bytes(question[4:8], "big"))
        head = bytes([2, 0x81, 0, self.result]) + given[1].to_bytes(4, "big") + bytes(16)
        outside = bytes(10) + b"\xff\xff" + socket.inet_aton(self.outside)
        return head + question[24:40] + question[40:42] + given[0].to_bytes(2, "big") + outside

    def keep(self, carrier, inside, wanted, lifetime):
        if not lifetime:
            self.open.pop((carrier, inside), None)
            return 0, 0
        given = self.open.setdefault((carrier, inside), wanted + self.shift)
        return given, min(lifetime, self.lifetime)


@pytest.fixture
def router():
    made = []

    def make(**how):
        made.append(HomeRouter(**how))
        return made[-1]

    yield make
    for one in made:
        one.end()


@pytest.fixture
def opened():
    made = []

    def make(gateway, *more, carriers=("TCP",), first=0.05):
        told = []
        made.append(in_reactor(OpenedPort, 4711, [Mapper(gateway, first), *more], told.append, carriers))
        made[-1].told = told
        return made[-1]

    yield make
    for one in made:
        in_reactor(one.close)


def said(port):
    until(lambda: port.told, "an answer of the router")
    return getattr(port.told[0], "key", None) or str(port.told[0])


@pytest.mark.parametrize(("versions", "name"), [((2,), "PCP"), ((0,), "NAT-PMP"), ((0, 2), "PCP")])
def test_a_port_is_opened_with_the_newest_version_and_closed_again(router, opened, versions, name):
    home = router(versions=versions)
    port = opened(home.address, carriers=("TCP", "UDP"))
    assert said(port) == f"{OUTSIDE}:4711"
    assert port.way == name
    assert home.open == {("TCP", 4711): 4711, ("UDP", 4711): 4711}
    in_reactor(port.close)
    assert home.open == {}


def test_the_router_may_choose_another_port_and_is_asked_for_it_again(router, opened):
    home = router(shift=1000)
    port = opened(home.address)
    assert said(port) == f"{OUTSIDE}:5711"
    until(lambda: port.asking is None, "the end of asking")
    in_reactor(port.ask_again)
    until(lambda: len([one for one in home.asked if one[0] == 2 and one[1] == 1]) == 2 and port.asking is None, "asked again")
    assert int.from_bytes(home.asked[-1][42:44], "big") == 5711
    assert len(port.told) == 1


def test_lost_requests_are_repeated(router, opened):
    home = router(deaf=4)
    assert said(opened(home.address)) == f"{OUTSIDE}:4711"


@pytest.mark.parametrize(("how", "key"), [
    ({"versions": ()}, "router-none"),
    ({"result": 2, "old_result": 2}, "router-refused"),
    ({"versions": (2,), "result": 11}, "router-taken"),
    ({"versions": (2,), "lifetime": 0}, "router-refused"),
    ({"outside": "100.64.9.9"}, "router-private"),
])  # fmt: skip
def test_a_refusal_gets_a_sentence(router, opened, how, key):
    assert said(opened(router(**how).address)) == f"net.notice.{key}"


def test_a_router_that_refuses_the_newer_version_is_asked_with_the_older(router, opened):
    home = router(result=2)
    port = opened(home.address)
    assert said(port) == f"{OUTSIDE}:4711"
    assert port.way == "NAT-PMP"


def test_a_router_without_pcp_gets_its_sentence(opened):
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as taken:
        taken.bind(("127.0.0.1", 0))
        gone = taken.getsockname()
    assert said(opened(gone)) == "net.notice.router-none"


def test_another_protocol_is_used_if_this_one_leads_nowhere(router, opened):
    """All protocols try at the same time; if the quickest cannot do it, the next may."""
    home, deaf = router(), router(result=2, old_result=2)
    port = opened(deaf.address, Mapper(home.address, 0.05))
    assert said(port) == f"{OUTSIDE}:4711"
    assert home.open == {("TCP", 4711): 4711}
    assert deaf.open == {}


def wrong_nonce(answer):
    return [answer[:24] + bytes(12) + answer[36:]] if len(answer) == 60 else [answer]


def other_port(answer):
    return [answer[:40] + b"\0\x01" + answer[42:]] if len(answer) == 60 else [answer]


def babble(answer):
    return [b"", b"\2", b"\xff" * 1500, bytes(60), answer[:-1], answer + b"\0" * 3, bytes([7]) + answer[1:], answer]


@pytest.mark.parametrize("twist", [wrong_nonce, other_port])
def test_an_answer_to_something_else_opens_nothing(router, opened, twist):
    """On a slow machine the router's version is heard too late, and the question in the old protocol is refused."""
    home = router(versions=(2,), twist=twist)
    assert said(opened(home.address, first=0.01)) in ("net.notice.router-none", "net.notice.router-refused")


def test_random_bytes_are_ignored(router, opened):
    assert said(opened(router(twist=babble).address)) == f"{OUTSIDE}:4711"


def test_answers_from_other_addresses_are_ignored(router, opened):
    """The port of the socket is no secret: a stranger on the same network answers first."""
    home = router(deaf=6)
    port = opened(home.address)
    until(lambda: home.asked, "a question")
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as stranger:
        stranger.sendto(bytes([0, 0x80, 0, 0]) + bytes(4) + socket.inet_aton("9.9.9.9"), home.callers[0])
    assert said(port) == f"{OUTSIDE}:4711"


def test_a_short_lease_does_not_cause_constant_requests(router, opened):
    home = router(lifetime=1)
    port = opened(home.address)
    assert said(port) == f"{OUTSIDE}:4711"
    until(lambda: port.asking is None, "the end of asking")
    calls = in_reactor(rim.reactor().getDelayedCalls)
    assert calls
    assert min(call.getTime() - call.seconds() for call in calls) > 50


def test_a_router_that_forgets_is_found_again(router, opened):
    home = router()
    port = opened(home.address)
    assert said(port) == f"{OUTSIDE}:4711"
    home.open.clear()
    home.outside = "8.8.8.8"
    until(lambda: port.asking is None, "the end of asking")
    in_reactor(port.ask_again)
    until(lambda: len(port.told) == 2, "the new address")
    assert port.told[1] == Address("8.8.8.8", 4711)


def test_in_another_network_the_router_there_is_asked(router, monkeypatch):
    at_home, away = router(), router(outside="8.8.8.8")
    monkeypatch.setattr("net.routers.mapper.default_gateway", lambda: "127.0.0.1")
    monkeypatch.setattr("net.routers.mapper.PORT", at_home.address[1])
    told = []
    port = in_reactor(OpenedPort, 4711, [Mapper(first=0.05)], told.append)
    until(lambda: told and port.asking is None, "the open port")
    at_home.deaf = 1000
    monkeypatch.setattr("net.routers.mapper.PORT", away.address[1])
    in_reactor(port.ask_again)
    until(lambda: len(told) > 1, "another answer")
    assert told == [Address(OUTSIDE, 4711), Address("8.8.8.8", 4711)]
    in_reactor(port.close)
    assert away.open == {}


def test_a_wish_to_ask_again_is_kept_while_a_router_is_asked(router, opened):
    home = router(deaf=4)
    port = opened(home.address)
    in_reactor(port.ask_again)
    until(lambda: len([one for one in home.asked if one[:2] == b"\2\1"]) == 2, "two requests")
    until(lambda: port.asking is None, "the end of asking")


@given(st.binary(max_size=1200))
def test_any_bytes_are_read_as_an_answer_or_none(data):
    decode(data)


@given(st.sampled_from(["TCP", "UDP"]), st.integers(1, 65535), st.binary(min_size=12, max_size=12), st.integers(0, 2**32 - 1))
def test_a_request_is_read_back_as_written(carrier, port, nonce, lifetime):
    for question in (mapping("10.0.0.2", nonce, carrier, port, lifetime), old_mapping(carrier, port, port, lifetime)):
        answer = bytearray(question) + (bytes(4) if question[0] == 0 else b"")
        answer[1] |= 0x80
        if question[0] == 0:
            answer[8:] = question[4:8] + lifetime.to_bytes(4, "big")
        read_back = decode(bytes(answer))
        assert read_back is not None
        assert (read_back.carrier, read_back.inside, read_back.lifetime) == (carrier, port, lifetime)
        assert read_back.outside.port == port


def test_the_shortest_requests_are_those_of_the_rfcs():
    assert old_address() == b"\0\0"
    assert announce("10.0.0.2") == b"\2\0\0\0" + bytes(4) + bytes(10) + b"\xff\xff\x0a\0\0\2"


def test_the_gateway_is_the_default_route_with_the_lowest_metric():
    table = """Iface\tDestination\tGateway \tFlags\tRefCnt\tUse\tMetric\tMask\t\tMTU\tWindow\tIRTT
wlan0\t00000000\t0101A8C0\t0003\t0\t0\t600\t00000000\t0\t0\t0
eth0\t00000000\tFE01A8C0\t0003\t0\t0\t100\t00000000\t0\t0\t0
eth0\t0001A8C0\t00000000\t0001\t0\t0\t100\t00FFFFFF\t0\t0\t0
tun0\t00000000\t00000000\t0001\t0\t0\t50\t00000000\t0\t0\t0
"""
    assert in_routes(table) == "192.168.1.254"
    assert in_routes("Iface\n") is None
    assert in_route_get("   route to: default\n    gateway: 192.168.1.1\n  interface: en0\n") == "192.168.1.1"
    assert in_route_get("route: writing to routing socket: not in table\n") is None


def test_without_a_gateway_every_protocol_searches_the_network():
    assert [type(way) for way in all_ways()] == [Mapper, UPnP]


def test_the_invite_leads_to_the_router_while_the_table_stands(router, tmp_path):
    """The router chose another port: the invite names it beside the one of the local network."""
    home = router(shift=7)
    anna = Player(tmp_path / "Anna", "Anna", gateway=home.address)
    try:
        anna.host(OPEN, OPEN, ask_router=True)
        lobby = anna.wait_lobby(lambda lobby: any(OUTSIDE in address for address in lobby.addresses))
        addresses = read(lobby.invite).addresses
        port = addresses[0].port
        assert [str(address) for address in addresses] == [f"127.0.0.1:{port}", f"{OUTSIDE}:{port + 7}"]
        assert home.open[("TCP", port)] == port + 7
        until(lambda: [one.text.value("address") for one in anna.all(Notice)] == [f"{OUTSIDE}:{port + 7}"], "a sentence")
        anna.node.leave()
        until(lambda: home.open == {}, "the port closed")
    finally:
        anna.node.close()
