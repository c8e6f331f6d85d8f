"""Text from outside: names and chat, from peers, files and announcements.

Such text is cleaned once, where bytes become values, and then has a type of its own. It is shown as plain text.
"""

from __future__ import annotations

import unicodedata
from collections.abc import Container, Iterator
from typing import ClassVar, Self

NAME_LENGTH = 24
"""The most characters of a name."""

CHAT_LENGTH = 500
"""The most characters of one chat message."""

MOST_MARKS = 3
"""The most accents on one letter; more would run into the lines above and below."""

_JOINER = "\u200d"
"""Joins two emoji into one, such as an astronaut; anywhere else it is invisible."""

_IGNORABLE = (
    *((0x00AD, 0x00AD), (0x034F, 0x034F), (0x061C, 0x061C), (0x115F, 0x1160), (0x17B4, 0x17B5), (0x180B, 0x180F)),
    *((0x200B, 0x200F), (0x202A, 0x202E), (0x2060, 0x206F), (0x2800, 0x2800), (0x3164, 0x3164), (0xFE00, 0xFE0F)),
    *((0xFEFF, 0xFEFF), (0xFFA0, 0xFFA0), (0xFFF0, 0xFFFB), (0x1BCA0, 0x1BCA3), (0x1D159, 0x1D159), (0x1D173, 0x1D17A)),
    (0xE0000, 0xE0FFF),
)
"""Invisible characters: Unicode's Default_Ignorable_Code_Point, the empty Braille pattern, the empty musical note."""

_GONE = frozenset({"Cc", "Cf", "Cs", "Co", "Cn"})
_SPACES = frozenset({"Zs", "Zl", "Zp"})
_PICTURES = frozenset({"So", "Sk"})


class PlainText(str):
    """One line of text that is safe to display.

    It is in the normal form NFKC, has no control, direction or invisible characters, no outer or double spaces, and at most
    ``most`` characters.

    Attributes:
        most: the most characters.
        may_be_empty: whether an empty text is allowed.
    """

    __slots__ = ()
    most: ClassVar[int] = CHAT_LENGTH
    may_be_empty: ClassVar[bool] = False

    def __new__(cls, text: str) -> Self:
        """Clean a text; raises :class:`ValueError` when nothing is left of it."""
        clean = plain(text, cls.most)
        if not clean and not cls.may_be_empty:
            raise ValueError("an empty text")
        return super().__new__(cls, clean)

    @classmethod
    def of(cls, text: str) -> Self | None:
        """The same, or None when nothing is left of it."""
        try:
            return cls(text)
        except ValueError:
            return None


class Saying(PlainText):
    """A chat message."""

    __slots__ = ()


class MaybeName(PlainText):
    """A name, or none."""

    __slots__ = ()
    most = NAME_LENGTH
    may_be_empty = True


class Name(MaybeName):
    """The name of a person."""

    __slots__ = ()
    may_be_empty = False


def plain(text: str, limit: int) -> str:
    """One line of at most ``limit`` characters, cleaned as in :class:`PlainText`; it may be empty."""
    text = text[: 4 * limit]
    if text.isascii() and text.isprintable():
        return " ".join(text.split())[:limit].rstrip()  # nothing to clean but spaces
    normal = unicodedata.normalize("NFKC", text)
    seen = unicodedata.normalize("NFKC", "".join(_joined(_visible(normal))))
    return " ".join("".join(_bearable(seen)).split())[:limit].rstrip(f" {_JOINER}")


def _visible(text: str) -> Iterator[str]:
    """The visible letters; a control character becomes a space, since it may have separated two words."""
    for letter in text:
        kind = unicodedata.category(letter)
        if kind == "Cc" or kind in _SPACES:
            yield " "
        elif letter == _JOINER or (kind not in _GONE and not _is_ignorable(ord(letter))):
            yield letter


def _is_ignorable(code: int) -> bool:
    return any(first <= code <= last for first, last in _IGNORABLE)


def _bearable(text: str) -> Iterator[str]:
    """The letters, without accents that stand alone and with only a few on each letter."""
    marks = MOST_MARKS  # an accent before the first letter would sit on the text before it
    for letter in text:
        marks = marks + 1 if unicodedata.category(letter) in ("Mn", "Me") else MOST_MARKS if letter == " " else 0
        if marks <= MOST_MARKS or letter == " ":
            yield letter


def _joined(letters: Iterator[str]) -> Iterator[str]:
    """The letters, with a joiner only between two pictures."""
    before, waiting = "", False
    for letter in letters:
        if letter == _JOINER:
            waiting = True
            continue
        if waiting and before and {unicodedata.category(before), unicodedata.category(letter)} <= _PICTURES:
            yield _JOINER
        before, waiting = letter, False
        yield letter


def name_key(name: str) -> str:
    """The form that equal names share: case, forms of letters and invisible characters do not matter."""
    return plain(plain(name, NAME_LENGTH).casefold(), 3 * NAME_LENGTH).replace(_JOINER, "")


def distinct(name: Name, taken: Container[str]) -> Name:
    """The name, numbered if ``taken`` (:func:`name_key` of other names) has it, so that nobody can pose as somebody else."""
    if name_key(name) not in taken:
        return name
    number = 2
    while name_key(f"{name[: NAME_LENGTH - 2]} {number}") in taken:
        number += 1
    return Name(f"{name[: NAME_LENGTH - 2]} {number}")
