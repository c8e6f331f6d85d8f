"""The panels beside the board of Torres: the year with action points and stacks, and the castles with their scores."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from PySide6.QtCore import QEvent, QPointF, QRectF, QSize, Qt, Signal
from PySide6.QtGui import QColor, QEnterEvent, QFont, QFontMetricsF, QPainter, QPen
from PySide6.QtWidgets import QGridLayout, QSizePolicy, QWidget

from client.boards.stacks.roofs import paint_swatch
from client.boards.torres.track import Marker, Track
from client.look import theme
from client.look.painted import Painted
from client.look.plain import give_tip
from client.look.seen import Seen
from client.table import art
from client.table.density import Density
from client.table.panel import Panel
from client.table.tips import tell_beside

_ELIDE = Qt.TextElideMode.ElideRight
_LEFT = Qt.AlignmentFlag.AlignVCenter | Qt.AlignmentFlag.AlignLeft
_RIGHT = Qt.AlignmentFlag.AlignVCenter | Qt.AlignmentFlag.AlignRight


@dataclass(frozen=True)
class StackLine:
    """A player's stacks: the sizes still to come, and what is left of the one opened this turn (-1: none)."""

    seat: int
    stacks: tuple[int, ...]
    opened: int


class _Points(Painted, QWidget):
    """The remaining action points, large, as lit lamps."""

    def __init__(self) -> None:
        super().__init__()
        self.setObjectName("action-points")
        self._density = Density()
        self.points = 0
        self._word = ""
        self._seen = Seen()
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Fixed)

    def set_density(self, density: Density) -> None:
        self._density = density
        self.setFixedHeight(density.px(26 if density.compact else 32))
        self.update()

    def show_points(self, points: int, said: str, word: str) -> None:
        if not self._seen.differs(points, said, word):
            return
        self.points, self._word = points, word
        self.setAccessibleName(said)
        give_tip(self, said)
        self.update()

    def sizeHint(self) -> QSize:
        return QSize(160, self.height())

    def paint(self, painter: QPainter) -> None:
        colours, px = theme.palette(), self._density.px
        painter.setFont(theme.font(self.height() * 0.86, serif=True))
        painter.setPen(QColor(colours.text))
        painter.drawText(QRectF(0, 0, px(30), self.height()), _LEFT, str(self.points))
        lamps, font = max(5, self.points), theme.font(px(12))
        wide = px(30) + lamps * px(15) + QFontMetricsF(font).horizontalAdvance(self._word)
        size, step = (px(11), px(15)) if lamps == 5 and wide <= self.width() else (px(10), px(11.5))
        for number in range(lamps):
            place = QRectF(px(26) + number * step, (self.height() - size) / 2, size, size)
            lit = number < self.points
            painter.setPen(QPen(QColor(colours.soft if lit else colours.line), 1.6))
            painter.setBrush(QColor(colours.text) if lit else Qt.BrushStyle.NoBrush)
            painter.drawEllipse(place)
        left = px(30) + lamps * step
        painter.setFont(font)
        painter.setPen(QColor(colours.soft))
        room = QRectF(left, 0, self.width() - left, self.height())
        painter.drawText(room, _LEFT, painter.fontMetrics().elidedText(self._word, _ELIDE, int(room.width())))


class _Stacks(Painted, QWidget):
    """Every player's stacks of blocks."""

    def __init__(self) -> None:
        super().__init__()
        self.setObjectName("stacks")
        self._density = Density()
        self._lines: tuple[StackLine, ...] = ()
        self._word = ""
        self._seen = Seen()
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Fixed)

    def show_lines(self, lines: Sequence[StackLine], density: Density, said: str, word: str) -> None:
        if not self._seen.differs(tuple(lines), density, said, word):
            return
        self._lines, self._density, self._word = tuple(lines), density, word
        self.setFixedHeight(max(1, len(lines)) * self._step)
        self.setAccessibleName(said)
        give_tip(self, said)
        self.update()

    @property
    def _step(self) -> int:
        return self._density.px(22 if self._density.compact else 24)

    def sizeHint(self) -> QSize:
        return QSize(160, self.height())

    def paint(self, painter: QPainter) -> None:
        colours, px = theme.palette(), self._density.px
        for row, line in enumerate(self._lines):
            middle = row * self._step + self._step / 2
            theme.paint_seat(painter, line.seat, QPointF(px(9), middle), px(14))
            x = px(28)
            shown = [(size, False) for size in line.stacks]
            if line.opened >= 0:
                shown.insert(0, (line.opened, True))
            for size, opened in shown:
                box = QRectF(x, middle - px(9), px(24), px(18))
                painter.setPen(QPen(QColor(colours.text if opened else colours.line), 1.6 if opened else 1.0))
                painter.setBrush(QColor("#e8d2a2"))
                painter.drawRoundedRect(box, 3, 3)
                painter.setFont(theme.font(px(13), QFont.Weight.DemiBold))
                painter.setPen(QColor("#38291a"))
                painter.drawText(box, Qt.AlignmentFlag.AlignCenter, str(size))
                x += px(29)
            if row == 0:
                painter.setFont(theme.font(px(12)))
                painter.setPen(QColor(colours.soft))
                room = QRectF(x, 0, self.width() - x, self._step)
                painter.drawText(room, _LEFT, painter.fontMetrics().elidedText(self._word, _ELIDE, int(room.width())))


