"""Paints portraits: a head with hat, hair, beard and clothes in front of a coat of arms, lit from the left."""

from __future__ import annotations

from PySide6.QtCore import QPointF, QRectF, Qt
from PySide6.QtGui import QColor, QPainter, QPainterPath, QPen, QPolygonF

from client.look.portrait import Portrait

SKIN = {
    "pale": ("#f6dcc6", "#e0b596"),
    "rosy": ("#f0c4a6", "#d69a7b"),
    "sand": ("#e2b184", "#c08d60"),
    "olive": ("#c9935f", "#a57243"),
    "brown": ("#99623c", "#784826"),
    "dark": ("#6d432b", "#4f2e1b"),
}
HAIR = {
    "black": ("#2b2522", "#191412"),
    "brown": ("#5b3b25", "#402716"),
    "chestnut": ("#844a28", "#633418"),
    "red": ("#b4552a", "#8a3c19"),
    "blond": ("#dcb457", "#b78d35"),
    "grey": ("#9a958f", "#77726c"),
    "white": ("#e9e4da", "#c3bcae"),
}
CLOTH = {
    "red": ("#b34a3c", "#8a3429"),
    "blue": ("#41698f", "#2f4f6f"),
    "green": ("#4c7f5e", "#386147"),
    "violet": ("#7a5590", "#5c3e6f"),
    "ochre": ("#c0913a", "#956e27"),
    "white": ("#e8dfcb", "#c4b798"),
    "black": ("#41434b", "#2d2f35"),
    "turquoise": ("#3f8a8c", "#2c6768"),
}
_STEEL, _STEEL_SHADE, _STEEL_LIGHT = "#aab2b8", "#7b858d", "#d7dde0"
_GOLD, _GOLD_SHADE = "#e5b64a", "#b58526"
_INK = "#2a1d14"

_WIDTH = {"oval": 17.0, "round": 20.0, "square": 19.0, "long": 15.5}
"""Half the width of a face."""

_CHIN = {"oval": 73.0, "round": 70.0, "square": 71.0, "long": 77.0}
_LARGE = 1.1
"""How much people are enlarged, so that small pictures show their hats."""

_BROW = 30.0
"""Where a face begins."""


def paint(painter: QPainter, portrait: Portrait, where: QRectF) -> None:
    """Paint a portrait into a square."""
    painter.save()
    painter.setRenderHint(QPainter.RenderHint.Antialiasing)
    painter.translate(where.topLeft())
    painter.scale(where.width() / 100, where.height() / 100)
    plate = QPainterPath()
    plate.addRoundedRect(QRectF(2, 2, 96, 96), 20, 20)
    painter.save()
    painter.setClipPath(plate)
    painter.setPen(Qt.PenStyle.NoPen)
    _ground(painter, portrait)
    painter.translate(50, 60)
    painter.scale(_LARGE, _LARGE)
    painter.translate(-50, -60)
    _hair_behind(painter, portrait)
    if portrait.hat in ("hood", "veil"):
        _cover(painter, portrait)
    _clothes(painter, portrait)
    _head(painter, portrait)
    _mood(painter, portrait)
    _beard(painter, portrait)
    _hair_before(painter, portrait)
    _hat(painter, portrait)
    painter.restore()
    painter.setPen(QPen(QColor(_INK), 4))
    painter.setBrush(Qt.BrushStyle.NoBrush)
    painter.drawPath(plate)
    painter.restore()


# -- brush strokes ----------------------------------------------------------------------------------------------


def _path(start: tuple[float, float], *steps: tuple[float, ...]) -> QPainterPath:
    """A closed outline: each step is a point, or two control points and a point."""
    path = QPainterPath(QPointF(*start))
    for step in steps:
        points = [QPointF(x, y) for x, y in zip(step[::2], step[1::2], strict=True)]
        if len(points) == 1:
            path.lineTo(points[0])
        elif len(points) == 2:
            path.quadTo(*points)
        else:
            path.cubicTo(*points)
    path.closeSubpath()
    return path


