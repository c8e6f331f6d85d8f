"""What the figures on cards and panels mean: each is explained once, beside it, when the player's first turn begins.

``resources/tips.json`` lists, in order, the widget names of each game's figures. Their texts are ``<game>.tip.<name>``, or
``table.tip.<name>`` for what every table has.
"""

from __future__ import annotations

import json
from collections.abc import Sequence
from functools import cache

from PySide6.QtCore import QEvent, QObject, QPoint, QRect, QTimer, Signal
from PySide6.QtGui import QAccessible, QAccessibleEvent
from PySide6.QtWidgets import QFrame, QHBoxLayout, QPushButton, QScrollArea, QVBoxLayout, QWidget
from shiboken6 import isValid

from client.lessons.marks import Marks
from client.look.lies_on import lies_on
from client.look.plain import Label
from client.messages import Catalogue
from client.resource import FOLDER
from client.table.density import Density

TABLE = "table"
"""Stands for a game's id: the figures that every table has."""

UNCOVERED = ("prompt-sentence", "prompt-help", "caption", "prompt-answers")
"""Widgets that the player reads or presses during an explanation; it must not cover them."""

_TABLE_CHANGES = (QEvent.Type.Resize, QEvent.Type.LayoutRequest)
_CAPTION_CHANGES = (QEvent.Type.Show, QEvent.Type.Move, QEvent.Type.Resize)
_ANSWERS_CHANGE = (*_CAPTION_CHANGES, QEvent.Type.Hide, QEvent.Type.LayoutRequest)

_WIDE = 320
_GAP = 14
"""Pixels between a figure and the explanation beside it."""


@cache
def tips_of(game: str) -> tuple[tuple[str, str], ...]:
    """The explanations at a table of a game, in order: the area of the text, and the name of the widget."""
    listed: dict[str, list[str]] = json.loads((FOLDER / "tips.json").read_text("utf-8"))
    return tuple((area, name) for area in (game, TABLE) for name in listed.get(area, []))


