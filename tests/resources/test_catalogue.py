"""The message catalogue has exactly the texts that the code uses, and all languages have the same keys."""

import json
import re
from functools import cache
from pathlib import Path

import pytest

from client.cldr import categories
from client.messages import FALLBACK, catalogue, fields, languages, plural_forms
from rules.registry import games
from tests.resources.usage import ANY, ROOT, matcher, read_usage

MESSAGES = ROOT / "resources" / "messages"
FIELD = re.compile(r"\{[a-z_]+(?::(?:seat|message|number|list|of [a-z0-9.-]+|plural (?:[^{}]|\{\})*))?\}")
OF = re.compile(r"\{[a-z_]+:of ([a-z0-9.-]+)\}")
FORM = re.compile(r"(\d+|zero|one|two|few|many|other)=")
PLURAL = re.compile(r"\{[a-z_]+:plural ((?:[^{}]|\{\})*)\}")


def files(language: str) -> list[Path]:
    return sorted((MESSAGES / language).glob("*.json"))


def pairs(file: Path) -> list[tuple[str, str]]:
    return json.loads(file.read_text("utf-8"), object_pairs_hook=list)


@cache
def english() -> dict[str, str]:
    return catalogue(FALLBACK).templates


@cache
def areas() -> frozenset[str]:
    return frozenset(key.partition(".")[0] for key in english())


@cache
def usage():
    return read_usage()


def contract_keys() -> set[str]:
    """The keys that the contract promises for every game."""
    keys = set()
    for game in games().values():
        keys |= {game.title.key, f"{game.id}.about", f"{game.id}.points"}
        for option in game.options:
            keys |= {f"{game.id}.option.{option.name}", f"{game.id}.option.{option.name}.about"}
            keys |= {f"{game.id}.option.{option.name}.{choice}" for choice in option.choices}
        for level in game.bots:
            keys |= {f"{game.id}.bot.{level}", f"{game.id}.bot.{level}.about"}
        keys |= {f"{game.id}.end.{end}" for end in game.ends}
    return keys


@pytest.mark.parametrize("language", languages())
def test_every_file_is_named_after_the_area_of_its_keys(language):
    """The catalogue reads the files of an area when it first needs one of its texts, and finds them by their names."""
    for file in files(language):
        for key, template in pairs(file):
            assert catalogue(language).template(key) == template, f"{file.name}: {key}"


def test_every_key_written_in_the_code_is_in_the_catalogue():
    missing = {
        key: places
        for key, places in usage().shapes.items()
        if ANY not in key and key.partition(".")[0] in areas() and key not in english()
    }
    assert {key: places for key, places in missing.items() if not is_file(key)} == {}


def test_every_shape_of_keys_in_the_code_has_a_key():
    empty = {
        shape: places
        for shape, places in usage().shapes.items()
        if ANY in shape and shape.partition(".")[0] in areas() and not any(map(matcher(shape).fullmatch, english()))
    }
    assert empty == {}


def test_every_key_the_contract_promises_is_in_the_catalogue():
    assert contract_keys() - set(english()) == set()


def test_every_key_is_used():
    patterns = [matcher(shape) for shape in usage().shapes if ANY in shape]
    used = {shape for shape in usage().shapes if ANY not in shape} | contract_keys()
    groups = {group for template in english().values() for group in OF.findall(template)}
    unused = [
        key
        for key in english()
        if key not in used and key.rpartition(".")[0] not in groups and not any(pattern.fullmatch(key) for pattern in patterns)
    ]
    assert unused == []


def test_every_sentence_gets_the_values_it_shows():
    wrong = [
        (key, sorted(given), fields(english()[key]), place)
        for key, given, place in usage().said
        if key in english() and not set(fields(english()[key])) <= given
    ]
    assert wrong == []


@pytest.mark.parametrize("language", languages())
def test_a_file_has_the_keys_of_its_area_once(language):
    seen = {}
    for file in files(language):
        for key, template in pairs(file):
            assert key not in seen, f"{key} is in {seen[key]} and in {file.name}"
            seen[key] = file.name
            area = key.partition(".")[0]
            assert file.stem == area or file.stem.endswith(f"-{area}"), f"{key} does not belong into {file.name}"
            assert isinstance(template, str), key