class Year(Panel):
    """The year and round, the remaining action points, everybody's stacks, and the score track."""

    def __init__(self, heading: str) -> None:
        self._density = Density()
        super().__init__(heading, "year")
        self._points, self._stacks, self._track = _Points(), _Stacks(), Track()
        self._lines: tuple[StackLine, ...] = ()
        self._said = self._word = ""
        self.body.addWidget(self._points)
        self.body.addWidget(self._stacks)
        self.body.addWidget(self._track)

    def show_track(self, markers: Sequence[Marker], said: str, about: str, word: str) -> None:
        """Show these markers."""
        self._track.show_markers(markers, said, about, word)

    @property
    def points(self) -> int:
        """The action points on show."""
        return self._points.points

    def show_year(
        self, remark: str, points: int, points_said: str, words: tuple[str, str], lines: Sequence[StackLine], said: str
    ) -> None:
        """Show a position; ``words`` beside the action points and the stacks say what they are."""
        self.remark.setText(remark)
        self._points.show_points(points, points_said, words[0])
        self._lines, self._said, self._word = tuple(lines), said, words[1]
        self._stacks.show_lines(self._lines, self._density, said, self._word)

    def set_density(self, density: Density) -> None:
        """Fit the available space."""
        super().set_density(density)
        self._density = density
        if hasattr(self, "_points"):
            self._points.set_density(density)
            self._track.set_density(density)
            self._stacks.show_lines(self._lines, density, self._said, self._word)


@dataclass(frozen=True)
class CastleLine:
    """A castle: its area, whether the king is in it, each seat's current score there (highest first), and a sentence."""

    cell: int
    area: int
    highest: int
    king: bool
    shares: tuple[tuple[int, int], ...]
    said: str


_SHARES = ((13, 14), (12, 13), (11, 12), (10, 11))
"""The sizes of a seat's shape and of its points in the line of a castle, the largest first."""

_APART = 4
"""The least space between two seats in the line of a castle."""


