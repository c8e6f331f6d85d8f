"""The graph of a replay: all scores over the turns, with marks at notable moments. A click goes there."""

from __future__ import annotations

from collections.abc import Sequence

from PySide6.QtCore import QEvent, QPointF, QRectF, QSize, Qt, Signal
from PySide6.QtGui import QColor, QHelpEvent, QKeyEvent, QMouseEvent, QPainter, QPainterPath, QPaintEvent, QPen, QPolygonF
from PySide6.QtWidgets import QSizePolicy, QSlider, QStyle, QWidget

from client.look import theme
from client.look.painted import Painted
from client.look.plain import tip
from client.messages import Catalogue
from client.table.recording import Mark, Moment, number_at
from client.table.tips import tell_beside

NEAR = 5
"""A click or the pointer within this distance of a mark hits it, in pixels."""

HIGH = 56
"""Its height, in pixels at the usual size."""


class ScoreGraph(Painted, QWidget):
    """As wide as the slider below it, so that both show the same place at the same pixel. All but that place is painted once.

    Signals:
        wanted: show the position after so many entries.
    """

    wanted = Signal(int)

    def __init__(self, slider: QSlider, catalogue: Catalogue, names: Sequence[str]) -> None:
        super().__init__()
        self.setObjectName("replay-graph")
        self.setAccessibleName(catalogue.text("table.replay.graph"))
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Fixed)
        self.setCursor(Qt.CursorShape.PointingHandCursor)
        self.setMouseTracking(True)
        self._slider = slider
        self._catalogue = catalogue
        theme.keep_sides(self, slider)
        self._names = names
        self._scores: list[tuple[int, tuple[int, ...]]] = []
        self._chances: list[tuple[int, tuple[int, ...]]] | None = None
        self._turns: Sequence[Mark] = ()
        self._moments: Sequence[Moment] = ()
        self._high = HIGH
        slider.valueChanged.connect(lambda _: QWidget.update(self))
        slider.rangeChanged.connect(lambda *_: self.update())

    def show_game(self, turns: Sequence[Mark], moments: Sequence[Moment]) -> None:
        """Mark these turns and moments."""
        self._turns, self._moments = turns, moments
        self.update()

    def show_scores(self, scores: list[tuple[int, tuple[int, ...]]]) -> None:
        """Show the scores of all seats, each with the number of entries before."""
        self._scores = scores
        if scores:
            self.setAccessibleDescription(self._said(scores[-1][1]))
        self.update()

    def show_chances(self, chances: list[tuple[int, tuple[int, ...]]] | None) -> None:
        """Show chances of winning (in thousandths, with the number of entries before) instead; None for scores."""
        self._chances = chances
        text = self._catalogue.text
        self.setAccessibleName(text("table.replay.graph" if chances is None else "analysis.graph"))
        self.setAccessibleDescription(self._said(chances[-1][1]) if chances else "")
        self.update()

    def _said(self, numbers: tuple[int, ...]) -> str:
        """The values of all seats in words: scores or chances."""
        pairs = zip(self._names, numbers, strict=True)
        if self._chances is None:
            said = [f"{name} {score}" for name, score in pairs]
        else:
            said = [self._catalogue.text("analysis.chance", name=name, part=(part + 5) // 10) for name, part in pairs]
        return self._catalogue.listed(said, "row")

    def set_height(self, pixels: int) -> None:
        """Set the height in pixels."""
        self._high = pixels
        self.updateGeometry()

    def sizeHint(self) -> QSize:
        """The height that was set."""
        return QSize(300, self._high)

    # -- places --------------------------------------------------------------------------------------------------------

    def x_of(self, index: int) -> float:
        """The x coordinate of a place in the game."""
        handle = self._slider.style().pixelMetric(QStyle.PixelMetric.PM_SliderLength, None, self._slider)
        return handle / 2 + (self.width() - handle) * index / max(1, self._slider.maximum())

    def index_at(self, x: float) -> int:
        """The place at an x coordinate: a mark nearby, else the turn that is played there."""
        moment = self.moment_at(x)
        if moment is not None:
            return moment.index
        last = self._slider.maximum()
        handle = 2 * self.x_of(0)
        index = round((x - handle / 2) / max(1.0, self.width() - handle) * last)
        begun = [mark.index for mark in self._turns if mark.index <= index]
        return last if index >= last else begun[-1] if begun else 0

    def moment_at(self, x: float) -> Moment | None:
        """The mark at an x coordinate, or None."""
        near = [moment for moment in self._moments if abs(self.x_of(moment.index) - x) <= NEAR]
        return min(near, key=lambda moment: abs(self.x_of(moment.index) - x), default=None)

    def mousePressEvent(self, event: QMouseEvent) -> None:
        """Go there."""
        if event.button() == Qt.MouseButton.LeftButton:
            self.wanted.emit(self.index_at(event.position().x()))

    def mouseMoveEvent(self, event: QMouseEvent) -> None:
        """Follow the pointer while the button is held."""
        if event.buttons() & Qt.MouseButton.LeftButton:
            self.wanted.emit(self.index_at(event.position().x()))

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Leave the keys to the slider."""
        event.ignore()

    def event(self, event: QEvent) -> bool:
        """Explain what the pointer is on."""
        if isinstance(event, QHelpEvent):
            tell_beside(self, tip(self.about(event.pos().x())))
            return True
        return super().event(event)

    def about(self, x: float) -> str:
        """The turn at an x coordinate, its scores, and the mark there."""
        index = self.index_at(x)
        number = number_at(self._turns, index)
        lines = [self._catalogue.text("table.replay.place", number=number, all=len(self._turns))]
        moment = self.moment_at(x)
        if moment is not None:
            lines.append(self._catalogue.text(moment.event, self._names))
        known = self._scores if self._chances is None else self._chances
        numbers = next((numbers for place, numbers in reversed(known) if place <= index), None)
        if numbers is not None:
            lines.append(self._said(numbers))
        return "\n".join(lines)

    # -- painting ------------------------------------------------------------------------------------------------------

    def paintEvent(self, _event: QPaintEvent) -> None:
        """Copy the graph, and paint the current place."""
        self.copy_picture()
        painter = QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        painter.setPen(QPen(QColor(theme.palette().text), max(1.0, 1.5 * theme.scale())))
        now = self.x_of(self._slider.value())
        painter.drawLine(QPointF(now, 0), QPointF(now, self.height()))
        painter.end()

    def paint(self, painter: QPainter) -> None:
        """Paint marks and lines."""
        colours, scale = theme.palette(), theme.scale()
        band = 11 * scale
        room = QRectF(0, band, self.width(), self.height() - band - 3 * scale)
        painter.setPen(Qt.PenStyle.NoPen)
        painter.setBrush(QColor(colours.inset))
        painter.drawRoundedRect(QRectF(self.rect()), 5 * scale, 5 * scale)
        for moment in self._moments:
            if moment.kind == "year":
                painter.setPen(QPen(QColor(colours.soft), 1, Qt.PenStyle.DashLine))
                painter.drawLine(QPointF(self.x_of(moment.index), 0), QPointF(self.x_of(moment.index), self.height()))
        self._paint_lines(painter, room)
        for moment in self._moments:
            paint_moment(painter, moment.kind, QPointF(self.x_of(moment.index), band / 2 + 1), 3.6 * scale)

    def _paint_lines(self, painter: QPainter, room: QRectF) -> None:
        lines = self._scores if self._chances is None else self._chances
        scores = [score for _, line in lines for score in line]
        if not scores:
            return
        low, high = (min(0, *scores), max(1, *scores)) if self._chances is None else (0, 1000)
        scale = theme.scale()
        if self._chances is not None:
            painter.setPen(QPen(QColor(theme.palette().soft), 1, Qt.PenStyle.DotLine))
            painter.drawLine(QPointF(0, room.center().y()), QPointF(self.width(), room.center().y()))  # even chances

        def at(index: int, score: int) -> QPointF:
            return QPointF(self.x_of(index), room.bottom() - (score - low) / (high - low) * room.height())

        for seat in range(len(self._names)):
            points = [at(index, line[seat]) for index, line in lines]
            painter.setPen(QPen(theme.seat_colour(seat), 1.8 * scale))
            painter.setBrush(Qt.BrushStyle.NoBrush)
            painter.drawPolyline(QPolygonF(points))
            theme.paint_seat(painter, seat, points[-1], 9 * scale)


def paint_moment(painter: QPainter, kind: str, centre: QPointF, size: float) -> None:
    """Paint the sign of a kind of moment. Each kind has its own shape."""
    colours = theme.palette()
    painter.save()
    pen = QPen(QColor(colours.text), max(1.0, size / 2.6))
    pen.setCapStyle(Qt.PenCapStyle.RoundCap)
    painter.setPen(pen)
    painter.setBrush(Qt.BrushStyle.NoBrush)
    if kind == "capture":
        for side in (-1, 1):
            painter.drawLine(centre + QPointF(-size, -size * side) * 0.8, centre + QPointF(size, size * side) * 0.8)
    elif kind == "merger":
        painter.setBrush(QColor(colours.text))
        painter.drawPolygon(
            QPolygonF([centre + QPointF(-size, size * 0.8), centre + QPointF(size, size * 0.8), centre - QPointF(0, size)])
        )
    elif kind == "bridge":
        pen.setWidthF(max(1.0, size / 3.4))
        painter.setPen(pen)
        path = QPainterPath(centre + QPointF(-size, size * 0.8))
        path.cubicTo(
            centre + QPointF(-size, -size * 1.3), centre + QPointF(size, -size * 1.3), centre + QPointF(size, size * 0.8)
        )
        painter.drawPath(path)
    elif kind == "well":
        painter.drawEllipse(centre, size * 0.85, size * 0.85)
    else:
        painter.setBrush(QColor(colours.text))
        painter.drawRect(QRectF(centre.x() - size * 0.7, centre.y() - size * 0.7, size * 1.4, size * 1.4))
    painter.restore()
