"""No text, wherever it comes from, can control the terminal that shows it."""

import json
from argparse import Namespace

import pytest
from msgspec.structs import replace

from client.commands import output
from client.commands.output import print_record, print_text, print_trouble, visible
from client.commands.recorded import read
from client.commands.show import lines
from client.commands.trace import run as trace
from client.commands.verify import run as verify
from client.messages import Catalogue, set_apart
from net.gamefile import GameFile
from net.session.format.charter import sign_charter, signed_charter
from rules.message import message
from tests.games import orchard_registered
from tests.net.session.network import IDENTITIES, charter_of

EVIL = "\x1b]0;owned\x07\x1b[2J\x9b31mAnna\x7f\r\u202e"
"""Sets the title of a terminal, clears it, turns to red, goes back to the beginning of the line, and reads backwards."""


def harmless(text):
    return not set(text) & set(map(chr, [*range(10), *range(11, 32), *range(0x7F, 0xA0), 0x202E]))


@pytest.mark.parametrize("say", [print_text, print_trouble, lambda text: print_record({"name": text})])
def test_control_sequences_are_never_printed(say, capsys):
    say(f"<{EVIL}>")
    said = capsys.readouterr()
    assert harmless(said.out + said.err)
    assert "\\u001b[2J" in said.out + said.err
    assert (said.out + said.err).count("\n") == 1


def test_a_record_says_the_same_as_before(capsys):
    print_record({"name": EVIL, "other": "Zoë 👩‍🚀"})
    assert json.loads(capsys.readouterr().out) == {"name": EVIL, "other": "Zoë 👩‍🚀"}


def test_harmless_text_stays_as_it_is():
    for text in ("Anna & Łukasz", "李小龍", "👩‍🚀", set_apart("محمد"), "“quoted”\u00a0…"):
        assert visible(text) == text


@pytest.fixture
def evil_file(tmp_path):
    """A game whose charter holds a hostile name, with good signatures: an earlier version could not have written it."""
    with orchard_registered():
        honest = charter_of(1, 2)
        seats = tuple(replace(seat, name=EVIL[-18:]) for seat in honest.charter.seats)
        peers = tuple(replace(peer, name=EVIL[-18:]) for peer in honest.charter.peers)
        raw = replace(honest.charter, seats=seats, peers=peers).pack()
        charter = signed_charter(raw, [sign_charter(IDENTITIES[0], raw)])
        path = tmp_path / "game.alarife"
        GameFile.create(path, charter, IDENTITIES[0].key, bytes(32)).close()
        yield path


def test_a_hostile_charter_is_read_and_shown_in_plain_letters(evil_file, capsys):
    assert verify(Namespace(file=evil_file, text=True)) in (0, 1)
    assert trace(Namespace(file=evil_file, text=True, moves=True)) == 0
    recorded = read(evil_file)
    for line in lines(recorded.start, recorded.names):
        output.print_text(line)
    said = capsys.readouterr()
    assert harmless(said.out + said.err)


def test_a_name_from_right_to_left_is_set_apart():
    texts = Catalogue("en")
    said = texts.text(message("net.notice.left", name="דוד"))
    assert "\u2068דוד\u2069" in said
    assert texts.text(message("net.notice.left", name="David")).isascii()
    assert set_apart("Zoë") == "Zoë"
