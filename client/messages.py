"""Sentences for people: the message catalogue, and how a :class:`~rules.message.Message` becomes text.

A catalogue is a folder ``resources/messages/<language>`` of JSON files, each an object of key and template. The first part of a
key is its area: ``table.log.heading`` stands in ``table.json`` or a file whose name ends in ``-table.json``. A file is read
when a text of its area is first needed; the first page needs few. A template contains the names of the message's values in
braces, optionally followed by a format:

=============================== =========================================================================
``{real}``                      the value itself
``{real:number}``               a number with the separators of the language
``{points:list}``               parts that are separated by ", ", with the comma of the language
``{seat:seat}``                 the name of the player on that seat
``{crest:of big-boss.crest}``   the catalogue's entry ``big-boss.crest.<value>``
``{n:plural one card|{} cards}`` a form for the number, ``{}`` standing for the number itself
``{why:message}``               the value is a key of the catalogue, shown as its text
=============================== =========================================================================

A plural has a form for each of the language's CLDR categories, after the name of the category:
``{n:plural one={} karta|few={} karty|many={} kart|other={} karty}``. ``0=`` or any other number before a form reserves it for
that number, and takes precedence over the categories. A category without a form uses that of ``other``. Two forms without a
name are ``one`` and ``other``. There, a first form that does not show the number is reserved for 1: French treats 0 as
singular, and would otherwise say "one card" for none.

So a translation is data, and so are its plurals and the order of its words.
"""

from __future__ import annotations

import json
import os
import re
import unicodedata
from collections.abc import Iterable, Mapping, Sequence
from functools import cache, lru_cache
from typing import TYPE_CHECKING

from client.resource import FOLDER
from rules.message import Message, Value, message

if TYPE_CHECKING:
    from datetime import date, datetime

    from client.cldr import Style

FALLBACK = "en"
"""The language that has every key."""

FROM_THE_RIGHT = frozenset(("ar", "ckb", "dv", "fa", "he", "ku", "ps", "sd", "ug", "ur", "yi"))
"""Languages that are written from right to left; their pages are mirrored."""

CATEGORIES = ("zero", "one", "two", "few", "many")
"""The plural categories of CLDR, without ``other``, which every language has."""


class Catalogue:
    """The texts of one language; a key it lacks is taken from English.

    Attributes:
        language: its code, for instance ``en``.
    """

    def __init__(self, language: str) -> None:
        self.language = language

    @property
    def templates(self) -> dict[str, str]:
        """All templates, by key."""
        return texts_of(self.language, "")

    def template(self, key: str) -> str | None:
        """The template of a key, or None."""
        return texts_of(self.language, key.partition(".")[0]).get(key)

    def has(self, key: str) -> bool:
        """Whether the catalogue has this key."""
        return self.template(key) is not None

    def _or_itself(self, key: str, value: Value) -> str:
        found = self.template(key)
        return str(value) if found is None else found

    def text(self, said: Message | str, names: Sequence[str] = (), /, **values: Value) -> str:
        """The text of a message or key. ``names`` are the players' names by seat; ``values`` go with a bare key.

        A key or value that is missing shows as the canonical text of the message rather than fail a window.
        """
        told = self._text(message(said, **values) if isinstance(said, str) else said, tuple(names))
        return from_the_right(told) if self.language in FROM_THE_RIGHT else told

    @lru_cache(maxsize=4096)  # noqa: B019 (there is one catalogue for each language, and it stays)
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
                return self._plural(how[7:], value)
            if how == "number" and isinstance(value, int):
                return self.number(value)
            if how == "list":
                return self.listed(str(value).split(", "), "row")
            return set_apart(value) if isinstance(value, str) else str(value)

        return field_pattern().sub(shown, template)

    def _plural(self, written: str, value: Value) -> str:
        """The form for a number; a value that is not a number gets the form ``other``."""
        forms = plural_forms(written)
        form = forms.get(str(value))
        if form is None and isinstance(value, int) and any(name in CATEGORIES for name in forms):
            from client.cldr import category  # not above: see there

            form = forms.get(category(self.language, value))
        if form is None:
            form = forms.get("other", "{}")
        return form.replace("{}", self.number(value) if isinstance(value, int) else value)

    def number(self, value: float, places: int = 0) -> str:
        """A number as this language writes it, with ``places`` decimals."""
        if isinstance(value, int) and 0 <= value < 1000 and not places:
            return str(value)  # all languages write small whole numbers alike, and most numbers are small
        from client.cldr import number

        return number(self.language, value, places)

    def listed(self, parts: Iterable[str], style: Style = "and") -> str:
        """Names or other parts in one line: "a, b and c", with the style ``row`` "a, b, c"."""
        apart = [set_apart(part) for part in parts]
        if len(apart) < 2:
            return "".join(apart)
        from client.cldr import listed

        return listed(self.language, apart, style)

    def day(self, when: date) -> str:
        """A day with the name of its month."""
        from client.cldr import day

        return day(self.language, when)

    def moment(self, when: datetime) -> str:
        """A day with the name of its month, and the time to the minute."""
        from client.cldr import moment

        return moment(self.language, when)