def _oval(x: float, y: float, wide: float, high: float) -> QPainterPath:
    path = QPainterPath()
    path.addEllipse(QPointF(x, y), wide, high)
    return path


def _fill(painter: QPainter, path: QPainterPath, colours: tuple[str, str], split: float = 58.0) -> None:
    """Fill an outline; everything right of ``split`` is in shade."""
    painter.fillPath(path, QColor(colours[0]))
    shade = QPainterPath()
    shade.addRect(QRectF(split, 0, 100, 110))
    painter.fillPath(path.intersected(shade), QColor(colours[1]))


def _polygon(painter: QPainter, colour: str, *corners: tuple[float, float]) -> None:
    painter.setBrush(QColor(colour))
    painter.drawPolygon(QPolygonF([QPointF(*corner) for corner in corners]))


# -- the parts, from the back to the front -----------------------------------------------------------------------------


def _ground(painter: QPainter, portrait: Portrait) -> None:
    light, dark = CLOTH[portrait.ground_colour]
    painter.fillRect(QRectF(0, 0, 100, 100), QColor(dark))
    if portrait.ground == "halves":
        painter.fillRect(QRectF(0, 0, 50, 100), QColor(light))
    elif portrait.ground == "stripes":
        for x in (-80, -40, 0, 40, 80):
            _polygon(painter, light, (x, 100), (x + 20, 100), (x + 120, 0), (x + 100, 0))
    elif portrait.ground == "hills":
        painter.fillRect(QRectF(0, 0, 100, 100), QColor("#a9c4d2"))
        painter.fillPath(_path((0, 58), (30, 30, 62, 56), (84, 40, 100, 50), (100, 100), (0, 100)), QColor(light))
        painter.fillPath(_path((0, 74), (40, 54, 100, 70), (100, 100), (0, 100)), QColor(dark))
    elif portrait.ground == "arch":
        painter.fillRect(QRectF(0, 0, 100, 100), QColor("#d9c39a"))
        arch = QPainterPath(QPointF(14, 100))
        arch.lineTo(14, 46)
        arch.arcTo(QRectF(14, 8, 72, 76), 180, -180)
        arch.lineTo(86, 100)
        painter.fillPath(arch, QColor(dark))
        painter.setPen(QPen(QColor("#a98f63"), 2))
        for y in (24, 48, 72):
            painter.drawLine(QPointF(0, y), QPointF(12, y))
            painter.drawLine(QPointF(88, y), QPointF(100, y))
        painter.setPen(Qt.PenStyle.NoPen)
    elif portrait.ground == "sun":
        for x, y in ((-60, -20), (-20, -60), (20, -60), (60, -20), (-70, 30), (70, 30)):
            _polygon(painter, light, (50, 46), (50 + x - y * 0.14, 46 + y + x * 0.14), (50 + x + y * 0.14, 46 + y - x * 0.14))
        painter.fillPath(_oval(50, 46, 31, 31), QColor(light))


def _hair_behind(painter: QPainter, portrait: Portrait) -> None:
    colours, wide = HAIR[portrait.hair_colour], _WIDTH[portrait.face]
    if portrait.hat in ("hood", "veil") and portrait.hair != "braids":
        return
    if portrait.hair == "long":
        left, right = 50 - wide - 10, 50 + wide + 10
        shape = _path((left, 94), (left - 3, 22, 50, 20), (right + 3, 22, right, 94), (50, 88, left, 94))
        _fill(painter, shape, colours)
    elif portrait.hair == "bob":
        left, right = 50 - wide - 8, 50 + wide + 8
        _fill(painter, _path((left, 70), (left - 3, 20, 50, 20), (right + 3, 20, right, 70), (50, 62, left, 70)), colours)
    elif portrait.hair == "curls":
        for x, y in ((-1.3, 64), (-1.45, 52), (-1.35, 40), (1.3, 64), (1.45, 52), (1.35, 40)):
            _fill(painter, _oval(50 + x * wide, y, 9, 9), colours)
    elif portrait.hair == "braids":
        for side in (-1, 1):
            for step in range(4):
                x = 50 + side * (wide + 5 - step * 0.6)
                painter.fillPath(_oval(x, 60 + 10 * step, 7, 7.5), QColor(colours[0 if side < 0 else 1]))
                if step:
                    painter.fillPath(_oval(x, 54.5 + 10 * step, 4.6, 1.4), QColor(colours[1 if side < 0 else 0]))


