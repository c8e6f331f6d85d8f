"""Painting the country that the castles stand in: meadows, fields, ponds, woods and roads.

Everything goes where the layout leaves space, so a corrected data file gets a country as well. The same layout always gets the
same country.
"""

from __future__ import annotations

import itertools
import math
import random
from collections.abc import Iterable, Iterator, Sequence

from PySide6.QtCore import QPointF, QRectF, Qt
from PySide6.QtGui import QColor, QPainter, QPainterPath, QPen, QPolygonF, QRadialGradient

from client.boards.burgenland.horizon import HILLS, RIVER, paint_horizon, paint_river
from client.boards.burgenland.hues import DAY, NIGHT, Country
from client.boards.burgenland.layout import Layout
from client.look import theme

_STRIP = (88.0, 66.0)
"""The approximate size of a field, in the layout's units."""


def paint_country(painter: QPainter, layout: Layout, colours: theme.Palette) -> Iterator[None]:
    """Paint the whole country inside the rim, step by step."""
    country = NIGHT if colours.dark else DAY
    rng = random.Random(8)
    lawn = layout.lawn
    painter.save()
    try:
        yield from _inside(painter, layout, country, colours, rng)
    finally:
        painter.restore()
    painter.setBrush(Qt.BrushStyle.NoBrush)
    painter.setPen(QPen(QColor(30, 20, 10, 140), 1.6))
    painter.drawRoundedRect(lawn, 8, 8)


def _inside(painter: QPainter, layout: Layout, country: Country, colours: theme.Palette, rng: random.Random) -> Iterator[None]:
    lawn = layout.lawn
    edge = QPainterPath()
    edge.addRoundedRect(lawn, 8, 8)
    painter.setClipPath(edge)
    light = QRadialGradient(lawn.topLeft() + QPointF(lawn.width() * 0.36, lawn.height() * 0.3), lawn.width() * 0.7)
    light.setColorAt(0, QColor(country.meadow).lighter(106))
    light.setColorAt(1, QColor(country.meadow_dark))
    painter.fillRect(lawn, light)
    yield
    yield from _fields(painter, lawn, country, rng)
    yield from paint_horizon(painter, lawn, country, colours)
    yield from paint_river(painter, lawn, country)
    taken = [
        QRectF(lawn.left(), lawn.top(), lawn.width(), HILLS),
        QRectF(lawn.left(), lawn.bottom() - RIVER, lawn.width(), RIVER),
    ]
    taken += [*layout.stones, layout.large, *(plate.box for plate in layout.plates)]
    taken += [box for plate in layout.plates for box in _along(plate.road)]
    for size in ((96, 56), (74, 44)):
        room = _free(lawn, size, taken, rng)
        if room is not None:
            _pond(painter, room, country)
            taken.append(room)
            yield
    for plate in layout.plates:
        yield from _road(painter, plate.road, country)
    yield from _woods(painter, lawn, taken, country, rng)


def _along(road: tuple[QPointF, ...]) -> list[QRectF]:
    return [QRectF(one, other).normalized().adjusted(-10, -10, 10, 10) for one, other in itertools.pairwise(road)]


def _free(lawn: QRectF, size: tuple[int, int], taken: Sequence[QRectF], rng: random.Random) -> QRectF | None:
    """A place for something of this size where nothing lies yet; None if there is none."""
    for _ in range(200):
        left = lawn.left() + rng.random() * (lawn.width() - size[0])
        top = lawn.top() + rng.random() * (lawn.height() - size[1])
        room = QRectF(left, top, *size)
        if not any(room.adjusted(-6, -6, 6, 6).intersects(box) for box in taken):
            return room
    return None


