"""Painting what lies on the map: border stones, castle grounds, plots, pieces, wells, prices, and the marks on them."""

from __future__ import annotations

from collections.abc import Sequence

from PySide6.QtCore import QPointF, QRectF, QSizeF, Qt
from PySide6.QtGui import QColor, QFont, QLinearGradient, QPainter, QPainterPath, QPen, QPolygonF

from client.boards.burgenland.facts import PIECE_NAMES, WELL
from client.boards.burgenland.hues import HUES, crest
from client.boards.burgenland.layout import Plate
from client.boards.burgenland.stamps import stamp
from client.look import theme
from client.table import art

INK = QColor("#4a3720")
_CENTRE = Qt.AlignmentFlag.AlignCenter

JOKER, LACKING = 0, -1
"""Values in place of a colour, in the row of what a hand has for a castle."""

_NARROW = 60.0
"""Below this width, a castle's foot has no space to spare."""

PIP, SMALL_PIP = (15.0, 17.0), (12.5, 13.5)
"""The size of a pip, in one line and in two."""


def fitted(name: str, box: QRectF) -> QRectF:
    """The rectangle of a drawing in the middle of a box; an empty one if the box has no room."""
    if box.isEmpty():
        return QRectF(box.center(), QSizeF(0, 0))
    size = art.size_of(name, box.height())
    if size.width() > box.width():
        size *= box.width() / size.width()
    return QRectF(box.center().x() - size.width() / 2, box.center().y() - size.height() / 2, size.width(), size.height())


def paint_fitted(painter: QPainter, name: str, box: QRectF) -> None:
    """Paint a drawing as large as it fits into a box."""
    stamp(painter, fitted(name, box), (name,), lambda brush, where: art.paint(brush, name, where))


def paint_plate(painter: QPainter, box: QRectF) -> None:
    """Paint the courtyard of a small castle: trodden earth inside a low wall, with its shadow."""
    painter.setPen(Qt.PenStyle.NoPen)
    for grow, alpha in ((4.5, 26), (2.5, 36), (1.0, 46)):
        painter.setBrush(QColor(20, 15, 8, alpha))
        painter.drawRoundedRect(box.adjusted(2 - grow, 4, 2 + grow, 5 + grow), 8, 8)
    painter.setBrush(QColor("#8a6d43"))
    painter.drawRoundedRect(box.translated(0, 4), 7, 7)
    painter.setBrush(QColor("#cbb48a"))
    painter.setPen(QPen(QColor("#5d4626"), 1.1))
    painter.drawRoundedRect(box, 7, 7)
    earth = QLinearGradient(box.topLeft(), box.bottomRight())
    earth.setColorAt(0, QColor("#eedfba"))
    earth.setColorAt(1, QColor("#d8c294"))
    painter.setBrush(earth)
    painter.setPen(QPen(QColor(90, 66, 34, 90), 0.8))
    painter.drawRoundedRect(box.adjusted(2.4, 2.4, -2.4, -2.4), 5, 5)


