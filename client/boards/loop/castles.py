"""The castles: the scale of values from 1 to 50 with the crests on it, and who has nobles where."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from PySide6.QtCore import QEasingCurve, QEvent, QPointF, QRectF, QSize, Qt, QVariantAnimation, Signal
from PySide6.QtGui import QColor, QEnterEvent, QFont, QPainter, QPaintEvent, QPen
from PySide6.QtWidgets import QLabel, QSizePolicy, QWidget

from client import theme
from client.table import art
from client.table.density import Density
from client.table.panel import Panel

HIGHEST = 50
"""The end of the scale."""

MOVE_MS = 280


@dataclass(frozen=True)
class Castle:
    """A line of the panel.

    Attributes:
        crest: its crest; ``name`` the castle's, ``value`` its worth.
        cell: a field of it.
        shares: seats with nobles there and how many times the value they would be paid, most first.
        said: all of it in a sentence.
    """

    crest: int
    name: str
    value: int
    cell: int
    shares: tuple[tuple[int, int], ...]
    said: str


class ValueScale(QWidget):
    """The scale from 0 to 50; crests move along it."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setObjectName("value-scale")
        self._density = Density()
        self._from: dict[int, float] = {}
        self._to: dict[int, float] = {}
        self._course = QVariantAnimation(self)
        self._course.setStartValue(0.0)
        self._course.setEndValue(1.0)
        self._course.setEasingCurve(QEasingCurve.Type.InOutCubic)
        self._course.valueChanged.connect(lambda _: self.update())
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Fixed)

    def set_density(self, density: Density) -> None:
        """Fit to the room there is."""
        self._density = density
        self.setFixedHeight(density.px(46))

    def show_values(self, values: dict[int, int], milliseconds: int) -> None:
        """Move the crests to their values, at once if ``milliseconds`` is 0."""
        self._from = {crest: self._at(crest) for crest in values if crest in self._to}
        self._to = {crest: float(value) for crest, value in values.items()}
        self._course.stop()
        if milliseconds and any(self._from.get(crest) != value for crest, value in self._to.items()):
            self._course.setDuration(milliseconds)
            self._course.start()
        else:
            self._from = dict(self._to)
        self.update()

    def _at(self, crest: int) -> float:
        goal = self._to[crest]
        start = self._from.get(crest, goal)
        if self._course.state() != QVariantAnimation.State.Running:
            return goal
        return start + (goal - start) * float(self._course.currentValue())

    def paintEvent(self, _event: QPaintEvent) -> None:
        """Draw the scale and the crests."""
        painter = QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        colours = theme.palette()
        px = self._density.px
        left, right = px(9), self.width() - px(9)
        line = self.height() - px(16)

        def x_of(value: float) -> float:
            return left + (right - left) * value / HIGHEST

        painter.setPen(QPen(QColor(colours.line), px(2)))
        painter.drawLine(QPointF(left, line), QPointF(right, line))
        painter.setFont(theme.font(11 * self._density.scale))
        for value in range(0, HIGHEST + 1, 5):
            long = value % 10 == 0
            painter.setPen(QPen(QColor(colours.soft), 1))
            painter.drawLine(
                QPointF(x_of(value), line - px(3 if long else 2)), QPointF(x_of(value), line + px(3 if long else 2))
            )
            if long:
                place = QRectF(x_of(value) - 20, line + px(2), 40, px(14))
                painter.drawText(place, Qt.AlignmentFlag.AlignCenter, str(value))
        high = px(22)
        last: dict[int, int] = {}
        for crest in sorted(self._to, key=lambda crest: (self._to[crest], crest)):
            value = self._at(crest)
            near = sum(1 for other, place in last.items() if abs(place - value) < 2.5 and other != crest)
            last[crest] = int(value)
            size = art.size_of(f"crests/{crest}", high)
            top = line - px(3) - high - near * px(4)
            shift = near * px(5)
            place = QRectF(x_of(value) - size.width() / 2 + shift, max(0.0, top), size.width(), high)
            art.paint(painter, f"crests/{crest}", place)
        painter.end()


