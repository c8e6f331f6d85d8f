"""The score track in one line: where each marker stands, and where a scoring now would take it."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from statistics import fmean

from PySide6.QtCore import QPointF, QRectF, QSize, Qt
from PySide6.QtGui import QColor, QFont, QPainter, QPen
from PySide6.QtWidgets import QSizePolicy, QWidget

from client.look import theme
from client.look.painted import Painted
from client.look.plain import give_tip
from client.look.seen import Seen
from client.table.density import Density

_STEP = 50
"""The points between two numbers on the track."""

_CENTRE = Qt.AlignmentFlag.AlignCenter


@dataclass(frozen=True)
class Marker:
    """A player's marker: its total, its total after a scoring now, and how many of these points come from skipped totals.

    While a scoring is being counted, there is no outlook.
    """

    seat: int
    total: int
    outlook: int | None
    jump: int


def spread(places: Sequence[float], apart: float, longest: float) -> list[float]:
    """The places, moved as little as possible to be ``apart`` from each other, in order, from 0 to ``longest``.

    Neighbours that would touch part to both sides, so that a group stays where its members are on average.
    """
    order = sorted(range(len(places)), key=lambda number: (places[number], number))
    groups: list[list[float]] = []
    for rank, number in enumerate(order):
        groups.append([places[number] - rank * apart])  # where the first of its group would stand
        while len(groups) > 1 and fmean(groups[-2]) > fmean(groups[-1]):
            last = groups.pop()
            groups[-1] += last
    room = max(0.0, longest - (len(places) - 1) * apart)
    firsts = [min(max(0.0, fmean(group)), room) for group in groups for _ in group]
    moved = list(places)
    for rank, number in enumerate(order):
        moved[number] = firsts[rank] + rank * apart
    return moved


class Track(Painted, QWidget):
    """Filled shapes above the line are the totals; hollow ones below it are the totals after a scoring now."""

    def __init__(self) -> None:
        super().__init__()
        self.setObjectName("track")
        self.markers: tuple[Marker, ...] = ()
        self._word = ""
        self._density = Density()
        self._seen = Seen()
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Fixed)

    def show_markers(self, markers: Sequence[Marker], said: str, about: str, word: str) -> None:
        """Show these markers; ``said`` has a sentence for each, and ``about`` explains how to read the track.

        ``word`` beside the 0 says what the numbers count.
        """
        if not self._seen.differs(tuple(markers), said, about, word):
            return
        self.markers, self._word = tuple(markers), word
        self.setAccessibleName(said)
        self.setAccessibleDescription(about)
        give_tip(self, f"{said}\n{about}")
        self.update()

    def set_density(self, density: Density) -> None:
        """Fit the available space."""
        self._density = density
        self.setFixedHeight(density.px(52 if density.compact else 54))
        self.update()

    def sizeHint(self) -> QSize:
        """As wide as possible."""
        return QSize(160, self.height())

    @property
    def end(self) -> int:
        """The total at the right end: a round number beyond all markers."""
        most = max([0, *(marker.total for marker in self.markers), *(marker.outlook or 0 for marker in self.markers)])
        return _STEP * (most // _STEP + 1)

    def paint(self, painter: QPainter) -> None:
        """Draw the track."""
        colours, px = theme.palette(), self._density.px
        size = px(13)
        left, long = size * 0.75, self.width() - size * 1.5
        middle = float(px(22 if self._density.compact else 23))
        end = self.end
        painter.setPen(QPen(QColor(colours.line), px(3), Qt.PenStyle.SolidLine, Qt.PenCapStyle.RoundCap))
        painter.drawLine(QPointF(left, middle), QPointF(left + long, middle))
        painter.setFont(theme.font(max(11.0, px(11))))
        metrics = painter.fontMetrics()
        first = f"0 {self._word}"
        needed = metrics.horizontalAdvance(first) + metrics.horizontalAdvance(str(end)) / 2
        step = _STEP * (1 + end // (_STEP * 5))
        while step < end and long * step / end < needed:
            step += _STEP
        for total in range(0, end + 1, step):
            x = left + long * total / end
            painter.setPen(QPen(QColor(colours.soft), 1.2))
            painter.drawLine(QPointF(x, middle - px(3)), QPointF(x, middle + px(3)))
            wide = metrics.horizontalAdvance(str(total)) + 4.0
            box = QRectF(min(max(0.0, x - wide / 2), self.width() - wide), self.height() - px(13), wide, px(13))
            if total:
                painter.drawText(box, _CENTRE, str(total))
            else:
                box.setWidth(metrics.horizontalAdvance(first) + 8.0)
                painter.drawText(box.translated(2.0, 0), Qt.AlignmentFlag.AlignLeft | Qt.AlignmentFlag.AlignVCenter, first)
        now = spread([long * marker.total / end for marker in self.markers], size, long)
        hollow = [marker for marker in self.markers if marker.outlook is not None]
        then = spread([long * (marker.outlook or 0) / end for marker in hollow], size, long)
        for marker, x in zip(self.markers, now, strict=True):
            theme.paint_seat(painter, marker.seat, QPointF(left + x, middle - px(11)), size)
        for marker, x in zip(hollow, then, strict=True):
            self._paint_outlook(painter, marker, QPointF(left + x, middle + px(9)), size * 0.92)

    def _paint_outlook(self, painter: QPainter, marker: Marker, centre: QPointF, size: float) -> None:
        painter.setPen(QPen(theme.seat_colour(marker.seat), max(1.6, size * 0.16)))
        painter.setBrush(Qt.BrushStyle.NoBrush)
        painter.drawPath(theme.seat_path(marker.seat, size * 0.8, centre))
        if marker.jump:
            painter.setFont(theme.font(max(10.0, size * 0.7), QFont.Weight.Bold))
            painter.setPen(QColor(theme.palette().text))
            painter.drawText(QRectF(centre.x() - size, centre.y() - size, 2 * size, 2 * size), _CENTRE, "›")
