"""The flat board: every square is a button that keyboard and screen reader can reach, with its height, castle and pieces."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence

from PySide6.QtCore import QPointF, QRectF, Qt
from PySide6.QtGui import QColor, QFont, QPainter, QPaintEvent, QPen
from PySide6.QtWidgets import QWidget

from client.boards.flatbutton import FlatButton, FlatView, when_made
from client.boards.stacks.roofs import paint_swatch
from client.boards.torres.facts import SIDE, TorresFacts
from client.look import theme
from client.table import art

_STONES = ("#9cb98f", "#efe0bd", "#e6cd97", "#d9b876", "#c9a05b", "#b68a48", "#a27639")
"""The colours of a square by its height: lawn, then darker and darker stone."""


class SquareButton(FlatButton):
    """A square. The player can press it even if nothing is possible there: then the rules say why."""

    def __init__(self, field: int, board: FlatSquares) -> None:
        super().__init__(board, field, 0, f"field-{field}")
        self.field = field
        self.board = board

    def paintEvent(self, _event: QPaintEvent) -> None:
        """Draw the square."""
        painter = QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        try:
            self._paint(painter)
        finally:
            painter.end()

    def _paint(self, painter: QPainter) -> None:
        colours, facts, cell = theme.palette(), self.board.facts, self.field - 1
        box = QRectF(self.rect()).adjusted(1.5, 1.5, -1.5, -1.5)
        side = box.width()
        level = facts.levels[cell] if facts else 0
        painter.setPen(QPen(QColor("#6f5a35"), 1))
        painter.setBrush(QColor(_STONES[min(level, len(_STONES) - 1)]))
        painter.drawRoundedRect(box, side * 0.08, side * 0.08)
        if self.can:
            painter.setPen(QPen(QColor("#ffe08a" if self.underMouse() else theme.GOLD), max(3.0, side * 0.07)))
            painter.setBrush(Qt.BrushStyle.NoBrush)
            painter.drawRoundedRect(box.adjusted(3, 3, -3, -3), side * 0.07, side * 0.07)
            painter.setPen(QPen(QColor("#5d4203"), 1))
            painter.drawRoundedRect(box.adjusted(1, 1, -1, -1), side * 0.08, side * 0.08)
        painter.setPen(QColor("#2c1d0c"))
        painter.setFont(theme.font(max(11.0, side * 0.17)))
        painter.drawText(box.adjusted(side * 0.1, 0, 0, -side * 0.05), 0x41, self.board.names[cell])
        if level:
            painter.setFont(theme.font(max(12.0, side * 0.34), serif=True))
            painter.drawText(box.adjusted(side * 0.1, 0, 0, 0), 0x81, str(level))
            castle = facts.castle_at[cell] if facts else None
            if castle is not None and castle.cells[0] == cell:
                painter.setFont(theme.font(max(11.0, side * 0.17), QFont.Weight.DemiBold))
                painter.drawText(box.adjusted(0, side * 0.05, -side * 0.34, 0), 0x22, str(castle.area))
            roof = self.board.roofs.get(cell, 0)
            if roof:
                paint_swatch(
                    painter, QRectF(box.right() - side * 0.29, box.top() + side * 0.07, side * 0.22, side * 0.22), roof
                )
        if facts is not None and cell in facts.knight_at:
            theme.paint_seat(
                painter, facts.knight_at[cell], QPointF(box.center().x() + side * 0.2, box.center().y()), side * 0.4
            )
        if facts is not None and cell == facts.king:
            high = side * 0.62
            size = art.size_of("torres/king", high)
            place = QRectF(box.center().x() + side * 0.2 - size.width() / 2, box.center().y() - high / 2, size.width(), high)
            art.paint(painter, "torres/king", place)
        for seat in self.rings:
            painter.setBrush(Qt.BrushStyle.NoBrush)
            painter.setPen(QPen(theme.seat_colour(seat) if seat >= 0 else QColor("#ffffff"), 3))
            painter.drawRoundedRect(box.adjusted(2, 2, -2, -2), side * 0.08, side * 0.08)
        if self.hasFocus():
            painter.setBrush(Qt.BrushStyle.NoBrush)
            painter.setPen(QPen(QColor(colours.focus), 3))
            painter.drawRoundedRect(box, side * 0.08, side * 0.08)


class FlatSquares(FlatView):
    """All squares. Its places are fields: a cell plus one, 0 is none."""

    def __init__(self, name: str, names: Sequence[str]) -> None:
        """``names`` of the squares, as the log has them."""
        super().__init__(name)
        self.names = names
        self.facts: TorresFacts | None = None
        self.roofs: Mapping[int, int] = {}
        self._squares: list[SquareButton] = []

    def buttons_made(self) -> Iterator[QWidget]:
        """Make the squares."""
        for field in range(1, SIDE * SIDE + 1):
            square = SquareButton(field, self)
            square.show()
            self._squares.append(square)
            yield square

    @property
    def made_buttons(self) -> Iterable[SquareButton]:
        """The squares."""
        return self._squares

    def button(self, place: int) -> SquareButton:
        """The button of a field."""
        self.make()
        return self._squares[place - 1]

    def beside(self, place: int, right: int, down: int) -> SquareButton:
        """The button of the next square in a direction."""
        y, x = divmod(place - 1, SIDE)
        x, y = min(SIDE - 1, max(0, x + right)), min(SIDE - 1, max(0, y + down))
        return self.button(y * SIDE + x + 1)

    @when_made
    def show_facts(self, facts: TorresFacts, roofs: Mapping[int, int], said: Callable[[int], str]) -> None:
        """Show a position; ``roofs`` are the castles' by cell, ``said`` gives the sentence for a field."""
        self.facts, self.roofs = facts, roofs
        for square in self._squares:
            square.update()
        self.call_places(said)

    def arrange(self) -> None:
        """Lay out the squares in the available space."""
        room = self.rect().adjusted(8, self.covered + 8, -8, -8)
        side = max(20, min(room.width(), room.height()) // SIDE)
        left = room.left() + (room.width() - side * SIDE) // 2
        top = room.top() + (room.height() - side * SIDE) // 2
        for square in self._squares:
            y, x = divmod(square.field - 1, SIDE)
            square.setGeometry(left + x * side, top + y * side, side, side)
