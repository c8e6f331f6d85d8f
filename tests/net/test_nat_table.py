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
