import base64
import contextlib
import hashlib

import pytest
from hypothesis import given
from hypothesis import strategies as st

from net.addresses import Address
from net.invite import PREFIX, TOKEN_LENGTH, Invite, InviteError, read

KEY = bytes(range(32))
TOKEN = b"t" * TOKEN_LENGTH
INVITE = Invite(KEY, TOKEN, (Address("192.168.1.20", 4711), Address("2001:db8::7", 4711)))


def refused(text):
    with pytest.raises(InviteError) as caught:
        read(text)
    return caught.value.reason.key


def code(body):
    checksum = hashlib.sha256(b"alarife invite\0" + body).digest()[:4]
    return PREFIX + base64.b32encode(body + checksum).decode().rstrip("=").lower()


hosts = st.one_of(st.ip_addresses(v=4), st.ip_addresses(v=6)).map(str)


@given(
    key=st.binary(min_size=32, max_size=32),
    token=st.sampled_from([b"", TOKEN]),
    places=st.lists(hosts, min_size=1, max_size=6),
    port=st.integers(1, 65535),
)
def test_a_written_invite_is_read_back(key, token, places, port):
    invite = Invite(key, token, tuple(Address(host, port) for host in places))
    assert read(str(invite)) == invite


@given(
    places=st.lists(st.tuples(hosts, st.integers(1, 65535)), min_size=1, max_size=6),
    punched=st.lists(st.tuples(hosts, st.integers(1, 65535)), max_size=4),
)
def test_addresses_may_have_their_own_ports_and_allow_only_udp(places, punched):
    invite = Invite(KEY, TOKEN, tuple(Address(*one) for one in places), tuple(Address(*one) for one in punched))
    assert read(str(invite)) == invite


def test_an_invite_is_written_for_older_programs_if_possible():
    def layout(*places, punched=()):
        return base64.b32decode(str(Invite(KEY, TOKEN, places, punched)).removeprefix(PREFIX).upper()[:8])[0]

    here, there, other = Address("192.168.1.20", 4711), Address("2001:db8::7", 4711), Address("8.8.4.4", 4712)
    assert layout(here, there) == 1
    assert layout(here, other) == 2
    assert layout(here, punched=(Address("8.8.4.4", 4711),)) == 2


def test_a_code_survives_how_people_copy_it():
    text = str(INVITE)
    broken = "\n> ".join([text[:50], text[50:90], text[90:]])
    for pasted in (
        f"  {text}\n",
        text.upper(),
        f'"{text}"',
        f"<{text}>.",
        f"“{text}”",
        f"„{text}“.",
        f"« {text} »",
        f"Come and play: ‘{text}’",
        f"“{text.removeprefix(PREFIX)}”",
        text.replace("alarife:", "alarife://"),
        f"Come and play: {text}",
        text.removeprefix(PREFIX),
        broken,
        text.replace("o", "0").replace("l", "1"),
    ):
        pasted = pasted.replace("a1arife", "alarife") if pasted.startswith("a1") else pasted
        assert read(pasted) == INVITE, pasted


@given(st.integers(0, len(str(INVITE)) - len(PREFIX) - 1), st.sampled_from("abcdefghijklmnopqrstuvwxyz234567"))
def test_one_wrong_letter_is_noticed(place, letter):
    text = str(INVITE)
    at = len(PREFIX) + place
    wrong = text[:at] + letter + text[at + 1 :]
    if wrong != text:
        assert refused(wrong) == "net.error.invite-damaged"


@pytest.mark.parametrize(
    "text",
    [str(INVITE)[:-1], str(INVITE)[:40], str(INVITE) + "aaaa", PREFIX, PREFIX + "!!!", PREFIX + "a" * 5000],
)
def test_a_damaged_invite_is_refused(text):
    assert refused(text) == "net.error.invite-damaged"


def test_a_wrong_last_letter_is_noticed_even_if_it_changes_no_byte():
    text = str(INVITE)
    for letter in set("abcdefghijklmnopqrstuvwxyz234567") - {text[-1]}:
        assert refused(text[:-1] + letter) == "net.error.invite-damaged"


def test_an_invite_of_a_newer_version_asks_for_an_update():
    assert refused(code(bytes([3]) + b"quite another layout")) == "net.error.invite-newer"


@pytest.mark.parametrize(
    "body",
    [
        b"",
        bytes([0]) + bytes(40),
        bytes([1]),
        bytes([1]) + KEY,
        bytes([1]) + KEY + b"\x00" + b"\x12\x67" + b"\x00",
        bytes([1]) + KEY + b"\x03abc" + b"\x12\x67" + b"\x01\x04\x7f\x00\x00\x01",
        bytes([1]) + KEY + b"\x00" + b"\x00\x00" + b"\x01\x04\x7f\x00\x00\x01",
        bytes([1]) + KEY + b"\x00" + b"\x12\x67" + b"\x01\x05\x7f\x00\x00\x01",
        bytes([1]) + KEY + b"\x00" + b"\x12\x67" + b"\x01\x04\x7f\x00\x00\x01" + b"more",
        bytes([1]) + KEY + b"\x00" + b"\x12\x67" + b"\x07" + b"\x04\x7f\x00\x00\x01" * 7,
    ],
)
def test_a_code_with_a_right_checksum_and_a_wrong_body_counts_as_damaged(body):
    assert refused(code(body)) == "net.error.invite-damaged"


@pytest.mark.parametrize("text", ["", "   ", "hello", "come and play", "https://example.org/x", "me@example.org"])
def test_text_that_is_no_invite_is_refused(text):
    assert refused(text) == "net.error.invite-none"


def test_host_and_port_can_be_given_by_hand():
    assert read(" table.example.org:4711 ") == Address("table.example.org", 4711)
    for quoted in ('"192.0.2.1:4711"', "'192.0.2.1:4711'", " “192.0.2.1:4711” ", "«192.0.2.1:4711»"):
        assert read(quoted) == Address("192.0.2.1", 4711)
    assert read("[2001:db8::1]:4711") == Address("2001:db8::1", 4711)


@given(st.text(max_size=300))
def test_any_other_text_is_refused_and_nothing_worse(text):
    for given_text in (text, PREFIX + text):
        with contextlib.suppress(InviteError):
            read(given_text)
