"""Every pair of routers in terms of RFC 4787: who links up with two codes, and who cannot."""

from itertools import product

import pytest

from client.soak.internet import KINDS
from tests.net.meeting import Program, behind, meet, world

ROUTERS = list(product(KINDS, KINDS))


def lets_in(here, there):
    """Whether a datagram from `there` to the address that a server has seen of `here` comes through."""
    (mapping, filtering), (other, _) = here, there
    if mapping != "any":
        return filtering == "any"  # that address was made for the server alone
    return filtering != "port" or other == "any"


def possible(host, guest):
    """Whether the two can link up in theory: one way is open, and answers come back by it."""
    return (lets_in(host, guest) and (host[0] == "any" or guest[1] != "port")) or (
        lets_in(guest, host) and (guest[0] == "any" or host[1] != "port")
    )


@pytest.mark.parametrize("host_router", ROUTERS, ids="-".join)
def test_every_pair_that_can_link_up_does_so_within_five_seconds_of_the_second_code(host_router):
    for guest_router in ROUTERS:
        internet = world(seed=ROUTERS.index(guest_router))
        host = Program(behind(internet, 11, *host_router), "192.168.0.2")
        guest = Program(behind(internet, 12, *guest_router), "10.0.0.2")
        took = meet(internet, host, guest)
        assert (took is not None) == possible(host_router, guest_router), (host_router, guest_router, took)
        guest.close(), host.close()
        internet.run(5)
        assert not internet.clock.getDelayedCalls()


@pytest.mark.parametrize("host_router", ROUTERS, ids="-".join)
def test_where_no_udp_passes_two_routers_that_give_everybody_the_same_port_let_calls_over_tcp_meet(host_router):
    """Nobody listens where these calls come from, so each has to come from just where the other goes to."""
    for guest_router in ROUTERS:
        internet = world(seed=ROUTERS.index(guest_router))
        host = Program(behind(internet, 11, *host_router, udp=False), "192.168.0.2")
        guest = Program(behind(internet, 12, *guest_router, udp=False), "10.0.0.2")
        took = meet(internet, host, guest)
        assert (took is not None) == (host_router[0] == guest_router[0] == "any"), (host_router, guest_router, took)
        assert host.mesh.place(guest.key) is None
        guest.close(), host.close()
        internet.run(5)
        assert not internet.clock.getDelayedCalls()
