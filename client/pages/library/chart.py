"""The chart of the statistics: the scores of one game over time, or how many games of each were won."""

from __future__ import annotations

from collections.abc import Sequence

from PySide6.QtCore import QPointF, QRectF, QSize, Qt
from PySide6.QtGui import QColor, QFont, QPainter, QPaintEvent, QPen, QPolygonF
from PySide6.QtWidgets import QSizePolicy, QWidget

from client.look import theme

MEAN_OF = 5
"""The number of games over which the score line averages."""

MOST = 100
"""The number of latest games shown."""


class Chart(QWidget):
    """Painted by hand. A filled diamond is a game won, a ring a game lost, so that shape as well as colour tells them apart."""

    def __init__(self) -> None:
        super().__init__()
        self.setObjectName("library-chart")
        theme.keep_sides(self)
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Expanding)
        self._scores: list[tuple[int, bool]] = []
        self._bars: list[tuple[str, int, int]] = []
        self._words = ("", "", "")

    def show_scores(self, scores: Sequence[tuple[int, bool]], said: str, words: tuple[str, str, str]) -> None:
        """Show scores, oldest first, each with whether the game was won; ``words`` explain the marks and the line."""
        self._scores, self._bars, self._words = list(scores)[-MOST:], [], words
        self.setAccessibleName(said)
        self.update()

    def show_bars(self, bars: Sequence[tuple[str, int, int]], said: str, words: tuple[str, str, str]) -> None:
        """For each label, show how many of how many games were won."""
        self._scores, self._bars, self._words = [], list(bars), words
        self.setAccessibleName(said)
        self.update()

    def sizeHint(self) -> QSize:
        """A good size."""
        return QSize(520, 260) * theme.scale()

    def minimumSizeHint(self) -> QSize:
        """The smallest readable size."""
        return QSize(260, 120) * theme.scale()

    def paintEvent(self, _event: QPaintEvent) -> None:
        """Paint it."""
        painter = QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        if self._scores:
            self._paint_scores(painter)
        elif self._bars:
            self._paint_bars(painter)
        painter.end()

    def _paint_scores(self, painter: QPainter) -> None:
        scale, colours = theme.scale(), theme.palette()
        values = [score for score, _ in self._scores]
        low, high = min(0, *values), max(1, *values)
        step = _step(high - low)
        high = -(-high // step) * step
        low = low // step * step
        painter.setFont(theme.font(11 * scale))
        left = painter.fontMetrics().horizontalAdvance(str(high)) + 12 * scale
        room = QRectF(left, 10 * scale, self.width() - left - 12 * scale, self.height() - 44 * scale)

        def at(number: int, value: float) -> QPointF:
            share = (number + 0.5) / len(values)
            return QPointF(room.left() + share * room.width(), room.bottom() - (value - low) / (high - low) * room.height())

        for value in range(low, high + 1, step):
            y = at(0, value).y()
            painter.setPen(QPen(QColor(colours.line), 1))
            painter.drawLine(QPointF(room.left(), y), QPointF(room.right(), y))
            painter.setPen(QColor(colours.soft))
            place = QRectF(0, y - 8 * scale, left - 8 * scale, 16 * scale)
            painter.drawText(place, Qt.AlignmentFlag.AlignRight | Qt.AlignmentFlag.AlignVCenter, str(value))
        if len(values) > 2:
            means = [_mean(values[max(0, number + 1 - MEAN_OF) : number + 1]) for number in range(len(values))]
            painter.setPen(QPen(QColor(colours.soft), 2 * scale))
            painter.drawPolyline(QPolygonF([at(number, mean) for number, mean in enumerate(means)]))
        size = max(3.0, min(6.0, room.width() / len(values) / 3)) * scale
        for number, (score, won) in enumerate(self._scores):
            _mark(painter, at(number, score), size, won)
        self._legend(painter, room, line=len(values) > 2)

    def _paint_bars(self, painter: QPainter) -> None:
        scale, colours = theme.scale(), theme.palette()
        painter.setFont(theme.font(12 * scale))
        metrics = painter.fontMetrics()
        left = min(self.width() * 0.4, max(metrics.horizontalAdvance(name) for name, _, _ in self._bars) + 14 * scale)
        most = max(1, *(played for _, _, played in self._bars))
        high = min(34 * scale, (self.height() - 40 * scale) / len(self._bars))
        room = QRectF(left, 8 * scale, self.width() - left - 60 * scale, high * len(self._bars))
        for number, (name, won, played) in enumerate(self._bars):
            top = room.top() + number * high
            painter.setPen(QColor(colours.text))
            place = QRectF(0, top, left - 10 * scale, high)
            cut = metrics.elidedText(name, Qt.TextElideMode.ElideRight, int(place.width()))
            painter.drawText(place, Qt.AlignmentFlag.AlignRight | Qt.AlignmentFlag.AlignVCenter, cut)
            bar = QRectF(room.left(), top + high * 0.2, room.width() * played / most, high * 0.6)
            painter.setPen(QPen(QColor(colours.soft), 1))
            painter.setBrush(Qt.BrushStyle.NoBrush)
            painter.drawRoundedRect(bar, 3 * scale, 3 * scale)
            if won:
                painter.setPen(Qt.PenStyle.NoPen)
                painter.setBrush(QColor(colours.good))
                painter.drawRoundedRect(
                    QRectF(bar.left(), bar.top(), bar.width() * won / played, bar.height()), 3 * scale, 3 * scale
                )
            painter.setPen(QColor(colours.soft))
            place = QRectF(bar.right() + 8 * scale, top, 60 * scale, high)
            painter.drawText(place, Qt.AlignmentFlag.AlignLeft | Qt.AlignmentFlag.AlignVCenter, f"{won} / {played}")
        self._legend(painter, room, line=False, bars=True)

    def _legend(self, painter: QPainter, room: QRectF, line: bool, bars: bool = False) -> None:
        scale, colours = theme.scale(), theme.palette()
        painter.setFont(theme.font(12 * scale, QFont.Weight.Normal))
        x, y = room.left(), min(self.height() - 14 * scale, room.bottom() + (30 if bars else 60) * scale)
        for number, word in enumerate(self._words[: 3 if line else 2]):
            centre = QPointF(x + 7 * scale, y)
            if number == 2:
                painter.setPen(QPen(QColor(colours.soft), 2 * scale))
                painter.drawLine(centre - QPointF(7 * scale, 0), centre + QPointF(7 * scale, 0))
            elif bars:
                painter.setPen(QPen(QColor(colours.soft), 1))
                painter.setBrush(QColor(colours.good) if number == 0 else Qt.BrushStyle.NoBrush)
                painter.drawRect(QRectF(centre.x() - 5 * scale, y - 5 * scale, 10 * scale, 10 * scale))
            else:
                _mark(painter, centre, 5 * scale, number == 0)
            painter.setPen(QColor(colours.soft))
            wide = painter.fontMetrics().horizontalAdvance(word)
            place = QRectF(x + 20 * scale, y - 10 * scale, wide + 4, 20 * scale)
            painter.drawText(place, Qt.AlignmentFlag.AlignLeft | Qt.AlignmentFlag.AlignVCenter, word)
            x += wide + 44 * scale


def _mark(painter: QPainter, centre: QPointF, size: float, won: bool) -> None:
    colours = theme.palette()
    if won:
        painter.setPen(QPen(QColor(colours.panel), 1))
        painter.setBrush(QColor(colours.good))
        reach = size * 1.35
        corners = [QPointF(0, -reach), QPointF(reach, 0), QPointF(0, reach), QPointF(-reach, 0)]
        painter.drawPolygon(QPolygonF([centre + corner for corner in corners]))
    else:
        painter.setPen(QPen(QColor(colours.text), max(1.0, size / 3)))
        painter.setBrush(QColor(colours.panel))
        painter.drawEllipse(centre, size * 0.85, size * 0.85)


def _mean(values: Sequence[int]) -> float:
    return sum(values) / len(values)


def _step(reach: int) -> int:
    """A round distance between the lines behind a chart, for at most six lines."""
    step = 1
    while reach / step > 6:
        step = step * 2 if str(step)[0] in "15" else step * 5 // 2
    return step