def _cover(painter: QPainter, portrait: Portrait) -> None:
    """Paint the back of a hood or veil, behind the face."""
    wide = _WIDTH[portrait.face]
    if portrait.hat == "hood":
        left, right = 50 - wide - 13, 50 + wide + 13
        shape = _path((left - 6, 100), (left - 6, 20, 46, 8), (62, 4, 58, 14), (right + 8, 26, right + 6, 100))
        _fill(painter, shape, CLOTH[portrait.clothes_colour])
    else:
        left, right = 50 - wide - 11, 50 + wide + 11
        _fill(painter, _path((left - 4, 96), (left - 4, 16, 50, 16), (right + 4, 16, right + 4, 96)), ("#f3ecdd", "#d5cab2"))


def _clothes(painter: QPainter, portrait: Portrait) -> None:
    colours = CLOTH[portrait.clothes_colour]
    dark = colours[1]
    skin = SKIN[portrait.skin]
    body = _path((8, 102), (8, 80, 38, 77), (50, 84, 62, 77), (92, 80, 92, 102))
    if portrait.clothes == "mail":
        _fill(painter, body, (_STEEL, _STEEL_SHADE))
        painter.setPen(QPen(QColor(_STEEL_SHADE), 1.6))
        painter.setBrush(Qt.BrushStyle.NoBrush)
        for row in range(4):
            for column in range(11):
                spot = QPointF(11 + 8 * column + 4 * (row % 2), 84 + 5 * row)
                if body.contains(spot):
                    painter.drawArc(QRectF(spot.x() - 4, spot.y() - 3, 8, 6), 180 * 16, 180 * 16)
        painter.setPen(Qt.PenStyle.NoPen)
        _fill(painter, _path((30, 102), (33, 88), (67, 88), (70, 102)), colours)
        return
    _fill(painter, body, colours)
    if portrait.clothes == "tunic":
        painter.fillPath(_path((38, 77), (50, 84, 62, 77), (50, 98)), QColor(skin[1]))
    elif portrait.clothes == "doublet":
        painter.fillPath(_path((36, 78), (50, 70, 64, 78), (64, 85), (50, 90, 36, 85)), QColor("#f3ecdd"))
        painter.fillRect(QRectF(48.5, 88, 3, 14), QColor(dark))
        for y in (91, 97):
            painter.fillPath(_oval(50, y, 2.4, 2.4), QColor(_GOLD))
    elif portrait.clothes == "cloak":
        painter.fillPath(_path((34, 102), (40, 82), (50, 86, 60, 82), (66, 102)), QColor("#f3ecdd"))
        painter.fillPath(_path((24, 82), (50, 96, 76, 82), (74, 76), (50, 88, 26, 76)), QColor(dark))
        painter.fillPath(_oval(50, 89, 5, 5), QColor(_GOLD))
        painter.fillPath(_oval(50, 89, 2.2, 2.2), QColor("#b34a3c"))
    elif portrait.clothes == "apron":
        painter.fillPath(_path((38, 77), (50, 84, 62, 77), (50, 88)), QColor(skin[1]))
        _fill(painter, _path((30, 102), (33, 90), (67, 90), (70, 102)), ("#9b6a42", "#7a4f2d"))
        for left in (31, 63):
            painter.fillRect(QRectF(left, 79, 6, 14), QColor("#7a4f2d"))
    else:
        painter.fillPath(_path((38, 77), (50, 84, 62, 77), (56, 102), (44, 102)), QColor(dark))
        for x in (38, 56):
            painter.fillRect(QRectF(x, 80, 5, 22), QColor(_GOLD))