@lru_cache(maxsize=1024)
def plural_forms(written: str) -> dict[str, str]:
    """The forms of a plural, by category or by the number for which they are reserved.

    Forms without a name are ``one`` and ``other``, or ``other`` alone. A first form that does not show the number is reserved
    for 1.
    """
    forms: dict[str, str] = {}
    bare = []
    for form in written.split("|"):
        name, equals, rest = form.partition("=")
        if equals and _is_form(name):
            forms[name] = rest
        else:
            bare.append(form)
    if len(bare) > 1:
        forms.setdefault("one" if "{}" in bare[0] else "1", bare[0])
    if bare:
        forms.setdefault("other", bare[-1])
    return forms


def _is_form(name: str) -> bool:
    return name in CATEGORIES or name == "other" or (name.isascii() and name.isdigit())


def set_apart(text: str) -> str:
    """A value of a sentence, inside marks that keep the sentence in order if the value is written from right to left."""
    if text.isascii() or not any(unicodedata.bidirectional(letter) in ("R", "AL", "AN") for letter in text):
        return text
    return f"{_APART}{text}{_TOGETHER}"


def from_the_right(text: str) -> str:
    """A sentence of a right-to-left language, with marks that keep it in order wherever it stands.

    Qt draws the text of a button in the direction of the application, which stays left to right (see
    :func:`~client.look.theme.turn`). Without the marks, the full stop of a sentence would come first.
    """
    return f"{_FROM_THE_RIGHT}{text}{_SO_FAR}" if text.strip() else text


_FROM_THE_RIGHT, _SO_FAR = "\u200f\u202b", "\u202c"
"""A mark that tells Qt the direction of the text, with the start of an embedding; and the end of the embedding."""

_APART, _TOGETHER = "\u2068", "\u2069"
"""Unicode's first strong isolate, and its end."""


@cache
def field_pattern() -> re.Pattern[str]:
    """The pattern of a placeholder. It is compiled late, because no text of the first page has a placeholder."""
    return re.compile(r"\{([a-z_]+)(?::(seat|message|number|list|of [a-z0-9.-]+|plural (?:[^{}]|\{\})*))?\}")


def fields(template: str) -> list[str]:
    """The names of the values that a template uses, sorted. A translation has to use the same."""
    return sorted({match.group(1) for match in field_pattern().finditer(template)})


@cache
def languages() -> tuple[str, ...]:
    """All languages of the catalogue, English first."""
    found = sorted(folder.name for folder in (FOLDER / "messages").iterdir() if folder.is_dir())
    return (FALLBACK, *(name for name in found if name != FALLBACK))


def language_in(variables: Mapping[str, str]) -> str:
    """The language that environment variables ask for, as gettext reads them; English if there is no catalogue for it."""
    set_ones = filter(None, map(variables.get, ("LANGUAGE", "LC_ALL", "LC_MESSAGES", "LANG")))
    for name in next(set_ones, "").split(":"):
        place = re.split("[.@]", name)[0]
        for wanted in (place, place.partition("_")[0]):
            if wanted in languages():
                return wanted
    return FALLBACK


def catalogue(language: str = FALLBACK) -> Catalogue:
    """The catalogue of a language, completed from English; that of English for an unknown language."""
    return kept_catalogue(language if language in languages() else FALLBACK)


@cache
def kept_catalogue(language: str) -> Catalogue:
    """The catalogue of a language that there is; it is made once."""
    return Catalogue(language)


@lru_cache(maxsize=64)  # more than there are areas; a key may be anything
def texts_of(language: str, area: str) -> dict[str, str]:
    """Keys and templates of an area, or of all if it is empty; English ones where the language lacks them."""
    templates: dict[str, str] = {}
    ending = f"-{area}.json" if area else ".json"
    for name in dict.fromkeys((FALLBACK, language)):
        folder = FOLDER / "messages" / name
        for file in sorted([file for file in os.listdir(folder) if f"-{file}".endswith(ending)]):
            found: dict[str, str] = json.loads((folder / file).read_text("utf-8"))
            templates.update((key, template) for key, template in found.items() if template)  # not translated yet if empty
    return templates
