"""Sentences for people: the message catalogue, and how a :class:`~rules.message.Message` becomes text.

A catalogue is a folder ``resources/messages/<language>`` of JSON files, each an object of key and template. The first part of a
key is its area: ``table.log.heading`` stands in ``table.json`` or a file whose name ends in ``-table.json``. So a file is read
when something of its area is first said, and few are before the first page. A template holds the names of the message's values
in braces, optionally with the way to show them:

=============================== =========================================================================
``{real}``                      the value itself
``{seat:seat}``                 the name of the player on that seat
``{crest:of big-boss.crest}``   the catalogue's entry ``big-boss.crest.<value>``
``{n:plural one card|{} cards}`` the first form for 1, else the second, ``{}`` standing for the number
``{why:message}``               the value is a key of the catalogue, shown as its text
=============================== =========================================================================

So a translation is data, and so are its plurals and the order of its words.
"""

from __future__ import annotations

import json
import re
import unicodedata
from collections.abc import Sequence
from functools import cache, lru_cache

from client.resource import FOLDER
from rules.message import Message, Value, message

FALLBACK = "en"
"""The language that has every key."""


class Catalogue:
    """The texts of one language; a key it lacks is taken from English.

    Attributes:
        language: its code, for instance ``en``.
    """

    def __init__(self, language: str) -> None:
        self.language = language

    @property
    def templates(self) -> dict[str, str]:
        """All there is: key to template."""
        return _read(self.language, "")

    def template(self, key: str) -> str | None:
        """The template of a key, or None."""
        return _read(self.language, key.partition(".")[0]).get(key)

    def has(self, key: str) -> bool:
        """Whether the catalogue has this key."""
        return self.template(key) is not None

    def _or_itself(self, key: str, value: Value) -> str:
        found = self.template(key)
        return str(value) if found is None else found

    def text(self, said: Message | str, names: Sequence[str] = (), /, **values: Value) -> str:
        """The sentence. ``names`` are the players' names by seat; a bare key may be given with its values.

        A key or value that is missing shows as the canonical text of the message rather than fail a window.
        """
        return self._text(message(said, **values) if isinstance(said, str) else said, tuple(names))

    @lru_cache(maxsize=4096)  # noqa: B019 (there is one catalogue for each language, for ever)
    def _text(self, said: Message, names: tuple[str, ...]) -> str:
        template = self.template(said.key)
        if template is None:
            return str(said)
        if "{" not in template:
            return template
        given = dict(said.values)

        def shown(match: re.Match[str]) -> str:
            name, how = match.group(1), match.group(2) or ""
            if name not in given:
                return match.group(0)
            value = given[name]
            if how == "seat" and isinstance(value, int):
                return set_apart(names[value]) if 0 <= value < len(names) else self.text("client.seat", number=value + 1)
            if how == "message":
                return self._or_itself(str(value), value)
            if how.startswith("of "):
                return self._or_itself(f"{how[3:]}.{value}", value)
            if how.startswith("plural "):
                one, _, many = how[7:].partition("|")
                return (one if value == 1 else many).replace("{}", str(value))
            return set_apart(value) if isinstance(value, str) else str(value)

        return _field().sub(shown, template)


def set_apart(text: str) -> str:
    """A value of a sentence, in marks that keep the sentence in order when the value is written from right to left."""
    if text.isascii() or not any(unicodedata.bidirectional(letter) in ("R", "AL", "AN") for letter in text):
        return text
    return f"{_APART}{text}{_TOGETHER}"


_APART, _TOGETHER = "\u2068", "\u2069"
"""First strong isolate, and its end."""


@cache
def _field() -> re.Pattern[str]:
    """The pattern of a placeholder. Most templates have none, and no text of the first page has one."""
    return re.compile(r"\{([a-z_]+)(?::(seat|message|of [a-z0-9.-]+|plural (?:[^{}]|\{\})*))?\}")


def fields(template: str) -> list[str]:
    """The names of the values that a template uses, sorted: a translation has to use the same."""
    return sorted({match.group(1) for match in _field().finditer(template)})


@cache
def languages() -> tuple[str, ...]:
    """The languages there are, English first."""
    found = sorted(folder.name for folder in (FOLDER / "messages").iterdir() if folder.is_dir())
    return (FALLBACK, *(name for name in found if name != FALLBACK))


def catalogue(language: str = FALLBACK) -> Catalogue:
    """The catalogue of a language, completed from English; an unknown language is English."""
    return _catalogue(language if language in languages() else FALLBACK)


@cache
def _catalogue(language: str) -> Catalogue:
    return Catalogue(language)


@lru_cache(maxsize=64)  # more than there are; a key may be anything
def _read(language: str, area: str) -> dict[str, str]:
    """Key and template of an area, or of everything if it is empty; what the language lacks is English."""
    templates: dict[str, str] = {}
    for name in dict.fromkeys((FALLBACK, language)):
        for file in sorted((FOLDER / "messages" / name).iterdir()):
            if file.suffix == ".json" and f"-{file.stem}".endswith(f"-{area}" if area else ""):
                templates.update(json.loads(file.read_text("utf-8")))
    return templates
