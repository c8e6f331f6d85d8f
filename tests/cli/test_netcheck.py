"""``alarife netcheck``: what is found, and the sentence that says what to do."""

from dataclasses import replace
from itertools import product

import pytest
from twisted.internet.defer import Deferred

from client.soak.evening import Evening, Router
from client.soak.internet import KINDS, Computer, Internet, Server, Translator
from net.addresses import Address
from net.netcheck import Check, Findings
from net.routers.mapper import Mapper
from net.routers.upnp import UPnP
from net.surroundings import Surroundings
from net.udp import stun
from rules.message import message
from tests.net.meeting import STUN, Program, behind, meet, world
from tests.net.rim import in_reactor
from tests.net.test_answer import Server as RealServer
from tests.net.test_routers_pcp import HomeRouter

HOME = ("192.168.1.20",)
SEEN, OTHER = Address("8.8.4.4", 40001), Address("8.8.4.4", 40002)


@pytest.mark.parametrize(("findings", "advice"), [
    (Findings(), "no-network"),
    (Findings(HOME, router="8.8.4.4"), "router"),
    (Findings(("8.8.4.4",), asked=2, seen=[SEEN, SEEN]), "public"),
    (Findings(HOME, asked=2, seen=[SEEN, SEEN]), "steady"),
    (Findings(HOME, asked=1, seen=[SEEN]), "steady"),
    (Findings(HOME, asked=2, seen=[SEEN, OTHER]), "changing"),
    (Findings(HOME, asked=1, seen=[SEEN], again=(OTHER, SEEN), tested="any"), "changing"),
    (Findings(HOME, asked=1, seen=[SEEN], again=(OTHER, OTHER), tested="any"), "open"),
    (Findings(HOME, asked=2, seen=[SEEN, SEEN], surprised=True), "open"),
    (Findings(HOME, asked=2, seen=[SEEN, SEEN], tested="address", surprised=True), "lenient"),
    (Findings(HOME, asked=2, seen=[SEEN, SEEN], tested="port"), "steady"),
    (Findings(HOME, asked=2), "blocked"),
    (Findings((*HOME, "2600::1"), asked=2), "ipv6"),
    (Findings((*HOME, "2600::1")), "ipv6"),
    (Findings(HOME), "ask"),
])  # fmt: skip
def test_the_advice_follows_from_the_findings(findings, advice):
    assert findings.advice().key == f"connection.advice.{advice}"


@pytest.fixture
def around():
    """A router and servers of our own; they end with the test."""
    made = []

    def make(one):
        made.append(one)
        if isinstance(one, RealServer):
            one.start()
        return one

    yield make
    for one in made:
        one.end()


def check(ways, servers):
    told = []
    in_reactor(lambda: Check(ways, servers, told.append, loopback=True).run())
    return [one.key.removeprefix("connection.") for one in told]


def test_a_router_that_opens_ports_is_found_and_left_as_it_was(around):
    home = around(HomeRouter())
    assert check([Mapper(home.address, 0.05)], []) == [
        "hosts", "ipv6.none", "servers.not-asked", "router.opens", "advice.router",
    ]  # fmt: skip
    in_reactor(lambda: None)
    assert [one for one in home.asked if one[0] == 2 and one[1] == 1], "no port was asked for"


def test_servers_reveal_how_the_router_maps(around):
    servers = [around(RealServer(place)) for place in (SEEN, OTHER)]
    told = check([UPnP("http://127.0.0.1:1/nothing")], [one.name for one in servers])
    assert sorted(told) == sorted(
        ["hosts", "ipv6.none", "seen", "mapping.changing", "filtering.unknown", "router.silent", "advice.changing"]
    )
    assert told[-1] == "advice.changing"


def test_the_command_reports_each_finding(alarife):
    said = alarife("netcheck", "--loopback")
    assert said.status == 0
    assert [record["found"] for record in said.records][-1] == "connection.advice.ask"
    for words in (["netcheck"], ["peer", "--host", "--game", "torres"]):
        for server in ("nonsense", "stun.example:0", "stun.example:65536"):
            assert "host:port" in alarife(*words, "--loopback", "--stun", server).err


# -- in a simulated internet: routers of every kind -----------------------------------------------------------------------


SECOND = "9.9.9.9"


def checked(internet, network, *hosts, servers=(f"{STUN}:3478",), **more):
    """The findings and sentences of a check at a computer of the simulated internet."""
    computer = Computer(network, *hosts)
    told = []
    around = Surroundings(computer, lambda: 0, lambda: list(computer.hosts))
    check = Check([], servers, lambda said: told.append(said.key.removeprefix("connection.")), False, around, **more)
    over = []
    check.run().addCallback(over.append)
    began = internet.clock.seconds()
    assert internet.run(10, lambda: over), f"no end after ten seconds: {told}"
    assert internet.clock.seconds() - began < 10
    internet.run(20)
    assert not internet.clock.getDelayedCalls()
    return over[0], told


