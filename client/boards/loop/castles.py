"""The castles: the scale of values with their crests, and each player's nobles in them."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from PySide6.QtCore import QEasingCurve, QEvent, QPointF, QRectF, QSize, Qt, QVariantAnimation, Signal
from PySide6.QtGui import QColor, QEnterEvent, QFontMetrics, QPainter, QPaintEvent, QPen, QResizeEvent
from PySide6.QtWidgets import QSizePolicy, QWidget

from client.boards.stacks.roofs import COLOURS as CREST_COLOURS
from client.look import theme
from client.look.painted import Painted
from client.look.plain import Label, give_tip
from client.look.seen import Seen
from client.table import art
from client.table.density import Density
from client.table.panel import Panel
from client.table.tips import tell_beside

HIGHEST = 50
"""The end of the scale."""

MOVE_MS = 280


@dataclass(frozen=True)
class Castle:
    """One castle, for a line of the panel.

    Attributes:
        crest: its crest; ``name`` and ``value`` are the castle's.
        cell: a field of it.
        shares: the seats with nobles there, each with the multiple of the value that it would be paid, largest first.
        said: all of this in a sentence.
    """

    crest: int
    name: str
    value: int
    cell: int
    shares: tuple[tuple[int, int], ...]
    said: str


class Ruler(QWidget):
    """The numbers of the scale, above the lines."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._density = Density()
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Fixed)

    def set_density(self, density: Density) -> None:
        """Fit the available space."""
        self._density = density
        self.setFixedHeight(density.px(14))
        self.update()

    def paintEvent(self, _event: QPaintEvent) -> None:
        """Draw the figures."""
        painter = QPainter(self)
        painter.setFont(theme.font(11 * self._density.scale))
        painter.setPen(QColor(theme.palette().soft))
        left, wide = track_of(self.width(), self._density)
        for value in range(0, HIGHEST + 1, 10):
            place = QRectF(left + wide * value / HIGHEST - 20, 0, 40, self.height())
            painter.drawText(place, Qt.AlignmentFlag.AlignCenter, str(value))
        painter.end()


_RUNNING = QVariantAnimation.State.Running
_COURSE = QEasingCurve.Type.InOutCubic
"""Named here, because the first use of an enumeration makes its whole module, which would cost time during a game."""


def track_of(width: int, density: Density) -> tuple[float, float]:
    """The start and length of the scale in a line of this width."""
    left, right = density.px(27), density.px(8)
    return left, width - left - right


