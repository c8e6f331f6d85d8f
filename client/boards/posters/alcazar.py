"""Alcazar: palaces by the water, joined by bridges, between cypresses and tiled roofs."""

from __future__ import annotations

from PySide6.QtCore import QPointF, QRectF
from PySide6.QtGui import QColor, QPainterPath

from client.boards.posters.brush import WIDE, Brush

STONE = "#e9c48c"
BLUE, GREEN, ROSE = "#2f6fa8", "#2f8f86", "#b0406a"


def paint(brush: Brush) -> None:
    """Paint the scene."""
    brush.sky(*(("#14264a", "#d07a62") if brush.dusk else ("#52b2cc", "#fdeacb")), (286, 58), seed=9)
    brush.ridge(150, 48, "#9fb3ad", 3, 2.0)
    brush.ridge(160, 30, "#8aa07e", 6, 2.6)
    # the distant palace on its rise
    brush.wall(214, 166, 120, 28, STONE)
    brush.tower(226, 168, 20, 52, STONE, band=GREEN, windows=1)
    brush.tower(326, 168, 22, 46, STONE, band=GREEN, windows=1)
    brush.wall(246, 168, 62, 44, STONE)
    for x in range(254, 304, 12):
        brush.window(x, 142, 6)
    _dome(brush, 277, 124, 44)
    brush.flag(277, 92, GREEN, 12)
    brush.tower(38, 170, 40, 108, STONE, band=ROSE, windows=3)
    brush.wall(58, 170, 58, 46, STONE)
    brush.tower(120, 170, 30, 74, STONE, band=ROSE, windows=2)
    brush.flag(38, 62, ROSE, 18)
    for x in (72, 86, 100):
        brush.window(x, 142, 6)
    for x, high in ((4, 46), (146, 34), (206, 36), (344, 40)):
        brush.cypress(x, 170, high)
    brush.box(-40, 166, WIDE + 80, 6, "#d9b887")
    brush.box(-40, 171, WIDE + 80, 4, "#a97f55")
    brush.water(174, "#2f93ad", "#9fd6d4" if not brush.dusk else "#d48a7a")
    for left, wide, high in ((38, 40, 50), (120, 30, 34), (277, 62, 22)):
        brush.painter.fillRect(QRectF(left - wide / 2, 175, wide, high), QColor(90, 60, 40, 50))
    _bridge(brush)
    brush.figure(140, 178, 28, "#CC79A7")
    brush.figure(232, 178, 34, "#0072B2", crown=True)


def _dome(brush: Brush, x: float, base: float, wide: float) -> None:
    path = QPainterPath(QPointF(x - wide / 2, base))
    path.cubicTo(
        QPointF(x - wide * 0.62, base - wide * 0.4), QPointF(x - wide * 0.2, base - wide * 0.56), QPointF(x, base - wide * 0.78)
    )
    path.cubicTo(
        QPointF(x + wide * 0.2, base - wide * 0.56), QPointF(x + wide * 0.62, base - wide * 0.4), QPointF(x + wide / 2, base)
    )
    path.closeSubpath()
    brush.fill(path, BLUE, 0.25)
    shade = QPainterPath(QPointF(x, base - wide * 0.78))
    shade.cubicTo(
        QPointF(x + wide * 0.2, base - wide * 0.56), QPointF(x + wide * 0.62, base - wide * 0.4), QPointF(x + wide / 2, base)
    )
    shade.lineTo(x + wide * 0.12, base)
    shade.closeSubpath()
    brush.painter.setBrush(QColor(0, 10, 40, 60))
    brush.painter.drawPath(shade)


def _bridge(brush: Brush) -> None:
    """Paint the bridge in front: three arches, the middle one the widest, and a parapet of tiles."""
    deck = QPainterPath(QPointF(-40, 260))
    deck.lineTo(-40, 206)
    deck.quadTo(QPointF(188, 150), QPointF(416, 206))
    deck.lineTo(416, 260)
    deck.closeSubpath()
    arches = ((72.0, 28.0, 200.0), (188.0, 38.0, 190.0), (304.0, 28.0, 200.0))
    for x, half, top in arches:
        deck = deck.subtracted(_arch(x, half, top))
    brush.fill(deck, "#dcb47c")
    for x, half, top in arches:
        ring = _arch(x, half + 5, top - 5).subtracted(_arch(x, half, top))
        brush.fill(ring, "#f2d9aa", 0.1)
        inside = _arch(x, half, top).subtracted(_arch(x - 5, half, top + 1))
        brush.fill(inside, "#8f6a44")
    for number in range(43):
        part = number / 42
        along = -40 + 456 * part
        y = 206 - 112 * part * (1 - part) - 7
        brush.box(along - 5.6, y, 11.2, 8, "#f4e2bd" if number % 2 else "#2f6fa8", 0.25)
    path = QPainterPath(QPointF(-40, 209))
    path.quadTo(QPointF(188, 153), QPointF(416, 209))
    path.quadTo(QPointF(188, 157), QPointF(-40, 213))
    brush.fill(path, "#a97f55")


def _arch(x: float, half: float, top: float) -> QPainterPath:
    path = QPainterPath(QPointF(x - half, 280))
    path.lineTo(x - half, top + half)
    path.arcTo(QRectF(x - half, top, half * 2, half * 2), 180, -180)
    path.lineTo(x + half, 280)
    path.closeSubpath()
    return path
