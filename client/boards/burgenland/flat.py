"""The flat board: every square, well, stone and price is a button that keyboard and screen reader can reach."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence

from PySide6.QtCore import QPointF, QRectF, QSizeF, Qt
from PySide6.QtGui import (
    QColor,
    QFont,
    QPainter,
    QPaintEvent,
    QPen,
)
from PySide6.QtWidgets import QWidget

from client.boards.burgenland import stones
from client.boards.burgenland.facts import SQUARES, WELL, BurgenlandFacts
from client.boards.burgenland.hues import HUES, crest
from client.boards.burgenland.layout import WHOLE, Target
from client.boards.flatbutton import FlatButton, FlatView, when_made
from client.look import theme

_ACROSS = 4
_CENTRE = Qt.AlignmentFlag.AlignCenter

_LARGE: Sequence[Target] = [("large", piece, same) for same in (1, 0) for piece in (1, 2, 3)]
"""The places of the large castle."""

_SMALL = QSizeF(790, 430)
"""The room of a flat board whose letters and figures have their usual size."""

_LEAST = 0.65
"""How much smaller the figures of castles may be on a small board, where they would cover each other."""


class PlaceButton(FlatButton):
    """A place. The player can press it even if nothing is possible there: then the rules say why."""

    def __init__(self, target: Target, board: FlatMap) -> None:
        super().__init__(board, target, None, "-".join(map(str, target)))
        self.target = target
        self.board = board

    def paintEvent(self, _event: QPaintEvent) -> None:
        """Draw the place."""
        painter = QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        try:
            box = QRectF(self.rect()).adjusted(3, 3, -3, -3)
            painter.save()
            self._paint_content(painter, box)
            painter.restore()
            if self.can:
                stones.paint_mark(painter, box, self.target[0] == "well", self.underMouse() or self.hasFocus())
            if self.hasFocus() or self.rings or (self.underMouse() and not self.can):
                stones.paint_ring(painter, box, self.target[0] == "well", self.rings[-1] if self.rings else -1)
        finally:
            painter.end()

    def _paint_content(self, painter: QPainter, box: QRectF) -> None:
        facts = self.board.facts
        if facts is None or box.isEmpty():
            return
        what, number, part = self.target
        if what in ("crossing", "large"):  # they have letters and figures, which grow with the board
            grown = self.board.unit
            unit = min(grown, box.width() / stones.PRICE_WIDE) if what == "large" else max(1.0, grown)
            painter.scale(unit, unit)
            box = QRectF(box.topLeft() / unit, box.size() / unit)
        if what == "square":
            squares = facts.castle(number).squares
            if part > len(squares):
                stones.paint_garden(painter, box)
                return
            reward, piece = squares[part - 1]
            stones.paint_square(painter, box, "" if piece else reward)
            if piece:
                stones.paint_piece(painter, box.adjusted(3, 3, -3, -2), piece)
        elif what == "well":
            side = min(box.width(), box.height())
            spot = QRectF(0, 0, side, side)
            spot.moveCenter(box.center())
            stones.paint_well_place(painter, spot)
            if facts.castle(number).well:
                stones.paint_piece(painter, spot, WELL)
            elif facts.marker == number:
                stones.paint_digging(painter, spot)
        elif what == "crossing":
            self._paint_crossing(painter, box, facts.crossings[number - 1].colour, chr(64 + number))
        else:
            cards, short = self.board.lacking.get((number, part), (0, None))
            stones.paint_price(painter, box, bool(part), cards)
            stones.paint_short(painter, box, short)

    @staticmethod
    def _paint_crossing(painter: QPainter, box: QRectF, colour: int, letter: str) -> None:
        painter.setBrush(QColor(HUES[colour]))
        painter.setPen(QPen(QColor("#1c1410"), 1.2))
        painter.drawRoundedRect(box, 5, 5)
        tag = QRectF(box.left() + 3, box.center().y() - 10, 20, 20)
        painter.setBrush(QColor("#fbf5e8"))
        painter.drawEllipse(tag)
        painter.setFont(theme.font(13, QFont.Weight.Bold))
        painter.setPen(QColor("#2b2218"))
        painter.drawText(tag, _CENTRE, letter)
        if colour:
            stones.paint_fitted(painter, crest(colour), box.adjusted(24, 3, -4, -3))


class FlatMap(FlatView):
    """The map as rows of buttons.

    Its places are targets.

    Attributes:
        buttons: by target.
        lacking: see :meth:`.scene.MapScene.show`.
        unit: how much larger or smaller the castles' letters and figures are than usual.
    """

    def __init__(self, name: str, title: str, parent: QWidget | None = None) -> None:
        super().__init__(name, parent)
        self._title = title
        self.unit = 1.0
        self.facts: BurgenlandFacts | None = None
        self.lacking: Mapping[tuple[int, int], tuple[int, int | None]] = {}
        self._purses: Mapping[int, Sequence[int]] = {}
        self._cells: list[QRectF] = []
        self._buttons: dict[Target, PlaceButton] = {}

    @property
    def buttons(self) -> Mapping[Target, PlaceButton]:
        """The buttons by target; none before the first position."""
        self.make()
        return self._buttons

    @property
    def knows_places(self) -> bool:
        """Not before the first position."""
        return self.facts is not None

    def buttons_made(self) -> Iterator[QWidget]:
        """Make a button for each target of the position."""
        facts = self.facts
        assert facts is not None
        targets: list[Target] = [("crossing", number, 0) for number in range(1, len(facts.crossings) + 1)]
        for number in range(1, len(facts.castles) + 1):
            targets += [("square", number, part) for part in range(1, SQUARES + 2)]
            targets.append(("well", number, 0))
        targets += _LARGE
        for target in targets:
            button = PlaceButton(target, self)
            button.show()
            self._buttons[target] = button
            yield button

    def show_facts(
        self,
        facts: BurgenlandFacts,
        purses: Mapping[int, Sequence[int]],
        lacking: Mapping[tuple[int, int], tuple[int, int | None]],
        describe: Callable[[Target], str],
    ) -> None:
        """Show a position; ``describe`` gives the sentence about a place."""
        self.facts, self._purses, self.lacking = facts, purses, lacking
        self._clear(describe)
        self.update()

    @when_made
    def _clear(self, describe: Callable[[Target], str]) -> None:
        for button in self._buttons.values():
            button.can, button.rings = False, ()
            button.update()
        self.call_places(describe)

    def ring(self, rings: Iterable[tuple[Target, int]]) -> None:
        """Draw rings; one around the whole large castle goes around each of its places that has none."""
        wanted = dict(rings)
        whole = wanted.pop(WHOLE, None)
        if whole is not None:
            for place in _LARGE:
                wanted.setdefault(place, whole)
        super().ring(wanted.items())

    @property
    def made_buttons(self) -> Iterable[PlaceButton]:
        """The places."""
        return self._buttons.values()

    def button(self, place: Target) -> PlaceButton | None:
        """The button of a place; None before the first position."""
        return self.buttons.get(place)

    def beside(self, place: Target, right: int, down: int) -> PlaceButton:
        """The button of the nearest place in a direction."""
        best, least = self.buttons[place], None
        here = best.geometry().center()
        for other in self.buttons.values():
            way = other.geometry().center() - here
            ahead = way.x() * right + way.y() * down
            aside = abs(way.x() * down) + abs(way.y() * right)
            if ahead > 3 and ahead + 3 * aside < (least if least is not None else 1 << 30):
                best, least = other, ahead + 3 * aside
        return best

    def arrange(self) -> None:
        """Lay out the places in the available space: stones above, then castles, the large one last."""
        facts = self.facts
        if facts is None or not self.made:
            return
        room = QRectF(self.rect().adjusted(8, max(8, self.covered), -8, -8))
        count = len(facts.castles) + 1
        rows = -(-count // _ACROSS)
        self.unit = unit = max(_LEAST, min(room.width() / _SMALL.width(), room.height() / _SMALL.height()))
        stone_high = min(46.0 * unit, max(26.0, room.height() * 0.1))
        wide = room.width() / len(facts.crossings)
        for number in range(1, len(facts.crossings) + 1):
            left = room.left() + (number - 1) * wide
            self._put(("crossing", number, 0), QRectF(left, room.top(), wide, stone_high))
        self._cells = []
        across, down = room.width() / _ACROSS, (room.height() - stone_high - 4) / rows
        for place in range(count):
            cell = QRectF(
                room.left() + place % _ACROSS * across, room.top() + stone_high + 4 + place // _ACROSS * down, across, down
            )
            self._cells.append(cell.adjusted(3, 3, -3, -3))
        for number in range(1, count):
            inner = self._cells[number - 1].adjusted(5, 31 * unit, -5, -6)
            side = min(inner.width() / SQUARES, inner.height() / 2)
            left = inner.center().x() - side * SQUARES / 2
            for part in range(1, SQUARES + 2):
                column, row = (part - 1) % SQUARES, (part - 1) // SQUARES
                self._put(("square", number, part), QRectF(left + column * side, inner.top() + row * side, side, side))
            self._put(("well", number, 0), QRectF(left + (SQUARES - 1) * side, inner.top() + side, side, side))
        large = self._cells[-1].adjusted(5, 0, -5, -4)
        third, high = large.width() / 3, min(40.0 * unit, (large.height() - 66 * unit) / 2)
        for piece in (1, 2, 3):
            for line, same in enumerate((1, 0)):
                top = large.bottom() - (2 - line) * high
                self._put(("large", piece, same), QRectF(large.left() + (piece - 1) * third, top, third, high))

    def _put(self, target: Target, box: QRectF) -> None:
        self.buttons[target].setGeometry(box.toRect())

    def paintEvent(self, _event: QPaintEvent) -> None:
        """Paint the castles' grounds, with their numbers, stones, and what the hand has for them."""
        painter = QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        painter.fillRect(self.rect(), QColor(theme.palette().table))
        facts = self.facts
        if facts is not None and self._cells:
            for number in range(1, len(facts.castles) + 1):
                self._paint_castle(painter, self._cells[number - 1], facts, number)
            self._paint_large(painter, self._cells[-1], facts)
        painter.end()

    def _paint_castle(self, painter: QPainter, cell: QRectF, facts: BurgenlandFacts, number: int) -> None:
        stones.paint_plate(painter, cell.adjusted(0, 0, 0, -4))
        painter.save()
        painter.translate(cell.topLeft())
        painter.scale(self.unit, self.unit)
        head = QRectF(8, 3, cell.width() / self.unit - 16, 28)
        painter.setFont(theme.font(18, serif=True))
        painter.setPen(stones.INK)
        painter.drawText(head, Qt.AlignmentFlag.AlignVCenter | Qt.AlignmentFlag.AlignLeft, str(number))
        for place, colour in enumerate(facts.stones(number)):
            if colour:
                stones.paint_fitted(painter, crest(colour), QRectF(head.left() + 26 + place * 24, head.top() + 2, 22, 25))
        has = self._purses.get(number, ())
        if has:
            stones.paint_pips(painter, QRectF(head.right() - 66, head.top(), 66, head.height()), has)
        painter.restore()

    def _paint_large(self, painter: QPainter, cell: QRectF, facts: BurgenlandFacts) -> None:
        stones.paint_plate(painter, cell.adjusted(0, 0, 0, -4))
        painter.save()
        painter.translate(cell.topLeft())
        painter.scale(self.unit, self.unit)
        wide = cell.width() / self.unit
        painter.setFont(theme.font(15, serif=True))
        painter.setPen(stones.INK)
        painter.drawText(QRectF(0, 2, wide, 22), _CENTRE, self._title)
        third = (wide - 10) / 3
        for piece, count in enumerate(facts.large, 1):
            left = 5 + (piece - 1) * third
            stones.paint_piece(painter, QRectF(left + 1, 25, 31, 36), piece)
            painter.setFont(theme.font(17, serif=True))
            painter.setPen(stones.INK)
            painter.drawText(QPointF(left + 34, 50), f"×{count}")
        painter.restore()
