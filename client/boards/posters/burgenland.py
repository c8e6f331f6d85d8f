"""Burgenland: fields, a winding road, a village with red roofs, and the large castle that towers over it."""

from __future__ import annotations

from PySide6.QtCore import QPointF
from PySide6.QtGui import QColor, QPainterPath, QPolygonF

from client.boards.posters.brush import HIGH, Brush

STONE = "#e8d3a4"
SLATE, TILE = "#47698f", "#c9512f"


def paint(brush: Brush) -> None:
    """Paint the scene."""
    brush.sky(*(("#16294c", "#c08294") if brush.dusk else ("#6fbbe6", "#f1f7e4")), (64, 54), seed=31)
    brush.ridge(142, 36, "#a3bfae", 5, 2.2)
    brush.ridge(156, 34, "#8fb37e", 9, 1.8)
    _fields(brush)
    # the hill, and the castle on it
    hill = QPainterPath(QPointF(120, 196))
    hill.cubicTo(QPointF(170, 190), QPointF(180, 128), QPointF(232, 128))
    hill.cubicTo(QPointF(290, 128), QPointF(300, 186), QPointF(352, 196))
    hill.closeSubpath()
    brush.fill(hill, "#79a45c")
    brush.wall(192, 140, 84, 24, STONE)
    for x, wide, high, base in ((206, 14, 52, 140), (262, 16, 58, 140), (218, 18, 74, 140), (240, 24, 96, 142)):
        brush.tower(x, base, wide, high, STONE, roof=SLATE, windows=max(1, high // 36))
    brush.tower(190, 144, 17, 38, STONE, roof=SLATE, windows=1)
    brush.tower(280, 144, 17, 38, STONE, roof=SLATE, windows=1)
    brush.gate(228, 144, 13, 19)
    brush.flag(240, 20, "#b3232f", 11)
    brush.flag(218, 46, "#f0c23a", 8)
    for x, base, high in ((158, 180, 20), (174, 172, 16), (304, 172, 20), (322, 184, 24), (290, 184, 15)):
        brush.tree(x, base, high, "#4f8248")
    brush.road([(120, 240, 26), (168, 214, 15), (236, 196, 9), (208, 172, 6), (229, 144, 4)], "#ecdcb0")
    _pond(brush)
    # the village
    for x, base, wide, high in ((22, 194, 20, 15), (52, 188, 18, 14), (84, 196, 22, 16), (40, 206, 24, 17), (70, 214, 26, 18)):
        brush.shadow(x + 6, base, wide * 0.6)
        brush.house(x, base, wide, high, TILE)
    brush.tower(8, 208, 14, 34, "#f1e6cc", roof=TILE, windows=1)
    brush.tree(106, 204, 20, "#5f9150")
    brush.tree(342, 222, 36, "#4f8248")
    brush.figure(196, 224, 32, "#D55E00")


def _fields(brush: Brush) -> None:
    """Paint strips of different crops that run towards the viewer."""
    colours = ("#a9c06a", "#d7c268", "#86ad5a", "#c4b45e", "#97ba66", "#b9c673", "#7fa656")

    def far(x: float) -> float:
        return 180 + (x - 180) * 0.45

    edges = [-80, -10, 60, 118, 176, 250, 330, 450]
    for colour, left, right in zip(colours, edges, edges[1:], strict=False):
        points = [
            QPointF(far(left), 152),
            QPointF(far(right), 152),
            QPointF(right * 1.3 - 54, HIGH + 40),
            QPointF(left * 1.3 - 54, HIGH + 40),
        ]
        brush.fill(QPolygonF(points), colour)
    for x in range(-200, 560, 9):
        points = [
            QPointF(far(x), 156),
            QPointF(far(x) + 0.5, 156),
            QPointF(x * 1.3 - 53, HIGH + 40),
            QPointF(x * 1.3 - 54.6, HIGH + 40),
        ]
        brush.fill(QPolygonF(points), QColor(60, 80, 30, 26))


def _pond(brush: Brush) -> None:
    path = QPainterPath()
    path.addEllipse(QPointF(288, 214), 42, 11)
    brush.fill(path, "#6f8f52")
    path = QPainterPath()
    path.addEllipse(QPointF(288, 213), 39, 9)
    brush.fill(path, "#7cc0d8" if not brush.dusk else "#c98aa0", 0.2)
    brush.box(270, 210, 20, 1.2, "#e8f6fa", 0.3)
    brush.box(292, 215, 16, 1.2, "#e8f6fa", 0.3)
