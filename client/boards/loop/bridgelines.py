"""The bridges of the flat board: two parapets each, over the fields, so that everything on and under them stays readable."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Protocol

from PySide6.QtCore import QLineF, QPointF, QRect, QRectF, Qt
from PySide6.QtGui import QColor, QPainter, QPaintEvent, QPen
from PySide6.QtWidgets import QWidget

from client.boards.loop.bridges import Offer
from client.look import theme

BRIDGE_LINE = "#a8452f"
"""A bridge on the flat board, as a line and as a level."""

AIR_LINE = "#8a6d43"
"""The air under a bridge."""

Lying = tuple[int, tuple[int, int, int]]
"""A bridge's level, and its cells from one end to the other."""


class Places(Protocol):
    """A board on which cells have places."""

    def room(self, place: int) -> QRect:
        """The position of a cell."""


class BridgeLines(QWidget):
    """Covers the fields and lets every click through."""

    def __init__(self, board: QWidget) -> None:
        super().__init__(board)
        self.setAttribute(Qt.WidgetAttribute.WA_TransparentForMouseEvents)
        self._lying: list[Lying] = []
        self._offers: Sequence[Offer] = ()

    def show_bridges(self, lying: Sequence[Lying], offers: Sequence[Offer]) -> None:
        """Draw these bridges and, in gold with cost and pay, those that can be built now."""
        self._lying = sorted(lying)
        self._offers = offers
        self.update()

    def paintEvent(self, _event: QPaintEvent) -> None:
        """Paint the lines."""
        painter = QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        try:
            for number, (_, cells) in enumerate(self._lying):
                self._paint_bridge(painter, number, cells)
            said: dict[int, int] = {}
            for offer in self._offers:
                self._paint_offer(painter, offer, said.setdefault(offer.middle, 0))
                said[offer.middle] += 1
        finally:
            painter.end()

    def _place(self, cell: int) -> QRectF:
        board: Places = self.parentWidget()  # type: ignore[assignment]
        return QRectF(board.room(cell))

    def _paint_bridge(self, painter: QPainter, number: int, cells: tuple[int, int, int]) -> None:
        """Paint two lines along the bridge, with gaps where a higher one crosses, and closer together than a lower one's."""
        level, _ = self._lying[number]
        across = self._across(cells)
        beside = [other for _, other in self._lying[:number] if self._across(other) == across and set(other) & set(cells)]
        crossed = {
            cell for above, other in self._lying[number:] if above > level and self._across(other) != across for cell in other
        }
        side = self._place(cells[0]).width()
        inset = side * (0.03 + 0.055 * len(beside))
        for cell in cells:
            box = self._place(cell)
            if cell in crossed:
                continue
            start = inset if cell == cells[0] else 0.0
            end = inset if cell == cells[2] else 0.0
            for line in self._edges(box, across, inset, start, end):
                painter.setPen(QPen(QColor("#fff4e0"), max(3.2, side * 0.07), Qt.PenStyle.SolidLine, Qt.PenCapStyle.FlatCap))
                painter.drawLine(line)
                painter.setPen(QPen(QColor(BRIDGE_LINE), max(2.0, side * 0.045), Qt.PenStyle.SolidLine, Qt.PenCapStyle.FlatCap))
                painter.drawLine(line)

    def _across(self, cells: tuple[int, int, int]) -> bool:
        return self._place(cells[0]).top() == self._place(cells[2]).top()

    @staticmethod
    def _edges(box: QRectF, across: bool, inset: float, start: float, end: float) -> list[QLineF]:
        """The parapets in a cell; ``start`` and ``end`` shorten them at the bridge's ends."""
        if across:
            left, right = box.left() + start, box.right() - end
            return [QLineF(left, y, right, y) for y in (box.top() + inset, box.bottom() - inset)]
        top, bottom = box.top() + start, box.bottom() - end
        return [QLineF(x, top, x, bottom) for x in (box.left() + inset, box.right() - inset)]

    def _paint_offer(self, painter: QPainter, offer: Offer, before: int) -> None:
        first, last = self._place(offer.first), self._place(offer.last)
        side = first.width()
        box = first.united(last).adjusted(1, 1, -1, -1)
        painter.setBrush(Qt.BrushStyle.NoBrush)
        painter.setPen(QPen(QColor("#3d2c02"), max(4.0, side * 0.1)))
        painter.drawRoundedRect(box, side * 0.14, side * 0.14)
        painter.setPen(QPen(QColor(theme.GOLD), max(2.6, side * 0.065), Qt.PenStyle.CustomDashLine))
        dashes = painter.pen()
        dashes.setDashPattern([2.6, 1.2])
        painter.setPen(dashes)
        painter.drawRoundedRect(box, side * 0.14, side * 0.14)
        painter.setFont(theme.font(max(11.0, side * 0.22), serif=False))
        words = offer.said.split(" ")
        high = painter.fontMetrics().height()
        wide = max(painter.fontMetrics().horizontalAdvance(word) for word in words) + side * 0.14
        middle = self._place(offer.middle).center() + QPointF(0, before * high)
        chip = QRectF(middle.x() - wide / 2, middle.y() - high * len(words) / 2, wide, high * len(words))
        painter.setPen(QPen(QColor("#3d2c02"), 1.2))
        painter.setBrush(QColor(theme.GOLD))
        painter.drawRoundedRect(chip, 5, 5)
        painter.setPen(QColor("#2b1f02"))
        painter.drawText(chip, Qt.AlignmentFlag.AlignCenter, "\n".join(words))
