"""The pictures of the board of Torres: towers with gates, knights, the king, and their labels."""

from __future__ import annotations

from collections.abc import Iterator

from PySide6.QtCore import QPointF, QRectF, Qt
from PySide6.QtGui import QColor, QFont, QFontMetricsF, QLinearGradient, QPainter, QPainterPath, QPen, QPolygonF

from client.boards.stacks import stones
from client.boards.stacks.pixmaps import Picture, Pixmaps, drawn
from client.boards.stacks.projection import BORDER
from client.boards.stacks.roofs import paint_swatch
from client.boards.stacks.slab import paint_plaque, paint_slab
from client.boards.torres.facts import SIDE
from client.look import theme
from client.table import art

_CENTRE = Qt.AlignmentFlag.AlignCenter
_FLOWERS = {3: "#f4f0dc", 8: "#e9cf6b", 10: "#d98a94"}
"""The colours of flowers, by the kind of a square; squares of the kind ``_STONE`` have a stone."""

_STONE = 0

_LETTERS = {True: (QColor("#fff1d6"), QColor(30, 16, 8, 190)), False: (QColor("#1c100a"), QColor(255, 232, 200, 130))}
"""By whether the theme is dark: the colours of the rim's letters and of their edges, with a contrast of at least 4.5:1."""

_RIM = 0.5 + BORDER * 0.55
"""The distance of the letters and numbers from the middle of the outermost squares, in squares."""


def _closed(outline: QPolygonF) -> QPainterPath:
    path = QPainterPath()
    path.addPolygon(outline)
    path.closeSubpath()
    return path


