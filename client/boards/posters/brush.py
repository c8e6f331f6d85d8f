"""The brush of all scenes: sky, hills, walls, towers, roofs, trees and people, all lit from the left.

A scene is :data:`WIDE` by :data:`HIGH` units large. Everything stands on a base line, given by its distance from the top.
"""

from __future__ import annotations

import math
import random
from collections.abc import Sequence

from PySide6.QtCore import QPointF, QRectF, Qt
from PySide6.QtGui import QColor, QLinearGradient, QPainter, QPainterPath, QPen, QPolygonF, QRadialGradient

WIDE, HIGH = 360.0, 230.0

STONE = "#e6c98f"
"""The sandstone of the blocks."""

LINE = "#3c2a1e"
"""The dark line around figures, like that around the pieces on the boards."""

_DUSK = (0.56, 0.5, 0.74)
"""The shares of red, green and blue that remain of every colour at dusk."""

_LIT = QColor("#ffd98a")


def mixed(one: QColor | str, other: QColor | str, part: float) -> QColor:
    """A colour mixed with a share of another one, from 0 to 1."""
    one, other = QColor(one), QColor(other)
    left = 1 - part
    return QColor.fromRgbF(
        one.redF() * left + other.redF() * part,
        one.greenF() * left + other.greenF() * part,
        one.blueF() * left + other.blueF() * part,
        one.alphaF() * left + other.alphaF() * part,
    )