class CastleLine(Painted, QWidget):
    """One castle: its crest, its name, the players with nobles there, its value, and its place on the scale.

    The players with nobles stand beside the name, or below it if they do not fit.

    Signals:
        pointed: the pointer has arrived (a field of the castle) or left (0).
    """

    pointed = Signal(int)

    def __init__(self, castle: Castle, density: Density, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._course = QVariantAnimation(self)
        self._course.setEasingCurve(_COURSE)
        self._course.valueChanged.connect(lambda _: self.update())
        self.castle = castle
        self._seen = Seen()
        self.set_castle(castle, density, 0, None)

    def set_castle(self, castle: Castle, density: Density, milliseconds: int, before: float | None) -> None:
        """Show a castle; its crest moves from the value ``before`` to the new one in so many milliseconds."""
        still = self._course.state() != _RUNNING and before in (None, castle.value)
        if not self._seen.differs(castle, density) and still:
            return
        self.castle = castle
        self._density = density
        self.setObjectName(f"castle-{castle.crest}")
        self.setAccessibleName(castle.said)
        give_tip(self, castle.said)
        self._take_height()
        self._course.stop()
        self._course.setStartValue(float(castle.value) if before is None else before)
        self._course.setEndValue(float(castle.value))
        self._course.setDuration(max(1, milliseconds))
        if milliseconds and before is not None and before != castle.value:
            self._course.start()
        self.update()
        if self.underMouse():
            self.pointed.emit(castle.cell)

    @property
    def at(self) -> float:
        """Its current place on the scale."""
        if self._course.state() == _RUNNING:
            return float(self._course.currentValue())
        return float(self.castle.value)

    def event(self, event: QEvent) -> bool:
        """Show the line in words, beside it."""
        if event.type() == QEvent.Type.ToolTip:
            tell_beside(self, self.toolTip())
            return True
        return super().event(event)

    def sizeHint(self) -> QSize:
        """As wide as possible."""
        return QSize(160, self.height())

    def resizeEvent(self, event: QResizeEvent) -> None:
        """Update the height, which depends on the width."""
        super().resizeEvent(event)
        if event.size().width() != event.oldSize().width():
            self._take_height()

    def _take_height(self) -> None:
        px = self._density.px
        name = QFontMetrics(theme.font(13 * self._density.scale)).horizontalAdvance(self.castle.name)
        self._below = px(27) + name + px(_BETWEEN) + self._all_wide() + self._value_wide() > self.width()
        self._row = px(25 if self._density.compact else 29)
        self.setFixedHeight(self._row + (px(12) if self._below else 0))

    def _wide(self, share: int, size: float = 1.0) -> float:
        """The width of a seat's mark and share, in this size of the usual one."""
        figures = QFontMetrics(theme.font(12 * self._density.scale * size)).horizontalAdvance(str(share))
        return figures + self._density.px(13 + 3) * size

    def _all_wide(self, size: float = 1.0) -> float:
        """The width of all marks and shares, including the gap after each."""
        return sum(self._wide(share, size) + self._density.px(_BETWEEN) * size for _, share in self.castle.shares)

    def _size_below(self) -> float:
        """The size in which all shares fit below the name. Five players in a castle need a smaller one on a narrow panel."""
        room = self.width() - self._density.px(27) + self._density.px(_BETWEEN)  # the last gap may be cut off
        return next((size for size in _SIZES if self._all_wide(size) <= room), _SIZES[-1])

    def _value_wide(self) -> float:
        figures = QFontMetrics(theme.font(self._density.px(17), serif=True)).horizontalAdvance(str(HIGHEST))
        return figures + self._density.px(2)

    def enterEvent(self, event: QEnterEvent) -> None:
        """The pointer has arrived."""
        super().enterEvent(event)
        self.pointed.emit(self.castle.cell)

    def leaveEvent(self, event: QEvent) -> None:
        """The pointer has left."""
        super().leaveEvent(event)
        self.pointed.emit(0)

    def paint(self, painter: QPainter) -> None:
        """Draw the line."""
        colours, px, castle = theme.palette(), self._density.px, self.castle
        upper = self._row - px(9)
        shield = art.size_of(f"crests/{castle.crest}", self._row - px(5))
        art.paint(painter, f"crests/{castle.crest}", QRectF(0, px(2), shield.width(), shield.height()))
        self._paint_track(painter)
        left, right = px(27), self.width() - self._value_wide()
        painter.setFont(theme.font(px(17), serif=True))
        painter.setPen(QColor(colours.text))
        painter.drawText(QRectF(right, 0, self.width() - right, upper + px(2)), _RIGHT, str(castle.value))
        painter.setFont(theme.font(13 * self._density.scale))
        painter.drawText(QRectF(left, 0, right - left, upper), _LEFT, castle.name)
        size = self._size_below() if self._below else 1.0
        painter.setFont(theme.font(12 * self._density.scale * size))
        painter.setPen(QColor(colours.soft))
        x = left if self._below else right - self._all_wide()
        top, high = (upper - px(2), px(14)) if self._below else (0, upper)
        for seat, share in castle.shares:
            wide = self._wide(share, size)
            theme.paint_seat(painter, seat, QPointF(x + px(13) * size / 2, top + high / 2), px(13) * size)
            painter.drawText(QRectF(x, top, wide, high), _RIGHT, str(share))
            x += wide + px(_BETWEEN) * size

    def _paint_track(self, painter: QPainter) -> None:
        colours, px = theme.palette(), self._density.px
        left, wide = track_of(self.width(), self._density)
        middle = self.height() - px(6)
        high = px(4)
        track = QRectF(left, middle - high / 2, wide, high)
        painter.setPen(Qt.PenStyle.NoPen)
        painter.setBrush(QColor(colours.line))
        painter.drawRoundedRect(track, high / 2, high / 2)
        done = QRectF(track.left(), track.top(), max(high, wide * self.at / HIGHEST), high)
        colour = QColor(CREST_COLOURS[self.castle.crest])
        painter.setBrush(colour.lighter(165) if colours.dark else colour)
        painter.drawRoundedRect(done, high / 2, high / 2)
        painter.setPen(QPen(QColor(colours.panel), max(1.0, px(1))))
        for value in range(10, HIGHEST, 10):
            x = left + wide * value / HIGHEST
            painter.drawLine(QPointF(x, track.top()), QPointF(x, track.bottom()))


_BETWEEN = 5
"""The gap after a seat's share."""

_SIZES = 1.0, 0.95, 0.9, 0.85, 0.8, 0.75
"""The sizes of marks and shares below a name."""

_LEFT = Qt.AlignmentFlag.AlignVCenter | Qt.AlignmentFlag.AlignLeft
_RIGHT = Qt.AlignmentFlag.AlignVCenter | Qt.AlignmentFlag.AlignRight


class Castles(Panel):
    """The scale from 0 to 50, with a line along it for every castle, the most valuable first.

    Signals:
        pointed: the pointer is on a castle (one of its fields), or has left (0).
    """

    pointed = Signal(int)

    def __init__(self, heading: str, empty: str) -> None:
        self._density = Density()
        self._lines: list[CastleLine] = []
        super().__init__(heading, "castles")
        self._ruler = Ruler()
        self._empty = Label(empty)
        self._empty.setProperty("role", "small")
        self._empty.setWordWrap(True)
        self.body.addWidget(self._ruler)
        self.body.addWidget(self._empty)
        self._ruler.set_density(self._density)

    def show_castles(self, castles: Sequence[Castle], milliseconds: int) -> None:
        """Show these castles; crests move along the scale in so many milliseconds."""
        before = {line.castle.crest: line.at for line in self._lines}
        while len(self._lines) > len(castles):
            gone = self._lines.pop()
            self.body.removeWidget(gone)
            gone.hide()
            gone.setParent(None)
            gone.deleteLater()
        while len(self._lines) < len(castles):
            line = CastleLine(castles[len(self._lines)], self._density, self)
            line.pointed.connect(self.pointed)
            self.body.addWidget(line)
            self._lines.append(line)
        for line, castle in zip(self._lines, castles, strict=True):
            line.set_castle(castle, self._density, milliseconds, before.get(castle.crest))
        self._empty.setVisible(not castles)
        self._ruler.setVisible(bool(castles))

    def set_density(self, density: Density) -> None:
        """Fit the available space."""
        super().set_density(density)
        self._density = density
        self.body.setSpacing(0)
        if hasattr(self, "_ruler"):
            self._ruler.set_density(density)
            for line in self._lines:
                line.set_castle(line.castle, density, 0, None)
