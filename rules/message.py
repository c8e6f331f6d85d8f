"""One sentence for human readers, as data: a key of the message catalogue and the values that fill it.

Prompts, events, refusals, score lines and errors are all messages, so that the screen, the log, the command line and a
screen reader share one wording, and a translation is a data file.
"""

from __future__ import annotations

from typing import NamedTuple

Value = int | str


class Message(NamedTuple):
    """A catalogue key with its values.

    Attributes:
        key: dotted key in ``resources/messages/*.json``, for instance ``big-boss.event.paid``.
        values: pairs of name and value, in the order in which they were given. A value is an integer (a seat, a field,
            an amount, a crest; the catalogue says how it is shown) or a plain word.
    """

    key: str
    values: tuple[tuple[str, Value], ...] = ()

    @property
    def kind(self) -> str:
        """The last part of the key: ``paid`` for ``big-boss.event.paid``."""
        return self.key.rpartition(".")[2]

    def value(self, name: str) -> Value:
        """The value called ``name``; raises :class:`KeyError` when there is none."""
        for candidate, value in self.values:
            if candidate == name:
                return value
        raise KeyError(name)

    def number(self, name: str) -> int:
        """The integer called ``name``; raises :class:`KeyError` or :class:`TypeError`."""
        value = self.value(name)
        if not isinstance(value, int):
            raise TypeError(f"{self.key}: {name} is no integer")
        return value

    def __str__(self) -> str:
        """The canonical text, ``key name=value …``, used by the command line and in game files."""
        return " ".join([self.key, *(f"{name}={value}" for name, value in self.values)])


def message(key: str, **values: Value) -> Message:
    """Build a message: ``message("big-boss.event.paid", seat=1, real=14)``."""
    return Message(key, tuple(values.items()))