class TorresPixmaps(Pixmaps):
    """The pictures of one zoom level, including those that only this board has."""

    likely_block = "tower"

    # -- the board and what is built on it -----------------------------------------------------------------------------

    def paint_ground(self, painter: QPainter) -> Iterator[None]:
        """Paint the empty board, step by step."""
        yield from paint_slab(painter, self.at, self.colours, self.colours.dark)
        for cell in self.at.spots.cells:
            self._paint_square(painter, cell)
            yield
        self._paint_rim(painter)

    def _paint_square(self, painter: QPainter, cell: int) -> None:
        """Paint a square of the meadow, alternately light and dark, with grass and a few flowers or a stone."""
        tile, centre = self.at.tile, self.at.top(cell)
        even = sum(self.at.spots.of(cell)) % 2 == 0
        shade = QLinearGradient(centre - QPointF(tile / 2, 0), centre + QPointF(tile / 2, 0))
        lawn = QColor(self.colours.lawn)
        shade.setColorAt(0, lawn.lighter(118 if even else 103))
        shade.setColorAt(1, lawn.lighter(108 if even else 94))
        painter.setBrush(shade)
        painter.setPen(QPen(QColor(self.colours.lawn_dark), max(1.0, tile / 90)))
        painter.drawPolygon(self.at.diamond(centre, 1.0))
        painter.save()
        painter.setClipPath(_closed(self.at.diamond(centre, 0.98)), Qt.ClipOperation.IntersectClip)
        painter.setPen(Qt.PenStyle.NoPen)
        clover = QColor(self.colours.lawn_dark)
        clover.setAlpha(46)
        painter.setBrush(clover)
        painter.drawEllipse(self._scattered(cell, 5), tile * 0.19, self.at.depth * 0.16)
        painter.drawEllipse(self._scattered(cell, 9), tile * 0.12, self.at.depth * 0.1)
        tuft = QColor(self.colours.lawn_dark)
        tuft.setAlpha(150)
        painter.setPen(QPen(tuft, max(1.0, tile / 60), Qt.PenStyle.SolidLine, Qt.PenCapStyle.RoundCap))
        for number in range(cell % 3 + 2):
            spot = self._scattered(cell, number)
            for lean in (-0.025, 0.0, 0.025):
                painter.drawLine(spot, spot + QPointF(lean * tile, -0.05 * tile))
        painter.setPen(Qt.PenStyle.NoPen)
        kind = (cell * cell * 31 + cell * 17) % 11
        if kind in _FLOWERS:
            self._paint_flowers(painter, cell, QColor(_FLOWERS[kind]))
        elif kind == _STONE:
            self._paint_stone(painter, self._scattered(cell, 4))
        painter.restore()

    def _scattered(self, cell: int, number: int) -> QPointF:
        """A place on a square, always the same for the same arguments."""
        right, down = (cell * 37 + number * 53) % 52 - 26, (cell * 23 + number * 31) % 30 - 15
        return self.at.top(cell) + QPointF(right / 100 * self.at.tile, down / 100 * self.at.tile)

    def _paint_flowers(self, painter: QPainter, cell: int, colour: QColor) -> None:
        size, first = self.at.tile * 0.017, self._scattered(cell, 6)
        for number in range(5):
            spot = first + QPointF((number * 41 % 17 - 8) / 60, (number * 23 % 11 - 5) / 60) * self.at.tile
            painter.setBrush(QColor(20, 40, 24, 60))
            painter.drawEllipse(spot + QPointF(size * 0.5, size * 0.7), size, size * 0.6)
            painter.setBrush(colour)
            painter.drawEllipse(spot, size, size * 0.85)

    def _paint_stone(self, painter: QPainter, spot: QPointF) -> None:
        wide = self.at.tile * 0.05
        painter.setBrush(QColor(20, 30, 20, 80))
        painter.drawEllipse(spot + QPointF(wide * 0.5, wide * 0.25), wide * 1.1, wide * 0.6)
        for colour, shift, share in (("#7f7a70", 0.0, 1.0), ("#a8a294", -0.2, 0.65)):
            painter.setBrush(QColor(colour))
            painter.drawEllipse(spot + QPointF(wide * shift, wide * shift), wide * share, wide * 0.68 * share)

    def _paint_rim(self, painter: QPainter) -> None:
        """Paint the letters of the columns and the numbers of the rows, carved into all four sides of the rim."""
        spots = self.at.spots
        for cell in spots.cells:
            x, y = spots.of(cell)
            row, column = divmod(cell - 1, SIDE)
            across, along = str(row + 1), chr(ord("a") + column)
            if spots.of(1)[0] != spots.of(1)[1]:  # seen from the left or the right
                across, along = along, across
            if x in (1, SIDE):
                self._carve(painter, self.at.point(1 - _RIM if x == 1 else SIDE + _RIM, y), across)
            if y in (1, SIDE):
                self._carve(painter, self.at.point(x, 1 - _RIM if y == 1 else SIDE + _RIM), along)

    def _carve(self, painter: QPainter, place: QPointF, said: str) -> None:
        painter.save()
        painter.translate(place)
        painter.scale(self.at.tile / 100, self.at.depth / 100 * 1.3)
        painter.setFont(theme.font(27, serif=True))
        box = QRectF(-50, -50, 100, 99)
        ink, edge = _LETTERS[self.colours.dark]
        for shift, colour in ((1.6, edge), (0.0, ink)):
            painter.setPen(colour)
            painter.drawText(box.translated(shift, shift), _CENTRE, said)
        painter.restore()

    @drawn
    def tower(self, roof: int, deep: int, worn: int, rim: int = stones.ALL_EDGES) -> Picture:
        """A block of a tower with a gate in each face, under ``deep`` others; its castle ends at the edges ``rim``."""
        deep = min(deep, stones.DEEPEST)
        dress = stones.Dress(roof, not deep, deep, worn, self.colours.dark, stones.ALL_EDGES if deep else rim)
        return self.picture(
            ("tower", dress),
            self.block_box(deep > 1),
            lambda painter: stones.paint_tower(painter, self.at, stones.SANDSTONE, dress),
            self.walls(stones.SANDSTONE, dress, tower=True),
        )

    # -- pieces --------------------------------------------------------------------------------------------------------

    @drawn
    def knight(self, seat: int) -> Picture:
        """A knight on a pale base, anchored at the middle of its foot."""
        size = art.size_of("torres/knight", self.at.tile * 0.76)
        foot = size.height() * 0.91
        box = QRectF(-size.width() * 0.6, -foot, size.width() * 1.2, foot + size.width() * 0.34)

        def paint(painter: QPainter) -> None:
            self._base(painter, size.width())
            art.paint(
                painter,
                "torres/knight",
                QRectF(-size.width() / 2, -foot, size.width(), size.height()),
                theme.SEAT_COLOURS[seat],
            )
            emblem = theme.seat_path(seat, size.width() * 0.52, QPointF(0, -size.height() * 0.27))
            painter.setPen(QPen(QColor("#171310"), max(1.0, size.width() * 0.035)))
            painter.setBrush(QColor("#fffaf0"))
            painter.drawPath(emblem)

        return self.picture(("knight", seat), box, paint)

    @drawn
    def king(self) -> Picture:
        """The king, anchored at the middle of his foot."""
        size = art.size_of("torres/king", self.at.tile * 0.96)
        foot = size.height() * 0.91
        box = QRectF(-size.width() * 0.6, -foot, size.width() * 1.2, foot + size.width() * 0.34)

        def paint(painter: QPainter) -> None:
            self._base(painter, size.width() * 0.92)
            art.paint(painter, "torres/king", QRectF(-size.width() / 2, -foot, size.width(), size.height()))

        return self.picture(("king",), box, paint)

    def _base(self, painter: QPainter, wide: float) -> None:
        painter.setPen(QPen(QColor("#171310"), max(1.2, wide * 0.05)))
        painter.setBrush(QColor("#fffaf0"))
        painter.drawEllipse(QPointF(0, 0), wide * 0.54, wide * 0.29)

    @drawn
    def head(self, seat: int) -> Picture:
        """A seat's shape for the head of a knight whose body is hidden, anchored in its middle."""
        size = max(14.0, self.at.tile * 0.25)
        box = QRectF(-size * 0.62, -size * 0.62, size * 1.24, size * 1.24)
        return self.picture(("head", seat), box, lambda painter: theme.paint_seat(painter, seat, QPointF(), size))

    @drawn
    def number(self, cell: int, small: bool = False) -> Picture:
        """The level of a roof on which nobody stands: fainter than the levels of pieces."""
        box = QRectF(-self.at.tile / 4, -self.at.depth / 4, self.at.tile / 2, self.at.depth / 2)
        size, radius = (25.0, 19.0) if small else (30.0, 24.0)

        def paint(painter: QPainter) -> None:
            paint_plaque(painter, self.at, cell, size, radius, faint=True)

        return self.picture(("number", cell, small), box, paint)

    @drawn
    def hint(self, bright: bool) -> Picture:
        """A small gold stud: something is possible on most squares, so the studs step back behind the pieces."""
        if bright:
            return self.glow(True)
        size = self.at.tile * 0.1

        def paint(painter: QPainter) -> None:
            painter.setPen(QPen(QColor(70, 50, 3, 150), max(1.0, size * 0.12)))
            gold = QColor(theme.GOLD)
            gold.setAlpha(210)
            painter.setBrush(gold)
            painter.drawPolygon(self.at.diamond(QPointF(), 0.16))

        return self.picture(("hint",), QRectF(-size * 2, -size * 2, size * 4, size * 4), paint)

    # -- labels -----------------------------------------------------------------------------------------------

    @drawn
    def level(self, number: int) -> Picture:
        """The level on which a piece stands, anchored in its middle."""
        size = max(16.0, self.at.tile * 0.21)
        box = QRectF(-size / 2, -size / 2, size, size)

        def paint(painter: QPainter) -> None:
            painter.setPen(QPen(QColor("#171310"), max(1.2, size * 0.07)))
            painter.setBrush(QColor("#fffaf0"))
            painter.drawRoundedRect(box.adjusted(1, 1, -1, -1), size * 0.28, size * 0.28)
            painter.setFont(theme.font(max(11.0, size * 0.7), serif=True))
            painter.setPen(QColor("#2b1d10"))
            painter.drawText(box, _CENTRE, str(number))

        return self.picture(("level", number), box, paint)

    @drawn
    def area(self, roof: int, squares: int) -> Picture:
        """A castle's area in squares, beside its roof, anchored in the middle."""
        height = max(17.0, self.at.tile * 0.24)
        text = theme.font(max(12.0, height * 0.78), serif=True)
        wide = QFontMetricsF(text).horizontalAdvance(str(squares)) + height * 1.42
        box = QRectF(-wide / 2, -height / 2, wide, height)

        def paint(painter: QPainter) -> None:
            painter.setPen(QPen(QColor(43, 29, 16, 150), max(1.0, height * 0.05)))
            painter.setBrush(QColor(240, 226, 198, 225))  # paler than the levels of pieces, which matter more
            painter.drawRoundedRect(box.adjusted(0.5, 0.5, -0.5, -0.5), height * 0.25, height * 0.25)
            swatch = QRectF(box.left() + height * 0.2, -height * 0.32, height * 0.64, height * 0.64)
            paint_swatch(painter, swatch, roof)
            painter.setFont(text)
            painter.setPen(QColor("#2b1d10"))
            painter.drawText(box.adjusted(height * 0.86, 0, -height * 0.12, 0), _CENTRE, str(squares))

        return self.picture(("area", roof, squares), box, paint)

    @drawn
    def step(self, number: int) -> Picture:
        """A mark on a knight's way: the action points spent so far, 0 for a square that it only passes."""
        size = max(16.0, self.at.tile * (0.26 if number else 0.14))
        box = QRectF(-size / 2, -size / 2, size, size)

        def paint(painter: QPainter) -> None:
            painter.setPen(QPen(QColor("#171310"), 1.4))
            painter.setBrush(QColor("#fffaf0"))
            painter.drawEllipse(box.adjusted(1, 1, -1, -1))
            if number:
                painter.setFont(theme.font(max(11.0, size * 0.62), QFont.Weight.DemiBold, serif=True))
                painter.setPen(QColor("#38291a"))
                painter.drawText(box, _CENTRE, str(number))

        return self.picture(("step", number), box, paint)
