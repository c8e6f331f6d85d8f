"""Text from outside: cleaned once, and the same for everybody."""

import unicodedata

import pytest
from hypothesis import given
from hypothesis import strategies as st
from msgspec import inspect

from net import greeting
from net.rematch import Again
from net.session.format.charter import Charter
from net.session.format.entry import Entry
from net.session.format.text import CHAT_LENGTH, NAME_LENGTH, MaybeName, Name, PlainText, Saying, distinct, name_key, plain
from net.session.format.wire import GameFrame, WireError, pack, unpack
from net.session.lobby.wire import LobbyFrame, Sit
from net.whereabouts import Told

ODD = list(
    "aAß ﬃ①\u0301\u0327\u0344\u200b\u200d\ufe0f\u034f\u00ad\u115f\u3164\u2800\u202e\u2066\u2028\t\n"
    "\x00\x1b\x9b\ufdfa👩🚀\U0001f3fb"
)
texts = st.text(alphabet=st.sampled_from(ODD), max_size=60) | st.text(max_size=60)


@given(texts)
def test_a_text_is_one_visible_line_and_stays_as_it_is(text):
    for kind in (MaybeName, Saying):
        clean = kind.of(text) or ""
        assert (kind.of(clean) or "") == clean
        assert len(clean) <= kind.most
        assert clean == unicodedata.normalize("NFKC", clean) == " ".join(clean.split())
        kinds = {unicodedata.category(letter) for letter in clean.replace("\u200d", "")}
        assert not kinds & {"Cc", "Cf", "Cs", "Co", "Cn", "Zl", "Zp"}
        clean.encode()


def test_names_of_people_everywhere_stay_whole():
    for name in ("Ana María", "Łukasz", "李小龍", "👩‍🚀 Eva", "O’Neil-Smith", "محمد", "דוד", "สมชาย", "Nguyễn Ái"):
        assert Name(name) == name


@pytest.mark.parametrize("text", ["", " ", "\u200b", "\u3164\u2800", "\u202e\u2066", "\u200d\u200d", "\u0301", "\x00\x1b"])
def test_a_text_without_visible_characters_is_refused(text):
    for kind in (Name, Saying):
        with pytest.raises(ValueError, match="empty"):
            kind(text)
        assert kind.of(text) is None
    assert MaybeName(text) == ""


def test_stacked_accents_are_limited():
    assert Name("Z" + "\u0327" * 20) == "Z" + "\u0327" * 3
    assert Name("\u0301Anna") == "Anna"


@pytest.mark.parametrize(
    "other", ["anna", "ANNA", "An\u200bna", "Anna\ufeff", "Ａｎｎａ", "𝐀𝐧𝐧𝐚", " Anna ", "Anna\U000e0061", "\u2067Anna\u2069"]
)
def test_names_that_look_the_same_count_as_the_same(other):
    assert name_key(other) == name_key("Anna")
    assert distinct(Name(other), {name_key("Anna")}) != Name(other)


def test_different_names_stay_different():
    assert len({name_key(name) for name in ("Anna", "Änna", "Anna 2", "An na", "Hanna", "Аnna")}) == 6  # the last one Cyrillic


def test_a_name_is_numbered_until_nobody_has_it():
    taken: set[str] = set()
    for expected in ("Anna", "Anna 2", "Anna 3"):
        name = distinct(Name("Anna"), taken)
        assert name == expected
        taken.add(name_key(name))
    long = Name("x" * NAME_LENGTH)
    assert len(distinct(long, {name_key(long)})) == NAME_LENGTH


def test_text_from_a_link_is_cleaned_on_arrival():
    assert unpack(pack(["lobby.sit", 1, "\u202eAn\x1b[2Jna\n"]), Sit).name == "An [2Jna"
    for bad in (["lobby.sit", 1, "x" * (NAME_LENGTH + 1)], ["lobby.sit", 1, b"Anna"], ["lobby.said", bytes(32), "\u200b"]):
        with pytest.raises(WireError):
            unpack(pack(bad), LobbyFrame)


def raw_texts(kind, where="", seen=None):
    """Every field that holds a text written by somebody else."""
    seen = set() if seen is None else seen
    match kind:
        case inspect.StructType(cls=cls, fields=fields):
            if cls not in seen:
                seen.add(cls)
                for field in fields:
                    yield from raw_texts(field.type, f"{cls.__name__}.{field.name}", seen)
        case inspect.StrType(pattern=None):
            yield where
        case inspect.ListType(item_type=item) | inspect.VarTupleType(item_type=item):
            yield from raw_texts(item, where, seen)
        case inspect.TupleType(item_types=items) | inspect.UnionType(types=items):
            for item in items:
                yield from raw_texts(item, where, seen)
        case inspect.Metadata(type=inner):
            yield from raw_texts(inner, where, seen)
        case inspect.CustomType(cls=cls):
            assert issubclass(cls, PlainText), where
        case inspect.AnyType():
            raise AssertionError(f"{where} may be anything")


def test_every_text_from_a_peer_is_clean_or_signed_or_checked():
    found = {
        place
        for kind in (GameFrame, LobbyFrame, Again, Told, greeting.Greeting, Charter, Entry)
        for place in raw_texts(inspect.type_info(kind))
    }
    signed = {"Chat.text", "CharterSeat.name", "CharterPeer.name", "Watcher.name"}
    addresses = {"Hello.hosts", "Welcome.hosts", "Places.addresses"}
    moves = {"MoveBody.word", "TimedMoveBody.word"}  # read as a move or refused
    assert found == signed | addresses | moves


def test_cleaning_cuts_a_text_before_it_examines_it():
    assert plain("x" * 10_000_000, NAME_LENGTH) == "x" * NAME_LENGTH
    assert len(plain("\ufdfa" * 1000, CHAT_LENGTH)) <= CHAT_LENGTH, "each is eighteen letters"
