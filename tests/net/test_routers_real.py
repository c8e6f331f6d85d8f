"""Asking a real router: miniupnpd, in a network namespace, for all three protocols."""

import json

import pytest

from tests.net.apart import in_own_network


@pytest.fixture(scope="module")
def told():
    """By protocol: the sentence for the host, and whether the router's rules had the port then and afterwards."""
    return json.loads(in_own_network("tests.net.real_router", "miniupnpd"))


@pytest.mark.parametrize(("protocol", "port"), [("PCP", 4711), ("NAT-PMP", 4712), ("UPnP", 4713), ("any", 4714)])
def test_miniupnpd_opens_the_port_and_closes_it_again(told, protocol, port):
    way = "PCP" if protocol == "any" else protocol
    assert told[protocol] == {"told": f"8.8.4.4:{port}", "way": way, "rules": True, "left": False}
