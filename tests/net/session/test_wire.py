"""Frames: whatever bytes come, they become a typed value or the one decoding error, and nothing else."""

from contextlib import suppress
from typing import get_args

import msgpack
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from net.session.format import wire
from net.session.format.entry import (
    Ballot,
    Body,
    Consent,
    DealBody,
    DropBody,
    Entry,
    LeaveBody,
    LeavingBody,
    MoveBody,
    PublishBody,
    ReturnBody,
    TakeBackBody,
    TimedMoveBody,
    read_entry,
)
from net.session.format.wire import (
    FRAME_LIMIT,
    Audience,
    Back,
    Chat,
    Entries,
    GameFrame,
    Halt,
    Have,
    Leaving,
    Pause,
    Returning,
    Secrets,
    Signed,
    Staying,
    Vote,
    Want,
    Watcher,
    Willing,
    WireError,
    Withdrawn,
    game_frames,
    pack,
)

HASH, KEY, TABLE, SIGNATURE = b"h" * 32, b"k" * 32, b"t" * 16, b"s" * 64

FRAMES = [
    Have(TABLE, 12, HASH, HASH, [0, 2, 4]),
    Want(TABLE, 7),
    Entries([Signed(b"raw", SIGNATURE), Signed(b"", SIGNATURE)]),
    Leaving(TABLE, KEY, 3, HASH, 0, SIGNATURE),
    Staying(TABLE, KEY, 3, HASH, 1, SIGNATURE),
    Back(TABLE, KEY, 12, HASH, 9, b"o" * 32, True, SIGNATURE),
    Audience(TABLE, KEY, 1 << 40, "invited", (Watcher(KEY, "Eva", True),), (HASH,), SIGNATURE),
    Willing(TABLE, KEY, SIGNATURE),
    Vote(TABLE, KEY, b"o" * 32, 12, HASH, "greedy", 2, SIGNATURE),
    Withdrawn(TABLE, KEY, b"o" * 32, 12, HASH, 2, SIGNATURE),
    Returning(TABLE, KEY, 12, SIGNATURE),
    Secrets(TABLE, (b"", b"s" * 64)),
    Chat(TABLE, KEY, 1 << 40, "¿Quién empieza?", SIGNATURE),
    Pause(TABLE),
    Halt(TABLE, 3, b"{}", HASH * 3, [Signed(b"raw", SIGNATURE)]),
]

ENTRIES = [
    Entry(TABLE, 0, HASH, KEY, DealBody(b"payload"), HASH),
    Entry(TABLE, 1, HASH, KEY, MoveBody(2, "play-tower", (17, -1)), HASH),
    Entry(TABLE, 1, HASH, KEY, TimedMoveBody(2, "play-tower", (17, -1), 61_250), HASH),
    Entry(TABLE, 3, HASH, KEY, PublishBody((SIGNATURE,), (b"", b"s" * 64)), HASH),
    Entry(TABLE, 4, HASH, KEY, TakeBackBody(2, KEY, (Consent(KEY, SIGNATURE),)), HASH),
    Entry(TABLE, 4, HASH, KEY, DropBody(KEY, (Ballot(KEY, "greedy", 2, SIGNATURE),)), HASH),
    Entry(TABLE, 5, HASH, KEY, ReturnBody(KEY, 4, SIGNATURE), HASH),
    Entry(TABLE, 2, HASH, KEY, LeaveBody(KEY, (b"", b"left"), SIGNATURE), HASH),
    Entry(TABLE, 2, HASH, KEY, LeavingBody(KEY, 1, SIGNATURE), HASH),
]


def test_every_kind_of_frame_and_of_entry_is_among_them():
    assert {type(frame) for frame in FRAMES} == set(get_args(GameFrame))
    assert {type(entry.body) for entry in ENTRIES} == set(get_args(Body))


@pytest.mark.parametrize("frame", FRAMES, ids=lambda frame: type(frame).__name__)
def test_every_frame_comes_out_as_it_went_in(frame):
    payload = game_frames.encode(frame)
    assert game_frames.decode(payload) == frame
    assert msgpack.packb(msgpack.unpackb(payload)) == payload, "the encoding is the shortest one"


@pytest.mark.parametrize("entry", ENTRIES, ids=lambda entry: type(entry.body).__name__)
def test_every_entry_comes_out_as_it_went_in(entry):
    assert read_entry(Signed(pack(entry), SIGNATURE)).entry == entry


def decoded(payload):
    """The frame, or "refused"; anything else raised is a failure."""
    try:
        frame = game_frames.decode(payload)
    except WireError:
        return "refused"
    if isinstance(frame, Entries):
        for signed in frame.entries:
            try:
                read_entry(signed)
            except WireError:
                continue
    return frame


