"""What CLDR says about a language: its plural categories, lists, numbers and dates. Babel brings the data.

Babel takes some hundredths of a second to load, so nothing imports this module before the first frame. The catalogue imports it
when it first needs it, and :mod:`client.app` does so after the first page is shown.
"""

from __future__ import annotations

from collections.abc import Iterable
from datetime import date, datetime
from functools import cache
from typing import Literal

from babel.core import Locale, UnknownLocaleError
from babel.dates import format_date, format_time, get_datetime_format
from babel.lists import format_list
from babel.numbers import format_decimal

from client.messages import CATEGORIES

KIN = {"en": "en_GB"}
"""Languages of the catalogue that follow the customs of one country: the English texts are British."""

Style = Literal["and", "or", "row"]
"""How a list ends: "a, b and c", "a, b or c", or "a, b, c"."""


@cache
def locale_of(language: str) -> Locale:
    """The data of a language, or of English if CLDR does not know the language or the package lacks its data."""
    for wanted in (KIN.get(language, language), "en_GB", "en"):
        try:
            return Locale.parse(wanted.replace("-", "_"))
        except (UnknownLocaleError, ValueError):
            continue
    raise RuntimeError("Babel lacks the data of English")


def load(language: str) -> None:
    """Read the data of a language now, not when its first number is shown."""
    number(language, 1000)
    category(language, 1)
    listed(language, ("", ""))
    moment(language, datetime(2000, 1, 1))


def category(language: str, value: int) -> str:
    """The plural category of a number in a language: one of :data:`~client.messages.CATEGORIES`, or ``other``."""
    return str(locale_of(language).plural_form(value))


def categories(language: str) -> tuple[str, ...]:
    """The plural categories of a language, ``other`` last."""
    return (*(name for name in CATEGORIES if name in locale_of(language).plural_form.tags), "other")


def number(language: str, value: float, places: int = 0) -> str:
    """A number with the separators and the minus sign of a language, with exactly ``places`` decimals."""
    return format_decimal(value, format=f"#,##0.{'0' * places}" if places else "#,##0", locale=locale_of(language))


def listed(language: str, parts: Iterable[str], style: Style = "and") -> str:
    """The parts as a list, in one line."""
    if style == "row":  # CLDR has no list without "and" or "or"; this is its separator between two middle parts
        between = str(locale_of(language).list_patterns["standard"]["middle"]).replace("{0}", "").replace("{1}", "")
        return between.join(parts)
    return format_list(list(parts), style="standard" if style == "and" else style, locale=locale_of(language))


def day(language: str, when: date) -> str:
    """A day with the name of its month."""
    return format_date(when, "long", locale=locale_of(language))


def day_pattern(language: str) -> str:
    """How :func:`day` writes a day, in letters that Qt understands, too: "d MMMM yyyy"."""
    return str(locale_of(language).date_formats["long"].pattern).replace("y", "yyyy")


def moment(language: str, when: datetime) -> str:
    """A day with the name of its month, and the time to the minute."""
    glue = str(get_datetime_format("medium", locale=locale_of(language)))
    time = format_time(when, "short", locale=locale_of(language))
    return glue.replace("'", "").replace("{0}", time).replace("{1}", day(language, when))
