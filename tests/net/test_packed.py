"""Msgpack from hostile hands: what is announced must be there."""

import random
import subprocess
import sys

import msgpack
import pytest
from hypothesis import given
from hypothesis import strategies as st

from net.packed import MOST_VALUES, PackedError, covered, unpacked
from net.session.format.wire import FRAME_LIMIT, WireError, unpack

VALUES = st.recursive(
    st.none() | st.booleans() | st.integers(-(1 << 63), (1 << 64) - 1) | st.floats() | st.text() | st.binary(),
    lambda inner: st.lists(inner, max_size=40),
    max_leaves=60,
)


def heavy():
    """A thousand arrays, one in the other, each of which announces as many elements as the frame has bytes."""
    size = FRAME_LIMIT
    return (b"\xdd" + (size - 1).to_bytes(4, "big")) * 1000 + bytes(size - 5000)


@given(VALUES)
def test_an_honest_value_comes_back(value):
    raw = msgpack.packb(value)
    assert covered(raw)
    assert msgpack.packb(unpacked(raw)) == raw


@given(VALUES, st.integers(1, 5))
def test_what_is_cut_off_or_too_much_is_refused(value, size):
    raw = msgpack.packb(value)
    for bad in (raw[:-size], raw + bytes(size)):
        assert not covered(bad)
        with pytest.raises(PackedError):
            unpacked(bad)


@given(st.binary(max_size=200))
def test_the_count_of_values_agrees_with_the_decoder(raw):
    try:
        msgpack.unpackb(raw, strict_map_key=False, raw=True, ext_hook=lambda code, data: (code, data), timestamp=0)
        whole = True
    except (ValueError, TypeError, msgpack.exceptions.UnpackException):
        whole = False
    assert covered(raw) or not whole


def test_every_kind_of_header_is_measured():
    sizes = (0, 1, 15, 16, 31, 32, 255, 256, 65535, 65536)
    for size in sizes:
        for value in (bytes(size), "x" * size, msgpack.ExtType(7, bytes(size))):
            assert covered(msgpack.packb(value)), (type(value), size)
    for size in (0, 1, 15, 16, 4000):
        assert covered(msgpack.packb([None] * size)), size
        assert covered(msgpack.packb(dict.fromkeys(range(size // 2)))), size


def test_a_header_reserves_nothing_that_is_not_there():
    # In a process of its own with little memory: a decoder that believes the headers asks for eight gigabytes.
    program = """
import resource, sys
from tests.net.test_packed import heavy
from net.session.format.wire import WireError, unpack
raw = heavy()
resource.setrlimit(resource.RLIMIT_AS, (1 << 30, 1 << 30))
before = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
try:
    unpack(raw, list)
except WireError:
    print(resource.getrusage(resource.RUSAGE_SELF).ru_maxrss - before)
"""
    pytest.importorskip("resource")
    done = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, check=True)
    assert int(done.stdout) < 20_000, f"{done.stdout} kilobytes more"


def test_a_message_of_very_many_small_values_is_refused():
    assert covered(msgpack.packb([0] * (MOST_VALUES - 1)))
    assert not covered(msgpack.packb([0] * MOST_VALUES))
    with pytest.raises(WireError):
        unpack(b"\xdd" + (FRAME_LIMIT - 5).to_bytes(4, "big") + bytes(FRAME_LIMIT - 5), list)


def test_too_little_memory_is_bad_input(monkeypatch):
    def greedy(*args, **named):
        raise MemoryError

    monkeypatch.setattr(msgpack, "unpackb", greedy)
    with pytest.raises(WireError):
        unpack(b"\x90", list)


def test_headers_alone():
    rng = random.Random(5)
    for head in range(256):
        for tail in (b"", b"\xff" * 8, rng.randbytes(40)):
            covered(bytes([head]) + tail)
