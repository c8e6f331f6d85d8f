"""Plurals, lists, numbers and dates follow CLDR in every language."""

from __future__ import annotations

import json
import subprocess
import sys
from collections.abc import Iterator
from datetime import date, datetime
from pathlib import Path

import pytest

from client import cldr, messages
from client.messages import Catalogue, catalogue
from rules.message import message

CARDS = {
    "en": "{n:plural one card|{} cards}",
    "fr": "{n:plural 1=une carte|one={} carte|other={} cartes}",
    "nl": "{n:plural {} kaart|{} kaarten}",
    "pl": "{n:plural one={} karta|few={} karty|many={} kart|other={} karty}",
    "ar": "{n:plural zero=لا بطاقات|one=بطاقة|two=بطاقتان|few={} بطاقات|many={} بطاقة|other={} بطاقة}",
    "ja": "{n:plural other={} 枚}",
}


@pytest.fixture
def spoken(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[type[Catalogue]]:
    """A catalogue of a few languages, each with the plural of a card."""
    for language, cards in CARDS.items():
        folder = tmp_path / "messages" / language
        folder.mkdir(parents=True)
        texts = {"a.cards": cards, "a.points": "{points:list}", "a.real": "{real:number}", "a.port": "{port}"}
        (folder / "a.json").write_text(json.dumps(texts), "utf-8")
    monkeypatch.setattr(messages, "FOLDER", tmp_path)
    for kept in (messages.texts_of, messages.languages):
        kept.cache_clear()
    yield Catalogue
    for kept in (messages.texts_of, messages.languages):
        kept.cache_clear()


MARKS = str.maketrans("", "", "\u200f\u202b\u202c")
"""The marks that keep a right-to-left sentence in order."""


@pytest.mark.parametrize(
    ("language", "number", "said"),
    [
        ("en", 1, "one card"),
        ("en", 0, "0 cards"),
        ("en", 1234, "1,234 cards"),
        ("fr", 0, "0 carte"),
        ("fr", 1, "une carte"),
        ("fr", 2, "2 cartes"),
        ("nl", 1, "1 kaart"),
        ("nl", 0, "0 kaarten"),
        ("pl", 1, "1 karta"),
        ("pl", 3, "3 karty"),
        ("pl", 13, "13 kart"),
        ("pl", 22, "22 karty"),
        ("pl", 25, "25 kart"),
        ("ar", 0, "لا بطاقات"),
        ("ar", 1, "بطاقة"),
        ("ar", 2, "بطاقتان"),
        ("ar", 7, "7 بطاقات"),
        ("ar", 11, "11 بطاقة"),
        ("ar", 100, "100 بطاقة"),
        ("ja", 1, "1 枚"),
        ("ja", 5, "5 枚"),
    ],
)
def test_a_number_takes_the_plural_form_of_its_language(spoken: type[Catalogue], language: str, number: int, said: str) -> None:
    assert spoken(language).text("a.cards", n=number).translate(MARKS) == said


def test_a_right_to_left_sentence_keeps_its_order_anywhere(spoken: type[Catalogue]) -> None:
    assert spoken("ar").text("a.cards", n=1) == "\u200f\u202bبطاقة\u202c"
    assert spoken("pl").text("a.cards", n=1) == "1 karta"


def test_a_form_that_does_not_show_the_number_is_kept_for_one(spoken: type[Catalogue], tmp_path: Path) -> None:
    """French counts 0 in the singular; with the forms of other languages it must not say "one card" for none."""
    (tmp_path / "messages" / "fr" / "a.json").write_text(json.dumps({"a.cards": "{n:plural une carte|{} cartes}"}), "utf-8")
    assert [spoken("fr").text("a.cards", n=number) for number in (0, 1, 2)] == ["0 cartes", "une carte", "2 cartes"]


def test_a_text_that_is_left_empty_is_english(spoken: type[Catalogue], tmp_path: Path) -> None:
    (tmp_path / "messages" / "nl" / "a.json").write_text(json.dumps({"a.cards": "", "a.port": "poort {port}"}), "utf-8")
    assert spoken("nl").text("a.cards", n=1) == "one card"
    assert spoken("nl").text("a.port", port=5) == "poort 5"
    assert spoken("nl").text("a.real", real=1234) == "1.234", "an English text with the numbers of the language"


def test_a_value_that_is_no_number_takes_the_last_form(spoken: type[Catalogue]) -> None:
    assert spoken("pl").text("a.cards", n="?") == "? karty"


def test_parts_become_a_list(spoken: type[Catalogue]) -> None:
    assert spoken("en").text("a.points", points="2, 3, 5") == "2, 3, 5"
    assert spoken("ja").text("a.points", points="2, 3, 5") == "2、3、5"
    assert spoken("pl").text("a.points", points="2") == "2"
    assert Catalogue("en").listed(["A", "B", "C"]) == "A, B and C"
    assert Catalogue("de").listed(["A", "B", "C"]) == "A, B und C"
    assert Catalogue("de").listed(["A", "B", "C"], "row") == "A, B, C"
    assert Catalogue("de").listed(["A", "B"], "or") == "A oder B"
    assert Catalogue("fr").listed(iter(())) == ""
    assert Catalogue("en").listed(["Anna", "دانا"]) == "Anna and \u2068دانا\u2069"


def test_numbers_have_the_separators_of_the_language(spoken: type[Catalogue]) -> None:
    assert spoken("en").text("a.real", real=12345) == "12,345"
    assert spoken("en").text("a.real", real=-1234) == "-1,234"
    assert spoken("fr").text("a.real", real=12345) == "12\u202f345"
    assert spoken("en").text("a.port", port=52025) == "52025"
    assert Catalogue("de").number(12.25, 1) == "12,2"
    assert Catalogue("en").number(7) == "7"


def test_days_are_written_as_in_the_language() -> None:
    when = datetime(2026, 3, 9, 17, 5)
    assert catalogue("en").moment(when) == "9 March 2026, 17:05"
    assert catalogue("de").moment(when) == "9. März 2026, 17:05"
    assert catalogue("fr").day(date(2026, 3, 9)) == "9 mars 2026"
    assert cldr.day("es", when) == "9 de marzo de 2026"
    assert cldr.day_pattern("es") == "d 'de' MMMM 'de' yyyy"


def test_a_language_that_cldr_does_not_know_counts_as_english() -> None:
    assert cldr.categories("xx") == cldr.categories("en") == ("one", "other")
    assert cldr.number("xx-made-up", 1000) == "1,000"
    assert cldr.categories("ar") == ("zero", "one", "two", "few", "many", "other")


def test_the_first_page_does_not_wait_for_language_data() -> None:
    asked = "import sys, client.cli, client.app; print(*sys.modules)"
    loaded = subprocess.run([sys.executable, "-c", asked], capture_output=True, text=True, check=True).stdout.split()
    assert [name for name in loaded if name.startswith(("babel", "client.cldr"))] == []


def test_a_sentence_without_a_number_asks_nothing_of_cldr() -> None:
    asked = """
import sys
from client.messages import catalogue
print(catalogue("en").text("client.start.title"), catalogue("en").listed(["Anna"]), catalogue("fr").number(999))
print(*[name for name in sys.modules if name.startswith(("babel", "client.cldr"))])
"""
    told = subprocess.run([sys.executable, "-c", asked], capture_output=True, text=True, check=True).stdout.splitlines()
    assert told[0].endswith("Anna 999")
    assert told[1] == ""


def test_a_plural_of_the_rules_is_said_in_every_language() -> None:
    said = {language: catalogue(language).text(message("torres.points", points=0)) for language in ("en", "de", "fr")}
    assert said == {"en": "0 points", "de": "0 Punkte", "fr": "0 point"}
