"""Msgpack from hostile peers: every announced value must be there."""

import random
import subprocess
import sys
from typing import Annotated

import msgpack
import pytest
from hypothesis import given
from hypothesis import strategies as st
from msgspec import Meta, MsgspecError, convert

from net.packed import MOST_VALUES, PackedError, covered, unpacked
from net.session.format.text import MaybeName
from net.session.format.wire import FRAME_LIMIT, Frame, Key, Level, Signed, WireError, cleaned, unpack, unpack_loose

VALUES = st.recursive(
    st.none() | st.booleans() | st.integers(-(1 << 63), (1 << 64) - 1) | st.floats() | st.text() | st.binary(),
    lambda inner: st.lists(inner, max_size=40),
    max_leaves=60,
)


def heavy():
    """A thousand nested arrays, each announcing as many elements as the frame has bytes."""
    size = FRAME_LIMIT
    return (b"\xdd" + (size - 1).to_bytes(4, "big")) * 1000 + bytes(size - 5000)


@given(VALUES)
def test_an_honest_value_comes_back(value):
    raw = msgpack.packb(value)
    assert covered(raw)
    assert msgpack.packb(unpacked(raw)) == raw


@given(VALUES, st.integers(1, 5))
def test_cut_off_and_surplus_bytes_are_refused(value, size):
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


def test_a_header_reserves_no_memory_for_missing_values():
    # In a process of its own with little memory: a decoder that believes the headers asks for eight gigabytes.
    program = r"""
import resource, sys
from tests.net.test_packed import heavy
from net.session.format.wire import WireError, game_frames, unpack_loose
huge = b"\xdd" + b"\xff" * 4
raws = [heavy(), huge, b"\x93\xacgame.entries" + huge, b"\x96\xa9game.have\xc6" + b"\xff" * 4]
resource.setrlimit(resource.RLIMIT_AS, (1 << 30, 1 << 30))
before = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
refused = 0
for raw in raws:
    for read in (unpack_loose, game_frames.decode):
        try:
            read(raw)
        except WireError:
            refused += 1
assert refused == 2 * len(raws), refused
print(resource.getrusage(resource.RUSAGE_SELF).ru_maxrss - before)
"""
    pytest.importorskip("resource")
    done = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, check=True)
    assert int(done.stdout) < 20_000, f"{done.stdout} kilobytes more"


def test_a_message_of_very_many_small_values_is_refused():
    assert covered(msgpack.packb([0] * (MOST_VALUES - 1)))
    assert not covered(msgpack.packb([0] * MOST_VALUES))
    with pytest.raises(WireError):
        unpack(b"\xdd" + (FRAME_LIMIT - 5).to_bytes(4, "big") + bytes(FRAME_LIMIT - 5), tuple[int, ...])


def test_too_little_memory_is_bad_input(monkeypatch):
    def greedy(*args, **named):
        raise MemoryError

    monkeypatch.setattr(msgpack, "unpackb", greedy)
    with pytest.raises(WireError):
        unpack_loose(b"\x90")


def test_any_header_can_be_measured():
    rng = random.Random(5)
    for head in range(256):
        for tail in (b"", b"\xff" * 8, rng.randbytes(40)):
            covered(bytes([head]) + tail)


@given(VALUES, st.integers(0, 1 << 30))
def test_one_typed_step_reads_what_two_steps_read(value, seed):
    # The typed reader must understand exactly what the plain reader and the conversion of its values understood.
    class Some(Frame, tag="game.some", frozen=True):
        number: Annotated[int, Meta(ge=0, le=1 << 20)]
        key: Key
        name: MaybeName
        level: Level
        whether: bool
        pairs: Annotated[tuple[tuple[str, int], ...], Meta(max_length=3)]
        signed: Annotated[list[Signed], Meta(max_length=2)]

    rng = random.Random(seed)
    fields = [7, bytes(32), "Anna", "greedy", True, [["a", 1]], [[b"raw", bytes(64)]]]
    fields[rng.randrange(7)] = value if rng.random() < 0.7 else fields[rng.randrange(7)]
    raw = bytearray(msgpack.packb(["game.some", *fields]))
    for _ in range(rng.randrange(3)):
        raw[rng.randrange(len(raw))] = rng.randrange(256)
    outcomes = []
    for read in (lambda: unpack(bytes(raw), Some), lambda: _in_two_steps(bytes(raw), Some)):
        try:
            outcomes.append(read())
        except WireError:
            outcomes.append(None)
    assert outcomes[0] == outcomes[1]


def _in_two_steps(raw, kind):
    try:
        return convert(unpack_loose(raw), kind, builtin_types=(bytes,), dec_hook=cleaned)
    except (MsgspecError, ValueError) as error:
        raise WireError from error
