"""``alarife netcheck``: what is found, and the sentence that says what to do."""

import pytest

from net.addresses import Address
from net.netcheck import Check, Findings
from net.routers.mapper import Mapper
from net.routers.upnp import UPnP
from tests.net.rim import in_reactor
from tests.net.test_answer import Server
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
    (Findings(HOME, asked=2), "blocked"),
    (Findings((*HOME, "2600::1"), asked=2), "ipv6"),
    (Findings((*HOME, "2600::1")), "ipv6"),
    (Findings(HOME), "ask"),
])  # fmt: skip
def test_the_advice_follows_from_what_was_found(findings, advice):
    assert findings.advice().key == f"connection.advice.{advice}"


@pytest.fixture
def around():
    """A router and servers of our own; they end with the test."""
    made = []

    def make(one):
        made.append(one)
        if isinstance(one, Server):
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


def test_servers_tell_how_the_router_maps(around):
    servers = [around(Server(place)) for place in (SEEN, OTHER)]
    told = check([UPnP("http://127.0.0.1:1/nothing")], [one.name for one in servers])
    assert sorted(told) == sorted(["hosts", "ipv6.none", "seen", "mapping.changing", "router.silent", "advice.changing"])
    assert told[-1] == "advice.changing"


def test_the_command_tells_each_finding(alarife):
    said = alarife("netcheck", "--loopback")
    assert said.status == 0
    assert [record["found"] for record in said.records][-1] == "connection.advice.ask"
    assert alarife("netcheck", "--loopback", "--stun", "nonsense").status == 1