class _Castle(Painted, QWidget):
    """One line.

    Signals:
        pointed: the pointer has arrived (a cell of the castle plus one) or left (0).
    """

    pointed = Signal(int)

    def __init__(self, line: CastleLine, roof: int, density: Density) -> None:
        super().__init__()
        self.setObjectName("castle")
        self._seen = Seen()
        self.show_line(line, roof, density)

    def show_line(self, line: CastleLine, roof: int, density: Density) -> None:
        if not self._seen.differs(line, roof, density):
            return
        self.line, self.roof, self._density = line, roof, density
        self.setAccessibleName(line.said)
        give_tip(self, line.said)
        self.setFixedHeight(density.px(21 if density.compact else 22))
        self.update()
        if self.underMouse():
            self.pointed.emit(line.cell + 1)

    def sizeHint(self) -> QSize:
        return QSize(160, self.height())

    def shares(self) -> tuple[float, float, list[tuple[float, float]]]:
        """The sizes of a seat's shape and of the points beside it, and from where to where each pair of these reaches.

        They are as large as they can be without touching each other or what is left of them.
        """
        px, line = self._density.px, self.line
        left = float(px(56) if line.king else px(41))
        for shape, size in _SHARES:
            metrics = QFontMetricsF(theme.font(px(size), QFont.Weight.DemiBold))
            wides = [px(shape) + px(3) + metrics.horizontalAdvance(str(points)) for _, points in line.shares]
            between = (self.width() - left - sum(wides)) / max(1, len(wides))
            if between >= px(_APART):
                break
        between = min(float(px(10)), between)
        places: list[tuple[float, float]] = []
        right = float(self.width())
        for wide in reversed(wides):
            places.insert(0, (right - wide, right))
            right -= wide + between
        return float(px(shape)), float(px(size)), places

    def event(self, event: QEvent) -> bool:
        """Show the line in words, beside it."""
        if event.type() == QEvent.Type.ToolTip:
            tell_beside(self, self.toolTip())
            return True
        return super().event(event)

    def enterEvent(self, event: QEnterEvent) -> None:
        """The pointer has arrived."""
        super().enterEvent(event)
        self.pointed.emit(self.line.cell + 1)

    def leaveEvent(self, event: QEvent) -> None:
        """The pointer has left."""
        super().leaveEvent(event)
        self.pointed.emit(0)

    def paint(self, painter: QPainter) -> None:
        colours, px, line = theme.palette(), self._density.px, self.line
        high = self.height()
        painter.setFont(theme.font(px(16), serif=True))
        painter.setPen(QColor(colours.text))
        painter.drawText(QRectF(0, 0, px(22), high), _RIGHT, str(line.area))
        painter.setFont(theme.font(px(12)))
        painter.setPen(QColor(colours.soft))
        paint_swatch(painter, QRectF(px(26), (high - px(12)) / 2, px(12), px(12)), self.roof)
        if line.king:
            size = art.size_of("torres/king", high - px(3))
            art.paint(painter, "torres/king", QRectF(px(41), px(1), size.width(), size.height()))
        shape, letters, places = self.shares()
        painter.setFont(theme.font(letters, QFont.Weight.DemiBold))
        painter.setPen(QColor(colours.text))
        for (seat, points), (left, right) in zip(line.shares, places, strict=True):
            painter.drawText(QRectF(left, 0, right - left, high), _RIGHT, str(points))
            theme.paint_seat(painter, seat, QPointF(left + shape / 2, high / 2), shape)


class Castles(Panel):
    """Every castle, the largest first, and what each player would score in it now.

    A castle in which nobody scores takes half a line; such castles stand in pairs below the others.

    Signals:
        pointed: the pointer is on a castle (one of its cells plus one), or has left (0).
    """

    pointed = Signal(int)

    def __init__(self, heading: str) -> None:
        self._density = Density()
        self._lines: list[_Castle] = []
        self._scoring = -1
        super().__init__(heading, "castles")
        self._grid = QGridLayout()
        for column in (0, 1):
            self._grid.setColumnStretch(column, 1)
        self.body.addLayout(self._grid)

    def show_castles(self, lines: Sequence[CastleLine], roofs: Mapping[int, int]) -> None:
        """Show these castles; ``roofs`` are the numbers of their roofs by cell."""
        before = len(self._lines)
        lines = sorted(lines, key=lambda line: not line.shares)
        while len(self._lines) > len(lines):
            gone = self._lines.pop()
            self._grid.removeWidget(gone)
            gone.hide()
            gone.setParent(None)
            gone.deleteLater()
        for number, line in enumerate(lines):
            if number == len(self._lines):
                made = _Castle(line, roofs[line.cell], self._density)
                made.pointed.connect(self.pointed)
                self._lines.append(made)
            else:
                self._lines[number].show_line(line, roofs[line.cell], self._density)
        scoring = sum(bool(line.shares) for line in lines)
        if (scoring, len(lines)) != (self._scoring, before):
            self._scoring = scoring
            self._arrange()

    def _arrange(self) -> None:
        for number, line in enumerate(self._lines):
            row, column = divmod(number - self._scoring, 2)
            place = (number, 0, 1, 2) if number < self._scoring else (self._scoring + row, column, 1, 1)
            self._grid.addWidget(line, *place)

    def set_density(self, density: Density) -> None:
        """Fit the available space."""
        super().set_density(density)
        self._density = density
        if hasattr(self, "_grid"):
            self._grid.setVerticalSpacing(self.body.spacing())
            self._grid.setHorizontalSpacing(density.px(8))
        for line in self._lines:
            line.show_line(line.line, line.roof, density)