class FirstTime(QObject):
    """Explains one thing after the other, and remembers what it has explained.

    Signals:
        learned: the list of explanations that the person has seen has changed.

    Attributes:
        bubble: the text beside the thing.
        marks: the frame around the thing.
        shown: the name of what is explained now; empty if nothing is.
    """

    learned = Signal()

    def __init__(self, table: QWidget, game: str, catalogue: Catalogue, seen: list[str]) -> None:
        """``seen`` holds the names of past explanations; new ones are added to it."""
        super().__init__(table)
        self._catalogue = catalogue
        self._tips = tips_of(game)
        self._seen = seen
        self._together: list[str] = []  # the things that are explained in one series
        self.shown = ""
        self._found: dict[str, QWidget] = {}
        self.marks = Marks(table, self._find)
        self.marks.setObjectName("tip-marks")
        self.bubble = Bubble(catalogue, table)
        self.bubble.next_button.clicked.connect(self.next)
        self.bubble.all_button.clicked.connect(self.skip)
        self._soon = QTimer(self)  # a table that is laid out anew reports many changes at once
        self._soon.setSingleShot(True)
        self._soon.setInterval(0)
        self._soon.timeout.connect(self._place)
        table.installEventFilter(self)
        found = ((name, table.findChild(QWidget, name)) for name in UNCOVERED)
        self._uncovered = {name: part for name, part in found if part is not None}
        self._followed: dict[QObject, tuple[QEvent.Type, ...]] = {}
        for name, kinds in (("caption", _CAPTION_CHANGES), ("prompt-answers", _ANSWERS_CHANGE)):
            if name in self._uncovered:
                self._followed[self._uncovered[name]] = kinds
                self._uncovered[name].installEventFilter(self)

    @property
    def _table(self) -> QWidget:
        """The window, looked up each time, because a stored reference would outlive it."""
        table = self.parent()
        assert isinstance(table, QWidget)
        return table

    def begin_soon(self) -> None:
        """Explain everything that is still unexplained, once the table is laid out."""
        if self._left():
            QTimer.singleShot(0, self, self._begin)

    def again(self) -> None:
        """Explain everything once more."""
        for area, name in self._tips:
            if f"{area}.{name}" in self._seen:
                self._seen.remove(f"{area}.{name}")
        self.learned.emit()
        self._show_all()

    def next(self) -> None:
        """The person has read this explanation: show the next."""
        if self.shown:
            self._note([self.shown])
            self._show_first()

    def skip(self) -> None:
        """The person wants no more explanations."""
        self._note([f"{area}.{name}" for area, name in self._left()])
        self._hide()

    def rest(self) -> None:
        """Something else needs reading now: repeat the current explanation in the next turn."""
        if self.shown:
            self._hide()

    def set_density(self, density: Density) -> None:
        """Fit the available space."""
        self.bubble.set_density(density)
        self._place_soon()

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        """Stay beside the thing when the window changes, and off the caption and the answers when they appear."""
        kinds = _TABLE_CHANGES if watched is self._table else self._followed.get(watched, ())
        if self.shown and event.type() in kinds:
            self._place_soon()
        return False

    def _left(self) -> list[tuple[str, str]]:
        return [(area, name) for area, name in self._tips if f"{area}.{name}" not in self._seen]

    def _begin(self) -> None:
        if not self.shown and self._table.isVisible():
            self._show_all()

    def _note(self, names: list[str]) -> None:
        self._seen.extend(name for name in names if name not in self._seen)
        self.learned.emit()

    def _show_all(self) -> None:
        """Explain everything that is left and visible now, one after the other."""
        self._together = [f"{area}.{name}" for area, name in self._left() if self._find(name) is not None]
        self._show_first()

    def _show_first(self) -> None:
        """Explain the first thing that is left and visible now."""
        for area, name in self._left():
            if self._room(name) is not None:
                self.shown = f"{area}.{name}"
                if self.shown not in self._together:
                    self._together.append(self.shown)
                number = self._together.index(self.shown) + 1
                self.bubble.say(self._catalogue.text(f"{area}.tip.{name}"), number, len(self._together))
                self._place()
                return
        self._hide()

    def _hide(self) -> None:
        self.shown = ""
        self.marks.point((), ())
        if self.bubble.isAncestorOf(self._table.focusWidget() or self._table):
            self._table.setFocus()
        self.bubble.hide()

    # -- where ---------------------------------------------------------------------------------------------------------

    def _find(self, name: str) -> tuple[QWidget, QRect] | None:
        widget = self._found.get(name)
        if widget is None or not isValid(widget) or not widget.isVisible():
            widget = next((found for found in self._table.findChildren(QWidget, name) if found.isVisible()), None)
            if widget is None:
                return None
            self._found[name] = widget
        return widget, widget.rect()

    def _room(self, name: str) -> QRect | None:
        """The visible part of a thing, in the window; a thing in a scrolled column is scrolled into view."""
        found = self._find(name)
        if found is None:
            return None
        widget, room = found
        above = widget.parentWidget()
        while above is not None and above is not self._table:
            if isinstance(above, QScrollArea):
                above.ensureWidgetVisible(widget, 0, 0)
            above = above.parentWidget()
        seen = room.intersected(widget.visibleRegion().boundingRect())
        return None if seen.isEmpty() else QRect(widget.mapTo(self._table, seen.topLeft()), seen.size())

    def _place_soon(self) -> None:
        self._soon.start()

    def _place(self) -> None:
        if not self.shown:
            return
        name = self.shown.partition(".")[2]
        room = self._room(name)
        if room is None:
            self._show_first()  # it was folded away, and is explained another time
            return
        self.marks.point((name,), ())
        self.bubble.stand_beside(room, [self._taken_by(name) for name, part in self._uncovered.items() if part.isVisible()])

    def _taken_by(self, name: str) -> QRect:
        """Where a thing that must not be covered is in the window."""
        part = self._uncovered[name]
        room = part.childrenRect() if name == "prompt-answers" else part.rect()  # beside the answers is free space
        return QRect(part.mapTo(self._table, room.topLeft()), room.size())