def _fields(painter: QPainter, lawn: QRectF, country: Country, rng: random.Random) -> Iterator[None]:
    """Paint a patchwork of fields with furrows, between hedges."""
    across, down = math.ceil(lawn.width() / _STRIP[0]), math.ceil(lawn.height() / _STRIP[1])
    wide, high = lawn.width() / across, lawn.height() / down
    corners = [
        [
            QPointF(
                lawn.left() + x * wide + (rng.uniform(-0.2, 0.2) * wide if 0 < x < across else 0),
                lawn.top() + y * high + (rng.uniform(-0.2, 0.2) * high if 0 < y < down else 0),
            )
            for x in range(across + 1)
        ]
        for y in range(down + 1)
    ]
    for y, x in itertools.product(range(down), range(across)):
        field = QPolygonF([corners[y][x], corners[y][x + 1], corners[y + 1][x + 1], corners[y + 1][x]])
        colour = QColor(rng.choice(country.fields))
        colour.setAlpha(165)
        painter.setPen(Qt.PenStyle.NoPen)
        painter.setBrush(colour)
        painter.drawPolygon(field)
        if rng.random() < 0.6:
            _furrows(painter, field, country, rng)
        _hedge(painter, (corners[y][x], corners[y][x + 1]), country, rng)
        _hedge(painter, (corners[y][x], corners[y + 1][x]), country, rng)
        yield


def _furrows(painter: QPainter, field: QPolygonF, country: Country, rng: random.Random) -> None:
    painter.save()
    ploughed = QPainterPath()
    ploughed.addPolygon(field)
    painter.setClipPath(ploughed, Qt.ClipOperation.IntersectClip)
    line = QColor(country.furrow)
    line.setAlpha(38)
    painter.setPen(QPen(line, 1.6))
    box, slope = field.boundingRect(), rng.uniform(-0.5, 0.5)
    step = rng.choice((5.0, 6.5, 8.0))
    for number in range(int(box.height() / step) + 14):
        y = box.top() - 40 + number * step
        painter.drawLine(QPointF(box.left(), y), QPointF(box.right(), y + slope * box.width()))
    painter.restore()


def _hedge(painter: QPainter, ends: tuple[QPointF, QPointF], country: Country, rng: random.Random) -> None:
    one, other = ends
    along = other - one
    length = math.hypot(along.x(), along.y())
    colour = QColor(country.hedge)
    colour.setAlpha(120)
    painter.setPen(Qt.PenStyle.NoPen)
    painter.setBrush(colour)
    for step in range(int(length / 7)):
        if rng.random() < 0.55:
            painter.drawEllipse(one + along * (step * 7 / length), 2.6, 2.0)


def _pond(painter: QPainter, room: QRectF, country: Country) -> None:
    middle, half, deep = room.center(), room.width() / 2, room.height() / 2
    shore = QPainterPath(middle + QPointF(-half, 0))
    for bend in (
        ((-1, -1), (-0.1, -1.1), (0.2, -0.8)),
        ((0.7, -0.6), (1, -0.4), (1, 0.1)),
        ((1, 1), (0.3, 1), (-0.2, 0.9)),
        ((-0.7, 0.8), (-1, 0.6), (-1, 0)),
    ):
        shore.cubicTo(*(middle + QPointF(half * right, deep * down) for right, down in bend))
    painter.setPen(QPen(QColor(country.verge).darker(112), 4))
    painter.setBrush(QColor(country.water))
    painter.drawPath(shore)
    shine = QColor(country.water_light)
    shine.setAlpha(150)
    painter.setPen(QPen(shine, 1.5, Qt.PenStyle.SolidLine, Qt.PenCapStyle.RoundCap))
    for right, down, long in ((-0.4, -0.3, 14), (0.1, 0.05, 18), (-0.2, 0.42, 11), (0.45, -0.12, 8)):
        start = middle + QPointF(half * right, deep * down)
        painter.drawLine(start, start + QPointF(long, 0))


