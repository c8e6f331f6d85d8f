"""Every pair of routers in terms of RFC 4787: which pairs link up with two codes, and which cannot."""

from itertools import product
from typing import NamedTuple

import pytest

from client.soak.internet import KINDS
from tests.net.meeting import Firewall, Program, Translator, behind, meet, world

ROUTERS = list(product(KINDS, KINDS))


def lets_in(here, there):
    """Whether a datagram from `there` to the address that a server has seen of `here` comes through."""
    (mapping, filtering), (other, _) = here, there
    if mapping != "any":
        return filtering == "any"  # that address was made for the server alone
    return filtering != "port" or other == "any"


def possible(host, guest):
    """Whether the two can link up over UDP in theory: one way is open, and answers come back by it."""
    return (lets_in(host, guest) and (host[0] == "any" or guest[1] != "port")) or (
        lets_in(guest, host) and (guest[0] == "any" or host[1] != "port")
    )


def callable_(host, guest):
    """Whether the two can link up over TCP in theory: their calls meet, or one lets the other in. Answers find back."""
    return host[0] == guest[0] == "any" or lets_in(host, guest) or lets_in(guest, host)


@pytest.mark.parametrize("host_router", ROUTERS, ids="-".join)
def test_every_pair_that_can_link_up_does_so_within_five_seconds_of_the_second_code(host_router):
    for guest_router in ROUTERS:
        internet = world(seed=ROUTERS.index(guest_router))
        host = Program(behind(internet, 11, *host_router), "192.168.0.2")
        guest = Program(behind(internet, 12, *guest_router), "10.0.0.2")
        took = meet(internet, host, guest)
        either = possible(host_router, guest_router) or callable_(host_router, guest_router)
        assert (took is not None) == either, (host_router, guest_router, took)
        guest.close(), host.close()
        internet.run(5)
        assert not internet.clock.getDelayedCalls()


@pytest.mark.parametrize("host_router", ROUTERS, ids="-".join)
def test_without_udp_calls_over_tcp_meet_or_one_side_takes_the_others(host_router):
    """Calls meet through two routers that keep one port for all destinations; one router that lets callers in is enough."""
    for guest_router in ROUTERS:
        internet = world(seed=ROUTERS.index(guest_router))
        host = Program(behind(internet, 11, *host_router, udp=False), "192.168.0.2")
        guest = Program(behind(internet, 12, *guest_router, udp=False), "10.0.0.2")
        took = meet(internet, host, guest)
        assert (took is not None) == callable_(host_router, guest_router), (host_router, guest_router, took)
        assert host.mesh.place(guest.key) is None
        guest.close(), host.close()
        internet.run(5)
        assert not internet.clock.getDelayedCalls()


# -- homes of every kind -------------------------------------------------------------------------------------------------


class Kind(NamedTuple):
    """The connection of a computer to the internet, from which the theory derives everything else."""

    layers: tuple[tuple[str, str], ...] = ()
    """Mapping and filtering of each router, the outermost first; none for a computer that stands in the internet."""
    timeout: float = 120.0
    udp: bool = True
    ipv6: bool = False

    @property
    def mapping(self):
        return max((mapping for mapping, _ in self.layers), key=KINDS.index, default="any")

    @property
    def filtering(self):
        return max((filtering for _, filtering in self.layers), key=KINDS.index, default="any")


HOMES = {
    "public": Kind(),
    "open": Kind((("any", "any"),)),
    "home": Kind((("any", "port"),)),
    "changing": Kind((("port", "port"),)),
    "changing, lenient": Kind((("port", "address"),)),
    "twice": Kind((("any", "address"), ("any", "port"))),
    "twice, changing": Kind((("port", "port"), ("any", "port"))),
    "forgets soon": Kind((("any", "port"),), timeout=20.0),
    "ipv6": Kind((("port", "port"),), ipv6=True),
    "no udp": Kind((("any", "port"),), udp=False),
    "no udp, changing": Kind((("port", "port"),), udp=False),
    "no udp, ipv6": Kind((("port", "port"),), udp=False, ipv6=True),
}


def build(internet, kind, number):
    """A program in its own home."""
    network, hosts = internet, [f"{number}.{number}.{number}.{number}"]
    for depth, (mapping, filtering) in enumerate(kind.layers):
        network = Translator(network, hosts[0], mapping, filtering, kind.timeout, udp=kind.udp).network
        hosts = [f"{'192.168.0' if depth + 1 == len(kind.layers) else '100.64.0'}.{number}"]
    if kind.ipv6:
        Firewall(internet, kind.timeout, network, kind.udp)
        hosts.append(f"2a00:db8::{number:x}")
    return Program(network, *hosts)


def ways(host, guest):
    """The ways in which the two can link up in theory."""
    if host.udp and guest.udp:
        if possible((host.mapping, host.filtering), (guest.mapping, guest.filtering)):
            yield "udp"
        if host.ipv6 and guest.ipv6:
            yield "udp"
    if not host.layers:
        yield "tcp"
    if (host.ipv6 and guest.ipv6) or callable_((host.mapping, host.filtering), (guest.mapping, guest.filtering)):
        yield "tcp"


@pytest.mark.parametrize("host_kind", HOMES)
def test_homes_of_every_kind_link_up_in_every_way_that_there_is(host_kind):
    """Routers behind routers, short memories, firewalls of IPv6 and blocked UDP, everybody with everybody."""
    for number, (guest_kind, kind) in enumerate(HOMES.items()):
        internet = world(seed=number)
        internet.tcp = True
        host, guest = build(internet, HOMES[host_kind], 11), build(internet, kind, 12)
        took = meet(internet, host, guest)
        by = set(ways(HOMES[host_kind], kind))
        assert (took is not None) == bool(by), (guest_kind, took)
        if took is not None:
            internet.run(90)
            assert host.has(guest), guest_kind
            assert ("tcp" if host.mesh.place(guest.key) is None else "udp") in by, guest_kind
            assert not host.all("unlinked"), guest_kind
        assert not host.all("intruder"), guest_kind
        assert not guest.all("intruder"), guest_kind
        guest.close(), host.close()
        internet.run(5)
        assert not internet.clock.getDelayedCalls()


def test_two_homes_of_one_provider_without_hairpin_cannot_meet_and_with_it_they_do():
    for hairpin in (False, True):
        internet = world()
        provider = behind(internet, 11, hairpin=hairpin)
        host, guest = (Program(Translator(provider, f"100.64.0.{number}").network, f"192.168.{number}.2") for number in (2, 3))
        assert (meet(internet, host, guest) is not None) == hairpin
        guest.close(), host.close()
        internet.run(5)
