"""What a widget shows already need not be shown again: to lay it out and to paint it takes time at every move of a game."""

from __future__ import annotations


class Seen:
    """Remembers what a widget shows."""

    def __init__(self) -> None:
        self._shown: tuple[object, ...] | None = None

    def differs(self, *shown: object) -> bool:
        """Whether this differs from what was shown last; it is remembered as shown now."""
        if shown == self._shown:
            return False
        self._shown = shown
        return True
