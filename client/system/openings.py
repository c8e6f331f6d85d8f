"""A Mac's request to open something: it comes as an event, without starting the program again."""

from __future__ import annotations

from collections.abc import Callable

from PySide6.QtCore import QEvent, QObject
from PySide6.QtGui import QFileOpenEvent

from client.system.opening import Wish, wish_of


class Openings(QObject):
    """Takes such events as a filter on the application, and reports them as wishes."""

    def __init__(self, asked: Callable[[Wish], None]) -> None:
        super().__init__()
        self._asked = asked

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        """Take the requests to open something, and leave everything else alone."""
        if not isinstance(event, QFileOpenEvent):
            return False
        wish = wish_of([event.file() or event.url().toString()])
        if wish is not None:
            self._asked(wish)
        return True
