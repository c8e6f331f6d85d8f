"""Painting what never changes during a game: the loop board with its garden and fields."""

from __future__ import annotations

import math
from collections.abc import Iterator
from typing import NamedTuple

from PySide6.QtCore import QPointF, Qt
from PySide6.QtGui import QBrush, QColor, QLinearGradient, QPainter, QPainterPath, QPen, QRadialGradient

from client.boards.stacks.projection import BORDER, Projection
from client.boards.stacks.slab import on_ground, paint_in_two, paint_slab
from client.look import theme

FIELD = 0.93
"""The side of a painted field, relative to its full size."""


def paint_ground(painter: QPainter, at: Projection, colours: theme.Palette) -> Iterator[None]:
    """Paint the empty board, step by step."""
    yield from paint_slab(painter, at, colours, colours.dark)
    yield from _garden(painter, at, colours)
    for cell in at.spots.numbered:
        paint_field(painter, at, cell, SANDSTONE)
        yield


def _garden(painter: QPainter, at: Projection, colours: theme.Palette) -> Iterator[None]:
    lawn = at.slab(BORDER - 0.34)
    middle = at.point((at.spots.columns + 1) / 2, (at.spots.rows + 1) / 2)
    light = QRadialGradient(middle - QPointF(at.tile * 1.5, at.depth * 1.2), at.tile * 6.4)
    light.setColorAt(0, QColor(colours.lawn).lighter(112))
    light.setColorAt(0.55, QColor(colours.lawn))
    light.setColorAt(1, QColor(colours.lawn_dark))
    painter.setPen(QPen(QColor(40, 24, 14, 130), max(1.0, at.tile / 50)))
    painter.setBrush(light)
    yield from paint_in_two(painter, lawn)
    fields = set(at.spots.at[: at.spots.fields])
    for x in range(1, at.spots.columns + 1):
        for y in range(1, at.spots.rows + 1):
            if (x, y) not in fields:
                painter.save()
                painter.setTransform(on_ground(at, at.point(x, y)), True)
                if (x, y) == ((at.spots.columns + 1) // 2, (at.spots.rows + 1) // 2):
                    paint_basin(painter)
                elif (x + y) % 2 == 0:
                    _bed(painter, colours)
                painter.restore()
                if (x + y) % 2:
                    _bushes(painter, at, at.point(x, y), x * 5 + y * 3, colours)
                yield


def _star(points: int, outer: float, inner: float) -> QPainterPath:
    path = QPainterPath()
    for step in range(points * 2):
        reach = inner if step % 2 else outer
        angle = math.pi * step / points
        corner = QPointF(reach * math.cos(angle), reach * math.sin(angle))
        if step:
            path.lineTo(corner)
        else:
            path.moveTo(corner)
    path.closeSubpath()
    return path


def _bed(painter: QPainter, colours: theme.Palette) -> None:
    """Paint a flower bed: the eight-pointed star of Andalusian tiles, cut into the lawn."""
    painter.setPen(QPen(QColor(colours.lawn_dark).darker(112), 3))
    painter.setBrush(QColor(colours.lawn_dark))
    painter.drawPath(_star(8, 31, 22))
    painter.setPen(Qt.PenStyle.NoPen)
    painter.setBrush(QColor(colours.lawn).lighter(108))
    painter.drawEllipse(QPointF(), 10, 10)


def _bushes(painter: QPainter, at: Projection, centre: QPointF, number: int, colours: theme.Palette) -> None:
    """Paint a few low orange trees, lit from the left."""
    painter.setPen(Qt.PenStyle.NoPen)
    leaf = QColor(colours.lawn_dark)
    for step in range(2 + number % 3):
        right, down = (number * 7 + step * 41) % 50 - 25, (number * 13 + step * 29) % 36 - 18
        foot, size = centre + QPointF(right * at.tile / 100, down * at.depth / 100), at.tile * 0.062
        painter.setBrush(QColor(20, 30, 16, 70))
        painter.drawEllipse(foot + QPointF(size * 0.6, size * 0.1), size * 1.1, size * 0.5)
        painter.setBrush(leaf.darker(118))
        painter.drawEllipse(foot - QPointF(0, size * 0.55), size, size * 0.9)
        painter.setBrush(leaf.lighter(125))
        painter.drawEllipse(foot - QPointF(size * 0.28, size * 0.8), size * 0.6, size * 0.5)
        painter.setBrush(QColor("#d9773a"))
        for fruit in (-0.35, 0.3):
            painter.drawEllipse(foot + QPointF(size * fruit, -size * (0.4 - fruit * 0.3)), size * 0.17, size * 0.17)


def paint_basin(painter: QPainter) -> None:
    """Paint the fountain in the middle, in the ground's flat coordinates."""
    painter.setPen(QPen(QColor("#8b7350"), 3))
    painter.setBrush(QColor("#e3d2ab"))
    painter.drawPath(_star(8, 46, 36))
    painter.setBrush(QColor("#b9d4d6"))
    painter.drawEllipse(QPointF(), 27, 27)
    painter.setPen(QPen(QColor(255, 255, 255, 140), 2))
    painter.setBrush(Qt.BrushStyle.NoBrush)
    painter.drawEllipse(QPointF(), 17, 17)
    painter.drawEllipse(QPointF(), 8, 8)


class Paving(NamedTuple):
    """The colours of the fields: lit and shaded for even ones and odd ones, edge, line, and number."""

    even: tuple[str, str]
    odd: tuple[str, str]
    edge: str
    line: str
    number: str


SANDSTONE = Paving(("#f3e7cd", "#e4d3ae"), ("#eddfc0", "#dccaa2"), "#b79d6c", "#785c30", "#6b5230")
MARBLE = Paving(("#f6f1ec", "#e0d6d0"), ("#eaded8", "#d3c4bd"), "#9a8f8c", "#6b5a58", "#5a4440")


def paint_field(painter: QPainter, at: Projection, cell: int, paving: Paving) -> None:
    """Paint a field's paving. Its number is a scene item, which moves aside where a tower would hide it."""
    centre = at.top(cell)
    painter.setPen(Qt.PenStyle.NoPen)
    painter.setBrush(QColor(30, 30, 20, 60))
    painter.drawPolygon(at.diamond(centre + QPointF(at.tile * 0.012, at.tile * 0.04), FIELD))
    painter.setBrush(QColor(paving.edge))
    painter.drawPolygon(at.diamond(centre + QPointF(0, at.tile * 0.022), FIELD))
    shade = QLinearGradient(centre - QPointF(at.tile / 2, 0), centre + QPointF(at.tile / 2, 0))
    lit, shaded = paving.even if sum(at.spots.of(cell)) % 2 == 0 else paving.odd
    shade.setColorAt(0, QColor(lit))
    shade.setColorAt(1, QColor(shaded))
    painter.setBrush(QBrush(shade))
    painter.setPen(QPen(QColor(255, 252, 240, 120), max(1.0, at.tile / 90)))
    painter.drawPolygon(at.diamond(centre, FIELD))
    line = QColor(paving.line)
    line.setAlpha(80)
    painter.setPen(QPen(line, max(1.0, at.tile / 100)))
    painter.setBrush(Qt.BrushStyle.NoBrush)
    painter.drawPolygon(at.diamond(centre, FIELD * 0.86))