def _woods(painter: QPainter, lawn: QRectF, taken: Iterable[QRectF], country: Country, rng: random.Random) -> Iterator[None]:
    """Paint single trees and groves, the rear ones first."""
    blocked = list(taken)
    spots = []
    for _ in range(90):
        middle = QPointF(lawn.left() + rng.random() * lawn.width(), lawn.top() + rng.random() * lawn.height())
        for _ in range(rng.choice((1, 2, 3, 5))):
            spot = middle + QPointF(rng.uniform(-17, 17), rng.uniform(-11, 11))
            size = rng.uniform(4.2, 7.2)
            room = QRectF(spot.x() - size - 1, spot.y() - size * 2, size * 2 + 3, size * 2.6)
            if lawn.contains(room) and not any(room.intersects(box) for box in blocked):
                spots.append((spot, size, rng.random() < 0.35))
    for spot, size, fir in sorted(spots, key=lambda tree: tree[0].y()):
        paint_tree(painter, spot, size, fir, country)
        yield


def paint_tree(painter: QPainter, foot: QPointF, size: float, fir: bool, country: Country) -> None:
    """Paint a tree above its foot, lit from the left."""
    painter.setPen(Qt.PenStyle.NoPen)
    painter.setBrush(QColor(20, 26, 10, 70))
    painter.drawEllipse(foot + QPointF(size * 0.5, size * 0.15), size * 1.05, size * 0.42)
    painter.setBrush(QColor("#5b4026"))
    painter.drawRect(QRectF(foot.x() - size * 0.14, foot.y() - size * 0.5, size * 0.28, size * 0.6))
    if fir:
        for number in range(3):
            top, wide = foot.y() - size * (2.1 - number * 0.45), size * (0.5 + number * 0.22)
            low = top + size * 0.95
            painter.setBrush(QColor(country.tree))
            painter.drawPolygon(
                QPolygonF([QPointF(foot.x(), top), QPointF(foot.x() + wide, low), QPointF(foot.x() - wide, low)])
            )
            painter.setBrush(QColor(country.tree_light))
            painter.drawPolygon(
                QPolygonF([QPointF(foot.x(), top), QPointF(foot.x() - wide * 0.1, low), QPointF(foot.x() - wide, low)])
            )
        return
    crown = foot - QPointF(0, size * 1.15)
    painter.setBrush(QColor(country.tree))
    painter.drawEllipse(crown, size, size * 0.95)
    painter.setBrush(QColor(country.tree_light))
    painter.drawEllipse(crown - QPointF(size * 0.26, size * 0.24), size * 0.62, size * 0.58)


def _road(painter: QPainter, points: tuple[QPointF, ...], country: Country) -> Iterator[None]:
    path = QPainterPath(points[0])
    for place, point in enumerate(points[1:], 1):
        if place < len(points) - 1:  # a bend is round
            before, after = _towards(point, points[place - 1], 30), _towards(point, points[place + 1], 30)
            path.lineTo(before)
            path.quadTo(point, after)
        else:
            path.lineTo(point)
    painter.setBrush(Qt.BrushStyle.NoBrush)
    for colour, wide in ((country.verge, 18.0), (country.rut, 13.0), (country.dirt, 11.4), (country.dirt_light, 8.0)):
        painter.setPen(QPen(QColor(colour), wide, Qt.PenStyle.SolidLine, Qt.PenCapStyle.FlatCap, Qt.PenJoinStyle.RoundJoin))
        painter.drawPath(path)
        yield
    for dashes in ([1.6, 4.1, 0.5, 2.3], [0.4, 3.1, 1.1, 5.2]):
        pebbles = QPen(QColor(country.rut), 2.6, Qt.PenStyle.CustomDashLine, Qt.PenCapStyle.RoundCap)
        pebbles.setDashPattern(dashes)
        painter.setPen(pebbles)
        painter.drawPath(path.translated(*((2.2, 2.2) if dashes[0] > 1 else (-2.4, -2.4))))
        yield


def _towards(start: QPointF, goal: QPointF, reach: float) -> QPointF:
    way = goal - start
    length = math.hypot(way.x(), way.y())
    return start + way * min(1.0, reach / length) if length else start
