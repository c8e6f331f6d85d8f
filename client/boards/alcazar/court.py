"""Painting the ground of Alcazar: a flooded court with marble fields, lilies, and a rim of blue tiles."""

from __future__ import annotations

from collections.abc import Iterator

from PySide6.QtCore import QPointF, QRectF, Qt
from PySide6.QtGui import QColor, QPainter, QPen, QRadialGradient

from client.boards.loop.ground import MARBLE, paint_basin, paint_field
from client.boards.loop.pixmaps import LoopPixmaps
from client.boards.loop.scene import BoardScene
from client.boards.stacks.projection import BORDER, Projection
from client.boards.stacks.slab import on_ground, paint_in_two, paint_slab
from client.look import theme

_TILES = 2
"""The number of rim tiles along a field."""


def court_colours(colours: theme.Palette) -> theme.Palette:
    """The theme's colours, with the court's own water and rim."""
    if colours.dark:
        return colours._replace(lawn="#3f7684", lawn_dark="#28515f", rim="#2b5676", rim_dark="#173348")
    return colours._replace(lawn="#79b4bd", lawn_dark="#4f8f9d", rim="#3f74a0", rim_dark="#264d70")


def paint_court(painter: QPainter, at: Projection, colours: theme.Palette) -> Iterator[None]:
    """Paint the empty board, step by step."""
    own = court_colours(colours)
    # The slab asks the theme itself whether it is night.
    yield from paint_slab(painter, at, own, dark=colours.dark)
    yield from _tiles(painter, at, own)
    yield from _water(painter, at, own)
    for cell in at.spots.numbered:
        paint_field(painter, at, cell, MARBLE)
        yield


def _tiles(painter: QPainter, at: Projection, own: theme.Palette) -> Iterator[None]:
    """Paint blue and white tiles along the rim."""
    inner, outer = BORDER - 0.3, BORDER - 0.08
    spots = at.spots
    for long, across in ((spots.columns, True), (spots.rows, False)):
        for number in range(long * _TILES):
            middle = 0.5 + (number + 0.5) / _TILES
            for edge in (0.5 - (inner + outer) / 2, (spots.rows if across else spots.columns) + 0.5 + (inner + outer) / 2):
                place = at.point(middle, edge) if across else at.point(edge, middle)
                painter.save()
                painter.setTransform(on_ground(at, place), True)
                painter.setPen(QPen(QColor(own.rim_dark), 1.4))
                painter.setBrush(QColor("#e9eef0" if number % 2 else "#4d88b3"))
                painter.drawRect(QRectF(-10, -10, 20, 20))
                painter.setPen(Qt.PenStyle.NoPen)
                painter.setBrush(QColor("#3f74a0" if number % 2 else "#f3f6f6"))
                painter.drawEllipse(QPointF(), 5, 5)
                painter.restore()
            yield


def _water(painter: QPainter, at: Projection, own: theme.Palette) -> Iterator[None]:
    basin = at.slab(BORDER - 0.34)
    middle = at.point((at.spots.columns + 1) / 2, (at.spots.rows + 1) / 2)
    light = QRadialGradient(middle - QPointF(at.tile * 1.5, at.depth * 1.2), at.tile * 6.4)
    light.setColorAt(0, QColor(own.lawn).lighter(116))
    light.setColorAt(0.55, QColor(own.lawn))
    light.setColorAt(1, QColor(own.lawn_dark))
    painter.setPen(QPen(QColor(16, 30, 44, 170), max(1.0, at.tile / 40)))
    painter.setBrush(light)
    yield from paint_in_two(painter, basin)
    fields = set(at.spots.at[: at.spots.fields])
    centre = ((at.spots.columns + 1) // 2, (at.spots.rows + 1) // 2)
    for x in range(1, at.spots.columns + 1):
        for y in range(1, at.spots.rows + 1):
            if (x, y) in fields:
                continue
            painter.save()
            painter.setTransform(on_ground(at, at.point(x, y)), True)
            if (x, y) == centre:
                paint_basin(painter)
            else:
                _ripples(painter, x * 5 + y * 3)
                if (x * 7 + y * 5) % 4 == 0:
                    _lily(painter, x + y)
            painter.restore()
            yield


def _ripples(painter: QPainter, number: int) -> None:
    painter.setBrush(Qt.BrushStyle.NoBrush)
    painter.setPen(QPen(QColor(255, 255, 255, 60), 2.2, Qt.PenStyle.SolidLine, Qt.PenCapStyle.RoundCap))
    for step in range(3):
        x, y = (number * 17 + step * 29) % 60 - 30, (number * 11 + step * 37) % 60 - 30
        painter.drawArc(QRectF(x - 14, y - 14, 28, 28), (20 + number * 31 % 40) * 16, 70 * 16)


def _lily(painter: QPainter, number: int) -> None:
    painter.setPen(QPen(QColor(20, 50, 40, 140), 1.4))
    for step, (x, y, size) in enumerate(((-12, 8, 15), (14, -10, 12), (10, 20, 9))):
        painter.setBrush(QColor("#4f8a5f" if (number + step) % 2 else "#67a06c"))
        painter.drawPie(QRectF(x - size, y - size, size * 2, size * 2), (40 + step * 80) * 16, 320 * 16)
    painter.setPen(QPen(QColor("#a2556f"), 1.2))
    painter.setBrush(QColor("#f3cbd6"))
    painter.drawEllipse(QPointF(-12, 8), 5, 5)


class CourtPixmaps(LoopPixmaps):
    """The pictures of the loop board with the ground of Alcazar."""

    paving = MARBLE

    def paint_ground(self, painter: QPainter) -> Iterator[None]:
        """Paint the empty board, step by step."""
        return paint_court(painter, self.at, self.colours)


class CourtScene(BoardScene):
    """The loop board on the ground of Alcazar."""

    kind = CourtPixmaps