def paint_curtain(painter: QPainter, box: QRectF, built: int, squares: int, colours: tuple[int, int]) -> None:
    """Paint the wall behind a small castle, which rises with its pieces: stakes, then stone, then towers.

    Args:
        painter: paints in the layout's units.
        box: the castle's ground.
        built: the number of pieces there; ``squares``: how many have space.
        colours: the colours of the two border stones, for the pennants.
    """
    left, right, foot = box.left() + 5, box.right() - 5, box.top() + 3
    if not built:
        painter.setPen(QPen(QColor("#4a3018"), 2.6, Qt.PenStyle.SolidLine, Qt.PenCapStyle.RoundCap))
        stakes = int((right - left) / 9)
        for number in range(stakes + 1):
            x = left + number * (right - left) / stakes
            painter.drawLine(QPointF(x, foot), QPointF(x, foot - 5))
        painter.setPen(QPen(QColor("#b98d52"), 1.3))
        painter.drawLine(QPointF(left, foot - 3), QPointF(right, foot - 3))
        return
    high = 4.0 + 4.5 * built / squares
    count = int((right - left) / 7) // 2 * 2 + 1
    step = (right - left) / count
    edge = [QPointF(left, foot)]
    for number in range(count):
        top = foot - high - (0 if number % 2 else 3.2)
        edge += [QPointF(left + number * step, top), QPointF(left + (number + 1) * step, top)]
    edge.append(QPointF(right, foot))
    painter.setPen(QPen(QColor("#4a3720"), 1))
    painter.setBrush(QColor("#dcc594"))
    painter.drawPolygon(QPolygonF(edge))
    if built < squares:
        return
    for x, colour in ((box.left() + 4, colours[0]), (box.right() - 4, colours[1])):
        tower = QRectF(x - 5, foot - 15, 10, 19)
        painter.setPen(QPen(QColor("#4a3720"), 1))
        painter.setBrush(QColor("#f0e0b8"))
        painter.drawRect(tower)
        painter.setBrush(QColor("#4d6f8f"))
        painter.drawPolygon(
            QPolygonF([tower.topLeft() + QPointF(-2, 0), QPointF(x, foot - 25), tower.topRight() + QPointF(2, 0)])
        )
        painter.drawLine(QPointF(x, foot - 25), QPointF(x, foot - 31))
        painter.setBrush(QColor(HUES[colour]))
        painter.drawPolygon(QPolygonF([QPointF(x, foot - 31), QPointF(x + 10, foot - 28.4), QPointF(x, foot - 25.4)]))


def paint_stone(painter: QPainter, box: QRectF, colour: int) -> None:
    """Paint a border stone with its crest."""
    stone = QPainterPath()
    top = box.adjusted(1, 0, -1, -5)
    stone.moveTo(top.left(), top.bottom())
    stone.lineTo(top.left(), top.top() + 15)
    stone.quadTo(top.left(), top.top(), top.center().x(), top.top())
    stone.quadTo(top.right(), top.top(), top.right(), top.top() + 15)
    stone.lineTo(top.right(), top.bottom())
    stone.closeSubpath()
    painter.setPen(Qt.PenStyle.NoPen)
    painter.setBrush(QColor(20, 15, 8, 80))
    painter.drawEllipse(QRectF(box.left() - 3, box.bottom() - 13, box.width() + 6, 15))
    painter.setBrush(QColor(HUES[colour]).darker(180))
    painter.drawPath(stone.translated(0, 5))
    shade = QLinearGradient(top.topLeft(), top.bottomRight())
    shade.setColorAt(0, QColor(HUES[colour]).lighter(118))
    shade.setColorAt(1, QColor(HUES[colour]).darker(122))
    painter.setBrush(shade)
    painter.setPen(QPen(QColor("#1c1410"), 1.6))
    painter.drawPath(stone)
    if colour:
        paint_fitted(painter, crest(colour), top.adjusted(5, 4, -5, -4))


def paint_letter(painter: QPainter, tag: QRectF, letter: str) -> None:
    """Paint the letter of a crossing."""
    painter.setBrush(QColor("#fbf5e8"))
    painter.setPen(QPen(QColor("#4a3720"), 1.2))
    painter.drawEllipse(tag)
    painter.setFont(theme.font(12, QFont.Weight.Bold))
    painter.setPen(QColor("#2b2218"))
    painter.drawText(tag, _CENTRE, letter)


def paint_square(painter: QPainter, box: QRectF, reward: str) -> None:
    """Paint a plot and its printed reward (empty on an extra plot)."""
    paint_plot(painter, box)
    paint_printed(painter, box, reward)


def paint_plot(painter: QPainter, box: QRectF) -> None:
    """Paint a plot, staked out with a line."""
    earth = QLinearGradient(box.topLeft(), box.bottomRight())
    earth.setColorAt(0, QColor("#d9c79a"))
    earth.setColorAt(1, QColor("#c4ad7b"))
    painter.setPen(QPen(QColor(90, 66, 34, 120), 1))
    painter.setBrush(earth)
    painter.drawRoundedRect(box, 3, 3)
    painter.setPen(QPen(QColor(255, 250, 235, 190), 1, Qt.PenStyle.DashLine))
    painter.setBrush(Qt.BrushStyle.NoBrush)
    painter.drawRect(box.adjusted(3, 3, -3, -3))
    painter.setPen(QPen(QColor("#4a3018"), 0.8))
    painter.setBrush(QColor("#8a5d32"))
    for corner in (box.topLeft(), box.topRight(), box.bottomLeft(), box.bottomRight()):
        peg = corner + (box.center() - corner) * (6 / box.width())
        painter.drawEllipse(peg, 1.7, 1.7)


