"""Whether a message can be said: its key is in the catalogue, with the values that the sentence needs."""

from __future__ import annotations

import re
from functools import cache

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
def _check_value(group: str, value: Value, language: str) -> None:
    templates = catalogue(language).templates
    named = {key for key in templates if key.rpartition(".")[0] == group}
    if named == {f"{group}.0"}:
        return  # only nothing has a name, and every number speaks for itself
    numbers = [int(key.rpartition(".")[2]) for key in named if key.rpartition(".")[2].isdigit()]
    if isinstance(value, int) and numbers and 0 < value < min(numbers):
        return  # what comes before the first name are numbers that speak for themselves
    assert f"{group}.{value}" in named, f"the catalogue has no name for {group}.{value}"


@cache
def _speaks_of(key: str, name: str) -> bool:
    return any(name in fields(catalogue(language).templates[key]) for language in languages())


def check_words(said: Message, seats: int) -> None:
    """Every language has a sentence for this message, and every named value in it has its name."""
    names = tuple(name for name, _ in said.values)
    assert len(set(names)) == len(names), f"{said} says a value twice"
    for language in languages():
        _check_key(said.key, names, language)
        for name, group in OF.findall(catalogue(language).templates[said.key]):
            _check_value(group, said.value(name), language)
    for name, value in said.values:
        assert type(value) in (int, str), f"{said}: {name} is neither an integer nor a word"
        if name in ("seat", "only", "by") and (value != NOBODY or _speaks_of(said.key, name)):
            assert isinstance(value, int), said
            assert 0 <= value < seats, f"{said}: there is no such seat"


def check_key(key: str) -> None:
    """Every language has a sentence without values under this key."""
    for language in languages():
        _check_key(key, (), language)