def wrong_forms(language: str, written: str) -> str:
    """The faults in the plural forms of a language; empty if there are none."""
    bare = [form for form in written.split("|") if not FORM.match(form)]
    forms = plural_forms(written)
    if bare and (len(bare) != 2 or len(forms) != 2):
        return "write two forms, or the category before each"
    if "other" not in forms:
        return "no form for all other numbers"
    if foreign := {name for name in forms if not name.isdigit()} - set(categories(language)):
        return f"the language has no {foreign}"
    # Spanish and French have "many" from a million on, which no text here needs.
    needed = [name for name in categories(language) if name != "many" or "few" in categories(language)]
    lacking = [name for name in needed if name not in forms and not (name == "one" and "1" in forms)]
    return f"no form for {lacking}" if lacking else ""


def test_an_unusable_plural_form_is_found():
    assert wrong_forms("en", "one card|{} cards") == wrong_forms("en", "{} card|{} cards") == ""
    assert wrong_forms("es", "una carta|{} cartas") == wrong_forms("fr", "un|{}") == ""
    assert wrong_forms("fr", "1=une carte|one={} carte|other={} cartes") == ""
    assert wrong_forms("pl", "one={} karta|few={} karty|many={} kart|other={} karty") == ""
    assert "many" in wrong_forms("pl", "one={} karta|few={} karty|other={} kart")
    assert "few" in wrong_forms("pl", "jedna karta|{} karty")
    assert "few" in wrong_forms("de", "one={} Karte|few={} Karten|other={} Karten")
    assert wrong_forms("de", "{} Karten") == "write two forms, or the category before each"
    assert wrong_forms("de", "a|b|c") == "write two forms, or the category before each"
    assert wrong_forms("de", "one=a|1=b") == "no form for all other numbers"


@pytest.mark.parametrize("language", languages())
def test_every_template_is_well_formed(language):
    for key, template in catalogue(language).templates.items():
        rest = FIELD.sub("", template)
        assert not re.search("[{}]", rest), f"{language} {key}: {template}"
        assert template.strip(), f"{language} {key} is empty"
        meant = english().get(key, "")  # a joining word may have spaces round it, in every language
        assert template.endswith(" ") == meant.endswith(" "), f"{language} {key} ends otherwise than the English"
        for forms in PLURAL.findall(template):
            assert wrong_forms(language, forms) == "", f"{language} {key}: {wrong_forms(language, forms)}"
        for group in OF.findall(template):
            assert any(other.startswith(f"{group}.") for other in english()), f"{language} {key}: nothing under {group}"


@pytest.mark.parametrize("language", languages())
def test_no_puzzle_is_said_to_wait_where_none_was_found(language):
    text = catalogue(language).text
    none, one, more = (text("puzzle.make.done", count=count) for count in (0, 1, 2))
    where = text("client.start.puzzles")
    assert [where in said for said in (none, one, more)] == [False, True, True]
    assert "0" not in none


def test_french_sentences_put_no_name_behind_a_word_that_it_would_shorten():
    """A name may begin with a vowel: "de Bruno", but "d’Anna"."""
    shortened = re.compile(r"\b(?:de|que) \{(?:(?:author|game|gone|heir|host|name|names)\}|[a-z_]+:(?:seat|message)\})")
    said = catalogue("fr").templates
    assert [key for key in said if not key.startswith("cli.") and shortened.search(said[key])] == []


@pytest.mark.parametrize("language", languages())
def test_apostrophes_are_not_straight(language):
    straight = re.compile(r"[\w}]'[\w\s.,;:!?)]|[\w}]'$")
    assert [key for key, template in catalogue(language).templates.items() if straight.search(template)] == []


@cache
def to_come() -> frozenset[str]:
    """The games that have texts but are not registered yet: they need no translation so far."""
    return frozenset(area for area in areas() if f"{area}.title" in english() and area not in games())


@pytest.mark.parametrize("language", [language for language in languages() if language != FALLBACK])
def test_a_translation_has_every_text_with_the_same_values(language):
    said = dict(pair for file in files(language) for pair in pairs(file))
    missing = [key for key in english() if key not in said and not to_come() & set(key.split(".")[:2])]
    assert missing == [], "not translated"
    assert sorted(set(said) - set(english())) == [], "not in English"
    for key, template in said.items():
        assert fields(template) == fields(english()[key]), f"{language} {key}"
        assert sorted(OF.findall(template)) == sorted(OF.findall(english()[key])), f"{language} {key}"


def is_file(key: str) -> bool:
    """Whether an apparent key is the name of a module or of a data file."""
    path = ROOT / key.replace(".", "/")
    return path.with_suffix(".py").exists() or path.is_dir() or (ROOT / "resources" / "games" / key).exists()
