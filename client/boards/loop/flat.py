"""The flat board: every field is a button that keyboard and screen reader can reach, with all information written on it."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator

from PySide6.QtCore import QPointF, QRect, QRectF, Qt
from PySide6.QtGui import (
    QColor,
    QFont,
    QKeyEvent,
    QPainter,
    QPaintEvent,
    QPen,
)
from PySide6.QtWidgets import QWidget

from client.boards.flatbutton import FlatButton, FlatView, when_made
from client.boards.loop.bridgelines import AIR_LINE, BRIDGE_LINE, BridgeLines
from client.boards.loop.bridges import Offer
from client.boards.loop.facts import LoopFacts, Noble
from client.boards.stacks.projection import Spots
from client.boards.stacks.roofs import COLOURS as CREST_COLOURS
from client.look import theme
from client.table import art


class FieldButton(FlatButton):
    """A field. The player can press it even if nothing is possible there: then the rules say why."""

    def __init__(self, cell: int, board: FlatBoard) -> None:
        super().__init__(board, cell, 0, f"field-{cell}")
        self.cell = cell
        self.board = board
        self.stone = False

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """PageUp and PageDown move around the loop."""
        key = Qt.Key(event.key())
        if key in (Qt.Key.Key_PageDown, Qt.Key.Key_PageUp):
            step = 1 if key == Qt.Key.Key_PageDown else -1
            self.board.button(self.board.spots.along(min(self.cell, self.board.spots.fields), step)).setFocus()
        else:
            super().keyPressEvent(event)

    def paintEvent(self, _event: QPaintEvent) -> None:
        """Draw the field."""
        painter = QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        try:
            self._paint(painter)
        finally:
            painter.end()

    def _paint(self, painter: QPainter) -> None:
        colours, facts = theme.palette(), self.board.facts
        box = QRectF(self.rect()).adjusted(1.5, 1.5, -1.5, -1.5)
        side = box.width()
        building = facts.building_at.get(self.cell) if facts else None
        level = facts.level(self.cell) if facts else 0
        noble = facts.noble_at.get(self.cell) if facts else None
        ground = QColor("#efe2c4")
        if building is not None:
            ground = QColor("#d8b982") if building.crest else QColor("#faf6ee")
        if self.can:
            ground = QColor("#ffdf8a") if self.underMouse() or self.hasFocus() else QColor("#f9e3a9")
        painter.setPen(QPen(QColor("#8a6d43"), 1))
        painter.setBrush(ground)
        if building is None and self.cell > self.board.spots.fields:
            painter.setBrush(Qt.BrushStyle.NoBrush)  # the lawn, and the gold of a possible bridge
            painter.setPen(Qt.PenStyle.NoPen)
        painter.drawRoundedRect(box, side * 0.1, side * 0.1)
        band = QRectF(box.left(), box.bottom() - side * 0.3, side, side * 0.3)
        if building is not None:
            self._paint_value(painter, band, building.crest, building.value)
        painter.setPen(QColor("#4a3720"))
        number = theme.font(max(11.0, side * (0.36 if building is None else 0.26)), serif=True)
        painter.setFont(number)
        name = self.board.spots.name(self.cell)
        if building is None:
            painter.drawText(box, Qt.AlignmentFlag.AlignCenter, name)
        else:
            painter.drawText(box.adjusted(side * 0.08, side * 0.03, 0, 0), _TOP_LEFT, name)
            self._paint_level(painter, box, side, level)
        if noble is not None:
            count = self.board.counts
            place = QPointF(box.right() - side * 0.24, box.top() + side * (0.35 if count is None else 0.3))
            if count is not None:
                painter.setFont(theme.font(max(11.0, side * 0.24), QFont.Weight.Bold))
                under = QRectF(box.left(), band.top() - side * 0.285, side * 0.93, side * 0.26)
                painter.drawText(under, _RIGHT, str(count(noble)))
            theme.paint_seat(painter, noble.seat, place, side * (0.36 if count is None else 0.31))
            if noble.rank > 1:
                crown = art.size_of("pieces/crown", side * 0.17)
                top = place.y() - side * (0.34 if count is None else 0.26)
                art.paint(
                    painter,
                    "pieces/crown",
                    QRectF(place.x() - crown.width() / 2, top, crown.width(), crown.height()),
                    "#fbf7ef",
                )
        for seat in self.rings:
            painter.setBrush(Qt.BrushStyle.NoBrush)
            colour = theme.seat_colour(seat) if seat >= 0 else QColor("#ffffff")
            painter.setPen(QPen(colour, max(2.5, side * 0.07)))
            painter.drawRoundedRect(box.adjusted(2, 2, -2, -2), side * 0.1, side * 0.1)
        if self.can:
            painter.setBrush(Qt.BrushStyle.NoBrush)
            painter.setPen(QPen(QColor("#5d4203"), max(3.5, side * 0.09)))
            painter.drawRoundedRect(box.adjusted(1, 1, -1, -1), side * 0.1, side * 0.1)
            painter.setPen(QPen(QColor(theme.GOLD), max(2.5, side * 0.06)))
            painter.drawRoundedRect(box.adjusted(1, 1, -1, -1), side * 0.1, side * 0.1)
        if self.hasFocus():
            painter.setBrush(Qt.BrushStyle.NoBrush)
            painter.setPen(QPen(QColor("#101010"), 4))
            painter.drawRoundedRect(box, side * 0.1, side * 0.1)
            painter.setPen(QPen(QColor("#ffffff"), 2))
            painter.drawRoundedRect(box, side * 0.1, side * 0.1)
        elif self.underMouse() and not self.can:
            painter.setBrush(QColor(255, 255, 255, 60))
            painter.setPen(QPen(QColor(colours.text), 1.5))
            painter.drawRoundedRect(box, side * 0.1, side * 0.1)

    def _paint_value(self, painter: QPainter, band: QRectF, crest: int, value: int) -> None:
        painter.save()
        painter.setPen(Qt.PenStyle.NoPen)
        painter.setBrush(QColor(CREST_COLOURS[crest]) if crest else QColor("#d9d0bf"))
        painter.drawRoundedRect(band, band.height() * 0.3, band.height() * 0.3)
        painter.drawRect(band.adjusted(0, 0, 0, -band.height() * 0.5))
        painter.setPen(QColor("#fffaf0") if crest else QColor("#3b2f20"))
        painter.setFont(theme.font(max(11.0, band.height() * 0.86), serif=True))
        if crest:
            shield = art.size_of(f"crests/{crest}", band.height() * 0.86)
            place = QRectF(band.left() + band.width() * 0.1, band.top() + band.height() * 0.07, shield.width(), shield.height())
            art.paint(painter, f"crests/{crest}", place)
        painter.drawText(band.adjusted(0, 0, -band.width() * 0.1, 0), _RIGHT, str(value))
        painter.restore()

    def _paint_level(self, painter: QPainter, box: QRectF, side: float, level: int) -> None:
        """Paint a stacked bar for each level: long for a founding stone, in a bridge's colour, hollow for air."""
        bars = min(level, _MOST_BARS)
        bottom = box.bottom() - side * 0.34
        step_high = min(side * 0.065 + 1.2, side * 0.29 / bars)
        high = step_high - (1.2 if step_high > 3.4 else 0.8)
        facts = self.board.facts
        for step in range(bars):
            wide = side * (0.34 if step == 0 and self.stone else 0.22)
            bar = QRectF(box.left() + side * 0.1, bottom - (step + 1) * step_high, wide, high)
            painter.setPen(Qt.PenStyle.NoPen)
            painter.setBrush(QColor("#5a4020"))
            if facts is not None and (self.cell, step + 1) in facts.bridge_at:
                painter.setBrush(QColor(BRIDGE_LINE))
                bar.setWidth(side * 0.34)
            elif facts is not None and (self.cell, step + 1) in facts.air:
                painter.setPen(QPen(QColor(AIR_LINE), 1, Qt.PenStyle.DotLine))
                painter.setBrush(Qt.BrushStyle.NoBrush)
            painter.drawRect(bar)
        painter.setPen(QColor("#4a3720"))
        if level > _MOST_BARS:
            painter.setFont(theme.font(11, QFont.Weight.Bold))
            painter.drawText(QRectF(box.left() + side * 0.36, bottom - 14, side, 14), _LEFT, f"×{level}")