def paint_printed(painter: QPainter, box: QRectF, reward: str) -> None:
    """Paint what is printed on a plot, if anything is."""
    if reward:
        paint_reward(painter, reward, box.adjusted(5, 5, -5, -5))


def paint_reward(painter: QPainter, reward: str, box: QRectF) -> None:
    """Paint a square's reward: a ?-tile, a swap tile, a joker, or coins with their number."""
    if reward.startswith("M"):
        side = min(box.width(), box.height())
        coin = QRectF(0, 0, side, side)
        coin.moveCenter(box.center())
        painter.setBrush(QColor("#c98d5e"))
        painter.setPen(QPen(QColor("#5f3a1f"), max(1.2, side * 0.07)))
        painter.drawEllipse(coin)
        painter.setFont(theme.font(max(12, side * 0.72), serif=True))
        painter.setPen(QColor("#2d1804"))
        painter.drawText(coin, _CENTRE, reward[1:])
    else:
        paint_fitted(painter, {"?": "burgenland/tile", "S": "burgenland/swap", "J": "burgenland/joker"}[reward], box)


def paint_garden(painter: QPainter, box: QRectF) -> None:
    """Paint the place for an extra plot: a bed with two trees."""
    painter.setBrush(QColor(93, 122, 78, 120))
    painter.setPen(QPen(QColor(74, 55, 32, 120), 1, Qt.PenStyle.DashLine))
    painter.drawRoundedRect(box.adjusted(1, 1, -1, -1), 4, 4)
    painter.setPen(QPen(QColor(40, 60, 38, 150), 1))
    for across, down, size in ((0.34, 0.44, 7.0), (0.66, 0.6, 6.0)):
        middle = QPointF(box.left() + box.width() * across, box.top() + box.height() * down)
        painter.setBrush(QColor("#5d7a4e"))
        painter.drawEllipse(middle, size, size)
        painter.setBrush(QColor("#7d9a68"))
        painter.drawEllipse(middle - QPointF(1.8, 1.8), size * 0.5, size * 0.5)


def _standing(piece: int) -> str:
    """The name of the drawing of a piece in the country."""
    return "burgenland/well" if piece == WELL else f"burgenland/built-{PIECE_NAMES[piece]}"


def paint_piece(painter: QPainter, box: QRectF, piece: int) -> None:
    """Paint a wall, house, palace or well as large as it fits into a box."""
    paint_fitted(painter, _standing(piece), box)


def paint_built(painter: QPainter, box: QRectF, piece: int, colour: int = 0) -> None:
    """Paint a piece as wide as its plot, perhaps higher, in the colour of a town on its road (0: none)."""
    name = _standing(piece)
    size = art.size_of(name, 100)
    wide = box.width() + 1
    high = wide * size.height() / size.width()
    where = QRectF(box.center().x() - wide / 2, box.bottom() + 0.5 - high, wide, high)

    def paint(brush: QPainter, where: QRectF) -> None:
        art.paint(brush, name, where)
        if colour and piece in _CLOTHS:
            _paint_cloth(brush, where, piece, QColor(HUES[colour]))

    stamp(painter, where, (name, colour), paint)


def _paint_cloth(painter: QPainter, where: QRectF, piece: int, colour: QColor) -> None:
    """Paint the banners and pennants of a piece, at their places in its drawing, which is 44 units wide."""
    painter.save()
    painter.translate(where.topLeft())
    painter.scale(where.width() / 44, where.width() / 44)
    painter.setPen(QPen(QColor("#1c1410"), 0.9, Qt.PenStyle.SolidLine, Qt.PenCapStyle.FlatCap, Qt.PenJoinStyle.RoundJoin))
    painter.setBrush(colour)
    for cloth in _CLOTHS[piece]:
        painter.drawPolygon(QPolygonF([QPointF(*corner) for corner in cloth]))
    painter.restore()


