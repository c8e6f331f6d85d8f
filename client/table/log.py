"""The log: a sentence for everything that has happened, each with the mark of its player."""

from __future__ import annotations

import time
from collections import deque
from collections.abc import Sequence
from itertools import takewhile
from math import ceil

from PySide6.QtCore import QEvent, QSize, Qt, QTimer
from PySide6.QtGui import QFont, QIcon, QPixmap, QResizeEvent, QTextLayout, QWheelEvent
from PySide6.QtWidgets import (
    QAbstractItemView,
    QListWidget,
    QListWidgetItem,
    QStyle,
    QStyledItemDelegate,
    QStyleOptionViewItem,
    QWidget,
)

from client.look import theme
from client.messages import Catalogue
from rules.contract import Event

MOST = 3000
"""The number of lines kept; the game file has them all."""


def seen_by(event: Event, viewer: int | None) -> bool:
    """Whether this viewer may see an event; some events are for one seat alone."""
    only = dict(event.values).get("only")
    return only is None or only == viewer


AT_ONCE = 40
"""Lines written at once: more than ever fit the list. A jump into the middle of a long game brings more."""

_EVERY_MS, _SLICE = 8, 0.003
"""How often some of the other lines are written, and for how many seconds each time."""

_REST_MS = 200
"""For how long width and font must rest before lines that nobody sees are measured, in milliseconds."""

ICON = 13
AROUND = 8
"""Pixels above and below the text of a line."""


LEAST = 40
"""The least height of a list, in pixels; Qt would ask for more."""


