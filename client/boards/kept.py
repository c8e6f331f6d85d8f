"""What a board shows, part by part and by key: a part that is asked for again with the same content stays as it is."""

from __future__ import annotations

from collections.abc import Callable
from typing import Generic, TypeVar

Key = tuple[object, ...]
Part = TypeVar("Part")


class Kept(Generic[Part]):
    """Parts by key. Showing a position asks for every part of it; only what has changed is made anew, and what nobody asked
    for goes.

    Args:
        remove: takes a part away.

    Attributes:
        parts: those that are shown.
    """

    def __init__(self, remove: Callable[[Part], object]) -> None:
        self.parts: dict[Key, Part] = {}
        self._remove = remove
        self._contents: dict[Key, object] = {}
        self._asked: set[Key] = set()

    def begin(self) -> None:
        """Another position comes."""
        self._asked.clear()

    def ask(self, key: Key, content: object, make: Callable[[], Part]) -> None:
        """This part belongs to it. ``content`` is all that its look depends on, compared with ``==``."""
        self._asked.add(key)
        if key in self.parts:
            if self._contents[key] == content:
                return
            self._remove(self.parts.pop(key))
        self._contents[key] = content
        self.parts[key] = make()

    def end(self) -> None:
        """That was all."""
        if len(self._asked) == len(self.parts):
            return
        for key in [key for key in self.parts if key not in self._asked]:
            del self._contents[key]
            self._remove(self.parts.pop(key))

    def clear(self) -> None:
        """Take everything away."""
        self.begin()
        self.end()
