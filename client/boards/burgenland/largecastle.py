"""Painting the large castle, the centrepiece, which rises with every piece built in it."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from PySide6.QtCore import QPointF, QRectF, Qt
from PySide6.QtGui import QColor, QFont, QLinearGradient, QPainter, QPainterPath, QPen, QPolygonF

from client.boards.burgenland.facts import PIECE_NAMES
from client.boards.burgenland.hues import HUES
from client.boards.burgenland.layout import LARGE_HEAD, LARGE_VIEW
from client.boards.burgenland.stones import INK, paint_fitted
from client.look import theme

_CENTRE = Qt.AlignmentFlag.AlignCenter
_LINE = "#3f2f1b"
_INSIDE, _LIT = "#4d381e", "#ffd27a"
"""The colours of a window by day and at dusk."""

_PLAN = 0.17
"""The opacity of planned parts, from 0 to 1."""

_WALLS, _HOUSES, _PALACES = 16, 12, 12
"""The largest number of each, as in the box of the game."""

_FRONT = 7
"""The number of walls in the curtain wall in front; later ones rise behind it."""

_PLANNED = (_FRONT, 5, 5)
"""The castle drawn before anything is built."""


def paint_large(painter: QPainter, box: QRectF, title: str, built: Sequence[int]) -> Iterator[None]:
    """Paint, step by step, the large castle's ground, the castle so far, and its numbers of walls, houses and palaces."""
    _base(painter, box)
    yield
    view = QRectF(box.left() + 5, box.top() + 5, box.width() - 10, LARGE_VIEW)
    painter.save()
    try:
        frame = QPainterPath()
        frame.addRoundedRect(view, 5, 5)
        painter.setClipPath(frame, Qt.ClipOperation.IntersectClip)
        _scenery(painter, view)
        yield
        walls, houses, palaces = built
        painter.setOpacity(_PLAN)
        yield from _castle(painter, view, *_PLANNED)
        painter.setOpacity(1.0)
        yield from _castle(painter, view, walls, houses, palaces)
    finally:
        painter.restore()
    painter.setBrush(Qt.BrushStyle.NoBrush)
    painter.setPen(QPen(QColor("#6b5230"), 1.2))
    painter.drawRoundedRect(view, 5, 5)
    _title(painter, view, title)
    _counts(painter, QRectF(box.left() + 5, view.bottom() + 1, box.width() - 10, LARGE_HEAD - LARGE_VIEW - 6), built)


def _base(painter: QPainter, box: QRectF) -> None:
    painter.setPen(Qt.PenStyle.NoPen)
    for grow, alpha in ((5.0, 26), (3.0, 34), (1.5, 44)):
        painter.setBrush(QColor(20, 15, 8, alpha))
        painter.drawRoundedRect(box.adjusted(-grow + 2, 4, grow + 2, 6 + grow), 9, 9)
    painter.setBrush(QColor("#7d6138"))
    painter.drawRoundedRect(box.translated(0, 6), 8, 8)
    shade = QLinearGradient(box.topLeft(), box.bottomRight())
    shade.setColorAt(0, QColor("#ecdcb4"))
    shade.setColorAt(1, QColor("#cdb582"))
    painter.setBrush(shade)
    painter.setPen(QPen(QColor("#5d4626"), 1.2))
    painter.drawRoundedRect(box, 8, 8)


def _title(painter: QPainter, view: QRectF, title: str) -> None:
    """Paint the name on a sign in the middle of the frame, above the castle's flags."""
    font = theme.font(14, serif=True)
    painter.setFont(font)
    wide = painter.fontMetrics().horizontalAdvance(title) + 22.0
    ribbon = QRectF(view.center().x() - wide / 2, view.top() - 6, wide, 18)
    painter.setPen(QPen(QColor("#6b5230"), 1))
    painter.setBrush(QColor(255, 250, 236))
    painter.drawRoundedRect(ribbon, 9, 9)
    painter.setPen(INK)
    painter.drawText(ribbon, _CENTRE, title)


def _counts(painter: QPainter, row: QRectF, built: Sequence[int]) -> None:
    wide = (row.width() + 3) / 3
    for piece, count in enumerate(built, 1):
        cell = QRectF(row.left() + (piece - 1) * wide, row.top(), wide - 3, row.height())
        drawing = QRectF(cell.center().x() - 27, cell.top(), 26, cell.height())
        painter.setOpacity(1.0 if count else 0.5)
        paint_fitted(painter, f"burgenland/{PIECE_NAMES[piece]}", drawing)
        painter.setOpacity(1.0)
        painter.setFont(theme.font(16, QFont.Weight.Bold, serif=True))
        painter.setPen(INK)
        painter.drawText(
            QRectF(cell.center().x() + 1, cell.top(), 30, cell.height()),
            Qt.AlignmentFlag.AlignVCenter | Qt.AlignmentFlag.AlignLeft,
            f"×{count}",
        )


