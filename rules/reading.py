"""Reading data files only once, since games start from the same content again and again."""

from __future__ import annotations

import marshal
from collections.abc import Callable
from typing import Any, Generic, TypeVar

T = TypeVar("T")


class Reading(Generic[T]):
    """A reader that remembers what it found in the content it read last.

    The content is JSON data. All callers share the result, so nobody may change it.
    """

    def __init__(self, read: Callable[[object], T]) -> None:
        """``read`` may raise an exception; then nothing is remembered."""
        self._read = read
        self._last: tuple[bytes, T] | None = None

    def __call__(self, content: Any) -> T:
        """The result of ``read`` for this content. Raises what ``read`` raises for damaged content."""
        written = marshal.dumps(content, 0)  # tells 1, 1.0 and True apart, as a comparison does not
        if self._last is None or self._last[0] != written:
            self._last = written, self._read(content)
        return self._last[1]
