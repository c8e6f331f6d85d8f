"""Two homes behind real routers of the system, with no open port: two codes lead to a whole game."""

import json
from concurrent.futures import ThreadPoolExecutor

import pytest

from tests.net.apart import in_own_network

HOMES = {
    "by invite and answer code": [],
    "over calls that meet, where no UDP passes": ["no-udp"],
    # Over IPv4 their calls cannot meet: the routers give every call another port.
    "through their firewalls of IPv6, where no UDP passes": ["no-udp", "ipv6"],
    # The host's router gives every call another port, so no two calls can meet: the guest listens where its own go out.
    "over a call to a guest who lets everybody in, where no UDP passes": ["no-udp", "open"],
}
"""Each pair of homes, with the options that :mod:`tests.net.real_homes` takes for their routers."""


@pytest.mark.long
def test_two_homes_play_a_game():
    """All pairs of homes at once, each in its own network: most of the time they wait for answers that do not come."""
    with ThreadPoolExecutor(len(HOMES)) as pool:
        begun = {
            way: pool.submit(in_own_network, "tests.net.real_homes", "nsenter", arguments=words) for way, words in HOMES.items()
        }
    told = {way: json.loads(one.result()) for way, one in begun.items()}
    assert [way for way, one in told.items() if one["heads"][0] != one["heads"][1]] == []
    assert [way for way, one in told.items() if one["saved"] != ["guest.alarife", "host.alarife"]] == []
    assert told["by invite and answer code"]["letters"] <= 90
