"""How large a contribution may be: net/PROTOCOL.md states the limits, and a hostile peer may send anything."""

import pytest

from net.deal.fair.contribution import Contribution, read
from net.session.format import wire
from net.session.format.wire import WireError

GREATEST = [
    Contribution("lettered", 0, ()),
    Contribution("mix", 15, ()),
    Contribution("mix", 0, (bytes(32_768),)),
    Contribution("mix", 0, (b"",) * 512),
    Contribution("mix", 0, (bytes(32_768), bytes(32_768), bytes(32_768), bytes(32_749))),
]
TOO_GREAT = [
    Contribution("lettered.", 0, ()),
    Contribution("mix", 16, ()),
    Contribution("mix", -1, ()),
    Contribution("mix", 0, (bytes(32_769),)),
    Contribution("mix", 0, (b"",) * 513),
    Contribution("mix", 0, (bytes(32_768), bytes(32_768), bytes(32_768), bytes(32_750))),
]


@pytest.mark.parametrize("given", GREATEST, ids=range(5))
def test_the_greatest_of_each_kind_is_read(given):
    assert read(wire.pack(given)) == given


@pytest.mark.parametrize("given", TOO_GREAT, ids=range(6))
def test_anything_greater_is_refused(given):
    with pytest.raises(WireError):
        read(wire.pack(given))


def test_the_whole_has_at_most_131072_bytes():
    assert [len(wire.pack(given[-1])) for given in (GREATEST, TOO_GREAT)] == [131_072, 131_073]