_MOST_BARS = 5
"""The largest number of bars that people can count; with more levels, a number stands beside them."""

_TOP_LEFT = Qt.AlignmentFlag.AlignTop | Qt.AlignmentFlag.AlignLeft
_LEFT = Qt.AlignmentFlag.AlignVCenter | Qt.AlignmentFlag.AlignLeft
_RIGHT = Qt.AlignmentFlag.AlignVCenter | Qt.AlignmentFlag.AlignRight


class FlatBoard(FlatView):
    """The loop as a grid of buttons.

    Its places are field numbers; 0 is none.

    Attributes:
        counts: gives the worth of a noble's place to its player, written beside the noble; None for nothing.
    """

    def __init__(self, spots: Spots, name: str, parent: QWidget | None = None) -> None:
        super().__init__(name, parent)
        self.spots = spots
        self.facts: LoopFacts | None = None
        self.counts: Callable[[Noble], int] | None = None
        self._offers: tuple[Offer, ...] = ()
        self._fields: list[FieldButton] = []
        self._lines = BridgeLines(self)

    def buttons_made(self) -> Iterator[QWidget]:
        """Make the fields."""
        for cell in self.spots.cells:
            field = FieldButton(cell, self)
            field.setVisible(cell <= self.spots.fields)
            self._fields.append(field)
            yield field

    def lie(self, spots: Spots) -> None:
        """Use another arrangement of the fields, without a position."""
        if spots == self.spots:
            return
        if not self.made:
            self.make()
        self.spots, self.facts, self._offers = spots, None, ()
        for field in self._fields[len(spots.at) :]:
            field.hide()
            field.deleteLater()
        self._fields = self._fields[: len(spots.at)]
        self._fields += [FieldButton(cell, self) for cell in spots.cells[len(self._fields) :]]
        for field in self._fields:
            field.setVisible(field.cell <= spots.fields)
        self.arrange()

    @property
    def made_buttons(self) -> Iterable[FieldButton]:
        """The fields."""
        return self._fields

    def button(self, place: int) -> FieldButton:
        """The button of a field."""
        self.make()
        return self._fields[place - 1]

    def beside(self, place: int, right: int, down: int) -> FieldButton:
        """The button of the next field in a direction."""
        return self.button(self.spots.neighbour(place, right, down, self.places()))

    def places(self) -> list[int]:
        """The cells that can get the focus: all fields, and gaps with something on or over them."""
        self.make()
        return [field.cell for field in self._fields if not field.isHidden()]

    @when_made
    def show_facts(self, facts: LoopFacts, describe: Callable[[int], str]) -> None:
        """Show a position; ``describe`` gives the sentence about a field."""
        self.facts = facts
        self._offers = ()
        stones = {self.spots.along(first, step) for first in facts.stones for step in range(3)}
        for field in self._fields:
            field.stone = field.cell in stones
            field.can = False
            field.rings = ()
            field.setVisible(field.cell <= self.spots.fields or facts.level(field.cell) > 0)
            field.update()
        self.call_places(describe)
        self._draw_lines()

    @when_made
    def offer(self, offers: Iterable[Offer]) -> None:
        """Show these bridges in gold: exactly those that can be built now."""
        self._offers = tuple(offers)
        for field in self._fields[self.spots.fields :]:
            if field.can:
                field.show()
        self._draw_lines()

    def _draw_lines(self) -> None:
        bridges = self.facts.bridges if self.facts is not None else ()
        self._lines.show_bridges([(bridge.level, bridge.cells) for bridge in bridges], self._offers)
        self._lines.setVisible(bool(bridges or self._offers))

    def arrange(self) -> None:
        """Lay out the fields in the available space."""
        room = self.rect().adjusted(8, max(8, self.covered), -8, -8)
        side = min(room.width() // self.spots.columns, room.height() // self.spots.rows)
        left = room.center().x() - side * self.spots.columns // 2
        top = room.center().y() - side * self.spots.rows // 2
        for field in self._fields:
            x, y = self.spots.of(field.cell)
            field.setGeometry(left + (x - 1) * side, top + (y - 1) * side, side, side)
        self._lines.setGeometry(self.rect())
        self._lines.raise_()

    def paintEvent(self, _event: QPaintEvent) -> None:
        """Paint the lawn under the fields."""
        painter = QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        colours = theme.palette()
        painter.fillRect(self.rect(), QColor(colours.table))
        covered = QRect()
        for field in self._fields:
            covered = covered.united(field.geometry())
        ground = QRectF(covered).adjusted(-6, -6, 6, 6)
        painter.setPen(QPen(QColor(colours.rim), 4))
        painter.setBrush(QColor(colours.lawn_dark))
        painter.drawRoundedRect(ground, 10, 10)
        painter.end()