def _scenery(painter: QPainter, view: QRectF) -> None:
    sky = QLinearGradient(view.topLeft(), view.bottomLeft())
    dusk = theme.palette().dark
    for part, day, late in ((0, "#8fc0da", "#24305e"), (0.6, "#f6ead0", "#c98a86"), (1, "#e6d3a0", "#d9a27c")):
        sky.setColorAt(part, QColor(late if dusk else day))
    painter.fillRect(view, sky)
    painter.setPen(Qt.PenStyle.NoPen)
    x, y, wide, high = view.left(), view.top(), view.width(), view.height()
    if dusk:
        painter.setBrush(QColor(255, 250, 235, 190))
        for right, down in (
            (0.07, 0.34),
            (0.16, 0.18),
            (0.24, 0.4),
            (0.31, 0.24),
            (0.72, 0.2),
            (0.8, 0.36),
            (0.88, 0.16),
            (0.94, 0.42),
        ):
            painter.drawEllipse(QPointF(x + wide * right, y + high * down), 0.7, 0.7)
    else:
        painter.setBrush(QColor(255, 252, 240, 210))
        painter.drawEllipse(QPointF(x + wide * 0.12, y + high * 0.26), 7, 7)
    hills = (("#5d6f86", 0.55, 0.2), ("#56705f", 0.66, 0.12)) if dusk else (("#a7bda0", 0.55, 0.2), ("#8fae7c", 0.66, 0.12))
    for colour, low, swell in hills:
        top = y + high * low
        hill = QPainterPath(QPointF(x, y + high))
        hill.lineTo(x, top)
        ends = QPointF(x + wide, top - high * swell * 0.5)
        hill.cubicTo(QPointF(x + wide * 0.3, top - high * swell), QPointF(x + wide * 0.6, top + high * swell * 0.4), ends)
        hill.lineTo(x + wide, y + high)
        painter.setBrush(QColor(colour))
        painter.drawPath(hill)
    rock = QPainterPath(QPointF(x - 6, y + high + 2))
    rock.cubicTo(x + wide * 0.1, y + high * 0.8, x + wide * 0.2, y + high * 0.7, x + wide * 0.34, y + high * 0.66)
    rock.lineTo(x + wide * 0.66, y + high * 0.66)
    rock.cubicTo(x + wide * 0.8, y + high * 0.7, x + wide * 0.9, y + high * 0.8, x + wide + 6, y + high + 2)
    painter.setBrush(QColor("#7d6b58" if dusk else "#a8926a"))
    painter.drawPath(rock)
    painter.setBrush(QColor(90, 70, 40, 60))
    for right, down, long in ((0.16, 0.9, 24), (0.4, 0.82, 30), (0.7, 0.88, 26), (0.3, 0.95, 18)):
        painter.drawEllipse(QPointF(x + wide * right, y + high * down), long / 2, 2.2)


def _outward(count: int, most: int) -> list[float]:
    """The first ``count`` of ``most`` places from -1 to 1, starting in the middle and spreading to both sides."""
    step = 2.0 / max(1, most - 1)
    places = sorted((-1 + number * step for number in range(most)), key=lambda place: (round(abs(place), 6), place))
    return places[:count]


def _castle(painter: QPainter, view: QRectF, walls: int, houses: int, palaces: int) -> Iterator[None]:
    """Paint the castle, step by step, from the towers at the back to the curtain wall in front."""
    middle, bottom, half = view.center().x(), view.bottom(), view.width() / 2
    for place, number in _in_order(_outward(min(palaces, _PALACES), _PALACES)):
        _keep(painter, QPointF(middle + place * half * 0.74, bottom - 32), 38.0 - abs(place) * 13, number)
    yield
    upper = max(0, min(walls, _WALLS) - _FRONT)
    for place, _ in _in_order(_outward(upper, _WALLS - _FRONT)):
        _wall(painter, QPointF(middle + place * half * 0.62, bottom - 30), 19.0, 24.0)
    yield
    for place, number in _in_order(_outward(min(houses, _HOUSES), _HOUSES)):
        _house(painter, QPointF(middle + place * half * 0.8, bottom - (30 if number % 2 else 22)), 10.0, number)
    yield
    for place, number in _in_order(_outward(min(walls, _FRONT), _FRONT)):
        _wall(painter, QPointF(middle + place * half * 0.84, bottom - 4), 28.0, 31.0 if number else 36.0)
    if walls:
        gate = QPainterPath(QPointF(middle - 7, bottom - 4))
        gate.lineTo(middle - 7, bottom - 14)
        gate.cubicTo(middle - 7, bottom - 23, middle + 7, bottom - 23, middle + 7, bottom - 14)
        gate.lineTo(middle + 7, bottom - 4)
        painter.setPen(QPen(QColor(_LINE), 1))
        painter.setBrush(QColor("#4d381e"))
        painter.drawPath(gate)
    yield