def _head(painter: QPainter, portrait: Portrait) -> None:
    light, dark = SKIN[portrait.skin]
    wide, chin = _WIDTH[portrait.face], _CHIN[portrait.face]
    painter.fillPath(_path((42, 62), (58, 62), (58, 79), (50, 84, 42, 79)), QColor(dark))
    if portrait.hat not in ("hood", "veil", "helmet") and portrait.hair not in ("bob", "long", "curls"):
        painter.fillPath(_oval(50 - wide, 53, 4, 5.5), QColor(light))
        painter.fillPath(_oval(50 + wide, 53, 4, 5.5), QColor(dark))
    left, right, top = 50 - wide, 50 + wide, _BROW - 4
    low = {"oval": 0.55, "round": 0.8, "square": 0.94, "long": 0.62}[portrait.face] * wide
    shape = _path(
        (left, 46),
        (left, top - 3, right, top - 3, right, 46),
        (right, 60, 50 + low + 2, chin, 50 + low * 0.45, chin),
        (50 - low * 0.45, chin),
        (50 - low - 2, chin, left, 60, left, 46),
    )
    _fill(painter, shape, (light, dark), 50 + wide * 0.52)
    painter.fillPath(_path((50, 50), (46, 59), (50, 61)), QColor(dark))


def _mood(painter: QPainter, portrait: Portrait) -> None:
    dark = QColor(_INK)
    pen = QPen(dark, 2.6, Qt.PenStyle.SolidLine, Qt.PenCapStyle.RoundCap)
    mouth = QPen(QColor("#7a2f22"), 2.6, Qt.PenStyle.SolidLine, Qt.PenCapStyle.RoundCap)
    apart = _WIDTH[portrait.face] * 0.46
    mood, y = portrait.mood, _CHIN[portrait.face] - 8
    painter.setBrush(Qt.BrushStyle.NoBrush)
    for side in (-1, 1):
        x = 50 + side * apart
        painter.setPen(pen)
        if mood == "merry":
            painter.drawArc(QRectF(x - 4, 46, 8, 7), 20 * 16, 140 * 16)
        else:
            eye = 3.3 if mood == "surprised" else 2.5
            painter.setPen(Qt.PenStyle.NoPen)
            painter.fillPath(_oval(x, 49, eye, eye + 0.5), dark)
            painter.fillPath(_oval(x - 0.8, 48, 0.9, 0.9), QColor("#f6f0e4"))
            painter.setPen(pen)
        if mood == "stern":
            painter.drawLine(QPointF(x - side * 4, 45), QPointF(x + side * 4.5, 41.5))
        elif mood == "surprised":
            painter.drawArc(QRectF(x - 4.5, 38, 9, 6), 20 * 16, 140 * 16)
        elif mood != "merry":
            painter.drawLine(QPointF(x - 3.6, 42.6), QPointF(x + 3.6, 42.6))
    painter.setPen(mouth)
    if mood == "calm":
        painter.drawLine(QPointF(45.5, y), QPointF(54.5, y))
    elif mood == "stern":
        painter.drawArc(QRectF(44.5, y - 1, 11, 6), 30 * 16, 120 * 16)
    elif mood == "smiling":
        painter.drawArc(QRectF(43, y - 5, 14, 8), 200 * 16, 140 * 16)
    else:
        painter.setPen(Qt.PenStyle.NoPen)
        shape = (
            _oval(50, y, 3, 3.6)
            if mood == "surprised"
            else _path((42.5, y - 3), (57.5, y - 3), (56, y + 5, 44, y + 5, 42.5, y - 3))
        )
        painter.fillPath(shape, QColor("#7a2f22"))
    painter.setPen(Qt.PenStyle.NoPen)