def _banner(x: float, y: float, wide: float, high: float) -> tuple[tuple[float, float], ...]:
    """The outline of a hanging banner with a notched end."""
    return (x, y), (x + wide, y), (x + wide, y + high), (x + wide / 2, y + high - wide * 0.45), (x, y + high)


_CLOTHS = {
    1: (_banner(5.2, 18.5, 6.6, 14.0), _banner(33.0, 18.5, 6.6, 14.0)),
    2: (_banner(11.4, 30.0, 5.4, 10.0),),
    3: (((8.4, 1.6), (16.6, 4.2), (8.4, 6.9)), ((36.4, 1.6), (43.8, 4.2), (36.4, 6.9))),
}
"""By piece (wall, house, palace), the corners of its banners and pennants."""


def piece_bounds(box: QRectF) -> QRectF:
    """The largest area that a piece on a plot covers."""
    return box.adjusted(-3, -box.width() * 0.42, 4, 4)


def paint_scaffold(painter: QPainter, box: QRectF) -> None:
    """Paint the scaffold on a plot: the piece being paid for will stand there."""
    paint_fitted(painter, "burgenland/scaffold", box.adjusted(-1, -5, 1, 1))


def paint_well_place(painter: QPainter, box: QRectF) -> None:
    """Paint the place of an unbuilt well: a spring."""
    paint_fitted(painter, "burgenland/spring", box)


def paint_digging(painter: QPainter, box: QRectF) -> None:
    """Paint the red marker: the next well is built here."""
    paint_fitted(painter, "burgenland/digging", box)


def paint_plaque(painter: QPainter, plate: Plate, number: int) -> None:
    """Paint a castle's number on a plaque at its foot."""
    plaque = _plaque(painter, plate, number)
    painter.setPen(QPen(QColor("#8a6d43"), 0.9))
    painter.setBrush(QColor("#fbf3df"))
    painter.drawRoundedRect(plaque, 4, 4)
    painter.setPen(INK)
    painter.drawText(plaque, _CENTRE, str(number))


def _plaque(painter: QPainter, plate: Plate, number: int) -> QRectF:
    """Where a castle's number stands; sets the painter's font to that of the number."""
    box = plate.strip
    painter.setFont(theme.font(16, serif=True))
    wide = painter.fontMetrics().horizontalAdvance(str(number)) + (5 if box.width() < _NARROW else 10)
    return QRectF(box.left() - 2, box.center().y() - 10, wide, 20)


def paint_strip(painter: QPainter, plate: Plate, number: int, has: Sequence[int]) -> None:
    """Paint beside a castle's number, for each card of its price, what the hand has: a colour, a joker, or nothing."""
    if has:
        paint_pips(painter, plate.strip.adjusted(_plaque(painter, plate, number).width() - 1, 0, 1, 0), has)


