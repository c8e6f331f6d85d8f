"""Castles are told apart by the pattern of their roofs alone, and by their colours."""

from __future__ import annotations

from itertools import combinations

import pytest
from PySide6.QtCore import QRectF
from PySide6.QtGui import QColor, QImage, QPainter

from client.boards.stacks.projection import Projection
from client.boards.stacks.roofs import COLOURS, paint_roof, paint_swatch
from client.boards.torres.scene import torres_spots

SIDE = 16


def swatch(number: int) -> list[int]:
    """The brightness of a roof from above, in grey, relative to its mean."""
    image = QImage(SIDE * 3, SIDE * 3, QImage.Format.Format_RGB32)
    painter = QPainter(image)
    painter.setRenderHint(QPainter.RenderHint.Antialiasing)
    paint_swatch(painter, QRectF(0, 0, SIDE * 3, SIDE * 3), number)
    painter.end()
    grey = image.convertToFormat(QImage.Format.Format_Grayscale8).scaled(SIDE, SIDE)
    values = [grey.pixelColor(x, y).lightness() for y in range(1, SIDE - 1) for x in range(1, SIDE - 1)]
    mean = sum(values) / len(values)
    return [round(value - mean) for value in values]


def test_every_roof_has_a_pattern_of_its_own_in_grey(qapp) -> None:
    roofs = {number: swatch(number) for number in range(1, len(COLOURS))}
    for number, roof in roofs.items():
        assert max(roof) - min(roof) > 40, f"roof {number} shows a pattern"
    for one, other in combinations(roofs, 2):
        apart = sum(abs(a - b) for a, b in zip(roofs[one], roofs[other], strict=True)) / len(roofs[one])
        assert apart > 9, f"roofs {one} and {other}"


@pytest.mark.parametrize("number", range(1, len(COLOURS)))
def test_a_roof_shows_its_colour(qapp, number: int) -> None:
    at = Projection(torres_spots(), 120)
    image = QImage(at.tile, at.depth, QImage.Format.Format_RGB32)
    image.fill(QColor("#000000"))
    painter = QPainter(image)
    painter.translate(at.tile / 2, at.depth / 2)
    paint_roof(painter, at, number)
    painter.end()
    wanted = QColor(COLOURS[number])
    seen = [image.pixelColor(x, y) for x in range(at.tile) for y in range(at.depth)]
    roof = [colour for colour in seen if colour.lightness() > 8]
    assert len(roof) > len(seen) * 0.25, "it covers most of the top"
    alike = sum(min(abs(colour.hue() - wanted.hue()), 360 - abs(colour.hue() - wanted.hue())) < 24 for colour in roof)
    assert alike > len(roof) * 0.35