class CastleLine(QWidget):
    """One castle: crest, name, who has nobles there, value.

    Signals:
        pointed: the pointer has come (a field of the castle) or gone (0).
    """

    pointed = Signal(int)

    def __init__(self, castle: Castle, density: Density, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._density = density
        self.set_castle(castle, density)

    def set_castle(self, castle: Castle, density: Density) -> None:
        """Show another castle."""
        self.castle = castle
        self._density = density
        self.setObjectName(f"castle-{castle.crest}")
        self.setAccessibleName(castle.said)
        self.setToolTip(castle.said)
        self.setFixedHeight(density.px(22 if density.compact else 26))
        self.update()

    def sizeHint(self) -> QSize:
        """As wide as it may be."""
        return QSize(160, self.height())

    def enterEvent(self, event: QEnterEvent) -> None:
        """The pointer has come."""
        super().enterEvent(event)
        self.pointed.emit(self.castle.cell)

    def leaveEvent(self, event: QEvent) -> None:
        """The pointer has gone."""
        super().leaveEvent(event)
        self.pointed.emit(0)

    def paintEvent(self, _event: QPaintEvent) -> None:
        """Draw the line."""
        painter = QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        colours, px, castle = theme.palette(), self._density.px, self.castle
        middle = self.height() / 2
        shield = art.size_of(f"crests/{castle.crest}", self.height() - px(3))
        art.paint(painter, f"crests/{castle.crest}", QRectF(0, px(1.5), shield.width(), shield.height()))
        number = theme.font(px(16), serif=True)
        painter.setFont(number)
        painter.setPen(QColor(colours.text))
        room = painter.fontMetrics().horizontalAdvance("50") + px(2)
        painter.drawText(QRectF(self.width() - room, 0, room, self.height()), _RIGHT, str(castle.value))
        x = self.width() - room - px(10)
        size = px(13)
        painter.setFont(theme.font(11 * self._density.scale, QFont.Weight.DemiBold))
        painter.setPen(QColor(colours.soft))
        for seat, share in reversed(castle.shares):
            said = str(share)
            wide = painter.fontMetrics().horizontalAdvance(said)
            painter.drawText(QRectF(x - wide, 0, wide + 1, self.height()), _RIGHT, said)
            theme.paint_seat(painter, seat, QPointF(x - wide - px(2) - size / 2, middle), size)
            x -= wide + size + px(7)
        painter.setFont(theme.font(13 * self._density.scale))
        painter.setPen(QColor(colours.text))
        left = shield.width() + px(7)
        name = painter.fontMetrics().elidedText(castle.name, Qt.TextElideMode.ElideRight, max(0, int(x - left)))
        painter.drawText(QRectF(left, 0, max(0.0, x - left), self.height()), _LEFT, name)
        painter.end()


_LEFT = Qt.AlignmentFlag.AlignVCenter | Qt.AlignmentFlag.AlignLeft
_RIGHT = Qt.AlignmentFlag.AlignVCenter | Qt.AlignmentFlag.AlignRight


class Castles(Panel):
    """The scale, and a line for every castle, the most valuable first.

    Signals:
        pointed: the pointer is on a castle (one of its fields) or has gone (0).
    """

    pointed = Signal(int)

    def __init__(self, heading: str, empty: str) -> None:
        self._density = Density()
        self._lines: list[CastleLine] = []
        super().__init__(heading, "castles")
        self.scale = ValueScale()
        self._empty = QLabel(empty)
        self._empty.setProperty("role", "small")
        self._empty.setWordWrap(True)
        self.body.addWidget(self.scale)
        self.body.addWidget(self._empty)
        self.scale.set_density(self._density)

    def show_castles(self, castles: Sequence[Castle], milliseconds: int) -> None:
        """Show these castles; crests move along the scale in so many milliseconds."""
        self.scale.show_values({castle.crest: castle.value for castle in castles}, milliseconds)
        while len(self._lines) > len(castles):
            gone = self._lines.pop()
            self.body.removeWidget(gone)
            gone.hide()
            gone.deleteLater()
        while len(self._lines) < len(castles):
            line = CastleLine(castles[len(self._lines)], self._density, self)
            line.pointed.connect(self.pointed)
            self.body.addWidget(line)
            self._lines.append(line)
        for line, castle in zip(self._lines, castles, strict=True):
            line.set_castle(castle, self._density)
        self._empty.setVisible(not castles)
        self.scale.setAccessibleName(". ".join(castle.said for castle in castles))

    def set_density(self, density: Density) -> None:
        """Fit to the room there is."""
        super().set_density(density)
        self._density = density
        self.body.setSpacing(density.px(1 if density.compact else 2))
        if hasattr(self, "scale"):
            self.scale.set_density(density)
            for line in self._lines:
                line.set_castle(line.castle, density)
