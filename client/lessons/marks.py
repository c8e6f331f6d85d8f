"""A lesson's marks: frames and arrows over the table, which let every click through."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from PySide6.QtCore import QEvent, QObject, QPointF, QRect, QRectF, Qt
from PySide6.QtGui import QColor, QPainter, QPainterPath, QPaintEvent, QPen, QRegion
from PySide6.QtWidgets import QPushButton, QWidget

from client.look import theme
from client.look.lies_on import lies_on

COLOUR = "#ff7ac6"
"""The colour of a lesson's marks, which no seat has and which is not the gold of possible actions."""

RIM = "#3a0d28"
"""The colour around a mark, so that the mark stands out from a light ground, too."""

_REACH = 40
"""The space around a thing for its frame and the arrow, in pixels at the usual size."""


class Marks(QWidget):
    """Covers a table. Each painting looks up the places anew, because boards zoom and cards move."""

    def __init__(self, table: QWidget, find: Callable[[str], tuple[QWidget, QRect] | None]) -> None:
        """``find`` gives the widget that shows the thing with a name, and its rectangle there."""
        super().__init__(table)
        self.setObjectName("lesson-marks")
        self.setAttribute(Qt.WidgetAttribute.WA_TransparentForMouseEvents)
        self.setFocusPolicy(Qt.FocusPolicy.NoFocus)
        self._find = find
        self._drawn = QRegion()
        self._shown: tuple[str, ...] = ()
        self._next: tuple[str, ...] = ()
        table.installEventFilter(self)
        self.setGeometry(table.rect())

    def point(self, shown: Sequence[str], next_: Sequence[str]) -> None:
        """Frame these things; an arrow shows which of them to click next."""
        wanted = tuple(shown), tuple(next_)
        if wanted != (self._shown, self._next):
            self._shown, self._next = wanted
            self.raise_()
        self.follow()

    def follow(self) -> None:
        """Update the marks' places. Only these and the old ones are painted anew, since a whole table lies below."""
        reach = round(_REACH * theme.scale())
        region = QRegion()
        for room, _ in self.rooms((*self._shown, *self._next)):
            region += room.adjusted(-reach, -reach, reach, reach)
        if region != self._drawn:
            self.update(region + self._drawn)
            self._drawn = region

    def rooms(self, names: Sequence[str]) -> list[tuple[QRect, bool]]:
        """The rectangles of the visible ones among these things, each with whether it is a button."""
        found = []
        for name in names:
            place = self._find(name)
            if place is not None and place[0].isVisible():
                widget, room = place
                seen = room.intersected(widget.visibleRegion().boundingRect())
                if not seen.isEmpty():
                    at = widget.mapTo(lies_on(self), room.topLeft())
                    found.append((QRect(at, room.size()), isinstance(widget, QPushButton)))
        return found

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        """Keep covering the table when its size changes."""
        if event.type() in (QEvent.Type.Resize, QEvent.Type.LayoutRequest) and watched is lies_on(self):
            self.setGeometry(lies_on(self).rect())
            self.follow()
        return False

    def paintEvent(self, _event: QPaintEvent) -> None:
        """Paint frames and arrows."""
        painter = QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        unit = theme.scale()
        inside = QRectF(self.rect()).adjusted(6 * unit, 6 * unit, -6 * unit, -6 * unit)  # a frame's line is never cut
        for room, _ in self.rooms(self._shown):
            paint_frame(painter, QRectF(room) & inside, unit)
        for number, (room, beside) in enumerate(self.rooms(self._next)):
            paint_frame(painter, QRectF(room) & inside, unit)
            if not number:
                self._arrow(painter, QRectF(room), unit, beside)
        painter.end()

    @staticmethod
    def _arrow(painter: QPainter, room: QRectF, unit: float, beside: bool) -> None:
        """Paint the arrow from above; from the side for buttons, which have text above them, and if there is no space above."""
        size = 15 * unit
        tip, right, down = QPointF(room.center().x(), room.top() - 5 * unit), QPointF(1, 0), QPointF(0, 1)
        if beside or tip.y() < 3 * size:
            tip, right, down = QPointF(room.left() - 5 * unit, room.center().y()), QPointF(0, -1), QPointF(1, 0)
        path = QPainterPath(tip)
        for across, along in ((-1, -1), (-0.4, -1), (-0.4, -2), (0.4, -2), (0.4, -1), (1, -1)):
            path.lineTo(tip + right * (across * size) + down * (along * size))
        path.closeSubpath()
        painter.setPen(QPen(QColor(RIM), 2.5 * unit, Qt.PenStyle.SolidLine, Qt.PenCapStyle.RoundCap, Qt.PenJoinStyle.RoundJoin))
        painter.setBrush(QColor(COLOUR))
        painter.drawPath(path)


def paint_frame(painter: QPainter, room: QRectF, unit: float) -> None:
    """Frame a part of a picture or of the table; ``unit`` is a pixel at the usual size."""
    box = room.adjusted(-3 * unit, -3 * unit, 3 * unit, 3 * unit)
    radius = min(9 * unit, box.height() / 2)
    painter.setBrush(Qt.BrushStyle.NoBrush)
    for colour, wide in ((RIM, 5.5), (COLOUR, 3.0)):
        painter.setPen(QPen(QColor(colour), wide * unit))
        painter.drawRoundedRect(box, radius, radius)
