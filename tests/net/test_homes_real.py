"""Two homes behind real routers of the system, with no open port: two codes lead to a whole game."""

import json

from tests.net.apart import in_own_network


def test_two_homes_play_a_game_by_invite_and_answer_code():
    told = json.loads(in_own_network("tests.net.real_homes", "nsenter"))
    assert told["heads"][0] == told["heads"][1]
    assert told["saved"] == ["guest.alarife", "host.alarife"]
    assert told["letters"] <= 90


def test_where_no_udp_passes_two_homes_play_over_calls_that_meet():
    told = json.loads(in_own_network("tests.net.real_homes", "nsenter", arguments=["no-udp"]))
    assert told["heads"][0] == told["heads"][1]


def test_where_no_udp_passes_two_homes_play_through_their_firewalls_of_ipv6():
    """Over IPv4 their calls cannot meet: the routers give every call another port."""
    told = json.loads(in_own_network("tests.net.real_homes", "nsenter", arguments=["no-udp", "ipv6"]))
    assert told["heads"][0] == told["heads"][1]


def test_where_no_udp_passes_a_guest_who_lets_everybody_in_takes_the_call_of_a_host_who_does_not():
    """The host's router gives every call another port, so no two calls can meet: the guest listens where its own go out."""
    told = json.loads(in_own_network("tests.net.real_homes", "nsenter", arguments=["no-udp", "open"]))
    assert told["heads"][0] == told["heads"][1]
