"""The output of commands, and their errors.

Sentences for people are in the language of the terminal. What programs read, the records, is in English everywhere.
"""

from __future__ import annotations

import json
import os
import sys
import unicodedata
from collections.abc import Mapping

from client.messages import Catalogue, catalogue, language_in
from rules.message import Message, Value, message


class Trouble(Exception):
    """A command cannot do what it was asked. The reason is printed, and the exit status is not 0."""

    def __init__(self, reason: Message) -> None:
        super().__init__(str(reason))
        self.reason = reason


def trouble(key: str, **values: Value) -> Trouble:
    """A :class:`Trouble` with the sentence under ``cli.<key>``."""
    return Trouble(message(f"cli.{key}", **values))


def texts() -> Catalogue:
    """The texts in the language of the terminal."""
    return catalogue(language_in(os.environ))


def words(key: str, **values: Value) -> str:
    """The sentence under ``cli.<key>``, in the language of the terminal."""
    return texts().text(f"cli.{key}", **values)


def print_record(record: Mapping[str, object]) -> None:
    """Print one JSON object on its own line and flush at once; in ASCII where the output cannot hold every character."""
    whole = (sys.stdout.encoding or "utf-8").lower() == "utf-8"
    print(visible(json.dumps(record, ensure_ascii=not whole)), flush=True)


def print_text(text: str) -> None:
    """Print a line for people."""
    print(visible(text), flush=True)


def print_trouble(reason: Message | str) -> None:
    """Print a sentence on standard error."""
    sentence = reason if isinstance(reason, str) else texts().text(reason)
    print(f"alarife: {visible(sentence)}", file=sys.stderr, flush=True)


def print_notice(notice: Message | None) -> None:
    """Print on standard error what a command left out of a damaged file, if it did."""
    if notice is not None:
        print_trouble(notice)


_OBEYED = frozenset({"Cc", "Cf", "Cs", "Zl", "Zp"})
_HARMLESS = frozenset("\u200d\u2068\u2069")
"""Characters that join emoji, and those that isolate a right-to-left name."""


def visible(text: str) -> str:
    """The text without anything that a terminal obeys: control characters are written as in a JSON string.

    Names, file names and chat may contain sequences that change colours, move the cursor, or type in the user's name.
    """
    if text.isascii() and text.isprintable():
        return text
    obeyed = (letter not in _HARMLESS and unicodedata.category(letter) in _OBEYED for letter in text)
    return "".join(_escaped(letter) if bad else letter for letter, bad in zip(text, obeyed, strict=True))


def _escaped(letter: str) -> str:
    return f"\\u{ord(letter):04x}" if letter <= "\uffff" else json.dumps(letter)[1:-1]
