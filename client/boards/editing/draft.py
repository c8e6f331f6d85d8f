"""A board under correction: its content, and undo and redo."""

from __future__ import annotations

import json
from typing import Any

Content = dict[str, Any]
"""The content of a data file."""

MOST_STEPS = 500
"""The number of changes that can be undone."""


class Draft:
    """The content of a data file that somebody corrects.

    Attributes:
        saved: the content as it was last saved or opened.
    """

    def __init__(self, content: Content) -> None:
        self._now = json.dumps(content)
        self.saved = self._now
        self._before: list[str] = []
        self._after: list[str] = []

    @property
    def content(self) -> Content:
        """A copy of the current content."""
        found: Content = json.loads(self._now)
        return found

    @property
    def changed(self) -> bool:
        """Whether discarding the draft would lose something."""
        return self._now != self.saved

    @property
    def can_undo(self) -> bool:
        """Whether there is a change to undo."""
        return bool(self._before)

    @property
    def can_redo(self) -> bool:
        """Whether there is an undone change to repeat."""
        return bool(self._after)

    def change(self, content: Content) -> None:
        """Take a corrected content; equal content is no change."""
        written = json.dumps(content)
        if written != self._now:
            self._before = [*self._before[-MOST_STEPS + 1 :], self._now]
            self._after = []
            self._now = written

    def undo(self) -> None:
        """Undo the last change."""
        if self._before:
            self._after.append(self._now)
            self._now = self._before.pop()

    def redo(self) -> None:
        """Repeat the change undone last."""
        if self._after:
            self._before.append(self._now)
            self._now = self._after.pop()

    def keep(self) -> None:
        """Note that the draft was saved as it is."""
        self.saved = self._now