@pytest.mark.parametrize("second", ["", SECOND])
@pytest.mark.parametrize(("mapping", "filtering"), list(product(KINDS, KINDS)))
def test_a_server_with_a_second_address_reveals_how_a_router_maps_and_filters(mapping, filtering, second):
    internet = Internet()
    Server(internet, STUN, second)
    home = Translator(internet, "11.11.11.11", mapping, filtering)
    found, told = checked(internet, home.network, "192.168.0.2")
    assert found.seen[0].host == "11.11.11.11"
    if not second:
        assert (found.mapping, found.filtering) == ("unknown", "unknown")
        assert "filtering.unknown" in told
        return
    steady = mapping == "any"
    assert (found.mapping, found.filtering) == ("steady" if steady else "changing", filtering)
    assert f"filtering.{filtering}" in told
    advice = {"any": "open", "address": "lenient", "port": "steady"}[filtering] if steady else "changing"
    assert told[-1] == f"advice.{advice}"


def test_a_check_behind_two_routers_reports_the_stricter_one():
    internet = Internet()
    Server(internet, STUN, SECOND)
    provider = Translator(internet, "11.11.11.11", "any", "address")
    home = Translator(provider.network, "100.64.0.2", "any", "any")
    found, _ = checked(internet, home.network, "192.168.0.2")
    assert (found.mapping, found.filtering) == ("steady", "address")


def test_a_check_without_a_router_or_without_udp():
    internet = Internet()
    Server(internet, STUN, SECOND)
    found, told = checked(internet, internet, "7.7.7.7")
    assert (found.mapping, found.filtering, told[-1]) == ("none", "any", "advice.public")
    blocked = Translator(internet, "12.12.12.12", udp=False)
    found, told = checked(internet, blocked.network, "192.168.0.3")
    assert (found.mapping, found.filtering) == ("unknown", "unknown")
    assert told == ["hosts", "ipv6.none", "router.silent", "servers.silent", "advice.blocked"]
    home = Translator(internet, "13.13.13.13")
    found, told = checked(internet, home.network, "192.168.0.4", servers=())
    assert told == ["hosts", "ipv6.none", "servers.not-asked", "router.silent", "advice.ask"]


def test_an_answer_from_the_asked_address_says_nothing_about_the_router():
    """The server names another address but does not use it. That does not make the router strict."""
    internet = Internet()
    server = Server(internet, STUN, SECOND)

    def forgetful(packet):
        asked = stun.decode(packet.data)
        server.take(replace(packet, data=stun.plain_request(asked.transaction)))

    internet.devices[STUN] = internet.devices[SECOND] = type("Forgetful", (), {"take": staticmethod(forgetful)})()
    found, told = checked(internet, Translator(internet, "11.11.11.11").network, "192.168.0.2")
    assert found.filtering == "unknown"
    assert "filtering.unknown" in told


@pytest.mark.parametrize("other", ["192.168.0.1", STUN, "2600::9"])
def test_a_server_cannot_direct_checks_at_the_local_network(other):
    internet = Internet()
    Server(internet, STUN, other)
    home = Translator(internet, "11.11.11.11")
    sent = []
    home.network.devices["192.168.0.1"] = type("Printer", (), {"take": staticmethod(sent.append)})()
    found, _ = checked(internet, home.network, "192.168.0.2")
    assert found.filtering == "unknown"
    assert sent == []


def test_a_check_ends_in_time_where_no_name_can_be_looked_up(monkeypatch):
    """One server has a name, and the system's look-up does not end; the other one answers."""
    internet = Internet()
    Server(internet, STUN, SECOND)
    monkeypatch.setattr(Computer, "resolve", lambda self, host: Deferred(), raising=False)
    home = Translator(internet, "11.11.11.11")
    servers = ("stun.example.org:3478", f"{STUN}:3478")
    found, told = checked(internet, home.network, "192.168.0.2", servers=servers)
    assert [place.host for place in found.seen] == ["11.11.11.11"]
    assert told[-1] == "advice.steady"


def test_an_unasked_visitor_shows_that_the_router_is_open():
    internet = Internet()
    Server(internet, STUN)
    home = Translator(internet, "11.11.11.11", "any", "any")
    found, told = checked(internet, home.network, "192.168.0.2", surprised=True)
    assert found.filtering == "any"
    assert "filtering.surprised" in told


def test_the_table_of_a_host_knows_that_a_guest_has_come_in_unasked(tmp_path):
    evening = Evening("alcazar", 2, 6, tmp_path, [Router("any", "any"), Router()])
    host, guest = evening.guests
    try:
        assert not host.table.findable.surprised
        evening.gather()
        assert host.table.findable.surprised
        assert not guest.table.findable.surprised
        assert [str(said) for said in host.table.ways_to_others()] == [str(message("connection.peer.udp", name="Bruno"))]
        guest.computer.asleep = True
        assert evening.internet.run(120, lambda: host.table.ways_to_others()[0].key == "connection.peer.away")
    finally:
        evening.stop()
        evening.internet.run(60)


@pytest.mark.parametrize("filtering", KINDS)
def test_a_host_notices_guests_from_addresses_it_sent_nothing_to(filtering):
    internet = world()
    host = Program(behind(internet, 11, "any", filtering), "192.168.0.2")
    guest = Program(behind(internet, 12), "10.0.0.2")
    try:
        assert meet(internet, host, guest) is not None
        assert list(host.gate.surprises) == (["12.12.12.12"] if filtering == "any" else [])
        assert not guest.gate.surprises
    finally:
        guest.close(), host.close()
        internet.run(5)
