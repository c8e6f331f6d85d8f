"""Whether a message has its sentence: its key is in the catalogue, and it has the values that the sentence needs."""

from __future__ import annotations

import re
from functools import cache, lru_cache

from client.messages import catalogue, fields, languages
from rules.contract import NOBODY
from rules.message import Message, Value

OF = re.compile(r"\{([a-z_]+):of ([a-z0-9.-]+)\}")


@cache
def _check_key(key: str, names: tuple[str, ...], language: str) -> None:
    texts = catalogue(language)
    assert texts.has(key), f"the catalogue has no sentence for {key}"
    template = texts.templates[key]
    assert template.strip(), f"{key} is empty"
    assert set(fields(template)) <= set(names), f"{key} needs {fields(template)} but is given {list(names)}"
    bare = re.sub(r"\{[a-z_]+(:[^{}]*(\{\}[^{}]*)*)?\}", "", template)
    assert not re.search("[{}]", bare), f"{key} has a placeholder that is none: {template}"


@cache
def _groups(language: str) -> dict[str, set[str]]:
    """The last parts of all keys, by what stands before them."""
    found: dict[str, set[str]] = {}
    for key in catalogue(language).templates:
        group, _, name = key.rpartition(".")
        found.setdefault(group, set()).add(name)
    return found


@cache
def _check_value(group: str, value: Value, language: str) -> None:
    named = _groups(language).get(group, set())
    if named == {"0"}:
        return  # only "none" has a name, and every number stands for itself
    numbers = [int(name) for name in named if name.isdigit()]
    if isinstance(value, int) and numbers and 0 < value < min(numbers):
        return  # the numbers before the first name stand for themselves
    assert str(value) in named, f"the catalogue has no name for {group}.{value}"


@lru_cache(1 << 14)
def _check_sentence(key: str, values: tuple[tuple[str, Value], ...]) -> None:
    """Every language has a sentence for these values, and every named value in it has its name."""
    names, given = tuple(name for name, _ in values), dict(values)
    assert len(given) == len(names), f"{key} says a value twice"
    for language in languages():
        _check_key(key, names, language)
        for name, group in OF.findall(catalogue(language).templates[key]):
            _check_value(group, given[name], language)


@cache
def _speaks_of(key: str, name: str) -> bool:
    return any(name in fields(catalogue(language).templates[key]) for language in languages())


def check_words(said: Message, seats: int) -> None:
    """Every language has a sentence for this message, and every named value in it has its name."""
    _check_sentence(said.key, said.values)
    for name, value in said.values:
        assert type(value) in (int, str), f"{said}: {name} is neither an integer nor a word"
        if name in ("seat", "only", "by") and (value != NOBODY or _speaks_of(said.key, name)):
            assert isinstance(value, int), said
            assert 0 <= value < seats, f"{said}: there is no such seat"


def check_key(key: str) -> None:
    """Every language has a sentence without values under this key."""
    for language in languages():
        _check_key(key, (), language)
