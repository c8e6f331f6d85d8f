"""The parts of a board, by key. A part stays as it is if it is requested again with the same content."""

from __future__ import annotations

from collections.abc import Callable
from typing import Generic, TypeVar

Key = tuple[object, ...]
Part = TypeVar("Part")


class Kept(Generic[Part]):
    """Parts by key. Showing a position asks for all its parts: changed ones are made anew, unrequested ones removed.

    Args:
        remove: removes a part.

    Attributes:
        parts: the current parts.
    """

    def __init__(self, remove: Callable[[Part], object]) -> None:
        self.parts: dict[Key, Part] = {}
        self._remove = remove
        self._contents: dict[Key, object] = {}
        self._asked: set[Key] = set()

    def begin(self) -> None:
        """Start with another position."""
        self._asked.clear()

    def ask(self, key: Key, content: object, make: Callable[[], Part]) -> None:
        """Ask for a part. ``content`` is everything that its look depends on, compared with ``==``."""
        self._asked.add(key)
        if key in self.parts:
            if self._contents[key] == content:
                return
            self._remove(self.parts.pop(key))
        self._contents[key] = content
        self.parts[key] = make()

    def has(self, key: Key, content: object) -> bool:
        """Whether a part is there with this content."""
        return key in self.parts and self._contents[key] == content

    def end(self) -> None:
        """Finish: remove the parts that nobody asked for."""
        if len(self._asked) == len(self.parts):
            return
        for key in [key for key in self.parts if key not in self._asked]:
            del self._contents[key]
            self._remove(self.parts.pop(key))

    def clear(self) -> None:
        """Remove everything."""
        self.begin()
        self.end()
