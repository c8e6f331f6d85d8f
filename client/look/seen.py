"""Avoids showing the same again, since laying out and painting takes time at every move of a game."""

from __future__ import annotations


class Seen:
    """Remembers what a widget shows."""

    def __init__(self) -> None:
        self._shown: tuple[object, ...] | None = None

    def differs(self, *shown: object) -> bool:
        """Whether this differs from what was shown last; it is then remembered as shown."""
        if shown == self._shown:
            return False
        self._shown = shown
        return True
