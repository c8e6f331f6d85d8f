"""What commands print, and how they say that something cannot be."""

from __future__ import annotations

import json
import sys
from collections.abc import Mapping

from client.messages import catalogue
from rules.message import Message, Value, message


class Trouble(Exception):
    """A command cannot do what it was asked; the reason is printed and the exit status is not 0."""

    def __init__(self, reason: Message) -> None:
        super().__init__(str(reason))
        self.reason = reason


def trouble(key: str, **values: Value) -> Trouble:
    """A :class:`Trouble` with the sentence under ``cli.<key>``."""
    return Trouble(message(f"cli.{key}", **values))


def words(key: str, **values: Value) -> str:
    """The sentence under ``cli.<key>``."""
    return catalogue().text(f"cli.{key}", **values)


def print_record(record: Mapping[str, object]) -> None:
    """One JSON object on a line of its own, handed on at once to whoever reads."""
    print(json.dumps(record, ensure_ascii=False), flush=True)


def print_text(text: str) -> None:
    """A line for people."""
    print(text, flush=True)


def print_trouble(reason: Message | str) -> None:
    """One sentence on standard error."""
    sentence = reason if isinstance(reason, str) else catalogue().text(reason)
    print(f"alarife: {sentence}", file=sys.stderr, flush=True)