@given(st.binary(max_size=400))
def test_random_bytes(payload):
    decoded(payload)


plain_values = st.recursive(
    st.none() | st.booleans() | st.integers(-(2**63), 2**64 - 1) | st.floats() | st.text(max_size=8) | st.binary(max_size=70),
    lambda inner: st.lists(inner, max_size=6) | st.dictionaries(st.text(max_size=4), inner, max_size=3),
    max_leaves=12,
)


@given(st.sampled_from(FRAMES + ENTRIES), st.data())
@settings(max_examples=300)
def test_valid_frames_with_one_part_replaced(frame, data):
    content = msgpack.unpackb(pack(frame))
    holder = content
    while True:
        place = data.draw(st.integers(0, len(holder) - 1))
        if isinstance(holder[place], list) and holder[place] and data.draw(st.booleans()):
            holder = holder[place]
            continue
        break
    holder[place] = data.draw(plain_values)
    payload = msgpack.packb(content)
    decoded(payload)
    with suppress(WireError):
        read_entry(Signed(payload, SIGNATURE))


@given(st.sampled_from(FRAMES), st.integers(0, 300), st.integers(0, 255), st.integers(0, 3))
@settings(max_examples=300)
def test_valid_frames_with_damaged_bytes(frame, place, byte, kind):
    payload = bytearray(game_frames.encode(frame))
    place %= len(payload)
    if kind == 0:
        payload[place] = byte
    elif kind == 1:
        del payload[place:]
    elif kind == 2:
        payload.insert(place, byte)
    else:
        payload += bytes([byte])
    decoded(bytes(payload))


@pytest.mark.parametrize(
    "content",
    [
        [],
        ["game.have"],
        ["game.nothing", 1],
        ["other.have", TABLE, 12, HASH, HASH, []],
        ["game.want", TABLE, -1],
        ["game.want", TABLE, 1.0],
        ["game.want", TABLE, True],
        ["game.want", TABLE, 1 << 21],
        ["game.want", TABLE, 1, 2],
        ["game.want", TABLE.decode(), 1],
        ["game.want", TABLE + b"x", 1],
        ["game.have", TABLE, 1, HASH, HASH, [16]],
        ["game.have", TABLE, 1, HASH, HASH, [0] * 17],
        ["game.entries", [[b"raw", SIGNATURE]] * 65],
        ["game.entries", [[b"raw", SIGNATURE[:-1]]]],
        ["game.entries", [[b"x" * ((1 << 17) + 1), SIGNATURE]]],
        ["game.chat", TABLE, KEY, 0, "", SIGNATURE],
        ["game.chat", TABLE, KEY, 0, "x" * 501, SIGNATURE],
        {"game.want": 1},
        "game.want",
        None,
        12,
    ],
)
def test_bytes_that_are_no_frame_are_refused(content):
    assert decoded(msgpack.packb(content)) == "refused"


def test_a_lobby_frame_in_a_game_is_no_offence():
    assert game_frames.decode(msgpack.packb(["lobby.sit", 3, "Anna"])) is None


@pytest.mark.parametrize(
    "payload",
    [
        b"\xdd\xff\xff\xff\xff",  # an array that claims four thousand million elements
        b"\xdf\xff\xff\xff\xff",
        b"\xc6\xff\xff\xff\xff",
        b"\x91" * 100_000,  # nested without end
        b"\xd6\xff\x00\x00\x00\x00",  # a time stamp
        b"\xa4\xff\xfe\xfd\xfc",  # no UTF-8
        b"\x93" + b"\x00" * (FRAME_LIMIT + 1),
    ],
)
def test_bytes_that_would_cost_memory_or_stack_are_refused(payload):
    assert decoded(payload) == "refused"


@pytest.mark.parametrize("word", ["", "Play", "play 17", "plày", "x" * 25, "-", "9"])
def test_a_word_that_is_no_move_is_no_entry(word):
    entry = Entry(TABLE, 1, HASH, KEY, MoveBody(2, word, ()), HASH)
    with pytest.raises(WireError):
        read_entry(Signed(pack(entry), SIGNATURE))


def test_readers_of_frames_and_entries_can_be_built_in_advance():
    wire.reader.cache_clear()
    wire.get_ready(wire.GameFrame, wire.GameFrame)
    built = wire.reader.cache_info().misses
    assert built == 1
    frame = wire.Pause(b"T" * 16)
    assert wire.game_frames.decode(wire.game_frames.encode(frame)) == frame
    assert wire.reader.cache_info().misses == built