class Bubble(QFrame):
    """A short text beside a thing, with the buttons to go on. It takes no focus by itself."""

    def __init__(self, catalogue: Catalogue, table: QWidget) -> None:
        super().__init__(table)
        self.setObjectName("tip")
        self.setProperty("role", "panel")
        self._catalogue = catalogue
        text = catalogue.text
        self.label = Label()
        self.label.setObjectName("tip-text")
        self.label.setWordWrap(True)
        self.place = Label()
        self.place.setObjectName("tip-place")
        self.place.setProperty("role", "small")
        self.all_button = QPushButton(text("table.tip-skip"))
        self.all_button.setObjectName("tip-skip")
        self.all_button.setProperty("role", "link")
        self.next_button = QPushButton(text("table.tip-next"))
        self.next_button.setObjectName("tip-next")
        self._column = QVBoxLayout(self)
        self._column.addWidget(self.label)
        row = QHBoxLayout()
        row.addWidget(self.place)
        row.addStretch(1)
        row.addWidget(self.all_button)
        row.addWidget(self.next_button)
        self._column.addLayout(row)
        self._fitted: tuple[str, str, int] | None = None
        """What the label's height depends on, as it was when it got the present one."""
        self.set_density(Density())
        self.hide()

    def say(self, text: str, number: int, of: int) -> None:
        """Show the text of explanation ``number`` out of ``of``."""
        self.label.setText(text)
        self.label.setAccessibleName(text)
        self.place.setText(self._catalogue.text("table.tip-place", number=number, all=of))
        # Screen readers speak the text at once.
        QAccessible.updateAccessibility(QAccessibleEvent(self.label, QAccessible.Event.NameChanged))

    def set_density(self, density: Density) -> None:
        """Fit the available space."""
        side = density.px(12)
        self._column.setContentsMargins(side, density.px(10), side, density.px(10))
        self._column.setSpacing(density.px(8))
        self.setFixedWidth(density.px(_WIDE))

    def stand_beside(self, room: QRect, uncovered: Sequence[QRect] = ()) -> None:
        """Stand to the right of a rectangle, to its left, above or below, wherever all of the text has space.

        The text must not hide ``uncovered``; it moves up or down beside the rectangle instead.
        """
        table = lies_on(self).rect()
        self.ensurePolished()  # the frame of the theme takes some of the width
        wide = self.contentsRect().width() - self._column.contentsMargins().left() * 2
        fitted = self.label.text(), self.label.font().toString(), wide
        if fitted != self._fitted:  # the table places the bubble anew when its size changes
            self._fitted = fitted
            self.label.setMinimumHeight(0)  # else Qt never asks for less than last time
            self.label.setFixedHeight(self.label.heightForWidth(wide))
        self._column.activate()
        self.adjustSize()
        wide, high = self.width(), self.height()
        top = max(8, min(room.top(), table.bottom() - high - 8))
        left = max(8, min(room.center().x() - wide // 2, table.right() - wide - 8))
        below = [kept.bottom() + _GAP for kept in uncovered]
        places = (
            QPoint(room.right() + _GAP, top),
            QPoint(room.left() - _GAP - wide, top),
            *(QPoint(room.left() - _GAP - wide, lower) for lower in below),
            *(QPoint(room.right() + _GAP, lower) for lower in below),
            QPoint(left, room.top() - _GAP - high),
            *(QPoint(kept.right() + _GAP, room.top() - _GAP - high) for kept in uncovered),
            QPoint(left, room.bottom() + _GAP),
        )
        inside = table.adjusted(4, 4, -4, -4)
        free = [place for place in places if inside.contains(QRect(place, self.size()))]
        clear = [place for place in free if not any(QRect(place, self.size()).intersects(kept) for kept in uncovered)]
        self.move(clear[0] if clear else free[0] if free else QPoint(left, top))
        self.show()
        self.raise_()
