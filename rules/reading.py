"""Data files are read once: games are started from the same content again and again."""

from __future__ import annotations

from collections.abc import Callable
from typing import Generic, TypeVar

T = TypeVar("T")


class Reading(Generic[T]):
    """A reader that remembers what it found in the content it read last.

    The content is what JSON can hold. What it finds is shared by all who ask, so that nobody may change it.
    """

    def __init__(self, read: Callable[[object], T]) -> None:
        """``read`` may raise; nothing is remembered then."""
        self._read = read
        self._last: tuple[str, T] | None = None

    def __call__(self, content: object) -> T:
        """The finding in some content; what ``read`` raises where that is damaged."""
        written = repr(content)  # tells 1, 1.0 and True apart, as a comparison does not
        if self._last is None or self._last[0] != written:
            self._last = written, self._read(content)
        return self._last[1]
