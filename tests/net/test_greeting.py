"""Greetings between programs of different age."""

import pytest

from net.greeting import (
    OLDEST_PROTOCOL,
    PROTOCOL,
    Hello,
    OtherProtocol,
    Refusal,
    Rules,
    Welcome,
    common,
    decode,
    difference,
    encode,
    spoken,
)
from net.session.format.wire import pack, unpack_loose

RULES = Rules("big-boss", 3, 2, (b"a" * 32, b"b" * 32))
HELLO = Hello(PROTOCOL, b"12345678", "join", b"", b"", "Ben", 4711, ["192.0.2.1"], [RULES])
WELCOME = Welcome(PROTOCOL, b"12345678", "Anna", 4711, [])


def grown(greeting, protocol=PROTOCOL, oldest=OLDEST_PROTOCOL):
    """The same greeting as a newer program would send it."""
    parts = unpack_loose(encode(greeting))
    parts[1] = protocol
    if isinstance(greeting, Hello):
        parts[-1] = oldest
    return pack([*parts, "something new"])


@pytest.mark.parametrize("greeting", [HELLO, WELCOME, Refusal(PROTOCOL, "full"), Refusal(PROTOCOL, "rules", RULES)])
def test_a_greeting_is_read_back_and_may_have_grown(greeting):
    assert decode(encode(greeting)) == greeting
    assert decode(grown(greeting)) == greeting


def test_a_newer_program_that_still_speaks_our_protocol_is_understood():
    hello = decode(grown(HELLO, PROTOCOL + 4, PROTOCOL))
    assert (hello.protocol, spoken(hello)) == (PROTOCOL + 4, PROTOCOL)
    assert decode(grown(Refusal(PROTOCOL, "full"), PROTOCOL + 4)).code == "full"


@pytest.mark.parametrize(
    ("payload", "theirs"),
    [
        (grown(HELLO, PROTOCOL + 4, PROTOCOL + 1), PROTOCOL + 4),
        (grown(WELCOME, PROTOCOL + 1), PROTOCOL + 1),
        (pack(["alarife.refusal", PROTOCOL + 1, "protocol", None]), PROTOCOL + 1),
        (pack(["alarife.hello", PROTOCOL + 1, "whatever", ["comes"]]), PROTOCOL + 1),
        (pack(["alarife.hello", 2, b"12345678", "join", b"", b"", "Ben", 4711, [], []]), 2),
        (pack(["alarife.refusal", 2, "protocol", None]), 2),
    ],
)
def test_programs_without_a_common_protocol_know_which_is_newer(payload, theirs):
    with pytest.raises(OtherProtocol) as caught:
        decode(payload)
    assert caught.value.theirs == theirs


def test_programs_share_the_newest_version_and_the_first_data_that_all_have():
    older = Rules("big-boss", 2, 1, (b"c" * 32, b"b" * 32))
    assert common([RULES, older]) == Rules("big-boss", 2, 2, (b"b" * 32,))
    assert difference(RULES, older) is None
    assert difference(RULES, Rules("big-boss", 9, 4, RULES.data)) == "older-here"
    assert difference(RULES, Rules("big-boss", 1, 1, RULES.data)) == "older-there"
    assert difference(RULES, Rules("big-boss", 3, 2, (b"c" * 32,))) == "data"
    assert difference(None, RULES) == "unknown"
