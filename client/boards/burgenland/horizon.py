"""Painting the edges of the country: hills with vineyards under the sky at the top, and a river along the bottom.

The layout leaves bands free there. With a far and a near side, the country between them reads as a view from a tower and not as
a carpet. All lengths are shares of the lawn's width, so this works for every layout.
"""

from __future__ import annotations

import itertools
import math
import random
from collections.abc import Iterator

from PySide6.QtCore import QPointF, QRectF, Qt
from PySide6.QtGui import QColor, QLinearGradient, QPainter, QPainterPath, QPen, QPolygonF

from client.boards.burgenland.hues import Country
from client.look import theme

HILLS = 46.0
"""The height of sky and hills, in the layout's units."""

RIVER = 13.0
"""The height of the river with its banks."""

_FAR = ((0.0, 14), (0.09, 6), (0.2, 17), (0.31, 8), (0.43, 18), (0.55, 9), (0.66, 16), (0.78, 6), (0.9, 15), (1.0, 8))
_NEAR = ((0.0, 28), (0.12, 17), (0.26, 33), (0.38, 22), (0.5, 34), (0.62, 25), (0.76, 16), (0.88, 32), (1.0, 20))
"""The ridges: shares of the width, and units below the edge."""

_VINEYARDS = ((0.055, 0.185), (0.7, 0.825))
"""The ranges in which vines grow on the nearer hills."""

_ROWS, _BUSHES = 4, 18
"""How many rows of vines, and bushes, are painted in one step."""

_MILL, _CHAPEL, _RUIN = 0.375, 0.885, 0.635


def paint_horizon(painter: QPainter, lawn: QRectF, country: Country, colours: theme.Palette) -> Iterator[None]:
    """Paint sky, hills and vineyards at the top of the lawn, step by step."""
    rng = random.Random(11)
    painter.setPen(Qt.PenStyle.NoPen)
    sky = QLinearGradient(lawn.topLeft(), lawn.topLeft() + QPointF(0, 26))
    sky.setColorAt(0, QColor(country.sky))
    sky.setColorAt(1, QColor(country.sky_low))
    painter.fillRect(QRectF(lawn.left(), lawn.top(), lawn.width(), 30), sky)
    painter.fillPath(_ridge(lawn, _FAR, 36), QColor(country.hill_far))
    yield
    near = _ridge(lawn, _NEAR, HILLS)
    slope = QLinearGradient(lawn.topLeft() + QPointF(0, 14), lawn.topLeft() + QPointF(0, HILLS))
    slope.setColorAt(0, QColor(country.hill))
    faded = QColor(country.hill)
    faded.setAlpha(0)  # the hills fade into the fields
    slope.setColorAt(0.7, QColor(country.hill))
    slope.setColorAt(1, faded)
    painter.fillPath(near, slope)
    painter.save()
    try:
        painter.setClipPath(near, Qt.ClipOperation.IntersectClip)
        yield
        for start, end in _VINEYARDS:
            yield from _vineyard(painter, lawn, start, end, country)
    finally:
        painter.restore()
    for number in range(54):
        if number % _BUSHES == 0:
            yield
        part = rng.random()
        if any(start - 0.02 < part < end + 0.02 for start, end in _VINEYARDS):
            continue
        foot = QPointF(lawn.left() + part * lawn.width(), lawn.top() + _height(_NEAR, part) + rng.uniform(0.5, 7))
        _bush(painter, foot, rng.uniform(2.0, 3.6), country)
    for part, paint in ((_MILL, _mill), (_CHAPEL, _chapel), (_RUIN, _ruin)):
        paint(painter, QPointF(lawn.left() + part * lawn.width(), lawn.top() + _height(_NEAR, part) + 4), country, colours)
    yield


