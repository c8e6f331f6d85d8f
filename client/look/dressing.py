"""Another look for what exists already: each widget gets it once, all in one go or in slices.

Given another style sheet, Qt styles every widget that it remembers, and each time all that is in it as well. So a part of a
table is styled once for each of the eight widgets around it. Here Qt first forgets what it remembers.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator

from PySide6.QtCore import QCoreApplication, QEvent, Qt
from PySide6.QtWidgets import QApplication, QWidget
from shiboken6 import isValid

SLICE = 0.003
"""Seconds for which widgets get their look before the window may paint."""


class Dressing:
    """Gives widgets the look of the program's new style sheet.

    A widget with a method ``dressed`` looks after what is in it. That method gets this object and yields between its slices. It
    may leave parts over.
    """

    def __init__(self, app: QApplication, sheet: str) -> None:
        """Set the style sheet. New widgets have its look at once; existing ones get it little by little."""
        app.style().unpolish(app)  # makes Qt forget
        app.setStyleSheet(sheet)
        windows = [window for window in app.topLevelWidgets() if window.parent() is None]
        windows.sort(key=QWidget.isVisible, reverse=True)
        parts = (part for window in windows for part in (window, *window.findChildren(QWidget)))
        self._due = dict.fromkeys(part for part in parts if part.testAttribute(Qt.WidgetAttribute.WA_WState_Polished))

    def dress(self, part: QWidget) -> None:
        """Give a part, and all within it, the new look now."""
        for widget in (part, *part.findChildren(QWidget)):
            self._give(widget)

    def in_slices(self) -> Iterator[None]:
        """Give all widgets the new look, first those that are visible."""
        begun = time.perf_counter()
        for seen in (True, False):
            for widget in list(self._due):
                if not isValid(widget):
                    self._due.pop(widget, None)
                elif (widget.isVisible() or not seen) and self._give(widget):
                    own: Callable[[Dressing], Iterator[None]] | None = getattr(widget, "dressed", None)
                    if own is not None:
                        yield from own(self)
                    if time.perf_counter() - begun > SLICE:
                        yield
                        begun = time.perf_counter()

    def _give(self, widget: QWidget) -> bool:
        """Give one widget the new look; returns whether that was due."""
        if widget not in self._due:
            return False
        self._due.pop(widget)
        widget.style().polish(widget)
        QCoreApplication.sendEvent(widget, QEvent(QEvent.Type.StyleChange))
        return True