class TalkList(QListWidget):
    """Lines of text that wrap, the newest at the bottom."""

    def __init__(self, name: str, about: str, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setObjectName(name)
        self.setAccessibleName(about)
        self.setProperty("role", "talk")
        self.setWordWrap(True)
        self.setMinimumHeight(LEAST)
        self.setSelectionMode(QAbstractItemView.SelectionMode.NoSelection)
        self.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.setVerticalScrollMode(QAbstractItemView.ScrollMode.ScrollPerPixel)
        self.setResizeMode(QListWidget.ResizeMode.Adjust)
        self.setTextElideMode(Qt.TextElideMode.ElideNone)
        self.setIconSize(QSize(ICON, ICON))
        self._follows = True
        self._rewraps = QTimer(self)
        self._rewraps.setInterval(_EVERY_MS)
        self._rewraps.timeout.connect(self._rewrap)
        self._worn = False  # whether all lines were measured for another font
        bar = self.verticalScrollBar()
        bar.rangeChanged.connect(self._follow)
        bar.actionTriggered.connect(lambda _: self._look_whether_to_follow(bar.sliderPosition()))
        self._nobody = QPixmap(26, 26)
        self._nobody.fill(Qt.GlobalColor.transparent)

    def add(self, text: str, seat: int | None = None, slanted: bool = False, row: int | None = None) -> None:
        """Add a line, before ``row`` if it is given. The list scrolls along unless the person has scrolled up to read."""
        item = QListWidgetItem(text)
        if slanted:
            font = self.font()
            font.setItalic(True)
            item.setFont(font)
        item.setIcon(QIcon(self._nobody if seat is None else theme.seat_icon(seat, 26, 2.0)))
        item.setFlags(Qt.ItemFlag.ItemIsEnabled)
        self.insertItem(self.count() if row is None else row, item)
        item.setSizeHint(self._size_of(item))
        while row is None and self.count() > MOST:
            self.takeItem(0)

    def _size_of(self, item: QListWidgetItem) -> QSize:
        """The size of a line, as wide as the list, with all of its text.

        It is measured once for each width: Qt asks for the sizes of all lines whenever one is added. Its own measurement
        sometimes omits the last words, so this one breaks the lines as Qt's styles do when they paint them.
        """
        wide = self.viewport().width()
        item.setSizeHint(QSize())
        option = QStyleOptionViewItem()
        self.initViewItemOption(option)
        option.rect = self.viewport().rect()
        index = self.indexFromItem(item)
        delegate = self.itemDelegate()
        assert isinstance(delegate, QStyledItemDelegate)
        needed = delegate.sizeHint(option, index)
        delegate.initStyleOption(option, index)
        style = self.style()
        place = style.subElementRect(QStyle.SubElement.SE_ItemViewItemText, option, self)
        margin = style.pixelMetric(QStyle.PixelMetric.PM_FocusFrameHMargin, option, self) + 1
        own = item.data(Qt.ItemDataRole.FontRole)  # slanted letters may take more room
        text = QTextLayout(item.text(), own if isinstance(own, QFont) else option.font)
        text.beginLayout()
        high = 0.0
        while (line := text.createLine()).isValid():
            line.setLineWidth(max(place.width() - 2 * margin, 20))
            high += line.height()
        text.endLayout()
        return QSize(wide, max(ceil(high) + AROUND, needed.height()))

    def _measure_seen(self, room: int) -> None:
        """Measure as many lines as this height shows now, and the other lines in later frames: there may be thousands."""
        top = self.itemAt(0, 0) if not self._follows else None
        first = self.row(top) if top is not None else -1
        seen = range(first, self.count()) if first >= 0 else range(self.count() - 1, -1, -1)
        for number in seen:
            room -= self._measure_line(self.item(number))
            if room < 0:
                break
        self._rewraps.start(_REST_MS)

    def _measure_line(self, item: QListWidgetItem) -> int:
        """Measure a line for the current width; returns its height."""
        size = self._size_of(item)
        item.setSizeHint(size)
        return size.height()

    def resizeEvent(self, event: QResizeEvent) -> None:
        """Rewrap the lines for the new width."""
        if event.size().width() != event.oldSize().width():
            self._measure_seen(event.size().height())
            super().resizeEvent(event)
            self.executeDelayedItemsLayout()
        else:  # no line changes: the lines need not be laid out again, as Qt would
            QAbstractItemView.resizeEvent(self, event)

    @property
    def rewrapped(self) -> bool:
        """Whether all lines were measured for the current width."""
        return not self._rewraps.isActive()

    def _rewrap(self) -> None:
        """Rewrap some of the lines that were measured for another width, the newest first."""
        begun, wide = time.perf_counter(), self.viewport().width()
        self._rewraps.setInterval(_EVERY_MS)
        if self._worn:
            self._wear_anew()
            return
        for number in range(self.count() - 1, -1, -1):
            item = self.item(number)
            if item.sizeHint().width() != wide:
                if time.perf_counter() - begun > _SLICE:
                    return
                self._measure_line(item)
        self._rewraps.stop()

    def changeEvent(self, event: QEvent) -> None:
        """Rewrap them for the new font. Of several changes at once, that of the style comes last."""
        super().changeEvent(event)
        if event.type() == QEvent.Type.FontChange:
            self._worn = True
            self._rewraps.start(_EVERY_MS)
        elif event.type() == QEvent.Type.StyleChange:
            self._wear_anew()

    def _wear_anew(self) -> None:
        """Forget what was measured for another font."""
        self._worn = False
        for number in range(self.count()):
            item = self.item(number)
            item.setSizeHint(QSize(0, item.sizeHint().height()))
        self._measure_seen(self.viewport().height())

    def _follow(self, _top: int, bottom: int) -> None:
        if self._follows:
            self.verticalScrollBar().setValue(bottom)

    def _look_whether_to_follow(self, value: int) -> None:
        self._follows = value >= self.verticalScrollBar().maximum() - 8

    def wheelEvent(self, event: QWheelEvent) -> None:
        """Stop scrolling along when a reader scrolls up, and start again at the bottom."""
        super().wheelEvent(event)
        self._look_whether_to_follow(self.verticalScrollBar().value())

    def lines(self) -> list[str]:
        """All lines, oldest first."""
        return [self.item(number).text() for number in range(self.count())]


class Log(TalkList):
    """Sentences about events, and notices. It keeps them, to tell them again to another viewer."""

    def __init__(self, catalogue: Catalogue) -> None:
        super().__init__("log", catalogue.text("table.log"))
        self._catalogue = catalogue
        self._told: list[Event | str] = []
        self._names: Sequence[str] = ()
        self._viewer: int | None = None
        self._everything = False
        self._tried: list[tuple[str, int | None]] = []
        self._withheld: list[Event] = []
        self._untold: deque[Event | str] = deque()
        self._gap = 0
        self._clock = QTimer(self)
        self._clock.setInterval(_EVERY_MS)
        self._clock.timeout.connect(self._catch_up)

    def add_events(
        self,
        events: Sequence[Event],
        names: Sequence[str],
        viewer: int | None,
        everything: bool = False,
        withheld: Sequence[Event] = (),
    ) -> None:
        """Tell these events to this viewer; with ``everything``, also those for other viewers alone.

        Those of them that are ``withheld`` are told by :meth:`tell_withheld`.
        """
        self._names = names
        self._withheld += withheld
        self._untell()
        self._told += events
        if (viewer, everything) != (self._viewer, self._everything):
            self.show_for(viewer, everything)
            return
        self._tell_all(events)

    def _tell_all(self, told: Sequence[Event | str]) -> None:
        """Write all of this: the last lines, which the person sees, at once; many earlier ones in the next frames."""
        self._settle()
        late = max(0, len(told) - AT_ONCE)
        last = [one for one in told[late:] if self._tells(one)]
        for one in last:
            self._tell(one)
        self._gap = self.count() - len(last)
        self._untold.extend(told[max(0, late - MOST) : late])
        if self._untold:
            self._clock.start()

    def _catch_up(self) -> None:
        """Write some of the lines that still wait."""
        begun = time.perf_counter()
        while self._untold and time.perf_counter() - begun < _SLICE:
            before = self.count()
            self._tell(self._untold.popleft(), self._gap)
            self._gap += self.count() - before
        if not self._untold:
            self._clock.stop()
            while self.count() > MOST:
                self.takeItem(0)

    def _settle(self) -> None:
        """Write the remaining lines."""
        while self._untold:
            self._catch_up()

    def lines(self) -> list[str]:
        """All lines, oldest first."""
        self._settle()
        return super().lines()

    def tell_withheld(self) -> None:
        """Tell what was withheld, in its place among what was told since."""
        if not self._withheld:
            return
        self._settle()
        withheld, self._withheld = self._withheld, []
        first = next(number for number, told in enumerate(self._told) if told is withheld[0])
        after = self._told[first:]
        waiting = {id(event) for event in withheld}
        row = self.count() - len(self._tried) - sum(id(told) not in waiting and self._tells(told) for told in after)
        for told in after:
            if self._tells(told):
                if id(told) in waiting:
                    self._tell(told, row)
                row += 1

    def show_tried(self, events: Sequence[Event], names: Sequence[str]) -> None:
        """Write moves that were tried but not confirmed below everything else."""
        self._names = names
        self._settle()
        lines = [(self._catalogue.text(event, names), _seat_of(event)) for event in events if self._sees(event)]
        tried = [(self._catalogue.text("table.log.tried", said=said), seat) for said, seat in lines]
        same = sum(takewhile(bool, (one == other for one, other in zip(tried, self._tried, strict=False))))
        self._untell(same)
        for said, seat in tried[same:]:
            self.add(said, seat, slanted=True)
        self._tried = tried

    def _untell(self, keep: int = 0) -> None:
        """Remove the lines about tried moves, except the first ``keep``."""
        for _ in self._tried[keep:]:
            self.takeItem(self.count() - 1)
        del self._tried[keep:]

    def show_for(self, viewer: int | None, everything: bool = False) -> None:
        """Write everything again, for another viewer."""
        self._viewer, self._everything = viewer, everything
        self._tried = []
        self._untold.clear()
        self.clear()
        self._tell_all(self._told)

    def note(self, text: str) -> None:
        """Write something that is no event of the game."""
        self._settle()
        self._untell()
        self._told.append(text)
        self.add(text)

    def forget(self) -> None:
        """Start afresh."""
        self._told = [told for told in self._told if isinstance(told, str)]
        self._withheld = []
        self.show_for(self._viewer, self._everything)

    def sentences(self, events: Sequence[Event]) -> list[str]:
        """These events as sentences, for the current viewer."""
        return [self._catalogue.text(event, self._names) for event in events if self._sees(event)]

    def _sees(self, event: Event) -> bool:
        return (self._everything or seen_by(event, self._viewer)) and not any(event is one for one in self._withheld)

    def _tells(self, told: Event | str) -> bool:
        return isinstance(told, str) or self._sees(told)

    def _tell(self, told: Event | str, row: int | None = None) -> None:
        if isinstance(told, str):
            self.add(told, row=row)
        elif self._sees(told):
            self.add(self._catalogue.text(told, self._names), _seat_of(told), row=row)


def _seat_of(event: Event) -> int | None:
    """The seat whose mark stands before an event's line."""
    seat = dict(event.values).get("seat")
    return seat if isinstance(seat, int) and seat >= 0 else None
