"""The pictures that all items of a board share: painted once per zoom level and screen density, then only copied.

A :class:`Picture` is a pixmap with the place of its anchor: the point of the board it belongs to.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import NamedTuple

from PySide6.QtCore import QPointF, QRectF, Qt
from PySide6.QtGui import QColor, QFont, QFontMetricsF, QPainter, QPen, QPixmap, QPolygonF

from client import theme
from client.boards.loop import bridgework, ground, stones
from client.boards.loop.projection import Projection
from client.table import art

CREST_COLOURS = ("#6d5a40", "#9e2f2f", "#27496d", "#74386a", "#b03a5b", "#1c737a", "#646c20", "#84522a", "#43464f")
"""By crest; 0 is a villa's. The same as in ``resources/art/crests``."""

KEPT = 3
"""How many zoom levels are kept."""


class Picture(NamedTuple):
    """A pixmap, and where its top left corner lies seen from the anchor."""

    pixmap: QPixmap
    offset: QPointF


class Pixmaps:
    """The pictures of one zoom level.

    Attributes:
        at: the projection they are painted for.
    """

    def __init__(self, at: Projection, ratio: float, colours: theme.Palette) -> None:
        self.at = at
        self.ratio = ratio
        self.colours = colours
        self._made: dict[tuple[object, ...], Picture] = {}

    def picture(self, key: tuple[object, ...], box: QRectF, paint: Callable[[QPainter], None]) -> Picture:
        """The picture with this key; the first time it is painted round the origin into a box."""
        found = self._made.get(key)
        if found is None:
            # Whole pixels on every side: the anchor then falls on a pixel, and the copy needs no blending.
            left, top = int(box.left()) - 2, int(box.top()) - 2
            width, height = int(box.right()) + 3 - left, int(box.bottom()) + 3 - top
            pixmap = QPixmap(round(width * self.ratio), round(height * self.ratio))
            pixmap.setDevicePixelRatio(self.ratio)
            pixmap.fill(Qt.GlobalColor.transparent)
            painter = QPainter(pixmap)
            painter.setRenderHint(QPainter.RenderHint.Antialiasing)
            painter.translate(-left, -top)
            try:
                paint(painter)
            finally:
                painter.end()
            found = self._made[key] = Picture(pixmap, QPointF(left, top))
        return found

    # -- the board and what is built on it -----------------------------------------------------------------------------

    def ground(self) -> Picture:
        """The empty board; the anchor is the projection's origin."""
        return self.picture(
            ("ground",), ground.ground_bounds(self.at), lambda painter: ground.paint_ground(painter, self.at, self.colours)
        )

    def block_box(self) -> QRectF:
        """The room of a block with its battlements, round the centre of its upper side."""
        at = self.at
        return QRectF(-at.tile / 2, -at.depth / 2 - at.tile * stones.MERLON * 1.5, at.tile, 0).adjusted(
            0, 0, 0, at.depth + at.rise + at.tile * stones.MERLON * 1.5
        )

    def block(self, crest: int, crowned: bool, buried: bool = False) -> Picture:
        """A block, anchored at the centre of its upper side; crest 0 is a villa's.

        Nothing stands on a ``crowned`` one. Of a ``buried`` one, with two or more above it, the rear of its upper side is
        left out: nobody ever sees it, and half as much has to be copied.
        """
        stone = stones.SANDSTONE if crest else stones.WHITEWASH
        band = QColor(CREST_COLOURS[crest]) if crest and crowned else None
        box = self.block_box()
        if buried:
            box.setTop(0)
        return self.picture(
            ("block", crest if crowned else bool(crest), crowned, buried),
            box,
            lambda painter: stones.paint_block(painter, self.at, stone, band, crowned),
        )

    def founding_stone(self, along_columns: bool, part: int) -> Picture:
        """A third of a founding stone, anchored like a block."""
        return self.picture(
            ("stone", along_columns, part),
            self.block_box(),
            lambda painter: stones.paint_founding_stone(painter, self.at, along_columns, part),
        )

    def bridge(self, along_columns: bool, part: int, crest: int, crowned: bool) -> Picture:
        """A cell's share of a bridge (see :func:`~.bridgework.paint_bridge`), anchored like a block."""
        band = QColor(CREST_COLOURS[crest]) if crest else None
        return self.picture(
            ("bridge", along_columns, part, crest, crowned),
            self.block_box(),
            lambda painter: bridgework.paint_bridge(painter, self.at, along_columns, part, band, crowned),
        )

    def shade(self) -> Picture:
        """The shadow of a bridge on what is under it."""
        return self.picture(("shade",), self._spread(0.5), lambda painter: bridgework.paint_shade(painter, self.at))

    def bridge_offer(self, along_columns: bool, bright: bool) -> Picture:
        """A bridge that could be built now, anchored at the centre of its middle's upper side; ``bright`` under the pointer."""
        box = bridgework.plank(self.at, along_columns).boundingRect().adjusted(-4, -4, 4, self.at.rise + 4)
        return self.picture(
            ("bridge-offer", along_columns, bright),
            box,
            lambda painter: bridgework.paint_offer(painter, self.at, along_columns, bright),
        )

    def price(self, said: str, bright: bool) -> Picture:
        """What something pays and costs, in gold: ``−15 +20``, anchored in its middle."""
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

    def name(self, said: str) -> Picture:
        """The name of a gap on top of what is built over it, smaller than a field's number."""
        box = QRectF(-self.at.tile / 2, -self.at.depth / 2, self.at.tile, self.at.depth)
        return self.picture(
            ("name", said), box, lambda painter: ground.paint_number(painter, self.at, said, QColor("#7d6240"), 21)
        )

    def number(self, cell: int) -> Picture:
        """A field's number for the top of its stack."""
        box = QRectF(-self.at.tile / 2, -self.at.depth / 2, self.at.tile, self.at.depth)
        return self.picture(
            ("number", cell), box, lambda painter: ground.paint_number(painter, self.at, cell, QColor("#6b5230"))
        )

    # -- marks ---------------------------------------------------------------------------------------------------------

    def glow(self, bright: bool) -> Picture:
        """Gold round a field or the top of a stack: something can be done here now; ``bright`` under the pointer."""

        def paint(painter: QPainter) -> None:
            gold = QColor(theme.GOLD)
            for width, alpha in ((0.2, 36), (0.13, 60)):
                halo = QColor(gold)
                halo.setAlpha(alpha * (2 if bright else 1))
                painter.setPen(QPen(halo, self.at.tile * width))
                painter.drawPolygon(self.at.diamond(QPointF(), 0.9))
            fill = QColor("#ffd768")
            fill.setAlpha(170 if bright else 95)
            painter.setBrush(fill)
            painter.setPen(QPen(QColor("#5d4203"), max(3.0, self.at.tile * 0.07)))
            painter.drawPolygon(self.at.diamond(QPointF(), 0.88))
            painter.setBrush(Qt.BrushStyle.NoBrush)
            painter.setPen(QPen(QColor("#ffe08a" if bright else theme.GOLD), max(2.0, self.at.tile * 0.05)))
            painter.drawPolygon(self.at.diamond(QPointF(), 0.88))

        return self.picture(("glow", bright), self._spread(0.62), paint)

    def pointed(self) -> Picture:
        """A quiet light on the field under the pointer where nothing can be done."""

        def paint(painter: QPainter) -> None:
            painter.setBrush(QColor(255, 255, 255, 50))
            painter.setPen(QPen(QColor(255, 255, 255, 170), max(1.2, self.at.tile * 0.025)))
            painter.drawPolygon(self.at.diamond(QPointF(), 0.9))

        return self.picture(("pointed",), self._spread(0.55), paint)

    def ring(self, seat: int) -> Picture:
        """A ring in a seat's colour round what the scoring counts; white for no seat (-1)."""

        def paint(painter: QPainter) -> None:
            painter.setPen(QPen(QColor("#171310"), max(3.0, self.at.tile * 0.085)))
            painter.drawPolygon(self.at.diamond(QPointF(), 0.92))
            colour = theme.seat_colour(seat) if seat >= 0 else QColor("#ffffff")
            painter.setPen(QPen(colour, max(2.0, self.at.tile * 0.05)))
            painter.drawPolygon(self.at.diamond(QPointF(), 0.92))

        return self.picture(("ring", seat), self._spread(0.6), paint)

    def _spread(self, share: float) -> QRectF:
        half, deep = self.at.tile * share, self.at.depth * share
        return QRectF(-half, -deep, half * 2, deep * 2)

    # -- nobles --------------------------------------------------------------------------------------------------------

    def noble(self, seat: int, rank: int) -> Picture:
        """A noble, anchored at the middle of its foot."""
        name = "pieces/grande" if rank > 1 else "pieces/baron"
        size = art.size_of(name, self.at.tile * (0.82 if rank > 1 else 0.66))
        foot = size.height() * 0.91
        box = QRectF(-size.width() / 2, -foot, size.width(), size.height())

        def paint(painter: QPainter) -> None:
            art.paint(painter, name, box, theme.SEAT_COLOURS[seat])
            emblem = theme.seat_path(seat, size.width() * 0.5, QPointF(0, -size.height() * (0.26 if rank > 1 else 0.27)))
            painter.setPen(QPen(QColor("#171310"), max(1.0, size.width() * 0.035)))
            painter.setBrush(QColor("#fffaf0"))
            painter.drawPath(emblem)

        return self.picture(("noble", seat, rank), box, paint)

    def behind(self, seat: int, rank: int) -> Picture:
        """The mark for a noble that a tower hides: its seat's shape, with a crown for a grande; anchored in the middle."""
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

    # -- flags and values ----------------------------------------------------------------------------------------------

    def mast(self, pole: float) -> Picture:
        """The pole of a castle's flag, anchored at its foot; ``pole`` is its length below the cloth by the width of a field."""
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
        """Height of a flag's cloth."""
        return max(21.0, self.at.tile * 0.32)

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

    def coins(self, real: int) -> Picture:
        """Money on its way: ``+14`` beside a coin, anchored in its middle."""
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


_kept: dict[tuple[object, ...], Pixmaps] = {}


def shared_pixmaps(at: Projection, ratio: float, colours: theme.Palette, kind: type[Pixmaps] = Pixmaps) -> Pixmaps:
    """The pictures of a zoom level, shared by all boards on the screen; the last few levels are kept."""
    key = (kind, at.spots, at.tile, ratio, colours.name)
    found = _kept.pop(key, None) or kind(at, ratio, colours)
    _kept[key] = found
    while len(_kept) > KEPT:
        del _kept[next(iter(_kept))]
    return found
