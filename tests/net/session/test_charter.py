"""Charters: signed by everybody, without contradictions, and playable here or refused with the reason."""

import msgspec
import pytest
from hypothesis import given
from hypothesis import strategies as st

from net.session.format.charter import (
    CharterError,
    CharterPeer,
    CharterSeat,
    charter_hash,
    draw_up,
    playable,
    read_charter,
    sign_alone,
    sign_charter,
    signed_charter,
)
from rules.contract import RulesError
from tests.games import orchard_registered
from tests.games.orchard import Orchard
from tests.net.session.network import IDENTITIES, charter_of

with orchard_registered():
    SIGNED = charter_of(3, 4, bots=(3,))


def changed(**fields):
    return msgspec.structs.replace(SIGNED.charter, **fields)


def reason(call, *args):
    with pytest.raises(CharterError) as caught:
        call(*args)
    return caught.value.reason.key.removeprefix("session.charter.")


def test_a_signed_charter_comes_back_from_its_bytes():
    again = signed_charter(SIGNED.raw, SIGNED.signatures)
    assert again == SIGNED
    playable(again.charter)
    assert again.charter.options == (("row", "two"),)
    assert again.charter.seats_of(IDENTITIES[0].key) == (0, 3)
    assert again.charter.name(IDENTITIES[2].key) == "Carla"


def test_everybody_has_to_sign_and_nobody_else():
    first, second, third = SIGNED.signatures
    assert reason(signed_charter, SIGNED.raw, (first, second)) == "signature"
    assert reason(signed_charter, SIGNED.raw, (first, third, second)) == "signature"
    assert reason(signed_charter, SIGNED.raw, (first, second, third, third)) == "signatures"
    other = changed(options=(("row", "four"),)).pack()
    assert reason(signed_charter, other, SIGNED.signatures) == "signature"


SEATS, PEERS = SIGNED.charter.seats, SIGNED.charter.peers


@pytest.mark.parametrize(
    ("fields", "expected"),
    [
        ({"peers": ()}, "peers"),
        ({"peers": (PEERS[0], PEERS[1], PEERS[0])}, "peers"),
        ({"dealer": "local"}, "dealer"),
        ({"dealer": "by-hand"}, "dealer"),
        ({"peers": PEERS[:1]}, "dealer"),
        ({"peers": PEERS[:2]}, "seat"),
        ({"seats": (*SEATS[:3], CharterSeat("ghost", "Bot", PEERS[0].key))}, "seat"),
        ({"seats": (*SEATS[:3], CharterSeat("bot", "Bot", PEERS[0].key))}, "seat"),
        ({"seats": (*SEATS[:3], CharterSeat("person", "Eva", PEERS[0].key, "best"))}, "seat"),
        ({"seats": (*SEATS[:3], CharterSeat("person", "", PEERS[0].key))}, "damaged"),
        ({"options": (("<b>", "four"),) * 2 + (("a b", "c"),)}, "damaged"),
        ({"seats": (*SEATS[:3], CharterSeat("person", "x" * 25, PEERS[0].key))}, "damaged"),
        ({"table": b"short"}, "damaged"),
        ({"fresh": (bytes(16),)}, "fresh"),
        ({"fresh": (bytes(15),) * 3}, "damaged"),
        ({"seats": SEATS * 3}, "damaged"),
    ],
)
def test_charters_that_contradict_themselves_are_refused(fields, expected):
    assert reason(read_charter, changed(**fields).pack()) == expected


@pytest.mark.parametrize(
    ("fields", "expected"),
    [
        ({"version": 4}, "older-here"),
        ({"version": 1}, "older-there"),
        ({"rules": b"r" * 32}, "rules"),
        ({"options": (("row", "two"), ("row", "two"))}, "options"),
        ({"options": (("row", "nine"),)}, "rules.error.choice"),
        ({"options": (("roof", "two"),)}, "rules.error.option"),
        ({"game": "chess"}, "rules.error.game"),
        ({"seats": SEATS[:1]}, "rules.error.seats"),
    ],
)
def test_charters_that_cannot_be_played_here_are_refused(fields, expected):
    assert reason(playable, changed(**fields)) == expected


def test_a_charter_with_an_unknown_bot_level_can_be_played():
    """The bot runs at the peer that has the seat."""
    playable(changed(seats=(*SEATS[:3], CharterSeat("bot", "Bot", PEERS[0].key, "genius"))))


@given(st.integers(0, 400), st.integers(0, 255))
def test_damaged_bytes_are_no_charter(place, byte):
    raw = bytearray(SIGNED.raw)
    place %= len(raw)
    if raw[place] == byte:
        return
    raw[place] = byte
    with pytest.raises(CharterError):
        signed_charter(bytes(raw), SIGNED.signatures)


def test_bytes_in_another_encoding_are_no_charter():
    raw = SIGNED.raw.replace(b"\xa7orchard", b"\xd9\x07orchard")
    assert raw != SIGNED.raw
    assert reason(signed_charter, raw, [sign_charter(one, raw) for one in IDENTITIES[:3]]) == "damaged"


def test_an_offline_table_has_one_peer_and_deals_locally():
    me = IDENTITIES[0]
    seats = [CharterSeat("person", "Anna", me.key), CharterSeat("bot", "Bot", me.key, "best")]
    signed = sign_alone(me, draw_up(b"t" * 16, "orchard", {"row": "four"}, seats, [CharterPeer(me.key, "Anna")]))
    assert (signed.charter.dealer, signed.charter.version) == ("local", Orchard.version)
    with pytest.raises(RulesError):
        draw_up(b"t" * 16, "orchard", {"roof": "four"}, seats, [CharterPeer(me.key, "Anna")])


def test_names_are_cleaned_for_the_screen_but_stored_as_signed():
    # An earlier version let invisible characters through: its games stay readable, whatever the names are.
    odd = ("Anna", "An\u200bna", "\u2060", "\ufb01\u202ened\x1b[2J")
    seats = tuple(CharterSeat("person", name, PEERS[0].key) for name in odd)
    peers = (CharterPeer(PEERS[0].key, "\ufeffAnna"), CharterPeer(PEERS[1].key, "\u200cAnna"), PEERS[2])
    raw = changed(seats=seats, peers=peers).pack()
    signatures = [sign_charter(identity, raw) for identity in IDENTITIES[:3]]
    charter = signed_charter(raw, signatures)
    assert [seat.name for seat in charter.charter.seats] == ["Anna", "Anna 2", PEERS[0].key.hex()[:8], "fined [2J"]
    assert [peer.name for peer in charter.charter.peers] == ["Anna", "Anna 2", "Carla"]
    assert (charter.raw, charter.hash) == (raw, charter_hash(raw))
    assert signed_charter(charter.raw, charter.signatures) == charter