def paint_river(painter: QPainter, lawn: QRectF, country: Country) -> Iterator[None]:
    """Paint the river at the bottom of the lawn, with reeds and boats, step by step."""
    rng = random.Random(12)
    bank = _bank(lawn, RIVER)
    painter.setPen(QPen(QColor(country.verge).darker(112), 3.4))
    painter.setBrush(QColor(country.water))
    painter.drawPath(bank)
    yield
    shine = QColor(country.water_light)
    shine.setAlpha(150)
    painter.setPen(QPen(shine, 1.3, Qt.PenStyle.SolidLine, Qt.PenCapStyle.RoundCap))
    for _ in range(44):
        x, y = lawn.left() + rng.random() * lawn.width(), lawn.bottom() - rng.uniform(2, RIVER - 5)
        painter.drawLine(QPointF(x, y), QPointF(x + rng.uniform(5, 15), y))
    yield
    for _ in range(70):
        x = lawn.left() + rng.random() * lawn.width()
        foot = QPointF(x, lawn.bottom() - _water(lawn, x) + rng.uniform(0, 2))
        painter.setPen(QPen(QColor(country.hedge if rng.random() < 0.6 else country.tree_light), 1.2))
        painter.drawLine(foot, foot + QPointF(rng.uniform(-1.2, 1.2), -rng.uniform(3.5, 6.5)))
    yield
    painter.setPen(Qt.PenStyle.NoPen)
    for part in (0.055, 0.945):
        _boat(painter, QPointF(lawn.left() + part * lawn.width(), lawn.bottom() - 3.5), country)
    yield


def _height(ridge: tuple[tuple[float, int], ...], part: float) -> float:
    """How far below the edge a ridge is, at a share of the width."""
    for (start, one), (end, other) in itertools.pairwise(ridge):
        if start <= part <= end:
            share = (1 - math.cos((part - start) / (end - start) * math.pi)) / 2
            return one + (other - one) * share
    return ridge[-1][1]


def _ridge(lawn: QRectF, ridge: tuple[tuple[float, int], ...], low: float) -> QPainterPath:
    path = QPainterPath(QPointF(lawn.left(), lawn.top() + low))
    for step in range(101):
        path.lineTo(lawn.left() + step / 100 * lawn.width(), lawn.top() + _height(ridge, step / 100))
    path.lineTo(lawn.right(), lawn.top() + low)
    path.closeSubpath()
    return path


def _vineyard(painter: QPainter, lawn: QRectF, start: float, end: float, country: Country) -> Iterator[None]:
    """Paint rows of vines, step by step, that run down a hill and converge towards its top."""
    left, right = lawn.left() + start * lawn.width(), lawn.left() + end * lawn.width()
    top = lawn.top() + min(_height(_NEAR, start), _height(_NEAR, end), _height(_NEAR, (start + end) / 2)) + 2
    middle, low = (left + right) / 2, lawn.top() + HILLS - 5
    plot = QPolygonF([QPointF(middle - 22, top), QPointF(middle + 22, top), QPointF(right, low), QPointF(left, low)])
    soil = QColor(country.soil)
    soil.setAlpha(190)
    painter.setBrush(soil)
    painter.drawPolygon(plot)
    rows = 13
    for row in range(rows):
        share = row / (rows - 1)
        above, below = QPointF(middle - 21 + 42 * share, top), QPointF(left + 2 + (right - left - 4) * share, low)
        way = below - above
        for step in range(9):
            spot = above + way * (step / 8)
            painter.setBrush(QColor(country.vine if step % 2 else country.tree_light))
            painter.drawEllipse(spot, 1.1 + 0.11 * step, 1.2 + 0.13 * step)
        if row % _ROWS == 0:
            yield
    yield


def _bush(painter: QPainter, foot: QPointF, size: float, country: Country) -> None:
    painter.setBrush(QColor(country.tree))
    painter.drawEllipse(foot - QPointF(0, size * 0.6), size, size * 0.85)
    painter.setBrush(QColor(country.tree_light))
    painter.drawEllipse(foot - QPointF(size * 0.3, size * 0.85), size * 0.55, size * 0.45)


def _polygon(painter: QPainter, colour: QColor | str, *corners: tuple[float, float]) -> None:
    painter.setPen(Qt.PenStyle.NoPen)
    painter.setBrush(QColor(colour))
    painter.drawPolygon(QPolygonF([QPointF(*corner) for corner in corners]))


def _house(painter: QPainter, foot: QPointF, wide: float, high: float, country: Country, lit: bool) -> None:
    x, y = foot.x(), foot.y()
    _polygon(painter, country.wall, (x - wide, y), (x - wide, y - high), (x + wide, y - high), (x + wide, y))
    _polygon(painter, country.wall_dark, (x + wide * 0.3, y), (x + wide * 0.3, y - high), (x + wide, y - high), (x + wide, y))
    _polygon(painter, country.roof, (x - wide - 1, y - high), (x, y - high * 1.9), (x + wide + 1, y - high))
    _polygon(
        painter, country.window if lit else country.soil, (x - wide * 0.5, y), (x - wide * 0.5, y - 2.6), (x, y - 2.6), (x, y)
    )


