"""The pictures of the loop board: blocks in their castle's colour, bridges, flags and values."""

from __future__ import annotations

from collections.abc import Iterator
from functools import partial

from PySide6.QtCore import QPointF, QRectF, Qt
from PySide6.QtGui import QColor, QFont, QFontMetricsF, QPainter, QPen, QPolygonF

from client.boards.loop import bridgework, foundingstone, ground
from client.boards.stacks import slab, stones
from client.boards.stacks.pixmaps import Picture, Pixmaps, drawn
from client.boards.stacks.projection import Projection
from client.boards.stacks.roofs import COLOURS as CREST_COLOURS
from client.look import theme
from client.table import art


def label_height(at: Projection) -> float:
    """The height of the label of a hidden number, in pixels."""
    return max(14.0, at.tile * 0.19)


class LoopPixmaps(Pixmaps):
    """The pictures of one zoom level, including those that only this board has."""

    likely_block = "block"
    paving = ground.SANDSTONE
    """The paving of the fields."""

    def paint_ground(self, painter: QPainter) -> Iterator[None]:
        """Paint the empty board, step by step."""
        return ground.paint_ground(painter, self.at, self.colours)

    @drawn
    def block(self, crest: int, deep: int = 0, worn: int = 0, rim: int = stones.ALL_EDGES) -> Picture:
        """A block, anchored at the centre of its upper side; crest 0 is a villa's.

        ``deep`` is the number of blocks on it, ``worn`` the variant of its stones. Its castle ends at the edges ``rim``.
        """
        deep = min(deep, stones.DEEPEST)
        rim = rim if crest and not deep else stones.ALL_EDGES
        dress = stones.Dress(crest if not deep else 0, not deep, deep, worn, self.colours.dark, rim)
        stone = stones.SANDSTONE if crest else stones.WHITEWASH
        return self.picture(
            ("block", bool(crest), dress),
            self.block_box(deep > 1),
            lambda painter: stones.paint_block(painter, self.at, stone, dress),
            self.walls(stone, dress),
        )

    @drawn
    def founding_stone(self, along_columns: bool, part: int, crest: int) -> Picture:
        """A third of a founding stone, anchored like a block; crest 0 if something stands on it."""
        return self.picture(
            ("stone", along_columns, part, crest),
            self.block_box(),
            lambda painter: foundingstone.paint_founding_stone(painter, self.at, along_columns, part, crest),
        )

    @drawn
    def bridge(self, along_columns: bool, part: int, crest: int, crowned: bool) -> Picture:
        """One cell's part of a bridge (see :func:`~.bridgework.paint_bridge`), anchored like a block."""
        band = QColor(CREST_COLOURS[crest]) if crest else None
        return self.picture(
            ("bridge", along_columns, part, crest, crowned),
            self.block_box(),
            lambda painter: bridgework.paint_bridge(painter, self.at, along_columns, part, band, crowned),
        )

    @drawn
    def shade(self) -> Picture:
        """The shadow of a bridge on what is below it."""
        return self.picture(("shade",), self._spread(0.5), lambda painter: bridgework.paint_shade(painter, self.at))

    @drawn
    def bridge_offer(self, along_columns: bool, bright: bool) -> Picture:
        """A possible bridge, anchored at the centre of its middle's upper side; ``bright`` under the pointer."""
        box = bridgework.plank(self.at, along_columns).boundingRect().adjusted(-4, -4, 4, self.at.rise + 4)
        return self.picture(
            ("bridge-offer", along_columns, bright),
            box,
            lambda painter: bridgework.paint_offer(painter, self.at, along_columns, bright),
        )

    @drawn
    def price(self, said: str, bright: bool) -> Picture:
        """Pay and cost in gold, such as ``−15 +20``, anchored in its middle."""
        height = max(19.0, self.at.tile * 0.25)
        text = theme.font(max(12.0, height * 0.7), QFont.Weight.Bold)
        width = QFontMetricsF(text).horizontalAdvance(said) + height * 0.9
        box = QRectF(-width / 2, -height / 2, width, height)

        def paint(painter: QPainter) -> None:
            painter.setPen(QPen(QColor("#3d2c02"), max(1.2, height * 0.07)))
            painter.setBrush(QColor("#ffe08a" if bright else theme.GOLD))
            painter.drawRoundedRect(box.adjusted(0.5, 0.5, -0.5, -0.5), height / 2, height / 2)
            painter.setFont(text)
            painter.setPen(QColor("#2b1f02"))
            painter.drawText(box, Qt.AlignmentFlag.AlignCenter, said)

        return self.picture(("price", said, bright), box, paint)

    @drawn
    def name(self, said: str, small: bool = False) -> Picture:
        """The name of a gap, on top of what is built over it; smaller than a field's number."""
        return self._plaque(said, 21, small)

    @drawn
    def ground_number(self, cell: int, small: bool) -> Picture:
        """A field's number on its paving."""
        box = QRectF(-self.at.tile / 4, -self.at.depth / 3, self.at.tile / 2, self.at.depth * 2 / 3)
        ink, size = QColor(self.paving.number), 24 if small else 31
        paint = partial(slab.paint_number, at=self.at, number=cell, colour=ink, size=size)
        return self.picture(("ground-number", cell, small), box, paint)

    @drawn
    def label(self, said: str) -> Picture:
        """The number of a field that towers or bridges hide, on what hides it; anchored in its middle."""
        high = label_height(self.at)
        text = theme.font(max(11.0, high * 0.78), serif=True)
        wide = QFontMetricsF(text).horizontalAdvance(said) + high * 0.6
        box = QRectF(-wide / 2, -high / 2, wide, high)

        def paint(painter: QPainter) -> None:
            painter.setPen(QPen(QColor(255, 246, 226, 150), max(1.0, high * 0.06)))
            painter.setBrush(QColor(52, 40, 30, 215))
            painter.drawRoundedRect(box.adjusted(0.5, 0.5, -0.5, -0.5), high / 2, high / 2)
            painter.setFont(text)
            painter.setPen(QColor("#fff6e2"))
            painter.drawText(box, Qt.AlignmentFlag.AlignCenter, said)

        return self.picture(("label", said), box, paint)

    @drawn
    def behind(self, seat: int, rank: int) -> Picture:
        """The mark of a noble that a tower hides: its seat's shape, with a crown for a grande; anchored in the middle."""
        size = max(15.0, self.at.tile * 0.24)
        box = QRectF(-size * 0.62, -size * 1.0, size * 1.24, size * 1.6)

        def paint(painter: QPainter) -> None:
            painter.setOpacity(0.92)
            theme.paint_seat(painter, seat, QPointF(), size)
            if rank > 1:
                crown = art.size_of("pieces/crown", size * 0.42)
                place = QRectF(-crown.width() / 2, -size * 0.86, crown.width(), crown.height())
                art.paint(painter, "pieces/crown", place, "#fbf7ef")

        return self.picture(("behind", seat, rank), box, paint)

    @drawn
    def mast(self, pole: float) -> Picture:
        """The pole of a castle's flag, anchored at its foot; ``pole`` is its length below the cloth, relative to a field."""
        stick = max(2.0, self.at.tile * 0.035)
        length = self.at.tile * pole + self._cloth
        box = QRectF(-stick, -length - 2, stick * 2, length + 4)

        def paint(painter: QPainter) -> None:
            for colour, grow in (("#2a1d12", 1.4), ("#8a6a42", 0.0)):
                painter.setPen(QPen(QColor(colour), stick + grow, Qt.PenStyle.SolidLine, Qt.PenCapStyle.RoundCap))
                painter.drawLine(QPointF(0, -1), QPointF(0, -length + stick))

        return self.picture(("mast", pole), box, paint)

    @property
    def _cloth(self) -> float:
        """The height of a flag's cloth."""
        return max(21.0, self.at.tile * 0.32)

    @drawn
    def flag(self, crest: int, value: int, leftwards: bool, pole: float) -> Picture:
        """A castle's flag with its crest and value, anchored at the foot of its mast and flying to the left or right."""
        height = self._cloth
        text = theme.font(max(13.0, height * 0.78), serif=True)
        shield = art.size_of(f"crests/{crest}", height * 0.8)
        number = QFontMetricsF(text).horizontalAdvance(str(value))
        pad = height * 0.18
        width = pad + shield.width() + pad + number + pad * 2.6
        top = -self.at.tile * pole - height + 1
        stick = max(2.0, self.at.tile * 0.035)
        box = QRectF(-width if leftwards else 0, top, width, height).adjusted(-4, -3, 4, 3)
        way = -1 if leftwards else 1

        def paint(painter: QPainter) -> None:
            bottom = top + height
            cloth = QPolygonF(
                [
                    QPointF(way * stick / 2, top),
                    QPointF(way * width, top),
                    QPointF(way * (width - pad * 1.5), (top + bottom) / 2),
                    QPointF(way * width, bottom),
                    QPointF(way * stick / 2, bottom),
                ]
            )
            painter.setPen(QPen(QColor("#171310"), max(1.2, height * 0.06)))
            painter.setBrush(QColor(CREST_COLOURS[crest]))
            painter.drawPolygon(cloth)
            start = -width + pad * 2.2 if leftwards else pad
            place = QRectF(start, (top + bottom - shield.height()) / 2, shield.width(), shield.height())
            art.paint(painter, f"crests/{crest}", place)
            painter.setFont(text)
            painter.setPen(QColor("#fffaf0"))
            line = QRectF(start + pad * 0.8 + shield.width(), top, number + 2, height)
            painter.drawText(line, Qt.AlignmentFlag.AlignCenter, str(value))

        return self.picture(("flag", crest, value, leftwards, pole), box, paint)

    @drawn
    def tag(self, value: int) -> Picture:
        """A villa's value, anchored at the middle of its lower edge."""
        height = max(17.0, self.at.tile * 0.24)
        text = theme.font(max(12.0, height * 0.76), serif=True)
        width = max(height * 1.15, QFontMetricsF(text).horizontalAdvance(str(value)) + height * 0.6)
        box = QRectF(-width / 2, -height, width, height)

        def paint(painter: QPainter) -> None:
            painter.setPen(QPen(QColor("#5a4a34"), max(1.0, height * 0.06)))
            painter.setBrush(QColor("#fffaf0"))
            painter.drawRoundedRect(box.adjusted(0.5, 0.5, -0.5, -0.5), height / 2, height / 2)
            painter.setFont(text)
            painter.setPen(QColor("#38291a"))
            painter.drawText(box, Qt.AlignmentFlag.AlignCenter, str(value))

        return self.picture(("tag", value), box, paint)

    @drawn
    def coins(self, real: int) -> Picture:
        """Money in flight, such as ``+14`` beside a coin, anchored in its middle."""
        height = max(22.0, self.at.tile * 0.3)
        text = theme.font(max(14.0, height * 0.72), serif=True)
        said = f"{real:+d}".replace("-", "−")
        width = QFontMetricsF(text).horizontalAdvance(said) + height * 1.5
        box = QRectF(-width / 2, -height / 2, width, height)

        def paint(painter: QPainter) -> None:
            painter.setPen(QPen(QColor("#171310"), max(1.0, height * 0.05)))
            painter.setBrush(QColor("#fffaf0") if real >= 0 else QColor("#f3d9cf"))
            painter.drawRoundedRect(box.adjusted(0.5, 0.5, -0.5, -0.5), height / 2, height / 2)
            coin = QRectF(box.left() + height * 0.16, -height * 0.34, height * 0.68, height * 0.68)
            art.paint(painter, "pieces/coin", coin)
            painter.setFont(text)
            painter.setPen(QColor("#38291a"))
            painter.drawText(box.adjusted(height * 0.8, 0, -height * 0.2, 0), Qt.AlignmentFlag.AlignCenter, said)

        return self.picture(("coins", real), box, paint)