def _beard(painter: QPainter, portrait: Portrait) -> None:
    colours, wide, chin = HAIR[portrait.hair_colour], _WIDTH[portrait.face], _CHIN[portrait.face]
    lips = chin - 8
    if portrait.beard == "none":
        return
    if portrait.beard in ("full", "long"):
        left, right, end = 50 - wide - 0.5, 50 + wide + 0.5, chin + (20 if portrait.beard == "long" else 6)
        shape = _path(
            (left, 50),
            (left - 1, end - 8, 44 if portrait.beard == "long" else 40, end, 50, end),
            (56 if portrait.beard == "long" else 60, end, right + 1, end - 8, right, 50),
            (right - 5, 60),
            (58, lips - 6, 50, lips - 4),
            (42, lips - 6, left + 5, 60),
        )
        shape = shape.subtracted(_oval(50, lips, 6, 3))
        _fill(painter, shape, colours)
    if portrait.beard == "goatee":
        shape = _path((43, lips + 3), (50, lips + 1, 57, lips + 3), (58, chin + 4, 50, chin + 9), (42, chin + 4, 43, lips + 3))
        _fill(painter, shape, colours, 51)
    shape = _path(
        (50, lips - 6),
        (58, lips - 7, 62, lips + 1),
        (56, lips, 50, lips - 2),
        (44, lips, 38, lips + 1),
        (42, lips - 7, 50, lips - 6),
    )
    _fill(painter, shape, colours, 51)


def _hair_before(painter: QPainter, portrait: Portrait) -> None:
    colours, wide = HAIR[portrait.hair_colour], _WIDTH[portrait.face]
    left, right = 50 - wide - 2, 50 + wide + 2
    if portrait.hat in ("hood", "helmet") or portrait.hair == "none":
        return
    if portrait.hair == "tonsure":
        for side in (-1, 1):
            x = 50 + side * (wide - 0.5)
            painter.fillPath(_oval(x, 42, 4.5, 8), QColor(colours[0 if side < 0 else 1]))
        return
    if portrait.hair == "curls":
        for x, y in ((-0.95, 32), (-0.5, 26), (0.0, 24), (0.5, 26), (0.95, 32)):
            _fill(painter, _oval(50 + x * wide, y, 8, 8), colours)
        return
    fringe = {
        "short": ((right, 44), (right - 3, 36), (60, 31, 46, 34), (left + 6, 34, left + 3, 44)),
        "bob": ((right, 52), (right - 4, 40), (50, 36, left + 4, 40), (left, 52)),
        "long": ((right, 56), (right - 6, 40, 50, 29), (left + 6, 40, left, 56)),
        "braids": ((right, 54), (right - 5, 38, 50, 28), (left + 5, 38, left, 54)),
    }[portrait.hair]
    _fill(painter, _path((left, 44), (left - 1, 18, 50, 18), (right + 1, 18, right, 44), *fringe), colours)
    if portrait.hair == "braids":
        painter.setPen(QPen(QColor(colours[1]), 1.6))
        painter.drawLine(QPointF(50, 19), QPointF(50, 28))
        painter.setPen(Qt.PenStyle.NoPen)