def _in_order(places: Sequence[float]) -> list[tuple[float, int]]:
    """Each place with its building number, the outermost first, because those in the middle stand in front."""
    return sorted(((place, number) for number, place in enumerate(places)), key=lambda entry: -abs(entry[0]))


def _window() -> QColor:
    """The colour behind a window in the current light."""
    return QColor(_LIT if theme.palette().dark else _INSIDE)


def _wall(painter: QPainter, foot: QPointF, wide: float, high: float) -> None:
    """Paint a stretch of wall with a small tower."""
    x, y = foot.x(), foot.y()
    painter.setPen(QPen(QColor(_LINE), 0.9))
    painter.setBrush(QColor("#d9bf8c"))
    painter.drawPolygon(_crenels(x - wide / 2 - 1.5, x + wide / 2 + 1.5, y, high * 0.72, 5))
    painter.setBrush(QColor("#f0e0b8"))
    painter.drawPolygon(_crenels(x - wide * 0.24, x + wide * 0.24, y, high, 2))
    painter.setPen(Qt.PenStyle.NoPen)
    painter.setBrush(QColor(120, 90, 50, 90))
    painter.drawRect(QRectF(x + wide * 0.06, y - high * 0.84, wide * 0.18, high * 0.84))
    painter.setBrush(_window())
    painter.drawRect(QRectF(x - wide * 0.1, y - high * 0.62, 2.2, high * 0.26))


def _crenels(left: float, right: float, bottom: float, high: float, count: int) -> QPolygonF:
    """The outline of a wall with so many merlons."""
    step = (right - left) / (2 * count - 1)
    points = [QPointF(left, bottom)]
    for number in range(2 * count - 1):
        top = bottom - high if number % 2 == 0 else bottom - high + 3.4
        points += [QPointF(left + number * step, top), QPointF(left + (number + 1) * step, top)]
    return QPolygonF([*points, QPointF(right, bottom)])


def _house(painter: QPainter, foot: QPointF, wide: float, number: int) -> None:
    x, y = foot.x(), foot.y()
    painter.setPen(QPen(QColor(_LINE), 0.9))
    painter.setBrush(QColor("#fbf3e0"))
    painter.drawRect(QRectF(x - wide, y - 11, wide * 2, 11))
    painter.setBrush(QColor("#d5c29a"))
    painter.drawRect(QRectF(x, y - 11, wide, 11))
    painter.setBrush(QColor("#c8532f" if number % 2 else "#b5482a"))
    painter.drawPolygon(QPolygonF([QPointF(x - wide - 2, y - 11), QPointF(x, y - 23), QPointF(x + wide + 2, y - 11)]))
    painter.setPen(Qt.PenStyle.NoPen)
    painter.setBrush(_window())
    painter.drawRect(QRectF(x - wide * 0.62, y - 8, 3, 4))
    painter.drawRect(QRectF(x + wide * 0.34, y - 8, 3, 4))


def _keep(painter: QPainter, foot: QPointF, high: float, number: int) -> None:
    """Paint a tower with a slate roof and a pennant."""
    x, y, wide = foot.x(), foot.y(), 7.0
    painter.setPen(QPen(QColor(_LINE), 0.9))
    painter.setBrush(QColor("#f6e8c6"))
    painter.drawRect(QRectF(x - wide, y - high * 0.6, wide * 2, high * 0.6 + 14))
    painter.setBrush(QColor("#ceb583"))
    painter.drawRect(QRectF(x + wide * 0.1, y - high * 0.6, wide * 0.9, high * 0.6 + 14))
    peak = QPointF(x, y - high * 1.12)
    painter.setBrush(QColor("#5a7d9d"))
    painter.drawPolygon(QPolygonF([QPointF(x - wide - 2, y - high * 0.6), peak, QPointF(x + wide + 2, y - high * 0.6)]))
    painter.setBrush(QColor("#3f5f7d"))
    painter.drawPolygon(QPolygonF([QPointF(x + 1, y - high * 0.6), peak, QPointF(x + wide + 2, y - high * 0.6)]))
    painter.drawLine(peak, peak - QPointF(0, 6))
    painter.setBrush(QColor(HUES[number % (len(HUES) - 1) + 1]))
    painter.drawPolygon(QPolygonF([peak - QPointF(0, 6), peak + QPointF(8, -4), peak - QPointF(0, 2)]))
    painter.setPen(Qt.PenStyle.NoPen)
    painter.setBrush(_window())
    painter.drawRect(QRectF(x - 3.4, y - high * 0.48, 2.4, 5))
    painter.drawRect(QRectF(x - 3.4, y - high * 0.18, 2.4, 5))