def _mill(painter: QPainter, foot: QPointF, country: Country, colours: theme.Palette) -> None:
    x, y = foot.x(), foot.y()
    _polygon(painter, country.wall, (x - 5, y), (x - 3.4, y - 14), (x + 3.4, y - 14), (x + 5, y))
    _polygon(painter, country.wall_dark, (x + 1.2, y), (x + 0.9, y - 14), (x + 3.4, y - 14), (x + 5, y))
    _polygon(painter, country.roof, (x - 4.6, y - 13.6), (x, y - 19), (x + 4.6, y - 13.6))
    _polygon(
        painter,
        country.window if colours.dark else country.soil,
        (x - 1.3, y),
        (x - 1.3, y - 3.6),
        (x + 1.3, y - 3.6),
        (x + 1.3, y),
    )
    painter.setPen(QPen(QColor(country.soil), 1.2))
    hub = QPointF(x, y - 13)
    for turn in range(4):
        angle = math.radians(24 + 90 * turn)
        along, across = QPointF(math.cos(angle), math.sin(angle)), QPointF(-math.sin(angle), math.cos(angle))
        painter.drawLine(hub, hub + along * 11)
        sail = [hub + along * 3.5, hub + along * 11, hub + along * 11 + across * 3, hub + along * 3.5 + across * 3]
        painter.setBrush(QColor(country.sail))
        painter.drawPolygon(QPolygonF(sail))


def _chapel(painter: QPainter, foot: QPointF, country: Country, colours: theme.Palette) -> None:
    x, y = foot.x(), foot.y()
    _house(painter, QPointF(x + 6, y), 7, 6.5, country, lit=colours.dark)
    _polygon(painter, country.wall, (x - 5, y), (x - 5, y - 14), (x, y - 14), (x, y))
    _polygon(painter, country.wall_dark, (x - 2.2, y), (x - 2.2, y - 14), (x, y - 14), (x, y))
    _polygon(painter, country.roof, (x - 6, y - 13.6), (x - 2.5, y - 21), (x + 1, y - 13.6))
    _house(painter, QPointF(x - 17, y + 1.5), 4.5, 4.5, country, lit=colours.dark)
    _house(painter, QPointF(x + 22, y + 2), 4.5, 4.5, country, lit=False)


def _ruin(painter: QPainter, foot: QPointF, country: Country, colours: theme.Palette) -> None:
    x, y = foot.x(), foot.y()
    stones = (
        (x - 8, y),
        (x - 8, y - 8),
        (x - 5, y - 6),
        (x - 2, y - 7),
        (x - 2, y - 17),
        (x, y - 15),
        (x + 2, y - 18),
        (x + 4, y - 16),
        (x + 4, y),
    )
    _polygon(painter, country.wall_dark, *stones)
    _polygon(painter, country.wall, (x - 2, y), (x - 2, y - 17), (x, y - 15), (x + 1, y - 16), (x + 1, y))
    _polygon(painter, country.soil, (x - 1.2, y - 8), (x - 1.2, y - 11), (x + 0.4, y - 11), (x + 0.4, y - 8))


def _water(lawn: QRectF, x: float) -> float:
    """The height of the water at ``x``."""
    part = (x - lawn.left()) / lawn.width()
    return RIVER - 3.2 + 1.7 * math.sin(part * 21) + 1.1 * math.sin(part * 47 + 1)


def _bank(lawn: QRectF, high: float) -> QPainterPath:
    path = QPainterPath(QPointF(lawn.left() - 4, lawn.bottom() + 4))
    for step in range(121):
        x = lawn.left() - 4 + step / 120 * (lawn.width() + 8)
        path.lineTo(x, lawn.bottom() - _water(lawn, x))
    path.lineTo(lawn.right() + 4, lawn.bottom() + high)
    path.closeSubpath()
    return path


def _boat(painter: QPainter, spot: QPointF, country: Country) -> None:
    x, y = spot.x(), spot.y()
    _polygon(painter, country.soil, (x - 9, y - 3), (x + 9, y - 3), (x + 6, y + 1), (x - 6, y + 1))
    painter.setPen(QPen(QColor(country.soil), 1))
    painter.drawLine(QPointF(x, y - 3), QPointF(x, y - 13))
    _polygon(painter, country.sail, (x + 1, y - 13), (x + 8, y - 5), (x + 1, y - 5))