def _hat(painter: QPainter, portrait: Portrait) -> None:
    wide = _WIDTH[portrait.face]
    left, right = 50 - wide - 3, 50 + wide + 3
    colours = CLOTH[portrait.clothes_colour]
    if portrait.hat == "crown":
        shape = _path(
            (left, 34),
            (left - 3, 12),
            (left + 9, 22),
            (50, 6),
            (right - 9, 22),
            (right + 3, 12),
            (right, 34),
            (50, 30, left, 34),
        )
        _fill(painter, shape, (_GOLD, _GOLD_SHADE))
        for x, y, colour in ((left + 7, 29, "#41698f"), (50, 27, "#b34a3c"), (right - 7, 29, "#41698f")):
            painter.fillPath(_oval(x, y, 2.8, 2.8), QColor(colour))
    elif portrait.hat == "helmet":
        shape = _path(
            (left - 1, 58),
            (left - 2, 6, 50, 8),
            (right + 2, 6, right + 1, 58),
            (right - 6, 54),
            (right - 6, 38),
            (left + 6, 38),
            (left + 6, 54),
        )
        _fill(painter, shape, (_STEEL, _STEEL_SHADE))
        painter.fillRect(QRectF(left, 33, right - left, 5), QColor(_STEEL_LIGHT))
        painter.fillPath(_path((47, 34), (53, 34), (52, 58), (48, 58)), QColor(_STEEL))
        for spot in (left + 5, right - 5):
            painter.fillPath(_oval(spot, 35.5, 1.4, 1.4), QColor(_INK))
    elif portrait.hat == "kettle":
        _fill(painter, _path((left + 2, 32), (left + 2, 8, 50, 9), (right - 2, 8, right - 2, 32)), (_STEEL, _STEEL_SHADE))
        painter.fillRect(QRectF(48.5, 12, 3, 18), QColor(_STEEL_LIGHT))
        _fill(painter, _path((left - 9, 39), (50, 18, right + 9, 39), (50, 31, left - 9, 39)), (_STEEL_LIGHT, _STEEL_SHADE))
    elif portrait.hat == "hood":
        rim = _path((left - 5, 74), (left - 8, 18, 50, 16), (right + 8, 18, right + 5, 74))
        face = _path((left + 1, 74), (left, 27, 50, 27), (right, 27, right - 1, 74))
        _fill(painter, rim.subtracted(face), (colours[1], QColor(colours[1]).darker(125).name()))
    elif portrait.hat == "feather":
        _fill(painter, _path((left, 30), (left + 1, 12, 50, 13), (right - 1, 12, right, 30)), colours)
        painter.fillPath(_path((left, 31), (50, 27, right, 31), (right, 26), (50, 22, left, 26)), QColor(_GOLD))
        _fill(painter, _path((left - 11, 34), (50, 20, right + 11, 34), (50, 34, left - 11, 34)), colours)
        feather = _path((right - 5, 29), (right + 1, 8, right - 12, 2), (right + 12, 4, right + 3, 27))
        painter.fillPath(feather, QColor("#f3ecdd"))
    elif portrait.hat == "veil":
        band = _path(
            (left - 1, 46),
            (left - 2, 17, 50, 17),
            (right + 2, 17, right + 1, 46),
            (right - 3, 30, 50, 30),
            (left + 3, 30, left - 1, 46),
        )
        _fill(painter, band, ("#fbf6ea", "#e0d6bf"))
        painter.setPen(QPen(QColor(colours[0]), 3))
        painter.setBrush(Qt.BrushStyle.NoBrush)
        painter.drawArc(QRectF(left + 2, 24, right - left - 4, 14), 20 * 16, 140 * 16)
        painter.setPen(Qt.PenStyle.NoPen)
    elif portrait.hat == "cap":
        _fill(
            painter,
            _path(
                (left, 37),
                (left - 4, 10, 44, 12),
                (right + 6, 10, right + 8, 26),
                (right + 4, 33, right, 37),
                (50, 29, left, 37),
            ),
            colours,
        )
        painter.fillPath(_path((left, 39), (50, 30, right, 39), (right, 33), (50, 25, left, 33)), QColor(colours[1]))
    elif portrait.hat == "laurel":
        for side in (-1, 1):
            for step in range(5):
                painter.save()
                painter.translate(50 + side * (3 + step * (wide - 1) / 4.2), 28 + step * step * 0.75)
                painter.rotate(side * (20 + 14 * step))
                painter.fillPath(_oval(0, -3, 2.6, 5.6), QColor("#6f9a4f" if step % 2 else "#557c3b"))
                painter.restore()