def paint_pips(painter: QPainter, room: QRectF, has: Sequence[int]) -> None:
    """Paint what the hand has for each card of a castle's price, right-aligned; on green if it has all.

    A colour also shows its crest, a joker is a diamond, and a missing card is a ring.
    """
    lines = 1 if len(has) * PIP[0] + 4 <= room.width() else 2
    across = -(-len(has) // lines)
    wide, high = PIP if lines == 1 else SMALL_PIP
    pill = QRectF(0, 0, across * wide + 4, lines * high + 3)
    pill.moveCenter(QPointF(room.right() - pill.width() / 2, room.center().y()))
    whole = LACKING not in has
    stamp(painter, pill, ("pill", whole, lines), lambda brush, where: _paint_pill(brush, where, whole, 5 / pill.height()))
    for place, colour in enumerate(has):
        line, column = divmod(place, across)
        box = QRectF(pill.left() + 2 + column * wide, pill.top() + 1.5 + line * high, wide, high)
        middle = box.center()
        if colour == LACKING:
            painter.setBrush(Qt.BrushStyle.NoBrush)
            painter.setPen(QPen(QColor(255, 246, 226, 170), 1.2))
            painter.drawEllipse(middle, 3.2, 3.2)
        elif colour == JOKER:
            painter.setBrush(QColor("#fff6e2"))
            painter.setPen(QPen(QColor("#1c1410"), 1))
            painter.drawPolygon(
                QPolygonF([middle + QPointF(0, -5), middle + QPointF(5, 0), middle + QPointF(0, 5), middle - QPointF(5, 0)])
            )
        else:
            paint_fitted(painter, crest(colour), box.adjusted(0.4, 0.4, -0.4, -0.4))


def _paint_pill(painter: QPainter, box: QRectF, whole: bool, rounded: float) -> None:
    """Paint the ground of what a hand has, with corners whose radius is this share of its height."""
    painter.setPen(Qt.PenStyle.NoPen)
    painter.setBrush(QColor("#2f5d47") if whole else QColor(74, 55, 32, 120))
    painter.drawRoundedRect(box, rounded * box.height(), rounded * box.height())


PRICE_WIDE = 55
"""The width that a price of the large castle needs."""


def paint_price(painter: QPainter, box: QRectF, same: bool, cards: int) -> None:
    """Paint a price of the large castle: cards of one colour or of different ones."""
    painter.setBrush(QColor("#fbf3df"))
    painter.setPen(QPen(QColor("#a98c5c"), 1))
    painter.drawRoundedRect(box.adjusted(0.5, 0.5, -0.5, -0.5), 5, 5)
    painter.setFont(theme.font(15, serif=True))
    painter.setPen(INK)
    number = QRectF(box.left() + 3, box.top(), 13, box.height())
    painter.drawText(number, _CENTRE, str(cards))
    for place, colour in enumerate((3, 3, 3) if same else (1, 5, 2)):
        card = QRectF(box.left() + 17 + place * 5, box.top() + 8 - (place % 2 if not same else 0), 8, 13)
        painter.setBrush(QColor("#b9a27a") if same else QColor(HUES[colour]))
        painter.setPen(QPen(QColor("#3b2a17"), 0.9))
        painter.drawRoundedRect(card, 1.6, 1.6)


def paint_short(painter: QPainter, box: QRectF, lacking: int | None) -> None:
    """Paint beside a price how many of its cards the hand lacks; nothing if there is no hand."""
    if lacking is None:
        return
    rest = QRectF(box.left() + 36, box.top(), box.width() - 36, box.height())
    if lacking:
        painter.setFont(theme.font(14, QFont.Weight.DemiBold))
        painter.setPen(QColor("#8c2f22"))
        painter.drawText(rest, _CENTRE, f"−{lacking}")
    else:
        middle = rest.center()
        painter.setBrush(Qt.BrushStyle.NoBrush)
        painter.setPen(QPen(QColor("#2f5d47"), 3, Qt.PenStyle.SolidLine, Qt.PenCapStyle.RoundCap, Qt.PenJoinStyle.RoundJoin))
        painter.drawPolyline([middle + QPointF(-6, 0), middle + QPointF(-2, 5), middle + QPointF(6, -5)])


def paint_mark(painter: QPainter, box: QRectF, round_one: bool, bright: bool) -> None:
    """Paint gold around a possible place; ``bright`` under the pointer."""
    fill = QColor("#ffd768")
    fill.setAlpha(100 if bright else 28)
    for colour, wide, brush in (("#5d4203", 5.0, Qt.BrushStyle.NoBrush), ("#ffe08a" if bright else theme.GOLD, 3.0, fill)):
        painter.setPen(QPen(QColor(colour), wide))
        painter.setBrush(brush)
        if round_one:
            painter.drawEllipse(box)
        else:
            painter.drawRoundedRect(box, 5, 5)


def paint_ring(painter: QPainter, box: QRectF, round_one: bool, seat: int = -1) -> None:
    """Paint a ring around a place that is pointed at or mentioned, or that a seat changed, in its colour; never in gold."""
    painter.setBrush(Qt.BrushStyle.NoBrush)
    colour = theme.seat_colour(seat) if seat >= 0 else QColor("#ffffff")
    for pen in (QPen(QColor("#171310"), 6 if seat >= 0 else 4.5), QPen(colour, 4 if seat >= 0 else 2.5)):
        painter.setPen(pen)
        if round_one:
            painter.drawEllipse(box)
        else:
            painter.drawRoundedRect(box, 5, 5)
    if seat >= 0:
        theme.paint_seat(painter, seat, box.topLeft() + QPointF(5, 5), 11)  # its shape, too: two colours may look alike