class Brush:
    """Paints parts of a scene by day, or at dusk with lit windows."""

    def __init__(self, painter: QPainter, dusk: bool) -> None:
        self.painter = painter
        self.dusk = dusk
        painter.setPen(Qt.PenStyle.NoPen)

    # -- colours -------------------------------------------------------------------------------------------------------

    def tint(self, colour: str | QColor, keep: float = 0.0) -> QColor:
        """A colour in the current light; ``keep`` (0 to 1) is how much of its own strength it keeps at dusk."""
        if not self.dusk:
            return QColor(colour)
        given = QColor(colour)
        red, green, blue = (left + (1 - left) * keep for left in _DUSK)
        return QColor.fromRgbF(given.redF() * red, given.greenF() * green, given.blueF() * blue, given.alphaF())

    def fill(self, path: QPainterPath | QPolygonF, colour: str | QColor, keep: float = 0.0) -> None:
        """Fill a shape with a colour in the current light."""
        self.painter.setBrush(self.tint(colour, keep))
        self.painter.drawPolygon(path) if isinstance(path, QPolygonF) else self.painter.drawPath(path)

    def box(self, x: float, y: float, wide: float, high: float, colour: str | QColor, keep: float = 0.0) -> None:
        """Fill a rectangle."""
        self.painter.fillRect(QRectF(x, y, wide, high), self.tint(colour, keep))

    # -- the distance --------------------------------------------------------------------------------------------------

    def sky(self, above: str, horizon: str, sun: tuple[float, float], seed: int = 1) -> None:
        """Paint the sky with the sun and clouds, or with the moon and stars."""
        painter = self.painter
        ground = QLinearGradient(0, 0, 0, HIGH * 0.78)
        ground.setColorAt(0, QColor(above))
        ground.setColorAt(1, QColor(horizon))
        painter.fillRect(QRectF(-WIDE, -HIGH, WIDE * 3, HIGH * 3), ground)
        chance = random.Random(seed)
        if self.dusk:
            for _ in range(46):
                far = chance.random()
                painter.setBrush(QColor(255, 250, 235, round(50 + 170 * far**3)))
                spot = QPointF(chance.uniform(-20, WIDE + 20), chance.uniform(-20, HIGH * 0.5))
                painter.drawEllipse(spot, 0.5 + 0.7 * far**4, 0.5 + 0.7 * far**4)
        x, y = sun
        glow = QRadialGradient(QPointF(x, y), 120)
        colour = QColor("#cfd8ff" if self.dusk else "#fff6d8")
        for part, alpha in ((0.0, 190 if not self.dusk else 90), (0.16, 120 if not self.dusk else 46), (1.0, 0)):
            colour.setAlpha(alpha)
            glow.setColorAt(part, colour)
        painter.setBrush(glow)
        painter.drawEllipse(QPointF(x, y), 120, 120)
        painter.setBrush(QColor("#eef0ff" if self.dusk else "#fffbe8"))
        disc = QPainterPath()
        disc.addEllipse(QPointF(x, y), 13, 13)
        if self.dusk:
            hidden = QPainterPath()
            hidden.addEllipse(QPointF(x + 5.5, y - 3), 11, 11)
            painter.drawPath(disc.subtracted(hidden))
            return
        painter.drawPath(disc)
        for _ in range(4):
            left, top, wide = chance.uniform(-10, WIDE - 60), chance.uniform(16, 74), chance.uniform(34, 66)
            painter.setBrush(QColor(255, 255, 255, 150))
            cloud = QPainterPath()
            cloud.setFillRule(Qt.FillRule.WindingFill)
            cloud.addRoundedRect(QRectF(left, top, wide, 7), 3.5, 3.5)
            cloud.addEllipse(QPointF(left + wide * 0.36, top + 1), wide * 0.16, 7)
            cloud.addEllipse(QPointF(left + wide * 0.6, top + 1), wide * 0.13, 5)
            painter.drawPath(cloud)

    def ridge(self, base: float, high: float, colour: str, seed: int, waves: float = 2.0, keep: float = 0.0) -> None:
        """Paint a line of hills up to ``high`` above ``base``, filled down to the edge of the picture."""
        chance = random.Random(seed)
        phases = [chance.uniform(0, math.tau) for _ in range(3)]
        path = QPainterPath(QPointF(-60, HIGH * 2))
        for x in range(-60, int(WIDE) + 61, 6):
            t = x / WIDE * math.tau * waves / 2
            rise = (
                0.5 + 0.28 * math.sin(t + phases[0]) + 0.16 * math.sin(2.3 * t + phases[1]) + 0.06 * math.sin(5 * t + phases[2])
            )
            path.lineTo(x, base - high * rise)
        path.lineTo(WIDE + 60, HIGH * 2)
        path.closeSubpath()
        self.fill(path, colour, keep)

    def peaks(self, base: float, colour: str, snow: str, tops: Sequence[tuple[float, float, float]]) -> None:
        """Paint mountains (middle, height, half of the width), darker on the side away from the sun."""
        for x, high, half in tops:
            top = QPointF(x, base - high)
            self.fill(QPolygonF([QPointF(x - half, base), top, QPointF(x + half, base)]), colour)
            self.fill(QPolygonF([top, QPointF(x + half, base), QPointF(x + half * 0.1, base)]), QColor(colour).darker(118))
            part = 0.3
            left, right = x - half * part, x + half * part
            y = base - high * (1 - part)
            zigzag = [(left, y), (x - half * 0.12, y - high * 0.04), (x, y + high * 0.05), (x + half * 0.1, y - high * 0.03)]
            self.fill(QPolygonF([top, *(QPointF(*spot) for spot in zigzag), QPointF(right, y)]), snow, 0.3)

    # -- buildings -----------------------------------------------------------------------------------------------------

    def wall(self, x: float, base: float, wide: float, high: float, stone: str = STONE, merlons: bool = True) -> None:
        """Paint a crenellated stone wall from ``x`` to the right."""
        self._stones(x, base, wide, high, stone)
        if merlons:
            self._merlons(x, base - high, wide, stone, 5.2)

    def tower(
        self,
        x: float,
        base: float,
        wide: float,
        high: float,
        stone: str = STONE,
        band: str = "",
        roof: str = "",
        windows: int = 2,
    ) -> None:
        """Paint a tower centred on ``x``, with a band in a castle's colour under the battlements, or a pointed roof."""
        left, top = x - wide / 2, base - high
        self._stones(left, base, wide, high, stone)
        head = wide * 0.09
        if band:
            self.box(left - head, top + wide * 0.1, wide + 2 * head, wide * 0.2, band, 0.35)
            self.box(x + wide * 0.12, top + wide * 0.1, wide * 0.38 + head, wide * 0.2, QColor(0, 0, 0, 46))
        self._cap(left - head, top, wide + 2 * head, wide * 0.12, stone)
        if roof:
            self.cone(x, top, wide + 2.6 * head, wide * 1.15, roof)
        else:
            self._merlons(left - head, top, wide + 2 * head, stone, wide * 0.2)
        for level in range(windows):
            self.window(x, top + wide * 0.62 + level * (high - wide * 0.6) / max(1, windows), wide * 0.16)

    def _cap(self, x: float, y: float, wide: float, high: float, stone: str) -> None:
        self.box(x, y, wide, high, QColor(stone).lighter(108), 0.1)
        self.box(x + wide * 0.62, y, wide * 0.38, high, QColor(stone).darker(122))

    def _stones(self, x: float, base: float, wide: float, high: float, stone: str) -> None:
        """Paint the face of a wall: light on the left, shade on the right, darker at the foot, with a few visible stones."""
        top = base - high
        across = QLinearGradient(x, 0, x + wide, 0)
        across.setColorAt(0, self.tint(QColor(stone).lighter(110), 0.12))
        across.setColorAt(0.55, self.tint(stone))
        across.setColorAt(1, self.tint(QColor(stone).darker(142)))
        self.painter.fillRect(QRectF(x, top, wide, high), across)
        foot = QLinearGradient(0, top, 0, base)
        foot.setColorAt(0.4, QColor(40, 20, 10, 0))
        foot.setColorAt(1, QColor(40, 20, 10, 60))
        self.painter.fillRect(QRectF(x, top, wide, high), foot)
        chance = random.Random(round(x * 7 + base * 13 + wide))
        for _ in range(round(wide * high / 90)):
            long = chance.uniform(2.6, 5.2)
            if wide > long + 3:
                spot = QRectF(x + chance.uniform(1, wide - long - 1), top + chance.uniform(2, max(3.0, high - 3)), long, 1.7)
                self.painter.fillRect(spot, QColor(70, 40, 20, 34) if chance.random() < 0.6 else QColor(255, 245, 220, 40))

    def _merlons(self, x: float, y: float, wide: float, stone: str, size: float) -> None:
        count = max(2, round(wide / (size * 2.0)))
        step = wide / (count * 2 - 1)
        for number in range(count):
            part = number / max(1, count - 1)
            self.box(
                x + number * 2 * step,
                y - size,
                step,
                size + 0.4,
                mixed(QColor(stone).lighter(110), QColor(stone).darker(132), part),
            )

    def window(self, x: float, y: float, wide: float) -> None:
        """Paint an arched window, lit at dusk."""
        path = QPainterPath(QPointF(x - wide / 2, y + wide * 1.1))
        path.lineTo(x - wide / 2, y)
        path.arcTo(QRectF(x - wide / 2, y - wide / 2, wide, wide), 180, -180)
        path.lineTo(x + wide / 2, y + wide * 1.1)
        path.closeSubpath()
        if self.dusk:
            glow = QRadialGradient(QPointF(x, y + wide * 0.3), wide * 2.2)
            glow.setColorAt(0, QColor(255, 196, 96, 110))
            glow.setColorAt(1, QColor(255, 196, 96, 0))
            self.painter.setBrush(glow)
            self.painter.drawEllipse(QPointF(x, y + wide * 0.3), wide * 2.2, wide * 2.2)
        self.painter.setBrush(_LIT if self.dusk else QColor("#4a3524"))
        self.painter.drawPath(path)

    def gate(self, x: float, base: float, wide: float, high: float) -> None:
        """Paint an arched gate with a portcullis."""

        def arch(grown: float) -> QPainterPath:
            half = wide / 2 + grown
            path = QPainterPath(QPointF(x - half, base))
            path.lineTo(x - half, base - high + half)
            path.arcTo(QRectF(x - half, base - high - grown, half * 2, half * 2), 180, -180)
            path.lineTo(x + half, base)
            path.closeSubpath()
            return path

        self.fill(arch(wide * 0.13), "#f3e2b8", 0.1)
        self.painter.setBrush(QColor("#ffb75a") if self.dusk else QColor("#33231a"))
        self.painter.drawPath(arch(0))
        painter = self.painter
        painter.save()
        painter.setClipPath(arch(0))
        painter.setPen(QPen(QColor("#6b4a30") if not self.dusk else QColor("#3a2418"), wide * 0.07))
        for number in range(1, 5):
            at = x - wide / 2 + number * wide / 5
            painter.drawLine(QPointF(at, base - high), QPointF(at, base - high * 0.22))
        for part in (0.3, 0.52, 0.74):
            painter.drawLine(QPointF(x - wide, base - high * part), QPointF(x + wide, base - high * part))
        painter.restore()

    def cone(self, x: float, y: float, wide: float, high: float, colour: str) -> None:
        """Paint a pointed roof."""
        top = QPointF(x, y - high)
        path = QPainterPath(QPointF(x - wide / 2, y))
        path.quadTo(QPointF(x - wide * 0.14, y - high * 0.34), top)
        path.quadTo(QPointF(x + wide * 0.14, y - high * 0.34), QPointF(x + wide / 2, y))
        path.quadTo(QPointF(x, y + wide * 0.13), QPointF(x - wide / 2, y))
        self.fill(path, colour, 0.2)
        shade = QPainterPath(top)
        shade.quadTo(QPointF(x + wide * 0.14, y - high * 0.34), QPointF(x + wide / 2, y))
        shade.quadTo(QPointF(x + wide * 0.3, y + wide * 0.07), QPointF(x + wide * 0.1, y + wide * 0.07))
        shade.closeSubpath()
        self.painter.setBrush(QColor(0, 0, 20, 60))
        self.painter.drawPath(shade)

    def house(self, x: float, base: float, wide: float, high: float, roof: str, wall: str = "#f4ead2") -> None:
        """Paint a house with its gable in front and an overhanging roof."""
        half = wide / 2
        self.box(x - half, base - high, wide, high, wall)
        self.box(x + half * 0.2, base - high, half * 0.8, high, QColor(60, 30, 10, 40))
        gable = [QPointF(x - half, base - high), QPointF(x, base - high - wide * 0.55), QPointF(x + half, base - high)]
        self.fill(QPolygonF(gable), wall)
        for side, shade in ((-1, 108), (1, 82)):
            colour = QColor(roof).lighter(shade) if shade > 100 else QColor(roof).darker(118)
            outer = x + side * half * 1.24
            self.fill(
                QPolygonF(
                    [
                        QPointF(x, base - high - wide * 0.76),
                        QPointF(x, base - high - wide * 0.52),
                        QPointF(outer - side * half * 0.06, base - high + wide * 0.12),
                        QPointF(outer, base - high - wide * 0.04),
                    ]
                ),
                colour,
                0.15,
            )
        self.window(x, base - high * 0.62, wide * 0.17)

    def flag(self, x: float, y: float, colour: str, size: float = 14, left: bool = False) -> None:
        """Paint a pole with its foot at ``(x, y)`` and a flag in a castle's colour."""
        painter, side = self.painter, -1 if left else 1
        painter.setPen(QPen(self.tint("#5a4030"), 1.3))
        painter.drawLine(QPointF(x, y), QPointF(x, y - size * 1.5))
        painter.setPen(Qt.PenStyle.NoPen)
        top = y - size * 1.5
        path = QPainterPath(QPointF(x, top))
        path.cubicTo(
            QPointF(x + side * size * 0.4, top - size * 0.2),
            QPointF(x + side * size * 0.6, top + size * 0.3),
            QPointF(x + side * size * 1.25, top + size * 0.06),
        )
        path.lineTo(x + side * size * 0.98, top + size * 0.34)
        path.lineTo(x + side * size * 1.25, top + size * 0.66)
        path.cubicTo(
            QPointF(x + side * size * 0.6, top + size * 0.9),
            QPointF(x + side * size * 0.4, top + size * 0.4),
            QPointF(x, top + size * 0.62),
        )
        path.closeSubpath()
        self.fill(path, colour, 0.55)

    # -- nature and figures ----------------------------------------------------------------------------------

    def tree(self, x: float, base: float, high: float, colour: str = "#5f8f4e") -> None:
        """Paint a round tree with its shadow."""
        self.shadow(x + high * 0.16, base, high * 0.5)
        self.box(x - high * 0.05, base - high * 0.4, high * 0.1, high * 0.4, "#6a4a32")
        for dx, dy, size, shade in ((0.12, 0.5, 0.3, 80), (-0.14, 0.56, 0.29, 100), (0.02, 0.74, 0.28, 112)):
            path = QPainterPath()
            path.addEllipse(QPointF(x + dx * high, base - dy * high), size * high, size * high)
            self.fill(path, QColor(colour).lighter(shade) if shade >= 100 else QColor(colour).darker(124))

    def cypress(self, x: float, base: float, high: float, colour: str = "#3f6b4d") -> None:
        """Paint a slender cypress."""
        self.shadow(x + high * 0.08, base, high * 0.2)
        for part, shade in ((1.0, 118), (0.55, 100)):
            path = QPainterPath(QPointF(x, base - high))
            path.cubicTo(
                QPointF(x + high * 0.16 * part, base - high * 0.5), QPointF(x + high * 0.15 * part, base), QPointF(x, base)
            )
            path.cubicTo(QPointF(x - high * 0.15, base), QPointF(x - high * 0.16, base - high * 0.5), QPointF(x, base - high))
            self.fill(path, QColor(colour).darker(shade))

    def shadow(self, x: float, base: float, half: float) -> None:
        """Paint a soft shadow on the ground."""
        self.painter.setBrush(QColor(30, 20, 40, 54))
        self.painter.drawEllipse(QPointF(x, base), half, half * 0.22)

    def road(self, points: Sequence[tuple[float, float, float]], colour: str) -> None:
        """Paint a road that winds into the distance: places with half of its width there, near to far."""
        left = [QPointF(x - half, y) for x, y, half in points]
        right = [QPointF(x + half, y) for x, y, half in points]
        path = QPainterPath(left[0])
        for line in (left[1:], right[::-1]):
            for spot in line:
                before = path.currentPosition()
                middle = (before.y() + spot.y()) / 2
                path.cubicTo(QPointF(before.x(), middle), QPointF(spot.x(), middle), spot)
        path.closeSubpath()
        self.fill(path, colour, 0.1)

    def water(self, top: float, near: str, far: str, seed: int = 3, bottom: float = HIGH) -> None:
        """Paint water from a line down to the bottom of the picture, with light on its waves."""
        painter = self.painter
        ground = QLinearGradient(0, top, 0, bottom)
        ground.setColorAt(0, self.tint(far, 0.3))
        ground.setColorAt(1, self.tint(near, 0.1))
        painter.fillRect(QRectF(-WIDE, top, WIDE * 3, bottom - top), ground)
        chance = random.Random(seed)
        for _ in range(44):
            y = top + (bottom - top) * chance.random() ** 1.4
            long = 4 + (y - top) / (bottom - top) * chance.uniform(8, 26)
            painter.fillRect(
                QRectF(chance.uniform(-10, WIDE), y, long, 1.0),
                QColor(255, 244, 214, chance.randint(26, 92) // (2 if self.dusk else 1)),
            )

    def figure(self, x: float, base: float, high: float, colour: str, crown: bool = False) -> None:
        """Paint a player's piece as on the boards, perhaps with a crown."""
        painter = self.painter
        self.shadow(x + high * 0.08, base, high * 0.34)
        body = QPainterPath(QPointF(x - high * 0.26, base))
        body.setFillRule(Qt.FillRule.WindingFill)
        body.cubicTo(
            QPointF(x - high * 0.24, base - high * 0.3),
            QPointF(x - high * 0.1, base - high * 0.5),
            QPointF(x - high * 0.12, base - high * 0.62),
        )
        body.lineTo(x + high * 0.12, base - high * 0.62)
        body.cubicTo(
            QPointF(x + high * 0.1, base - high * 0.5),
            QPointF(x + high * 0.24, base - high * 0.3),
            QPointF(x + high * 0.26, base),
        )
        body.quadTo(QPointF(x, base + high * 0.09), QPointF(x - high * 0.26, base))
        body.addEllipse(QPointF(x, base - high * 0.74), high * 0.17, high * 0.17)
        shade = QLinearGradient(x - high * 0.26, 0, x + high * 0.28, 0)
        shade.setColorAt(0, self.tint(QColor(colour).lighter(135), 0.5))
        shade.setColorAt(0.45, self.tint(colour, 0.5))
        shade.setColorAt(1, self.tint(QColor(colour).darker(150), 0.3))
        painter.setPen(QPen(QColor(LINE), max(0.8, high * 0.035)))
        painter.setBrush(shade)
        painter.drawPath(body.simplified())
        if crown:
            top, half = base - high * 0.86, high * 0.18
            spots = [(-1, 0), (-1.15, -0.26), (-0.5, -0.12), (0, -0.32), (0.5, -0.12), (1.15, -0.26), (1, 0)]
            painter.setBrush(self.tint("#f4efe4", 0.6))
            painter.drawPolygon(QPolygonF([QPointF(x + a * half, top + b * high * 0.9) for a, b in spots]))
        painter.setPen(Qt.PenStyle.NoPen)
