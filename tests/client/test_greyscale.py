"""Seats, crests, stones and pieces differ by their shapes, even without colour and at any brightness."""

from __future__ import annotations

from collections.abc import Callable
from itertools import combinations

import pytest
from PySide6.QtCore import QPointF, QRectF, Qt
from PySide6.QtGui import QColor, QImage, QPainter

from client.boards.burgenland import stones
from client.boards.stacks.roofs import COLOURS, paint_swatch
from client.look import theme
from client.table import art

SIDE = 24
WHOLE = QRectF(0, 0, SIDE * 3, SIDE * 3)
APART = 0.2
"""The least mean difference of two outlines of the same strength: 0 for the same, about 1.1 for noise."""

THINGS: dict[str, dict[int, Callable[[QPainter, int], None]]] = {
    "seats": dict.fromkeys(range(5), lambda painter, seat: theme.paint_seat(painter, seat, WHOLE.center(), SIDE * 3)),
    "crests": dict.fromkeys(range(1, 9), lambda painter, crest: art.paint(painter, f"crests/{crest}", WHOLE)),
    "stones": dict.fromkeys(
        range(1, 9), lambda painter, colour: stones.paint_stone(painter, WHOLE.adjusted(8, 2, -8, -2), colour)
    ),
    "built": dict.fromkeys(range(1, 5), lambda painter, piece: stones.paint_piece(painter, WHOLE, piece)),
    "roofs": dict.fromkeys(range(1, len(COLOURS)), lambda painter, number: paint_swatch(painter, WHOLE, number)),
}


def outline(paint: Callable[[QPainter, int], None], number: int) -> list[float]:
    """The edges of a picture, which do not depend on its colours, scaled to mean 0 and spread 1."""
    image = QImage(SIDE * 3, SIDE * 3, QImage.Format.Format_RGB32)
    image.fill(QColor("#101010"))
    painter = QPainter(image)
    painter.setRenderHint(QPainter.RenderHint.Antialiasing)
    paint(painter, number)
    painter.end()
    smooth = Qt.TransformationMode.SmoothTransformation
    small = image.convertToFormat(QImage.Format.Format_Grayscale8).scaled(SIDE, SIDE, mode=smooth)

    def bright(x: int, y: int) -> int:
        return small.pixelColor(x, y).red()

    places = [(x, y) for y in range(1, SIDE - 1) for x in range(1, SIDE - 1)]
    steps = [abs(bright(x + 1, y) - bright(x - 1, y)) + abs(bright(x, y + 1) - bright(x, y - 1)) for x, y in places]
    mean = sum(steps) / len(steps)
    spread = (sum((step - mean) ** 2 for step in steps) / len(steps)) ** 0.5
    assert spread > 4, f"{number} shows nothing"
    return [(step - mean) / spread for step in steps]


def apart(one: list[float], other: list[float]) -> float:
    """How much two outlines differ, dot by dot."""
    return sum(abs(a - b) for a, b in zip(one, other, strict=True)) / len(one)


@pytest.mark.parametrize("things", THINGS)
def test_they_differ_in_outline(styled, things: str) -> None:
    outlines = {number: outline(paint, number) for number, paint in THINGS[things].items()}
    found = {pair: round(apart(outlines[pair[0]], outlines[pair[1]]), 2) for pair in combinations(outlines, 2)}
    assert {pair: value for pair, value in found.items() if value < APART} == {}


def test_a_difference_of_colour_alone_is_none(styled) -> None:
    def dot(painter: QPainter, seat: int) -> None:
        painter.setBrush(theme.seat_colour(seat))
        painter.drawEllipse(WHOLE.center(), SIDE, SIDE)

    def moved(painter: QPainter, seat: int) -> None:
        theme.paint_seat(painter, seat, WHOLE.center() + QPointF(1, 0), SIDE * 3)

    assert apart(outline(dot, 0), outline(dot, 3)) < APART
    assert apart(outline(moved, 0), outline(THINGS["seats"][0], 0)) < APART
